"""AN-TERRAIN: what ground does to those who move over it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AgilityTested,
    AssaultFailed,
    ContactMade,
    ModelPath,
    MoveStopped,
    MoveUnit,
    PinsAdded,
    UnitMoved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, box, probe, wall
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    act,
    acting,
    asked,
    charge,
    go,
    men,
    of,
    row,
    shoot,
    stats,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import agility, gone

RIM = X + INCH // 2
TALL = 48 * INCH


def line(id: str, ahead: int, **changes: Any) -> Any:
    """Make a wall right across the table, so far ahead of the first model."""
    return wall(id, (RIM + ahead, 0), (RIM + ahead, TALL), **changes)


def wood(id: str, ahead: int, depth: int = 40 * INCH, **changes: Any) -> Any:
    """Make a wood right across the table, its edge so far ahead of the first model."""
    return box(id, RIM + ahead, 0, depth, TALL, **changes)


def mover(order: str, faces: Any = (), *terrain: Any, sheet: Any = None, **rest: Any) -> Table:
    where = rest.pop("where", (X, Y))
    mine = rest.pop("mine", {})
    return acting(order, ("a-x", sheet or men(1), where, mine), dice=faces, terrain=terrain, **rest)


# -- obstacles


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
@pytest.mark.parametrize(("behind", "tests"), [(800, []), (1000, []), (1200, [("w1", 5, 5, True)])])
def test_a_unit_within_an_inch_of_an_obstacle_is_in_a_defended_position(behind, tests):
    """0.8 inch behind a wall is a Defended Position and 1.2 is not: only from there the wall is tested for."""
    played = mover("run", [5] if tests else [], line("w1", behind))
    assert agility(played, 10 * INCH) == tests
    assert gone(played) == 10 * INCH


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
@pytest.mark.parametrize(("near", "tested"), [(3, False), (2, True)])
def test_a_unit_is_behind_an_obstacle_where_most_of_its_models_are(near, tested):
    """Three of five models within an inch put the unit into a Defended Position, two do not."""
    where = [(X if number < near else X - INCH, Y + 1500 * number) for number in range(5)]
    played = mover("run", [5] if tested else [], line("w1", 800), sheet=men(5), where=where)
    assert bool(agility(played, 8 * INCH)) is tested


@pytest.mark.rule("AN-TERRAIN-02")
def test_an_advance_crosses_an_obstacle_without_a_test():
    """An Advance of 5 inches over a wall throws nothing and is made in full."""
    played = mover("advance", [], line("w1", 2 * INCH))
    assert agility(played, 5 * INCH) == []
    assert gone(played) == 5 * INCH


@pytest.mark.rule("AN-TERRAIN-03")
@pytest.mark.parametrize(("face", "passed", "far"), [(5, True, 10), (6, False, 6)])
def test_a_run_over_an_obstacle_is_tested_where_it_is_reached(face, passed, far):
    """A Run of 10 inches with a wall at 6 is made with a 5 against Ag 5 and stops at 6 with a 6."""
    played = mover("run", [face], line("w1", 6 * INCH), mine={"pins": 3})
    outcome = go(played, 10 * INCH).then(UnitMoved, AgilityTested, cause="w1", face=face, passed=passed)
    assert outcome.one(AgilityTested).needed.total == 5
    assert of(outcome.events, UnitMoved)[0].progress == 6 * INCH
    assert gone(played) == far * INCH
    assert row(played, "a-x").pins == 3


@pytest.mark.rule("AN-TERRAIN-03")
def test_a_sprint_over_an_obstacle_is_tested_too():
    """A sprint over a wall tests for the wall and then for itself."""
    played = mover("run", [5, 5], line("w1", 6 * INCH))
    assert agility(played, 15 * INCH, sprint=True) == [("w1", 5, 5, True), ("sprint", 5, 5, True)]


@pytest.mark.rule("AN-TERRAIN-04")
@pytest.mark.parametrize("sprint", [False, True])
def test_only_the_obstacle_of_the_start_is_free(sprint):
    """From half an inch behind W1 a Run or sprint over W1 and W2 tests at W2 alone."""
    played = mover("run", [5, *([4] if sprint else [])], line("w1", 500), line("w2", 5 * INCH))
    found = agility(played, 10 * INCH, sprint=sprint)
    assert [cause for cause, *_ in found] == ["w2", *(["sprint"] if sprint else [])]


@pytest.mark.rule("AN-TERRAIN-05")
def test_a_probe_minds_neither_difficult_ground_nor_obstacles():
    """A probe runs 20 inches through a wood and over a wall: no test, no half move, no stop, no pin."""
    played = mover("run", [], wood("w1", 3 * INCH), line("w2", 8 * INCH), sheet=probe(move=10 * INCH))
    go(played, 20 * INCH).without(AgilityTested, PinsAdded, MoveStopped)
    assert gone(played) == 20 * INCH


@pytest.mark.rule("AN-TERRAIN-05", "AN-TERRAIN-26")
@pytest.mark.parametrize("sheet", [probe(move=10 * INCH), men(1)])
def test_nobody_enters_impassable_ground(sheet):
    """A path through an impassable block is refused to all, probes included."""
    played = mover("run", [], wood("w1", 3 * INCH, move="impassable"), sheet=sheet)
    go(played, 10 * INCH).rejected("AN-TERRAIN-26", "impassable", terrain="w1")
    go(played, 2 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-TERRAIN-26")
def test_impassable_ground_is_not_crossed_on_the_way():
    """A path that ends beyond an impassable strip is refused too."""
    played = mover("run", [], wood("w1", 3 * INCH, 500, move="impassable"))
    go(played, 10 * INCH).rejected("AN-TERRAIN-26", "impassable", terrain="w1")


# -- difficult ground


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-25")
@pytest.mark.parametrize(
    ("order", "far", "sprint", "faces"),
    [("advance", 5, False, [4]), ("run", 10, False, [4]), ("run", 15, True, [4, 4])],
)
def test_every_move_into_difficult_ground_is_tested(order, far, sprint, faces):
    """With the edge of a wood at 2 inches Advance, Run and sprint test at Ag 5 and, with a 4, go all the way."""
    played = mover(order, faces, wood("w1", 2 * INCH), mine={"pins": 4})
    found = agility(played, far * INCH, sprint=sprint)
    assert found[0] == ("w1", 5, 4, True)
    assert len(found) == len(faces)
    assert gone(played) == far * INCH


@pytest.mark.rule("AN-TERRAIN-06")
def test_a_move_that_starts_in_difficult_ground_is_tested():
    """A unit that starts in a wood tests though it leaves it."""
    played = mover("advance", [4], box("w1", X - 2 * INCH, 0, 4 * INCH, TALL))
    assert agility(played, 5 * INCH) == [("w1", 5, 4, True)]


@pytest.mark.rule("AN-TERRAIN-06")
def test_a_move_that_ends_short_of_difficult_ground_is_not_tested():
    """An Advance of 5 inches towards a wood at 6 throws nothing."""
    assert agility(mover("advance", [], wood("w1", 6 * INCH)), 5 * INCH) == []


@pytest.mark.rule("AN-TERRAIN-06")
def test_the_test_comes_when_the_first_model_enters():
    """Of two models the one in front enters at 1 inch: there the unit tests, once."""
    played = mover("advance", [4], wood("w1", 3 * INCH), sheet=men(2), where=[(X, Y), (X + 2 * INCH, Y)])
    outcome = go(played, 5 * INCH).accepted()
    assert of(outcome.events, UnitMoved)[0].progress == INCH
    assert len(of(outcome.events, AgilityTested)) == 1


@pytest.mark.rule("AN-TERRAIN-06")
@pytest.mark.parametrize(("order", "tested"), [("advance", False), ("run", True)])
def test_an_advance_into_difficult_ground_is_free_by_an_option(order, tested):
    """With the option off an Advance into a wood is not tested; a Run still is."""
    assert DEFAULTS.difficult_test_on_advance is True
    played = mover(order, [4] if tested else [], wood("w1", INCH), options={"difficult_test_on_advance": False})
    assert bool(agility(played, 5 * INCH)) is tested
    assert gone(played) == 5 * INCH


@pytest.mark.rule("AN-TERRAIN-07")
@pytest.mark.parametrize("face", [1, 5])
@pytest.mark.parametrize("terrain", [wood("w1", 4 * INCH), line("w1", 4 * INCH)])
def test_a_passed_terrain_test_costs_nothing(face, terrain):
    """Ag 5 that throws 1 or 5 makes the rest of its move, without a pin."""
    played = mover("run", [face], terrain)
    go(played, 10 * INCH).without(PinsAdded, MoveStopped)
    assert gone(played) == 10 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.parametrize(("agile", "face"), [(5, 6), (5, 9), (10, 10)])
def test_a_failed_test_halves_the_way_inside(agile, face):
    """Of 10 inches 4 lead to the wood; the 6 that are left buy 3 inside it. A 10 fails always."""
    played = mover("run", [face], wood("w1", 4 * INCH), sheet=men(1, stats=stats(agility=agile)))
    outcome = go(played, 10 * INCH).then(AgilityTested, face=face, passed=False).without(PinsAdded)
    assert outcome.one(AgilityTested).needed.total == agile
    assert gone(played) == 7 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
def test_the_allowance_counts_and_not_the_declared_way():
    """Of a Run declared 6 inches long, 2 of them in the wood, all is made: it costs 8 of 10."""
    played = mover("run", [9], wood("w1", 4 * INCH))
    go(played, 6 * INCH).accepted()
    assert gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
def test_the_way_outside_is_not_halved():
    """A strip of an inch costs a base of an inch 2 inches of its way twice over: 4 before, 2 inside, 2 beyond."""
    played = mover("run", [9], wood("w1", 4 * INCH, INCH))
    go(played, 10 * INCH).accepted()
    assert gone(played) == 8 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.parametrize(("mode", "far"), [("terrain_only", 7), ("whole_move", 5)])
def test_what_is_halved_is_an_option(mode, far):
    """By the option the whole Run of 10 is halved to 5, and not only the way in the wood."""
    assert DEFAULTS.difficult_fail_mode == "terrain_only"
    played = mover("run", [9], wood("w1", 4 * INCH), options={"difficult_fail_mode": mode})
    go(played, 10 * INCH).accepted()
    assert gone(played) == far * INCH


# -- failing at an obstacle, cumbersome units, one test a piece


@pytest.mark.rule("AN-TERRAIN-09")
def test_an_assault_that_fails_at_an_obstacle_makes_no_contact():
    """A wall 3 inches short of the target and a 9 against Ag 5: the assaulters stop at the wall, the assault fails."""
    units = (("a-x", men(1), (X, Y)), ("b-y", men(1), (X + 10 * INCH, Y), USED))
    played = acting("run", *units, dice=[9], terrain=[line("w1", 6 * INCH)])
    charge(played, 9 * INCH).accepted()
    events = through(played)
    assert len(of(events, AssaultFailed)) == 1
    assert not of(events, ContactMade)
    assert gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-09")
@pytest.mark.parametrize(("agile", "face"), [(5, 6), (10, 10)])
def test_a_failed_test_at_an_obstacle_ends_the_move(agile, face):
    """A unit that fails stops against the near side, a 10 failing always; it takes no pin for it."""
    played = mover("run", [face], line("w1", 3 * INCH), line("w2", 6 * INCH), sheet=men(1, stats=stats(agility=agile)))
    go(played, 10 * INCH).then(MoveStopped, reason="obstacle", progress=3 * INCH).without(PinsAdded)
    assert gone(played) == 3 * INCH


@pytest.mark.rule("AN-TERRAIN-08")
def test_action_that_is_left_still_takes_place():
    """A unit slowed in a wood on its Advance may still shoot."""
    units = (("a-x", men(1, "gun"), (X, Y)), ("b-y", men(1), (X + 15 * INCH, Y), USED))
    played = acting("advance", *units, dice=[9, 9], terrain=[wood("w1", 3 * INCH, 5 * INCH, los="clear")])
    go(played, 5 * INCH).accepted()
    assert (gone(played), asked(played)) == (4 * INCH, "action")
    shoot(played).accepted()


@pytest.mark.rule("AN-TERRAIN-10")
@pytest.mark.parametrize(("face", "pins", "far"), [(8, 1, 7), (3, 0, 10), (10, 1, 7)])
def test_a_cumbersome_unit_that_fails_in_an_area_takes_a_pin(face, pins, far):
    """Cumbersome with Ag 4: an 8 halves the way in the wood and gives a pin, a 3 does neither."""
    heavy = men(1, flags=("cumbersome",), stats=stats(agility=4))
    played = mover("run", [face], wood("w1", 4 * INCH), sheet=heavy)
    go(played, 10 * INCH).accepted()
    assert (row(played, "a-x").pins, gone(played)) == (pins, far * INCH)


@pytest.mark.rule("AN-TERRAIN-10")
@pytest.mark.parametrize(("flags", "pins"), [(("cumbersome",), 1), ((), 0)])
def test_a_cumbersome_unit_that_fails_at_an_obstacle_takes_a_pin(flags, pins):
    """It stops at the wall with a pin; a unit that is not cumbersome stops without one."""
    played = mover("run", [8], line("w1", 4 * INCH), sheet=men(1, flags=flags, stats=stats(agility=4)))
    go(played, 10 * INCH).accepted()
    assert (row(played, "a-x").pins, gone(played)) == (pins, 4 * INCH)


@pytest.mark.rule("AN-TERRAIN-11")
def test_each_piece_and_the_sprint_are_tested_once():
    """A sprint through wood A and over wall W takes three tests: A, W, sprint."""
    played = mover("run", [5, 4, 3], wood("wa", 2 * INCH, 3 * INCH), line("ww", 9 * INCH), sheet=men(3))
    found = agility(played, 15 * INCH, sprint=True)
    assert found == [("wa", 5, 5, True), ("ww", 5, 4, True), ("sprint", 5, 3, True)]


@pytest.mark.rule("AN-TERRAIN-11")
def test_a_second_area_needs_its_own_test():
    """Two woods on one Run are two tests."""
    played = mover("run", [5, 4], wood("wa", 2 * INCH, INCH), wood("wb", 6 * INCH, INCH))
    assert [cause for cause, *_ in agility(played, 10 * INCH)] == ["wa", "wb"]


@pytest.mark.rule("AN-TERRAIN-11")
def test_a_piece_that_is_entered_twice_is_tested_once():
    """A way that leads into a wood, out of it and in again takes one test."""
    played = mover("run", [5], wood("wa", INCH))
    places = [(X + 2 * INCH, Y), (X, Y), (X + 3 * INCH, Y)]
    path = tuple(Pose(x, y, 0, 0) for x, y in places)
    command = MoveUnit(unit="a-x", paths=(ModelPath(model="a-x.1", path=path),), sprint=False)
    assert len(of(played.when("red", command).accepted().events, AgilityTested)) == 1
    assert gone(played) == 3 * INCH


@pytest.mark.rule("AN-TERRAIN-25")
@pytest.mark.parametrize(("move", "tests"), [("difficult", 1), ("open", 0)])
def test_only_difficult_ground_is_tested_for(move, tests):
    """A difficult area that is entered takes one test, an open one none."""
    played = mover("run", [5] * tests, wood("w1", 3 * INCH, move=move), sheet=men(5))
    assert len(agility(played, 10 * INCH)) == tests


@pytest.mark.rule("AN-TERRAIN-11", "AN-MOVE-06")
@pytest.mark.parametrize(("beyond", "faces"), [(False, [9, 5]), (True, [9])])
def test_a_sprint_that_an_obstacle_stops_is_tested_still(beyond, faces):
    """The declaration calls for the sprint test, though a wall stopped it at 6 inches; by the option it does not."""
    options = {"sprint_test_only_beyond_run": beyond}
    played = mover("run", faces, line("w1", 6 * INCH), options=options)
    found = agility(played, 15 * INCH, sprint=True)
    assert [cause for cause, *_ in found] == ["w1", "sprint"][: len(faces)]
    assert gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-11")
def test_the_next_action_is_tested_anew():
    """A unit that tested for a wood in one action tests again when it moves inside it in the next."""
    played = mover("advance", [4, 9], wood("w1", INCH), sheet=men(1, order_dice=2))
    assert agility(played, 5 * INCH) == [("w1", 5, 4, True)]
    through(played)
    act(played, "a-x", "advance")
    assert agility(played, 5 * INCH) == [("w1", 5, 9, False)]
    assert gone(played) == 5 * INCH + 2500


@pytest.mark.rule("AN-TERRAIN-08", "AN-TERRAIN-11")
def test_each_wood_is_slow_for_those_who_failed_in_it():
    """Passed in the first wood and failed in the second: only the way in the second is halved."""
    played = mover("run", [4, 9], wood("w1", INCH, 2 * INCH), wood("w2", 6 * INCH))
    assert [passed for *_, passed in agility(played, 10 * INCH)] == [True, False]
    assert gone(played) == 8 * INCH
