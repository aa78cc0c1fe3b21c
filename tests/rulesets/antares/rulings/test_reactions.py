"""Rulings on reactions: who may try again, from where 20 inches run, and what a volley from Ambush is."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AssaultFailed,
    BreakTested,
    ContactMade,
    DeclareReaction,
    EndAction,
    ReactionLapsed,
    ReactionsAsked,
    ReactionTested,
    UnitDestroyed,
)
from tests.rulesets.antares.fixtures import RED_TROOPER, X, Y, acting, ambusher, blue_trooper, duel, moving_past
from tests.rulesets.antares.sheets import INCH, box, lone_trooper, stats, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    carry_out,
    charge,
    decline,
    events_of,
    move_unit,
    one_event,
    open_reactions,
    play_on,
    play_until,
    put_model,
    question,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-REACT-12")
@pytest.mark.ruling("AN-REACT-12.2")
def test_who_failed_does_not_try_again_against_the_same_action():
    """A unit of two dice that fails a Firefight may not go Down against the same shots, and is not asked again."""
    played = duel(troopers(1, "gun"), troopers(1, "gun", order_dice=2), [8], theirs={"pins": 2}, pace="step")
    shoot(played).accepted()
    react(played, "firefight").asks("reaction_test")
    answer_by_default(played).then(ReactionTested, passed=False)
    again = DeclareReaction(unit="b-y", reaction="go_down", sprint=False, point=0, free=False)
    assert {fault.reason for fault in played.refused(again, "blue")} == {"not-asked"}
    played.faces(9)
    assert not events_of(play_on(played), ReactionsAsked)
    assert (unit_row(played).order, unit_row(played).unused_dice) == ("", 2)


@pytest.mark.rule("AN-GEN-03", "AN-REACT-12")
@pytest.mark.ruling("AN-GEN-03.2")
def test_a_ten_fails_a_reaction_of_any_initiative():
    """Init 12 fails on a 10 as it would on any failure: one pin, no reaction, and the die stays in the bag."""
    sharp = troopers(1, "gun", stats=stats(initiative=12))
    played = duel(troopers(1, "gun"), sharp, [10, 9], theirs={})
    shoot(played).accepted()
    react(played, "firefight").accepted()
    test = one_event(play_on(played), ReactionTested)
    assert test.needed is not None
    assert (test.needed.total, test.passed) == (12, False)
    assert (unit_row(played).pins, unit_row(played).order, played.game.sides[1].bag) == (1, "", 1)


@pytest.mark.rule("AN-REACT-14")
@pytest.mark.ruling("AN-REACT-14.2")
@pytest.mark.parametrize(("nearest", "near"), [(20_000, True), (20_001, False)])
def test_twenty_inches_run_between_the_nearest_models(nearest, near):
    """With all other models more than 20 inches apart the nearest two decide, and of the reactor only those count."""
    own = ("a-x", troopers(2, "gun"), [(X, Y), (X - 4 * INCH, Y)])
    there = X + INCH + nearest
    enemy = ("b-y", troopers(2, "gun"), [(there + 4 * INCH, Y), (there, Y)])
    played = acting("fire", own, enemy)
    shoot(played).accepted()
    assert open_reactions(played) == {"b-y": ("go_down", "firefight" if near else "dash_to_cover")}


@pytest.mark.rule("AN-REACT-14")
@pytest.mark.ruling("AN-REACT-14.2")
def test_a_firefight_declared_within_twenty_stays_one_whatever_moves():
    """The 20 inches are taken at the declaration: a reactor that is farther off afterwards fires back all the same."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [1, 9, 9], 20 * INCH, theirs={})
    shoot(played).accepted()
    react(played, "firefight").asks("reaction_shot", "blue")
    put_model(played, "b-y.1", X + 24 * INCH, Y)
    shoot(played, unit="b-y", target="a-x", who="blue").then(AccuracyRolled, AccuracyRolled)


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-07")
@pytest.mark.ruling("AN-REACT-35.2", "AN-BREAK-07.2")
def test_each_volley_from_ambush_is_an_action_with_its_own_break_test():
    """Two ambushers kill two and one of four on one Run: a test at half after the first, and one after the second."""
    first, second = ambusher("b-u", sheet=troopers(2, "gun")), ambusher("b-v", 2 * INCH)
    played = moving_past([2, 3, 9, 9, 1, 2, 9, 1], first, second, own=troopers(4))
    move_unit(played, 8 * INCH).accepted()
    react(played, "ambush_fire", "b-u", point=INCH).accepted()
    react(played, "ambush_fire", "b-v", point=4 * INCH).accepted()
    events = play_on(played)
    assert [(test.unit, test.needed.total) for test in events_of(events, BreakTested)] == [("a-x", 7), ("a-x", 6)]
    names = [type(event) for event in events if isinstance(event, AccuracyRolled | BreakTested)]
    assert names == [AccuracyRolled, BreakTested, AccuracyRolled, BreakTested]
    assert len(unit_row(played, "a-x").models) == 1
    assert not events_of(events, UnitDestroyed)


