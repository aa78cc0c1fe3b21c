"""Clause tests: cliffs, roads, barricades, bunkers and fieldworks."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestPassed,
    DangerousTerrainRolled,
    MoveDeclared,
    SavesRolled,
    ToHitRolled,
    UnitDestroyed,
    UnitMoved,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    asked,
    at,
    begin,
    end_move,
    infantry,
    move,
    roll,
    table,
    unit,
    vehicle,
    weapon,
    where,
)
from tests.rulesets.tile_formations.said_ground import (
    MADE,
    VEHICLES,
    danger_tests,
    lone,
    plain,
    refused,
    saved,
    shot,
)


def entering(kind: str, ground: str, **changes: Any) -> tuple[Table, Outcome]:
    """Let a unit of integrity 1 step from open ground into this terrain at (3,2)."""
    played = lone(MADE[kind](**({"integrity": 1} | changes)), terrain={(3, 2): ground})
    return played, move(played, "a1.1", (3, 2))


def impassable(kind: str, ground: str, clause: str) -> None:
    """Check that a unit is kept out of a terrain, and does not go through it."""
    played, outcome = entering(kind, ground)
    refused(outcome, "impassable", clause, tile=at(3, 2))
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", clause, tile=at(3, 2))


def harmless(kind: str, ground: str, cost: int) -> None:
    """Check that a unit enters a terrain at this cost and without a die."""
    played, outcome = entering(kind, ground)
    assert outcome.one(MoveDeclared).cost.total == cost
    assert not danger_tests(outcome)
    assert not outcome.rolls
    assert where(played, "a1.1") == at(3, 2)


def dangerous(kind: str, ground: str, **changes: Any) -> None:
    """Check that a unit of integrity 1 is destroyed by a 6 when it enters a terrain, and by no other face."""
    for face in range(1, 7):
        played, outcome = entering(kind, ground, **changes)
        assert [test.faces for test in danger_tests(outcome)] == [(6,)]
        rolled = roll(played, "a1.1", face)
        assert rolled.one(DangerousTerrainRolled).casualties == (face == 6)
        assert (unit(played, "a1.1").out == "") is (face < 6)
        if face == 6:
            rolled.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain")


def sheltered(ground: str, *faces: int, crossfire: bool = False) -> tuple[Table, list[tuple[int, bool]]]:
    """Hit infantry on this ground with as many dice as there are faces, and roll these to save: values and results."""
    gun = weapon(dice=len(faces), to_hit=4)
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(weapons=(gun,))), "b1.1": ((7, 2), infantry(integrity=9)),
    }  # fmt: skip
    played = plain(units, terrain={(7, 2): ground})
    rolled = shot(played, *[1] * len(faces), crossfire=crossfire).one(ToHitRolled)
    assert rolled.value.total == 3
    saves = saved(played, *faces).one(SavesRolled).saves
    assert {each.save for each in saves} == {"cover"}
    return played, [(each.value.total, each.saved) for each in saves]


# -- cliffs


@pytest.mark.rule("TF-CLIFF-01")
def test_cliffs_stop_infantry() -> None:
    """Infantry without climbing gear neither enters a cliff nor goes through it."""
    impassable("INF", "cliffs", "TF-CLIFF-01")


@pytest.mark.rule("TF-CLIFF-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_cliffs_stop_vehicles(kind: str) -> None:
    """Vehicles do not enter cliffs, with climbing gear neither."""
    impassable(kind, "cliffs", "TF-CLIFF-02")
    _, outcome = entering(kind, "cliffs", flags=("climbing_gear",))
    refused(outcome, "impassable", "TF-CLIFF-02")


@pytest.mark.rule("TF-CLIFF-03")
def test_cliffs_stop_war_engines() -> None:
    """War engines do not enter cliffs, with climbing gear neither."""
    impassable("WE", "cliffs", "TF-CLIFF-03")
    _, outcome = entering("WE", "cliffs", flags=("climbing_gear",))
    refused(outcome, "impassable", "TF-CLIFF-03")


@pytest.mark.rule("TF-CLIFF-04")
def test_climbers_take_cliffs_as_dangerous() -> None:
    """Infantry with climbing gear enters a cliff: a 6 destroys it, a 5 lets it pass on beyond."""
    dangerous("INF", "cliffs", flags=("climbing_gear",))
    played = lone(infantry(flags=("climbing_gear",)), terrain={(3, 2): "cliffs"})
    assert [test.kind for test in danger_tests(move(played, "a1.1", (3, 2), (4, 2)))] == ["cliffs"]
    roll(played, "a1.1", 5).then(UnitMoved, tile=at(4, 2), done=True)


@pytest.mark.rule("TF-CLIFF-04")
def test_climbing_gear_opens_nothing_else() -> None:
    """What else is impassable for infantry stays so for climbers."""
    played = lone(infantry(flags=("climbing_gear",)), terrain={(3, 2): "+bunkers"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "not-crossed", "TF-BUNK-02")


# -- roads


def open_road(kind: str, clause: str) -> None:
    """Check that a class steps onto a road for one point, or not where the printed cells are taken as they are."""
    harmless(kind, "+roads", 1)
    played = lone(MADE[kind](), terrain={(3, 2): "+roads"}, options={"roads_impassable": True})
    refused(move(played, "a1.1", (3, 2)), "impassable", clause, tile=at(3, 2))


@pytest.mark.rule("TF-ROAD-01")
def test_roads_are_open_to_infantry() -> None:
    """Infantry steps onto a road at the cost of one point, unless the option closes roads."""
    open_road("INF", "TF-ROAD-01")


@pytest.mark.rule("TF-ROAD-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_roads_are_open_to_vehicles(kind: str) -> None:
    """Vehicles step onto a road at the cost of one point, unless the option closes roads."""
    open_road(kind, "TF-ROAD-02")


@pytest.mark.rule("TF-ROAD-03")
def test_roads_are_open_to_war_engines() -> None:
    """War engines step onto a road at the cost of one point, unless the option closes roads."""
    open_road("WE", "TF-ROAD-03")


ROAD = {(x, 0): "+roads" for x in range(7)}


@pytest.mark.rule("TF-ROAD-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
def test_a_unit_on_the_road_goes_farther(kind: str) -> None:
    """With speed 4 a unit that starts on a road goes 6 tiles of road, and not 5 of road and one of open ground."""
    played = lone(MADE[kind](speed=4), (0, 0), terrain=ROAD)
    off = [(x, 0) for x in range(1, 6)] + [(6, 1)]
    refused(move(played, "a1.1", *off), "exceeds-speed", "TF-MOVE-01", speed=4, cost=6)
    moved = move(played, "a1.1", *[(x, 0) for x in range(1, 7)]).one(MoveDeclared)
    assert (moved.speed.total, moved.cost.total) == (6, 6)
    assert where(played, "a1.1") == at(6, 0)


@pytest.mark.rule("TF-ROAD-04")
def test_the_bonus_is_two_tiles() -> None:
    """Seven tiles of road are too far for speed 4, and without the road all the way speed 4 is all there is."""
    played = lone(infantry(), (0, 0), terrain={(x, 0): "+roads" for x in range(9)})
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 8)]), "exceeds-speed", "TF-MOVE-01", speed=6, cost=7)
    played = lone(infantry(), (0, 0), terrain=ROAD)
    move(played, "a1.1", (1, 0), (2, 0), (3, 0), (3, 1)).accepted()


@pytest.mark.rule("TF-ROAD-04")
@pytest.mark.parametrize(("counts", "speed"), [(True, 4), (False, 6)])
def test_the_starting_tile_counts(counts: bool, speed: int) -> None:
    """A unit that starts beside the road has no bonus, unless the option leaves the starting tile out."""
    played = lone(infantry(), (0, 1), terrain=ROAD, options={"road_start_counts": counts})
    path = [(x, 0) for x in range(1, 7)]
    if speed == 4:
        refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", speed=4)
    else:
        assert move(played, "a1.1", *path).one(MoveDeclared).speed.total == 6


@pytest.mark.rule("TF-ROAD-04")
def test_the_bonus_is_for_each_move() -> None:
    """In a march each move is judged alone: off the road at the end of one, the next has no bonus."""
    played = lone(infantry(speed=2), (0, 0), "march", terrain={(x, 0): "+roads" for x in range(9)})
    move(played, "a1.1", (1, 0), (2, 0), (3, 0), (4, 0)).accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", (5, 0), (5, 1)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (6, 0), (7, 0), (8, 0)), "exceeds-speed", "TF-MOVE-01", speed=2)


def _column(off: bool = False, **given: Any) -> Table:
    second = (1, 1) if off else (1, 0)
    units: dict[str, Placed] = {
        "a1.1": ((0, 0), infantry()), "a1.2": (second, infantry()), "b1.1": ("L12", infantry()),
    }  # fmt: skip
    return table("", units, terrain={(x, 0): "+roads" for x in range(12)}, **given)


@pytest.mark.rule("TF-ROAD-05")
def test_a_road_march_passes_its_test() -> None:
    """A march of units that all stand on roads, declared as a road march, passes its test without a die."""
    played = _column()
    outcome = begin(played, "a1", "march", road_march=True)
    outcome.then(ActionTestPassed, formation="a1", action="march", automatic=True).then(ActionBegun, road_march=True)
    assert not outcome.rolls
    begun = begin(_column(), "a1", "march", test="passed")
    assert not begun.one(ActionTestPassed).automatic
    assert not begun.one(ActionBegun).road_march


@pytest.mark.rule("TF-ROAD-05")
def test_a_road_march_begins_on_roads() -> None:
    """With a unit off the road it is refused, and so is a road march that is no march."""
    refused(asked(_column(off=True), "a1", "march", road_march=True), "unit-off-road", "TF-ROAD-05", unit="a1.2")
    refused(asked(_column(), "a1", "advance", road_march=True), "not-a-march", "TF-ROAD-05")
    refused(asked(_column(), "a1", "double", road_march=True), "not-a-march", "TF-ROAD-05")


@pytest.mark.rule("TF-ROAD-05")
def test_a_road_march_stays_on_roads() -> None:
    """In all three moves every step off the road is refused; in an ordinary march it is not."""
    played = _column()
    begin(played, "a1", "march", road_march=True)
    for number in range(3):
        x = 1 + number
        refused(move(played, "a1.2", (x, 1)), "off-the-road", "TF-ROAD-05", tile=at(x, 1))
        refused(move(played, "a1.2", (x + 1, 0), (x + 1, 1), (x + 2, 0)), "off-the-road", "TF-ROAD-05")
        move(played, "a1.2", (x + 1, 0)).accepted()
        move(played, "a1.1", (x, 0)).accepted()
        end_move(played, "a1").accepted()
    played = _column()
    begin(played, "a1", "march")
    move(played, "a1.2", (2, 1)).accepted()


@pytest.mark.rule("TF-ROAD-05")
def test_where_no_tests_are_taken() -> None:
    """Where the option says that there are no action tests, no result is supplied."""
    played = _column(options={"action_test": "none"})
    refused(asked(played, "a1", "march", test="failed"), "no-tests-here", "TF-MOVE-10")
    begin(played, "a1", "march").then(ActionBegun, moves=3)


# -- barricades


@pytest.mark.rule("TF-BARR-01")
def test_barricades_are_dangerous_for_infantry() -> None:
    """Infantry that enters a barricade is destroyed by a 6."""
    dangerous("INF", "+barricade")


@pytest.mark.rule("TF-BARR-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_barricades_do_not_endanger_vehicles(kind: str) -> None:
    """A vehicle enters a barricade without a test, at the cost of 2 points."""
    harmless(kind, "+barricade", 2)


@pytest.mark.rule("TF-BARR-03")
def test_barricades_are_nothing_to_war_engines() -> None:
    """A war engine enters a barricade at the cost of one point and without a test."""
    harmless("WE", "+barricade", 1)


@pytest.mark.rule("TF-BARR-04")
def test_barricades_slow_infantry() -> None:
    """With speed 4 open, barricade, open cost 4; a further tile is refused."""
    played = lone(infantry(speed=4), terrain={(4, 2): "+barricade"})
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2), (6, 2)), "exceeds-speed", "TF-MOVE-01", cost=5, speed=4)
    assert move(played, "a1.1", (3, 2), (4, 2), (5, 2)).one(MoveDeclared).cost.total == 4
    roll(played, "a1.1", 1)
    assert where(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-BARR-04")
@pytest.mark.parametrize(("speed", "half"), [(4, 2), (5, 2), (3, 1), (1, 1)])
def test_the_whole_move_may_be_halved_instead(speed: int, half: int) -> None:
    """By the option a move through a barricade has half the speed, rounded down and one at least."""
    path = [(3, 2), (4, 2), (5, 2)]
    played = lone(infantry(speed=speed), terrain={(3, 2): "+barricade"}, options={"impeded_mode": "halve_move"})
    refused(move(played, "a1.1", *path[: half + 1]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *path[:half]).accepted()
    roll(played, "a1.1", 1)
    assert where(played, "a1.1") == at(*path[half - 1])


@pytest.mark.rule("TF-BARR-04")
def test_a_halved_move_is_one_through_the_terrain() -> None:
    """By the same option a move around the barricade keeps its speed."""
    played = lone(infantry(speed=4), terrain={(3, 2): "+barricade"}, options={"impeded_mode": "halve_move"})
    move(played, "a1.1", (3, 3), (4, 3), (5, 3), (6, 3)).accepted()


@pytest.mark.rule("TF-BARR-05")
@pytest.mark.parametrize("kind", VEHICLES)
def test_barricades_slow_vehicles(kind: str) -> None:
    """With speed 6 barricade, barricade, open, open cost 6; a further tile is refused."""
    played = lone(MADE[kind](speed=6), terrain={(3, 2): "+barricade", (4, 2): "+barricade"})
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 8)]), "exceeds-speed", "TF-MOVE-01", cost=7, speed=6)
    moved = move(played, "a1.1", *[(x, 2) for x in range(3, 7)])
    assert moved.one(MoveDeclared).cost.total == 6
    assert not danger_tests(moved)


# -- bunkers


@pytest.mark.rule("TF-BUNK-01")
def test_bunkers_shelter_infantry() -> None:
    """Infantry in a bunker is harder to hit by one and saved on 1 to 4."""
    _, saves = sheltered("+bunkers", 1, 4, 5)
    assert saves == [(4, True), (4, True), (4, False)]


@pytest.mark.rule("TF-BUNK-02")
def test_bunkers_are_held_and_not_crossed() -> None:
    """Infantry ends a move in a bunker, and does not go across it."""
    played = lone(infantry(), terrain={(3, 2): "+bunkers"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "not-crossed", "TF-BUNK-02", tile=at(3, 2))
    moved = move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True)
    assert not danger_tests(moved)


@pytest.mark.rule("TF-BUNK-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_bunkers_are_dangerous_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that enters a bunker is destroyed by a 6; it may go across."""
    dangerous(kind, "+bunkers")
    played = lone(MADE[kind](), terrain={(3, 2): "+bunkers"})
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(4, 2))


