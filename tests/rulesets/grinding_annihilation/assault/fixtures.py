"""Assaults declared and rolled for, on open ground."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultRolled,
    DeclareAssault,
    RollAssault,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, blade, formation


def assault_turn(
    *dice: int,
    at: tuple[Place, ...] = ((10, 10),),
    enemy: tuple[Place, ...] = ((18, 10),),
    other: tuple[Place, ...] = (),
    rest: tuple = (),
    **more: Any,
) -> Table:
    """Let "a-r" and "b-b" stand apart at the beginning of red's Assault turn; "b-c" stands at `other`."""
    fields = {key: more.pop(key) for key in ("past", "options", "number", "before", "first") if key in more}
    units = [formation("a-r", at=at, weapons=(blade(),), **more), formation("b-b", at=enemy, weapons=(blade(),))]
    if other:
        units.append(formation("b-c", at=other, weapons=()))
    return battle(*units, *rest, phase="assault", dice=dice, **fields)


def begin_phase(phase: str, *units: Unit, **rest: Any) -> Table:
    """Begin a phase; in the Assault Phase red has the turn."""
    return battle(*units, phase=phase, **rest)


def rolled_assault(
    *units: Unit, targets: tuple[str, ...] = ("b-b",), dice: tuple[int, int] = (5, 4), **rest: Any
) -> Table:
    """Declare and roll an Assault of a-r."""
    table = begin_phase("assault", *units, dice=dice, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=targets)).then(AssaultDeclared)
    table.when("red", RollAssault(formation="a-r")).then(AssaultRolled, faces=dice)
    return table
