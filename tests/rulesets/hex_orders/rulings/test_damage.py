"""Rulings of armour, damage and the order of damage rolls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import ArmourRolled, ArmyCommitted, DamageRolled, OrderDamageRolls
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.steps import fire_and_roll
from tests.rulesets.hex_orders.fixtures import GUN, angles, infantry, squad, table, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST
from tests.rulesets.hex_orders.setup.fixtures import entry, upgrade
from tests.rulesets.hex_orders.setup.steps import army, buy, create_with_lists, huge_units_named
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    events_of_kind,
    finish_silently,
    fires,
    refused,
    roll_declared,
    shot,
)


@pytest.mark.rule("HX-TURN-23")
@pytest.mark.ruling("HX-TURN-23.1")
@pytest.mark.parametrize("order", [("h1", "h2"), ("h2", "h1")])
def test_the_side_orders_hits_of_its_several_units(order):
    """Two units of red hit one base with unlike weapons: red is asked once, for both, and blue not at all."""
    strong = weapon("strong", range=4, always_loaded=True, ap=3)
    units = [
        ("a1", "D5", "N", squad(GUN, count=1), SLOW),
        ("a2", "C5", "N", squad(strong, count=1), SLOW),
        ("b1", "D3", "S", infantry(), SLOW),
    ]
    played = table([5, 5], turn=2, pace="step", units=units, running={"a1": FIRE_FIRST, "a2": FIRE_FIRST})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "gun", shot("b1"))).accepted()
    played.when("red", fires("a2", "strong", shot("b1"))).accepted()
    roll_declared(played)
    assert asked(played)[:2] == ("damage_order", (0,))
    refused(played, "blue", OrderDamageRolls(hits=order), "HX-TURN-23", "not-asked")
    played.faces(3, 3)
    played.when("red", OrderDamageRolls(hits=order)).accepted()
    finish_silently(played)
    rolled = [(row.hit, row.total.total) for row in events_of_kind(played, DamageRolled)]
    assert rolled == [(order[0], 3), (order[1], 4)]


PLATE = upgrade("plate", armour=1)
FOOT = infantry(kind="foot")


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.ruling("HX-ARMOUR-13.2")
def test_armour_that_an_upgrade_gives_is_the_bases():
    """An upgrade that says so in its data adds to the armour of the base, any other leaves it; damage tables stay."""
    for given, expected in (("plate", 1), ("banner", 0)):
        played = create_with_lists([entry(FOOT, "plate", "banner")], [PLATE, upgrade("banner", equipment="banner")])
        huge_units_named(played)
        (sheet,) = played.when("red", army(buy("foot", given))).one(ArmyCommitted).army.units
        assert sheet.armour == angles(expected)
        assert sheet.tables == FOOT.tables


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.ruling("HX-ARMOUR-13.2")
def test_every_hit_on_a_base_meets_its_one_armour():
    """A base of three regulars and a hero throws as many armour dice for every hit, on its own damage table."""
    hero = replace(infantry().models[0], name="hero", elite=True)
    mixed = infantry(models=(*infantry().models[:3], hero), armour=angles(2))
    played = fire_and_roll([5, 5, 1, 1, 2, 1, 1, 1], GUN, mixed, shots=2)
    assert [(row.armour, len(row.faces.faces)) for row in events_of_kind(played, ArmourRolled)] == [(2, 2)] * 2
    assert [row.table for row in events_of_kind(played, DamageRolled)] == ["regular"] * 2
