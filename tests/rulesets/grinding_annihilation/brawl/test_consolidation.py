"""Consolidating (GA-3.5-19 to -22): to enemies, or to a marker where none is reached."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    ClosedIn,
    Consolidate,
    Consolidated,
    FightEnded,
    MeleeEnded,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.steps import last_fact
from tests.rulesets.grinding_annihilation.brawl.fixtures import begin_assaulters_fight, consolidating
from tests.rulesets.grinding_annihilation.brawl.steps import close_in_with, consolidate_by
from tests.rulesets.grinding_annihilation.fixtures import assaulted, brawl, formation
from tests.rulesets.grinding_annihilation.steps import events_of, path, places, refused, settle


@pytest.mark.rule("GA-3.5-19")
def test_consolidate_by_up_to_three_inches():
    """After its attacks a formation consolidates by up to 3 inches to end within Threat Range."""
    table = consolidating(((20, 10),), (24.8, 10))
    refused(table, "red", consolidate_by(path("a-r.1", (23.1, 10))), "GA-3.5-19").rejected("GA-3.5-19", "too-far")
    refused(table, "red", consolidate_by(path("a-r.1", (22.5, 10))), "GA-3.5-19").rejected(
        "GA-3.5-19", "no-enemy-reached"
    )
    table.when("red", consolidate_by(path("a-r.1", (23, 10)))).then(Consolidated, FightEnded)
    assert places(table) == [(23, 10)]


@pytest.mark.rule("GA-3.5-20")
def test_consolidate_ends_in_contact_where_it_can():
    """A troop that consolidates ends closer, and base-to-base if it can; it need not move."""
    table = consolidating(((20, 10),), (23, 10))
    refused(table, "red", consolidate_by(path("a-r.1", (21.5, 10))), "GA-3.5-20").rejected("GA-3.5-20", "contact-owed")
    table.when("red", consolidate_by(path("a-r.1", (22, 10)))).then(Consolidated)
    consolidating(((20, 10),), (23, 10)).when("red", consolidate_by()).then(FightEnded)


@pytest.mark.rule("GA-3.5-20")
def test_consolidate_does_not_lead_away():
    """A troop that moves ends closer to the closest enemy troop."""
    table = consolidating(((20, 10),), (21.5, 10))
    refused(table, "red", consolidate_by(path("a-r.1", (19.8, 10))), "GA-3.5-20").rejected(
        "GA-3.5-20", "not-closer"
    ).rejected("GA-3.5-20", "contact-owed")


@pytest.mark.rule("GA-3.5-21")
@pytest.mark.ruling("GA-3.5-21.1")
def test_consolidate_to_a_marker_where_no_enemy_is_reached():
    """Where no enemy can be reached a formation moves to the closest marker, if it ends within its range."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 15.5), (20, 1)))
    up = path("a-r.1", (20, 12))
    refused(table, "red", consolidate_by(path("a-r.1", (20, 11.9)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )
    refused(table, "red", consolidate_by(path("a-r.1", (20, 7)), marker="2"), "GA-3.5-21").rejected(
        "GA-3.5-21", "not-the-closest"
    ).rejected("GA-3.5-21", "marker-not-reached")
    table.when("red", consolidate_by(up, marker="1")).then(Consolidated, marker="1")


@pytest.mark.rule("GA-3.5-21")
def test_marker_out_of_reach_is_none():
    """A marker 7 inches away is out of range after 3."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 17.5),))
    refused(table, "red", consolidate_by(path("a-r.1", (20, 13)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )


@pytest.mark.rule("GA-3.5-22")
def test_consolidation_that_can_not_be_is_none():
    """With nobody and no marker in reach nobody moves, and the fight is over."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 22.5),))
    refused(table, "red", consolidate_by(path("a-r.1", (22, 10))), "GA-3.5-19").rejected(
        "GA-3.5-19", "no-enemy-reached"
    )
    refused(table, "red", consolidate_by(path("a-r.1", (20, 12)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )
    table.when("red", consolidate_by()).then(FightEnded, formation="a-r")


@pytest.mark.rule("GA-3.5-09", "GA-3.5-16", "GA-3.5-19", "GA-3.5-20")
def test_who_consolidates_ends_in_contact_if_he_can():
    """Short of a free enemy is refused, in contact accepted; without a target no die is thrown before."""
    table = begin_assaulters_fight(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(13, 10)]))
    close_in_with(table).then(ClosedIn, MeleeEnded)
    near = table.when("red", Consolidate(formation="a-r", paths=(path("a-r.1", (11.5, 10)),), marker=""))
    near.rejected("GA-3.5-20", "contact-owed")
    far = table.when("red", Consolidate(formation="a-r", paths=(path("a-r.1", (11, 11.2), (12, 10)),), marker=""))
    far.rejected("GA-3.5-19", "too-far", distance=3125)
    good = table.when("red", Consolidate(formation="a-r", paths=(path("a-r.1", (12, 10)),), marker=""))
    good.then(Consolidated, FightEnded)


@pytest.mark.rule("GA-3.5-21", "GA-3.5-22")
@pytest.mark.ruling("GA-3.5-21.2")
def test_a_marker_is_consolidated_to_only_where_no_enemy_is_reached():
    """Five inches from the marker two are enough; with an enemy in reach the claim comes first."""
    markers = [(10, 16), (30, 30), (40, 10), (50, 40)]
    to = path("a-r.1", (10, 12.6))
    table = begin_assaulters_fight(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)]), markers=markers, dice=(4, 2)
    )
    close_in_with(table).accepted()
    other = table.when("red", Consolidate(formation="a-r", paths=(to,), marker="2"))
    other.rejected("GA-3.5-21", "not-the-closest")
    short = table.when("red", Consolidate(formation="a-r", paths=(path("a-r.1", (10, 12.4)),), marker="1"))
    short.rejected("GA-3.5-21", "marker-not-reached")
    table.when("red", Consolidate(formation="a-r", paths=(to,), marker="1")).then(Consolidated, marker="1")
    near = begin_assaulters_fight(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)]), markers=markers, dice=(4, 2)
    )
    close_in_with(near).accepted()
    early = near.when("red", Consolidate(formation="a-r", paths=(to,), marker="1"))
    early.rejected("GA-3.5-21", "enemy-in-reach")
    near.when("red", ClaimImpossible(what="consolidate", formation="a-r")).asks("fact_stated", "blue")
    near.when("blue", ConfirmFact(fact=last_fact(near))).asks("consolidate", "red")
    near.when("red", Consolidate(formation="a-r", paths=(to,), marker="1")).then(Consolidated, marker="1")


