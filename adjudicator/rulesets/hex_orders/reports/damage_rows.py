"""Rows of damage tables in words, as odds and statistics name them."""

from __future__ import annotations

from adjudicator.rulesets.hex_orders.model.messages import TableRow

NO_DAMAGE = "no_damage"


def text_of(row: TableRow | None) -> str:
    """Write the results of a damage row, such as "kill 1, bleeding 4"."""
    results = row.results if row is not None else ()
    words = (" ".join(str(item) for item in (one.kind, one.x, one.word) if item) for one in results)
    return ", ".join(words) or NO_DAMAGE
