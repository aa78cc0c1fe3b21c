"""AN-TURN-05 to AN-TURN-07: the bag and what is drawn from it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    DrawOrderDie,
    EndAction,
    GiveOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieTaken,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie, Side
from adjudicator.rulesets.antares.rules.invariants import invariants
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    DOWN,
    FIRE,
    KEPT_RUN,
    USED,
    C,
    D,
    two_sides,
    two_squads,
    with_drawn_die,
)
from tests.rulesets.antares.sheets import FAST, INCH, special_rule, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn,
    begin_turn_end,
    charge,
    decline,
    dice_in_bag,
    events_of,
    give_order,
    make_retained_run,
    one_event,
    play_on,
    react,
    refusal_under,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.steps import steps_begun


def squad_with_dice(id: str, where: tuple[int, int], dice: int = 2, **fields: Any) -> tuple[Any, ...]:
    """Give a place for a squad of so many order dice."""
    return (id, troopers(1, "gun", order_dice=dice), where, fields)


@pytest.mark.rule("AN-TURN-05")
def test_the_bag_holds_the_dice_that_lie_on_no_unit():
    """7 dice of A with one kept Down and one kept Ambush make 5, 5 of B make 5: 10 in all."""
    kept = [
        ("a-k", troopers(1), (10_000, 40_000), {**DOWN, "die_kept": True, "unused_dice": 0}),
        ("a-l", troopers(1), (14_000, 40_000), {**AMBUSH, "die_kept": True, "unused_dice": 0}),
    ]
    others: list[tuple[Any, ...]] = [("a-n", troopers(1), (22_000, 40_000), {}), ("a-z", troopers(1), C, {})]
    more = [*kept, squad_with_dice("a-m", (18_000, 40_000)), *others]
    more += [(f"b-{number}", troopers(1), (40_000 + 3000 * number, 30_000), {}) for number in range(4)]
    played = two_sides([1], more=more)
    out = begin_turn(played, 2)
    assert out.one(OrderDieDrawn).bag == 10
    assert out.one(OrderDieDrawn).place == 1
    assert dice_in_bag(played) == (4, 5)


@pytest.mark.rule("AN-TURN-05")
def test_what_is_in_custody_or_lost_is_not_in_the_bag():
    """A die of B in custody and the dice of a unit of B that is gone are missing from its 3."""
    gone = ("b-g", troopers(1), (40_000, 40_000), {"place": "destroyed", "models": (), "dice": 0, "unused_dice": 0})
    played = two_sides([8, 5, 1], FIRE, FIRE, more=[("b-w", troopers(1), D, FIRE), gone])
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),))
    played.set(sides={0: Side(seat=0, starting_dice=1), 1: Side(seat=1, starting_dice=3, dice_lost=1)})
    out = begin_turn_end(played).then(TurnStarted)
    assert out.one(OrderDieDrawn).bag == 2


@pytest.mark.rule("AN-TURN-05")
def test_a_die_used_by_a_reaction_at_the_start_is_not_in_the_bag():
    """An unordered unit stands and shoots at a retained assault: its die is missing when the orders begin."""
    quick = troopers(1, flags=FAST, movement=10 * INCH)
    near: tuple[Any, ...] = ("b-w", troopers(1, "gun"), (29_000, 10_000), {})
    played = two_sides([], KEPT_RUN, sheet=quick, enemy=troopers(1), more=[near])
    begin_turn(played, 2).asks("retained_runs", "red")
    assert dice_in_bag(played) == (0, 2)
    make_retained_run(played, "a-x")
    charge(played.faces(3), 18_000, target="b-w").asks("reaction", "blue")
    react(played.faces(10, 10, 10, 1, 2), "stand_and_shoot", "b-w").then(OrderDieTaken, unit="b-w", order="fire")
    events = play_on(played.faces(1), "allocation")
    assert one_event(events, OrderDieDrawn).bag == 1
    assert dice_in_bag(played) == (0, 0)


@pytest.mark.rule("AN-TURN-05")
@pytest.mark.parametrize("more", [-1, 1])
def test_a_die_lost_without_count_breaks_an_invariant(more: int) -> None:
    """A die that is lost without count, or comes out of nothing, breaks an invariant."""
    played = two_squads()
    game = played.game
    game.sides = {seat: replace(row, referee_moved_dice=False) for seat, row in game.sides.items()}
    assert not list(invariants(game))
    game.sides[0] = replace(game.sides[0], bag=game.sides[0].bag + more)
    assert any("order dice" in invariant for invariant in invariants(game))


@pytest.mark.rule("AN-TURN-06")
@pytest.mark.parametrize(("place", "seat"), [(7, 1), (5, 0), (6, 1), (1, 0), (10, 1)])
def test_the_place_of_the_die_says_whose_it_is(place, seat):
    """Of 5 and 5 dice places 1 to 5 are those of A, 6 to 10 those of B, and every place is as likely."""
    squads = [("a", 10_000), ("b", 40_000)]
    rows = ((f"{side}-{number}", x + 3000 * number) for side, x in squads for number in range(4))
    played = two_sides([place], more=[(name, troopers(1), (x, 30_000), {}) for name, x in rows])
    out = begin_step(played, "orders").then(OrderDieDrawn, seat=seat, place=place, bag=10)
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (place,))]
    out.asks("allocation", "blue" if seat else "red")
    assert dice_in_bag(played) == ((5, 4) if seat else (4, 5))


@pytest.mark.rule("AN-TURN-06")
def test_one_die_is_in_play_at_a_time():
    """Another draw before the drawn die is allocated, or before its action is over, is refused."""
    played = with_drawn_die(two_sides(pace="step"), 1)
    for who in ("referee", "blue"):
        assert refusal_under(played.when(who, DrawOrderDie()), "AN-TURN-08") == "not-asked"
    give_order(played, "fire", "b-y").asks("action", "blue")
    played.when("referee", DrawOrderDie()).rejected("AN-TURN-13", "not-asked")
    played.when("blue", EndAction(unit="b-y")).asks("draw", "table")


@pytest.mark.rule("AN-TURN-06")
def test_the_side_whose_die_it_is_acts():
    """The die of B is allocated by B, not by A."""
    played = two_sides([2])
    begin_step(played, "orders").then(OrderDieDrawn, seat=1).asks("allocation", "blue")
    played.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURN-08", "not-asked")


@pytest.mark.rule("AN-TURN-07")
def test_a_die_used_for_a_reaction_empties_the_bag():
    """The last die of A goes to a Firefight: the bag is empty, and after the action the turn ends."""
    near = (25_000, 10_000)
    watch: tuple[Any, ...] = ("b-w", troopers(1, "gun"), near, {})
    played = with_drawn_die(
        two_sides([1, 10, 10, 1], None, {**USED, "unused_dice": 0}, sheet=troopers(1, "gun"), more=[watch])
    )
    give_order(played, "fire")
    shoot(played, target="b-w").asks("reaction", "blue")
    react(played, "firefight", "b-w").then(OrderDieTaken, unit="b-w", order="fire")
    events = play_on(played, "allocation", "down")
    assert len(events_of(events, OrderDieDrawn)) == 1
    assert steps_begun(events)[:2] == ["down", "ambush"]


@pytest.mark.rule("AN-TURN-07")
def test_a_die_used_for_going_down_empties_the_bag():
    """The last die of B goes to a unit that fails its break test: no draw follows, and the turn ends."""
    near: tuple[Any, ...] = ("b-w", troopers(5, rules=(special_rule("break_test_on_casualty"),)), (25_000, 10_000), {})
    played = with_drawn_die(
        two_sides([3, 9, 9], None, {**USED, "unused_dice": 0}, sheet=troopers(1, "gun"), more=[near])
    )
    assert dice_in_bag(played) == (0, 1)
    give_order(played, "fire")
    shoot(played, target="b-w")
    decline(played)
    events = play_on(played, "down")
    assert not events_of(events, OrderDieDrawn)
    assert steps_begun(events) == ["down"]
    assert (unit_row(played, "b-w").order, dice_in_bag(played)) == ("down", (0, 0))


@pytest.mark.rule("AN-TURN-07")
def test_the_draw_goes_on_until_the_bag_is_empty():
    """Three dice are drawn and given one after the other, and the turn ends after the third."""
    played = two_sides([3, 2, 1, 1], more=[("a-z", troopers(1), C, {})])
    begin_step(played, "orders").asks("allocation", "blue")
    give_order(played, "rally", "b-y").then(ActionEnded, OrderDieDrawn, seat=0).asks("allocation", "red")
    give_order(played, "rally", "a-z").then(OrderDieDrawn).without(StepBegun).asks("allocation", "red")
    give_order(played, "rally", "a-x").then(ActionEnded, StepBegun, OrderDiceReturned, TurnEnded, TurnStarted)
