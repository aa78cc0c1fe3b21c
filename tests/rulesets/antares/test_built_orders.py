"""Orders, their tests and the draw of dice, through commands."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    ActionWaived,
    DieContested,
    EndAction,
    GiveOrder,
    MakeRetainedRun,
    OrderDieDrawn,
    OrderDieSetAside,
    OrderGiven,
    OrderTested,
    PinsRemoved,
    PlayArmyOption,
    Rallied,
    RetainedRunMade,
    RollOffMade,
    SetAsideDie,
    SpecialDieAdded,
    SpecialDieDrawn,
    SpecialRule,
    Stats,
    StepBegun,
    UnitWentDown,
)
from adjudicator.rulesets.antares.option_effects import effect
from adjudicator.rulesets.antares.rows import Side
from tests.rulesets.antares import givens
from tests.rulesets.antares.givens import unit

A, B = (10_000, 10_000), (40_000, 10_000)


def two(dice=(), a=None, b=None, **rest):
    """Set two squads up, with changes of their rows."""
    rows = [("a-x", givens.plain(), A, a or {}), ("b-y", givens.plain(), B, b or {})]
    return givens.table(dice, units=rows, **rest)


def give(table, order, name="a-x"):
    """Give the drawn die to a unit."""
    return table.when(givens.seat_of(name), GiveOrder(unit=name, order=order))


@pytest.mark.rule("AN-TURN-06")
def test_the_place_of_the_drawn_die_says_whose_it_is() -> None:
    """Dice of seat 0 come first in the bag, then those of seat 1."""
    table = two([2])
    givens.begin(table, "orders").then(OrderDieDrawn, seat=1, place=2, bag=2).asks("allocation", "blue")
    assert table.game.sides[1].bag == 0


@pytest.mark.rule("AN-TURN-08")
def test_only_units_of_the_side_that_hold_a_die_get_an_order() -> None:
    """An enemy unit, an unknown order and a unit that has an order are refused."""
    table = givens.drawn(two([1], a={"order": "advance"}))
    give(table, "fire", "a-x").rejected("AN-TURN-08", "has-order", unit="a-x", order="advance")
    table.when("red", GiveOrder(unit="b-y", order="fire")).rejected("AN-TURN-08", "wrong-side")
    givens.change(table, "a-x", order="", hand=1)
    give(table, "wait").rejected("AN-TURN-08", "no-such-order", order="wait")
    table.when("red", SetAsideDie()).rejected("AN-TURN-10", "units-eligible", units="a-x")
    give(table, "down").then(UnitWentDown, cause="order")


@pytest.mark.rule("AN-ORDER-24")
def test_an_unpinned_unit_obeys_without_a_test() -> None:
    """No die is rolled, and its side is asked for the action at once."""
    table = givens.drawn(two([1]))
    give(table, "fire").then(OrderGiven, order="fire", test=False).without(OrderTested).asks("action", "red")
    table.when("red", EndAction(unit="b-y")).rejected("AN-TURN-13", "not-acting", unit="a-x")
    table.when("red", EndAction(unit="a-x")).then(ActionWaived, ActionEnded, OrderDieDrawn).asks("allocation", "blue")
    assert unit(table, "a-x").order == "fire"


@pytest.mark.rule("AN-ORDER-21")
@pytest.mark.parametrize(
    ("face", "passed", "left", "order"),
    [(1, True, 1, "fire"), (5, True, 2, "fire"), (6, False, 2, "down"), (10, False, 3, "down")],
)
def test_bands_of_the_order_test(face: int, passed: bool, left: int, order: str) -> None:
    """A 1 sheds 2 pins, a pass 1, a failure 1 and sends Down, a 10 sends Down."""
    rest = [] if passed else [1]
    table = givens.drawn(two([face, *rest], a={"pins": 3}))
    out = give(table, "fire").then(OrderTested, face=face, passed=passed)
    assert out.one(OrderTested).needed.total == 5
    assert (unit(table, "a-x").pins, unit(table, "a-x").order) == (left, order)
    out.asks("action" if passed else "allocation", "red" if passed else "blue")


@pytest.mark.rule("AN-ORDER-14")
@pytest.mark.parametrize(
    ("faces", "stacks", "left"), [((1, 2), False, 1), ((1, 6), False, 0), ((6, 3), False, 1), ((6, 2), True, 1)]
)
def test_rally(faces: tuple[int, int], stacks: bool, left: int) -> None:
    """It tests on full Co and sheds D6 + 1 pins, or D6 + 2 with a 1, and the order's own besides by the option."""
    table = givens.drawn(two([*faces, 1], a={"pins": 5}, options={"rally_stacks_with_test": stacks}))
    out = give(table, "rally").then(Rallied, face=faces[1])
    assert out.one(OrderTested).needed.total == 8
    assert unit(table, "a-x").pins == left


@pytest.mark.rule("AN-ORDER-13")
def test_an_unpinned_unit_may_rally_without_effect() -> None:
    """Its die stays on it as Rally."""
    table = givens.drawn(two([1]))
    give(table, "rally").without(OrderTested, Rallied, PinsRemoved)
    assert unit(table, "a-x").order == "rally"


