"""Rosters handed in (GA-8.1-04): lists of the package, every fault named, points and abilities."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    EnhancementChoice,
    GearChoice,
    RosterAccepted,
    TroopCount,
)
from tests.rulesets.grinding_annihilation.armies.fixtures import RAID, package_roster, raid_with
from tests.rulesets.grinding_annihilation.armies.steps import submit_roster

ARMIES = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data", "armies")

LISTS = sorted(item.name.removesuffix(".toml") for item in ARMIES.iterdir() if item.name.endswith(".toml"))


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.rule("GA-8.1-04", "GA-4.1-05", "GA-4.1-06")
def test_lists_of_the_package_are_accepted(name):
    """Every list that comes with the package is a legal army of its size and costs what it says."""
    raw = tomllib.loads(ARMIES.joinpath(f"{name}.toml").read_text())
    accepted = submit_roster(package_roster(name), raw["battle_size"]).one(RosterAccepted)
    assert accepted.points == raw["points"]


@pytest.mark.rule("GA-8.1-04")
def test_every_fault_is_named_at_once():
    """A refusal of a roster names all of its faults."""
    broken = replace(RAID, faction="autereium", doctrine="full_steam", general="stokers.1")
    outcome = submit_roster(broken)
    outcome.rejected("GA-8.1-02", "other-faction", "formations[0].catalogue")
    outcome.rejected("GA-8.1-03", "unknown-doctrine", "doctrine")
    outcome.rejected("GA-8.1-07", "no-general", "general")
    outcome.rejected("GA-5.0-04", "foreign-manoeuvre", "prepared_manoeuvres[4]")
    assert len(outcome.faults) == len(RAID.formations) + 3


GUARD = next(row for row in RAID.formations if row.catalogue == "boilerguard")


@pytest.mark.rule("GA-8.1-04")
def test_points_of_an_option_count_for_each_troop():
    """An option that changes two troops costs its points twice."""
    row = replace(GUARD, gear=(GearChoice(option="flame_hoses", troops=(1, 5)),), points=110)
    submit_roster(raid_with(row)).accepted()
    submit_roster(raid_with(replace(row, points=105))).rejected(
        "GA-8.1-04", "wrong-points", "formations[2].points", points=110, found=105
    )


@pytest.mark.rule("GA-8.1-06")
@pytest.mark.ruling("GA-8.1-06.2")
def test_unique_enhancements_are_carried_once():
    """An enhancement that its catalogue calls unique is refused to a second Character."""
    praetor = next(row for row in RAID.formations if row.catalogue == "war_praetor")
    crowned = replace(praetor, enhancements=(EnhancementChoice(troop=1, enhancement="praetors_laurel"),), points=100)
    warden = replace(
        praetor,
        id="warden",
        catalogue="fume_warden",
        troops=(TroopCount(profile="warden", count=1),),
        points=65,
        enhancements=crowned.enhancements,
    )
    submit_roster(raid_with(crowned)).accepted()
    twice = raid_with(crowned)
    submit_roster(replace(twice, formations=(*twice.formations, warden))).rejected(
        "GA-8.1-06", "enhancement-twice", "formations[5].enhancements[0]"
    )


@pytest.mark.rule("GA-8.1-03", "GA-4.1-03")
def test_abilities_come_from_doctrine_gear_and_enhancement():
    """A doctrine reaches the troops with its keyword, formation gear its formation, troop gear its bearer."""
    plated = replace(GUARD, gear=(GearChoice(option="riveted_plate", troops=(2,)),), points=105)
    accepted = submit_roster(raid_with(plated)).one(RosterAccepted)
    rows = {row.id: row for row in accepted.formations}
    assert [ability.name for ability in rows["a-walker"].troops[0].abilities] == ["fights_first"]
    assert [(ability.name, ability.gear) for ability in rows["a-stokers"].abilities] == [("stealth", "smoke_burner")]
    names = [[ability.name for ability in troop.abilities] for troop in rows["a-guard"].troops]
    assert names == [[], ["invulnerable"], [], [], []]
    assert rows["a-praetor"].troops[0].keywords == ("general",)
