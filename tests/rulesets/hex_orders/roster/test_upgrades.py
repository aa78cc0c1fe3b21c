"""Upgrades, elites, hands and weapons."""

from collections import Counter
from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import ArmyCommitted, Sheet
from tests.rulesets.hex_orders.fixtures import ability, infantry, line, model, price, tank, weapon
from tests.rulesets.hex_orders.setup.fixtures import entry, upgrade
from tests.rulesets.hex_orders.setup.full_lists import building, full_army, offer_to_buy, sheets_of
from tests.rulesets.hex_orders.setup.steps import army, buy, selling
from tests.rulesets.hex_orders.steps import refused

ELITE = model("officer", line(2, 4), ("musket",), elite=True)
WEAPONS = (
    weapon("rifle", hands=2),
    weapon("heavy_musket", hands=2),
    weapon("pistol", hands=1, weapon_range=1),
    weapon("cannon", hands=0),
    weapon("mortar", hands=0),
    weapon("sabre_pistol", hands=1, weapon_range=1),
)
UPGRADES = (
    upgrade("grenades", equipment="grenades"),
    upgrade("gas_masks", equipment="gas_masks", immunities=("poison_cloud",)),
    upgrade("wings", equipment="wings"),
    upgrade("sharpshooter", "model", abilities=(ability("good_shot"),)),
    upgrade("elite", "model", price(xp=1), elite=ELITE),
    upgrade("officers_pistol", "model", weapon="sabre_pistol", arms="one", requires=("elite",)),
    upgrade("drill", requires=("grenades",)),
    upgrade("saddle", requires=("type:cavalry",)),
    upgrade("pistol", "model", weapon="pistol", arms="one"),
    upgrade("spare_pistol", "model", weapon="pistol", arms="adds"),
    upgrade("shield", "model", equipment="shield", hands=1),
    upgrade("sword", "model", equipment="sword", hands=1),
    upgrade("heavy", "model", weapon="heavy_musket", arms="one"),
    upgrade("rifles", weapon="rifle", arms="all"),
    upgrade("rifle", "model", weapon="rifle", arms="one"),
    upgrade("cannon", weapon="cannon", arms="shared"),
    upgrade("mortar", weapon="mortar", arms="shared"),
    upgrade("gilded", "model", equipment="gilded_blade", elites_only=True),
)
NAMES = tuple(row.id for row in UPGRADES)
FOOT = infantry(models=(model("regular", line(1, 5), ("musket",)),) * 4)


def shop(*entries):
    """Sell infantry with every upgrade and a tank with none."""
    return selling(entry(FOOT, *NAMES), entry(tank()), *entries, upgrades=UPGRADES, weapons=WEAPONS)


def buy_base(*upgrades, kind="line_infantry", played=None):
    """Buy one base with upgrades; its sheet and what it cost."""
    committed = (played or shop()).when("red", army(buy(kind, *upgrades))).one(ArmyCommitted).army
    return committed.units[0], committed.spent


def refused_upgrades(*upgrades, clause, reason, kind="line_infantry"):
    """Have a base with these upgrades refused."""
    return refused(shop(), "red", army(buy(kind, *upgrades)), clause, reason)


@pytest.mark.rule("HX-ARMY-10")
def test_a_listed_upgrade_is_paid_for():
    """Grenades for a base whose entry lists them are bought for 2 cp."""
    sheet, spent = buy_base("grenades")
    assert spent == price(mp=4, cp=2)
    assert sheet.price == price(mp=4, cp=2)


@pytest.mark.rule("HX-ARMY-10")
def test_an_entry_without_upgrades_takes_none():
    """Grenades for a Standard Tank are refused."""
    refused_upgrades("grenades", kind="standard_tank", clause="HX-ARMY-10", reason="not-offered")


@pytest.mark.rule("HX-ARMY-11")
def test_requirements_hold_in_the_army_as_handed_in():
    """An officer's pistol needs an elite, bought in the same submission; others need an upgrade or a type."""
    refused_upgrades("officers_pistol", clause="HX-ARMY-11", reason="requirement")
    sheet, _ = buy_base(("elite", 1), ("officers_pistol", 1))
    assert "sabre_pistol" in sheet.models[0].weapons
    refused_upgrades("drill", clause="HX-ARMY-11", reason="requirement")
    assert buy_base("grenades", "drill")[1] == price(mp=4, cp=4)
    refused_upgrades("saddle", clause="HX-ARMY-11", reason="requirement")
    rider = infantry(kind="rider", types=("cavalry", "biological"), models=FOOT.models)
    assert buy_base("saddle", kind="rider", played=shop(entry(rider, *NAMES)))[1] == price(mp=4, cp=2)


