"""Armies: upgrades of every scope and kind, elites, hands, requirements, points, and every fault at once."""

from collections import Counter
from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.messages import ArmiesLocked, ArmyCommitted, Sheet
from tests.kit import Table
from tests.rulesets.hex_orders.creating import army, building, sheets_of
from tests.rulesets.hex_orders.givens import price


def bought(*upgrades: Any, kind: str = "line_infantry") -> Sheet:
    """Buy one base with these upgrades."""
    return sheets_of(building().when("red", army((kind, *upgrades))), ArmyCommitted)[0]


def refused(*upgrades: Any, kind: str = "line_infantry") -> Any:
    """Try to buy one base with these upgrades."""
    return building().when("red", army((kind, *upgrades)))


def guns(sheet: Sheet) -> Counter[str]:
    """Count the weapons that the models of a base carry."""
    return Counter(item for model in sheet.models for item in model.weapons if item != "grenade")


def test_plain_army() -> None:
    """An army is kept by numbers, its cost added up, and the enemy sees only that it is in."""
    table = building()
    outcome = table.when("red", army("standard_tank", "line_infantry", "standard_tank"))
    event = outcome.one(ArmyCommitted)
    assert event.army is not None
    assert event.army.spent == price(ip=12, mp=4)
    assert [sheet.kind for sheet in event.army.units] == ["standard_tank", "line_infantry", "standard_tank"]
    assert table.game.armies["0:2"].sheet.kind == "line_infantry"
    assert {each.sheet.nation for each in table.game.armies.values()} == {"dwarf"}
    table.when("blue", army("standard_tank")).then(ArmiesLocked).asks("areas", "red", "blue")


@pytest.mark.parametrize(
    ("upgrade", "found"),
    [
        ("rifles", {"rifle": 4}),
        ("rifle", {"rifle": 1, "musket": 3}),
        ("cannon", {"musket": 4}),
        (("rifle", 3), {"rifle": 1, "musket": 3}),
    ],
)
def test_ways_to_arm(upgrade: Any, found: dict[str, int]) -> None:
    """A weapon replaces that of all models or of one, or belongs to the base beside them."""
    sheet = bought(upgrade)
    assert guns(sheet) == found
    assert sheet.base_weapon == ("hand_cannon" if upgrade == "cannon" else "")
    carried = {*found, "grenade", *filter(None, [sheet.base_weapon])}
    assert {each.id for each in sheet.weapons} == carried


def test_named_model_is_armed() -> None:
    """An upgrade of one model goes to the model that is named."""
    sheet = bought(("rifle", 3))
    assert sheet.models[2].weapons == ("grenade", "rifle")


def test_base_scope_and_model_scope() -> None:
    """What is for the base every model gets, what is for a model one alone."""
    sheet = bought("masks", "marksman")
    assert [model.equipment for model in sheet.models] == [("masks",)] * 4
    assert sheet.immunities == ("poison_cloud",)
    assert [len(model.abilities) for model in sheet.models] == [1, 0, 0, 0]
    assert sheet.price == price(mp=4, cp=2, xp=1)


def test_elites_replace_regulars() -> None:
    """Elites replace regulars, the first ones first; the fifth finds none."""
    sheet = bought("veteran", ("veteran", 4))
    assert [model.elite for model in sheet.models] == [True, False, False, True]
    refused(*["veteran"] * 5).rejected("HX-ARMY-22", "no-regular", "army.units[0].upgrades[4]")


def test_gear_of_elites() -> None:
    """Gear of elites arms one elite for each payment, whenever the elites are bought."""
    sheet = bought("officers_pistol", "veteran", "veteran", "officers_pistol")
    assert [model.equipment for model in sheet.models] == [("officers_pistol",)] * 2 + [()] * 2
    refused("veteran", "officers_pistol", "officers_pistol").rejected("HX-ARMY-24", "no-elite-left")
    refused("officers_pistol").rejected("HX-ARMY-24", "no-elite-left").rejected("HX-ARMY-11", "requirement")


