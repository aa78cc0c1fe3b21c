"""AN-PIN-07 to AN-PIN-13: disruptors, slingnets and suspensor nets."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import HitsHalved
from tests.kit import Table
from tests.rulesets.antares.damage.steps import pins_of_volley
from tests.rulesets.antares.fixtures import X, Y, duel
from tests.rulesets.antares.sheets import INCH, gun, overhead_effect, troopers, weapon
from tests.rulesets.antares.steps import fired, models_left, one_event, pins_gained, play_on, shoot, unit_row


def net_volley(arm: Any, enemy: Any, faces: list[int], **rest: Any) -> tuple[Table, list[Any]]:
    played = duel(troopers(1, arm.id), enemy, faces, weapons=[arm], **rest)
    shoot(played)
    return played, play_on(played)


NET = weapon(
    "light_net",
    kind="light_support",
    modes=weapon().modes[:1],
    strike_value=gun().strike_value,
    properties=("suspensor_net",),
)

HEAVY_NET = weapon("heavy_net", kind="heavy", modes=NET.modes, strike_value=NET.strike_value, properties=NET.properties)


@pytest.mark.rule("AN-PIN-07")
def test_a_disruptor_gives_two_pins_in_place_of_one():
    """Two disruptor hits in one volley on infantry that is not Ghar make 2 pins."""
    assert pins_of_volley([2, 3, 1, 1], troopers(5), 1, 2, properties=["disruptor"])[1] == 2


@pytest.mark.rule("AN-PIN-08")
def test_disruptors_pin_the_heavily_armoured_too():
    """A Heavily Armoured unit that saves every disruptor hit at 12 takes 2 pins."""
    enemy = troopers(3, resist=12, flags=("heavily_armoured",))
    played, pins = pins_of_volley([2, 3, 1, 1], enemy, 1, 2, properties=["disruptor"])
    assert (pins, models_left(played)) == (2, 3)


@pytest.mark.rule("AN-PIN-09")
@pytest.mark.parametrize(("resist", "pins"), [(8, 1), (10, 0)])
def test_to_ghar_a_disruptor_is_an_ordinary_weapon(resist, pins):
    """Ghar hit by a disruptor take a pin at 9 and none at 11 where nothing is lost."""
    enemy = troopers(3, resist=resist, faction="ghar")
    assert pins_of_volley([3, 1], enemy, 0, properties=["disruptor"])[1] == pins


@pytest.mark.rule("AN-PIN-10")
@pytest.mark.parametrize(("flags", "pins"), [((), 2), (("heavily_armoured",), 0)])
@pytest.mark.ruling("AN-PIN-03.2")
def test_a_slingnet_pins_twice_but_not_the_heavily_armoured(flags, pins):
    """A saved slingnet hit at 12 gives 2 pins, and none to the Heavily Armoured."""
    assert pins_of_volley([3, 2], troopers(3, resist=11, flags=flags), 0, properties=["slingnet"])[1] == pins


@pytest.mark.rule("AN-PIN-11")
def test_a_light_net_gives_d3_and_one():
    """A light net whose D3 shows 2 gives 3 pins in all."""
    played, events = net_volley(NET, troopers(5), [3, 2, 1])
    assert pins_gained(events) == unit_row(played).pins == 3


@pytest.mark.rule("AN-PIN-12")
def test_a_heavy_net_gives_d5_and_one():
    """A heavy net whose D5 shows 5 gives 6 pins."""
    played, events = net_volley(HEAVY_NET, troopers(5), [3, 5, 1])
    assert pins_gained(events) == unit_row(played).pins == 6


@pytest.mark.rule("AN-PIN-13")
@pytest.mark.ruling("AN-PIN-13.2", "AN-PIN-13.3")
def test_net_pins_do_not_ask_for_the_resist_target():
    """A unit that resists at 12 takes the D3 and 1 of a light net: 2 pins; by the option none."""
    enemy = troopers(5, resist=11)
    assert pins_gained(net_volley(NET, enemy, [3, 1, 1])[1]) == 2
    assert pins_gained(net_volley(NET, enemy, [3, 1, 1], options={"net_pins_need_res_10": True})[1]) == 0


@pytest.mark.rule("AN-PIN-13")
def test_overhead_net_pins_are_halved_against_down_infantry():
    """An overhead light net whose D3 shows 1 gives Down infantry 1 pin in place of 2."""
    arm = weapon(
        "thrown_net",
        kind="overhead",
        minimum=5 * INCH,
        modes=NET.modes,
        strike_value=NET.strike_value,
        properties=NET.properties,
        overhead=overhead_effect("net", 0, 2 * INCH),
    )
    played = duel(troopers(1, "thrown_net"), troopers(1, resist=11), [4, 1], weapons=[arm], theirs={"order": "down"})
    shoot(played, fired("thrown_net", aim=(X + 11 * INCH, Y)))
    events = play_on(played)
    assert (one_event(events, HitsHalved).before, one_event(events, HitsHalved).now) == (2, 1)
    assert pins_gained(events) == unit_row(played).pins == 1
