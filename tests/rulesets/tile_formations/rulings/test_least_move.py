"""The least move of one tile, for cautious units or for all."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import DangerousTestRequired, UnitMoved
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import at, infantry, vehicle
from tests.rulesets.tile_formations.steps import declare_cautious, lone_unit, move, refused, roll

ROAD_BLOCK: Any = {(3, 2): "+barricade"}


def before_barricade(speed: int, **options: Any) -> Table:
    """Put an armoured vehicle, which pays 2 points for a barricade, before one."""
    return lone_unit(vehicle(speed=speed), terrain=ROAD_BLOCK, options=options)


@pytest.mark.rule("TF-DANGER-12")
@pytest.mark.ruling("TF-DANGER-12.2", "TF-DANGER-12.3")
@pytest.mark.parametrize("option", [{}, {"minimum_move": "cautious"}])
def test_the_least_move_is_for_cautious_units(option: dict[str, str]) -> None:
    """Of speed 1 a unit that is not cautious can not pay for the barricade; a cautious one enters it."""
    played = before_barricade(1, **option)
    refused(move(played, "a1.1", (3, 2)), "exceeds-speed", "TF-MOVE-01", cost=2, speed=1)
    declare_cautious(played, "a1.1").accepted()
    move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True)


@pytest.mark.rule("TF-DANGER-12")
@pytest.mark.ruling("TF-DANGER-12.3")
def test_the_least_move_may_be_for_all() -> None:
    """By the option every unit enters one adjacent tile, and no second one."""
    played = before_barricade(1, minimum_move="all")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-MOVE-01", cost=3, speed=1)
    move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True)


@pytest.mark.rule("TF-DANGER-12")
@pytest.mark.ruling("TF-DANGER-12.2")
def test_the_least_move_is_one_tile() -> None:
    """Cautious infantry of speed 6 enters the barricade with its test, and neither a tile beyond nor before it."""
    played = lone_unit(infantry(speed=6), terrain={(3, 2): "+barricade", (4, 3): "+barricade"})
    declare_cautious(played, "a1.1").accepted()
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", cost=3, speed=1)
    refused(move(played, "a1.1", (3, 3), (4, 3)), "exceeds-speed", "TF-DANGER-09", cost=3, speed=1)
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 6, 5).then(UnitMoved, tile=at(3, 2), done=True)
