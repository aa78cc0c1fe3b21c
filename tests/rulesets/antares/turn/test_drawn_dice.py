"""AN-TURN-08 to AN-TURN-14: who gets the drawn die, and steps of both sides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    DrawOrderDie,
    EndAction,
    GiveOrder,
    KeepOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieKept,
    OrderDieSetAside,
    OrderGiven,
    OrderTested,
    RecordOptionEffect,
    ResolveDown,
    RollOffMade,
    SetAsideDie,
    ShootingDeclared,
    StepBegun,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.rows import Side
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    DOWN,
    FIRE,
    USED,
    A,
    B,
    C,
    D,
    change_unit,
    stop_after_action,
    table,
    two_sides,
    two_squads,
    with_drawn_die,
)
from tests.rulesets.antares.sheets import INCH, plain_squad, state_change, troopers, vehicle
from tests.rulesets.antares.steps import (
    answer_by_default,
    begin_step,
    begin_turn_end,
    dice_in_bag,
    events_of,
    give_order,
    move_unit,
    order_given,
    question,
    react,
    ruling,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.fixtures import table_of
from tests.rulesets.antares.turn.steps import resolve_down


@pytest.mark.rule("AN-TURN-08")
def test_who_may_be_given_an_order():
    """Enemy units, units that show an order and units that are gone are refused; an unordered one takes a Rally."""
    gone = ("a-g", troopers(1), (10_000, 40_000), {"place": "destroyed", "models": (), "unused_dice": 0})
    played = stop_after_action(
        with_drawn_die(two_sides(more=[("a-z", troopers(1), C, {**USED, "unused_dice": 0}), gone]))
    )
    give_order(played, "fire", "b-y", "red").rejected("AN-TURN-08", "wrong-side")
    give_order(played, "fire", "a-z").rejected("AN-TURN-08", "has-order", order="advance")
    give_order(played, "fire", "a-g").rejected("AN-TURN-08", "not-on-table")
    give_order(played, "rally").then(OrderGiven, unit="a-x", order="rally")
    assert unit_row(played, "a-x").order == "rally"


@pytest.mark.rule("AN-TURN-08")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush", "rally", "down"])
def test_there_are_six_orders(order):
    """Each of the six faces may be given; another is refused."""
    played = stop_after_action(with_drawn_die(two_sides()))
    give_order(played, "hold").rejected("AN-TURN-08", "no-such-order")
    give_order(played, order).then(OrderGiven, order=order)


@pytest.mark.rule("AN-TURN-08")
def test_only_units_of_the_side_that_hold_a_die_get_an_order() -> None:
    """An enemy unit, an unknown order and a unit that has an order are refused."""
    played = with_drawn_die(two_squads([1], a={"order": "advance"}))
    give_order(played, "fire", "a-x").rejected("AN-TURN-08", "has-order", unit="a-x", order="advance")
    played.when("red", GiveOrder(unit="b-y", order="fire")).rejected("AN-TURN-08", "wrong-side")
    change_unit(played, "a-x", order="", unused_dice=1)
    give_order(played, "wait").rejected("AN-TURN-08", "no-such-order", order="wait")
    played.when("red", SetAsideDie()).rejected("AN-TURN-10", "units-eligible", units="a-x")
    give_order(played, "down").then(UnitWentDown, cause="order")


@pytest.mark.rule("AN-TURN-09")
@pytest.mark.ruling("AN-TURN-09.2")
def test_multiple_order_dice_give_as_many_orders():
    """A unit of two dice is given Advance, then Fire, each with its action, and no third order; it shows Fire."""
    played = with_drawn_die(
        two_sides([1, 10], None, {**USED, "unused_dice": 0}, sheet=troopers(1, "gun", order_dice=2))
    )
    assert (unit_row(played, "a-x").unused_dice, dice_in_bag(played)) == (2, (1, 0))
    give_order(played, "advance").asks("action", "red")
    move_unit(played, -3 * INCH).then(UnitMoved)
    played.when("red", EndAction(unit="a-x")).then(ActionEnded, OrderDieDrawn, seat=0).asks("allocation", "red")
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").unused_dice) == ("advance", 1)
    stop_after_action(played)
    give_order(played, "fire").then(OrderGiven, order="fire").asks("action", "red")
    shoot(played).then(ShootingDeclared, ActionEnded)
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").unused_dice) == ("fire", 0)
    with_drawn_die(played)
    give_order(played, "run").rejected("AN-TURN-09", "has-order")


@pytest.mark.rule("AN-TURN-09")
def test_each_order_has_its_own_test():
    """A pinned unit of two dice tests for both of its orders."""
    played = with_drawn_die(two_sides([4, 1, 4], {"pins": 2}, sheet=troopers(1, "gun", order_dice=2)))
    give_order(played, "ambush").then(OrderTested, passed=True)
    give_order(played, "run").then(OrderTested, passed=True).asks("action", "red")
    assert unit_row(played, "a-x").pins == 0


@pytest.mark.rule("AN-TURN-09")
@pytest.mark.ruling("AN-TURN-09.3")
def test_only_the_latest_die_is_kept():
    """A unit of two dice that shows Ambush keeps that die; the other goes back to the bag."""
    both = {"order": "ambush", "dice": 2, "unused_dice": 0}
    played = two_sides([1], both, FIRE, sheet=troopers(1, order_dice=2))
    begin_turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept, order="ambush")
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").unused_dice) == ("ambush", 1)


@pytest.mark.rule("AN-TURN-09")
def test_a_failed_second_order_turns_the_second_die():
    """A unit of two dice that shows Advance fails its Run: it is Down with that die and has none left."""
    out = order_given(
        "run", [9], {"order": "advance", "dice": 2, "unused_dice": 1, "pins": 1}, sheet=troopers(1, order_dice=2)
    )
    out.then(OrderTested, passed=False).then(UnitWentDown, die="turned")
    assert (unit_row(out.table, "a-x").order, unit_row(out.table, "a-x").unused_dice) == ("down", 0)


@pytest.mark.rule("AN-TURN-09")
def test_a_unit_of_two_dice_gets_two_orders_and_no_third() -> None:
    """A unit of two dice gets two orders and no third."""
    rows = [("a-v", vehicle(), A, {"unused_dice": 1, "order": "advance"}), ("b-y", plain_squad(), B)]
    played = with_drawn_die(table([1], units=rows))
    give_order(played, "ambush", "a-v").then(ActionEnded)
    assert unit_row(played, "a-v").unused_dice == 0
    give_order(with_drawn_die(played), "fire", "a-v").rejected("AN-TURN-09", "has-order")


@pytest.mark.rule("AN-TURN-10")
@pytest.mark.ruling("AN-TURN-10.2")
def test_a_die_without_a_unit_is_set_aside_until_turn_end():
    """A claimed extra die of A finds all its units ordered: it lies aside, drawing goes on and it comes back."""
    played = two_sides([1, 1, 1], FIRE)
    played.set(sides={0: Side(seat=0, bag=1, starting_dice=1, dice_gained=1), 1: Side(seat=1, bag=1, starting_dice=1)})
    begin_step(played, "orders").then(OrderDieDrawn, OrderDieSetAside, OrderDieDrawn, seat=1).asks("allocation", "blue")
    assert played.game.sides[0].aside == 1
    out = give_order(played, "rally", "b-y").then(OrderDiceReturned, dice=(2, 1))
    assert out.one(OrderDieDrawn).bag == 3
    assert played.game.sides[0].aside == 0


@pytest.mark.rule("AN-TURN-10")
def test_a_die_that_a_unit_can_take_is_not_set_aside():
    """While a unit is eligible the die may not be set aside."""
    played = with_drawn_die(two_sides())
    played.when("red", SetAsideDie()).rejected("AN-TURN-10", "units-eligible")


@pytest.mark.rule("AN-TURN-10")
def test_a_drawn_die_whose_units_are_gone_is_set_aside() -> None:
    """Where the last unit without an order goes Down while its side is asked, the drawn die is set aside."""
    played = with_drawn_die(
        table(units=[("a-x", plain_squad(), (10_000, 10_000)), ("b-y", plain_squad(), (40_000, 10_000))])
    )
    played.faces(1)
    fell = (state_change("down", "a-x"),)
    command = RecordOptionEffect(option="", note="it falls", changes=fell)
    played.when("referee", command).then(OrderDieSetAside, seat=0)
    assert unit_row(played, "a-x").down_without_die
    played.last.asks("allocation", "blue")


@pytest.mark.rule("AN-TURN-10")
def test_a_die_that_no_unit_can_take_any_more_is_set_aside() -> None:
    """The question for an order goes where the referee takes the last die of its side's units."""
    played = with_drawn_die(two_squads(pace="step"))
    played.set(sides={seat: replace(row, bag=1) for seat, row in played.game.sides.items()})
    played.when("referee", ruling("order_die_from_bag", "a-x")).asks("set_aside")
    played.when("referee", ruling("order_die_to_bag", "a-x")).asks("allocation", "red")


