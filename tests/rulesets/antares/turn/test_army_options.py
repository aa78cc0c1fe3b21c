"""AN-OPT: army options and what their effects do."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    DieContested,
    DrawnDieChanged,
    DrawnDieReturned,
    DrawOrderDie,
    GiveOrder,
    OptionEffect,
    OptionEffectLasts,
    OrderDieDrawn,
    OrderGiven,
    PassOption,
    PinsRemoved,
    PlayArmyOption,
    RecordOptionEffect,
    RefereeEffectRecorded,
    SpecialDieAdded,
    SpecialDieDrawn,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.roster.library import force_of
from adjudicator.rulesets.antares.rules.turn.army_options import playable
from adjudicator.rulesets.antares.rules.turn.option_effects import effect
from tests.rulesets.antares.fixtures import owning, stop_after_action, table, two_squads
from tests.rulesets.antares.sheets import army_option, owned_option, plain_squad, state_change
from tests.rulesets.antares.steps import begin_step, begin_turn, dice_in_bag, give_order, question, unit_row
from tests.rulesets.antares.turn.fixtures import ALLOCATION, DRAW, START, option_effect, two_squads_owning
from tests.rulesets.antares.turn.steps import play_command, play_option, start_of_orders, start_of_turn


@pytest.mark.rule("AN-OPT-01")
def test_a_shard_is_played_once_by_its_owner():
    """An option of one use is marked spent by its play; a second play and that of a side without it are refused."""
    played = start_of_turn([8, 3], owning("superior_shard"), owning("other", uses=3), owning("other", seat=1))
    play_option(played, "b-other").rejected("AN-OPT-01", "option-not-owned")
    play_option(played, "a-superior_shard").then(ArmyOptionPlayed, seat=0, option="a-superior_shard", left=0)
    assert played.game.owned_options["a-superior_shard"].uses_left == 0
    assert question(played) == "start_options"
    played.when("blue", PassOption()).asks("start_options", "red")
    play_option(played, "a-superior_shard").rejected("AN-OPT-01", "no-uses-left")


@pytest.mark.rule("AN-OPT-01")
@pytest.mark.ruling("AN-OPT-01.2")
def test_the_effects_are_those_of_the_data():
    """An option whose data takes pins off does so when it is played."""
    played = start_of_turn([1], owning("shard", option_effect("remove_pins", 2)), a={"pins": 3})
    play_option(played, "a-shard", name="a-x").then(ArmyOptionPlayed, PinsRemoved, unit="a-x", pins=2)
    assert unit_row(played, "a-x").pins == 1


@pytest.mark.rule("AN-OPT-01")
@pytest.mark.ruling("AN-OPT-01.2")
def test_without_effects_the_referee_records_them():
    """An option with an empty list does nothing by itself; the referee carries out what was ruled."""
    played = start_of_turn([1], owning("shard"), a={"pins": 3})
    play_option(played, "a-shard").without(PinsRemoved)
    assert unit_row(played, "a-x").pins == 3
    note = RecordOptionEffect(option="a-shard", note="two off", changes=(state_change("pins", "a-x", number=-2),))
    played.when("red", note).rejected("AN-OPT-01", "referee-only")
    played.when("referee", note).then(RefereeEffectRecorded, option="a-shard").then(PinsRemoved, pins=2)
    assert unit_row(played, "a-x").pins == 1


@pytest.mark.rule("AN-OPT-01", "AN-OPT-02", "AN-OPT-03", "AN-OPT-05", "AN-OPT-07", "AN-OPT-08")
@pytest.mark.parametrize(
    ("force", "option", "moments"),
    [
        ("concord", "superior_shard", START),
        ("concord", "imtel_boost", (*START, *DRAW)),
        ("concord", "block", DRAW),
        ("ghar", "distort_interference", START),
        ("coil", "reprogram", DRAW),
        ("coil", "virai_reprogram", ALLOCATION),
    ],
)
@pytest.mark.ruling("AN-OPT-01.2", "AN-OPT-02.2")
def test_the_force_lists_have_the_windows_of_the_sheet(force, option, moments):
    """Each option that the sheet names is sold with the windows in which the sheet names it."""
    sold = {row.id: row for row in force_of(Game(), force).options}
    assert sold[option].windows == moments
    assert sold[option].effects == () or option not in ("superior_shard", "block")


@pytest.mark.rule("AN-OPT-01")
def test_an_option_without_effects_is_carried_out_by_the_referee() -> None:
    """The play spends it; the referee then says what it does, and all faults of that come at once."""
    table = two_squads_owning([1], owned_option(army_option("shard")), a={"pins": 3})
    begin_turn(table, 1)
    table.when("red", play_command("a-shard", "a-x")).rejected("AN-OPT-01", "option-takes-no-unit")
    table.when("red", play_command("a-shard")).exactly(ArmyOptionPlayed, *table.events[1:])
    pins = state_change("pins", "a-x", number=-2)
    note = RecordOptionEffect(option="a-shard", note="two pins come off", changes=(pins,))
    table.when("red", note).rejected("AN-OPT-01", "referee-only")
    wrong = RecordOptionEffect(option="a-shard", note="?", changes=(state_change("glow"), pins))
    table.when("referee", wrong).rejected("AN-OPT-01", "no-such-change", "changes[0]", kind="glow")
    table.when("referee", note).then(RefereeEffectRecorded, PinsRemoved, pins=2, cause="ruled")
    assert unit_row(table, "a-x").pins == 1


@pytest.mark.rule("AN-OPT-01")
def test_an_option_may_contest_dice_and_lend_reactions() -> None:
    """Contests wait for the end of the turn, free reactions for their trigger."""
    contest = army_option("hack", effect("contest_die", 2), effect("grant_free_reaction", 1, "firefight"))
    table = two_squads_owning([1], owned_option(contest))
    begin_turn(table, 1)
    table.when("red", play_command("a-hack", "a-x")).then(
        DieContested, DieContested, OptionEffectLasts, word="firefight"
    )
    assert [(row.owner, row.contester) for row in table.game.contested_dice] == [(1, 0)] * 2


@pytest.mark.rule("AN-OPT-03")
@pytest.mark.ruling("AN-OPT-03.2")
def test_interference_puts_a_neutral_die_into_the_bag():
    """With add_special_die the bag holds the distort die besides the dice of both sides."""
    played = start_of_turn([1], owning("interference", option_effect("add_special_die", word="distort")))
    out = play_option(played, "a-interference").then(SpecialDieAdded, name="distort").then(OrderDieDrawn)
    assert out.one(OrderDieDrawn).bag == 3
    assert played.game.special_dice == ("distort",)


@pytest.mark.rule("AN-OPT-03")
@pytest.mark.ruling("AN-OPT-03.2")
def test_without_data_interference_does_nothing():
    """With no effect attached no die comes into the bag."""
    played = start_of_turn([1], owning("interference"))
    out = play_option(played, "a-interference").without(SpecialDieAdded)
    assert out.one(OrderDieDrawn).bag == 2


@pytest.mark.rule("AN-OPT-04")
@pytest.mark.ruling("AN-OPT-04.2")
def test_nobody_acts_with_a_neutral_die():
    """The distort die is drawn: nobody may give an order with it, and the next draw is legal at once."""
    played = start_of_turn([], owning("interference", option_effect("add_special_die", word="distort")), pace="step")
    play_option(played, "a-interference").asks("draw", "table")
    played.faces(3)
    played.when("referee", DrawOrderDie()).then(SpecialDieDrawn, name="distort").without(OrderDieDrawn)
    assert question(played) == "draw"
    assert (played.game.drawn_die, played.game.special_dice) == (None, ())
    played.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURN-06", "not-asked")
    played.faces(2)
    played.when("referee", DrawOrderDie()).then(OrderDieDrawn, seat=1)


@pytest.mark.rule("AN-OPT-04")
@pytest.mark.parametrize(("presets", "down"), [((), False), (("distort_next_die_down",), True)])
@pytest.mark.ruling("AN-OPT-04.3")
def test_the_preset_makes_the_next_die_a_down_order(presets, down):
    """By the preset, off by default, the next die of a side has to be used for a Down order."""
    distort = owning("interference", option_effect("add_special_die", word="distort"))
    played = start_of_turn([3, 1], distort, options={"presets": presets})
    play_option(played, "a-interference").then(SpecialDieDrawn, OrderDieDrawn, seat=0, down_only=down)
    stop_after_action(played)
    if down:
        give_order(played, "fire").rejected("AN-OPT-04", "down-only")
        give_order(played, "down").then(UnitWentDown)
    else:
        give_order(played, "fire").then(OrderGiven)
    assert DEFAULTS.presets == ()


@pytest.mark.rule("AN-OPT-04")
def test_a_special_die_makes_the_next_order_down() -> None:
    """Nobody acts with it; the next die of a side has to be a Down order."""
    distort = army_option("interference", effect("add_special_die", word="distort"))
    table = two_squads_owning([3, 1, 1], owned_option(distort), options={"presets": ("distort_next_die_down",)})
    begin_turn(table, 1).asks("start_options", "red")
    out = table.when("red", play_command("a-interference"))
    out.then(SpecialDieAdded, SpecialDieDrawn, OptionEffectLasts, OrderDieDrawn, seat=0, down_only=True)
    table.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-OPT-04", "down-only")
    table.when("red", GiveOrder(unit="a-x", order="down")).then(OrderDieDrawn, down_only=False)
    assert table.game.special_dice == ()


@pytest.mark.rule("AN-OPT-04")
@pytest.mark.ruling("AN-OPT-04.2")
def test_a_special_die_does_what_stands_behind_it_in_its_list() -> None:
    """Effects behind the die wait until it is drawn, and then work for the side that added it."""
    hex_die = army_option("hex", effect("add_special_die", word="hex"), effect("contest_die", 1))
    played = two_squads([3, 1], owns=(owned_option(hex_die, 1),))
    begin_turn(played, 1).asks("start_options", "blue")
    out = played.when("blue", PlayArmyOption(option="b-hex", unit=""))
    out.then(SpecialDieAdded, SpecialDieDrawn, DieContested, owner=0)


@pytest.mark.rule("AN-OPT-05")
@pytest.mark.parametrize("preset", [True, False])
@pytest.mark.ruling("AN-OPT-05.2")
def test_a_blocked_die_goes_back_and_the_next_can_not_be_blocked(preset):
    """B's die goes back into the bag and a new one is drawn, which a second Block does not touch."""
    given = () if preset else (option_effect("return_drawn_die"), option_effect("redraw_unblockable"))
    block = owning("block", *given, uses=2, moments=DRAW)
    options = {"presets": ("block_redraw",) if preset else ()}
    played = start_of_orders([2, 2], block, owning("other", moments=DRAW), options=options)
    assert (question(played), dice_in_bag(played)) == ("draw_options", (1, 0))
    out = play_option(played, "a-block").then(ArmyOptionPlayed, DrawnDieReturned, OrderDieDrawn, seat=1)
    assert out.one(OrderDieDrawn).bag == 2
    assert question(played) == "draw_options"
    play_option(played, "a-block").rejected("AN-OPT-05", "die-unblockable")
    assert played.game.owned_options["a-block"].uses_left == 1


