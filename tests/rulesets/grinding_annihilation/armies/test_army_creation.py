"""Army creation (GA-8.1): points, factions, doctrines, Characters, enhancements, the General."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    EnhancementChoice,
    GearChoice,
    RosterAccepted,
    TroopCount,
)
from tests.rulesets.grinding_annihilation.armies.fixtures import (
    ADEPT_ROW,
    LORD_ROW,
    RAID,
    SQUAD_ROW,
    autereium_roster,
    package_roster,
    roster_formation,
)
from tests.rulesets.grinding_annihilation.armies.steps import roster_refused, submit_roster
from tests.rulesets.grinding_annihilation.fixtures import created
from tests.rulesets.grinding_annihilation.steps import refused


@pytest.mark.rule("GA-8.1-01", "GA-8.1-04")
@pytest.mark.parametrize(
    ("squads", "size", "accepted"),
    [(7, "small", True), (6, "small", True), (8, "small", False), (15, "medium", False), (8, "large", True)],
)
def test_points_up_to_the_limit_of_the_size(squads: int, size: str, *, accepted: bool):
    """An army costs at most 1000, 2000 or 3000 points."""
    rows = [replace(SQUAD_ROW, id=f"squad{number}") for number in range(squads)]
    roster = autereium_roster(LORD_ROW, *rows)  # 90 and 130 for each
    if accepted:
        assert submit_roster(roster, size).one(RosterAccepted).points == 90 + 130 * squads
    else:
        roster_refused(roster, "GA-8.1-01", "over-limit", size=size)


@pytest.mark.rule("GA-8.1-01")
def test_limit_itself_is_allowed():
    """An army of exactly its limit is accepted, one point above it is not."""
    rows = [replace(SQUAD_ROW, id=f"squad{number}") for number in range(6)]  # 780
    rest = roster_formation("few", "voidforged_sentinels", 10, 130)
    assert submit_roster(autereium_roster(LORD_ROW, *rows, rest)).one(RosterAccepted).points == 1000
    more = replace(rest, gear=(GearChoice(option="arc_lance", troops=(10,)),), points=140)
    roster_refused(autereium_roster(LORD_ROW, *rows, more), "GA-8.1-01", "over-limit")


@pytest.mark.rule("GA-8.1-02")
@pytest.mark.ruling("GA-8.1-02.1", "GA-8.1-02.2")
def test_every_formation_has_the_factions_keyword():
    """Every formation has the keyword of the army's faction."""
    troops = (TroopCount(profile="foreman", count=1), TroopCount(profile="stoker", count=9))
    stranger = replace(roster_formation("stokers", "stokers", 10, 71, profile="stoker"), troops=troops)
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, stranger), "GA-8.1-02", "other-faction")
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, stranger), mixed_factions=True).accepted()
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW)).accepted()
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, faction="rassa_moxol"), "GA-8.1-02", "other-faction")
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, faction="kolkata_alliance"), "GA-8.1-02", "other-faction")


@pytest.mark.rule("GA-8.1-03", "GA-5.0-04")
def test_doctrine_of_the_own_faction_and_five_manoeuvres():
    """An army takes no doctrine or one of its faction, and prepares up to five Battle-Manoeuvres."""
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, doctrine="unbroken_subroutine")).accepted()
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW)).accepted()
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, doctrine="full_steam"), "GA-8.1-03", "unknown-doctrine")
    five = ("reorder_roll", "reprisal", "epic_momentum", "grenades", "armoured_charge")
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=five)).accepted()
    roster_refused(
        autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=(*five, "deployment_order")), "GA-5.0-04", "prepared"
    )


@pytest.mark.rule("GA-8.1-04")
def test_points_are_what_the_catalogue_says():
    """Formation, gear and enhancements add up; another sum is refused."""
    dear = roster_formation("squad", "voidforged_sentinels", 10, 145, GearChoice(option="veil", troops=(1,)))
    lord = roster_formation("lord", "metrical_lord", 1, 115, enhancements=("event_horizon_mantle",))
    assert submit_roster(autereium_roster(lord, dear)).one(RosterAccepted).points == 260
    roster_refused(autereium_roster(lord, replace(dear, points=130)), "GA-8.1-04", "wrong-points")
    roster_refused(autereium_roster(replace(lord, points=90), dear), "GA-8.1-04", "wrong-points")


