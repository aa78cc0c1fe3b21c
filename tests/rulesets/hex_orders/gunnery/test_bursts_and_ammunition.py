"""Bursts, limited ammunition and weapons that are always loaded."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import AmmoSpent, HitRolled, LoadSpent, OrderReplacedByDefault
from adjudicator.rulesets.hex_orders.model.rows import Running
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import UNHURT
from tests.rulesets.hex_orders.fixtures import armed, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, tank_duel
from tests.rulesets.hex_orders.gunnery.steps import fires_gun, roll
from tests.rulesets.hex_orders.steps import (
    begin,
    change,
    events_of_kind,
    finish_silently,
    fires,
    innermost_window,
    play_steps,
    refused,
    shot,
    unit,
)

BURST = weapon("gun", burst=3, load_capacity=3)


def base_with_loads(dice, tokens, *, models=2, gun=BURST):
    """Let a base whose weapon holds so many tokens be asked what it fires at in Gunnery 1, two enemies in sight."""
    fields = {**SLOW, "loads": {"gun": tokens}}
    units = [
        ("a1", "D5", "N", squad(gun, count=models), fields),
        ("b1", "D2", "S", UNHURT, SLOW),
        ("b2", "D3", "S", UNHURT, SLOW),
    ]
    played = table(dice, pace="step", units=units, running={"a1": FIRE_FIRST})
    begin(played, "gunnery_1")
    return played


@pytest.mark.rule("HX-ABILITIES-14")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_burst_needs_all_its_tokens(tokens):
    """Burst(3) with 2 tokens: no fire."""
    played = base_with_loads([], tokens)
    refused(played, "red", fires("a1", "gun", shot("b1", 1)), "HX-FIRE-31", "not-asked")
    assert not events_of_kind(played, HitRolled)
    played = base_with_loads([1] * 6, 3)
    assert innermost_window(played).kind == "fire"
    played.when("red", fires("a1", "gun", shot("b1", 1), shot("b1", 2))).accepted()
    finish_silently(played)
    assert len(events_of_kind(played, HitRolled)) == 6


@pytest.mark.rule("HX-ABILITIES-14")
def test_a_burst_spends_all_its_tokens():
    """With 3 tokens it fires, and none is left."""
    played = base_with_loads([1, 1, 1], 3, models=1)
    played.when("red", fires("a1", "gun", shot("b1", 1))).accepted()
    finish_silently(played)
    assert [(row.weapon, row.left) for row in events_of_kind(played, LoadSpent)] == [("gun", 0)]
    assert len(events_of_kind(played, HitRolled)) == 3


@pytest.mark.rule("HX-ABILITIES-15")
@pytest.mark.ruling("HX-ABILITIES-15.2")
def test_each_model_fires_its_burst_at_one_base():
    """Burst(3) and two models: six to-hit rolls, three at the base of each model."""
    played = base_with_loads([1] * 6, 3)
    played.when("red", fires("a1", "gun", shot("b1", 1), shot("b2", 2))).accepted()
    finish_silently(played)
    assert [row.target for row in events_of_kind(played, HitRolled)] == ["b1"] * 3 + ["b2"] * 3


@pytest.mark.rule("HX-ABILITIES-15")
@pytest.mark.ruling("HX-ABILITIES-15.2")
def test_a_model_can_not_split_its_burst():
    """One model's shots at two bases are refused."""
    played = base_with_loads([], 3)
    refused(played, "red", fires("a1", "gun", shot("b1", 1), shot("b2", 1)), "HX-ARMY-20", "model-twice")


def shots_in_a_game(gun, number, dice):
    """Let a base fire in every gunnery step it can: how often it was allowed."""
    fields = {**SLOW, "loads": {"gun": 3}}
    units = [("a1", "D5", "N", squad(gun, count=2), fields), ("b1", "D2", "S", UNHURT, SLOW)]
    played = table(dice, pace="step", units=units, running={"a1": FIRE_FIRST})
    fired = 0
    for _ in range(number):
        begin(played, "gunnery_1")
        if innermost_window(played).kind == "fire" and not played.refused(
            fires("a1", "gun", shot("b1", 1), shot("b1", 2)), "red"
        ):
            played.when("red", fires("a1", "gun", shot("b1", 1), shot("b1", 2))).accepted()
            fired += 1
        finish_silently(played)
        change(played, "a1", loads={"gun": 3})
    return fired, played


