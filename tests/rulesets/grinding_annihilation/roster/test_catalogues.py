"""What the package brings along: four factions, and armies of every size that are legal and can be deployed."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from msgspec.structs import replace

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import CreateBattle, Options, RosterAccepted
from adjudicator.rulesets.grinding_annihilation.roster import ready_terrain
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import ABILITIES, LIBRARY, library
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, submitted
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SIZES
from tests.kit import Table

FACTIONS = tuple(LIBRARY.factions)


def test_there_are_four_factions():
    """All four factions of the book have at least eight catalogues, Characters among them, and doctrines."""
    assert FACTIONS == ("autereium", "kolkata_alliance", "prestige_of_uracil", "rassa_moxol")
    for faction in LIBRARY.factions.values():
        assert len(faction.catalogues) >= 8
        assert any("character" in row.keywords and row.leads for row in faction.catalogues)
        assert faction.doctrines
        assert faction.enhancements


def entries() -> list[tuple[str, str]]:
    """Name every faction and catalogue."""
    return [(faction, row.id) for faction, item in LIBRARY.factions.items() for row in item.catalogues]


@pytest.mark.rule("GA-8.1-02")
@pytest.mark.parametrize(("faction", "catalogue"), entries())
def test_catalogues_carry_their_faction(faction: str, catalogue: str):
    """Every catalogue has its faction's keyword, costs something and can be armed."""
    row = LIBRARY.catalogues[catalogue]
    assert row.faction_keywords == (faction,)
    assert all(item.points > 0 and item.weapons for item in row.composition)


KEYWORDS = (
    "infantry",
    "bestial",
    "vehicle",
    "monstrous",
    "walker",
    "titanic",
    "towering",
    "fly",
    "aircraft",
    "transport",
    "fortification",
    "grenades",
    "smoke",
    "character",
)


def test_every_ability_is_fielded():
    """Between them the factions field every weapon ability, every ability of troops, and every keyword with rules."""
    factions = LIBRARY.factions.values()
    profiles = [profile for faction in factions for weapon in faction.weapons.values() for profile in weapon.profiles]
    assert {ability.name for item in profiles for ability in item.abilities} == set(ABILITIES.weapon)
    borne = {ability.name for row in LIBRARY.catalogues.values() for ability in row.abilities}
    for faction in factions:
        borne |= {ability.name for row in faction.gear.values() for ability in row.abilities}
        borne |= {ability.name for row in faction.doctrines.values() for ability in row.abilities}
        borne |= {ability.name for row in faction.enhancements.values() for ability in row.abilities}
    assert borne == set(ABILITIES.troop)
    assert set(KEYWORDS) <= {word for row in LIBRARY.catalogues.values() for word in row.other_keywords}


def test_every_weapon_is_carried():
    """No weapon and no item lies about that nobody can take."""
    for faction in LIBRARY.factions.values():
        entries = [entry for row in faction.catalogues for entry in row.composition]
        options = [option for row in faction.catalogues for option in row.gear_options]
        armed = {weapon for entry in entries for weapon in entry.weapons} | {key for one in options for key in one.adds}
        assert armed == set(faction.weapons)
        worn = {item for entry in entries for item in entry.gear} | {item for one in options for item in one.gear}
        assert worn == set(faction.gear)


@pytest.mark.rule("GA-8.1-01")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("faction", FACTIONS)
def test_armies_of_every_size(faction: str, size: str):
    """Each faction has an army that comes near the limit of each size, with five Battle-Manoeuvres, and is accepted."""
    limit = SIZES[size].points
    fitting = [row for row in ARMIES.values() if row.faction == faction and row.battle_size == size]
    army = max(fitting, key=lambda row: row.points)
    assert 0.95 * limit <= army.points <= limit
    assert len(army.prepared_manoeuvres) == 5
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size=size, scenario="war_of_control", options=Options())
    table.when("referee", command).accepted()
    assert table.when("red", submitted(army)).one(RosterAccepted).points == army.points


def test_every_faction_has_its_own():
    """Each faction has two at least, between them like all ten core ones, and ready armies of three prepare some."""
    counted = {faction: sum(own.faction == faction for own in LIBRARY.own.values()) for faction in LIBRARY.factions}
    assert min(counted.values()) >= 2
    assert {own.core for own in LIBRARY.own.values()} == set(LIBRARY.manoeuvres)
    folder = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data", "armies")
    armies = [tomllib.loads(row.read_text()) for row in folder.iterdir()]
    assert len({army["faction"] for army in armies if set(army["prepared_manoeuvres"]) & set(LIBRARY.own)}) >= 2


def test_wrong_ones_are_refused_at_load():
    """A catalogue is refused with every fault of its Battle-Manoeuvres: base, phases, keyword, id, one id twice."""
    first, second, *rest = LIBRARY.factions.values()
    good = first.manoeuvres["closed_orbit"]
    wrong = {
        "dance": replace(good, works_as="jig"),
        "grenades": good,
        "closed_orbit": good,
        "walk": replace(good, phases=("move",)),
        "call": replace(good, keyword="dragon"),
    }
    kolkata = replace(second, manoeuvres={"closed_orbit": replace(good, keyword="")})
    with pytest.raises(ValueError, match="the catalogues do not hold") as refusal:
        library((replace(first, manoeuvres=wrong), kolkata, *rest), ABILITIES, LIBRARY.manoeuvres)
    assert str(refusal.value).partition(": ")[2].split("; ") == [
        "closed_orbit stands twice",
        "dance: jig is no core Battle-Manoeuvre",
        "grenades: a core Battle-Manoeuvre has this id",
        "walk: move is no phase of find_cover",
        "call: no formation of the faction has the keyword dragon",
    ]


def test_wrong_terms_are_refused_at_load():
    """Terms of damage are for `damaged` alone, and it needs them with a plain number of wounds."""
    first, *rest = LIBRARY.factions.values()
    crawler = next(row for row in first.catalogues if row.id == "horizon_crawler")
    good = crawler.abilities[-1]
    wrong = (replace(good, alters=None), replace(good, x="D3"), replace(good, name="stealth", x=None))
    rows = tuple(replace(row, abilities=wrong) if row is crawler else row for row in first.catalogues)
    with pytest.raises(ValueError, match="the catalogues do not hold") as refusal:
        library((replace(first, catalogues=rows), *rest), ABILITIES, LIBRARY.manoeuvres)
    assert str(refusal.value).partition(": ")[2].split("; ") == [
        "horizon_crawler: ability damaged: alters is wrong or missing",
        "horizon_crawler: ability damaged: x does not fit (number)",
        "horizon_crawler: ability stealth: alters is wrong or missing",
    ]


def test_ready_pieces_have_every_type():
    """A bot has at least one feature of each type at hand."""
    assert {row.type for row in ready_terrain.TERRAIN_PIECES.values()} == {
        "craters",
        "barricade",
        "debris",
        "hill_or_building",
        "woods",
        "ruins",
    }
