"""AN-TURN-08 to AN-TURN-14: who gets the drawn die, the test, the action, and steps of both sides."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    DrawOrderDie,
    EndAction,
    KeepOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieKept,
    OrderDieSetAside,
    OrderGiven,
    OrderTested,
    PinsRemoved,
    ResolveDown,
    RollOffMade,
    SetAsideDie,
    SetUnitFlag,
    ShootingDeclared,
    StepBegun,
    UnitFlagChanged,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.rows import Side
from tests.rulesets.antares.givens import INCH, begin, drawn, unit
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    DOWN,
    USED,
    asked,
    go,
    men,
    of,
    react,
    shoot,
    silence,
)
from tests.rulesets.antares.said_turns import (
    FIRE,
    C,
    D,
    bag,
    give,
    halted,
    ordered,
    sides,
    turn_end,
)

# -- AN-TURN-08


@pytest.mark.rule("AN-TURN-08")
def test_who_may_be_given_an_order():
    """Enemy units, units that show an order and units that are gone are refused; an unordered one takes a Rally."""
    gone = ("a-g", men(1), (10_000, 40_000), {"place": "destroyed", "models": (), "hand": 0})
    played = halted(drawn(sides(more=[("a-z", men(1), C, {**USED, "hand": 0}), gone])))
    give(played, "fire", "b-y", "red").rejected("AN-TURN-08", "wrong-side")
    give(played, "fire", "a-z").rejected("AN-TURN-08", "has-order", order="advance")
    give(played, "fire", "a-g").rejected("AN-TURN-08", "not-on-table")
    give(played, "rally").then(OrderGiven, unit="a-x", order="rally")
    assert unit(played, "a-x").order == "rally"


@pytest.mark.rule("AN-TURN-08")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush", "rally", "down"])
def test_there_are_six_orders(order):
    """Each of the six faces may be given; another is refused."""
    played = halted(drawn(sides()))
    give(played, "hold").rejected("AN-TURN-08", "no-such-order")
    give(played, order).then(OrderGiven, order=order)


# -- AN-TURN-09


@pytest.mark.rule("AN-TURN-09")
def test_multiple_order_dice_give_as_many_orders():
    """A unit of two dice is given Advance, then Fire, each with its action, and no third order; it shows Fire."""
    played = drawn(sides([1, 10], None, {**USED, "hand": 0}, sheet=men(1, "gun", order_dice=2)))
    assert (unit(played, "a-x").hand, bag(played)) == (2, (1, 0))
    give(played, "advance").asks("action", "red")
    go(played, -3 * INCH).then(UnitMoved)
    played.when("red", EndAction(unit="a-x")).then(ActionEnded, OrderDieDrawn, seat=0).asks("allocation", "red")
    assert (unit(played, "a-x").order, unit(played, "a-x").hand) == ("advance", 1)
    halted(played)
    give(played, "fire").then(OrderGiven, order="fire").asks("action", "red")
    shoot(played).then(ShootingDeclared, ActionEnded)
    assert (unit(played, "a-x").order, unit(played, "a-x").hand) == ("fire", 0)
    drawn(played)
    give(played, "run").rejected("AN-TURN-09", "has-order")


@pytest.mark.rule("AN-TURN-09")
def test_each_order_has_its_own_test():
    """A pinned unit of two dice tests for both of its orders."""
    played = drawn(sides([4, 1, 4], {"pins": 2}, sheet=men(1, "gun", order_dice=2)))
    give(played, "ambush").then(OrderTested, passed=True)
    give(played, "run").then(OrderTested, passed=True).asks("action", "red")
    assert unit(played, "a-x").pins == 0


@pytest.mark.rule("AN-TURN-09")
def test_only_the_latest_die_is_kept():
    """A unit of two dice that shows Ambush keeps that die; the other goes back to the bag."""
    both = {"order": "ambush", "dice": 2, "hand": 0}
    played = sides([1], both, FIRE, sheet=men(1, order_dice=2))
    turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept, order="ambush")
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    assert (unit(played, "a-x").order, unit(played, "a-x").hand) == ("ambush", 1)


# -- AN-TURN-10


@pytest.mark.rule("AN-TURN-10")
def test_a_die_without_a_unit_is_set_aside_until_turn_end():
    """A claimed extra die of A finds all its units ordered: it lies aside, drawing goes on and it comes back."""
    played = sides([1, 1, 1], FIRE)
    played.set(sides={0: Side(seat=0, bag=1, starting=1, gained=1), 1: Side(seat=1, bag=1, starting=1)})
    begin(played, "orders").then(OrderDieDrawn, OrderDieSetAside, OrderDieDrawn, seat=1).asks("allocation", "blue")
    assert played.game.sides[0].aside == 1
    out = give(played, "rally", "b-y").then(OrderDiceReturned, dice=(2, 1))
    assert out.one(OrderDieDrawn).bag == 3
    assert played.game.sides[0].aside == 0


@pytest.mark.rule("AN-TURN-10")
def test_a_die_that_a_unit_can_take_is_not_set_aside():
    """While a unit is eligible the die may not be set aside."""
    played = drawn(sides())
    played.when("red", SetAsideDie()).rejected("AN-TURN-10", "units-eligible")


# -- AN-TURN-11 and AN-TURN-12


@pytest.mark.rule("AN-TURN-11")
@pytest.mark.parametrize(("pins", "needed"), [(0, None), (1, 7)])
def test_a_pinned_unit_tests_and_an_unpinned_one_does_not(pins, needed):
    """Fire without pins throws no die and shoots; with 1 pin one D10 is thrown against 7."""
    out = ordered("fire", [7] if pins else [], {"pins": pins})
    assert [each.needed.total for each in of(out.events, OrderTested)] == ([] if needed is None else [needed])
    assert [roll.sides for roll in out.rolls] == [10] * pins
    out.asks("action", "red")


@pytest.mark.rule("AN-TURN-11")
def test_a_down_order_is_never_tested():
    """A unit with pins that is told to go Down throws no die."""
    out = ordered("down", [], {"pins": 1}).then(UnitWentDown, cause="order").without(OrderTested)
    assert out.rolls == ()


@pytest.mark.rule("AN-TURN-12")
def test_an_unpinned_unit_may_be_forced_to_test():
    """The flag makes a unit of Co 8 test for its Advance at 8; a 9 sends it Down without a pin to lose."""
    played = halted(drawn(sides([9])))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).then(UnitFlagChanged, on=True)
    out = give(played, "advance").then(OrderGiven, test=True).then(OrderTested, passed=False).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert (unit(played, "a-x").order, unit(played, "a-x").pins) == ("down", 0)


@pytest.mark.rule("AN-TURN-12")
def test_the_flag_may_stand_in_the_data():
    """A unit whose sheet forces the test takes it too, and passes on 8."""
    out = ordered("advance", [8], sheet=men(1, flags=("force_order_test",)))
    out.then(OrderTested, passed=True).asks("action", "red")


# -- AN-TURN-13


@pytest.mark.rule("AN-TURN-13")
def test_the_next_die_waits_for_reactions_pins_and_breaks():
    """During the Firefight that answers a Fire order a draw is refused until both volleys are settled."""
    near: tuple[Any, ...] = ("b-w", men(2, "gun"), (25_000, 10_000), {})
    played = drawn(sides([1, 3, 10, 10, 9, 1], sheet=men(1, "gun"), more=[near], pace="step"))
    give(played, "fire")
    shoot(played, target="b-w").asks("reaction", "blue")
    waits = []
    while asked(played) != "draw":
        ((clause, reason),) = [(each.clause, each.reason) for each in played.refused(DrawOrderDie(), "referee")]
        assert reason == "not-asked"
        waits.append((asked(played), clause))
        if asked(played) == "reaction":
            react(played, "firefight", "b-w").accepted()
        elif asked(played) == "reaction_shot":
            shoot(played, target="a-x", unit="b-w", who="blue").accepted()
        else:
            silence(played)
    assert waits == [
        ("reaction", "AN-REACT-31"), ("reaction_test", "AN-REACT-32"), ("reaction_shot", "AN-REACT-34"),
        ("resume", "AN-REACT-34"), ("accuracy", "AN-ACC-01"), ("accuracy", "AN-ACC-01"), ("allocate", "AN-HIT-04"),
        ("resist", "AN-RESIST-01"), ("pins", "AN-PIN-15"), ("break_test", "AN-BREAK-10"),
    ]  # fmt: skip
    assert (unit(played, "b-w").order, len(unit(played, "b-w").models)) == ("fire", 1)
    played.faces(1)
    played.when("referee", DrawOrderDie()).then(OrderDieDrawn)


@pytest.mark.rule("AN-TURN-13")
def test_a_unit_that_passed_its_test_acts():
    """A unit that passes is asked for its action, one that fails is not."""
    ordered("run", [5], {"pins": 2}).then(OrderTested, passed=True).asks("action", "red")
    failed = ordered("run", [7], {"pins": 2}).then(OrderTested, passed=False).then(ActionEnded)
    assert asked(failed.table) == ""


# -- AN-TURN-14


@pytest.mark.rule("AN-TURN-14")
def test_a_step_of_both_sides_begins_with_a_roll_off():
    """A 3, B 9 with two Down units of A and one of B: B, A, A."""
    more = [("a-z", men(1), C, DOWN), ("b-w", men(1), D, FIRE)]
    played = sides([3, 9, 1], DOWN, DOWN, more=more)
    turn_end(played).then(RollOffMade, winner=1).asks("down", "blue")
    keep = {each: ResolveDown(unit=each, recover=False) for each in ("a-x", "a-z", "b-y")}
    played.when("red", keep["a-x"]).rejected("AN-TURNEND-02", "not-asked")
    played.when("blue", keep["b-y"]).asks("down", "red")
    played.when("red", keep["a-x"]).asks("down", "red")
    played.when("red", keep["a-z"]).then(StepBegun, step="ambush")


@pytest.mark.rule("AN-TURN-14")
def test_one_side_alone_does_not_roll_off():
    """Only A has Down units: no D10."""
    out = turn_end(sides([], DOWN, FIRE)).without(RollOffMade).asks("down", "red")
    assert out.rolls == ()


@pytest.mark.rule("AN-TURN-14")
def test_every_step_rolls_off_anew():
    """Down units and Ambush units of both sides call for two roll-offs."""
    more = [("a-z", men(1), C, AMBUSH), ("b-w", men(1), D, AMBUSH)]
    played = sides([9, 3, 3, 9], DOWN, DOWN, more=more)
    turn_end(played).then(RollOffMade, winner=0)
    played.when("red", ResolveDown(unit="a-x", recover=False)).asks("down", "blue")
    played.when("blue", ResolveDown(unit="b-y", recover=False)).then(RollOffMade, winner=1).asks("ambush", "blue")


@pytest.mark.rule("AN-TURN-12", "AN-ORDER-01", "AN-ORDER-04", "AN-ORDER-07", "AN-ORDER-10", "AN-ORDER-13")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush", "rally"])
@pytest.mark.parametrize(("face", "shown"), [(8, None), (9, "down")])
def test_a_forced_unit_takes_the_test_of_its_order(order, face, shown):
    """Without pins a forced unit of Co 8 tests at 8 for every order but Down."""
    more = [3] if order == "rally" and shown is None else []
    out = ordered(order, [face, *more], {"flags": ("force_order_test",)}).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert unit(out.table, "a-x").order == (shown or order)


@pytest.mark.rule("AN-TURN-09")
def test_a_failed_second_order_turns_the_second_die():
    """A unit of two dice that shows Advance fails its Run: it is Down with that die and has none left."""
    out = ordered("run", [9], {"order": "advance", "dice": 2, "hand": 1, "pins": 1}, sheet=men(1, order_dice=2))
    out.then(OrderTested, passed=False).then(UnitWentDown, die="turned")
    assert (unit(out.table, "a-x").order, unit(out.table, "a-x").hand) == ("down", 0)
