"""What the package brings along: four factions, and armies of every size that are legal and can be deployed."""

from __future__ import annotations

import pytest

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.bot_setup import ARMIES, submitted
from adjudicator.rulesets.grinding_annihilation.library import ABILITIES, LIBRARY
from adjudicator.rulesets.grinding_annihilation.model.messages import CreateBattle, Options, RosterAccepted
from adjudicator.rulesets.grinding_annihilation.scenario import SIZES
from tests.kit import Table

FACTIONS = tuple(LIBRARY.factions)
KEYWORDS = (
    "infantry", "bestial", "vehicle", "monstrous", "walker", "titanic", "towering", "fly", "aircraft", "transport",
    "fortification", "grenades", "smoke", "character",
)  # fmt: skip


def entries() -> list[tuple[str, str]]:
    """Name every faction and catalogue."""
    return [(faction, row.id) for faction, each in LIBRARY.factions.items() for row in each.catalogues]


def test_there_are_four_factions():
    """All four factions of the book have at least eight catalogues, Characters among them, and doctrines."""
    assert FACTIONS == ("autereium", "kolkata_alliance", "prestige_of_uracil", "rassa_moxol")
    for faction in LIBRARY.factions.values():
        assert len(faction.catalogues) >= 8
        assert any("character" in row.keywords and row.leads for row in faction.catalogues)
        assert faction.doctrines
        assert faction.enhancements


@pytest.mark.rule("GA-8.1-02")
@pytest.mark.parametrize(("faction", "catalogue"), entries())
def test_catalogues_carry_their_faction(faction: str, catalogue: str):
    """Every catalogue has its faction's keyword, costs something and can be armed."""
    row = LIBRARY.catalogues[catalogue]
    assert row.faction_keywords == (faction,)
    assert all(each.points > 0 and each.weapons for each in row.composition)


def test_every_ability_is_fielded():
    """Between them the factions field every weapon ability, every ability of troops, and every keyword with rules."""
    factions = LIBRARY.factions.values()
    profiles = [profile for each in factions for weapon in each.weapons.values() for profile in weapon.profiles]
    assert {ability.name for each in profiles for ability in each.abilities} == set(ABILITIES.weapon)
    borne = {ability.name for row in LIBRARY.catalogues.values() for ability in row.abilities}
    for each in factions:
        borne |= {ability.name for row in each.gear.values() for ability in row.abilities}
        borne |= {ability.name for row in each.doctrines.values() for ability in row.abilities}
        borne |= {ability.name for row in each.enhancements.values() for ability in row.abilities}
    assert borne == set(ABILITIES.troop)
    assert set(KEYWORDS) <= {word for row in LIBRARY.catalogues.values() for word in row.other_keywords}


def test_every_weapon_is_carried():
    """No weapon and no item lies about that nobody can take."""
    for each in LIBRARY.factions.values():
        entries = [entry for row in each.catalogues for entry in row.composition]
        options = [option for row in each.catalogues for option in row.gear_options]
        armed = {weapon for entry in entries for weapon in entry.weapons} | {key for one in options for key in one.adds}
        assert armed == set(each.weapons)
        worn = {item for entry in entries for item in entry.gear} | {item for one in options for item in one.gear}
        assert worn == set(each.gear)


@pytest.mark.rule("GA-8.1-01")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("faction", FACTIONS)
def test_armies_of_every_size(faction: str, size: str):
    """Each faction has an army that comes near the limit of each size, with five Battle-Manoeuvres, and is accepted."""
    limit = SIZES[size].points
    fitting = [each for each in ARMIES.values() if each.faction == faction and each.battle_size == size]
    army = max(fitting, key=lambda each: each.points)
    assert 0.95 * limit <= army.points <= limit
    assert len(army.prepared_manoeuvres) == 5
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size=size, scenario="war_of_control", options=Options())
    table.when("referee", command).accepted()
    assert table.when("red", submitted(army)).one(RosterAccepted).points == army.points
