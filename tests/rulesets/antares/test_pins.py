"""AN-PIN: the pins that volleys, rounds and failures give."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    BreakTested,
    HitsHalved,
    ModelLost,
    OrderDieTaken,
    PinsAdded,
    UnitBroken,
    UnitWentDown,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, overhead, rule, unit, vehicle, wall, weapon
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    act,
    acting,
    asked,
    charge,
    decline,
    duel,
    fired,
    gained,
    go,
    gun,
    kinds,
    left,
    men,
    of,
    one,
    react,
    resisted,
    row,
    shoot,
    stats,
    through,
)  # fmt: skip

BRITTLE = (rule("break_test_on_casualty"),)
STUBBORN = ("can_sprint", "can_assault")


def volley(faces: list[int], foe: Any, sv: int = 0, shooters: int = 1, **rest: Any) -> tuple[Table, int]:
    """Shoot with so many guns of this strike value: the table, and the pins that the target got."""
    arm = gun(sv, "used", properties=("pbs", *rest.pop("properties", ())))
    played = duel(men(shooters, "used"), foe, faces, weapons=[arm], **rest)
    shoot(played)
    return played, gained(through(played))


# -- AN-PIN-01 to AN-PIN-04


@pytest.mark.rule("AN-PIN-01")
def test_a_hit_resisted_at_ten_or_less_pins_even_when_saved():
    """Res 6 against strike value 0 is 6: one pin though the test is saved."""
    played, pins = volley([3, 2], men(1))
    assert (pins, row(played).pins, left(played)) == (1, 1, 1)


@pytest.mark.rule("AN-PIN-01")
@pytest.mark.parametrize(("basis", "pins"), [("modified", 1), ("base_plus_armour", 0)])
def test_the_resist_that_counts_is_an_option(basis, pins):
    """Res 5 and armour 6 hit at strike value 2 count as 9, or by the option as 11."""
    assert volley([3, 2], men(1, armour=6), 2, options={"pin_res_basis": basis})[1] == pins
    assert DEFAULTS.pin_res_basis == "modified"


@pytest.mark.rule("AN-PIN-02")
def test_a_casualty_pins_whatever_the_resist_target():
    """Resist 12 and a 10: the model is lost and the unit takes a pin."""
    played, pins = volley([3, 10], men(5, resist=12), 1)
    assert (pins, left(played)) == (1, 4)


@pytest.mark.rule("AN-PIN-02")
def test_a_lost_wound_pins_as_a_casualty_does():
    """A model of 2 Wounds that loses one at resist 12 pins its unit."""
    played, pins = volley([3, 10], men(1, resist=12, model_wounds=2), 1)
    assert (pins, left(played), played.game.models["b-y.1"].wounds) == (1, 1, 1)


@pytest.mark.rule("AN-PIN-03")
@pytest.mark.parametrize(("strike", "pins"), [(2, 0), (3, 1)])
def test_hits_resisted_above_ten_without_loss_do_not_pin(strike, pins):
    """Three saved hits at 11 give no pin, at 10 one."""
    played, got = volley([2, 3, 4, 2, 3, 4], men(3, resist=12), strike, 3)
    assert (got, left(played)) == (pins, 3)


@pytest.mark.rule("AN-PIN-03")
def test_heavily_armoured_is_a_flag_and_not_the_resist_number():
    """A Heavily Armoured unit hit at 6 takes the ordinary pin: the flag does not ward it off."""
    assert volley([3, 2], men(1, flags=("heavily_armoured",)))[1] == 1


@pytest.mark.rule("AN-PIN-04")
def test_a_volley_gives_one_hit_pin_at_most():
    """Five hits and three casualties of one volley make one pin."""
    played, pins = volley([2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 1], men(5), 0, 5)
    assert (pins, left(played)) == (1, 2)


@pytest.mark.rule("AN-PIN-04")
def test_two_volleys_give_two_hit_pins():
    """Two units that shoot in turn and hit give a pin each."""
    second = ("a-z", men(1, "gun"), (X, Y - 5 * INCH))
    played = duel(men(1, "gun"), men(2), [3, 2, 3, 2], more=[second])
    shoot(played)
    through(played)
    assert row(played).pins == 1
    act(played, "a-z", "fire")
    shoot(played, unit="a-z")
    through(played)
    assert row(played).pins == 2


@pytest.mark.rule("AN-PIN-04")
def test_the_largest_of_several_pin_rules_counts_and_not_the_sum():
    """A casualty by a disruptor makes 2 pins, and not 3."""
    played, pins = volley([3, 9], men(5), 0, properties=["disruptor"])
    assert (pins, left(played)) == (2, 4)


@pytest.mark.rule("AN-PIN-04")
def test_misses_do_not_pin():
    """A volley without a hit gives no pin."""
    assert volley([7, 9, 10], men(5), 0, 3)[1] == 0


# -- AN-PIN-05 and AN-PIN-06


@pytest.mark.rule("AN-PIN-05")
def test_hand_to_hand_pins_for_casualties_alone():
    """Four hits and two casualties in hand to hand make 2 pins; saved hits make none."""
    played = duel(men(4), men(5), [2, 3, 4, 5, 10, 10, 10, 10, 10, 7, 8, 2, 3, 1], order="run")
    charge(played, 10 * INCH)
    events = through(played, "follow_on")
    assert gained(events) == len(of(events, ModelLost)) == 2
    assert len(resisted(events)) == 4


@pytest.mark.rule("AN-PIN-06", "AN-BREAK-15")
def test_a_down_unit_that_fails_under_half_takes_a_pin():
    """A Down unit of one die that is forced Down again by a break test takes a pin."""
    foe = men(5, type="mounted", flags=STUBBORN, rules=BRITTLE)
    played, pins = volley([3, 9, 8], foe, theirs={"order": "down"})
    assert one(played.events, BreakTested).passed is False
    assert (pins, row(played).pins, row(played).order) == (1 + 1, 2, "down")
    assert one(played.events, PinsAdded, cause="break").pins == 1


@pytest.mark.rule("AN-PIN-06")
def test_a_down_unit_with_an_unused_die_places_it_instead():
    """A Down unit of two dice that is forced Down again puts its second die on the table and takes no pin."""
    foe = men(5, type="mounted", flags=STUBBORN, rules=BRITTLE, order_dice=2)
    played = duel(men(1, "gun"), foe, [3, 9, 8], theirs={"order": "down", "hand": 1})
    before = played.game.sides[1].bag
    shoot(played)
    if asked(played) == "reaction":
        decline(played)
    events = through(played)
    assert one(events, OrderDieTaken).order == "down"
    assert gained(events) == row(played).pins == 1
    assert (row(played).hand, played.game.sides[1].bag) == (0, before - 1)


# -- AN-PIN-07 to AN-PIN-10


@pytest.mark.rule("AN-PIN-07")
def test_a_disruptor_gives_two_pins_in_place_of_one():
    """Two disruptor hits in one volley on infantry that is not Ghar make 2 pins."""
    assert volley([2, 3, 1, 1], men(5), 1, 2, properties=["disruptor"])[1] == 2


@pytest.mark.rule("AN-PIN-08")
def test_disruptors_pin_the_heavily_armoured_too():
    """A Heavily Armoured unit that saves every disruptor hit at 12 takes 2 pins."""
    foe = men(3, resist=12, flags=("heavily_armoured",))
    played, pins = volley([2, 3, 1, 1], foe, 1, 2, properties=["disruptor"])
    assert (pins, left(played)) == (2, 3)


@pytest.mark.rule("AN-PIN-09")
@pytest.mark.parametrize(("resist", "pins"), [(8, 1), (10, 0)])
def test_to_ghar_a_disruptor_is_an_ordinary_weapon(resist, pins):
    """Ghar hit by a disruptor take a pin at 9 and none at 11 where nothing is lost."""
    foe = men(3, resist=resist, faction="ghar")
    assert volley([3, 1], foe, 0, properties=["disruptor"])[1] == pins


@pytest.mark.rule("AN-PIN-10")
@pytest.mark.parametrize(("flags", "pins"), [((), 2), (("heavily_armoured",), 0)])
def test_a_slingnet_pins_twice_but_not_the_heavily_armoured(flags, pins):
    """A saved slingnet hit at 12 gives 2 pins, and none to the Heavily Armoured."""
    assert volley([3, 2], men(3, resist=11, flags=flags), 0, properties=["slingnet"])[1] == pins


# -- AN-PIN-11 to AN-PIN-13


NET = weapon(
    "light_net", kind="light_support", modes=weapon().modes[:1], strike_value=gun().strike_value,
    properties=("suspensor_net",),
)  # fmt: skip
HEAVY_NET = weapon("heavy_net", kind="heavy", modes=NET.modes, strike_value=NET.strike_value, properties=NET.properties)


def net(arm: Any, foe: Any, faces: list[int], **rest: Any) -> tuple[Table, list[Any]]:
    played = duel(men(1, arm.id), foe, faces, weapons=[arm], **rest)
    shoot(played)
    return played, through(played)


@pytest.mark.rule("AN-PIN-11")
def test_a_light_net_gives_d3_and_one():
    """A light net whose D3 shows 2 gives 3 pins in all."""
    played, events = net(NET, men(5), [3, 2, 1])
    assert gained(events) == row(played).pins == 3


@pytest.mark.rule("AN-PIN-12")
def test_a_heavy_net_gives_d5_and_one():
    """A heavy net whose D5 shows 5 gives 6 pins."""
    played, events = net(HEAVY_NET, men(5), [3, 5, 1])
    assert gained(events) == row(played).pins == 6


@pytest.mark.rule("AN-PIN-13")
def test_net_pins_do_not_ask_for_the_resist_target():
    """A unit that resists at 12 takes the D3 and 1 of a light net: 2 pins; by the option none."""
    foe = men(5, resist=11)
    assert gained(net(NET, foe, [3, 1, 1])[1]) == 2
    assert gained(net(NET, foe, [3, 1, 1], options={"net_pins_need_res_10": True})[1]) == 0


@pytest.mark.rule("AN-PIN-13")
def test_overhead_net_pins_are_halved_against_down_infantry():
    """An overhead light net whose D3 shows 1 gives Down infantry 1 pin in place of 2."""
    arm = weapon(
        "thrown_net", kind="overhead", minimum=5 * INCH, modes=NET.modes, strike_value=NET.strike_value,
        properties=NET.properties, overhead=overhead("net", 0, 2 * INCH),
    )  # fmt: skip
    played = duel(men(1, "thrown_net"), men(1, resist=11), [4, 1], weapons=[arm], theirs={"order": "down"})
    shoot(played, fired("thrown_net", aim=(X + 11 * INCH, Y)))
    events = through(played)
    assert (one(events, HitsHalved).before, one(events, HitsHalved).now) == (2, 1)
    assert gained(events) == row(played).pins == 1


# -- AN-PIN-14 and AN-PIN-15


@pytest.mark.rule("AN-PIN-14")
def test_a_failed_sprint_gives_a_pin():
    """A unit that fails the test of its sprint takes a pin, one that passes none."""
    for face, pins in ((6, 1), (5, 0)):
        played = acting("run", ("a-x", men(1), (X, Y)), dice=[face])
        go(played, 15 * INCH, sprint=True)
        events = through(played)
        assert gained(events, "a-x") == unit(played, "a-x").pins == pins


@pytest.mark.rule("AN-PIN-14")
def test_a_cumbersome_unit_takes_a_pin_for_failed_terrain():
    """A Cumbersome unit that fails at an obstacle takes a pin, another unit none."""
    for flags, pins in ((("cumbersome",), 1), ((), 0)):
        fence = wall("w", (14 * INCH, 0), (14 * INCH, 20 * INCH))
        played = acting("run", ("a-x", men(1, flags=flags), (X, Y)), dice=[9], terrain=[fence])
        go(played, 8 * INCH)
        assert gained(through(played), "a-x") == pins


@pytest.mark.rule("AN-PIN-14")
def test_a_failed_reaction_gives_a_pin():
    """A unit that fails its reaction test takes a pin, before the volley that misses it."""
    played = duel(men(1, "gun"), men(1, "gun"), [8, 9], theirs={})
    shoot(played)
    react(played, "firefight")
    assert one(through(played), PinsAdded, unit="b-y").cause == "reaction"


@pytest.mark.rule("AN-PIN-14")
def test_damage_results_give_pins():
    """A vehicle whose damage roll is 8 takes the pin of the result besides the hit pin."""
    theirs = {"order": "advance", "hand": 0}
    played = duel(men(1, "used"), vehicle(), [3, 10, 8], weapons=[gun(0, "used")], theirs=theirs)
    shoot(played)
    events = through(played)
    assert one(events, PinsAdded, cause="damage").pins == 1
    assert row(played).pins == 2


@pytest.mark.rule("AN-PIN-14")
def test_a_unit_that_is_missed_takes_none():
    """A unit at which every shot misses has no pin."""
    played, pins = volley([9, 9], men(2), 0, 2)
    assert (pins, row(played).pins) == (0, 0)


@pytest.mark.rule("AN-PIN-15")
def test_pins_come_after_losses_and_before_the_automatic_break():
    """A unit of Co 8 with 7 pins that is hit has 8 and breaks at the end of the action, its casualty first."""
    played, _ = volley([3, 9], men(5), 0, theirs={**USED, "pins": 7})
    order = [each for each in kinds(played.events) if each in ("ModelLost", "PinsAdded", "UnitBroken")]
    assert order[0] == "ModelLost"
    assert order.index("PinsAdded") < order.index("UnitBroken")
    assert of(played.events, UnitBroken)[0].cause == "automatic"
    assert row(played).place == "broken"


@pytest.mark.rule("AN-PIN-15")
def test_pins_have_no_upper_limit():
    """A probe, which has no Co, may gather any number of pins."""
    foe = men(5, type="probe", stats=stats(command=None))
    played, pins = volley([3, 1], foe, 0, theirs={"pins": 30})
    assert (pins, row(played).pins) == (1, 31)
    assert not of(played.events, UnitWentDown)
