"""Assaults and fights once more: whose choice it is, who is counted when, and what plays no part in melee."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackAllocated,
    BrawlStepEnded,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareAssault,
    DeclareMeleeAttacks,
    DefenceRolled,
    EndTurn,
    FightBegun,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    assaulted,
    battle,
    blade,
    brawl,
    clash,
    fight,
    formation,
    last,
    line,
    path,
    places,
    refused,
    settle,
    story,
)
from tests.rulesets.grinding_annihilation.ground import craters, debris, with_terrain
from tests.rulesets.grinding_annihilation.test_brawl import couple, pass_by

BLADE = (blade(),)


# -- Assaults


@pytest.mark.rule("GA-3.4-02")
@pytest.mark.parametrize(("snapshot", "near"), [("own_turn", True), ("phase", False)])
def test_nearness_is_noted_as_the_players_own_turn_begins(snapshot: str, *, near: bool):
    """An enemy who came within twelve inches in his own turn counts, unless the option looks at the phase's start."""
    red = formation("a-r", at=[(20, 10)])
    bait, late = formation("b-b", at=[(28, 10)]), formation("b-c", at=[(27, 22.9)])
    options = {"assault_eligibility_snapshot": snapshot}
    table = battle(red, bait, late, phase="assault", dice=(5, 5), options=options)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (27, 10)),))).then(FormationMoved)
    table.when("red", EndTurn()).accepted()
    charge = DeclareAssault(formation="b-c", targets=("a-r",))
    if near:
        table.when("blue", charge).accepted()
    else:
        refused(table, "blue", charge, "GA-3.4-02").rejected("GA-3.4-02", "not-near-at-start")


