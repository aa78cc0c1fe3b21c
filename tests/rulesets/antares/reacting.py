"""A unit that acts and others that may react, in a turn that ends with the action: what the tests of reactions share.

"a-x" (red) acts, units of "blue" are asked. Squads whose first models stand on one line have a gap of the difference
of their x less 1000.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    CarryOutReaction,
    DeclareAssault,
    DeclareReaction,
    DeclareShooting,
    MoveUnit,
    PassReaction,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import armed, straight, table, under

AMBUSH = {"order": "ambush"}
USED = {"order": "advance"}


def lone(**changes: Any) -> Any:
    """Make a squad of one model with the carbine: one die a volley."""
    return armed("carbine", count=1, **changes)


def acting(
    order: str, *units: tuple[Any, ...], dice: Iterable[int] = (), options: Mapping[str, Any] | None = None,
    retained: bool = False, **rest: Any,
) -> Table:  # fmt: skip
    """Let "a-x" act on an order; the turn ends with its action."""
    played = under(table(dice, options, units=units, **rest), "a-x", order, retained=retained)
    return played.set(stack=played.game.stack[1:])


def shoot(played: Table, target: str = "b-y", unit: str = "a-x", who: str = "red") -> Outcome:
    return played.when(who, DeclareShooting(unit=unit, target=target, weapons=()))


def go(
    played: Table, dx: int = 0, dy: int = 0, *, unit: str = "a-x", who: str = "red", sprint: bool = False
) -> Outcome:
    return played.when(who, MoveUnit(unit=unit, paths=straight(played, unit, dx, dy), sprint=sprint))


def charge(
    played: Table, dx: int = 0, dy: int = 0, *, target: str = "b-y", unit: str = "a-x", sprint: bool = False
) -> Outcome:
    paths = straight(played, unit, dx, dy)
    return played.when("red", DeclareAssault(unit=unit, target=target, paths=paths, sprint=sprint))


def react(
    played: Table, reaction: str, unit: str = "b-y", *, sprint: bool = False, point: int = 0, free: bool = False
) -> Outcome:
    command = DeclareReaction(unit=unit, reaction=reaction, sprint=sprint, point=point, free=free)
    return played.when("blue", command)


def decline(played: Table, unit: str = "") -> Outcome:
    return played.when("blue", PassReaction(unit=unit))


def carry(played: Table, unit: str, point: int = 0, *, lapse: bool = False) -> Outcome:
    return played.when("blue", CarryOutReaction(unit=unit, point=point, lapse=lapse))


def answer(played: Table) -> Outcome:
    """Let silence answer the innermost question, as the service would."""
    top = played.window
    assert top is not None, "nothing is asked"
    asks = played.rules.windows[top.kind]
    assert asks.default_command is not None, f"silence answers nothing to {top.kind}"
    command = asks.default_command(played.game, top, top.asks[0])
    assert command is not None, f"silence answers nothing to {top.kind}"
    return played.when(top.asks[0], command).accepted()


def until(played: Table, *kinds: str) -> list[Struct]:
    """Let silence answer until one of these questions is asked; gives all events on the way."""
    seen: list[Struct] = []
    while played.window is not None and played.window.kind not in kinds:
        seen += answer(played).events
    return seen


def listed(played: Table) -> dict[str, tuple[str, ...]]:
    """Give who is asked for reactions, and for which."""
    return {row.unit: row.options for row in played.game.reactions if row.stage == "asked"}
