"""Checks that tests of several kinds of terrain share."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTerrainRolled,
    MoveDeclared,
    SavesRolled,
    ShootingDeclared,
    ToHitRolled,
    UnitDestroyed,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    SHEETS_BY_TYPE,
    Placed,
    at,
    infantry,
    open_ground,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    come_and_declare,
    danger_tests,
    hold_and_shoot,
    lone_unit,
    move,
    refused,
    roll,
    roll_saves,
    tile_of_unit,
    unit_row,
)

LONG = weapon("long", weapon_range=40)


def declare_at_distance(kind: str, vision: int, ground: str, distance: int, **setup: Any) -> Outcome:
    """Let a unit of some vision declare a shooting over a distance; the outcome may be a refusal."""
    units: Any = {
        "a1.1": ((1, 1), zoneless(kind, vision=vision, weapons=(LONG,))),
        "b1.1": ((1 + distance, 1), zoneless("AV")),
    }
    return come_and_declare(wide_ground(units, terrain={(1, 1): ground}, **setup))


def check_vision(kind: str, vision: int, ground: str, most: int) -> None:
    """Check that a unit sees so far and no farther."""
    declare_at_distance(kind, vision, ground, most).then(ShootingDeclared)
    refused(declare_at_distance(kind, vision, ground, most + 1), "beyond-vision", "TF-SHOOT-05", distance=most + 1)


def step_into(kind: str, ground: str, **changes: Any) -> tuple[Table, Outcome]:
    """Let a unit of integrity 1 step from open ground into this terrain at (3,2)."""
    played = lone_unit(SHEETS_BY_TYPE[kind](**({"integrity": 1} | changes)), terrain={(3, 2): ground})
    return played, move(played, "a1.1", (3, 2))


def check_kept_out(kind: str, ground: str, clause: str) -> None:
    """Check that a unit is kept out of a terrain, and does not go through it."""
    played, outcome = step_into(kind, ground)
    refused(outcome, "impassable", clause, tile=at(3, 2))
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", clause, tile=at(3, 2))


def check_harmless(kind: str, ground: str, cost: int) -> None:
    """Check that a unit enters a terrain at this cost and without a die."""
    played, outcome = step_into(kind, ground)
    assert outcome.one(MoveDeclared).cost.total == cost
    assert not danger_tests(outcome)
    assert not outcome.rolls
    assert tile_of_unit(played, "a1.1") == at(3, 2)


def check_dangerous(kind: str, ground: str, **changes: Any) -> None:
    """Check that a unit of integrity 1 is destroyed by a 6 when it enters a terrain, and by no other face."""
    for face in range(1, 7):
        played, outcome = step_into(kind, ground, **changes)
        assert [test.faces for test in danger_tests(outcome)] == [(6,)]
        rolled = roll(played, "a1.1", face)
        assert rolled.one(DangerousTerrainRolled).casualties == (face == 6)
        assert (unit_row(played, "a1.1").out == "") is (face < 6)
        if face == 6:
            rolled.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain")


def hit_and_save(ground: str, *faces: int, crossfire: bool = False) -> tuple[Table, list[tuple[int, bool]]]:
    """Hit infantry on this ground with as many dice as there are faces, and roll these to save: values and results."""
    gun = weapon(dice=len(faces), to_hit=4)
    units: dict[str, Placed] = {"a1.1": ((2, 2), infantry(weapons=(gun,))), "b1.1": ((7, 2), infantry(integrity=9))}
    played = open_ground(units, terrain={(7, 2): ground})
    rolled = hold_and_shoot(played, *[1] * len(faces), crossfire=crossfire).one(ToHitRolled)
    assert rolled.value.total == 3
    saves = roll_saves(played, *faces).one(SavesRolled).saves
    assert {save.save for save in saves} == {"cover"}
    return played, [(save.value.total, save.saved) for save in saves]
