"""AN-ORDER-13 to -16 and -20 to -25, AN-TURN-12, AN-OPT-09: order tests, their bands, and what forces them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import Corrected
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionWaived,
    EndAction,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieReleased,
    OrderGiven,
    OrderTested,
    PinsRemoved,
    Rallied,
    RollOrderTest,
    SpecialRule,
    Stats,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import FIRE, A, B, stop_after_action, table, two_sides, two_squads, with_drawn_die
from tests.rulesets.antares.sheets import INCH, plain_squad, special_rule, stats, troopers
from tests.rulesets.antares.steps import (
    clauses_of_last,
    clauses_of_one,
    dice_in_bag,
    events_of,
    give_order,
    move_unit,
    one_event,
    order_given,
    place_of,
    play_on,
    question,
    set_by_ruling,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.steps import pins_and_order


def forced_test(face: int, order: str = "advance", **rest: Any) -> Outcome:
    """Let the referee's flag force a test on "a-x", which then gets an order."""
    played = stop_after_action(with_drawn_die(two_sides([face], **rest)))
    set_by_ruling(played, "units", "a-x", added_flags=("force_order_test",)).then(Corrected)
    return give_order(played, order)


@pytest.mark.rule("AN-TURN-12")
@pytest.mark.ruling("AN-TURN-12.2")
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
    out = order_given(order, [face, *more], {"added_flags": ("force_order_test",)}).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert unit_row(out.table, "a-x").order == (shown or order)


@pytest.mark.rule("AN-TURN-12")
@pytest.mark.ruling("AN-TURN-12.2")
def test_a_forced_test_says_by_what_it_is_forced():
    """Where a flag forces the test, the order and the test cite the clause; where pins call for it they do not."""
    flagged = troopers(1, flags=("force_order_test",))
    played = stop_after_action(with_drawn_die(two_sides([8], sheet=flagged)))
    give_order(played, "advance").then(OrderTested, passed=True)
    assert {"AN-TURN-11", "AN-TURN-12"} <= set(clauses_of_last(played, OrderGiven)) & set(
        clauses_of_last(played, OrderTested)
    )
    played = stop_after_action(with_drawn_die(two_sides([9])))
    set_by_ruling(played, "units", "a-x", added_flags=("force_order_test",)).then(Corrected)
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
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (9,))]
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
@pytest.mark.ruling("AN-TURN-12.2")
def test_without_the_flag_nothing_is_tested():
    """Where the flag was taken away again the unit obeys without a die."""
    played = stop_after_action(with_drawn_die(two_sides([])))
    for flags in (("force_order_test",), ()):
        set_by_ruling(played, "units", "a-x", added_flags=flags).then(Corrected)
    out = give_order(played, "advance").then(OrderGiven, test=False).without(OrderTested).asks("action", "red")
    assert out.rolls == ()


@pytest.mark.rule("AN-OPT-09")
@pytest.mark.parametrize(
    ("rules", "needed"),
    [
        ((special_rule("order_test_modifier", 1),), 5),
        ((), 4),
        ((special_rule("none"),), 4),
        ((special_rule("order_test_modifier", 1, models=6),), 4),
        ((special_rule("order_test_modifier", 1, models=5),), 5),
    ],
)
@pytest.mark.ruling("AN-OPT-09.2")
def test_strength_in_numbers_changes_the_order_test(rules, needed):
    """Co 7 with 3 pins tests at 5 with a modifier of 1, at 4 without data or with too few models."""
    sheet = troopers(5, rules=rules, stats=stats(command=7))
    out = order_given("fire", [4], {"pins": 3}, sheet=sheet)
    assert out.one(OrderTested).needed.total == needed


@pytest.mark.rule("AN-OPT-09")
@pytest.mark.ruling("AN-OPT-09.2")
def test_a_rule_may_exempt_from_the_test():
    """A unit with such a rule obeys with its pins on, and none comes off."""
    out = order_given("fire", [], {"pins": 3}, sheet=troopers(5, rules=(special_rule("skips_order_test"),)))
    out.without(OrderTested, PinsRemoved).asks("action", "red")
    assert unit_row(out.table, "a-x").pins == 3


