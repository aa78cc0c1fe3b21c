"""What counts at once and what waits for Apply damage."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import AcidApplied, AdvanceStep, HitRolled, UnitSetOnFire
from tests.kit import Table
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import effect_left
from tests.rulesets.hex_orders.fixtures import GUN, armed, damage_table, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, with_gunnery_orders
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    fires,
    hold_fire,
    innermost_window,
    shot,
    unit,
)

CANNON = weapon("cannon", weapon_range=8, always_loaded=True)


def hit_in_gunnery_1(result: str, order: str = "F+F+-", gun: Any = GUN, **options: Any) -> Table:
    """Let a fast tank in D7 with Fire in Gunnery 2 suffer this result in Gunnery 1 from D9; nothing is applied yet."""
    base = armed(tank(nation="elf", tables=(damage_table("regular", {1: (result,)}),)), CANNON)
    sheet = with_gunnery_orders(base, order, "-+Fire")
    units = [("a1", "D9", "N", squad(gun, count=1), SLOW), ("b1", "D7", "N", sheet, {"speed": "fast"})]
    running = {"a1": FIRE_FIRST, "b1": (order, "-+Fire")}
    # fast target: to be hit -1; back armour 2, no success; damage
    played = table([6, 1, 1, 1, 1], options, turn=1, pace="step", units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", gun.id, shot("b1"))).accepted()
    return finish_silently(played)


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2", "HX-TURN-24.3")
@pytest.mark.parametrize(("options", "facing"), [({}, "NE"), ({"damage_effect_timing": "immediate"}, "N")])
def test_who_is_shaken_by_damage_does_as_ordered_until_it_is_applied(options, facing):
    """A tank shaken by a hit of Gunnery 1 turns and fires, and is pinned in Apply damage, by option at once."""
    played = hit_in_gunnery_1("shaken", "F+R+-", **options)
    assert unit(played, "b1").pinned == (2 if options else 0)
    continue_to(played, "movement_1", "movement_2")
    assert unit(played, "b1").facing == facing
    continue_to(played, "assault_3")
    played.when("table", AdvanceStep()).accepted()
    assert (innermost_window(played).kind == "fire") is not bool(options)
    hold_fire(played)
    finish_silently(played)
    continue_to(played, "apply_damage")
    assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2", "HX-TURN-24.3")
@pytest.mark.parametrize(("options", "pace"), [({}, "fast"), ({"damage_effect_timing": "immediate"}, "stand_still")])
def test_a_speed_that_damage_sets_waits(options, pace):
    """A result that stops a tank leaves it fast until Apply damage, or by option stops it at once."""
    played = hit_in_gunnery_1("speed_set stand_still", **options)
    assert unit(played, "b1").speed == pace
    finish_silently(played)
    continue_to(played, "movement_1", "movement_2", "movement_3", "gunnery_2", "apply_damage")
    assert unit(played, "b1").speed == "stand_still"


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2", "HX-TURN-24.3")
@pytest.mark.parametrize(("options", "fires_on"), [({}, True), ({"damage_effect_timing": "immediate"}, False)])
def test_a_weapon_that_is_lost_fires_until_damage_is_applied(options, fires_on):
    """A cannon that is lost to a hit of Gunnery 1 fires once more in Gunnery 2, unless damage counts at once."""
    played = hit_in_gunnery_1("weapon_lost cannon", **options)
    continue_to(played, "assault_3")
    played.when("table", AdvanceStep()).accepted()
    assert (innermost_window(played).kind == "fire") is fires_on
    if fires_on:
        played.faces(1)
        played.when("blue", fires("b1", "cannon", shot("a1"))).accepted()
        finish_silently(played)
        assert [row.unit for row in events_of_kind(played, HitRolled)] == ["a1", "b1"]


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2")
@pytest.mark.parametrize(("effect", "event"), [("fire", UnitSetOnFire), ("acid", AcidApplied)])
def test_tokens_of_a_hit_are_there_at_once(effect, event):
    """A token that a hit leaves lies on its base in the very step of the hit."""
    gun = replace(GUN, effects=effect_left(effect))
    played = hit_in_gunnery_1("future 1", gun=gun)
    row = unit(played, "b1")
    assert len(events_of_kind(played, event)) == 1
    assert (row.fire, row.acid) == ((1, 0) if effect == "fire" else (0, 1))
