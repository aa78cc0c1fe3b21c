"""AN-TURN-02, AN-OPT-02, -06, -08 and -10: when army options may be played."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    DrawnDieReturned,
    GiveOrder,
    OptionEffectLasts,
    OptionPassed,
    OrderDieDrawn,
    OrderGiven,
    OrderTested,
    PassOption,
    PinsRemoved,
    PlayArmyOption,
    RollOffMade,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.turn.option_effects import effect
from tests.rulesets.antares.fixtures import owning, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import army_option, owned_option
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn,
    dice_in_bag,
    events_of,
    give_order,
    question,
    refusal_under,
    unit_row,
)
from tests.rulesets.antares.turn.fixtures import (
    ALLOCATION,
    DRAW,
    drawn_with_reprogram,
    option_effect,
    two_squads_owning,
)
from tests.rulesets.antares.turn.steps import play_command, play_option, start_of_orders, start_of_turn


@pytest.mark.rule("AN-TURN-02")
def test_a_start_option_is_spent_at_step_one_and_not_later():
    """An unspent option is played at the start of the turn and marked spent; during orders it is refused."""
    played = two_sides([1], owns=[owning("shard", uses=2)])
    begin_turn(played, 1).asks("start_options", "red")
    played.when("red", PlayArmyOption(option="a-shard", unit="")).then(ArmyOptionPlayed, left=1, window="turn_start")
    assert played.game.owned_options["a-shard"].uses_left == 1
    played.when("red", PassOption()).asks("allocation", "red")
    out = played.when("red", PlayArmyOption(option="a-shard", unit=""))
    out.rejected("AN-TURN-08", "not-asked")
    assert played.game.owned_options["a-shard"].uses_left == 1


@pytest.mark.rule("AN-TURN-02")
def test_a_start_option_is_refused_in_the_window_of_the_draw():
    """An option of the start of the turn is refused where the options of a draw are asked for."""
    owns = [owning("shard"), owning("block", moments=("dice_draw",))]
    played = two_sides([1], owns=owns)
    begin_step(played, "orders").asks("draw_options", "red")
    out = played.when("red", PlayArmyOption(option="a-shard", unit=""))
    out.rejected("AN-TURN-02", "wrong-moment")


@pytest.mark.rule("AN-TURN-02")
@pytest.mark.parametrize(
    ("fixed", "dice", "first"),
    [("rolloff", [8, 3], "red"), ("rolloff", [3, 8], "blue"), ("side_a", [], "red"), ("side_b", [], "blue")],
)
@pytest.mark.ruling("AN-TURN-02.2", "AN-TURN-02.3", "AN-TURN-14.2")
def test_the_winner_of_the_roll_off_plays_first_and_then_they_alternate(fixed, dice, first):
    """The winner plays first, or the side that the option names; after each play the other side is asked."""
    second = "blue" if first == "red" else "red"
    owns = [owning("shard", uses=2), owning("shard", uses=2, seat=1)]
    played = two_sides(dice, owns=owns, options={"start_options_first_side": fixed})
    out = begin_turn(played, 1).asks("start_options", first)
    assert bool(events_of(out.events, RollOffMade)) is (fixed == "rolloff")
    play = {"red": PlayArmyOption(option="a-shard", unit=""), "blue": PlayArmyOption(option="b-shard", unit="")}
    played.when(second, play[second]).rejected("AN-TURN-02", "not-asked")
    played.when(first, play[first]).then(ArmyOptionPlayed).asks("start_options", second)
    played.when(second, play[second]).then(ArmyOptionPlayed).asks("start_options", first)
    assert DEFAULTS.start_options_first_side == "rolloff"


@pytest.mark.rule("AN-TURN-02")
@pytest.mark.ruling("AN-TURN-02.2")
def test_the_step_closes_when_both_sides_pass_in_succession():
    """A pass followed by a play leaves the step open; two passes in a row close it."""
    owns = [owning("shard", uses=2), owning("shard", uses=2, seat=1)]
    played = two_sides([8, 3, 1], owns=owns)
    begin_turn(played, 1).asks("start_options", "red")
    played.when("red", PassOption()).then(OptionPassed, seat=0).asks("start_options", "blue")
    played.when("blue", PlayArmyOption(option="b-shard", unit="")).asks("start_options", "red")
    played.when("red", PassOption()).asks("start_options", "blue")
    played.when("blue", PassOption()).asks("allocation", "red")
    assert played.game.step == "orders"


@pytest.mark.rule("AN-TURN-02")
def test_both_sides_are_asked_at_the_start_until_both_pass() -> None:
    """The winner of the roll-off begins; a side that has nothing left counts as having passed."""
    shard, boost = army_option("shard", uses=1), army_option("boost", uses=2)
    table = two_squads_owning([4, 9, 1], owned_option(shard), owned_option(boost, 1))
    begin_turn(table, 1).then(RollOffMade, winner=1).asks("start_options", "blue")
    table.when("blue", play_command("a-shard")).rejected("AN-OPT-01", "option-not-owned")
    table.when("blue", PassOption()).then(OptionPassed).asks("start_options", "red")
    table.when("red", play_command("a-shard")).then(ArmyOptionPlayed, left=0).asks("start_options", "blue")
    table.when("blue", play_command("b-boost")).then(ArmyOptionPlayed, left=1).asks("start_options", "blue")
    table.when("blue", PassOption()).asks("allocation")


@pytest.mark.rule("AN-TURN-02", "AN-OPT-05", "AN-OPT-08")
def test_an_option_out_of_its_moment():
    """An option out of its moment is refused under the clause of the moment that it has, which the refusal names."""
    owns = [owning("shard"), owning("block", moments=("dice_draw",)), owning("boost", moments=("allocation",))]
    played = two_sides([1], owns=owns)
    begin_step(played, "orders").asks("draw_options", "red")
    for option, clause, moment in (
        ("a-shard", "AN-TURN-02", "the start of the turn"),
        ("a-boost", "AN-OPT-08", "when an order is given"),
    ):
        outcome = played.when("red", PlayArmyOption(option=option, unit=""))
        outcome.rejected(clause, "wrong-moment", moments=moment)
    played.when("red", PlayArmyOption(option="a-block", unit="")).accepted()


@pytest.mark.rule("AN-OPT-02")
@pytest.mark.ruling("AN-OPT-02.2")
def test_one_pool_of_uses_for_two_windows():
    """Played at the start, an option of one use is refused at the next draw: no use is left."""
    boost = owning("boost", moments=("turn_start", "dice_draw"))
    other = owning("block", moments=DRAW)
    played = start_of_turn([1], boost, other)
    play_option(played, "a-boost").then(ArmyOptionPlayed, window="turn_start", left=0).asks("draw_options", "red")
    play_option(played, "a-boost").rejected("AN-OPT-05", "no-uses-left")


@pytest.mark.rule("AN-OPT-02", "AN-OPT-06")
@pytest.mark.ruling("AN-OPT-02.2")
def test_the_second_window_is_that_of_the_draw():
    """Passed over at the start, the boost is offered at the draw and spends the same use."""
    played = start_of_turn([1], owning("boost", moments=("turn_start", "dice_draw")))
    played.when("red", PassOption()).asks("draw_options", "red")
    play_option(played, "a-boost").then(ArmyOptionPlayed, window="dice_draw", left=0).asks("allocation", "red")


@pytest.mark.rule("AN-OPT-02")
def test_one_pool_of_uses_for_two_moments() -> None:
    """Played at the start, an option of one use is not asked for at the draw."""
    boost = army_option("boost", moments=("turn_start", "dice_draw"))
    table = two_squads_owning([1], owned_option(boost))
    begin_turn(table, 1).asks("start_options", "red")
    table.when("red", play_command("a-boost")).cites("AN-OPT-02").asks("allocation", "red")


@pytest.mark.rule("AN-OPT-06")
def test_the_draw_window_closes_with_the_allocation():
    """Once the die lies on a unit the boost is refused."""
    played = start_of_orders([1], owning("boost", moments=("turn_start", "dice_draw")))
    played.when("red", PassOption()).asks("allocation", "red")
    play_option(played, "a-boost").rejected("AN-TURN-08", "not-asked")
    give_order(played, "fire").asks("action", "red")
    play_option(played, "a-boost").rejected("AN-TURN-13", "not-asked")
    assert played.game.owned_options["a-boost"].uses_left == 1


@pytest.mark.rule("AN-OPT-08")
def test_reprogram_is_offered_between_the_order_and_its_test():
    """The owner is asked after unit and face are chosen and before the test, and its effect counts in it."""
    played = drawn_with_reprogram([7], option_effect("add_test_modifier", 2))
    give_order(played, "fire").then(OrderGiven).without(OrderTested).asks("allocation_options", "red")
    out = play_option(played, "a-reprogram", name="a-x").then(OptionEffectLasts, OrderTested)
    assert out.one(OrderTested).needed.total == 7
    assert unit_row(played, "a-x").pins == 2


@pytest.mark.rule("AN-OPT-08")
@pytest.mark.ruling("AN-OPT-08.2")
def test_reprogram_has_no_effect_by_default():
    """Without data the test is the ordinary one."""
    played = drawn_with_reprogram([5])
    give_order(played, "fire").asks("allocation_options", "red")
    assert play_option(played, "a-reprogram").one(OrderTested).needed.total == 5


@pytest.mark.rule("AN-OPT-08")
def test_who_does_not_own_it_is_refused_and_so_is_who_is_late():
    """A side without the rule is refused; so is its owner when the test has been rolled."""
    played = drawn_with_reprogram([5])
    give_order(played, "fire").asks("allocation_options", "red")
    play_option(played, "a-reprogram", "blue").rejected("AN-OPT-10", "not-asked")
    played.when("red", PassOption()).then(OrderTested).asks("action", "red")
    refusal_under(play_option(played, "a-reprogram"), "AN-TURN-13")
    assert played.game.owned_options["a-reprogram"].uses_left == 1


@pytest.mark.rule("AN-OPT-08")
def test_a_play_for_the_other_side_is_refused():
    """In the window of both sides each may play its own alone."""
    played = drawn_with_reprogram([5], seat=1)
    give_order(played, "fire").asks("allocation_options", "blue")
    play_option(played, "b-reprogram", "red").rejected("AN-OPT-10", "not-asked")
    played.when("blue", PassOption()).then(OrderTested)


@pytest.mark.rule("AN-OPT-08")
def test_effects_at_allocation_come_before_the_test() -> None:
    """A modifier counts in the test that follows, once; pins that come off make it needless."""
    lift = army_option("lift", effect("add_test_modifier", 2), moments=ALLOCATION)
    calm = army_option("calm", effect("remove_pins", 9), moments=ALLOCATION)
    table = with_drawn_die(two_squads_owning([7], owned_option(lift), a={"pins": 3}))
    table.when("red", GiveOrder(unit="a-x", order="fire")).asks("allocation_options", "red")
    out = table.when("red", play_command("a-lift")).then(OptionEffectLasts, unit="a-x")
    assert out.one(OrderTested).needed.total == 7
    assert table.game.lasting_effects == ()
    table = with_drawn_die(two_squads_owning([], owned_option(calm), a={"pins": 3}))
    table.when("red", GiveOrder(unit="a-x", order="fire")).accepted()
    table.when("red", play_command("a-calm", "b-y")).rejected("AN-OPT-08", "option-needs-unit")
    table.when("red", play_command("a-calm", "a-x")).then(PinsRemoved, pins=3).without(OrderTested).asks(
        "action", "red"
    )


@pytest.mark.rule("AN-OPT-10")
@pytest.mark.ruling("AN-OPT-10.2")
def test_only_sides_with_something_playable_are_asked():
    """B's die is drawn and A alone owns Block: only A is asked, and after its pass B gives the order."""
    played = start_of_orders([2], owning("block", moments=DRAW))
    assert (question(played), played.window.asks) == ("draw_options", (0,))
    played.when("blue", PassOption()).rejected("AN-OPT-10", "not-asked")
    played.when("red", PassOption()).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-10")
