"""Barricades: dangerous for infantry, and slow."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    CautiousDeclared,
    DangerousTestRequired,
    DeclareCautious,
    MoveDeclared,
)
from tests.rulesets.tile_formations.fixtures import (
    SHEETS_BY_TYPE,
    VEHICLES,
    Place,
    at,
    infantry,
    light_vehicle,
    table,
    vehicle,
    war_engine,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    danger_tests,
    declare_cautious,
    lone_unit,
    move,
    refused,
    roll,
    tile_of_unit,
)
from tests.rulesets.tile_formations.terrain.steps import check_dangerous, check_harmless


@pytest.mark.rule("TF-BARR-01")
def test_barricades_are_dangerous_for_infantry() -> None:
    """Infantry that enters a barricade is destroyed by a 6."""
    check_dangerous("INF", "+barricade")


@pytest.mark.rule("TF-BARR-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_barricades_do_not_endanger_vehicles(kind: str) -> None:
    """A vehicle enters a barricade without a test, an armoured one at the cost of 2 points."""
    check_harmless(kind, "+barricade", 2 if kind == "AV" else 1)


@pytest.mark.rule("TF-BARR-03")
def test_barricades_are_nothing_to_war_engines() -> None:
    """A war engine enters a barricade at the cost of one point and without a test."""
    check_harmless("WE", "+barricade", 1)


@pytest.mark.rule("TF-BARR-04")
@pytest.mark.ruling("TF-BARR-04.2")
def test_barricades_slow_infantry() -> None:
    """With speed 4 open, barricade, open cost 4; a further tile is refused."""
    played = lone_unit(infantry(speed=4), terrain={(4, 2): "+barricade"})
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2), (6, 2)), "exceeds-speed", "TF-MOVE-01", cost=5, speed=4)
    assert move(played, "a1.1", (3, 2), (4, 2), (5, 2)).one(MoveDeclared).cost.total == 4
    roll(played, "a1.1", 1)
    assert tile_of_unit(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-BARR-04")
@pytest.mark.parametrize(("speed", "half"), [(4, 2), (5, 2), (3, 1), (1, 1)])
@pytest.mark.ruling("TF-BARR-04.3")
def test_the_whole_move_may_be_halved_instead(speed: int, half: int) -> None:
    """By the option a move through a barricade has half the speed, rounded down and one at least."""
    path = [(3, 2), (4, 2), (5, 2)]
    played = lone_unit(infantry(speed=speed), terrain={(3, 2): "+barricade"}, options={"impeded_mode": "halve_move"})
    refused(move(played, "a1.1", *path[: half + 1]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *path[:half]).accepted()
    roll(played, "a1.1", 1)
    assert tile_of_unit(played, "a1.1") == at(*path[half - 1])


@pytest.mark.rule("TF-BARR-04")
def test_a_halved_move_is_one_through_the_terrain() -> None:
    """By the same option a move around the barricade keeps its speed."""
    played = lone_unit(infantry(speed=4), terrain={(3, 2): "+barricade"}, options={"impeded_mode": "halve_move"})
    move(played, "a1.1", (3, 3), (4, 3), (5, 3), (6, 3)).accepted()


@pytest.mark.rule("TF-BARR-05", "TF-GRID-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_barricades_slow_vehicles(kind: str) -> None:
    """With speed 6 barricade, barricade, open, open cost an armoured vehicle 6; light ones by option alone."""
    options = {"light_vehicles_impeded": kind == "LV"}
    barricades: dict[Place, Any] = {(3, 2): "+barricade", (4, 2): "+barricade"}
    played = lone_unit(SHEETS_BY_TYPE[kind](speed=6), terrain=barricades, options=options)
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 8)]), "exceeds-speed", "TF-MOVE-01", cost=7, speed=6)
    moved = move(played, "a1.1", *[(x, 2) for x in range(3, 7)])
    assert moved.one(MoveDeclared).cost.total == 6
    assert not danger_tests(moved)


@pytest.mark.rule("TF-BARR-05", "TF-GRID-03")
def test_barricades_do_not_slow_light_vehicles() -> None:
    """On the same path a light vehicle pays 4, and the two further tiles of its speed besides."""
    played = lone_unit(light_vehicle(speed=6), terrain={(3, 2): "+barricade", (4, 2): "+barricade"})
    path = [(x, 2) for x in range(3, 10)]
    refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", cost=7, speed=6)
    assert move(played, "a1.1", *path[:4]).one(MoveDeclared).cost.total == 4


@pytest.mark.rule("TF-DANGER-12")
@pytest.mark.parametrize("option", ["cautious", "all"])
def test_who_may_always_enter_one_tile(option: str) -> None:
    """Of speed 1 a cautious unit enters a barricade for 2 as its move; another may do so by option alone."""
    path, ground = ((3, 2), (4, 2)), {(3, 2): "+barricade"}
    played = lone_unit(infantry(speed=1), terrain=ground, options={"minimum_move": option})
    refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", cost=3, speed=1)
    if option == "cautious":
        refused(move(played, "a1.1", (3, 2)), "exceeds-speed", "TF-MOVE-01", cost=2, speed=1)
        offered = {path for row in played.offers("red") for path in words_of(row.fields, "path")}
        assert at(3, 2) not in offered
        declare_cautious(played, "a1.1").accepted()
    assert move(played, "a1.1", (3, 2)).one(MoveDeclared).cost.total == 2


@pytest.mark.rule("TF-BARR-04", "TF-BARR-05", "TF-DANGER-12")
def test_barricades_cost_two() -> None:
    """Infantry and armoured vehicles pay two for a barricade, others one; cautiously it may be entered with 1."""
    drawing = ". # . . .\n. . . . ."
    for made, cost in ((vehicle(), 2), (war_engine(), 1), (light_vehicle(), 1)):
        played = table(drawing, {"a1.1": ("A1", made), "b1.1": ("E2", infantry(flags=("no_zoc",)))})
        begin_action(played, "a1")
        assert move(played, "a1.1", "B1").one(MoveDeclared).cost.total == cost
    played = table(drawing, {"a1.1": ("A1", infantry()), "b1.1": ("E2", infantry(flags=("no_zoc",)))})
    begin_action(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).then(CautiousDeclared)
    move(played, "a1.1", "B1", "C1").rejected("TF-DANGER-09", "exceeds-speed", speed=1)
    move(played, "a1.1", "B1").then(DangerousTestRequired, second_roll=True)


@pytest.mark.rule("TF-BARR-04")
@pytest.mark.parametrize(("kind", "cost"), [("INF", 2), ("LV", 1), ("AV", 2), ("WE", 1), ("AC", 1)])
@pytest.mark.parametrize("ground", ["+barricade", "+fieldworks"])
def test_who_is_impeded(kind: str, cost: int, ground: str) -> None:
    """Barricades and fieldworks cost infantry and armoured vehicles two points, war engines and aircraft one."""
    played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): ground})
    assert move(played, "a1.1", (3, 2)).one(MoveDeclared).cost.total == cost
    if kind == "INF" and ground == "+barricade":
        roll(played, "a1.1", 1)
    if kind in {"LV", "AV"} and ground == "+fieldworks":
        roll(played, "a1.1", 1)