@pytest.mark.rule("TF-BUNK-04")
def test_bunkers_stop_war_engines() -> None:
    """War engines do not enter bunkers."""
    impassable("WE", "+bunkers", "TF-BUNK-04")


@pytest.mark.rule("TF-BUNK-05")
def test_bunkers_count_as_fortifications() -> None:
    """In a crossfire the cover of a bunker stays 4, that of a ruin falls to 2; Shock comes as always."""
    played, saves = sheltered("+bunkers", 4, 5, crossfire=True)
    assert saves == [(4, True), (4, False)]
    assert played.game.formations["b1"].shock == 2
    assert sheltered("ruins", 2, 3, crossfire=True)[1] == [(2, True), (2, False)]


@pytest.mark.rule("TF-BUNK-05")
def test_the_cells_stay_those_of_bunkers() -> None:
    """A vehicle enters a bunker for a test, though fortifications would keep it out; infantry crosses only those."""
    _, outcome = entering("AV", "fortifications")
    refused(outcome, "impassable", "TF-FORT-02")
    played, outcome = entering("AV", "+bunkers")
    assert len(danger_tests(outcome)) == 1
    roll(played, "a1.1", 1)
    move(lone(infantry(), terrain={(3, 2): "fortifications"}), "a1.1", (3, 2), (4, 2)).accepted()


