"""Rulings of what army lists say and how it is written."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import ArmyCommitted, AssaultDiceRolled, LoadArmyList
from tests.kit import Table
from tests.rulesets.hex_orders.assault.fixtures import FORWARD, SLOW, STAY, STILL, model_that_fights
from tests.rulesets.hex_orders.assault.steps import move_and_assault
from tests.rulesets.hex_orders.fixtures import GUN, angles, armed, die, infantry, price, rules
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry, terms, upgrade
from tests.rulesets.hex_orders.setup.steps import accepts, army, buy, create_with_lists, huge_units_named, selling
from tests.rulesets.hex_orders.steps import events_of_kind, refused


def sold(kind: str) -> Any:
    """Buy a base of the dwarves' own list as it is in the service."""
    played = Table(rules())
    played.when("referee", terms()).accepted()
    huge_units_named(played)
    return played.when("red", army(kind)).one(ArmyCommitted).army.units[0]


@pytest.mark.rule("HX-ASSAULT-34")
@pytest.mark.ruling("HX-ASSAULT-34.2")
def test_the_standard_tank_of_the_ready_list_is_the_printed_one():
    """Its line is 4/3/3/2 dice at 5+, AP -1, d6-1; deflection is two dice at 5+ in front and none elsewhere."""
    (tank,) = sold("standard_tank").models
    line = tank.assault
    assert (line.dice, line.to_hit, line.ap, line.damage) == (angles("4/3/3/2"), 5, -1, die("d6-1"))
    assert tank.deflection.dice == angles("2/0/0/0")
    assert tank.deflection.to_hit.front == 5


@pytest.mark.rule("HX-ASSAULT-34", "HX-ASSAULT-35")
@pytest.mark.ruling("HX-ASSAULT-34.2")
@pytest.mark.parametrize(("facing", "dice"), [("N", 4), ("NE", 3), ("SE", 3), ("S", 2), ("SW", 3), ("NW", 3)])
def test_the_standard_tank_has_four_values_of_dice(facing, dice):
    """Standing in D5 and attacked from D4 it throws 4 dice in front, 3 at each side angle and 2 at its back."""
    units = [
        ("a1", "D4", "S", model_that_fights("ork"), SLOW),
        ("b1", "D5", facing, replace(sold("standard_tank"), nation="elf"), STILL),
    ]
    shields = [1] * (2 if facing == "N" else 0)
    # the ork fails, every die of the tank succeeds: one damaging hit on the one model, no armour
    played = move_and_assault([1, *[5] * dice, *shields, 1], units, a1=FORWARD, b1=STAY)
    groups = [group for row in events_of_kind(played, AssaultDiceRolled) for group in row.groups]
    assert {group.unit: len(group.faces) for group in groups} == {"a1": 1, "b1": dice}


@pytest.mark.rule("HX-ANGLES-08", "HX-ANGLES-09")
@pytest.mark.ruling("HX-ANGLES-08.2", "HX-ANGLES-09.2")
@pytest.mark.parametrize(
    ("arc", "fine"),
    [("*/-/-/-", True), ("*/*/*/*", True), ("*/-/-", False), ("//*/*", False), ("*/*/*", False), ("*/-/-/-/-", False)],
)
def test_a_field_of_fire_has_four_entries(arc, fine):
    """Front alone and all round are written with four entries; three, as they were misprinted, are refused."""
    listed = army_list("dwarf", [entry(armed(infantry(), replace(GUN, arc=arc)))])
    outcome = Table(rules()).when("referee", LoadArmyList(list=listed))
    if fine:
        outcome.accepted()
    else:
        outcome.looked_at = True
        assert {fault.reason for fault in outcome.faults} == {"bad-arc"}


@pytest.mark.rule("HX-ARMY-09")
@pytest.mark.ruling("HX-ARMY-09.2", "HX-ARMY-09.3", "HX-ARMY-09.4")
@pytest.mark.parametrize(
    ("cost", "usual", "strict"), [(23, True, True), (24, True, False), (25, False, False), (0, True, True)]
)
def test_the_last_point_of_a_pool(cost, usual, strict):
    """Of 24 points all may be spent, and by the literal reading one has to be left."""
    goods = [entry(infantry(kind="foot", price=price(mp=cost, cp=1)))]
    for option, fine in ((False, usual), (True, strict)):
        played = selling(*goods, army_budget_strict=option)
        if fine:
            assert accepts(played, "red", "foot") == price(mp=cost, cp=1)
        else:
            reason = "not-under-budget" if option else "over-budget"
            refused(played, "red", army("foot"), "HX-ARMY-09", reason)


@pytest.mark.rule("HX-ARMY-16", "HX-ARMY-19")
@pytest.mark.ruling("HX-ARMY-16.2", "HX-ARMY-19.2")
@pytest.mark.parametrize(("chosen", "left"), [(1, [1, 0, 0, 0]), (3, [0, 0, 1, 0])])
def test_a_models_own_item_leaves_the_hands_of_the_others(chosen, left):
    """A shield for one model takes its musket alone, is paid in full, and what it gave up is not paid back."""
    foot = infantry(kind="foot", price=price(mp=4))
    shield = upgrade("shield", "model", equipment="shield", hands=1)
    played = create_with_lists([entry(foot, "shield")], [shield])
    huge_units_named(played)
    bought = played.when("red", army(buy("foot", ("shield", chosen)))).one(ArmyCommitted).army
    (sheet,) = bought.units
    assert [int("musket" not in row.weapons) for row in sheet.models] == left
    assert [int("shield" in row.equipment) for row in sheet.models] == left
    assert bought.spent == price(mp=4, cp=2)