@pytest.mark.rule("AN-OPT-09")
def test_the_modifier_counts_before_the_die_is_thrown():
    """In steps the order test is still to come when the order is given, and it counts the rule."""
    sheet = troopers(5, rules=(special_rule("order_test_modifier", 1),), stats=stats(command=7))
    played = stop_after_action(with_drawn_die(two_sides([5], {"pins": 3}, sheet=sheet, pace="step")))
    give_order(played, "fire").asks("order_test", "table")
    played.when("red", RollOrderTest()).then(OrderTested, passed=True)


@pytest.mark.rule("AN-OPT-09")
@pytest.mark.parametrize(("models", "total"), [(0, 5), (5, 5), (6, 4)])
def test_strength_in_numbers_counts_while_it_has_the_models(models: int, total: int) -> None:
    """A rule of the unit changes the target number while it has the models for it."""
    rule = special_rule("order_test_modifier", 1, models=models)
    stats = Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=7)
    sheet = plain_squad(rules=(rule,), stats=stats)
    played = table([4], units=[("a-x", sheet, A, {"pins": 3}), ("b-y", plain_squad(), B)])
    out = give_order(with_drawn_die(played), "fire")
    assert out.one(OrderTested).needed.total == total


@pytest.mark.rule("AN-OPT-09")
def test_a_rule_may_spare_a_pinned_unit_the_test() -> None:
    """A unit that is exempt obeys with its pins on."""
    skips = SpecialRule(name="Fanatics", hook="skips_order_test", number=0, word="", models=0)
    rows = [("a-x", plain_squad(rules=(skips,)), A, {"pins": 3}), ("b-y", plain_squad(), B)]
    give_order(with_drawn_die(table(units=rows)), "run").without(OrderTested).asks("action", "red")


@pytest.mark.rule("AN-ORDER-13")
@pytest.mark.parametrize(("face", "passed"), [(8, True), (9, False)])
def test_rally_is_tested_on_full_co(face, passed):
    """Co 8 with 6 pins tests for Rally at 8."""
    out = order_given("rally", [face, 1][: 1 + passed], {"pins": 6})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (8, passed)


@pytest.mark.rule("AN-ORDER-13")
@pytest.mark.ruling("AN-ORDER-13.2")
def test_an_unpinned_unit_may_rally_for_nothing():
    """No test, no effect: its die stays on it as Rally, and it neither moves nor shoots."""
    out = order_given("rally").without(OrderTested, Rallied, PinsRemoved, UnitMoved).then(ActionEnded)
    assert pins_and_order(out.table) == (0, "rally")
    assert question(out.table) == ""
    assert out.rolls == ()


@pytest.mark.rule("AN-ORDER-13")
def test_a_rallying_unit_does_not_act():
    """A pinned unit that rallies is not asked for an action."""
    out = give_order(with_drawn_die(two_sides([2, 3, 1], {"pins": 6})), "rally")
    out.then(OrderTested, Rallied, ActionEnded, OrderDieDrawn).asks("allocation", "blue")
    move_unit(out.table, 1000).rejected("AN-TURN-08", "not-asked")
    assert place_of(out.table, "a-x.1") == A


@pytest.mark.rule("AN-ORDER-14")
@pytest.mark.parametrize(("face", "left"), [(2, 1), (6, 0)])
def test_a_rally_of_one_sheds_d6_and_2(face, left):
    """5 pins, a 1 and a D6 of 2 leave 1; a D6 of 6 leaves none."""
    out = order_given("rally", [1, face], {"pins": 5}).then(Rallied, face=face, pins=face + 2)
    assert pins_and_order(out.table) == (left, "rally")