@pytest.mark.rule("AN-TURN-11")
@pytest.mark.parametrize(("pins", "needed"), [(0, None), (1, 7)])
def test_a_pinned_unit_tests_and_an_unpinned_one_does_not(pins, needed):
    """Fire without pins throws no die and shoots; with 1 pin one D10 is thrown against 7."""
    out = order_given("fire", [7] if pins else [], {"pins": pins})
    assert [event.needed.total for event in events_of(out.events, OrderTested)] == ([] if needed is None else [needed])
    assert [roll.sides for roll in out.rolls] == [10] * pins
    out.asks("action", "red")


@pytest.mark.rule("AN-TURN-11")
def test_a_down_order_is_never_tested():
    """A unit with pins that is told to go Down throws no die."""
    out = order_given("down", [], {"pins": 1}).then(UnitWentDown, cause="order").without(OrderTested)
    assert out.rolls == ()


@pytest.mark.rule("AN-TURN-13")
def test_the_next_die_waits_for_reactions_pins_and_breaks():
    """During the Firefight that answers a Fire order a draw is refused until both volleys are settled."""
    near: tuple[Any, ...] = ("b-w", troopers(2, "gun"), (25_000, 10_000), {})
    played = with_drawn_die(two_sides([1, 3, 10, 10, 9, 1], sheet=troopers(1, "gun"), more=[near], pace="step"))
    give_order(played, "fire")
    shoot(played, target="b-w").asks("reaction", "blue")
    waits = []
    while question(played) != "draw":
        ((clause, reason),) = [(row.clause, row.reason) for row in played.refused(DrawOrderDie(), "referee")]
        assert reason == "not-asked"
        waits.append((question(played), clause))
        if question(played) == "reaction":
            react(played, "firefight", "b-w").accepted()
        elif question(played) == "reaction_shot":
            shoot(played, target="a-x", unit="b-w", who="blue").accepted()
        else:
            answer_by_default(played)
    assert waits == [
        ("reaction", "AN-REACT-31"),
        ("reaction_test", "AN-REACT-32"),
        ("reaction_shot", "AN-REACT-34"),
        ("resume", "AN-REACT-34"),
        ("accuracy", "AN-ACC-01"),
        ("accuracy", "AN-ACC-01"),
        ("allocate", "AN-HIT-04"),
        ("resist", "AN-RESIST-01"),
        ("pins", "AN-PIN-15"),
        ("break_test", "AN-BREAK-10"),
    ]
    assert (unit_row(played, "b-w").order, len(unit_row(played, "b-w").models)) == ("fire", 1)
    played.faces(1)
    played.when("referee", DrawOrderDie()).then(OrderDieDrawn)


