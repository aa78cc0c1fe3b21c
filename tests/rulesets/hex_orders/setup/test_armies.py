"""Armies as they are handed in: what a list sells, models, and every fault at once."""

import pytest

from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmiesLocked,
    ArmyCommitted,
    GameEnded,
    LoadArmyList,
    SubmitArmy,
)
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import NOTHING, infantry, line, model, price
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry, infantry_at, terms
from tests.rulesets.hex_orders.setup.full_lists import building, full_army, mapping, offer_to_buy, sheets_of
from tests.rulesets.hex_orders.setup.steps import (
    accepts,
    army,
    buy,
    enforce_deadline,
    huge_units_named,
    load_lists,
    selling,
)
from tests.rulesets.hex_orders.steps import refused


@pytest.mark.rule("HX-ARMY-12")
def test_only_what_the_list_sells_can_be_bought():
    """An item of another list is unknown, as a unit and as an upgrade."""
    played = selling(entry(infantry()))
    fault = refused(played, "red", army("elf_longbow"), "HX-ARMY-12", "unknown-item")
    assert dict(fault.facts)["item"] == "elf_longbow"
    refused(played, "red", army(buy("line_infantry", "elf_longbow")), "HX-ARMY-12", "unknown-item")
    assert accepts(played, "red", "line_infantry") == price(mp=4)


@pytest.mark.rule("HX-ARMY-12")
def test_a_side_buys_from_the_lists_of_its_own_nations():
    """What only the enemy's list sells can not be bought."""
    played = load_lists([entry(infantry())])
    own = army_list("elf", [entry(infantry()), infantry_at("longbow", mp=3)])
    played.when("referee", LoadArmyList(list=own)).accepted()
    played.when("referee", terms()).accepted()
    huge_units_named(played)
    refused(played, "red", army("longbow"), "HX-ARMY-12", "unknown-item")
    assert accepts(played, "blue", "longbow") == price(mp=3)


@pytest.mark.rule("HX-ARMY-14")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_base_has_the_models_that_its_entry_says(count):
    """A base begins with as many models alive as its entry has."""
    regular = model("regular", line(1, 5), ("musket",))
    played = selling(entry(infantry(kind="squad", models=(regular,) * count)))
    (sheet,) = played.when("red", army("squad")).one(ArmyCommitted).army.units
    assert len(sheet.models) == count


@pytest.mark.rule("HX-ARMY-14")
def test_an_entry_without_models_is_rejected():
    """A list with a base of no models is rejected."""
    played = load_lists([entry(infantry())])
    nobody = LoadArmyList(list=army_list("ork", [entry(infantry(models=()))]))
    refused(played, "referee", nobody, "HX-ARMY-14", "no-models")


@pytest.mark.rule("HX-ARMY-28")
@pytest.mark.ruling("HX-ARMY-28.2")
def test_an_army_has_a_unit():
    """An army without a unit is refused."""
    played = selling(entry(infantry()))
    refused(played, "red", army(), "HX-ARMY-28", "empty-army")
    assert accepts(played, "red", "line_infantry") != NOTHING


@pytest.mark.rule("HX-ARMY-09", "HX-GAP-06")
def test_the_enemy_sees_only_that_an_army_is_in() -> None:
    """An army is kept by numbers, its cost added up, and the enemy sees only that it is in."""
    table = building()
    outcome = table.when("red", full_army("standard_tank", "line_infantry", "standard_tank"))
    event = outcome.one(ArmyCommitted)
    assert event.army is not None
    assert event.army.spent == price(ip=12, mp=4)
    assert [sheet.kind for sheet in event.army.units] == ["standard_tank", "line_infantry", "standard_tank"]
    assert table.game.armies["0:2"].sheet.kind == "line_infantry"
    assert {row.sheet.nation for row in table.game.armies.values()} == {"dwarf"}
    table.when("blue", full_army("standard_tank")).then(ArmiesLocked).asks("areas", "red", "blue")


