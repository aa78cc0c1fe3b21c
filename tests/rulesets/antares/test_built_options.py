"""Army options: when they are asked for and what their effects do."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    DieContested,
    DrawnDieChanged,
    DrawnDieReturned,
    GiveOrder,
    OptionEffectLasts,
    OptionPassed,
    OrderDieDrawn,
    OrderTested,
    PassOption,
    PinsRemoved,
    PlayArmyOption,
    RecordOptionEffect,
    RefereeEffectRecorded,
    RollOffMade,
    SpecialDieAdded,
    SpecialDieDrawn,
)
from adjudicator.rulesets.antares.option_effects import effect
from tests.kit import Table
from tests.rulesets.antares import givens
from tests.rulesets.antares.givens import army_option, owned, unit

A, B = (10_000, 10_000), (40_000, 10_000)
DRAW, ALLOCATION = ("dice_draw",), ("allocation",)


def two(dice: Any, *owns: Any, a: Any = None, **rest: Any) -> Table:
    """Set two squads up, with the options that their sides own."""
    rows = [("a-x", givens.plain(), A, a or {}), ("b-y", givens.plain(), B)]
    return givens.table(dice, units=rows, owns=owns, **rest)


def play(option: str, name: str = "") -> PlayArmyOption:
    return PlayArmyOption(option=option, unit=name)


@pytest.mark.rule("AN-TURN-02")
def test_both_sides_are_asked_at_the_start_until_both_pass() -> None:
    """The winner of the roll-off begins; a side that has nothing left counts as having passed."""
    shard, boost = army_option("shard", uses=1), army_option("boost", uses=2)
    table = two([4, 9, 1], owned(shard), owned(boost, 1))
    givens.new_turn(table, 1).then(RollOffMade, winner=1).asks("start_options", "blue")
    table.when("blue", play("a-shard")).rejected("AN-OPT-01", "option-not-owned")
    table.when("blue", PassOption()).then(OptionPassed).asks("start_options", "red")
    table.when("red", play("a-shard")).then(ArmyOptionPlayed, left=0).asks("start_options", "blue")
    table.when("blue", play("b-boost")).then(ArmyOptionPlayed, left=1).asks("start_options", "blue")
    table.when("blue", PassOption()).asks("allocation")


@pytest.mark.rule("AN-TURN-02")
def test_the_first_side_may_be_fixed() -> None:
    """An option of the game fixes it in place of a roll-off."""
    options = {"start_options_first_side": "side_b"}
    table = two([], owned(army_option("shard")), owned(army_option("boost"), 1), options=options)
    givens.new_turn(table, 1).without(RollOffMade).asks("start_options", "blue")


@pytest.mark.rule("AN-OPT-02")
def test_one_pool_of_uses_for_two_moments() -> None:
    """Played at the start, an option of one use is not asked for at the draw."""
    boost = army_option("boost", moments=("turn_start", "dice_draw"))
    table = two([1], owned(boost))
    givens.new_turn(table, 1).asks("start_options", "red")
    table.when("red", play("a-boost")).cites("AN-OPT-02").asks("allocation", "red")


@pytest.mark.rule("AN-OPT-05")
def test_block_sends_the_die_back_and_the_next_can_not_be_blocked() -> None:
    """Only the owner is asked; the new die opens no window where nothing playable is left."""
    block = army_option("block", uses=2, moments=DRAW)
    table = two([2, 2], owned(block), options={"presets": ("block_redraw",)})
    givens.begin(table, "orders").then(OrderDieDrawn, seat=1).asks("draw_options", "red")
    out = table.when("red", play("a-block")).then(ArmyOptionPlayed, DrawnDieReturned, OrderDieDrawn, seat=1)
    out.asks("allocation", "blue")
    assert table.game.drawn.unblockable
    assert table.game.sides[1].bag == 0
    table.ask("draw_options", "red").when("red", play("a-block")).rejected("AN-OPT-05", "die-unblockable")


@pytest.mark.rule("AN-OPT-10")
def test_the_side_of_the_die_is_asked_first() -> None:
    """Then the other; the die is allocated when both have passed."""
    table = two([2], owned(army_option("block", moments=DRAW)), owned(army_option("block", moments=DRAW), 1))
    givens.begin(table, "orders").asks("draw_options", "blue")
    table.when("blue", PassOption()).asks("draw_options", "red")
    table.when("red", PassOption()).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-04")
def test_a_special_die_makes_the_next_order_down() -> None:
    """Nobody acts with it; the next die of a side has to be a Down order."""
    distort = army_option("interference", effect("add_special_die", word="distort"))
    table = two([3, 1, 1], owned(distort), options={"presets": ("distort_next_die_down",)})
    givens.new_turn(table, 1).asks("start_options", "red")
    out = table.when("red", play("a-interference"))
    out.then(SpecialDieAdded, SpecialDieDrawn, OptionEffectLasts, OrderDieDrawn, seat=0, down_only=True)
    table.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-OPT-04", "down-only")
    table.when("red", GiveOrder(unit="a-x", order="down")).then(OrderDieDrawn, down_only=False)
    assert table.game.special == ()


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_changes_the_side_of_the_die() -> None:
    """The other side gives the order."""
    table = two([2], owned(army_option("reprogram", effect("change_die_side"), moments=DRAW)))
    givens.begin(table, "orders").asks("draw_options", "red")
    table.when("red", play("a-reprogram")).then(DrawnDieChanged, seat=0).cites("AN-OPT-07").asks("allocation", "red")


@pytest.mark.rule("AN-OPT-08")
def test_effects_at_allocation_come_before_the_test() -> None:
    """A modifier counts in the test that follows, once; pins that come off make it needless."""
    lift = army_option("lift", effect("add_test_modifier", 2), moments=ALLOCATION)
    calm = army_option("calm", effect("remove_pins", 9), moments=ALLOCATION)
    table = givens.drawn(two([7], owned(lift), a={"pins": 3}))
    table.when("red", GiveOrder(unit="a-x", order="fire")).asks("allocation_options", "red")
    out = table.when("red", play("a-lift")).then(OptionEffectLasts, unit="a-x")
    assert out.one(OrderTested).needed.total == 7
    assert table.game.lasting == ()
    table = givens.drawn(two([], owned(calm), a={"pins": 3}))
    table.when("red", GiveOrder(unit="a-x", order="fire")).accepted()
    table.when("red", play("a-calm", "b-y")).rejected("AN-OPT-08", "option-needs-unit")
    table.when("red", play("a-calm", "a-x")).then(PinsRemoved, pins=3).without(OrderTested).asks("action", "red")


@pytest.mark.rule("AN-OPT-01")
def test_an_option_without_effects_is_carried_out_by_the_referee() -> None:
    """The play spends it; the referee then says what it does, and all faults of that come at once."""
    table = two([1], owned(army_option("shard")), a={"pins": 3})
    givens.new_turn(table, 1)
    table.when("red", play("a-shard", "a-x")).rejected("AN-OPT-01", "option-takes-no-unit")
    table.when("red", play("a-shard")).exactly(ArmyOptionPlayed, *table.events[1:])
    pins = givens.state_change("pins", "a-x", number=-2)
    note = RecordOptionEffect(option="a-shard", note="two pins come off", changes=(pins,))
    table.when("red", note).rejected("AN-OPT-01", "referee-only")
    wrong = RecordOptionEffect(option="a-shard", note="?", changes=(givens.state_change("glow"), pins))
    table.when("referee", wrong).rejected("AN-OPT-01", "no-such-change", "changes[0]", kind="glow")
    table.when("referee", note).then(RefereeEffectRecorded, PinsRemoved, pins=2, cause="ruled")
    assert unit(table, "a-x").pins == 1


def test_an_option_may_contest_dice_and_lend_reactions() -> None:
    """Contests wait for the end of the turn, free reactions for their trigger."""
    contest = army_option("hack", effect("contest_die", 2), effect("grant_free_reaction", 1, "firefight"))
    table = two([1], owned(contest))
    givens.new_turn(table, 1)
    table.when("red", play("a-hack", "a-x")).then(DieContested, DieContested, OptionEffectLasts, word="firefight")
    assert [(each.owner, each.contester) for each in table.game.contests] == [(1, 0)] * 2