def test_no_window_opens_where_nothing_is_playable():
    """Without options, or with none for that window, the die is allocated at once."""
    assert question(start_of_orders([2])) == "allocation"
    assert question(start_of_orders([2], owning("shard"))) == "allocation"
    assert question(start_of_orders([2], owning("block", moments=DRAW, uses=0))) == "allocation"


@pytest.mark.rule("AN-OPT-10")
@pytest.mark.ruling("AN-OPT-10.2")
def test_the_side_of_the_die_is_asked_first_and_both_have_to_pass():
    """B's die: B, then A; a play of A asks B again, and two passes in a row close the window."""
    played = start_of_orders([2], owning("block", uses=2, moments=DRAW), owning("block", uses=2, moments=DRAW, seat=1))
    assert played.window.asks == (1,)
    played.when("blue", PassOption()).asks("draw_options", "red")
    play_option(played, "a-block").asks("draw_options", "blue")
    played.when("blue", PassOption()).asks("draw_options", "red")
    played.when("red", PassOption()).asks("allocation", "blue")


@pytest.mark.rule("AN-OPT-10")
def test_a_new_die_opens_a_new_window():
    """After a Block by the preset the die is back, another is drawn and its window opens for what is playable."""
    owns = [owning("block", moments=DRAW), owning("boost", moments=DRAW)]
    played = start_of_orders([2, 1], *owns, options={"presets": ("block_redraw",)})
    out = play_option(played, "a-block").then(DrawnDieReturned, OrderDieDrawn, seat=0).asks("draw_options", "red")
    assert len(events_of(out.events, OrderDieDrawn)) == 1
    assert dice_in_bag(played) == (0, 1)
