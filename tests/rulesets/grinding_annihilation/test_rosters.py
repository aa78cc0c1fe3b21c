import tomllib
from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    CreateBattle,
    EnhancementChoice,
    GearChoice,
    Options,
    RosterAccepted,
    RosterFormation,
    SubmitRoster,
    TroopCount,
)
from tests.kit import Outcome, Table

ARMIES = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data", "armies")
LISTS = sorted(each.name.removesuffix(".toml") for each in ARMIES.iterdir() if each.name.endswith(".toml"))


def army(name: str) -> SubmitRoster:
    raw = tomllib.loads(ARMIES.joinpath(f"{name}.toml").read_text())
    return SubmitRoster(
        faction=raw["faction"], doctrine=raw["doctrine"], general=raw["general"],
        prepared_manoeuvres=tuple(raw["prepared_manoeuvres"]),
        formations=tuple(
            RosterFormation(
                id=row["id"], catalogue=row["catalogue"], points=row["points"],
                troops=tuple(TroopCount(**each) for each in row["troops"]),
                gear=tuple(GearChoice(option=each["option"], troops=tuple(each["troops"])) for each in row["gear"]),
                enhancements=tuple(EnhancementChoice(**each) for each in row["enhancements"]),
            )
            for row in raw["formations"]
        ),
    )  # fmt: skip


RAID = army("kolkata_raid")
STOKERS = next(row for row in RAID.formations if row.catalogue == "stokers")
GUARD = next(row for row in RAID.formations if row.catalogue == "boilerguard")


def hand_in(roster: SubmitRoster, size: str = "small", **options: Any) -> Outcome:
    table = Table(rules_of("grinding_annihilation"))
    start = CreateBattle(battle_size=size, scenario="war_of_control", options=Options(**options))
    table.when("referee", start).accepted()
    return table.when("red", roster)


def with_formation(row: RosterFormation) -> SubmitRoster:
    return replace(RAID, formations=tuple(row if each.id == row.id else each for each in RAID.formations))


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.rule("GA-8.1-04", "GA-4.1-05", "GA-4.1-06")
def test_lists_of_the_package_are_accepted(name):
    """Every list that comes with the package is a legal army of its size and costs what it says."""
    raw = tomllib.loads(ARMIES.joinpath(f"{name}.toml").read_text())
    accepted = hand_in(army(name), raw["battle_size"]).one(RosterAccepted)
    assert accepted.points == raw["points"]


@pytest.mark.rule("GA-8.1-04")
def test_every_fault_is_named_at_once():
    """A refusal of a roster names all of its faults."""
    broken = replace(RAID, faction="autereium", doctrine="full_steam", general="stokers.1")
    outcome = hand_in(broken)
    outcome.rejected("GA-8.1-02", "other-faction", "formations[0].catalogue")
    outcome.rejected("GA-8.1-03", "unknown-doctrine", "doctrine")
    outcome.rejected("GA-8.1-07", "no-general", "general")
    outcome.rejected("GA-5.0-04", "foreign-manoeuvre", "prepared_manoeuvres[4]")
    assert len(outcome.faults) == len(RAID.formations) + 3


@pytest.mark.rule("GA-4.1-06")
def test_gear_options_work_in_any_order():
    """Two gear options give the same equipment whichever is named first."""
    forth = hand_in(with_formation(STOKERS)).one(RosterAccepted)
    back = hand_in(with_formation(replace(STOKERS, gear=STOKERS.gear[::-1]))).one(RosterAccepted)
    assert forth.formations == back.formations


@pytest.mark.rule("GA-4.1-06")
def test_an_option_whose_weapon_has_gone_is_refused():
    """A troop that gave its weapon away for one option has none left for another."""
    both = (GearChoice(option="flame_hose", troops=(10,)), GearChoice(option="long_rifle", troops=(10,)))
    row = replace(STOKERS, gear=both, points=87)
    hand_in(with_formation(row)).rejected("GA-4.1-06", "weapon-gone", "formations[1].gear", option="flame_hose")


@pytest.mark.rule("GA-8.1-04")
def test_points_of_an_option_count_for_each_troop():
    """An option that changes two troops costs its points twice."""
    row = replace(GUARD, gear=(GearChoice(option="flame_hoses", troops=(1, 5)),), points=110)
    hand_in(with_formation(row)).accepted()
    hand_in(with_formation(replace(row, points=105))).rejected(
        "GA-8.1-04", "wrong-points", "formations[2].points", points=110, found=105
    )


@pytest.mark.rule("GA-8.1-06")
def test_unique_enhancements_are_carried_once():
    """An enhancement that its catalogue calls unique is refused to a second Character."""
    praetor = next(row for row in RAID.formations if row.catalogue == "war_praetor")
    crowned = replace(praetor, enhancements=(EnhancementChoice(troop=1, enhancement="praetors_laurel"),), points=100)
    warden = replace(
        praetor, id="warden", catalogue="fume_warden", troops=(TroopCount(profile="warden", count=1),), points=65,
        enhancements=crowned.enhancements,
    )  # fmt: skip
    hand_in(with_formation(crowned)).accepted()
    twice = with_formation(crowned)
    hand_in(replace(twice, formations=(*twice.formations, warden))).rejected(
        "GA-8.1-06", "enhancement-twice", "formations[5].enhancements[0]"
    )


@pytest.mark.rule("GA-8.1-03", "GA-4.1-03")
def test_abilities_come_from_doctrine_gear_and_enhancement():
    """A doctrine reaches the troops with its keyword, formation gear its formation, troop gear its bearer."""
    plated = replace(GUARD, gear=(GearChoice(option="riveted_plate", troops=(2,)),), points=105)
    accepted = hand_in(with_formation(plated)).one(RosterAccepted)
    rows = {row.id: row for row in accepted.formations}
    assert [ability.name for ability in rows["a-walker"].troops[0].abilities] == ["fights_first"]
    assert [(ability.name, ability.gear) for ability in rows["a-stokers"].abilities] == [("stealth", "smoke_burner")]
    names = [[ability.name for ability in troop.abilities] for troop in rows["a-guard"].troops]
    assert names == [[], ["invulnerable"], [], [], []]
    assert rows["a-praetor"].troops[0].keywords == ("general",)


def test_options_with_an_unknown_value_are_refused():
    """A value that an option does not know is refused with those that it knows."""
    table = Table(rules_of("grinding_annihilation"))
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(cohesion_check="never"))
    refusal = table.when("referee", start)
    refusal.rejected("GA-2.2-08", "option-value", "options.cohesion_check", known="end_of_turn end_of_round")
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(roles="roll_off"))
    table.when("referee", start).accepted()
