"""Fieldworks."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import MoveDeclared, UnitMoved, UnitSheet
from tests.rulesets.tile_formations.fixtures import (
    SHEETS_BY_TYPE,
    VEHICLES,
    Place,
    at,
    infantry,
    light_vehicle,
    vehicle,
)
from tests.rulesets.tile_formations.steps import danger_tests, lone_unit, move, refused, roll, tile_of_unit
from tests.rulesets.tile_formations.terrain.steps import check_dangerous, check_harmless, hit_and_save


@pytest.mark.rule("TF-FIELD-01")
def test_fieldworks_shelter_infantry() -> None:
    """Infantry hit in fieldworks is saved on 1 to 3."""
    _, saves = hit_and_save("+fieldworks", 1, 2, 3, 4)
    assert saves == [(3, True), (3, True), (3, True), (3, False)]


@pytest.mark.rule("TF-FIELD-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_fieldworks_are_dangerous_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that enters fieldworks is destroyed by a 6."""
    check_dangerous(kind, "+fieldworks")


@pytest.mark.rule("TF-FIELD-03")
def test_fieldworks_are_nothing_to_war_engines() -> None:
    """A war engine enters fieldworks at the cost of one point and without a test."""
    check_harmless("WE", "+fieldworks", 1)


@pytest.mark.rule("TF-FIELD-04")
@pytest.mark.ruling("TF-FIELD-04.1")
def test_fieldworks_slow_infantry() -> None:
    """With speed 4 infantry enters two tiles of fieldworks in a move and not a third, without any test."""
    check_harmless("INF", "+fieldworks", 2)
    played = lone_unit(infantry(speed=4), terrain={(x, 2): "+fieldworks" for x in (3, 4, 5)})
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2)), "exceeds-speed", "TF-MOVE-01", cost=6, speed=4)
    assert move(played, "a1.1", (3, 2), (4, 2)).one(MoveDeclared).cost.total == 4


@pytest.mark.rule("TF-FIELD-05", "TF-GRID-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_fieldworks_slow_vehicles(kind: str) -> None:
    """With speed 5 fieldworks, open, fieldworks cost an armoured vehicle 5 and two tests; a light one by option."""
    ground: dict[Place, Any] = {(3, 2): "+fieldworks", (5, 2): "+fieldworks"}
    options = {"light_vehicles_impeded": kind == "LV"}
    played = lone_unit(SHEETS_BY_TYPE[kind](speed=5), terrain=ground, options=options)
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 7)]), "exceeds-speed", "TF-MOVE-01", cost=6, speed=5)
    first = move(played, "a1.1", *[(x, 2) for x in range(3, 6)])
    assert first.one(MoveDeclared).cost.total == 5
    assert [test.tile for test in danger_tests(first)] == [at(3, 2)]
    assert [test.tile for test in danger_tests(roll(played, "a1.1", 1))] == [at(5, 2)]
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(5, 2), done=True)


@pytest.mark.rule("TF-FIELD-05", "TF-GRID-03")
def test_fieldworks_do_not_slow_light_vehicles() -> None:
    """A light vehicle pays 3 for the same path, and takes the same two tests."""
    played = lone_unit(light_vehicle(speed=5), terrain={(3, 2): "+fieldworks", (5, 2): "+fieldworks"})
    first = move(played, "a1.1", *[(x, 2) for x in range(3, 6)])
    assert first.one(MoveDeclared).cost.total == 3
    assert [test.tile for test in danger_tests(first)] == [at(3, 2)]
    assert [test.tile for test in danger_tests(roll(played, "a1.1", 1))] == [at(5, 2)]
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(5, 2), done=True)


@pytest.mark.rule("TF-FIELD-05")
@pytest.mark.parametrize(("sheet", "speed"), [(vehicle(speed=5), 2), (vehicle(speed=1), 1)])
def test_fieldworks_may_halve_a_move(sheet: UnitSheet, speed: int) -> None:
    """By the option a vehicle that goes through fieldworks has half its speed, and at least one tile."""
    played = lone_unit(sheet, terrain={(3, 2): "+fieldworks"}, options={"impeded_mode": "halve_move"})
    path = [(3, 2), (4, 2), (5, 2)]
    refused(move(played, "a1.1", *path[: speed + 1]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *path[:speed]).accepted()
    roll(played, "a1.1", 1)
    assert tile_of_unit(played, "a1.1") == at(*path[speed - 1])