@pytest.mark.rule("HX-ABILITIES-16")
@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.ruling("HX-ABILITIES-16.2")
def test_limited_ammunition_is_spent(limit):
    """Limited Ammo(2): the third Fire is refused; the two models of a base spend one use together."""
    fired, played = shots_in_a_game(weapon("gun", limited_ammo=limit, load_capacity=3), limit + 1, [1, 1] * limit)
    assert fired == limit
    assert [row.uses for row in events_of_kind(played, AmmoSpent)] == list(range(1, limit + 1))


@pytest.mark.rule("HX-ABILITIES-16")
@pytest.mark.ruling("HX-ABILITIES-16.2")
def test_a_burst_is_one_use():
    """Burst(3) with Limited Ammo(2) fires two bursts."""
    fired, _ = shots_in_a_game(replace(BURST, limited_ammo=2), 3, [1] * 12)
    assert fired == 2


@pytest.mark.rule("HX-ABILITIES-17")
@pytest.mark.ruling("HX-ABILITIES-17.2")
def test_what_is_always_loaded_needs_no_load():
    """always_loaded and N=1: the first Fire comes without any token, the second is refused."""
    gun = weapon("gun", always_loaded=True, limited_ammo=1)
    units = [("a1", "D5", "N", squad(gun, count=1), SLOW), ("b1", "D2", "S", UNHURT, SLOW)]
    played = table([1], pace="step", units=units, running={"a1": FIRE_FIRST})
    begin(played, "gunnery_1")
    assert unit(played, "a1").loads == ()
    played.when("red", fires("a1", "gun", shot("b1"))).accepted()
    finish_silently(played)
    assert [row.uses for row in events_of_kind(played, AmmoSpent)] == [1]
    begin(played, "gunnery_1")
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-FIRE-31", "not-asked")


@pytest.mark.rule("HX-ABILITIES-17")
@pytest.mark.parametrize(("uses", "renewed"), [({}, True), ({"gun": 1}, False)])
def test_load_can_not_renew_spent_ammunition(uses, renewed):
    """A Load after the last use changes nothing: the weapon stays silent, which without that use it does not."""
    gun = weapon("gun", always_loaded=True, limited_ammo=1)
    units = [("a1", "D5", "N", squad(gun, count=1), {**SLOW, "uses": uses}), ("b1", "D2", "S", UNHURT, SLOW)]
    played = table(pace="step", units=units, running={"a1": ("-+-+-", "Load[gun]+-")})
    play_steps(played, "gunnery_1")
    played.put("running", Running("a1", ("-", "-", "-"), (("-", "Fire"),)), key="unit")
    begun = begin(played, "gunnery_2")
    if renewed:
        begun.asks("fire", "red")
        finish_silently(played)
    else:
        begun.then(OrderReplacedByDefault, ordered="Fire", reason="out-of-ammunition")
        refused(played, "red", fires("a1", "gun", shot("b1")), "HX-FIRE-31", "not-asked")


@pytest.mark.rule("HX-ABILITIES-14", "HX-ABILITIES-15")
def test_a_burst_takes_all_its_tokens_and_makes_all_its_shots_at_one_base():
    """Burst(3) with three tokens makes three rolls."""
    gun = weapon("main_gun", burst=3, load_capacity=3)
    played = tank_duel([2, 2, 2], own={"loads": {"main_gun": 3}}, sheet=armed(tank(), gun))
    begin(played, "gunnery_1")
    played.when("red", fires_gun("a1", shot("b1"))).then(LoadSpent, left=0)
    assert [event.shot for event in roll(played).events if isinstance(event, HitRolled)] == ["s1", "s2", "s3"]