def test_hands() -> None:
    """A model holds one two-handed weapon or two one-handed items; its standard weapon is given up for them."""
    shielded = bought(("shield", 1))
    assert shielded.models[0].weapons == ("grenade",)
    assert shielded.models[0].equipment == ("shield",)
    both = bought(("pistol", 1), ("shield", 1))
    assert both.models[0].weapons == ("grenade", "pistol")
    where = "army.units[0].upgrades[2]"
    refused(("pistol", 1), ("sword", 1), ("shield", 1)).rejected("HX-ARMY-16", "no-hands", where)
    refused(("heavy", 1), ("pistol", 1)).rejected("HX-ARMY-16", "no-hands")
    refused(("both", 1)).rejected("HX-ARMY-19", "no-hands")
    assert bought(("shield", 1), ("both", 1)).models[0].weapons == ("grenade", "gun")


def test_items_without_hands() -> None:
    """Independent equipment needs no hands and may be taken in any number."""
    sheet = bought("heavy", "masks", "banner")
    assert guns(sheet) == {"heavy_musket": 1, "musket": 3}
    assert sheet.models[0].equipment == ("masks", "banner")


def test_one_base_weapon() -> None:
    """A base owns one unit-base weapon at most."""
    refused("cannon", "mortar").rejected("HX-ARMY-18", "second-base-weapon", weapon="hand_cannon")


def test_requirements() -> None:
    """Every requirement holds in the army as it is submitted, in whatever order it is bought."""
    assert bought("banner", "masks").models[3].equipment == ("banner", "masks")
    refused("banner").rejected("HX-ARMY-11", "requirement", requires="masks")
    refused("horns").rejected("HX-ARMY-11", "requirement", requires="type:cavalry")


def test_armour_and_types() -> None:
    """An upgrade may add armour and type words to the base."""
    sheet = bought("plate")
    assert (sheet.armour.front, sheet.armour.back) == (1, 1)
    assert "armoured" in sheet.types


def test_what_can_not_be_bought() -> None:
    """Only what list and entry offer can be bought, and only for models that there are."""
    refused("masks", kind="standard_tank").rejected("HX-ARMY-10", "not-offered")
    refused("elf_longbow").rejected("HX-ARMY-12", "unknown-item", item="elf_longbow")
    refused(kind="officer").rejected("HX-ARMY-12", "unknown-item", "army.units[0].kind")
    refused(("rifle", 5)).rejected("HX-ARMY-13", "unknown-model", model=5)
    refused("masks", "masks").rejected("HX-ARMY-13", "upgrade-twice")
    refused(("masks", 2)).rejected("HX-ARMY-13", "for-the-base")
    refused(*["marksman"] * 5).rejected("HX-ARMY-13", "no-model-left")


def test_pools_do_not_mix() -> None:
    """Every pool has to pay for itself, and each that can not is named."""
    table = building("infantry")
    table.when("red", army("standard_tank", *["line_infantry"] * 7)).rejected(
        "HX-ARMY-09", "over-budget", pool="ip", cost=6, budget=0
    ).rejected("HX-ARMY-09", "over-budget", pool="mp", cost=28, budget=24)
    table.when("red", army(*["line_infantry"] * 6)).accepted()


def test_strict_budget() -> None:
    """Read strictly every pool stays under its allotment, and one without stays at nothing."""
    table = building("pure_tank", army_budget_strict=True)
    table.when("red", army(*["standard_tank"] * 4)).rejected("HX-ARMY-09", "not-under-budget", pool="ip")
    table.when("red", army(*["standard_tank"] * 3)).accepted()


def test_team_of_two_nations() -> None:
    """A team buys from the lists of all its nations; each unit has one nation."""
    table: Table = building("standard", (("dwarf+elf", 1), ("elf", 2)))
    outcome = table.when("red", army("standard_tank", "elf:standard_tank", "dwarf:line_infantry"))
    assert [sheet.nation for sheet in sheets_of(outcome, ArmyCommitted)] == ["dwarf", "elf", "dwarf"]
    table.when("blue", army("dwarf:standard_tank")).rejected("HX-ARMY-12", "unknown-item")


def test_every_fault_of_an_army_at_once() -> None:
    """An army is refused with every fault that it has."""
    table = building("infantry")
    wrong = army("ogre", ("line_infantry", "banner", "tea"), ("standard_tank", "masks"))
    table.when("red", wrong).rejected("HX-ARMY-12", "unknown-item", "army.units[0].kind").rejected(
        "HX-ARMY-11", "requirement", "army.units[1].upgrades[0]"
    ).rejected("HX-ARMY-12", "unknown-item", "army.units[1].upgrades[1].upgrade").rejected(
        "HX-ARMY-10", "not-offered", "army.units[2].upgrades[0].upgrade"
    ).rejected("HX-ARMY-09", "over-budget", pool="ip")