@pytest.mark.rule("HX-ARMY-13")
def test_an_upgrade_is_for_the_base_or_for_one_model():
    """Gas masks are on all four models, a sharpshooter is exactly the chosen one."""
    sheet, _ = buy_base("gas_masks", ("sharpshooter", 3))
    assert ["gas_masks" in row.equipment for row in sheet.models] == [True] * 4
    assert [[ability.name for ability in row.abilities] for row in sheet.models] == [[], [], ["good_shot"], []]
    assert "poison_cloud" in sheet.immunities


@pytest.mark.rule("HX-ARMY-15")
def test_a_base_takes_any_number_of_upgrades():
    """Grenades, gas masks, wings and two elites go together; a fifth elite has no regular left."""
    sheet, spent = buy_base("grenades", "gas_masks", "wings", "elite", "elite")
    assert [row.elite for row in sheet.models].count(True) == 2
    assert spent == price(mp=4, cp=6, xp=2)
    refused_upgrades("grenades", "gas_masks", "wings", *["elite"] * 5, clause="HX-ARMY-22", reason="no-regular")


@pytest.mark.rule("HX-ARMY-16")
def test_two_hands_hold_one_big_or_two_small_things():
    """Pistol and shield fit; a heavy musket and a pistol do not, nor pistol, sword and shield."""
    sheet, _ = buy_base(("pistol", 1), ("shield", 1))
    assert (sheet.models[0].weapons, sheet.models[0].equipment) == (("pistol",), ("shield",))
    refused_upgrades(("heavy", 1), ("spare_pistol", 1), clause="HX-ARMY-16", reason="no-hands")
    refused_upgrades(("pistol", 1), ("sword", 1), ("shield", 1), clause="HX-ARMY-16", reason="no-hands")


@pytest.mark.rule("HX-ARMY-16")
@pytest.mark.ruling("HX-ARMY-16.2")
def test_hands_are_counted_for_each_model():
    """A model's weapon counts against its bearer alone, a base-wide one against every model."""
    sheet, _ = buy_base(("pistol", 1), ("shield", 1), ("pistol", 2), ("sword", 2))
    assert [row.weapons for row in sheet.models] == [("pistol",), ("pistol",), ("musket",), ("musket",)]
    refused_upgrades("rifles", ("spare_pistol", 4), clause="HX-ARMY-16", reason="no-hands")


@pytest.mark.rule("HX-ARMY-17")
def test_independent_equipment_needs_no_hands():
    """Grenades, gas masks and wings go with a two-handed musket."""
    sheet, _ = buy_base("grenades", "gas_masks", "wings")
    for row in sheet.models:
        assert row.weapons == ("musket",)
        assert set(row.equipment) == {"grenades", "gas_masks", "wings"}


@pytest.mark.rule("HX-ARMY-18")
def test_a_base_owns_one_base_weapon():
    """A second unit-base weapon on the same base is refused."""
    sheet, _ = buy_base("cannon")
    assert sheet.base_weapon == "cannon"
    refused_upgrades("cannon", "mortar", clause="HX-ARMY-18", reason="second-base-weapon")
    armed = infantry(kind="gunners", models=FOOT.models, weapons=(*FOOT.weapons, WEAPONS[3]), base_weapon="cannon")
    refused(shop(entry(armed, *NAMES)), "red", army(buy("gunners", "mortar")), "HX-ARMY-18", "second-base-weapon")


@pytest.mark.rule("HX-ARMY-19")
@pytest.mark.ruling("HX-ARMY-19.2")
def test_a_one_handed_item_costs_the_standard_weapon():
    """A shield takes the musket away, is paid in full, and leaves one hand free."""
    sheet, spent = buy_base(("shield", 2))
    assert [row.weapons for row in sheet.models] == [("musket",), (), ("musket",), ("musket",)]
    assert sheet.models[1].equipment == ("shield",)
    assert spent == price(mp=4, cp=2)
    sheet, _ = buy_base(("shield", 2), ("sword", 2))
    assert set(sheet.models[1].equipment) == {"shield", "sword"}


@pytest.mark.rule("HX-ARMY-19")
@pytest.mark.ruling("HX-ARMY-19.2")
def test_nobody_keeps_both():
    """A pistol besides the two-handed standard weapon is refused."""
    refused_upgrades(("spare_pistol", 1), clause="HX-ARMY-19", reason="no-hands")


