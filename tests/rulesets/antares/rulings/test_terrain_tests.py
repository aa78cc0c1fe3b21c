"""AN-TERRAIN-06: every move into or within difficult ground is tested for, whatever the move is called."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakOff,
    ConsolidateMove,
    ContactMade,
    UnitBrokeOff,
    UnitMoved,
)
from tests.rulesets.antares.assault.fixtures import asked_to_part
from tests.rulesets.antares.assault.steps import paths_by
from tests.rulesets.antares.fixtures import TALL, X, Y, act_on, acting, duel
from tests.rulesets.antares.sheets import INCH, box, lone_trooper, troopers
from tests.rulesets.antares.steps import (
    agility_tests,
    charge,
    distance_gone,
    events_of,
    move_unit,
    play_on,
    react,
    shoot,
)

EVERYWHERE = box("moor", 0, 0, 72 * INCH, TALL, los="clear", cover="clear")
LONE = ("a-x", lone_trooper(), (20_000, 20_000))
BESIDE = ("b-y", lone_trooper(), (21_000, 20_000))


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-08")
@pytest.mark.ruling("AN-TERRAIN-06.2", "AN-TERRAIN-08.2")
@pytest.mark.parametrize(("face", "gone"), [(5, 5000), (6, 2500)])
def test_a_move_within_difficult_ground_is_tested(face, gone):
    """An Advance that begins and ends in a moor is tested for; where it fails 5 inches make 2.5."""
    played = acting("advance", ("a-x", troopers(1), (X, Y)), dice=[face], terrain=[EVERYWHERE])
    assert agility_tests(played, 5 * INCH) == [("moor", 5, face, face == 5)]
    assert distance_gone(played) == gone


@pytest.mark.rule("AN-TERRAIN-06", "AN-CONS-01")
@pytest.mark.ruling("AN-TERRAIN-06.2")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_a_consolidation_in_difficult_ground_is_tested(face, passed):
    """A loser that parts in a moor takes the test of an Advance, and is slowed where it fails."""
    played = asked_to_part(dice=[face], loser="a-x", units=(LONE, BESIDE), terrain=[EVERYWHERE])
    move = ConsolidateMove(unit="a-x", paths=paths_by(played, "a-x", (-5000, 0)))
    played.when("red", move).then(AgilityTested, terrain="moor", face=face, passed=passed).then(UnitMoved, over=True)
    assert played.game.models["a-x.1"].pose.x == (15_000 if passed else 17_500)


@pytest.mark.rule("AN-TERRAIN-06", "AN-PBS-10")
@pytest.mark.ruling("AN-TERRAIN-06.2")
def test_breaking_off_in_difficult_ground_is_tested():
    """Who breaks off makes a consolidation move, and in a moor takes the test for it."""
    rider = ("a-x", lone_trooper(flags=("can_assault", "hit_and_run")), (20_000, 20_000))
    played = asked_to_part(dice=[5], window="break_off", units=(rider, BESIDE), terrain=[EVERYWHERE])
    off = BreakOff(unit="a-x", paths=paths_by(played, "a-x", (-5000, 0)))
    played.when("red", off).then(UnitBrokeOff, AgilityTested, terrain="moor", face=5)


@pytest.mark.rule("AN-TERRAIN-06", "AN-REACT-16")
@pytest.mark.ruling("AN-TERRAIN-06.2")
@pytest.mark.parametrize("advance_tested", [True, False])
def test_a_dash_into_difficult_ground_is_tested(advance_tested):
    """A Dash to Cover is a Run: into a wood it is tested for, with the option for Advances off as well."""
    wood = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 8 * INCH, cover="hard", los="clear")
    options = {"difficult_test_on_advance": advance_tested}
    played = duel(troopers(1, "gun"), troopers(1), [1, 5, 9], 25 * INCH, theirs={}, terrain=[wood], options=options)
    shoot(played).accepted()
    react(played, "dash_to_cover").accepted()
    seen = list(move_unit(played, 0, 8 * INCH, unit="b-y", who="blue").accepted().events)
    tests = events_of([*seen, *play_on(played)], AgilityTested)
    assert {(test.unit, test.terrain, test.face) for test in tests} == {("b-y", "w", 5)}


@pytest.mark.rule("AN-TERRAIN-06", "AN-ASSAULT-04")
@pytest.mark.ruling("AN-TERRAIN-06.2")
def test_an_assault_through_difficult_ground_is_tested():
    """A charge of 6 inches through a moor is tested for; passed, it goes on into contact."""
    played = duel(troopers(1), troopers(1), [5, 9, 9, 9, 1], 6 * INCH, order="run", terrain=[EVERYWHERE])
    charge(played, 6 * INCH).then(AgilityTested, terrain="moor", passed=True)
    events = play_on(played, "consolidate")
    assert len(events_of(events, ContactMade)) == 1


@pytest.mark.rule("AN-TERRAIN-11")
@pytest.mark.ruling("AN-TERRAIN-11.2")
def test_another_unit_tests_for_the_same_piece_itself():
    """One unit has tested for a moor; the next that moves in it takes a test of its own."""
    more = ("a-z", troopers(1), (X, Y + 10 * INCH))
    played = acting("advance", ("a-x", troopers(1), (X, Y)), more, dice=[5], terrain=[EVERYWHERE])
    assert len(agility_tests(played, 5 * INCH)) == 1
    play_on(played)
    played.faces(4)
    act_on(played, "a-z", "advance")
    outcome = move_unit(played, 5 * INCH, unit="a-z").accepted()
    assert [test.face for test in events_of(outcome.events, AgilityTested)] == [4]
