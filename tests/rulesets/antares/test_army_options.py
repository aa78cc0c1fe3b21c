"""AN-OPT: army options at the start, at the draw and at allocation, and the rules that bear on order tests."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.library import force_of
from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    DrawnDieChanged,
    DrawnDieReturned,
    DrawOrderDie,
    GiveOrder,
    OptionEffect,
    OptionEffectLasts,
    OrderDieDrawn,
    OrderGiven,
    OrderTested,
    PassOption,
    PinsRemoved,
    PlayArmyOption,
    RecordOptionEffect,
    RefereeEffectRecorded,
    RollOrderTest,
    SpecialDieAdded,
    SpecialDieDrawn,
    UnitWentDown,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.state import Game
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import begin, drawn, new_turn, rule, state_change, unit
from tests.rulesets.antares.said_fights import asked, men, of, stats
from tests.rulesets.antares.said_turns import bag, give, halted, having, ordered, refused, sides

START, DRAW, ALLOCATION = ("turn_start",), ("dice_draw",), ("allocation",)


def effect(kind: str, number: int = 0, word: str = "") -> OptionEffect:
    """Make an effect of an option."""
    return OptionEffect(kind=kind, number=number, word=word)


def play(played: Table, option: str, who: str = "red", name: str = "") -> Outcome:
    """Play an option, on a unit where one is named."""
    return played.when(who, PlayArmyOption(option=option, unit=name))


def starting(dice: Any, *owns: Any, **rest: Any) -> Table:
    """Begin the first turn of two squads whose sides own these options."""
    played = sides(dice, owns=owns, **rest)
    new_turn(played, 1)
    return played


def drawing(dice: Any, *owns: Any, **rest: Any) -> Table:
    """Begin the orders of two squads whose sides own these options."""
    played = sides(dice, owns=owns, **rest)
    begin(played, "orders")
    return played


# -- AN-OPT-01


@pytest.mark.rule("AN-OPT-01")
def test_a_shard_is_played_once_by_its_owner():
    """An option of one use is marked spent by its play; a second play and that of a side without it are refused."""
    played = starting([8, 3], having("superior_shard"), having("other", uses=3), having("other", seat=1))
    play(played, "b-other").rejected("AN-OPT-01", "option-not-owned")
    play(played, "a-superior_shard").then(ArmyOptionPlayed, seat=0, option="a-superior_shard", left=0)
    assert played.game.owned["a-superior_shard"].left == 0
    assert asked(played) == "start_options"
    played.when("blue", PassOption()).asks("start_options", "red")
    play(played, "a-superior_shard").rejected("AN-OPT-01", "no-uses-left")


@pytest.mark.rule("AN-OPT-01")
def test_the_effects_are_those_of_the_data():
    """An option whose data takes pins off does so when it is played."""
    played = starting([1], having("shard", effect("remove_pins", 2)), a={"pins": 3})
    play(played, "a-shard", name="a-x").then(ArmyOptionPlayed, PinsRemoved, unit="a-x", pins=2)
    assert unit(played, "a-x").pins == 1


@pytest.mark.rule("AN-OPT-01")
def test_without_effects_the_referee_records_them():
    """An option with an empty list does nothing by itself; the referee carries out what was ruled."""
    played = starting([1], having("shard"), a={"pins": 3})
    play(played, "a-shard").without(PinsRemoved)
    assert unit(played, "a-x").pins == 3
    note = RecordOptionEffect(option="a-shard", note="two off", changes=(state_change("pins", "a-x", number=-2),))
    played.when("red", note).rejected("AN-OPT-01", "referee-only")
    played.when("referee", note).then(RefereeEffectRecorded, option="a-shard").then(PinsRemoved, pins=2)
    assert unit(played, "a-x").pins == 1


@pytest.mark.rule("AN-OPT-01", "AN-OPT-02", "AN-OPT-03", "AN-OPT-05", "AN-OPT-07", "AN-OPT-08")
@pytest.mark.parametrize(
    ("force", "option", "moments"),
    [
        ("concord", "superior_shard", START), ("concord", "imtel_boost", (*START, *DRAW)), ("concord", "block", DRAW),
        ("ghar", "distort_interference", START), ("coil", "reprogram", DRAW), ("coil", "virai_reprogram", ALLOCATION),
    ],
)  # fmt: skip
def test_the_force_lists_have_the_windows_of_the_sheet(force, option, moments):
    """Each option that the sheet names is sold with the windows in which the sheet names it."""
    sold = {each.id: each for each in force_of(Game(), force).options}
    assert sold[option].windows == moments
    assert sold[option].effects == () or option not in ("superior_shard", "block")


# -- AN-OPT-02


@pytest.mark.rule("AN-OPT-02")
def test_one_pool_of_uses_for_two_windows():
    """Played at the start, an option of one use is refused at the next draw: no use is left."""
    boost = having("boost", moments=("turn_start", "dice_draw"))
    other = having("block", moments=DRAW)
    played = starting([1], boost, other)
    play(played, "a-boost").then(ArmyOptionPlayed, window="turn_start", left=0).asks("draw_options", "red")
    play(played, "a-boost").rejected("AN-OPT-05", "no-uses-left")


@pytest.mark.rule("AN-OPT-02", "AN-OPT-06")
def test_the_second_window_is_that_of_the_draw():
    """Passed over at the start, the boost is offered at the draw and spends the same use."""
    played = starting([1], having("boost", moments=("turn_start", "dice_draw")))
    played.when("red", PassOption()).asks("draw_options", "red")
    play(played, "a-boost").then(ArmyOptionPlayed, window="dice_draw", left=0).asks("allocation", "red")


# -- AN-OPT-03 and AN-OPT-04


@pytest.mark.rule("AN-OPT-03")
def test_interference_puts_a_neutral_die_into_the_bag():
    """With add_special_die the bag holds the distort die besides the dice of both sides."""
    played = starting([1], having("interference", effect("add_special_die", word="distort")))
    out = play(played, "a-interference").then(SpecialDieAdded, name="distort").then(OrderDieDrawn)
    assert out.one(OrderDieDrawn).bag == 3
    assert played.game.special == ("distort",)


@pytest.mark.rule("AN-OPT-03")
def test_without_data_interference_does_nothing():
    """With no effect attached no die comes into the bag."""
    played = starting([1], having("interference"))
    out = play(played, "a-interference").without(SpecialDieAdded)
    assert out.one(OrderDieDrawn).bag == 2


@pytest.mark.rule("AN-OPT-04")
def test_nobody_acts_with_a_neutral_die():
    """The distort die is drawn: nobody may give an order with it, and the next draw is legal at once."""
    played = starting([], having("interference", effect("add_special_die", word="distort")), pace="step")
    play(played, "a-interference").asks("draw", "table")
    played.faces(3)
    played.when("referee", DrawOrderDie()).then(SpecialDieDrawn, name="distort").without(OrderDieDrawn)
    assert asked(played) == "draw"
    assert (played.game.drawn, played.game.special) == (None, ())
    played.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURN-06", "not-asked")
    played.faces(2)
    played.when("referee", DrawOrderDie()).then(OrderDieDrawn, seat=1)


@pytest.mark.rule("AN-OPT-04")
@pytest.mark.parametrize(("presets", "down"), [((), False), (("distort_next_die_down",), True)])
def test_the_preset_makes_the_next_die_a_down_order(presets, down):
    """By the preset, off by default, the next die of a side has to be used for a Down order."""
    distort = having("interference", effect("add_special_die", word="distort"))
    played = starting([3, 1], distort, options={"presets": presets})
    play(played, "a-interference").then(SpecialDieDrawn, OrderDieDrawn, seat=0, down_only=down)
    halted(played)
    if down:
        give(played, "fire").rejected("AN-OPT-04", "down-only")
        give(played, "down").then(UnitWentDown)
    else:
        give(played, "fire").then(OrderGiven)
    assert DEFAULTS.presets == ()


# -- AN-OPT-05


@pytest.mark.rule("AN-OPT-05")
@pytest.mark.parametrize("preset", [True, False])
def test_a_blocked_die_goes_back_and_the_next_can_not_be_blocked(preset):
    """B's die goes back into the bag and a new one is drawn, which a second Block does not touch."""
    given = () if preset else (effect("return_drawn_die"), effect("redraw_unblockable"))
    block = having("block", *given, uses=2, moments=DRAW)
    options = {"presets": ("block_redraw",) if preset else ()}
    played = drawing([2, 2], block, having("other", moments=DRAW), options=options)
    assert (asked(played), bag(played)) == ("draw_options", (1, 0))
    out = play(played, "a-block").then(ArmyOptionPlayed, DrawnDieReturned, OrderDieDrawn, seat=1)
    assert out.one(OrderDieDrawn).bag == 2
    assert asked(played) == "draw_options"
    play(played, "a-block").rejected("AN-OPT-05", "die-unblockable")
    assert played.game.owned["a-block"].left == 1