@pytest.mark.rule("HX-ARMY-22")
@pytest.mark.ruling("HX-ARMY-22.2")
def test_an_elite_replaces_one_regular():
    """One elite of four: three regulars are left; the fifth elite is refused."""
    sheet, _ = buy_base(("elite", 2))
    assert [row.name for row in sheet.models] == ["regular", "officer", "regular", "regular"]
    sheet, spent = buy_base(*["elite"] * 4)
    assert [row.elite for row in sheet.models] == [True] * 4
    assert spent == price(mp=4, xp=4)
    refused_upgrades(*["elite"] * 5, clause="HX-ARMY-22", reason="no-regular")


@pytest.mark.rule("HX-ARMY-22")
@pytest.mark.ruling("HX-ARMY-22.2")
def test_in_a_base_of_one_the_elite_replaces_the_only_model():
    """A single regular becomes the elite."""
    single = infantry(kind="single", models=FOOT.models[:1])
    sheet, _ = buy_base("elite", kind="single", played=shop(entry(single, *NAMES)))
    assert [row.name for row in sheet.models] == ["officer"]
    refused(shop(entry(single, *NAMES)), "red", army(buy("single", "elite", "elite")), "HX-ARMY-22", "no-regular")


@pytest.mark.rule("HX-ARMY-23")
def test_a_weapon_upgrade_is_for_all_for_one_or_shared():
    """Kind all: 4 rifles; one: 1 rifle and 3 muskets; shared: 4 muskets and a cannon of the base."""
    sheet, _ = buy_base("rifles")
    assert [row.weapons for row in sheet.models] == [("rifle",)] * 4
    sheet, _ = buy_base(("elite", 2), "rifles")
    assert [row.weapons for row in sheet.models] == [("rifle",)] * 4
    sheet, _ = buy_base(("rifle", 4))
    assert [row.weapons for row in sheet.models] == [("musket",)] * 3 + [("rifle",)]
    sheet, _ = buy_base("cannon")
    assert [row.weapons for row in sheet.models] == [("musket",)] * 4
    assert sheet.base_weapon == "cannon"
    assert "cannon" in [row.id for row in sheet.weapons]


@pytest.mark.rule("HX-ARMY-24")
def test_gear_for_elites_arms_one_elite_for_each_payment():
    """With two elites it is bought twice and not thrice; without an elite not at all."""
    sheet, spent = buy_base(("elite", 1), ("elite", 2), "gilded", "gilded")
    assert ["gilded_blade" in row.equipment for row in sheet.models] == [True, True, False, False]
    assert spent == price(mp=4, cp=4, xp=2)
    refused_upgrades("elite", "elite", "gilded", "gilded", "gilded", clause="HX-ARMY-24", reason="no-elite-left")
    refused_upgrades("gilded", clause="HX-ARMY-24", reason="no-elite-left")
    refused_upgrades("elite", ("gilded", 4), clause="HX-ARMY-24", reason="no-elite-left")


def bought_of_full_list(*upgrades: Any, kind: str = "line_infantry") -> Sheet:
    """Buy one base with these upgrades."""
    return sheets_of(building().when("red", full_army((kind, *upgrades))), ArmyCommitted)[0]


def guns(sheet: Sheet) -> Counter[str]:
    """Count the weapons that the models of a base carry."""
    return Counter(item for model in sheet.models for item in model.weapons if item != "grenade")


@pytest.mark.rule("HX-ARMY-23")
@pytest.mark.parametrize(
    ("upgrade", "found"),
    [
        ("rifles", {"rifle": 4}),
        ("rifle", {"rifle": 1, "musket": 3}),
        ("cannon", {"musket": 4}),
        (("rifle", 3), {"rifle": 1, "musket": 3}),
    ],
)
def test_a_weapon_replaces_all_or_one_or_belongs_to_the_base(upgrade: Any, found: dict[str, int]) -> None:
    """A weapon replaces that of all models or of one, or belongs to the base beside them."""
    sheet = bought_of_full_list(upgrade)
    assert guns(sheet) == found
    assert sheet.base_weapon == ("hand_cannon" if upgrade == "cannon" else "")
    carried = {*found, "grenade", *filter(None, [sheet.base_weapon])}
    assert {row.id for row in sheet.weapons} == carried


