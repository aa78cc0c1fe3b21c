"""Numbers worked out by hand from the clauses, several of them at once, as the game then has them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import MoveDeclared
from tests.rulesets.tile_formations.fixtures import ALL_FACES, infantry, light_vehicle, vehicle, war_engine
from tests.rulesets.tile_formations.steps import ShotResult, lone_unit, move, refused, shoot_at


@pytest.mark.rule("TF-MOVE-02", "TF-BARR-04", "TF-BARR-05", "TF-FIELD-04", "TF-FIELD-05", "TF-GRID-03")
@pytest.mark.parametrize(
    ("sheet", "ground", "cost"),
    [
        (infantry, ("+barricade", "open_ground", "+fieldworks", "scrub"), 6),
        (infantry, ("+fieldworks", "+barricade", "+fieldworks"), 6),
        (vehicle, ("+fieldworks", "open_ground", "+barricade"), 5),
        (war_engine, ("+barricade", "+fieldworks", "+barricade", "open_ground"), 4),
        (light_vehicle, ("+fieldworks", "+barricade", "open_ground"), 3),
    ],
)
def test_costs_of_ways(sheet: Any, ground: tuple[str, ...], cost: int) -> None:
    """Infantry and armoured vehicles pay two for barricades and fieldworks; with a point less the way is refused."""
    terrain: Any = {(3 + number, 2): kind for number, kind in enumerate(ground)}
    path: Any = [(3 + number, 2) for number in range(len(ground))]
    assert move(lone_unit(sheet(speed=cost), terrain=terrain), "a1.1", *path).one(MoveDeclared).cost.total == cost
    slow = lone_unit(sheet(speed=cost - 1), terrain=terrain)
    refused(move(slow, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", cost=cost, speed=cost - 1)


@pytest.mark.rule("TF-SAVE-04", "TF-CROSS-02", "TF-GRID-04", "TF-GRID-05", "TF-WOOD-04", "TF-COVER-01", "TF-SAVE-10")
@pytest.mark.parametrize(
    ("ground", "armour", "declared", "expected"),
    [
        ("ruins", 1, {"crossfire": True}, (3, "cover", 2, 2)),  # 3 less 1; armour would be 0
        ("woods", 3, {"crossfire": True}, (3, "armour", 2, 2)),  # armour 3 less 1 is better than 2 less 1
        ("woods", 1, {"air": True}, (3, "cover", 3, 3)),  # both rise by 1
        ("fortifications", 4, {"crossfire": True}, (3, None, 4, 4)),  # neither falls
        ("open_ground", 5, {"air": True, "crossfire": True}, (4, "armour", 4, 4)),  # no canopy, crossfire
        ("woods", 5, {"air": True}, (3, "armour", 6, 5)),  # canopy: 6, of which a 6 still fails
        ("scrub", 2, {}, (3, "armour", 2, 2)),  # 2 is better than 1
    ],
)
def test_hits_and_saves(ground: str, armour: int, declared: Any, expected: tuple[int, str | None, int, int]) -> None:
    """Infantry that is shot at with hit value 4: what hits, the better save after modifiers, which faces save."""
    to_hit, save, value, faces = expected
    got = shoot_at("INF", ground, armour=armour, declared=declared)
    assert got == ShotResult(to_hit, save or got.save, value, ALL_FACES[:faces])