@pytest.mark.rule("AN-TURN-13")
def test_a_unit_that_passed_its_test_acts():
    """A unit that passes is asked for its action, one that fails is not."""
    order_given("run", [5], {"pins": 2}).then(OrderTested, passed=True).asks("action", "red")
    failed = order_given("run", [7], {"pins": 2}).then(OrderTested, passed=False).then(ActionEnded)
    assert question(failed.table) == ""


@pytest.mark.rule("AN-TURN-14")
@pytest.mark.ruling("AN-TURN-14.2")
def test_a_step_of_both_sides_begins_with_a_roll_off():
    """A 3, B 9 with two Down units of A and one of B: B, A, A."""
    more = [("a-z", troopers(1), C, DOWN), ("b-w", troopers(1), D, FIRE)]
    played = two_sides([3, 9, 1], DOWN, DOWN, more=more)
    begin_turn_end(played).then(RollOffMade, winner=1).asks("down", "blue")
    keep = {row: ResolveDown(unit=row, recover=False) for row in ("a-x", "a-z", "b-y")}
    played.when("red", keep["a-x"]).rejected("AN-TURNEND-02", "not-asked")
    played.when("blue", keep["b-y"]).asks("down", "red")
    played.when("red", keep["a-x"]).asks("down", "red")
    played.when("red", keep["a-z"]).then(StepBegun, step="ambush")


@pytest.mark.rule("AN-TURN-14")
def test_one_side_alone_does_not_roll_off():
    """Only A has Down units: no D10."""
    out = begin_turn_end(two_sides([], DOWN, FIRE)).without(RollOffMade).asks("down", "red")
    assert out.rolls == ()


@pytest.mark.rule("AN-TURN-14")
@pytest.mark.ruling("AN-TURN-14.2")
def test_every_step_rolls_off_anew():
    """Down units and Ambush units of both sides call for two roll-offs."""
    more = [("a-z", troopers(1), C, AMBUSH), ("b-w", troopers(1), D, AMBUSH)]
    played = two_sides([9, 3, 3, 9], DOWN, DOWN, more=more)
    begin_turn_end(played).then(RollOffMade, winner=0)
    played.when("red", ResolveDown(unit="a-x", recover=False)).asks("down", "blue")
    played.when("blue", ResolveDown(unit="b-y", recover=False)).then(RollOffMade, winner=1).asks("ambush", "blue")


@pytest.mark.rule("AN-TURN-14")
def test_down_units_are_resolved_in_turn_and_empty_sides_skipped() -> None:
    """The winner of the roll-off begins, and a side with nothing left is skipped."""
    table = table_of(
        [3, 9, 1],
        ("a-x", plain_squad(), A, DOWN),
        ("a-z", plain_squad(), C, DOWN),
        ("b-y", plain_squad(), B, DOWN),
        ("b-z", plain_squad(), D, {"order": "fire"}),
    )
    begin_step(table, "down").then(RollOffMade, winner=1, faces=(3, 9)).asks("down", "blue")
    table.when("blue", resolve_down("a-x")).rejected("AN-TURNEND-02", "wrong-side")
    table.when("blue", resolve_down("b-y")).then(OrderDieKept).asks("down", "red")
    table.when("red", resolve_down("a-z")).asks("down", "red")
    table.when("red", resolve_down("a-z")).rejected("AN-TURNEND-02", "already-resolved")
    table.when("red", resolve_down("a-x")).then(OrderDiceReturned, kept=("a-x", "a-z", "b-y"), dice=(0, 1))