# -- fieldworks


@pytest.mark.rule("TF-FIELD-01")
def test_fieldworks_shelter_infantry() -> None:
    """Infantry hit in fieldworks is saved on 1 to 3."""
    _, saves = sheltered("+fieldworks", 1, 2, 3, 4)
    assert saves == [(3, True), (3, True), (3, True), (3, False)]


@pytest.mark.rule("TF-FIELD-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_fieldworks_are_dangerous_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that enters fieldworks is destroyed by a 6."""
    dangerous(kind, "+fieldworks")


@pytest.mark.rule("TF-FIELD-03")
def test_fieldworks_are_nothing_to_war_engines() -> None:
    """A war engine enters fieldworks at the cost of one point and without a test."""
    harmless("WE", "+fieldworks", 1)


@pytest.mark.rule("TF-FIELD-04")
def test_fieldworks_slow_infantry() -> None:
    """With speed 4 infantry enters two tiles of fieldworks in a move and not a third, without any test."""
    harmless("INF", "+fieldworks", 2)
    played = lone(infantry(speed=4), terrain={(x, 2): "+fieldworks" for x in (3, 4, 5)})
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2)), "exceeds-speed", "TF-MOVE-01", cost=6, speed=4)
    assert move(played, "a1.1", (3, 2), (4, 2)).one(MoveDeclared).cost.total == 4


