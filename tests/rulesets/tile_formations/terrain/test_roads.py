"""Roads: their bonus and the road march."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    ActionTestPassed,
    MoveDeclared,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    QUIET_INFANTRY,
    SHEETS_BY_TYPE,
    TESTED,
    VEHICLES,
    Placed,
    at,
    infantry,
    light_vehicle,
    table,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    end_move,
    lone_unit,
    move,
    refused,
    tile_of_unit,
)
from tests.rulesets.tile_formations.terrain.steps import check_harmless


def open_road(kind: str, clause: str) -> None:
    """Check that a class steps onto a road for one point, or not where the printed cells are taken as they are."""
    check_harmless(kind, "+roads", 1)
    played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): "+roads"}, options={"roads_impassable": True})
    refused(move(played, "a1.1", (3, 2)), "impassable", clause, tile=at(3, 2))


@pytest.mark.rule("TF-ROAD-01")
@pytest.mark.ruling("TF-ROAD-01.2", "TF-ROAD-01.3")
def test_roads_are_open_to_infantry() -> None:
    """Infantry steps onto a road at the cost of one point, unless the option closes roads."""
    open_road("INF", "TF-ROAD-01")


@pytest.mark.rule("TF-ROAD-02")
@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.ruling("TF-ROAD-02.1")
def test_roads_are_open_to_vehicles(kind: str) -> None:
    """Vehicles step onto a road at the cost of one point, unless the option closes roads."""
    open_road(kind, "TF-ROAD-02")


@pytest.mark.rule("TF-ROAD-03")
@pytest.mark.ruling("TF-ROAD-03.1")
def test_roads_are_open_to_war_engines() -> None:
    """War engines step onto a road at the cost of one point, unless the option closes roads."""
    open_road("WE", "TF-ROAD-03")


ROAD = {(x, 0): "+roads" for x in range(7)}


@pytest.mark.rule("TF-ROAD-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
@pytest.mark.ruling("TF-ROAD-04.2")
def test_a_unit_on_the_road_goes_farther(kind: str) -> None:
    """With speed 4 a unit that starts on a road goes 6 tiles of road, and not 5 of road and one of open ground."""
    played = lone_unit(SHEETS_BY_TYPE[kind](speed=4), (0, 0), terrain=ROAD)
    off = [(x, 0) for x in range(1, 6)] + [(6, 1)]
    refused(move(played, "a1.1", *off), "exceeds-speed", "TF-MOVE-01", speed=4, cost=6)
    moved = move(played, "a1.1", *[(x, 0) for x in range(1, 7)]).one(MoveDeclared)
    assert (moved.speed.total, moved.cost.total) == (6, 6)
    assert tile_of_unit(played, "a1.1") == at(6, 0)


@pytest.mark.rule("TF-ROAD-04")
def test_the_bonus_is_two_tiles() -> None:
    """Seven tiles of road are too far for speed 4, and without the road all the way speed 4 is all there is."""
    played = lone_unit(infantry(), (0, 0), terrain={(x, 0): "+roads" for x in range(9)})
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 8)]), "exceeds-speed", "TF-MOVE-01", speed=6, cost=7)
    played = lone_unit(infantry(), (0, 0), terrain=ROAD)
    move(played, "a1.1", (1, 0), (2, 0), (3, 0), (3, 1)).accepted()


@pytest.mark.rule("TF-ROAD-04")
@pytest.mark.parametrize(("counts", "speed"), [(True, 4), (False, 6)])
@pytest.mark.ruling("TF-ROAD-04.2", "TF-ROAD-04.3")
def test_the_starting_tile_counts(counts: bool, speed: int) -> None:
    """A unit that starts beside the road has no bonus, unless the option leaves the starting tile out."""
    played = lone_unit(infantry(), (0, 1), terrain=ROAD, options={"road_start_counts": counts})
    path = [(x, 0) for x in range(1, 7)]
    if speed == 4:
        refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", speed=4)
    else:
        assert move(played, "a1.1", *path).one(MoveDeclared).speed.total == 6


@pytest.mark.rule("TF-ROAD-04")
def test_the_bonus_is_for_each_move() -> None:
    """In a march each move is judged alone: off the road at the end of one, the next has no bonus."""
    played = lone_unit(infantry(speed=2), (0, 0), "march", terrain={(x, 0): "+roads" for x in range(9)})
    move(played, "a1.1", (1, 0), (2, 0), (3, 0), (4, 0)).accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", (5, 0), (5, 1)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (6, 0), (7, 0), (8, 0)), "exceeds-speed", "TF-MOVE-01", speed=2)


def _column(off: bool = False, **setup: Any) -> Table:
    second = (1, 1) if off else (1, 0)
    units: dict[str, Placed] = {"a1.1": ((0, 0), infantry()), "a1.2": (second, infantry()), "b1.1": ("L12", infantry())}
    return table("", units, terrain={(x, 0): "+roads" for x in range(12)}, **setup)


@pytest.mark.rule("TF-ROAD-05")
@pytest.mark.ruling("TF-ROAD-05.2")
def test_a_road_march_passes_its_test() -> None:
    """A march of units that all stand on roads, declared as a road march, passes its test without a die."""
    played = _column()
    outcome = begin_action(played, "a1", "march", road_march=True)
    outcome.then(ActionTestPassed, formation="a1", action="march", automatic=True).then(ActionBegun, road_march=True)
    assert not outcome.rolls
    begun = begin_action(_column(options=TESTED), "a1", "march", test="passed")
    assert not begun.one(ActionTestPassed).automatic
    assert not begun.one(ActionBegun).road_march


@pytest.mark.rule("TF-ROAD-05")
def test_a_road_march_begins_on_roads() -> None:
    """With a unit off the road it is refused, and so is a road march that is no march."""
    refused(ask_action(_column(off=True), "a1", "march", road_march=True), "unit-off-road", "TF-ROAD-05", unit="a1.2")
    refused(ask_action(_column(), "a1", "advance", road_march=True), "not-a-march", "TF-ROAD-05")
    refused(ask_action(_column(), "a1", "double", road_march=True), "not-a-march", "TF-ROAD-05")


@pytest.mark.rule("TF-ROAD-05")
@pytest.mark.ruling("TF-ROAD-05.2")
def test_a_road_march_stays_on_roads() -> None:
    """In all three moves every step off the road is refused; in an ordinary march it is not."""
    played = _column()
    begin_action(played, "a1", "march", road_march=True)
    for number in range(3):
        x = 1 + number
        refused(move(played, "a1.2", (x, 1)), "off-the-road", "TF-ROAD-05", tile=at(x, 1))
        refused(move(played, "a1.2", (x + 1, 0), (x + 1, 1), (x + 2, 0)), "off-the-road", "TF-ROAD-05")
        move(played, "a1.2", (x + 1, 0)).accepted()
        move(played, "a1.1", (x, 0)).accepted()
        end_move(played, "a1").accepted()
    played = _column()
    begin_action(played, "a1", "march")
    move(played, "a1.2", (2, 1)).accepted()


@pytest.mark.rule("TF-ROAD-05")
@pytest.mark.ruling("TF-MOVE-04.2")
def test_where_no_tests_are_taken() -> None:
    """Where the option says that there are no action tests, no result is supplied."""
    played = _column(options={"action_test": "none"})
    refused(ask_action(played, "a1", "march", test="failed"), "no-tests-here", "TF-MOVE-10")
    begin_action(played, "a1", "march").then(ActionBegun, moves=3)


@pytest.mark.rule("TF-ROAD-05")
def test_a_road_march_needs_no_test() -> None:
    """A march on roads alone passes its test, begins on roads and never leaves them."""
    drawing = "= = = = = = =\n. . . . . . .\n. . . . . . ."
    units = {"a1.1": ("A1", light_vehicle(speed=1)), "b1.1": ("G3", QUIET_INFANTRY)}
    played = table(drawing, units)
    ask_action(played, "a1", "advance", road_march=True).rejected("TF-ROAD-05", "not-a-march")
    begin_action(played, "a1", "march", road_march=True).then(ActionTestPassed, automatic=True)
    move(played, "a1.1", "B2").rejected("TF-ROAD-05", "off-the-road")
    move(played, "a1.1", "B1", "C1", "D1").accepted()
    played = table(drawing, units | {"a1.2": ("B2", infantry())})
    ask_action(played, "a1", "march", road_march=True).rejected("TF-ROAD-05", "unit-off-road", unit="a1.2")


@pytest.mark.rule("TF-ROAD-04")
def test_roads_add_to_speed() -> None:
    """A move on road alone has two tiles more; one tile off it has none."""
    drawing = "= = = = = = = .\n. . . . . . . .\n. . . . . . . ."
    units = {"a1.1": ("A1", light_vehicle(speed=4)), "b1.1": ("H3", infantry(flags=("no_zoc",)))}
    played = table(drawing, units)
    begin_action(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1", "E1", "F2").rejected("TF-MOVE-01", "exceeds-speed", speed=4)
    declared = move(played, "a1.1", "B1", "C1", "D1", "E1", "F1", "G1").one(MoveDeclared)
    assert declared.speed.total == 6
    assert "TF-ROAD-04" in declared.speed.clauses()


@pytest.mark.rule("TF-ROAD-05")
def test_no_test_spoils_a_road_march() -> None:
    """A road march passes its test without a result that anybody states; an ordinary march with a bad one fails."""
    units: dict[str, Placed] = {"a1.1": ((0, 0), infantry()), "b1.1": ("L12", infantry())}
    ground: Any = {(x, 0): "+roads" for x in range(4)}
    outcome = begin_action(table("", units, terrain=ground, options=TESTED), "a1", "march", road_march=True)
    outcome.then(ActionTestPassed, automatic=True).then(ActionBegun, action="march", moves=3, road_march=True)
    ordinary = begin_action(table("", units, terrain=ground, options=TESTED), "a1", "march", test="failed")
    ordinary.then(ActionTestFailed).without(ActionBegun)