@pytest.mark.rule("AN-OPT-05")
@pytest.mark.ruling("AN-OPT-05.2")
def test_block_without_effects_leaves_the_die():
    """By default Block has no effect: the die stays drawn."""
    played = start_of_orders([2], owning("block", moments=DRAW))
    play_option(played, "a-block").then(ArmyOptionPlayed, left=0).without(DrawnDieReturned).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-05")
def test_block_is_checked_for_ownership():
    """A side that does not own it is refused."""
    played = start_of_orders([2], owning("block", moments=DRAW), owning("other", moments=DRAW, seat=1))
    assert question(played) == "draw_options"
    play_option(played, "a-block", "blue").rejected("AN-OPT-05", "option-not-owned")


@pytest.mark.rule("AN-OPT-05")
def test_block_sends_the_die_back_and_the_next_can_not_be_blocked() -> None:
    """Only the owner is asked; the new die opens no window where nothing playable is left."""
    block = army_option("block", uses=2, moments=DRAW)
    table = two_squads_owning([2, 2], owned_option(block), options={"presets": ("block_redraw",)})
    begin_step(table, "orders").then(OrderDieDrawn, seat=1).asks("draw_options", "red")
    out = table.when("red", play_command("a-block")).then(ArmyOptionPlayed, DrawnDieReturned, OrderDieDrawn, seat=1)
    out.asks("allocation", "blue")
    assert table.game.drawn_die.unblockable
    assert table.game.sides[1].bag == 0
    table.ask("draw_options", "red").when("red", play_command("a-block")).rejected("AN-OPT-05", "die-unblockable")


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_without_effects_leaves_the_die():
    """An owner with 1 use and no effects: 0 uses, the same die, and the referee's note is recorded."""
    played = start_of_orders([2], owning("reprogram", moments=DRAW), owning("other", moments=DRAW, seat=1))
    play_option(played, "a-reprogram", "blue").rejected("AN-OPT-05", "option-not-owned")
    played.when("blue", PassOption())
    play_option(played, "a-reprogram").then(ArmyOptionPlayed, left=0).without(DrawnDieChanged)
    assert played.game.drawn_die.seat == 1
    played.when("referee", RecordOptionEffect(option="a-reprogram", note="no change", changes=())).then(
        RefereeEffectRecorded, note="no change"
    )


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_may_change_the_side_of_the_die():
    """By its effect list B's die becomes A's, and A gives the order."""
    played = start_of_orders([2], owning("reprogram", option_effect("change_die_side"), moments=DRAW))
    play_option(played, "a-reprogram").then(DrawnDieChanged, seat=0).asks("allocation", "red")


@pytest.mark.rule("AN-OPT-07")
def test_reprogram_gives_the_order_to_the_other_side() -> None:
    """The other side gives the order."""
    table = two_squads_owning([2], owned_option(army_option("reprogram", effect("change_die_side"), moments=DRAW)))
    begin_step(table, "orders").asks("draw_options", "red")
    table.when("red", play_command("a-reprogram")).then(DrawnDieChanged, seat=0).cites("AN-OPT-07").asks(
        "allocation", "red"
    )


@pytest.mark.rule("AN-OPT-08")
def test_a_side_without_units_plays_nothing_on_a_unit() -> None:
    """An option that is played on a unit can not be played by a side that has none left."""
    boost = army_option("boost", OptionEffect(kind="remove_pins", number=2, word=""), moments=("dice_draw",))
    units = [("a-x", plain_squad(), (10_000, 10_000)), ("b-y", plain_squad(), (40_000, 10_000), {"place": "destroyed"})]
    played = table(units=units, owns=[owned_option(boost), owned_option(boost, 1)])
    assert [len(playable(played.game, seat, "dice_draw")) for seat in (0, 1)] == [1, 0]
