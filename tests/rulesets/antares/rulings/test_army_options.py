"""Rulings on army options and on what the referee settles for them."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    OrderTested,
    PassOption,
    RecordOptionEffect,
    RefereeEffectRecorded,
    UnitFlagChanged,
)
from tests.rulesets.antares.fixtures import owning, stop_after_action, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import state_change
from tests.rulesets.antares.steps import begin_step, give_order, question
from tests.rulesets.antares.turn.steps import play_option

BOTH = ("dice_draw", "allocation")


@pytest.mark.rule("AN-OPT-07", "AN-OPT-08")
@pytest.mark.ruling("AN-OPT-07.2")
@pytest.mark.parametrize("at_draw", [True, False])
def test_reprogram_has_two_windows_and_one_pool_of_uses(at_draw):
    """An option of both windows and one use is asked for at the draw, and at allocation only if it was not played."""
    played = two_sides([1], {"pins": 1}, {"order": "fire"}, owns=[owning("reprogram", moments=BOTH)])
    begin_step(played, "orders").asks("draw_options", "red")
    if at_draw:
        play_option(played, "a-reprogram").then(ArmyOptionPlayed, window="dice_draw", left=0).asks("allocation", "red")
    else:
        played.when("red", PassOption()).asks("allocation", "red")
    played.faces(1)
    give_order(stop_after_action(played), "fire")
    if at_draw:
        assert question(played) == "action"
        return
    assert question(played) == "allocation_options"
    out = play_option(played, "a-reprogram").then(ArmyOptionPlayed, window="allocation", left=0)
    assert out.then(OrderTested).one(OrderTested).needed.total == 7


@pytest.mark.rule("AN-TURN-12", "AN-OPT-01")
@pytest.mark.ruling("AN-TURN-12.2")
def test_an_option_that_the_referee_settles_may_force_the_test():
    """What an option does may be the flag: without pins the unit then tests for its order at Co 8."""
    played = stop_after_action(with_drawn_die(two_sides([8], owns=[owning("shard", uses=0)])))
    change = state_change("flag", "a-x", number=1, word="force_order_test")
    note = RecordOptionEffect(option="a-shard", note="nerves", changes=(change,))
    played.when("referee", note).then(RefereeEffectRecorded, option="a-shard").then(UnitFlagChanged)
    assert give_order(played, "advance").one(OrderTested).needed.total == 8