@pytest.mark.rule("GA-8.1-05")
@pytest.mark.ruling("GA-8.1-05.1")
def test_characters_are_needed_and_unique():
    """An army has a Character formation, and each Character catalogue once; others repeat."""
    none = refused(created(), "red", autereium_roster(SQUAD_ROW, general="squad.1"), "GA-8.1-05", "GA-8.1-07")
    none.rejected("GA-8.1-05", "no-character").rejected("GA-8.1-07", "no-general")
    roster_refused(autereium_roster(LORD_ROW, replace(LORD_ROW, id="twin"), SQUAD_ROW), "GA-8.1-05", "character-twice")
    many = [replace(SQUAD_ROW, id=f"squad{number}") for number in range(6)]
    submit_roster(autereium_roster(LORD_ROW, ADEPT_ROW, *many)).accepted()


@pytest.mark.rule("GA-8.1-06")
def test_enhancements_of_characters():
    """A Character takes at most one enhancement, others take none."""
    lord = roster_formation("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    submit_roster(autereium_roster(lord, ADEPT_ROW, SQUAD_ROW)).accepted()
    two = roster_formation("lord", "metrical_lord", 1, 135, enhancements=("foresight_engine", "event_horizon_mantle"))
    roster_refused(autereium_roster(two, SQUAD_ROW), "GA-8.1-06", "enhanced-twice")
    plain = roster_formation("squad", "voidforged_sentinels", 10, 150, enhancements=("foresight_engine",))
    roster_refused(autereium_roster(LORD_ROW, plain), "GA-8.1-06", "no-character-troop")


@pytest.mark.rule("GA-8.1-06")
def test_three_enhancements_in_an_army():
    """Three Characters with an enhancement each are accepted, a fourth is not."""
    lord = roster_formation("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    adept = roster_formation("adept", "wreathe_adept", 1, 85, enhancements=("foresight_engine",))
    praetor = roster_formation("praetor", "war_praetor", 1, 100, profile="praetor", enhancements=("foresight_engine",))
    warden = roster_formation("warden", "fume_warden", 1, 45, profile="warden")
    submit_roster(autereium_roster(lord, adept, praetor, warden, SQUAD_ROW), mixed_factions=True).accepted()
    fourth = roster_formation("warden", "fume_warden", 1, 65, profile="warden", enhancements=("foresight_engine",))
    roster_refused(
        autereium_roster(lord, adept, praetor, fourth, SQUAD_ROW), "GA-8.1-06", "many-enhancements", mixed_factions=True
    )


@pytest.mark.rule("GA-8.1-06")
@pytest.mark.ruling("GA-8.1-06.2", "GA-8.1-06.3")
@pytest.mark.parametrize(("allowed", "accepted"), [(True, True), (False, False)])
def test_same_enhancement_twice(*, allowed: bool, accepted: bool):
    """Two Characters may carry the same enhancement, unless it is unique or the option forbids it."""
    lord = roster_formation("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",))
    adept = roster_formation("adept", "wreathe_adept", 1, 85, enhancements=("foresight_engine",))
    if accepted:
        submit_roster(autereium_roster(lord, adept, SQUAD_ROW), duplicate_enhancements=allowed).accepted()
    else:
        roster_refused(
            autereium_roster(lord, adept, SQUAD_ROW), "GA-8.1-06", "enhancement-twice", duplicate_enhancements=allowed
        )
    both = ("event_horizon_mantle",)
    lord = roster_formation("lord", "metrical_lord", 1, 115, enhancements=both)
    other = roster_formation("adept", "wreathe_adept", 1, 90, enhancements=both)
    roster_refused(autereium_roster(lord, other, SQUAD_ROW), "GA-8.1-06", "enhancement-twice")
    submit_roster(autereium_roster(LORD_ROW, other, SQUAD_ROW)).accepted()


@pytest.mark.rule("GA-8.1-07")
def test_one_character_troop_is_the_general():
    """One Character troop is the General and has the keyword."""
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, general=""), "GA-8.1-07", "no-general")
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, general="squad.1"), "GA-8.1-07", "no-general")
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, general="nobody.1"), "GA-8.1-07", "no-general")
    taken = submit_roster(autereium_roster(LORD_ROW, ADEPT_ROW, SQUAD_ROW, general="adept.1")).one(RosterAccepted)
    assert taken.general == "a-adept.1"
    keywords = {troop.id: troop.keywords for formation in taken.formations for troop in formation.troops}
    assert [id for id, words in keywords.items() if "general" in words] == ["a-adept.1"]


