"""AN-TURNEND-02 to AN-TURNEND-09: Down units at the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    DieRerolled,
    EndAction,
    GiveOrder,
    OrderDiceReturned,
    OrderDieKept,
    OrderDieReleased,
    PinsRemoved,
    ReactionsAsked,
    RecoveryTested,
    ResolveDown,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.fixtures import DOWN, FIRE, A, B, C, change_unit, duel, table, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import plain_squad, probe, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn_end,
    dice_in_bag,
    events_of,
    give_order,
    play_on,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.fixtures import table_of
from tests.rulesets.antares.turn.steps import pins_order_and_hand, resolve_down


def two_down(faces: Any, pins: int, **rest: Any) -> Table:
    """Let "a-x" and "a-z" be Down at step 2.1, the first with pins; "b-y" is on Fire."""
    played = two_sides(faces, {**DOWN, "pins": pins}, FIRE, more=[("a-z", troopers(1), C, DOWN)], **rest)
    begin_turn_end(played).asks("down", "red")
    return played


def down_kept(dice: Any = (), **rest: Any) -> Table:
    """Let "a-x" keep its Down die into turn 2."""
    played = two_sides(dice, {**DOWN, "pins": 1}, FIRE, **rest)
    begin_turn_end(played).asks("down", "red")
    played.when("red", resolve_down()).then(TurnStarted, turn=2)
    return played


@pytest.mark.rule("AN-TURNEND-02")
@pytest.mark.parametrize("first", [False, True])
def test_a_down_unit_answers_once(first):
    """Who keeps the die may not take the test as well, nor the other way round."""
    played = two_down([10] if first else [], 3)
    played.when("red", resolve_down(recover=first)).asks("down", "red")
    played.when("red", resolve_down(recover=not first)).rejected("AN-TURNEND-02", "already-resolved")


@pytest.mark.rule("AN-TURNEND-02")
def test_every_down_unit_is_asked_and_only_those():
    """The step asks until each Down unit has answered; a unit that is not Down is refused."""
    played = two_sides(
        [1], DOWN, FIRE, more=[("a-z", troopers(1), C, DOWN), ("a-u", troopers(1), (10_000, 40_000), FIRE)]
    )
    begin_turn_end(played).asks("down", "red")
    played.when("red", resolve_down("a-u", recover=True)).rejected("AN-TURNEND-02", "not-down")
    played.when("red", resolve_down("a-z")).asks("down", "red")
    played.when("red", resolve_down("a-x")).then(StepBegun, step="ambush")


@pytest.mark.rule("AN-TURNEND-03")
@pytest.mark.parametrize(("pins", "left"), [(4, 3), (1, 0), (0, 0)])
def test_keeping_the_die_sheds_a_pin(pins, left):
    """Down with 4 pins becomes Down with 3 without a roll, and the die does not go back."""
    played = two_down([], pins)
    out = played.when("red", resolve_down()).then(OrderDieKept, order="down").without(RecoveryTested)
    assert out.rolls == ()
    assert pins_order_and_hand(played) == (left, "down", 0)
    assert dice_in_bag(played)[0] == 0


@pytest.mark.rule("AN-TURNEND-03", "AN-TURNEND-09")
def test_a_kept_down_die_stays_into_the_next_turn_without_an_order() -> None:
    """The unit stays Down and the die does not go back; it gets no order in the next turn."""
    fire = ("b-y", plain_squad(), B, {"order": "fire"})
    table = table_of([1], ("a-x", plain_squad(), A, {**DOWN, "pins": 4}), fire)
    out = begin_step(table, "down").asks("down", "red").table.when("red", resolve_down("a-x"))
    out.then(PinsRemoved, pins=1, cause="down").then(OrderDiceReturned, dice=(0, 1), kept=("a-x",))
    out.then(TurnEnded, TurnStarted, turn=2).asks("allocation", "blue")
    assert (unit_row(table, "a-x").order, unit_row(table, "a-x").unused_dice, unit_row(table, "a-x").die_kept) == (
        "down",
        0,
        True,
    )
    with_drawn_die(table, 0)
    table.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURNEND-09", "has-order")


@pytest.mark.rule("AN-TURNEND-04")
@pytest.mark.parametrize(("uses", "needed", "passed"), [(False, 8, True), (True, 3, False)])
@pytest.mark.ruling("AN-GEN-04.1", "AN-GEN-04.2", "AN-TURNEND-04.1")
def test_recovery_is_tested_on_full_co(uses, needed, passed):
    """Co 8 with 5 pins recovers at 8, and an 8 passes; by the option it is 3."""
    played = two_down([8], 5, options={"recovery_uses_pins": uses})
    out = played.when("red", resolve_down(recover=True)).then(RecoveryTested, face=8, passed=passed)
    assert out.one(RecoveryTested).needed.total == needed
    assert DEFAULTS.recovery_uses_pins is False


@pytest.mark.rule("AN-TURNEND-04")
def test_by_option_pins_count_in_recovery() -> None:
    """The option subtracts pins."""
    rows = [("a-x", plain_squad(), A, {**DOWN, "pins": 5}), ("a-z", plain_squad(), C, DOWN)]
    table = table_of([4], *rows, ("b-y", plain_squad(), B), options={"recovery_uses_pins": True})
    begin_step(table, "down")
    out = table.when("red", resolve_down("a-x", recover=True)).then(RecoveryTested, passed=False)
    assert out.one(RecoveryTested).needed.total == 3


@pytest.mark.rule("AN-TURNEND-04")
def test_a_unit_without_co_can_not_recover() -> None:
    """It can not test."""
    table = table_of([1], ("a-p", probe(), A, DOWN), ("b-y", plain_squad(), B, {"order": "fire"}))
    begin_step(table, "down")
    table.when("red", resolve_down("a-p", recover=True)).rejected("AN-TURNEND-04", "no-command")
    table.when("red", resolve_down("a-p")).then(OrderDieKept)


@pytest.mark.rule("AN-TURNEND-05")
def test_recovery_of_one():
    """5 pins and a 1: 3 pins, the die is in the bag and the unit is not Down."""
    played = two_down([1], 5)
    played.when("red", resolve_down(recover=True)).then(RecoveryTested, passed=True).then(
        PinsRemoved, pins=2, cause="recovery"
    )
    assert (pins_order_and_hand(played), dice_in_bag(played)[0]) == ((3, "", 1), 1)


@pytest.mark.rule("AN-TURNEND-05", "AN-TURNEND-06", "AN-TURNEND-07")
@pytest.mark.parametrize(("face", "order"), [(1, ""), (7, ""), (9, "down")])
def test_recovery_does_not_go_below_no_pins(face, order):
    """A unit without pins recovers, or does not, and keeps 0."""
    played = two_down([face], 0)
    played.when("red", resolve_down(recover=True)).accepted()
    assert pins_order_and_hand(played)[:2] == (0, order)


@pytest.mark.rule("AN-TURNEND-05", "AN-TURNEND-06", "AN-TURNEND-07", "AN-TURNEND-08")
@pytest.mark.parametrize(("face", "left", "passed"), [(1, 3, True), (8, 4, True), (9, 4, False), (10, 5, False)])
def test_the_bands_of_the_recovery_test(face: int, left: int, passed: bool) -> None:
    """A 1 sheds 2 pins, other results 1 and a 10 none; a pass returns the die."""
    rows = [("a-x", plain_squad(), A, {**DOWN, "pins": 5}), ("a-z", plain_squad(), C, DOWN)]
    table = table_of([face], *rows, ("b-y", plain_squad(), B, {"order": "fire"}))
    begin_step(table, "down")
    out = table.when("red", resolve_down("a-x", recover=True)).then(RecoveryTested, face=face, passed=passed)
    out.then(OrderDieReleased if passed else OrderDieKept).asks("down", "red")
    assert out.one(RecoveryTested).needed.total == 8
    assert (unit_row(table, "a-x").pins, unit_row(table, "a-x").order) == (left, "" if passed else "down")
    assert table.game.sides[0].bag == int(passed)


@pytest.mark.rule("AN-TURNEND-06")
@pytest.mark.parametrize("face", [2, 7, 8])
def test_recovery_passed(face):
    """Co 8, 5 pins and a 7: 4 pins, the die is in the bag."""
    played = two_down([face], 5)
    played.when("red", resolve_down(recover=True)).then(RecoveryTested, passed=True).then(OrderDieReleased)
    assert (pins_order_and_hand(played), dice_in_bag(played)[0]) == ((4, "", 1), 1)


@pytest.mark.rule("AN-TURNEND-06", "AN-DMG-12")
def test_a_recovered_unit_that_lost_a_die_has_no_more_than_are_left() -> None:
    """A unit of two dice that lost one and was short of the other comes out of Down with one in hand."""
    sheet = plain_squad(order_dice=2)
    played = table([3, 1], units=[("a-x", sheet, (10_000, 10_000)), ("b-y", plain_squad(), (40_000, 10_000))], turn=1)
    change_unit(played, "a-x", order="down", dice=1, unused_dice=1)
    begin_step(played, "down")
    played.when("red", ResolveDown(unit="a-x", recover=True)).then(OrderDieReleased)
    assert unit_row(played, "a-x").unused_dice <= unit_row(played, "a-x").dice


@pytest.mark.rule("AN-TURNEND-07")
def test_recovery_failed():
    """Co 8, 5 pins and a 9: 4 pins, still Down with its die."""
    played = two_down([9], 5)
    played.when("red", resolve_down(recover=True)).then(RecoveryTested, passed=False).without(OrderDieReleased)
    assert (pins_order_and_hand(played), dice_in_bag(played)[0]) == ((4, "down", 0), 0)


@pytest.mark.rule("AN-TURNEND-08")
def test_recovery_of_ten():
    """Co 8, 5 pins and a 10: 5 pins, still Down."""
    played = two_down([10], 5)
    played.when("red", resolve_down(recover=True)).then(RecoveryTested, passed=False).without(PinsRemoved)
    assert (pins_order_and_hand(played), dice_in_bag(played)[0]) == ((5, "down", 0), 0)


@pytest.mark.rule("AN-TURNEND-09")
def test_a_kept_down_die_gives_no_order():
    """An order to the unit in the next turn is refused: it has one already."""
    played = down_kept([1])
    assert dice_in_bag(played)[0] == 0
    with_drawn_die(played, 0)
    give_order(played, "fire").rejected("AN-TURNEND-09", "has-order")
    assert pins_order_and_hand(played)[1] == "down"


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_with_a_kept_down_die_does_not_react_and_stays_protected():
    """Shot at in the next turn it is not asked, and its hits are thrown again since it is infantry."""
    kept = {**DOWN, "die_kept": True, "unused_dice": 0}
    played = duel(troopers(2, "gun"), troopers(5, "gun"), [3, 4, 10, 10], theirs=kept)
    shoot(played).without(ReactionsAsked)
    assert len(events_of(play_on(played), DieRerolled, reason="down")) == 2


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_that_is_still_down_comes_back_to_step_one():
    """At the end of the next turn it is asked again."""
    played = down_kept([1, 1])
    give_order(played, "fire", "b-y")
    played.when("blue", EndAction(unit="b-y")).then(StepBegun).asks("down", "red")
    played.when("red", resolve_down()).accepted()


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_of_two_dice_gets_up_with_its_other_die():
    """Kept Down with one die, it is given an order with the other and shows that."""
    fields = {"order": "down", "die_kept": True, "dice": 2, "unused_dice": 1}
    played = with_drawn_die(two_sides([1], fields, sheet=troopers(1, "gun", order_dice=2)))
    give_order(played, "rally").accepted()
    assert pins_order_and_hand(played)[1] == "rally"