@pytest.mark.rule("AN-OPT-05")
def test_block_without_effects_leaves_the_die():
    """By default Block has no effect: the die stays drawn."""
    played = drawing([2], having("block", moments=DRAW))
    play(played, "a-block").then(ArmyOptionPlayed, left=0).without(DrawnDieReturned).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-05")
def test_block_is_checked_for_ownership():
    """A side that does not own it is refused."""
    played = drawing([2], having("block", moments=DRAW), having("other", moments=DRAW, seat=1))
    assert asked(played) == "draw_options"
    play(played, "a-block", "blue").rejected("AN-OPT-05", "option-not-owned")


# -- AN-OPT-06 and AN-OPT-07


@pytest.mark.rule("AN-OPT-06")
def test_the_draw_window_closes_with_the_allocation():
    """Once the die lies on a unit the boost is refused."""
    played = drawing([1], having("boost", moments=("turn_start", "dice_draw")))
    played.when("red", PassOption()).asks("allocation", "red")
    play(played, "a-boost").rejected("AN-TURN-08", "not-asked")
    give(played, "fire").asks("action", "red")
    play(played, "a-boost").rejected("AN-TURN-13", "not-asked")
    assert played.game.owned["a-boost"].left == 1


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_without_effects_leaves_the_die():
    """An owner with 1 use and no effects: 0 uses, the same die, and the referee's note is recorded."""
    played = drawing([2], having("reprogram", moments=DRAW), having("other", moments=DRAW, seat=1))
    play(played, "a-reprogram", "blue").rejected("AN-OPT-05", "option-not-owned")
    played.when("blue", PassOption())
    play(played, "a-reprogram").then(ArmyOptionPlayed, left=0).without(DrawnDieChanged)
    assert played.game.drawn.seat == 1
    played.when("referee", RecordOptionEffect(option="a-reprogram", note="no change", changes=())).then(
        RefereeEffectRecorded, note="no change"
    )


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_may_change_the_side_of_the_die():
    """By its effect list B's die becomes A's, and A gives the order."""
    played = drawing([2], having("reprogram", effect("change_die_side"), moments=DRAW))
    play(played, "a-reprogram").then(DrawnDieChanged, seat=0).asks("allocation", "red")