@pytest.mark.rule("GA-8.1-04")
def test_every_fault_is_told_at_once():
    """A refusal names all faults of the roster."""
    bad = autereium_roster(
        replace(SQUAD_ROW, points=1),
        roster_formation("few", "voidforged_sentinels", 4, 52),
        general="",
        doctrine="full_steam",
    )
    found = {fault.clause for fault in created().refused(bad, "red")}
    assert {"GA-8.1-03", "GA-8.1-04", "GA-8.1-05", "GA-8.1-07", "GA-4.1-05"} <= found


PATROL, COHORT = package_roster("autereium_patrol"), package_roster("autereium_cohort")


@pytest.mark.rule("GA-8.1-04")
def test_two_formations_have_two_names():
    """Every formation of an army has a name of its own, and points are the sum of all."""
    roster_refused(autereium_roster(LORD_ROW, SQUAD_ROW, SQUAD_ROW), "WG-DATA-01", "name-twice")
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, replace(SQUAD_ROW, id="other"))).accepted()
    assert submit_roster(PATROL).one(RosterAccepted).points == 500
    assert submit_roster(COHORT).one(RosterAccepted).points == 970


@pytest.mark.rule("GA-8.1-02")
def test_the_faction_has_to_exist():
    """An army of a faction that there is not is refused for that, and each formation as another faction's."""
    outcome = refused(created(), "red", autereium_roster(LORD_ROW, SQUAD_ROW, faction="nobody"), "GA-8.1-02")
    outcome.rejected("GA-8.1-02", "unknown-faction", "faction")
    outcome.rejected("GA-8.1-02", "other-faction", "formations[1].catalogue")
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW)).accepted()


@pytest.mark.rule("GA-8.1-06")
def test_enhancements_are_of_the_own_faction():
    """An enhancement of another faction, or of none, is refused; one of the own is accepted."""
    for strange, cost in (("praetors_laurel", 110), ("halo", 90)):
        lord = roster_formation("lord", "metrical_lord", 1, cost, enhancements=(strange,))
        roster_refused(autereium_roster(lord, SQUAD_ROW), "GA-8.1-06", "unknown-enhancement")
    submit_roster(
        autereium_roster(
            roster_formation("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",)), SQUAD_ROW
        )
    ).accepted()


@pytest.mark.rule("GA-8.1-07")
@pytest.mark.parametrize("number", ["0", "01", "-1", "1 ", "9" * 5_000, "\u0661", "", "x"])
def test_a_general_is_named_by_a_plain_number(number):
    """A General whose number is none of the formation's is refused, however it is written."""
    formation = RAID.general.rsplit(".", 1)[0]
    submit_roster(replace(RAID, general=f"{formation}.{number}")).rejected("GA-8.1-07", "no-general")


@pytest.mark.rule("GA-8.1-04", "GA-4.1-06", "GA-8.1-06")
def test_a_wrong_size_hides_no_other_fault():
    """With the wrong number of troops, options and enhancements of the formation are refused along with it."""
    gear = tuple(GearChoice(option=row, troops=()) for row in ("none", "veil", "veil"))
    chosen = tuple(EnhancementChoice(troop=1, enhancement="foresight_engine") for _ in range(2))
    wrong = replace(SQUAD_ROW, troops=(TroopCount(profile="sentinel", count=2**31),), gear=gear, enhancements=chosen)
    found = {(row.reason, row.path) for row in created().refused(autereium_roster(LORD_ROW, wrong), "red")}
    assert found >= {
        ("wrong-size", "formations[1].troops"),
        ("unknown-option", "formations[1].gear[0]"),
        ("option-twice", "formations[1].gear[2]"),
        ("no-character-troop", "formations[1].enhancements[0].troop"),
        ("enhanced-twice", "formations[1].enhancements[1].troop"),
    }


@pytest.mark.rule("GA-8.1-01", "GA-8.1-04")
def test_wrong_points_hide_no_army_that_costs_too_much():
    """An army that costs too much by its catalogues is told so at once, whatever points its roster claims."""
    squads = [replace(SQUAD_ROW, id=f"squad{number}", points=1) for number in range(8)]
    outcome = created().when("red", autereium_roster(LORD_ROW, *squads))
    outcome.rejected("GA-8.1-01", "over-limit", "formations", points=1130, limit=1000)
    outcome.rejected("GA-8.1-04", "wrong-points", "formations[1].points", points=130, found=1)
    dear = [replace(SQUAD_ROW, id=f"squad{number}", points=300) for number in range(4)]
    reasons = {row.reason for row in created().refused(autereium_roster(LORD_ROW, *dear), "red")}
    assert reasons == {"wrong-points"}
