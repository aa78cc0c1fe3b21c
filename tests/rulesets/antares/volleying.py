"""Two units that shoot at each other, step by step: what the tests of shooting share.

"a-x" (red) shoots at "b-y" (blue), which has used its die, so that it is not asked for reactions. The gap runs between
the first models, which stand on one line; the others stand behind each other towards greater y.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareShooting,
    FiredWeapon,
    RollAccuracy,
    RollOverheadShift,
    Spot,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, plain, table, under

USED = {"order": "advance"}
X, Y = 10 * INCH, 10 * INCH


def duel(
    faces: Iterable[int] = (), gap: int = 10 * INCH, *, order: str = "fire", own: UnitSheet | None = None,
    foe: UnitSheet | None = None, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None,
    more: Iterable[tuple[Any, ...]] = (), pace: str = "step", **rest: Any,
) -> Table:  # fmt: skip
    """Let "a-x" act on an order, "b-y" stand so far from it."""
    units = [
        ("a-x", own or plain(), (X, Y), mine or {}),
        ("b-y", foe or plain(), (X + INCH + gap, Y), USED if theirs is None else theirs),
        *more,
    ]
    return under(table(faces, units=units, pace=pace, **rest), "a-x", order)


def shoot(*weapons: FiredWeapon, target: str = "b-y", unit: str = "a-x") -> DeclareShooting:
    """Shoot with these weapons, or with all."""
    return DeclareShooting(unit=unit, target=target, weapons=weapons)


def fired(
    weapon: str = "carbine", mode: str = "", models: tuple[str, ...] = (), aim: tuple[int, int] | None = None, *,
    blind: bool = False, target: str = "",
) -> FiredWeapon:  # fmt: skip
    """Name a weapon as it is fired."""
    spot = None if aim is None else Spot(x=aim[0], y=aim[1])
    return FiredWeapon(weapon=weapon, mode=mode, models=models, aim=spot, blind=blind, target=target)


def rolled(played: Table, *weapons: FiredWeapon) -> Outcome:
    """Shoot and throw the accuracy dice."""
    played.when("red", shoot(*weapons)).accepted()
    return played.when("table", RollAccuracy()).accepted()


def shifted(played: Table, *weapons: FiredWeapon) -> Outcome:
    """Shoot, throw the accuracy dice and bring the templates down."""
    rolled(played, *weapons)
    return played.when("table", RollOverheadShift()).accepted()


def number(played: Table, *weapons: FiredWeapon) -> int:
    """Shoot with one group and give the number that its dice need."""
    return rolled(played, *weapons).one(AccuracyRolled).needed.total


def results(outcome: Outcome) -> list[str]:
    """List the results of the dice of one group."""
    return [each.result for each in outcome.one(AccuracyRolled).dice]


MISSES = (9, 9, 9, 9, 9)
