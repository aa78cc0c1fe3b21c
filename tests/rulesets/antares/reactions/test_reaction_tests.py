"""AN-REACT-07 to AN-REACT-12: the test of a reaction."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    GiveOrder,
    OrderDieTaken,
    OrderTested,
    OrderTurned,
    PinsAdded,
    ReactionCarriedOut,
    ReactionStarted,
    ReactionTested,
    UnitWentDown,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, X, Y, acting, duel, with_drawn_die
from tests.rulesets.antares.reactions.fixtures import ARMED
from tests.rulesets.antares.sheets import INCH, lone_trooper, troopers
from tests.rulesets.antares.steps import charge, events_of, move_unit, one_event, play_on, react, shoot, unit_row


@pytest.mark.rule("AN-GEN-02", "AN-REACT-10")
def test_a_one_passes_a_reaction_test_at_zero():
    """A 1 passes at a target of 0, and no pin changes."""
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), {"pins": 7}), dice=[1, 9, 9])
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderDieTaken)
    assert played.last.one(ReactionTested).needed.total == 0
    assert unit_row(played, "b-y").pins == 7
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()


@pytest.mark.rule("AN-REACT-07")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_the_test_is_init_less_pins(face, passed):
    """Init 7 with 2 pins makes 5: a 5 passes and a 6 does not."""
    played = duel(ARMED, ARMED, [face, 9, *([9] if passed else [])], theirs={"pins": 2})
    shoot(played)
    react(played, "firefight")
    test = one_event(play_on(played), ReactionTested)
    assert test.needed is not None
    assert (test.needed.total, test.face, test.passed) == (5, face, passed)


@pytest.mark.rule("AN-REACT-07", "AN-REACT-12", "AN-REACT-32")
def test_a_failed_reaction_costs_a_pin_and_no_die():
    """Init 7 with 2 pins fails on 8: a pin, no reaction, and the die stays in the bag."""
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), {"pins": 2}), dice=[8, 9])
    shoot(played).accepted()
    bag = played.game.sides[1].bag
    react(played, "firefight").then(ReactionTested, PinsAdded, ActionResumed, AccuracyRolled)
    found = played.last.one(ReactionTested)
    assert (found.needed.total, found.face, found.passed) == (5, 8, False)
    assert unit_row(played, "b-y").pins == 3
    assert unit_row(played, "b-y").order == ""
    assert played.game.sides[1].bag == bag


@pytest.mark.rule("AN-REACT-08")
def test_ambush_needs_no_test():
    """A unit in Ambush with 4 pins fires without a test, at 4 less."""
    watcher = ("b-z", ARMED, (X, Y + 12 * INCH), {**AMBUSH, "pins": 4})
    played = acting("run", ("a-x", troopers(1), (X, Y)), watcher, dice=[9])
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = play_on(played)
    assert one_event(events, ReactionTested).needed is None
    assert one_event(events, AccuracyRolled).needed.total == 5 + 1 - 4


@pytest.mark.rule("AN-REACT-08", "AN-REACT-02", "AN-REACT-11", "AN-ORDER-11")
def test_a_unit_in_ambush_turns_its_die_to_its_reaction():
    """A unit in Ambush reacts without a die and turns its own to the order of the reaction."""
    played = acting(
        "fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), {"order": "ambush", "pins": 4}), dice=[9, 9]
    )
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderTurned, ReactionStarted).asks("reaction_shot", "blue")
    assert played.rolls == ()
    assert unit_row(played, "b-y").order == "fire"
    shoot(played, target="a-x", unit="b-y", who="blue").then(AccuracyRolled, AccuracyRolled)
    needed = [event.needed.total for event in played.events if isinstance(event, AccuracyRolled)]
    assert needed == [6, 2]


@pytest.mark.rule("AN-REACT-09")
def test_going_down_needs_no_test():
    """An unordered unit with 6 pins goes Down without a die."""
    played = duel(ARMED, troopers(1), [9], theirs={"pins": 6})
    shoot(played)
    react(played, "go_down")
    events = play_on(played)
    assert one_event(events, ReactionTested).needed is None
    assert (unit_row(played).order, unit_row(played).pins) == ("down", 6)


@pytest.mark.rule("AN-REACT-09", "AN-REACT-13", "AN-REROLL-12")
def test_a_pinned_unit_goes_down_without_a_test_before_the_shots():
    """An unordered unit with 6 pins goes Down without a test, before the shots, whose hits are thrown again."""
    played = acting("advance", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), {"pins": 6}), dice=[3, 9])
    shoot(played).accepted()
    react(played, "go_down").then(ReactionTested, ReactionStarted, OrderDieTaken, UnitWentDown, ReactionCarriedOut)
    played.last.then(ReactionCarriedOut, ActionResumed, AccuracyRolled, ActionEnded)
    assert unit_row(played, "b-y").order == "down"
    assert unit_row(played, "b-y").unused_dice == 0


@pytest.mark.rule("AN-REACT-10")
def test_a_passed_test_changes_no_pins():
    """A 1 against 5: the reaction is made and the pins stay."""
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={"pins": 2})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    assert one_event(events, ReactionTested).passed is True
    assert unit_row(played).pins == 2
    assert len(events_of(events, AccuracyRolled)) == 2


@pytest.mark.rule("AN-REACT-11")
def test_the_reaction_is_the_order_of_the_turn():
    """A Firefight takes a die from the bag, which shows Fire, without an order test; an order later is refused."""
    other = ("b-z", troopers(1), (X, Y + 30 * INCH))
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={"pins": 1}, more=[other])
    shoot(played)
    react(played, "firefight")
    assert not events_of([*played.events, *play_on(played)], OrderTested)
    assert (unit_row(played).order, played.game.sides[1].bag) == ("fire", 1)
    with_drawn_die(played, 1)
    played.when("blue", GiveOrder(unit="b-y", order="advance")).rejected("AN-TURN-08", "has-order")
    played.when("blue", GiveOrder(unit="b-z", order="ambush")).accepted()


@pytest.mark.rule("AN-REACT-12")
@pytest.mark.parametrize(("face", "pins"), [(8, 2), (10, 0)])
@pytest.mark.ruling("AN-REACT-12.2")
def test_a_failed_test_gives_a_pin_and_keeps_the_die(face, pins):
    """An 8 against 5, or a 10: one pin more, no reaction, and the unit may be ordered later."""
    played = duel(ARMED, ARMED, [face, 9], theirs={"pins": pins})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    assert one_event(events, PinsAdded).cause == "reaction"
    assert not events_of(events, ReactionStarted)
    assert (unit_row(played).pins, unit_row(played).order, played.game.sides[1].bag) == (pins + 1, "", 1)
    with_drawn_die(played, 1)
    played.faces(1)
    played.when("blue", GiveOrder(unit="b-y", order="fire")).accepted()
    assert unit_row(played).order == "fire"


@pytest.mark.rule("AN-REACT-12")
@pytest.mark.ruling("AN-REACT-12.3")
def test_the_pin_of_a_failed_reaction_counts_at_once():
    """A reactor that fails against an assault shoots at point blank with its new pin."""
    played = duel(troopers(1), ARMED, [8, 9, 9, 9, 1], 4 * INCH, order="run", theirs={})
    charge(played, 4 * INCH)
    react(played, "stand_and_shoot")
    rolls = events_of(play_on(played, "follow_on"), AccuracyRolled)
    assert rolls[0].needed.total == 5 - 1
