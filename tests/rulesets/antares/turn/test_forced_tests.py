"""AN-TURN-12: order tests that are forced."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.messages import (
    OrderGiven,
    OrderTested,
    PinsRemoved,
    SetUnitFlag,
    UnitFlagChanged,
    UnitWentDown,
)
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import stop_after_action, two_sides, two_squads, with_drawn_die
from tests.rulesets.antares.sheets import troopers
from tests.rulesets.antares.steps import clauses_of_last, clauses_of_one, give_order, order_given, question, unit_row


def forced_test(face: int, order: str = "advance", **rest: Any) -> Outcome:
    """Let the referee's flag force a test on "a-x", which then gets an order."""
    played = stop_after_action(with_drawn_die(two_sides([face], **rest)))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).cites("AN-TURN-12")
    return give_order(played, order)


@pytest.mark.rule("AN-TURN-12")
def test_an_unpinned_unit_may_be_forced_to_test():
    """The flag makes a unit of Co 8 test for its Advance at 8; a 9 sends it Down without a pin to lose."""
    played = stop_after_action(with_drawn_die(two_sides([9])))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).then(UnitFlagChanged, on=True)
    out = give_order(played, "advance").then(OrderGiven, test=True).then(OrderTested, passed=False).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").pins) == ("down", 0)


@pytest.mark.rule("AN-TURN-12")
def test_the_flag_may_stand_in_the_data():
    """A unit whose sheet forces the test takes it too, and passes on 8."""
    out = order_given("advance", [8], sheet=troopers(1, flags=("force_order_test",)))
    out.then(OrderTested, passed=True).asks("action", "red")


@pytest.mark.rule("AN-TURN-12", "AN-ORDER-01", "AN-ORDER-04", "AN-ORDER-07", "AN-ORDER-10", "AN-ORDER-13")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush", "rally"])
@pytest.mark.parametrize(("face", "shown"), [(8, None), (9, "down")])
def test_a_forced_unit_takes_the_test_of_its_order(order, face, shown):
    """Without pins a forced unit of Co 8 tests at 8 for every order but Down."""
    more = [3] if order == "rally" and shown is None else []
    out = order_given(order, [face, *more], {"flags": ("force_order_test",)}).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert unit_row(out.table, "a-x").order == (shown or order)


@pytest.mark.rule("AN-TURN-12")
def test_a_unit_that_fails_a_forced_test_goes_down() -> None:
    """A flag forces a test on a unit without pins; it goes Down with no pin to lose."""
    played = with_drawn_die(two_squads([9, 1], a={"flags": ("force_order_test",)}))
    out = give_order(played, "advance").then(OrderTested, passed=False).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert unit_row(played, "a-x").order == "down"


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_says_by_what_it_is_forced():
    """Where a flag forces the test, the order and the test cite the clause; where pins call for it they do not."""
    flagged = troopers(1, flags=("force_order_test",))
    played = stop_after_action(with_drawn_die(two_sides([8], sheet=flagged)))
    give_order(played, "advance").then(OrderTested, passed=True)
    assert {"AN-TURN-11", "AN-TURN-12"} <= set(clauses_of_last(played, OrderGiven)) & set(
        clauses_of_last(played, OrderTested)
    )
    played = stop_after_action(with_drawn_die(two_sides([9])))
    played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=True)).then(UnitFlagChanged)
    give_order(played, "run").then(UnitWentDown)
    assert "AN-TURN-12" in clauses_of_last(played, OrderGiven)
    assert "AN-TURN-12" in clauses_of_last(played, OrderTested)
    pinned = stop_after_action(with_drawn_die(two_sides([1], {"pins": 1}, sheet=flagged)))
    give_order(pinned, "advance").then(OrderTested)
    assert "AN-TURN-12" not in (*clauses_of_last(pinned, OrderGiven), *clauses_of_last(pinned, OrderTested))
    free = order_given("advance")
    assert free.one(OrderGiven).test is False


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_that_fails():
    """Co 8 without pins and forced to test for Advance needs 8: a 9 fails, the unit is Down and had no pin to lose."""
    out = (
        forced_test(9)
        .then(OrderGiven, test=True)
        .then(OrderTested, passed=False)
        .then(UnitWentDown, cause="order_test")
    )
    out.without(PinsRemoved).cites("AN-ORDER-22")
    test = out.one(OrderTested)
    assert (test.needed.total, test.face) == (8, 9)
    assert [(each.sides, each.faces) for each in out.rolls] == [(10, (9,))]
    assert (unit_row(out.table, "a-x").order, unit_row(out.table, "a-x").pins) == ("down", 0)
    assert "AN-TURN-12" in clauses_of_one(out.table, OrderTested)
    assert question(out.table) == ""


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test_that_is_passed():
    """An 8 passes at 8, and the unit acts on its order."""
    out = forced_test(8).then(OrderTested, passed=True).without(UnitWentDown).asks("action", "red")
    assert "AN-TURN-12" in clauses_of_one(out.table, OrderTested)
    assert (unit_row(out.table, "a-x").order, unit_row(out.table, "a-x").pins) == ("advance", 0)


@pytest.mark.rule("AN-TURN-12")
def test_a_test_forced_by_the_data_cites_the_clause_too():
    """A flag of the sheet forces the test as the referee's does."""
    out = order_given("advance", [8], sheet=troopers(1, flags=("force_order_test",))).then(OrderTested, passed=True)
    assert "AN-TURN-12" in clauses_of_one(out.table, OrderTested)


@pytest.mark.rule("AN-TURN-12")
def test_a_test_for_pins_is_not_forced():
    """A unit with a pin tests for its pin: nothing of it is called forced."""
    out = order_given("advance", [7], {"pins": 1}).then(OrderTested, passed=True)
    assert "AN-TURN-12" not in {clause for _, clauses in out.table.ruled for clause in clauses}


@pytest.mark.rule("AN-TURN-12")
def test_without_the_flag_nothing_is_tested():
    """Where the flag was taken away again the unit obeys without a die."""
    played = stop_after_action(with_drawn_die(two_sides([])))
    for on in (True, False):
        played.when("referee", SetUnitFlag(unit="a-x", flag="force_order_test", on=on)).accepted()
    out = give_order(played, "advance").then(OrderGiven, test=False).without(OrderTested).asks("action", "red")
    assert out.rolls == ()
