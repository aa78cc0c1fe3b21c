"""Chapters 4.1, 4.2 and 8.1: catalogues, Leaders in Attached formations, and what an army may be made of."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    AttackAllocated,
    DefenceRolled,
    EnhancementChoice,
    FormationDestroyed,
    GearChoice,
    HitsRolled,
    RosterAccepted,
    RosterFormation,
    SelectToShoot,
    SubmitRoster,
    TroopCount,
    WoundsRolled,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    ability,
    battle,
    created,
    declare,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    make,
    path,
    refused,
    story,
    trooper,
    wounds_left,
)

DATA = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data")


def listed(name: str) -> SubmitRoster:
    """Read an army of the package."""
    raw = tomllib.loads(DATA.joinpath("armies", f"{name}.toml").read_text())
    return SubmitRoster(
        faction=raw["faction"], doctrine=raw["doctrine"], general=raw["general"],
        prepared_manoeuvres=tuple(raw["prepared_manoeuvres"]), formations=tuple(map(_row, raw["formations"])),
    )  # fmt: skip


def _row(raw: dict[str, Any]) -> RosterFormation:
    return RosterFormation(
        id=raw["id"], catalogue=raw["catalogue"], points=raw["points"],
        troops=tuple(TroopCount(**each) for each in raw["troops"]),
        gear=tuple(GearChoice(option=each["option"], troops=tuple(each["troops"])) for each in raw["gear"]),
        enhancements=tuple(EnhancementChoice(**each) for each in raw["enhancements"]),
    )  # fmt: skip


PATROL, COHORT = listed("autereium_patrol"), listed("autereium_cohort")


def row(id: str, catalogue: str, count: int, points: int, *gear: GearChoice, profile: str = "",
        enhancements: tuple[str, ...] = ()) -> RosterFormation:  # fmt: skip
    """Make a formation of a roster, all of one kind."""
    kind = profile or KINDS[catalogue]
    chosen = tuple(EnhancementChoice(troop=1, enhancement=each) for each in enhancements)
    return RosterFormation(
        id=id, catalogue=catalogue, troops=(TroopCount(profile=kind, count=count),), gear=gear, enhancements=chosen,
        points=points,
    )  # fmt: skip


KINDS = {
    "metrical_lord": "lord", "wreathe_adept": "adept", "voidforged_sentinels": "sentinel", "null_reapers": "reaper",
    "furnace_bearers": "bearer", "horizon_crawler": "crawler", "no_such_thing": "sentinel",
}  # fmt: skip
LORD = row("lord", "metrical_lord", 1, 90)
ADEPT = row("adept", "wreathe_adept", 1, 65)
SQUAD = row("squad", "voidforged_sentinels", 10, 130)


def army(*rows: RosterFormation, **terms: Any) -> SubmitRoster:
    """Make a roster of these formations with the lord as General."""
    said = {"faction": "autereium", "doctrine": "", "general": "lord.1", "prepared_manoeuvres": ()} | terms
    return SubmitRoster(formations=rows, **said)


def hand_in(roster: SubmitRoster, size: str = "small", **options: Any) -> Outcome:
    """Hand a roster in as red."""
    return created(size, options).when("red", roster)


def not_taken(roster: SubmitRoster, clause: str, reason: str, size: str = "small", **options: Any) -> None:
    """Find a roster refused under this one clause, for this reason."""
    refused(created(size, options), "red", roster, clause).rejected(clause, reason)


# -- creating an army


@pytest.mark.rule("GA-8.1-01", "GA-8.1-04")
@pytest.mark.parametrize(("squads", "size", "accepted"), [
    (7, "small", True), (6, "small", True), (8, "small", False), (15, "medium", False), (8, "large", True),
])  # fmt: skip
def test_points_up_to_the_limit_of_the_size(squads: int, size: str, *, accepted: bool):
    """An army costs at most 1000, 2000 or 3000 points."""
    rows = [replace(SQUAD, id=f"squad{number}") for number in range(squads)]
    roster = army(LORD, *rows)  # 90 and 130 for each
    if accepted:
        assert hand_in(roster, size).one(RosterAccepted).points == 90 + 130 * squads
    else:
        not_taken(roster, "GA-8.1-01", "over-limit", size=size)


@pytest.mark.rule("GA-8.1-01")
def test_limit_itself_is_allowed():
    """An army of exactly its limit is accepted, one point above it is not."""
    rows = [replace(SQUAD, id=f"squad{number}") for number in range(6)]  # 780
    rest = row("few", "voidforged_sentinels", 10, 130)
    assert hand_in(army(LORD, *rows, rest)).one(RosterAccepted).points == 1000
    more = replace(rest, gear=(GearChoice(option="arc_lance", troops=(10,)),), points=140)
    not_taken(army(LORD, *rows, more), "GA-8.1-01", "over-limit")


@pytest.mark.rule("GA-8.1-02")
def test_every_formation_has_the_factions_keyword():
    """Every formation has the keyword of the army's faction."""
    troops = (TroopCount(profile="foreman", count=1), TroopCount(profile="stoker", count=9))
    stranger = replace(row("stokers", "stokers", 10, 71, profile="stoker"), troops=troops)
    not_taken(army(LORD, SQUAD, stranger), "GA-8.1-02", "other-faction")
    hand_in(army(LORD, SQUAD, stranger), mixed_factions=True).accepted()
    hand_in(army(LORD, SQUAD)).accepted()
    not_taken(army(LORD, SQUAD, faction="rassa_moxol"), "GA-8.1-02", "other-faction")
    not_taken(army(LORD, SQUAD, faction="kolkata_alliance"), "GA-8.1-02", "other-faction")