@pytest.mark.rule("GA-3.4-06")
def test_a_hidden_enemy_is_assaulted():
    """A target behind a wall that hides it wholly is named like any other."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = battle(red, blue, phase="assault", options={"visibility_source": "geometric"})
    with_terrain(table, debris(14, 4, 15, 16, top=9))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()


# -- whose choice it is


@pytest.mark.rule("GA-3.5-01")
def test_nobody_selects_twice_in_a_row():
    """After a fight the other player selects, while he has anybody to fight with in this step."""
    table = brawl(*couple("r", 20))
    pass_by(table, "a-r")
    refused(table, "red", SelectToFight(formation="a-pair1"), "GA-3.5-03").rejected(
        "GA-3.5-03", "not-asked", asks="blue"
    )
    pass_by(table, "b-r")
    table.when("red", SelectToFight(formation="a-pair1")).accepted()


@pytest.mark.rule("GA-3.5-02", "GA-3.0-07")
def test_the_second_step_begins_anew_with_the_second_player():
    """Though the second player fought last in the first step, the first selection of the next is his again."""
    table = brawl(*couple("r", 20), first="red", past={"assault": assaulted("b-r", "a-r")})
    pass_by(table, "b-r")
    assert last(table, BrawlStepEnded).step == "fights_first"
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-03").rejected("GA-3.5-03", "not-asked", asks="blue")
    table.when("blue", SelectToFight(formation="b-pair1")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.5-06")
@pytest.mark.parametrize(("leader", "escort", "first"), [(True, True, True), (True, False, False)])
def test_leader_and_escort_both_need_fights_first(*, leader: bool, escort: bool, first: bool):
    """An Attached formation fights in the first step only if the troops of both its parts have Fights First."""
    powers = {True: ("fights_first",), False: ()}
    two = dict.fromkeys((1, 2), Member(powers=powers[escort]))
    red = formation("a-r", at=line(2, 20), weapons=BLADE, only=two)
    chief = {1: Member(powers=powers[leader])}
    lord = formation("a-l", at=[(20, 13)], weapons=BLADE, keywords=("character",), leads=("r",), only=chief)
    foe = formation("b-b", at=[(21, 10)], weapons=BLADE)
    table = brawl(red, lord, foe, formation("a-q", at=[(21, 8.9)], powers=("fights_first",)), lead={"a-l": "a-r"})
    selected = SelectToFight(formation="a-r")
    if first:
        table.when("red", selected).then(FightBegun, step="fights_first")
    else:
        refused(table, "red", selected, "GA-3.5-06").rejected("GA-3.5-06", "not-in-this-step")


@pytest.mark.rule("GA-3.5-07")
def test_who_is_drawn_in_waits_for_the_second_step():
    """Whom a Close In of the first step brings within Threat Range is refused in that step, and fights in the next."""
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    late = formation("b-b", at=[(23.5, 10)], weapons=BLADE, powers=("fights_first",))
    ready = formation("b-q", at=[(31, 10)], weapons=BLADE, powers=("fights_first",))
    table = brawl(
        red, late, ready, formation("a-q", at=[(30, 10)], weapons=BLADE), past={"assault": assaulted("a-r", "b-b")}
    )
    table.when("red", SelectToFight(formation="a-r")).accepted()
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (22.5, 10)),))).accepted()
    settle(table, "SelectToFight", DeclareMeleeAttacks=[DeclareMeleeAttacks(formation="a-r", attacks=(), sights=())])
    drawn = SelectToFight(formation="b-b")
    refused(table, "blue", drawn, "GA-3.5-06").rejected("GA-3.5-06", "not-in-this-step")
    pass_by(table, "b-q")
    pass_by(table, "a-q")
    table.when("blue", drawn).then(FightBegun, formation="b-b", step="remaining")


# -- what plays no part


@pytest.mark.rule("GA-3.5-18")
def test_cover_does_not_count_in_melee():
    """A target in a crater that would save on 3+ against shots saves on 4+ against blows."""
    table = with_terrain(clash(3, 4, 3), craters(18, 6, 24, 14))
    fight(table)
    assert last(table, DefenceRolled).needed.total == 4
    assert last(table, AttackAllocated).troop == "b-b.1"


# -- Consolidation


def stranded(*markers: tuple[float, float]) -> Table:
    """Let two troops of "a-r" be about to consolidate with no enemy in reach."""
    units = (formation("a-r", at=[(20, 10), (20, 11.5)], weapons=()), formation("b-b", at=[(40, 10)]))
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")}, markers=markers)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "Consolidate")


def go(marker: str, *ends: tuple[float, float]) -> Consolidate:
    """Send both troops towards a marker."""
    paths = tuple(path(f"a-r.{number}", end) for number, end in enumerate(ends, 1))
    return Consolidate(formation="a-r", paths=paths, marker=marker)


@pytest.mark.rule("GA-3.5-21")
def test_every_troop_that_consolidates_to_a_marker_ends_closer_to_it():
    """One troop in range does not let another move away from the marker, or the formation come apart."""
    table = stranded((20, 16.5))
    away = go("1", (19.5, 10), (20, 13.1))
    refused(table, "red", away, "GA-3.5-21").rejected("GA-3.5-21", "not-closer", troop="a-r.1")
    apart = go("1", (20, 10.1), (20, 14.4))
    refused(table, "red", apart, "GA-3.5-21").rejected("GA-3.5-21", "not-cohesive")
    table.when("red", go("1", (20, 10.1), (20, 13.1))).then(Consolidated, marker="1")
    assert places(table) == [(20, 10.1), (20, 13.1)]


@pytest.mark.rule("GA-3.5-21")
@pytest.mark.parametrize("marker", ["1", "2"])
def test_of_markers_equally_close_the_owner_chooses(marker: str):
    """Two markers as far from the nearest troop: either may be moved to."""
    table = stranded((20, 16.5), (20, 5))
    ends = {"1": ((20, 10.1), (20, 13.1)), "2": ((20, 8.4), (20, 11.4))}
    table.when("red", go(marker, *ends[marker])).then(Consolidated, marker=marker)
    assert len(story(table, Consolidated)) == 1


@pytest.mark.rule("GA-3.5-19", "GA-2.2-05")
def test_a_consolidation_keeps_its_formation_together():
    """One troop does not leave its fellow behind to reach an enemy; together they may go."""
    units = (formation("a-r", at=[(20, 10), (18, 10)], weapons=()), formation("b-b", at=[(24, 10)], weapons=()))
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    refused(table, "red", go("", (23, 10)), "GA-3.5-19").rejected("GA-3.5-19", "not-cohesive")
    table.when("red", go("", (23, 10), (20.5, 10))).then(Consolidated)