def out_of_reach(*markers: tuple[float, float]) -> Table:
    """Let two troops of "a-r" be about to consolidate with no enemy in reach."""
    units = (formation("a-r", at=[(20, 10), (20, 11.5)], weapons=()), formation("b-b", at=[(40, 10)]))
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")}, markers=markers)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "Consolidate")


def consolidate_to_marker(marker: str, *ends: tuple[float, float]) -> Consolidate:
    """Send both troops towards a marker."""
    paths = tuple(path(f"a-r.{number}", end) for number, end in enumerate(ends, 1))
    return Consolidate(formation="a-r", paths=paths, marker=marker)


@pytest.mark.rule("GA-3.5-21")
@pytest.mark.ruling("GA-3.5-21.1")
def test_every_troop_that_consolidates_to_a_marker_ends_closer_to_it():
    """One troop in range does not let another move away from the marker, or the formation come apart."""
    table = out_of_reach((20, 16.5))
    away = consolidate_to_marker("1", (19.5, 10), (20, 13.1))
    refused(table, "red", away, "GA-3.5-21").rejected("GA-3.5-21", "not-closer", troop="a-r.1")
    apart = consolidate_to_marker("1", (20, 10.1), (20, 14.4))
    refused(table, "red", apart, "GA-3.5-21").rejected("GA-3.5-21", "not-cohesive")
    table.when("red", consolidate_to_marker("1", (20, 10.1), (20, 13.1))).then(Consolidated, marker="1")
    assert places(table) == [(20, 10.1), (20, 13.1)]


@pytest.mark.rule("GA-3.5-21")
@pytest.mark.ruling("GA-3.5-21.1")
@pytest.mark.parametrize("marker", ["1", "2"])
def test_of_markers_equally_close_the_owner_chooses(marker: str):
    """Two markers as far from the nearest troop: either may be moved to."""
    table = out_of_reach((20, 16.5), (20, 5))
    ends = {"1": ((20, 10.1), (20, 13.1)), "2": ((20, 8.4), (20, 11.4))}
    table.when("red", consolidate_to_marker(marker, *ends[marker])).then(Consolidated, marker=marker)
    assert len(events_of(table, Consolidated)) == 1


@pytest.mark.rule("GA-3.5-19", "GA-2.2-05")
def test_a_consolidation_keeps_its_formation_together():
    """One troop does not leave its fellow behind to reach an enemy; together they may go."""
    units = (formation("a-r", at=[(20, 10), (18, 10)], weapons=()), formation("b-b", at=[(24, 10)], weapons=()))
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    refused(table, "red", consolidate_to_marker("", (23, 10)), "GA-3.5-19").rejected("GA-3.5-19", "not-cohesive")
    table.when("red", consolidate_to_marker("", (23, 10), (20.5, 10))).then(Consolidated)