@pytest.mark.rule("GA-8.1-03", "GA-5.0-04")
def test_doctrine_of_the_own_faction_and_five_manoeuvres():
    """An army takes no doctrine or one of its faction, and prepares up to five Battle-Manoeuvres."""
    hand_in(army(LORD, SQUAD, doctrine="unbroken_subroutine")).accepted()
    hand_in(army(LORD, SQUAD)).accepted()
    not_taken(army(LORD, SQUAD, doctrine="full_steam"), "GA-8.1-03", "unknown-doctrine")
    five = ("reorder_roll", "reprisal", "epic_momentum", "grenades", "armoured_charge")
    hand_in(army(LORD, SQUAD, prepared_manoeuvres=five)).accepted()
    not_taken(army(LORD, SQUAD, prepared_manoeuvres=(*five, "deployment_order")), "GA-5.0-04", "prepared")


@pytest.mark.rule("GA-8.1-04")
def test_points_are_what_the_catalogue_says():
    """Formation, gear and enhancements add up; another sum is refused."""
    dear = row("squad", "voidforged_sentinels", 10, 145, GearChoice(option="veil", troops=(1,)))
    lord = row("lord", "metrical_lord", 1, 115, enhancements=("event_horizon_mantle",))
    assert hand_in(army(lord, dear)).one(RosterAccepted).points == 260
    not_taken(army(lord, replace(dear, points=130)), "GA-8.1-04", "wrong-points")
    not_taken(army(replace(lord, points=90), dear), "GA-8.1-04", "wrong-points")


@pytest.mark.rule("GA-8.1-05")
def test_characters_are_needed_and_unique():
    """An army has a Character formation, and each Character catalogue once; others repeat."""
    none = refused(created(), "red", army(SQUAD, general="squad.1"), "GA-8.1-05", "GA-8.1-07")
    none.rejected("GA-8.1-05", "no-character").rejected("GA-8.1-07", "no-general")
    not_taken(army(LORD, replace(LORD, id="twin"), SQUAD), "GA-8.1-05", "character-twice")
    many = [replace(SQUAD, id=f"squad{number}") for number in range(6)]
    hand_in(army(LORD, ADEPT, *many)).accepted()