@pytest.mark.rule("AN-ORDER-14", "AN-ORDER-15")
@pytest.mark.parametrize(
    ("stacks", "faces", "left"), [(False, (1, 1), 6), (True, (1, 1), 4), (False, (6, 1), 7), (True, (6, 1), 6)]
)
@pytest.mark.ruling("AN-ORDER-14.2", "AN-ORDER-14.3", "AN-ORDER-15.1")
def test_by_the_option_the_order_test_sheds_its_pins_besides(stacks, faces, left):
    """9 pins: D6 + 2 or D6 + 1 is the whole removal, or with the option 2 or 1 come off on top."""
    assert DEFAULTS.rally_stacks_with_test is False
    sheet = troopers(5, stats=stats(command=10))
    out = order_given("rally", list(faces), {"pins": 9}, sheet=sheet, options={"rally_stacks_with_test": stacks})
    assert pins_and_order(out.table) == (left, "rally")


@pytest.mark.rule("AN-ORDER-15")
def test_a_rally_that_passes_sheds_d6_and_1():
    """Co 8, 5 pins, 6 on the test and 3 on the D6: 4 come off, 1 is left."""
    out = order_given("rally", [6, 3], {"pins": 5}).then(Rallied, face=3, pins=4)
    assert pins_and_order(out.table) == (1, "rally")


@pytest.mark.rule("AN-ORDER-15")
def test_a_rally_does_not_go_below_no_pins():
    """3 pins and a D6 of 6 leave 0."""
    assert pins_and_order(order_given("rally", [6, 6], {"pins": 3}).table) == (0, "rally")


@pytest.mark.rule("AN-ORDER-16")
@pytest.mark.parametrize(("face", "pins"), [(9, 4), (10, 5)])
@pytest.mark.ruling("AN-ORDER-16.2")
def test_a_failed_rally_goes_down(face, pins):
    """Co 8 with 5 pins: a 9 goes Down with 4, a 10 with 5, and no D6 is thrown."""
    out = order_given("rally", [face], {"pins": 5}).then(UnitWentDown, cause="order_test").without(Rallied)
    assert pins_and_order(out.table) == (pins, "down")


@pytest.mark.rule("AN-ORDER-20")
def test_a_one_sheds_two_pins_before_the_order():
    """Fire with Co 8 and 3 pins, a 1: 1 pin left, and a rifle shoots at 5."""
    near = ("b-w", troopers(1), (25_000, 10_000), {**FIRE, "unused_dice": 0})
    played = stop_after_action(
        with_drawn_die(two_sides([1, 10], {"pins": 3}, FIRE, sheet=troopers(1, "gun"), more=[near]))
    )
    give_order(played, "fire").then(OrderTested, passed=True).then(PinsRemoved, pins=2, cause="order_test")
    assert pins_and_order(played) == (1, "fire")
    shoot(played, target="b-w")
    assert one_event(play_on(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-ORDER-20", "AN-ORDER-21")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush"])
@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 2), (5, 2)])
def test_the_bands_of_success_hold_for_every_order_but_rally(order, face, left):
    """A 1 takes 2 pins off and 2 to the target number 1, and the order is carried out."""
    out = order_given(order, [face], {"pins": 3})
    assert pins_and_order(out.table) == (left, order)


@pytest.mark.rule("AN-ORDER-20")
def test_a_one_does_not_go_below_no_pins():
    """1 pin and a 1 leave 0."""
    assert pins_and_order(order_given("run", [1], {"pins": 1}).table) == (0, "run")


@pytest.mark.rule("AN-ORDER-20", "AN-ORDER-21", "AN-ORDER-22", "AN-ORDER-23")
@pytest.mark.parametrize(
    ("face", "passed", "left", "order"),
    [(1, True, 1, "fire"), (5, True, 2, "fire"), (6, False, 2, "down"), (10, False, 3, "down")],
)
def test_the_four_bands_of_the_order_test(face: int, passed: bool, left: int, order: str) -> None:
    """A 1 sheds 2 pins, a pass 1, a failure 1 and sends Down, a 10 sends Down."""
    rest = [] if passed else [1]
    played = with_drawn_die(two_squads([face, *rest], a={"pins": 3}))
    out = give_order(played, "fire").then(OrderTested, face=face, passed=passed)
    assert out.one(OrderTested).needed.total == 5
    assert (unit_row(played, "a-x").pins, unit_row(played, "a-x").order) == (left, order)
    out.asks("action" if passed else "allocation", "red" if passed else "blue")