# -- AN-OPT-08


def virai(dice: Any = (), *effects: OptionEffect, seat: int = 0) -> Table:
    """Let red's die be drawn and "a-x" have 3 pins; a side owns reprogram at allocation."""
    return halted(drawn(sides(dice, {"pins": 3}, owns=[having("reprogram", *effects, moments=ALLOCATION, seat=seat)])))


@pytest.mark.rule("AN-OPT-08")
def test_reprogram_is_offered_between_the_order_and_its_test():
    """The owner is asked after unit and face are chosen and before the test, and its effect counts in it."""
    played = virai([7], effect("add_test_modifier", 2))
    give(played, "fire").then(OrderGiven).without(OrderTested).asks("allocation_options", "red")
    out = play(played, "a-reprogram", name="a-x").then(OptionEffectLasts, OrderTested)
    assert out.one(OrderTested).needed.total == 7
    assert unit(played, "a-x").pins == 2


@pytest.mark.rule("AN-OPT-08")
def test_reprogram_has_no_effect_by_default():
    """Without data the test is the ordinary one."""
    played = virai([5])
    give(played, "fire").asks("allocation_options", "red")
    assert play(played, "a-reprogram").one(OrderTested).needed.total == 5


@pytest.mark.rule("AN-OPT-08")
def test_who_does_not_own_it_is_refused_and_so_is_who_is_late():
    """A side without the rule is refused; so is its owner when the test has been rolled."""
    played = virai([5])
    give(played, "fire").asks("allocation_options", "red")
    play(played, "a-reprogram", "blue").rejected("AN-OPT-10", "not-asked")
    played.when("red", PassOption()).then(OrderTested).asks("action", "red")
    refused(play(played, "a-reprogram"), "AN-TURN-13")
    assert played.game.owned["a-reprogram"].left == 1


