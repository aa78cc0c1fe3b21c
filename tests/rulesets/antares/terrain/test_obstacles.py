"""AN-TERRAIN-01 to AN-TERRAIN-04 and -09: obstacles and defended positions."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultFailed,
    ContactMade,
    MoveStopped,
    PinsAdded,
    UnitMoved,
)
from tests.rulesets.antares.fixtures import USED, X, Y, acting
from tests.rulesets.antares.movement.fixtures import FAR_ENEMY, WALL, go_with, mover, moving, wall_ahead
from tests.rulesets.antares.sheets import INCH, plain_squad, stats, troopers, wall
from tests.rulesets.antares.steps import (
    agility_tests,
    charge,
    distance_gone,
    events_of,
    move_unit,
    place_of,
    play_on,
    unit_row,
)


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
@pytest.mark.parametrize(("behind", "tests"), [(800, []), (1000, []), (1200, [("w1", 5, 5, True)])])
def test_a_unit_within_an_inch_of_an_obstacle_is_in_a_defended_position(behind, tests):
    """0.8 inch behind a wall is a Defended Position and 1.2 is not: only from there the wall is tested for."""
    played = mover("run", [5] if tests else [], wall_ahead("w1", behind))
    assert agility_tests(played, 10 * INCH) == tests
    assert distance_gone(played) == 10 * INCH


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
@pytest.mark.parametrize(("near", "tested"), [(3, False), (2, True)])
@pytest.mark.ruling("AN-TERRAIN-01.2")
def test_a_unit_is_behind_an_obstacle_where_most_of_its_models_are(near, tested):
    """Three of five models within an inch put the unit into a Defended Position, two do not."""
    where = [(X if number < near else X - INCH, Y + 1500 * number) for number in range(5)]
    played = mover("run", [5] if tested else [], wall_ahead("w1", 800), sheet=troopers(5), where=where)
    assert bool(agility_tests(played, 8 * INCH)) is tested


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
def test_a_unit_behind_an_obstacle_crosses_it_without_a_test():
    """Who starts behind an obstacle, most of them within 1 inch, crosses it without a test, and no other."""
    second = wall("second", (19_000, 0), (19_000, 40_000))
    behind = [(15_500, 10_000 + 1500 * n) for n in range(5)]
    played = moving("run", [5], terrain=[WALL, second], units=(("a-x", plain_squad(), behind), FAR_ENEMY))
    go_with(played, 9000).then(AgilityTested, terrain="second")
    for far in (2, 3):
        places = [(15_000 - 2000 * (n < far), 10_000 + 1500 * n) for n in range(5)]
        units = (("a-x", plain_squad(), places), FAR_ENEMY)
        played = moving("run", [1] * (far == 3), {"coherency": 0}, terrain=[WALL], units=units)
        outcome = go_with(played, 9000).accepted()
        assert any(isinstance(event, AgilityTested) for event in outcome.events) == (far == 3)


@pytest.mark.rule("AN-TERRAIN-02")
def test_an_advance_crosses_an_obstacle_without_a_test():
    """An Advance of 5 inches over a wall throws nothing and is made in full."""
    played = mover("advance", [], wall_ahead("w1", 2 * INCH))
    assert agility_tests(played, 5 * INCH) == []
    assert distance_gone(played) == 5 * INCH


@pytest.mark.rule("AN-TERRAIN-02", "AN-TERRAIN-03", "AN-TERRAIN-07", "AN-TERRAIN-09")
def test_an_advance_crosses_an_obstacle_and_a_run_tests_at_it():
    """An Advance crosses an obstacle freely; a Run tests where it reaches it and stops there if it fails."""
    near = [(14_000, 10_000 + 1500 * n) for n in range(5)]
    go_with(moving("advance", terrain=[WALL], units=(("a-x", plain_squad(), near), FAR_ENEMY)), 5000).without(
        AgilityTested
    )
    played = moving("run", [5], terrain=[WALL])
    go_with(played, 10_000).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert place_of(played, "a-x.1")[0] == 20_000
    played = moving("run", [6], terrain=[WALL])
    go_with(played, 10_000).then(AgilityTested, MoveStopped, UnitMoved, progress=6000, over=True)
    assert place_of(played, "a-x.5") == (16_000, 16_000)


@pytest.mark.rule("AN-TERRAIN-03")
@pytest.mark.parametrize(("face", "passed", "far"), [(5, True, 10), (6, False, 6)])
def test_a_run_over_an_obstacle_is_tested_where_it_is_reached(face, passed, far):
    """A Run of 10 inches with a wall at 6 is made with a 5 against Ag 5 and stops at 6 with a 6."""
    played = mover("run", [face], wall_ahead("w1", 6 * INCH), mine={"pins": 3})
    outcome = move_unit(played, 10 * INCH).then(UnitMoved, AgilityTested, terrain="w1", face=face, passed=passed)
    assert outcome.one(AgilityTested).needed.total == 5
    assert events_of(outcome.events, UnitMoved)[0].progress == 6 * INCH
    assert distance_gone(played) == far * INCH
    assert unit_row(played, "a-x").pins == 3


@pytest.mark.rule("AN-TERRAIN-03")
def test_a_sprint_over_an_obstacle_is_tested_too():
    """A sprint over a wall tests for the wall and then for itself."""
    played = mover("run", [5, 5], wall_ahead("w1", 6 * INCH))
    assert agility_tests(played, 15 * INCH, sprint=True) == [("w1", 5, 5, True), ("sprint", 5, 5, True)]


@pytest.mark.rule("AN-TERRAIN-04")
@pytest.mark.parametrize("sprint", [False, True])
def test_only_the_obstacle_of_the_start_is_free(sprint):
    """From half an inch behind W1 a Run or sprint over W1 and W2 tests at W2 alone."""
    played = mover("run", [5, *([4] if sprint else [])], wall_ahead("w1", 500), wall_ahead("w2", 5 * INCH))
    found = agility_tests(played, 10 * INCH, sprint=sprint)
    assert [cause for cause, *_ in found] == ["w2", *(["sprint"] if sprint else [])]


@pytest.mark.rule("AN-TERRAIN-09")
def test_an_assault_that_fails_at_an_obstacle_makes_no_contact():
    """A wall 3 inches short of the target and a 9 against Ag 5: the assaulters stop at the wall, the assault fails."""
    units = (("a-x", troopers(1), (X, Y)), ("b-y", troopers(1), (X + 10 * INCH, Y), USED))
    played = acting("run", *units, dice=[9], terrain=[wall_ahead("w1", 6 * INCH)])
    charge(played, 9 * INCH).accepted()
    events = play_on(played)
    assert len(events_of(events, AssaultFailed)) == 1
    assert not events_of(events, ContactMade)
    assert distance_gone(played) == 6 * INCH


@pytest.mark.rule("AN-TERRAIN-09")
@pytest.mark.parametrize(("agile", "face"), [(5, 6), (10, 10)])
def test_a_failed_test_at_an_obstacle_ends_the_move(agile, face):
    """A unit that fails stops against the near side, a 10 failing always; it takes no pin for it."""
    played = mover(
        "run",
        [face],
        wall_ahead("w1", 3 * INCH),
        wall_ahead("w2", 6 * INCH),
        sheet=troopers(1, stats=stats(agility=agile)),
    )
    move_unit(played, 10 * INCH).then(MoveStopped, reason="obstacle", progress=3 * INCH).without(PinsAdded)
    assert distance_gone(played) == 3 * INCH