@pytest.mark.rule("AN-ORDER-21")
def test_a_pass_sheds_one_pin_before_the_order():
    """Fire with Co 8 and 3 pins, a 5: 2 pins left, and a rifle shoots at 4."""
    near = ("b-w", troopers(1), (25_000, 10_000), {**FIRE, "unused_dice": 0})
    played = stop_after_action(
        with_drawn_die(two_sides([5, 10], {"pins": 3}, FIRE, sheet=troopers(1, "gun"), more=[near]))
    )
    out = give_order(played, "fire").then(PinsRemoved, pins=1, cause="order_test")
    assert out.one(OrderTested).needed.total == 5
    shoot(played, target="b-w")
    assert one_event(play_on(played), AccuracyRolled).needed.total == 4
    assert pins_and_order(played) == (2, "fire")


@pytest.mark.rule("AN-ORDER-22", "AN-ORDER-23")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush"])
@pytest.mark.parametrize(("face", "pins"), [(6, 2), (8, 2), (9, 2), (10, 3)])
def test_a_failed_order_goes_down(order, face, pins):
    """Co 8 with 3 pins: an 8 goes Down with 2 pins, a 10 with 3, and the order is not carried out."""
    out = order_given(order, [face], {"pins": 3}).then(OrderTested, passed=False).then(UnitWentDown, cause="order_test")
    assert pins_and_order(out.table) == (pins, "down")
    assert question(out.table) == ""


@pytest.mark.rule("AN-ORDER-24")
def test_without_a_test_no_pins_change():
    """A unit without pins given Advance is asked for its action at once, moves and shoots, and no D10 is thrown."""
    out = (
        order_given("advance", [10], b=FIRE, sheet=troopers(1, "gun"))
        .without(OrderTested, PinsRemoved)
        .asks("action", "red")
    )
    assert out.rolls == ()
    move_unit(out.table, 3 * INCH).then(UnitMoved, over=True)
    shoot(out.table)
    assert events_of(play_on(out.table), AccuracyRolled)
    assert {roll.why for filled in out.table.log for roll in filled.rolls} == {"accuracy"}


@pytest.mark.rule("AN-ORDER-24")
def test_an_unpinned_unit_obeys_without_a_test() -> None:
    """No die is rolled, and its side is asked for the action at once."""
    played = with_drawn_die(two_squads([1]))
    give_order(played, "fire").then(OrderGiven, order="fire", test=False).without(OrderTested).asks("action", "red")
    played.when("red", EndAction(unit="b-y")).rejected("AN-TURN-13", "not-acting", unit="a-x")
    played.when("red", EndAction(unit="a-x")).then(ActionWaived, ActionEnded, OrderDieDrawn).asks("allocation", "blue")
    assert unit_row(played, "a-x").order == "fire"


@pytest.mark.rule("AN-ORDER-25")
@pytest.mark.ruling("AN-ORDER-25.2")
def test_pins_come_off_before_the_action_and_the_die_stays():
    """Advance with 2 pins and a 3: 1 pin is left, the shot needs 4, and the die stays on the unit."""
    near = ("b-w", troopers(1), (25_000, 10_000), {**FIRE, "unused_dice": 0})
    played = stop_after_action(
        with_drawn_die(two_sides([3, 10], {"pins": 2}, FIRE, sheet=troopers(1, "gun"), more=[near]))
    )
    give_order(played, "advance").then(OrderTested, PinsRemoved, pins=1).without(OrderDieReleased, OrderDiceReturned)
    shoot(played, target="b-w")
    assert one_event(play_on(played), AccuracyRolled).needed.total == 4
    assert (pins_and_order(played), dice_in_bag(played)[0]) == ((1, "advance"), 0)