@pytest.mark.rule("AN-REACT-21", "AN-ASSAULT-05")
@pytest.mark.ruling("AN-REACT-21.1")
def test_an_assault_that_neither_side_can_complete_fails():
    """A wall of rock comes between after the Countercharge: neither can cover the rest, and the assault has failed."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played)
    answer_by_default(played).asks("assault_path", "red")
    played.put("terrain", box("rock", 13_000, 0, 1000, 40_000, movement="impassable", los="clear"))
    seen = list(played.when("red", EndAction(unit="a-x")).accepted().events)
    seen += play_until(played)
    assert one_event(seen, AssaultFailed).target == "b-y"
    assert unit_row(played, "a-x").order == "run"


@pytest.mark.rule("AN-REACT-29")
@pytest.mark.ruling("AN-REACT-29.2")
def test_the_acting_side_waits_while_the_other_is_asked():
    """While a reaction is asked for, neither the shooter nor its side may do anything."""
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000)))
    shoot(played).asks("reaction", "blue")
    played.when("red", EndAction(unit="a-x")).rejected("AN-REACT-31", "not-asked")
    assert played.offered("red") == []
    assert question(played) == "reaction"


@pytest.mark.rule("AN-REACT-23", "AN-REACT-33", "AN-REACT-38")
@pytest.mark.ruling("AN-REACT-23.2", "AN-REACT-33.2")
def test_a_countercharge_that_closes_the_gap_ends_what_an_ambusher_may_interrupt():
    """From 14 inches a Countercharge of 7 leaves 7: no point is more than 10 off, and the Ambush Fire lapses."""
    played = duel(troopers(1), troopers(1), [1, 1, 9, 9, 9, 1], 14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True).accepted()
    react(played, "countercharge").accepted()
    react(played, "ambush_fire", "b-z", point=INCH).accepted()
    seen = list(move_unit(played, -7 * INCH, unit="b-y", who="blue").asks("assault_path", "red").events)
    move_unit(played, 7 * INCH, sprint=True).accepted()
    seen += play_on(played, "consolidate")
    assert [(event.unit, event.reaction) for event in events_of(seen, ReactionLapsed)] == [("b-z", "ambush_fire")]
    assert unit_row(played, "b-z").order == "fire"
    assert len(events_of(seen, ContactMade)) == 1


@pytest.mark.rule("AN-REACT-38", "AN-REACT-13")
@pytest.mark.ruling("AN-REACT-38.2")
def test_an_ambush_that_was_declared_is_fired():
    """An ambusher that has named its point and can shoot there may not let the shot go, and silence fires it."""
    played = moving_past([9], ambusher())
    move_unit(played, 8 * INCH).accepted()
    react(played, "ambush_fire", "b-z", point=INCH).asks("reaction_shot", "blue")
    carry_out(played, "b-z", INCH, lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse")
    assert len(events_of(play_on(played), AccuracyRolled)) == 1


@pytest.mark.rule("AN-REACT-27", "AN-REACT-30")
@pytest.mark.ruling("AN-REACT-27.2", "AN-REACT-30.2")
def test_point_blank_shooting_and_blows_open_no_window():
    """Who declined against an assault is not asked again in it, nor is a third unit in Ambush."""
    played = duel(
        troopers(1, "gun"),
        troopers(1, "gun", order_dice=2),
        [9, 9, 9, 9, 9, 1],
        4 * INCH,
        order="run",
        theirs={"unused_dice": 2},
        more=[ambusher()],
    )
    charge(played, 4 * INCH).then(ReactionsAsked)
    decline(played)
    assert not events_of(play_on(played, "consolidate"), ReactionsAsked)