@pytest.mark.rule("GA-8.1-06")
def test_enhancements_of_characters():
    """A Character takes at most one enhancement, others take none."""
    lord = row("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    hand_in(army(lord, ADEPT, SQUAD)).accepted()
    two = row("lord", "metrical_lord", 1, 135, enhancements=("foresight_engine", "event_horizon_mantle"))
    not_taken(army(two, SQUAD), "GA-8.1-06", "enhanced-twice")
    plain = row("squad", "voidforged_sentinels", 10, 150, enhancements=("foresight_engine",))
    not_taken(army(LORD, plain), "GA-8.1-06", "no-character-troop")


@pytest.mark.rule("GA-8.1-06")
def test_three_enhancements_in_an_army():
    """Three Characters with an enhancement each are accepted, a fourth is not."""
    lord = row("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    adept = row("adept", "wreathe_adept", 1, 85, enhancements=("foresight_engine",))
    praetor = row("praetor", "war_praetor", 1, 100, profile="praetor", enhancements=("foresight_engine",))
    warden = row("warden", "fume_warden", 1, 45, profile="warden")
    hand_in(army(lord, adept, praetor, warden, SQUAD), mixed_factions=True).accepted()
    fourth = row("warden", "fume_warden", 1, 65, profile="warden", enhancements=("foresight_engine",))
    not_taken(army(lord, adept, praetor, fourth, SQUAD), "GA-8.1-06", "many-enhancements", mixed_factions=True)


@pytest.mark.rule("GA-8.1-06")
@pytest.mark.parametrize(("allowed", "accepted"), [(True, True), (False, False)])
def test_same_enhancement_twice(*, allowed: bool, accepted: bool):
    """Two Characters may carry the same enhancement, unless it is unique or the option forbids it."""
    lord = row("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    adept = row("adept", "wreathe_adept", 1, 85, enhancements=("foresight_engine",))
    if accepted:
        hand_in(army(lord, adept, SQUAD), duplicate_enhancements=allowed).accepted()
    else:
        not_taken(army(lord, adept, SQUAD), "GA-8.1-06", "enhancement-twice", duplicate_enhancements=allowed)
    both = ("event_horizon_mantle",)
    lord = row("lord", "metrical_lord", 1, 115, enhancements=both)
    other = row("adept", "wreathe_adept", 1, 90, enhancements=both)
    not_taken(army(lord, other, SQUAD), "GA-8.1-06", "enhancement-twice")
    hand_in(army(LORD, other, SQUAD)).accepted()


@pytest.mark.rule("GA-8.1-07")
def test_one_character_troop_is_the_general():
    """One Character troop is the General and has the keyword."""
    not_taken(army(LORD, SQUAD, general=""), "GA-8.1-07", "no-general")
    not_taken(army(LORD, SQUAD, general="squad.1"), "GA-8.1-07", "no-general")
    not_taken(army(LORD, SQUAD, general="nobody.1"), "GA-8.1-07", "no-general")
    taken = hand_in(army(LORD, ADEPT, SQUAD, general="adept.1")).one(RosterAccepted)
    assert taken.general == "a-adept.1"
    keywords = {troop.id: troop.keywords for each in taken.formations for troop in each.troops}
    assert [id for id, words in keywords.items() if "general" in words] == ["a-adept.1"]


@pytest.mark.rule("GA-2.1-03", "GA-2.1-05", "GA-4.1-05")
def test_formation_is_of_one_catalogue_that_exists():
    """A formation's troops come from one known catalogue, in the number that it allows."""
    five = row("squad", "voidforged_sentinels", 5, 65)
    mixed = replace(five, troops=(*five.troops, TroopCount(profile="reaper", count=1)))
    not_taken(army(LORD, mixed), "GA-4.1-05", "unknown-profile")
    not_taken(army(LORD, row("squad", "no_such_thing", 5, 65)), "GA-2.1-05", "unknown-catalogue")
    not_taken(army(LORD, row("squad", "voidforged_sentinels", 4, 52)), "GA-4.1-05", "wrong-size")
    not_taken(army(LORD, row("squad", "voidforged_sentinels", 11, 143)), "GA-4.1-05", "wrong-size")
    hand_in(army(LORD, five)).accepted()
    hand_in(army(LORD, SQUAD)).accepted()


@pytest.mark.rule("GA-4.1-06")
def test_gear_options_are_used_once_each():
    """Each gear option is used once in a formation, in any order, while what it takes is there."""
    lance, veil = GearChoice(option="arc_lance", troops=(10,)), GearChoice(option="veil", troops=(1,))
    one = hand_in(army(LORD, replace(SQUAD, gear=(lance, veil), points=155))).one(RosterAccepted)
    two = hand_in(army(LORD, replace(SQUAD, gear=(veil, lance), points=155))).one(RosterAccepted)
    assert one.formations == two.formations
    not_taken(
        army(LORD, replace(SQUAD, gear=(lance, replace(lance, troops=(9,))), points=150)), "GA-4.1-06", "option-twice"
    )
    both = (lance, GearChoice(option="mortar", troops=(10,)))
    not_taken(army(LORD, replace(SQUAD, gear=both, points=150)), "GA-4.1-06", "weapon-gone")
    two_lances = replace(SQUAD, gear=(replace(lance, troops=(9, 10)),), points=150)
    not_taken(army(LORD, two_lances), "GA-4.1-06", "option-troops")


@pytest.mark.rule("GA-8.1-04")
def test_every_fault_is_told_at_once():
    """A refusal names all faults of the roster."""
    bad = army(replace(SQUAD, points=1), row("few", "voidforged_sentinels", 4, 52), general="", doctrine="full_steam")
    found = {fault.clause for fault in created().refused(bad, "red")}
    assert {"GA-8.1-03", "GA-8.1-04", "GA-8.1-05", "GA-8.1-07", "GA-4.1-05"} <= found


@pytest.mark.rule("GA-8.1-04")
def test_two_formations_have_two_names():
    """Every formation of an army has a name of its own, and points are the sum of all."""
    not_taken(army(LORD, SQUAD, SQUAD), "GA-8.1-04", "name-twice")
    hand_in(army(LORD, SQUAD, replace(SQUAD, id="other"))).accepted()
    assert hand_in(PATROL).one(RosterAccepted).points == 500
    assert hand_in(COHORT).one(RosterAccepted).points == 970


# -- catalogues


@pytest.mark.rule("GA-4.1-01")
def test_accepted_army_has_its_statistics():
    """What is mustered has the statistics, weapons and keywords of its catalogue."""
    taken = hand_in(army(LORD, row("squad", "voidforged_sentinels", 5, 65))).one(RosterAccepted)
    lord, squad = taken.formations
    profile = lord.profiles[0]
    assert (profile.move, profile.vigour, profile.defence, profile.wounds) == (6000, 5, 3, 5)
    assert (profile.heroism, profile.effectiveness, profile.invulnerable) == (6, 1, (4,))
    assert set(lord.keywords) >= {"autereium", "character", "infantry"}
    assert [troop.weapons for troop in squad.troops] == [("quanta_rifle", "alloy_fists")] * 5
    assert {"metrical_staff", "void_pistol", "quanta_rifle", "alloy_fists"} <= {each.id for each in taken.weapons}


@pytest.mark.rule("GA-4.1-03")
@pytest.mark.parametrize(("fallen", "needed"), [((), 4), (("b-b.1",), 3)])
def test_gear_ability_ends_with_its_last_bearer(fallen: tuple[str, ...], needed: int):
    """An ability that an item bestows lasts while a living troop bears it."""
    veiled = (ability("stealth", gear="veil"),)
    blue = formation("b-b", at=line(3, 20), weapons=(), powers=veiled, only={1: Member(gear=("veil",))})
    table = fire(battle(formation("a-r", at=[(10, 10)]), blue, fallen=fallen, dice=(1,)))
    assert last(table, HitsRolled).needed.total == needed


# -- Attached formations


def squad(*dice: int, escorts: int = 6, weapons: tuple = (), **rest: Any) -> Table:
    """Let "a-r" have a Leader, and face "b-b" with one too; "a-q" stands by."""
    shooters = (
        formation("a-r", at=[(10, 10)], weapons=weapons or (gun("shot"),)),
        formation("a-q", at=[(10, 14)], weapons=(gun("late"),)),
    )
    blue = formation("b-b", at=line(escorts, 20), weapons=(), troop=trooper(v=4))
    chief = formation(
        "b-chief", at=[(21.2, 10)], weapons=(), troop=trooper("chief", v=6, w=4, de=2), keywords=("character",),
        powers=("leader",), leads=("b",),
    )  # fmt: skip
    return battle(*shooters, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


def rest_of(table: Table) -> str:
    """Name the formation that the Leader is in."""
    return next(each.id for each in table.view("red").formations if "b-chief.1" in [troop.id for troop in each.troops])


@pytest.mark.rule("GA-4.2-07", "GA-2.2-03")
def test_attached_formation_is_one_formation():
    """Escort and Leader move by one roll, in one cohesion, and shoot as one; each keeps its own statistics."""
    table = squad(4, phase="move", first="blue")
    rolled = declare(table, "b-b", "advance", "blue").one(AdvanceRolled)
    assert len(rolled.reaches) == 7
    # seven troops need two links each: the Leader alone to the side has one
    away = make("b-b", path("b-chief.1", (23, 8)), kind="advance")
    refused(table, "blue", away, "GA-2.2-07").rejected("GA-2.2-07", "not-cohesive")
    table.when("blue", make("b-b", path("b-chief.1", (22, 11)), kind="advance")).accepted()
    table = squad(first="blue")
    alone = refused(table, "blue", SelectToShoot(formation="b-chief", sidearms=()), "")
    alone.rejected("", "unknown-id")
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


@pytest.mark.rule("GA-4.2-08", "GA-8.4-05")
def test_leader_outlives_the_escort():
    """The Escort's end is the end of one formation; the Leader goes on as an ordinary one."""
    table = fire(squad(3, 4, 1, escorts=1))
    assert [(each.part, each.whole) for each in story(table, FormationDestroyed)] == [("b-b", False)]
    assert wounds_left(table, rest_of(table)) == [4]
    fresh = next(each for each in table.view("red").formations if each.id == rest_of(table))
    assert [troop.id for troop in fresh.troops] == ["b-chief.1"]


@pytest.mark.rule("GA-4.2-09")
def test_escorts_vigour_for_all_attacks_of_the_formation():
    """All attacks of a formation use the Escort's Vigour, though it falls meanwhile; the next formation's do not."""
    arms = (gun("first"), gun("second"))
    table = fire(squad(3, 4, 1, 3, 4, 6, escorts=1, weapons=arms))
    assert [each.vigour for each in story(table, WoundsRolled)] == [4, 4]
    table.faces(3, 4)
    fire(table, "a-q", rest_of(table))
    assert (last(table, WoundsRolled).vigour, last(table, WoundsRolled).wounds) == (6, 0)


@pytest.mark.rule("GA-4.2-10")
def test_characters_of_the_escort_are_protected_too():
    """A Character within the Escort is spared while another Escort troop lives, though it is wounded."""
    hero = {1: Member(keywords=("character",))}
    blue = formation("b-b", at=line(2, 20), weapons=(), troop=trooper(w=2), only=hero)
    chief = formation(
        "b-chief", at=[(21.2, 10)], weapons=(), troop=trooper("chief", w=4), keywords=("character",), leads=("b",),
        powers=("leader",),
    )  # fmt: skip
    red = formation("a-r", at=[(10, 10)], weapons=(gun("shot"),))
    table = battle(red, blue, chief, lead={"b-chief": "b-b"}, wounds={"b-b.1": 1}, dice=(3, 4, 6))
    fire(table)
    assert last(table, AttackAllocated).troop == "b-b.2"


@pytest.mark.rule("GA-4.2-11")
def test_leader_is_next_when_the_escort_is_gone():
    """Attacks that are left when the last Escort troop is destroyed go to the Leader, on his own Defence."""
    table = fire(squad(3, 3, 3, 3, 4, 4, 4, 4, 1, 1, 2, 1, escorts=2, weapons=(gun("four", sw=4),)))
    told = [each.troop for each in story(table, AttackAllocated)]
    assert (sorted(told[:2]), told[2:]) == (["b-b.1", "b-b.2"], ["b-chief.1", "b-chief.1"])
    assert [each.needed.total for each in story(table, DefenceRolled)] == [4, 4, 2, 2]
    assert [each.saved for each in story(table, DefenceRolled)] == [False, False, True, False]
    rest = next(each.id for each in table.view("red").formations if [one.id for one in each.troops] == ["b-chief.1"])
    assert wounds_left(table, rest) == [3]
    assert living(table, rest) == ["b-chief.1"]
