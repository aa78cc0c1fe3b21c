"""Games that everybody leaves: seats play the first commands, and then the service alone gives what is due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import Reveal
from adjudicator.kernel.options import OptionRow
from adjudicator.kernel.referee.dues import next_due
from tests.conformance.any_game import option_table
from tests.conformance.driver import Driver, rules_at
from tests.kit import SECRET, Table, seeded

LIMIT_SECONDS = 60
ENTRIES_MOST = 6_000


def unattended(path: str, seed: int, **modes: Any) -> Table:
    """Open a game in which every question has a time to answer."""
    return Table(rules_at(path), dice=seeded(seed), limit=LIMIT_SECONDS, **modes)


class Started(Driver):
    """Plays the first commands of a game under one option of its own."""

    def __init__(self, table: Table, seed: int, **options: Any) -> None:
        super().__init__(table, seed)
        self.options = options

    def answer(self, party: Party, top: Window) -> Struct:
        """Create the game as the ruleset's bots do, but for the option."""
        command: Any = super().answer(party, top)
        if top.kind != self.rules.opening_window or not hasattr(command, "options"):
            return cast("Struct", command)
        return replace(command, options=replace(command.options, **self.options))


def fall_silent(table: Table, most: int = ENTRIES_MOST, *, to_the_end: bool = True) -> Table:
    """Let the service do what is due, each at its time, until nothing is open, or for so many entries.

    AssertionError where nothing will ever be due, or what is due is refused, or there is no end where there should be.
    """
    for _ in range(most):
        top = table.window
        if top is None:
            return table
        if top.kind == "reveal":
            table.when(TABLE, Reveal(secret=SECRET)).accepted()
            continue
        due = next_due(table.rules, table.game, table.protocol, table.time)
        assert due is not None, f"{top} waits for ever"
        table.time = max(table.time, due.at)
        table.when(TABLE, due.command).accepted()
    if not to_the_end:
        return table
    raise AssertionError(f"no end after {most} entries; open: {table.windows}")


def other_values(path: str) -> Iterator[tuple[str, Any]]:
    """List every option with every value but its default: those listed; of a number the least, and one above it."""
    for name, row in option_table(Table(rules_at(path), opened=False)).rows.items():
        values = row.values or (() if row.least is None else (row.least, above_least(row)))
        for value in values:
            if row.read and value != row.default:
                yield name, value


def above_least(row: OptionRow) -> int:
    """Give a small number that the option may have: the largest would make games of a thousand turns."""
    assert row.least is not None
    return row.least + 1 if row.most is None else min(row.most, row.least + 1)