@pytest.mark.rule("HX-ARMY-13")
def test_an_upgrade_of_one_model_goes_to_the_named_one() -> None:
    """An upgrade of one model goes to the model that is named."""
    sheet = bought_of_full_list(("rifle", 3))
    assert sheet.models[2].weapons == ("grenade", "rifle")


@pytest.mark.rule("HX-ARMY-13")
def test_what_is_for_the_base_every_model_gets() -> None:
    """What is for the base every model gets, what is for a model one alone."""
    sheet = bought_of_full_list("masks", "marksman")
    assert [model.equipment for model in sheet.models] == [("masks",)] * 4
    assert sheet.immunities == ("poison_cloud",)
    assert [len(model.abilities) for model in sheet.models] == [1, 0, 0, 0]
    assert sheet.price == price(mp=4, cp=2, xp=1)


@pytest.mark.rule("HX-ARMY-22")
def test_elites_replace_the_first_regulars() -> None:
    """Elites replace regulars, the first ones first; the fifth finds none."""
    sheet = bought_of_full_list("veteran", ("veteran", 4))
    assert [model.elite for model in sheet.models] == [True, False, False, True]
    offer_to_buy(*["veteran"] * 5).rejected("HX-ARMY-22", "no-regular", "army.units[0].upgrades[4]")


@pytest.mark.rule("HX-ARMY-24", "HX-ARMY-11")
def test_gear_of_elites_arms_one_elite_for_each_payment() -> None:
    """Gear of elites arms one elite for each payment, whenever the elites are bought."""
    sheet = bought_of_full_list("officers_pistol", "veteran", "veteran", "officers_pistol")
    assert [model.equipment for model in sheet.models] == [("officers_pistol",)] * 2 + [()] * 2
    offer_to_buy("veteran", "officers_pistol", "officers_pistol").rejected("HX-ARMY-24", "no-elite-left")
    offer_to_buy("officers_pistol").rejected("HX-ARMY-24", "no-elite-left").rejected("HX-ARMY-11", "requirement")


@pytest.mark.rule("HX-ARMY-16", "HX-ARMY-19")
def test_a_model_holds_one_big_or_two_small_things_and_gives_its_weapon_up() -> None:
    """A model holds one two-handed weapon or two one-handed items; its standard weapon is given up for them."""
    shielded = bought_of_full_list(("shield", 1))
    assert shielded.models[0].weapons == ("grenade",)
    assert shielded.models[0].equipment == ("shield",)
    both = bought_of_full_list(("pistol", 1), ("shield", 1))
    assert both.models[0].weapons == ("grenade", "pistol")
    where = "army.units[0].upgrades[2]"
    offer_to_buy(("pistol", 1), ("sword", 1), ("shield", 1)).rejected("HX-ARMY-16", "no-hands", where)
    offer_to_buy(("heavy", 1), ("pistol", 1)).rejected("HX-ARMY-16", "no-hands")
    offer_to_buy(("both", 1)).rejected("HX-ARMY-19", "no-hands")
    assert bought_of_full_list(("shield", 1), ("both", 1)).models[0].weapons == ("grenade", "gun")


@pytest.mark.rule("HX-ARMY-17")
def test_items_without_hands_are_taken_in_any_number() -> None:
    """Independent equipment needs no hands and may be taken in any number."""
    sheet = bought_of_full_list("heavy", "masks", "banner")
    assert guns(sheet) == {"heavy_musket": 1, "musket": 3}
    assert sheet.models[0].equipment == ("masks", "banner")


@pytest.mark.rule("HX-ARMY-18")
def test_a_base_owns_one_base_weapon_at_most() -> None:
    """A base owns one unit-base weapon at most."""
    offer_to_buy("cannon", "mortar").rejected("HX-ARMY-18", "second-base-weapon", weapon="hand_cannon")


@pytest.mark.rule("HX-ARMY-11")
def test_requirements_hold_in_whatever_order_is_bought() -> None:
    """Every requirement holds in the army as it is submitted, in whatever order it is bought."""
    assert bought_of_full_list("banner", "masks").models[3].equipment == ("banner", "masks")
    offer_to_buy("banner").rejected("HX-ARMY-11", "requirement", requires="masks")
    offer_to_buy("horns").rejected("HX-ARMY-11", "requirement", requires="type:cavalry")


def test_an_upgrade_may_add_armour_and_type_words() -> None:
    """An upgrade may add armour and type words to the base."""
    sheet = bought_of_full_list("plate")
    assert (sheet.armour.front, sheet.armour.back) == (1, 1)
    assert "armoured" in sheet.types
