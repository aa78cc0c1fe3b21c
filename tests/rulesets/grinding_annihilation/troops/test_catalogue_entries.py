"""What a catalogue says of troops (GA-4.1): options of gear, statistics, abilities."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import GearChoice, HitsRolled, RosterAccepted, TroopCount
from tests.rulesets.grinding_annihilation.armies.fixtures import (
    LORD_ROW,
    RAID,
    SQUAD_ROW,
    autereium_roster,
    raid_with,
    roster_formation,
)
from tests.rulesets.grinding_annihilation.armies.steps import roster_refused, submit_roster
from tests.rulesets.grinding_annihilation.fixtures import Member, ability, battle, formation, line
from tests.rulesets.grinding_annihilation.steps import fire, last_event


@pytest.mark.rule("GA-2.1-03", "GA-2.1-05", "GA-4.1-05")
def test_formation_is_of_one_catalogue_that_exists():
    """A formation's troops come from one known catalogue, in the number that it allows."""
    five = roster_formation("squad", "voidforged_sentinels", 5, 65)
    mixed = replace(five, troops=(*five.troops, TroopCount(profile="reaper", count=1)))
    roster_refused(autereium_roster(LORD_ROW, mixed), "GA-4.1-05", "unknown-profile")
    roster_refused(
        autereium_roster(LORD_ROW, roster_formation("squad", "no_such_thing", 5, 65)), "GA-2.1-05", "unknown-catalogue"
    )
    roster_refused(
        autereium_roster(LORD_ROW, roster_formation("squad", "voidforged_sentinels", 4, 52)), "GA-4.1-05", "wrong-size"
    )
    roster_refused(
        autereium_roster(LORD_ROW, roster_formation("squad", "voidforged_sentinels", 11, 143)),
        "GA-4.1-05",
        "wrong-size",
    )
    submit_roster(autereium_roster(LORD_ROW, five)).accepted()
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW)).accepted()


@pytest.mark.rule("GA-4.1-06")
@pytest.mark.ruling("GA-4.1-06.1", "GA-4.1-06.2")
def test_gear_options_are_used_once_each():
    """Each gear option is used once in a formation, in any order, while what it takes is there."""
    lance, veil = GearChoice(option="arc_lance", troops=(10,)), GearChoice(option="veil", troops=(1,))
    one = submit_roster(autereium_roster(LORD_ROW, replace(SQUAD_ROW, gear=(lance, veil), points=155))).one(
        RosterAccepted
    )
    two = submit_roster(autereium_roster(LORD_ROW, replace(SQUAD_ROW, gear=(veil, lance), points=155))).one(
        RosterAccepted
    )
    assert one.formations == two.formations
    roster_refused(
        autereium_roster(LORD_ROW, replace(SQUAD_ROW, gear=(lance, replace(lance, troops=(9,))), points=150)),
        "GA-4.1-06",
        "option-twice",
    )
    both = (lance, GearChoice(option="mortar", troops=(10,)))
    roster_refused(autereium_roster(LORD_ROW, replace(SQUAD_ROW, gear=both, points=150)), "GA-4.1-06", "weapon-gone")
    two_lances = replace(SQUAD_ROW, gear=(replace(lance, troops=(9, 10)),), points=150)
    roster_refused(autereium_roster(LORD_ROW, two_lances), "GA-4.1-06", "option-troops")


@pytest.mark.rule("GA-4.1-01")
def test_accepted_army_has_its_statistics():
    """What is mustered has the statistics, weapons and keywords of its catalogue."""
    taken = submit_roster(autereium_roster(LORD_ROW, roster_formation("squad", "voidforged_sentinels", 5, 65))).one(
        RosterAccepted
    )
    lord, squad = taken.formations
    profile = lord.profiles[0]
    assert (profile.movement, profile.vigour, profile.defence, profile.wounds) == (6000, 5, 3, 5)
    assert (profile.heroism, profile.effectiveness, profile.invulnerable) == (6, 1, (4,))
    assert set(lord.keywords) >= {"autereium", "character", "infantry"}
    assert [troop.weapons for troop in squad.troops] == [("quanta_rifle", "alloy_fists")] * 5
    assert {"metrical_staff", "void_pistol", "quanta_rifle", "alloy_fists"} <= {weapon.id for weapon in taken.weapons}


@pytest.mark.rule("GA-4.1-03")
@pytest.mark.parametrize(("fallen", "needed"), [((), 4), (("b-b.1",), 3)])
def test_gear_ability_ends_with_its_last_bearer(fallen: tuple[str, ...], needed: int):
    """An ability that an item bestows lasts while a living troop bears it."""
    veiled = (ability("stealth", gear="veil"),)
    blue = formation("b-b", at=line(3, 20), weapons=(), powers=veiled, only={1: Member(gear=("veil",))})
    table = fire(battle(formation("a-r", at=[(10, 10)]), blue, fallen=fallen, dice=(1,)))
    assert last_event(table, HitsRolled).needed.total == needed


STOKERS = next(row for row in RAID.formations if row.catalogue == "stokers")


@pytest.mark.rule("GA-4.1-06")
@pytest.mark.ruling("GA-4.1-06.2")
def test_an_option_whose_weapon_has_gone_is_refused():
    """A troop that gave its weapon away for one option has none left for another."""
    both = (GearChoice(option="flame_hose", troops=(10,)), GearChoice(option="long_rifle", troops=(10,)))
    row = replace(STOKERS, gear=both, points=87)
    submit_roster(raid_with(row)).rejected("GA-4.1-06", "weapon-gone", "formations[1].gear", option="flame_hose")


@pytest.mark.rule("GA-4.1-05")
def test_a_kind_of_troop_is_listed_once():
    """Five troops listed as two and three of one kind are refused; listed as five they are accepted."""
    five = roster_formation("squad", "voidforged_sentinels", 5, 65)
    split = replace(five, troops=tuple(TroopCount(profile="sentinel", count=row) for row in (0, 5)))
    roster_refused(autereium_roster(LORD_ROW, split), "GA-4.1-05", "profile-twice")
    submit_roster(autereium_roster(LORD_ROW, five)).accepted()