@pytest.mark.rule("TF-FIELD-05")
@pytest.mark.parametrize("kind", VEHICLES)
def test_fieldworks_slow_vehicles(kind: str) -> None:
    """With speed 5 fieldworks, open, fieldworks cost a vehicle 5 and two tests."""
    played = lone(MADE[kind](speed=5), terrain={(3, 2): "+fieldworks", (5, 2): "+fieldworks"})
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 7)]), "exceeds-speed", "TF-MOVE-01", cost=6, speed=5)
    first = move(played, "a1.1", *[(x, 2) for x in range(3, 6)])
    assert first.one(MoveDeclared).cost.total == 5
    assert [test.tile for test in danger_tests(first)] == [at(3, 2)]
    assert [test.tile for test in danger_tests(roll(played, "a1.1", 1))] == [at(5, 2)]
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(5, 2), done=True)


@pytest.mark.rule("TF-FIELD-05")
@pytest.mark.parametrize(("sheet", "speed"), [(vehicle(speed=5), 2), (vehicle(speed=1), 1)])
def test_fieldworks_may_halve_a_move(sheet: UnitSheet, speed: int) -> None:
    """By the option a vehicle that goes through fieldworks has half its speed, and at least one tile."""
    played = lone(sheet, terrain={(3, 2): "+fieldworks"}, options={"impeded_mode": "halve_move"})
    path = [(3, 2), (4, 2), (5, 2)]
    refused(move(played, "a1.1", *path[: speed + 1]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *path[:speed]).accepted()
    roll(played, "a1.1", 1)
    assert where(played, "a1.1") == at(*path[speed - 1])
