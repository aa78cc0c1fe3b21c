"""AN-TURN-01 and AN-TURNEND-01: the steps of a turn and of its end."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ContestedDieResolved,
    EndTestTaken,
    EndTurn,
    KeepOrder,
    OrderDiceReturned,
    RollOffMade,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    DOWN,
    FIRE,
    KEPT_RUN,
    RUNNING,
    C,
    D,
    owning,
    two_sides,
    with_drawn_die,
)
from tests.rulesets.antares.sheets import FAST, marker, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    begin_turn,
    begin_turn_end,
    dice_in_bag,
    events_of,
    give_order,
    question,
    refusal_under,
)
from tests.rulesets.antares.turn.steps import pins_order_and_hand, resolve_down, steps_begun

STEPS = ["start_options", "retained_runs", "orders", "down", "ambush", "run", "contested", "end_tests", "victory"]


@pytest.mark.rule("AN-TURN-01")
def test_a_turn_ends_only_when_the_bag_is_empty():
    """A request to end the turn while 3 dice lie in the bag is refused, and they stay there."""
    played = two_sides(more=[("a-z", troopers(1), C, {})], pace="step")
    played.ask("turn").ask("draw", "table", over=True)
    assert sum(dice_in_bag(played)) == 3
    assert refusal_under(played.when("red", EndTurn()), "AN-TURN-06") == "not-asked"
    assert sum(dice_in_bag(played)) == 3


@pytest.mark.rule("AN-TURN-01")
def test_the_steps_of_a_turn_come_in_their_order_and_once():
    """Start, orders and turn end follow one another, none skipped and none twice, and then a new turn begins."""
    down = {**DOWN, "die_kept": True, "unused_dice": 0}
    more = [
        ("a-z", troopers(1, flags=FAST), C, KEPT_RUN),
        ("b-w", troopers(1), D, {**AMBUSH, "die_kept": True, "unused_dice": 0}),
    ]
    played = two_sides([1, 5, 6], {}, down, more=more, owns=[owning("shard")])
    events = list(begin_turn(played, 2).events)
    while played.game.turn == 2:
        events += answer_by_default(played).events
    seen = steps_begun(events)
    assert seen[: len(STEPS)] == STEPS
    assert [type(event) for event in events if isinstance(event, TurnEnded | TurnStarted)][-2:] == [
        TurnEnded,
        TurnStarted,
    ]


@pytest.mark.rule("AN-TURNEND-01")
def test_a_step_that_is_over_stays_closed():
    """When the Run dice are asked about, a Down unit can no longer answer."""
    played = two_sides([], DOWN, FIRE, more=[("a-f", troopers(1, flags=FAST), C, RUNNING)])
    begin_turn_end(played).asks("down", "red")
    played.when("red", resolve_down()).asks("run", "red")
    refusal_under(played.when("red", resolve_down(recover=True)), "AN-TURNEND-11")
    assert pins_order_and_hand(played)[1] == "down"


@pytest.mark.rule("AN-TURNEND-01")
def test_the_steps_come_in_order():
    """Down, Ambush, Run, contested dice and tests follow one another, and each asks its units."""
    more = [("a-z", troopers(1), C, AMBUSH), ("b-w", troopers(1, flags=FAST), D, RUNNING)]
    played = two_sides([5, 2, 9], DOWN, FIRE, more=more, markers=[marker("m1", "munition", at=(5000, 5000))])
    played.set(contested_dice=(ContestedDie(owner=1, contester=0),))
    asked_for = [question(begin_turn_end(played).table)]
    played.when("red", resolve_down())
    asked_for.append(question(played))
    played.when("red", KeepOrder(unit="a-z", keep=True))
    asked_for.append(question(played))
    assert asked_for == ["down", "ambush", "run"]
    out = played.when("blue", KeepOrder(unit="b-w", keep=True))
    out.then(OrderDiceReturned, ContestedDieResolved, EndTestTaken, TurnEnded, TurnStarted)
    begun = [event.step for event in events_of(out.events, StepBegun)]
    assert begun[: begun.index("victory") + 1] == ["contested", "end_tests", "victory"]


@pytest.mark.rule("AN-TURNEND-01")
def test_the_sides_alternate_from_the_winner_on():
    """2 and 2 Down units: winner, other, winner, other."""
    more = [("a-z", troopers(1), C, DOWN), ("b-w", troopers(1), D, DOWN)]
    played = two_sides([2, 7, 2, 7], DOWN, DOWN, more=more)
    begin_turn_end(played).then(RollOffMade, winner=1)
    order: list[int] = []
    for _ in range(4):
        seat = played.window.asks[0]
        name = {1: ["b-y", "b-w"], 0: ["a-x", "a-z"]}[seat][order.count(seat)]
        order.append(seat)
        played.when(seat, resolve_down(name)).accepted()
    assert order == [1, 0, 1, 0]


@pytest.mark.rule("AN-TURNEND-01")
def test_turn_end_waits_for_the_last_action():
    """While an action is in progress no Down unit is asked."""
    played = with_drawn_die(two_sides([], None, {**DOWN, "unused_dice": 0, "die_kept": True}))
    give_order(played, "fire").asks("action", "red")
    refusal_under(played.when("blue", resolve_down("b-y", recover=True)), "AN-TURN-13")