@pytest.mark.rule("AN-OPT-08")
def test_a_play_for_the_other_side_is_refused():
    """In the window of both sides each may play its own alone."""
    played = virai([5], seat=1)
    give(played, "fire").asks("allocation_options", "blue")
    play(played, "b-reprogram", "red").rejected("AN-OPT-10", "not-asked")
    played.when("blue", PassOption()).then(OrderTested)


# -- AN-OPT-09


@pytest.mark.rule("AN-OPT-09")
@pytest.mark.parametrize(
    ("rules", "needed"),
    [
        ((rule("order_test_modifier", 1),), 5), ((), 4), ((rule("none"),), 4),
        ((rule("order_test_modifier", 1, models=6),), 4), ((rule("order_test_modifier", 1, models=5),), 5),
    ],
)  # fmt: skip
def test_strength_in_numbers_changes_the_order_test(rules, needed):
    """Co 7 with 3 pins tests at 5 with a modifier of 1, at 4 without data or with too few models."""
    sheet = men(5, rules=rules, stats=stats(command=7))
    out = ordered("fire", [4], {"pins": 3}, sheet=sheet)
    assert out.one(OrderTested).needed.total == needed


@pytest.mark.rule("AN-OPT-09")
def test_a_rule_may_exempt_from_the_test():
    """A unit with such a rule obeys with its pins on, and none comes off."""
    out = ordered("fire", [], {"pins": 3}, sheet=men(5, rules=(rule("skips_order_test"),)))
    out.without(OrderTested, PinsRemoved).asks("action", "red")
    assert unit(out.table, "a-x").pins == 3


@pytest.mark.rule("AN-OPT-09")
def test_the_modifier_counts_before_the_die_is_thrown():
    """In steps the order test is still to come when the order is given, and it counts the rule."""
    sheet = men(5, rules=(rule("order_test_modifier", 1),), stats=stats(command=7))
    played = halted(drawn(sides([5], {"pins": 3}, sheet=sheet, pace="step")))
    give(played, "fire").asks("order_test", "table")
    played.when("red", RollOrderTest()).then(OrderTested, passed=True)


# -- AN-OPT-10


@pytest.mark.rule("AN-OPT-10")
def test_only_sides_with_something_playable_are_asked():
    """B's die is drawn and A alone owns Block: only A is asked, and after its pass B gives the order."""
    played = drawing([2], having("block", moments=DRAW))
    assert (asked(played), played.window.asks) == ("draw_options", (0,))
    played.when("blue", PassOption()).rejected("AN-OPT-10", "not-asked")
    played.when("red", PassOption()).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-10")
def test_no_window_opens_where_nothing_is_playable():
    """Without options, or with none for that window, the die is allocated at once."""
    assert asked(drawing([2])) == "allocation"
    assert asked(drawing([2], having("shard"))) == "allocation"
    assert asked(drawing([2], having("block", moments=DRAW, uses=0))) == "allocation"


@pytest.mark.rule("AN-OPT-10")
def test_the_side_of_the_die_is_asked_first_and_both_have_to_pass():
    """B's die: B, then A; a play of A asks B again, and two passes in a row close the window."""
    played = drawing([2], having("block", uses=2, moments=DRAW), having("block", uses=2, moments=DRAW, seat=1))
    assert played.window.asks == (1,)
    played.when("blue", PassOption()).asks("draw_options", "red")
    play(played, "a-block").asks("draw_options", "blue")
    played.when("blue", PassOption()).asks("draw_options", "red")
    played.when("red", PassOption()).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-10")
def test_a_new_die_opens_a_new_window():
    """After a Block by the preset the die is back, another is drawn and its window opens for what is playable."""
    owns = [having("block", moments=DRAW), having("boost", moments=DRAW)]
    played = drawing([2, 1], *owns, options={"presets": ("block_redraw",)})
    out = play(played, "a-block").then(DrawnDieReturned, OrderDieDrawn, seat=0).asks("draw_options", "red")
    assert len(of(out.events, OrderDieDrawn)) == 1
    assert bag(played) == (0, 1)