@pytest.mark.rule("AN-TURN-12")
def test_a_forced_test() -> None:
    """A flag forces a test on a unit without pins; it goes Down with no pin to lose."""
    table = givens.drawn(two([9, 1], a={"flags": ("force_order_test",)}))
    out = give(table, "advance").then(OrderTested, passed=False).without(PinsRemoved)
    assert out.one(OrderTested).needed.total == 8
    assert unit(table, "a-x").order == "down"


@pytest.mark.rule("AN-OPT-09")
@pytest.mark.parametrize(("models", "total"), [(0, 5), (5, 5), (6, 4)])
def test_strength_in_numbers(models: int, total: int) -> None:
    """A rule of the unit changes the target number while it has the models for it."""
    rule = givens.rule("order_test_modifier", 1, models=models)
    stats = Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=7)
    sheet = givens.plain(rules=(rule,), stats=stats)
    table = givens.table([4], units=[("a-x", sheet, A, {"pins": 3}), ("b-y", givens.plain(), B)])
    out = give(givens.drawn(table), "fire")
    assert out.one(OrderTested).needed.total == total


def test_a_rule_may_skip_the_test() -> None:
    """A unit that is exempt obeys with its pins on."""
    skips = SpecialRule(name="Fanatics", hook="skips_order_test", number=0, word="", models=0)
    rows = [("a-x", givens.plain(rules=(skips,)), A, {"pins": 3}), ("b-y", givens.plain(), B)]
    give(givens.drawn(givens.table(units=rows)), "run").without(OrderTested).asks("action", "red")


@pytest.mark.rule("AN-GEN-03")
def test_what_a_ten_does_besides() -> None:
    """An option may add a pin to a unit whose order test shows a 10."""
    effect = givens.natural("order", "add_pin")
    table = givens.drawn(two([10, 1], a={"pins": 3}, options={"natural_ten_penalty": (effect,)}))
    give(table, "fire")
    assert unit(table, "a-x").pins == 4


@pytest.mark.rule("AN-TURN-10")
def test_a_die_without_a_unit_is_set_aside() -> None:
    """Its side is not asked, and the next die is drawn."""
    table = two([1, 1], a={"order": "fire", "hand": 0})
    table.set(sides={0: Side(seat=0, bag=1, starting=1), 1: table.game.sides[1]})
    givens.begin(table, "orders").then(OrderDieDrawn, OrderDieSetAside, OrderDieDrawn).asks("allocation", "blue")
    assert table.game.sides[0].aside == 1


@pytest.mark.rule("AN-TURN-09")
def test_multiple_order_dice() -> None:
    """A unit of two dice gets two orders and no third."""
    rows = [("a-v", givens.vehicle(), A, {"hand": 1, "order": "advance"}), ("b-y", givens.plain(), B)]
    table = givens.drawn(givens.table([1], units=rows))
    give(table, "ambush", "a-v").then(ActionEnded)
    assert unit(table, "a-v").hand == 0
    give(givens.drawn(table), "fire", "a-v").rejected("AN-TURN-09", "has-order")


@pytest.mark.rule("AN-TURN-04")
def test_retained_runs_alternate_after_a_roll_off() -> None:
    """The winner of the roll-off runs first, and orders begin when none is outstanding."""
    kept = {"order": "run", "kept": True, "retained": True, "hand": 0}
    rows = [
        ("a-x", givens.plain(flags=("fast",)), A, {**kept, "pins": 3}), ("b-y", givens.plain(flags=("fast",)), B, kept),
        ("b-z", givens.plain(), (40_000, 30_000)),
    ]  # fmt: skip
    table = givens.table([8, 3, 1], units=rows)
    givens.new_turn(table, 2).then(StepBegun, RollOffMade, winner=0).asks("retained_runs", "red")
    table.when("red", MakeRetainedRun(unit="b-y")).rejected("AN-TURN-04", "wrong-side")
    table.when("red", MakeRetainedRun(unit="a-x")).then(RetainedRunMade).without(OrderTested).asks("action", "red")
    table.when("red", EndAction(unit="a-x")).asks("retained_runs", "blue")
    table.play(("blue", MakeRetainedRun(unit="b-y")), ("blue", EndAction(unit="b-y"))).asks("allocation", "blue")
    assert unit(table, "a-x").pins == 3
    table.when("blue", GiveOrder(unit="b-y", order="fire")).rejected("AN-TURN-03", "has-order")


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("high", "winner"), [(True, 1), (False, 0)])
def test_roll_offs_are_thrown_again_on_a_tie(high: bool, winner: int) -> None:
    """The higher number wins, or the lower by the option."""
    down = {"order": "down"}
    table = two([7, 7, 3, 8], a=down, b=down, options={"rolloff_high_wins": high})
    givens.begin(table, "down").then(RollOffMade, faces=(7, 7, 3, 8), winner=winner)


@pytest.mark.rule("AN-OPT-04")
def test_a_special_die_does_what_stands_behind_it_in_its_list() -> None:
    """Effects behind the die wait until it is drawn, and then work for the side that added it."""
    hex_die = givens.army_option("hex", effect("add_special_die", word="hex"), effect("contest_die", 1))
    table = two([3, 1], owns=(givens.owned(hex_die, 1),))
    givens.new_turn(table, 1).asks("start_options", "blue")
    out = table.when("blue", PlayArmyOption(option="b-hex", unit=""))
    out.then(SpecialDieAdded, SpecialDieDrawn, DieContested, owner=0)
