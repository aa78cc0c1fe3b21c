"""AN-TERRAIN-05 to AN-TERRAIN-11, -25 and -26: difficult and impassable ground."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    ModelPath,
    MoveStopped,
    MoveUnit,
    PinsAdded,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import TALL, USED, X, Y, act_on, acting
from tests.rulesets.antares.movement.fixtures import (
    FAR_ENEMY,
    WALL,
    WOOD,
    go_with,
    mover,
    moving,
    wall_ahead,
    wood_ahead,
)
from tests.rulesets.antares.sheets import INCH, box, plain_squad, probe, stats, troopers, wall
from tests.rulesets.antares.steps import (
    agility_tests,
    distance_gone,
    events_of,
    move_unit,
    place_of,
    play_on,
    question,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-TERRAIN-05")
def test_a_probe_minds_neither_difficult_ground_nor_obstacles():
    """A probe runs 20 inches through a wood and over a wall: no test, no half move, no stop, no pin."""
    played = mover("run", [], wood_ahead("w1", 3 * INCH), wall_ahead("w2", 8 * INCH), sheet=probe(movement=10 * INCH))
    move_unit(played, 20 * INCH).without(AgilityTested, PinsAdded, MoveStopped)
    assert distance_gone(played) == 20 * INCH


@pytest.mark.rule("AN-TERRAIN-05", "AN-TERRAIN-26")
@pytest.mark.parametrize("sheet", [probe(movement=10 * INCH), troopers(1)])
def test_nobody_enters_impassable_ground(sheet):
    """A path through an impassable block is refused to all, probes included."""
    played = mover("run", [], wood_ahead("w1", 3 * INCH, movement="impassable"), sheet=sheet)
    move_unit(played, 10 * INCH).rejected("AN-TERRAIN-26", "impassable", terrain="w1")
    move_unit(played, 2 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-TERRAIN-05", "AN-TERRAIN-26")
def test_probes_pay_for_no_terrain_and_stop_at_impassable_ground():
    """Probes pay for no terrain, and impassable terrain stops them too."""
    units = (("a-x", probe(), (10_000, 10_000)), FAR_ENEMY)
    go_with(moving("run", terrain=[WOOD, WALL], units=units), 10_000).without(AgilityTested)
    rock = box("rock", 13_000, 9000, 1000, 5000, movement="impassable")
    go_with(moving("run", terrain=[rock], units=units), 10_000).rejected("AN-TERRAIN-26", "impassable", terrain="rock")
    go_with(moving("advance", terrain=[rock]), 5000).rejected("AN-TERRAIN-26", "impassable", terrain="rock")


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-25")
@pytest.mark.parametrize(
    ("order", "far", "sprint", "faces"),
    [("advance", 5, False, [4]), ("run", 10, False, [4]), ("run", 15, True, [4, 4])],
)
@pytest.mark.ruling("AN-TERRAIN-06.2")
def test_every_move_into_difficult_ground_is_tested(order, far, sprint, faces):
    """With the edge of a wood at 2 inches Advance, Run and sprint test at Ag 5 and, with a 4, go all the way."""
    played = mover(order, faces, wood_ahead("w1", 2 * INCH), mine={"pins": 4})
    found = agility_tests(played, far * INCH, sprint=sprint)
    assert found[0] == ("w1", 5, 4, True)
    assert len(found) == len(faces)
    assert distance_gone(played) == far * INCH


@pytest.mark.rule("AN-TERRAIN-06")
@pytest.mark.ruling("AN-TERRAIN-06.2")
def test_a_move_that_starts_in_difficult_ground_is_tested():
    """A unit that starts in a wood tests though it leaves it."""
    played = mover("advance", [4], box("w1", X - 2 * INCH, 0, 4 * INCH, TALL))
    assert agility_tests(played, 5 * INCH) == [("w1", 5, 4, True)]


@pytest.mark.rule("AN-TERRAIN-06")
def test_a_move_that_ends_short_of_difficult_ground_is_not_tested():
    """An Advance of 5 inches towards a wood at 6 throws nothing."""
    assert agility_tests(mover("advance", [], wood_ahead("w1", 6 * INCH)), 5 * INCH) == []


@pytest.mark.rule("AN-TERRAIN-06")
def test_the_test_comes_when_the_first_model_enters():
    """Of two models the one in front enters at 1 inch: there the unit tests, once."""
    played = mover("advance", [4], wood_ahead("w1", 3 * INCH), sheet=troopers(2), where=[(X, Y), (X + 2 * INCH, Y)])
    outcome = move_unit(played, 5 * INCH).accepted()
    assert events_of(outcome.events, UnitMoved)[0].progress == INCH
    assert len(events_of(outcome.events, AgilityTested)) == 1


@pytest.mark.rule("AN-TERRAIN-06")
@pytest.mark.parametrize(("order", "tested"), [("advance", False), ("run", True)])
@pytest.mark.ruling("AN-TERRAIN-06.3")
def test_an_advance_into_difficult_ground_is_free_by_an_option(order, tested):
    """With the option off an Advance into a wood is not tested; a Run still is."""
    assert DEFAULTS.difficult_test_on_advance is True
    played = mover(order, [4] if tested else [], wood_ahead("w1", INCH), options={"difficult_test_on_advance": False})
    assert bool(agility_tests(played, 5 * INCH)) is tested
    assert distance_gone(played) == 5 * INCH


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-08", "AN-TERRAIN-25")
def test_who_fails_at_difficult_ground_pays_double_inside():
    """Whoever enters difficult ground tests at its edge; a failure lets every inch in it cost two."""
    played = moving("run", [5], terrain=[WOOD])
    go_with(played, 10_000).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert place_of(played, "a-x.1")[0] == 20_000
    played = moving("run", [6], terrain=[WOOD])
    outcome = go_with(played, 10_000).then(MoveStopped, UnitMoved, progress=7000, over=True)
    assert outcome.one(MoveStopped).reason == "difficult"
    assert next(event for event in outcome.events if isinstance(event, UnitMoved)).progress == 4000
    narrow = box("narrow", 14_500, 5000, 500, 20_000)
    played = moving("run", [6], terrain=[narrow])
    go_with(played, 10_000).then(UnitMoved, progress=8500, over=True)
    go_with(moving("run", terrain=[replace(WOOD, movement="open")]), 10_000).without(AgilityTested)


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-08")
def test_by_option_an_advance_is_free_and_the_whole_move_is_halved():
    """By option an Advance is not tested, and the whole move is halved."""
    near = (("a-x", plain_squad(), (13_000, 10_000)), FAR_ENEMY)
    go_with(moving("advance", [4], terrain=[WOOD], units=near), 5000).then(AgilityTested)
    off = {"difficult_test_on_advance": False}
    go_with(moving("advance", [], off, terrain=[WOOD], units=near), 5000).without(AgilityTested)
    whole = {"difficult_fail_mode": "whole_move"}
    go_with(moving("run", [6], whole, terrain=[WOOD]), 10_000).then(MoveStopped, UnitMoved, progress=5000)
    go_with(moving("run", [6], whole, terrain=[WOOD], units=near), 10_000).then(MoveStopped, UnitMoved, progress=5000)


@pytest.mark.rule("AN-TERRAIN-06")
def test_a_move_from_difficult_ground_is_tested_first():
    """Who starts in difficult ground tests before anything else."""
    played = moving("run", [6], terrain=[box("wood", 9000, 5000, 8000, 20_000)])
    go_with(played, 10_000).then(AgilityTested, UnitMoved, progress=5000)


@pytest.mark.rule("AN-TERRAIN-07")
@pytest.mark.parametrize("face", [1, 5])
@pytest.mark.parametrize("terrain", [wood_ahead("w1", 4 * INCH), wall_ahead("w1", 4 * INCH)])
def test_a_passed_terrain_test_costs_nothing(face, terrain):
    """Ag 5 that throws 1 or 5 makes the rest of its move, without a pin."""
    played = mover("run", [face], terrain)
    move_unit(played, 10 * INCH).without(PinsAdded, MoveStopped)
    assert distance_gone(played) == 10 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.parametrize(("agile", "face"), [(5, 6), (5, 9), (10, 10)])
@pytest.mark.ruling("AN-TERRAIN-08.2")
def test_a_failed_test_halves_the_way_inside(agile, face):
    """Of 10 inches 4 lead to the wood; the 6 that are left buy 3 inside it. A 10 fails always."""
    played = mover("run", [face], wood_ahead("w1", 4 * INCH), sheet=troopers(1, stats=stats(agility=agile)))
    outcome = move_unit(played, 10 * INCH).then(AgilityTested, face=face, passed=False).without(PinsAdded)
    assert outcome.one(AgilityTested).needed.total == agile
    assert distance_gone(played) == 7 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
def test_the_allowance_counts_and_not_the_declared_way():
    """Of a Run declared 6 inches long, 2 of them in the wood, all is made: it costs 8 of 10."""
    played = mover("run", [9], wood_ahead("w1", 4 * INCH))
    move_unit(played, 6 * INCH).accepted()
    assert distance_gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.ruling("AN-TERRAIN-08.2")
def test_the_way_outside_is_not_halved():
    """A strip of an inch costs a base of an inch 2 inches of its way twice over: 4 before, 2 inside, 2 beyond."""
    played = mover("run", [9], wood_ahead("w1", 4 * INCH, INCH))
    move_unit(played, 10 * INCH).accepted()
    assert distance_gone(played) == 8 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.parametrize(("mode", "far"), [("terrain_only", 7), ("whole_move", 5)])
@pytest.mark.ruling("AN-TERRAIN-08.3")
def test_what_is_halved_is_an_option(mode, far):
    """By the option the whole Run of 10 is halved to 5, and not only the way in the wood."""
    assert DEFAULTS.difficult_fail_mode == "terrain_only"
    played = mover("run", [9], wood_ahead("w1", 4 * INCH), options={"difficult_fail_mode": mode})
    move_unit(played, 10 * INCH).accepted()
    assert distance_gone(played) == far * INCH


@pytest.mark.rule("AN-TERRAIN-08")
def test_action_that_is_left_still_takes_place():
    """A unit slowed in a wood on its Advance may still shoot."""
    units = (("a-x", troopers(1, "gun"), (X, Y)), ("b-y", troopers(1), (X + 15 * INCH, Y), USED))
    played = acting("advance", *units, dice=[9, 9], terrain=[wood_ahead("w1", 3 * INCH, 5 * INCH, los="clear")])
    move_unit(played, 5 * INCH).accepted()
    assert (distance_gone(played), question(played)) == (4 * INCH, "action")
    shoot(played).accepted()


@pytest.mark.rule("AN-TERRAIN-08", "AN-TERRAIN-11")
def test_each_wood_is_slow_for_those_who_failed_in_it():
    """Passed in the first wood and failed in the second: only the way in the second is halved."""
    played = mover("run", [4, 9], wood_ahead("w1", INCH, 2 * INCH), wood_ahead("w2", 6 * INCH))
    assert [passed for *_, passed in agility_tests(played, 10 * INCH)] == [True, False]
    assert distance_gone(played) == 8 * INCH


@pytest.mark.rule("AN-TERRAIN-10")
@pytest.mark.parametrize(("face", "pins", "far"), [(8, 1, 7), (3, 0, 10), (10, 1, 7)])
@pytest.mark.ruling("AN-TERRAIN-10.2")
def test_a_cumbersome_unit_that_fails_in_an_area_takes_a_pin(face, pins, far):
    """Cumbersome with Ag 4: an 8 halves the way in the wood and gives a pin, a 3 does neither."""
    heavy = troopers(1, flags=("cumbersome",), stats=stats(agility=4))
    played = mover("run", [face], wood_ahead("w1", 4 * INCH), sheet=heavy)
    move_unit(played, 10 * INCH).accepted()
    assert (unit_row(played, "a-x").pins, distance_gone(played)) == (pins, far * INCH)


@pytest.mark.rule("AN-TERRAIN-10")
@pytest.mark.parametrize(("flags", "pins"), [(("cumbersome",), 1), ((), 0)])
@pytest.mark.ruling("AN-TERRAIN-10.2")
def test_a_cumbersome_unit_that_fails_at_an_obstacle_takes_a_pin(flags, pins):
    """It stops at the wall with a pin; a unit that is not cumbersome stops without one."""
    played = mover("run", [8], wall_ahead("w1", 4 * INCH), sheet=troopers(1, flags=flags, stats=stats(agility=4)))
    move_unit(played, 10 * INCH).accepted()
    assert (unit_row(played, "a-x").pins, distance_gone(played)) == (pins, 4 * INCH)


@pytest.mark.rule("AN-TERRAIN-10", "AN-TERRAIN-11")
def test_cumbersome_units_take_a_pin_and_each_piece_is_tested_once():
    """Cumbersome units take a pin with a failed terrain test; each piece is tested for once, the sprint besides."""
    slow = (("a-x", plain_squad(flags=("can_sprint", "cumbersome")), (10_000, 10_000)), FAR_ENEMY)
    played = moving("run", [8], terrain=[WOOD], units=slow)
    go_with(played, 10_000).then(AgilityTested, PinsAdded, cause="terrain", pins=1)
    far = wall("wall", (24_500, 0), (24_500, 40_000))
    played = moving("run", [3, 4, 5], terrain=[box("wood", 14_500, 5000, 2000, 20_000), far], units=slow)
    outcome = go_with(played, 15_000, sprint=True).accepted()
    tests = [event for event in outcome.events if isinstance(event, AgilityTested)]
    assert [event.terrain or event.cause for event in tests] == ["wood", "wall", "sprint"]


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-11", "AN-MOVE-06")
def test_ground_of_any_name_is_tested_besides_the_sprint():
    """A wood that is called "sprint" is tested for, and so is the sprint through it."""
    played = moving("run", [5, 5], terrain=[replace(WOOD, id="sprint")])
    go_with(played, 15_000, sprint=True)
    tests = [(event.cause, event.terrain) for event in events_of(played.last.events, AgilityTested)]
    assert tests == [("terrain", "sprint"), ("sprint", "")]


@pytest.mark.rule("AN-TERRAIN-11")
@pytest.mark.ruling("AN-TERRAIN-11.2")
def test_each_piece_and_the_sprint_are_tested_once():
    """A sprint through wood A and over wall W takes three tests: A, W, sprint."""
    played = mover(
        "run", [5, 4, 3], wood_ahead("wa", 2 * INCH, 3 * INCH), wall_ahead("ww", 9 * INCH), sheet=troopers(3)
    )
    found = agility_tests(played, 15 * INCH, sprint=True)
    assert found == [("wa", 5, 5, True), ("ww", 5, 4, True), ("sprint", 5, 3, True)]


@pytest.mark.rule("AN-TERRAIN-11")
def test_a_second_area_needs_its_own_test():
    """Two woods on one Run are two tests."""
    played = mover("run", [5, 4], wood_ahead("wa", 2 * INCH, INCH), wood_ahead("wb", 6 * INCH, INCH))
    assert [cause for cause, *_ in agility_tests(played, 10 * INCH)] == ["wa", "wb"]


@pytest.mark.rule("AN-TERRAIN-11")
@pytest.mark.ruling("AN-TERRAIN-11.2")
def test_a_piece_that_is_entered_twice_is_tested_once():
    """A way that leads into a wood, out of it and in again takes one test."""
    played = mover("run", [5], wood_ahead("wa", INCH))
    places = [(X + 2 * INCH, Y), (X, Y), (X + 3 * INCH, Y)]
    path = tuple(Pose(x, y, 0, 0) for x, y in places)
    command = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=path),), sprint=False)
    assert len(events_of(played.when("red", command).accepted().events, AgilityTested)) == 1
    assert distance_gone(played) == 3 * INCH


@pytest.mark.rule("AN-TERRAIN-11", "AN-MOVE-06")
@pytest.mark.parametrize(("beyond", "faces"), [(False, [9, 5]), (True, [9])])
@pytest.mark.ruling("AN-MOVE-06.2")
def test_a_sprint_that_an_obstacle_stops_is_tested_still(beyond, faces):
    """The declaration calls for the sprint test, though a wall stopped it at 6 inches; by the option it does not."""
    options = {"sprint_test_only_beyond_run": beyond}
    played = mover("run", faces, wall_ahead("w1", 6 * INCH), options=options)
    found = agility_tests(played, 15 * INCH, sprint=True)
    assert [cause for cause, *_ in found] == ["w1", "sprint"][: len(faces)]
    assert distance_gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-11")
@pytest.mark.ruling("AN-TERRAIN-11.2")
def test_the_next_action_is_tested_anew():
    """A unit that tested for a wood in one action tests again when it moves inside it in the next."""
    played = mover("advance", [4, 9], wood_ahead("w1", INCH), sheet=troopers(1, order_dice=2))
    assert agility_tests(played, 5 * INCH) == [("w1", 5, 4, True)]
    play_on(played)
    act_on(played, "a-x", "advance")
    assert agility_tests(played, 5 * INCH) == [("w1", 5, 9, False)]
    assert distance_gone(played) == 5 * INCH + 2500


@pytest.mark.rule("AN-TERRAIN-25")
@pytest.mark.parametrize(("move", "tests"), [("difficult", 1), ("open", 0)])
def test_only_difficult_ground_is_tested_for(move, tests):
    """A difficult area that is entered takes one test, an open one none."""
    played = mover("run", [5] * tests, wood_ahead("w1", 3 * INCH, movement=move), sheet=troopers(5))
    assert len(agility_tests(played, 10 * INCH)) == tests


@pytest.mark.rule("AN-TERRAIN-26")
def test_impassable_ground_is_not_crossed_on_the_way():
    """A path that ends beyond an impassable strip is refused too."""
    played = mover("run", [], wood_ahead("w1", 3 * INCH, 500, movement="impassable"))
    move_unit(played, 10 * INCH).rejected("AN-TERRAIN-26", "impassable", terrain="w1")