@pytest.mark.rule("HX-ARMY-10", "HX-ARMY-12", "HX-ARMY-13")
def test_only_what_list_and_entry_offer_can_be_bought() -> None:
    """Only what list and entry offer can be bought, and only for models that there are."""
    offer_to_buy("masks", kind="standard_tank").rejected("HX-ARMY-10", "not-offered")
    offer_to_buy("elf_longbow").rejected("HX-ARMY-12", "unknown-item", item="elf_longbow")
    offer_to_buy(kind="officer").rejected("HX-ARMY-12", "unknown-item", "army.units[0].kind")
    offer_to_buy(("rifle", 5)).rejected("HX-ARMY-13", "unknown-model", model=5)
    offer_to_buy("masks", "masks").rejected("HX-ARMY-13", "upgrade-twice")
    offer_to_buy(("masks", 2)).rejected("HX-ARMY-13", "for-the-base")
    offer_to_buy(*["marksman"] * 5).rejected("HX-ARMY-13", "no-model-left")


@pytest.mark.rule("HX-ARMY-01", "HX-ARMY-09")
def test_every_pool_has_to_pay_for_itself() -> None:
    """Every pool has to pay for itself, and each that can not is named."""
    table = building("infantry")
    table.when("red", full_army("standard_tank", *["line_infantry"] * 7)).rejected(
        "HX-ARMY-09", "over-budget", pool="ip", cost=6, budget=0
    ).rejected("HX-ARMY-09", "over-budget", pool="mp", cost=28, budget=24)
    table.when("red", full_army(*["line_infantry"] * 6)).accepted()


@pytest.mark.rule("HX-ARMY-09")
def test_read_strictly_every_pool_stays_under_its_allotment() -> None:
    """Read strictly every pool stays under its allotment, and one without stays at nothing."""
    table = building("pure_tank", army_budget_strict=True)
    table.when("red", full_army(*["standard_tank"] * 4)).rejected("HX-ARMY-09", "not-under-budget", pool="ip")
    table.when("red", full_army(*["standard_tank"] * 3)).accepted()


@pytest.mark.rule("HX-ARMY-12", "HX-GAP-04")
def test_a_team_buys_from_the_lists_of_all_its_nations() -> None:
    """A team buys from the lists of all its nations; each unit has one nation."""
    table: Table = building("standard", (("dwarf+elf", 1), ("elf", 2)))
    outcome = table.when("red", full_army("standard_tank", "elf:standard_tank", "dwarf:line_infantry"))
    assert [sheet.nation for sheet in sheets_of(outcome, ArmyCommitted)] == ["dwarf", "elf", "dwarf"]
    table.when("blue", full_army("dwarf:standard_tank")).rejected("HX-ARMY-12", "unknown-item")


@pytest.mark.rule("HX-ARMY-09", "HX-ARMY-10", "HX-ARMY-11", "HX-ARMY-12")
def test_an_army_is_refused_with_every_fault_it_has() -> None:
    """An army is refused with every fault that it has."""
    table = building("infantry")
    wrong = full_army("ogre", ("line_infantry", "banner", "tea"), ("standard_tank", "masks"))
    table.when("red", wrong).rejected("HX-ARMY-12", "unknown-item", "army.units[0].kind").rejected(
        "HX-ARMY-11", "requirement", "army.units[1].upgrades[0]"
    ).rejected("HX-ARMY-12", "unknown-item", "army.units[1].upgrades[1].upgrade").rejected(
        "HX-ARMY-10", "not-offered", "army.units[2].upgrades[0].upgrade"
    ).rejected("HX-ARMY-09", "over-budget", pool="ip")


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_who_hands_in_no_army_in_time_has_lost() -> None:
    """Who hands in no army before the time is up has lost."""
    table = building()
    table.when("red", full_army("standard_tank"))
    enforce_deadline(table).then(GameEnded(reason="no_army", winner=0), ResultReached)


@pytest.mark.rule("HX-ARMY-28")
def test_an_army_without_units_is_refused() -> None:
    """An army has at least one unit."""
    table = building()
    table.when("red", SubmitArmy(army=None)).rejected("HX-ARMY-28", "empty-army")


def test_an_army_that_is_in_is_final() -> None:
    """An army that is in is final."""
    table = mapping()
    table.when("red", full_army("standard_tank")).rejected("HX-MAP-05", "not-asked")
