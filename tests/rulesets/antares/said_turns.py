"""Turns as the ledger tells them: units whose dice lie in the bag or on them, orders given, and steps that end a turn.

"a-x" and "a-z" are red, "b-y" and "b-w" blue; squads of one side stand 20 inches apart, the sides 29.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.rulesets.antares.model.messages import GiveOrder, MakeRetainedRun
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import army_option, begin, drawn, owned, seat_of, table
from tests.rulesets.antares.said_fights import gun, men

A, B = (10_000, 10_000), (40_000, 10_000)
C, D = (10_000, 30_000), (40_000, 30_000)
FIRE = {"order": "fire"}
KEPT_RUN = {"order": "run", "kept": True, "retained": True, "hand": 0}
FAST = ("fast", "can_sprint", "can_assault", "down_forces_rerolls")


def sides(
    dice: Iterable[int] = (), a: Mapping[str, Any] | None = None, b: Mapping[str, Any] | None = None, *,
    sheet: Any = None, foe: Any = None, more: Iterable[tuple[Any, ...]] = (), **rest: Any,
) -> Table:  # fmt: skip
    """Set "a-x" and "b-y" up with these fields of their rows, and more units."""
    rows = [("a-x", sheet or men(5, "gun"), A, dict(a or {})), ("b-y", foe or men(5, "gun"), B, dict(b or {})), *more]
    return table(dice, units=rows, weapons=[gun(), *rest.pop("weapons", ())], **rest)


def halted(played: Table) -> Table:
    """Let nothing come after what is asked now: the turn lies at the bottom of the questions and is taken away."""
    return played.set(stack=played.game.stack[1:])


def give(played: Table, order: str, unit: str = "a-x", who: str = "") -> Outcome:
    """Give the drawn die to a unit."""
    return played.when(who or seat_of(unit), GiveOrder(unit=unit, order=order))


def ordered(order: str, dice: Iterable[int] = (), a: Mapping[str, Any] | None = None, **rest: Any) -> Outcome:
    """Let red's die be drawn and go to "a-x" with this order; nothing comes after its action."""
    return give(halted(drawn(sides(dice, a, **rest))), order)


def run_again(played: Table, unit: str) -> Outcome:
    """Begin a retained Run."""
    return played.when(seat_of(unit), MakeRetainedRun(unit=unit))


def turn_end(played: Table, step: str = "down") -> Outcome:
    """Let the end of the turn begin."""
    return begin(played, step)


def having(id: str, *effects: Any, seat: int = 0, **changes: Any) -> Any:
    """Make the row of an option that a side owns, unspent."""
    return owned(army_option(id, *effects, **changes), seat)


def refused(outcome: Outcome, clause: str) -> str:
    """Fail where the command was not refused under this clause; give the reason."""
    outcome.looked_at = True
    assert outcome.faults, f"{outcome.said} was accepted"
    found = [fault.reason for fault in outcome.faults if fault.clause == clause]
    assert found, f"{outcome.said}: refused with {outcome.faults}, not under {clause}"
    return found[0]


def bag(played: Table) -> tuple[int, int]:
    """Count the dice of each side in the bag."""
    return played.game.sides[0].bag, played.game.sides[1].bag
