"""Rulings on the steps of a turn, the dice of units, and what an army may still win."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    KeepOrder,
    MakeRetainedRun,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieLost,
    OrderTested,
    PinsRemoved,
    ReactionsAsked,
    RollOffMade,
    StepBegun,
    UnitDestroyed,
)
from tests.rulesets.antares.fixtures import AMBUSH, FIRE, KEPT_RUN, RUNNING, C, D, duel, two_sides
from tests.rulesets.antares.sheets import FAST, INCH, troopers
from tests.rulesets.antares.steps import (
    begin_turn,
    begin_turn_end,
    dice_in_bag,
    events_of,
    make_retained_run,
    move_unit,
    one_event,
    open_reactions,
    order_given,
    play_on,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-TURN-14", "AN-TURNEND-01", "AN-TURNEND-11")
@pytest.mark.ruling("AN-TURN-14.2")
def test_the_step_of_runs_has_a_roll_off_of_its_own():
    """Fast units of both sides show Run: step 2.3 is rolled off, the winner is asked first and they alternate."""
    quick = troopers(1, flags=FAST)
    more = [("a-z", quick, C, RUNNING), ("b-w", troopers(1), D, FIRE)]
    played = two_sides([3, 9, 1], RUNNING, RUNNING, sheet=quick, enemy=quick, more=more)
    begin_turn_end(played).then(StepBegun, step="run").then(RollOffMade, winner=1, faces=(3, 9)).asks("run", "blue")
    played.when("red", KeepOrder(unit="a-x", keep=True)).rejected("AN-TURNEND-11", "not-asked")
    played.when("blue", KeepOrder(unit="b-y", keep=False)).asks("run", "red")
    played.when("red", KeepOrder(unit="a-x", keep=False)).asks("run", "red")
    played.when("red", KeepOrder(unit="a-z", keep=False)).then(OrderDiceReturned).then(OrderDieDrawn)


@pytest.mark.rule("AN-TURN-14", "AN-TURNEND-01")
@pytest.mark.ruling("AN-TURN-14.2")
def test_a_step_of_one_side_at_its_end_is_not_rolled_off():
    """Ambush units of both sides, Fast runners of one alone: one roll-off in all."""
    quick = troopers(1, flags=FAST)
    more = [("a-z", troopers(1), C, AMBUSH), ("b-w", troopers(1), D, AMBUSH)]
    played = two_sides([9, 3], RUNNING, FIRE, sheet=quick, more=more)
    seen = list(begin_turn_end(played).then(RollOffMade, winner=0).asks("ambush", "red").events)
    seen += played.when("red", KeepOrder(unit="a-z", keep=True)).asks("ambush", "blue").events
    seen += played.when("blue", KeepOrder(unit="b-w", keep=True)).asks("run", "red").events
    assert len(events_of(seen, RollOffMade)) == 1


@pytest.mark.rule("AN-TURN-04", "AN-REACT-22", "AN-TURNEND-10")
@pytest.mark.ruling("AN-TURN-04.2", "AN-TURN-03.2")
def test_a_retained_run_is_answered_from_an_ambush_that_was_kept():
    """Before any draw of turn 2 a retained Run passes a kept Ambush, which is asked and listed with Ambush Fire."""
    watch = ("b-w", troopers(1, "gun"), (20_000, 20_000), {**AMBUSH, "die_kept": True, "unused_dice": 0})
    played = two_sides([], KEPT_RUN, FIRE, sheet=troopers(1, flags=FAST), more=[watch])
    begin_turn(played, 2)
    played.when("red", MakeRetainedRun(unit="a-x")).accepted()
    move_unit(played, 0, 10 * INCH).then(ReactionsAsked, trigger="move").asks("reaction", "blue")
    assert open_reactions(played) == {"b-w": ("ambush_fire",)}


@pytest.mark.rule("AN-TURNEND-16", "AN-WIN-02")
@pytest.mark.ruling("AN-TURNEND-16.2")
def test_unused_dice_of_a_destroyed_unit_leave_at_once():
    """A unit of three dice that has used none is destroyed: all three leave the bag in that action, and are lost."""
    played = duel(troopers(1, "gun"), troopers(1, order_dice=3), [3, 9], theirs={"order": "", "unused_dice": 3})
    before = dice_in_bag(played)[1]
    shoot(played).accepted()
    events = play_on(played)
    assert one_event(events, UnitDestroyed).unit == "b-y"
    lost = one_event(events, OrderDieLost)
    assert (lost.dice, lost.from_bag, before - dice_in_bag(played)[1]) == (3, 3, 3)
    assert played.game.sides[1].dice_lost == 3


@pytest.mark.rule("AN-ORDER-15", "AN-ORDER-14")
@pytest.mark.ruling("AN-ORDER-14.2", "AN-ORDER-15.1")
@pytest.mark.parametrize(("test", "left"), [(1, 3), (2, 4)])
def test_a_rally_sheds_its_own_pins_and_no_others(test, left):
    """9 pins and a D6 of 4: after a 1 six come off in all, after a 2 five, and there is one removal."""
    out = order_given("rally", [test, 4], {"pins": 9}).then(OrderTested, passed=True)
    assert sum(event.pins for event in events_of(out.events, PinsRemoved)) == 9 - left
    assert unit_row(out.table, "a-x").pins == left


@pytest.mark.rule("AN-TURN-03")
@pytest.mark.ruling("AN-TURN-03.2")
def test_a_retained_run_may_go_less_than_2m_and_no_other_order_follows():
    """A unit that retained its Run goes an inch and keeps the die as its Run of this turn."""
    played = two_sides([], KEPT_RUN, FIRE, sheet=troopers(1, flags=FAST))
    begin_turn(played, 2)
    make_retained_run(played, "a-x").asks("action", "red")
    move_unit(played, 0, INCH).accepted()
    assert (unit_row(played, "a-x").order, dice_in_bag(played)[0]) == ("run", 0)
