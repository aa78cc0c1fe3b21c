"""Closing in (GA-3.5-10, -11)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClosedIn,
    CloseIn,
    FightEnded,
    MeleeDeclared,
    MeleeEnded,
    SelectToFight,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.brawl.fixtures import BLADE
from tests.rulesets.grinding_annihilation.brawl.steps import consolidate_by, melee_declared
from tests.rulesets.grinding_annihilation.fixtures import Place, assaulted, brawl, formation, trooper
from tests.rulesets.grinding_annihilation.steps import events_of, path, places, refused, settle, strike


def closing(at: tuple[Place, ...], *enemies: Place, rest: tuple = (), **more: Any) -> Table:
    """Let "a-r", which assaulted, be about to close in on "b-b"."""
    units = [formation("a-r", at=at, weapons=BLADE, **more), formation("b-b", at=enemies, weapons=BLADE)]
    table = brawl(*units, *rest, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "CloseIn", "DeclareMeleeAttacks")


def close_in_by(*paths: TroopPath) -> CloseIn:
    """Close in with "a-r"."""
    return CloseIn(formation="a-r", paths=paths)


@pytest.mark.rule("GA-3.5-10")
def test_close_in_by_up_to_three_inches():
    """A troop closes in by up to 3 inches, if its formation ends within Threat Range."""
    table = closing(((20, 10),), (25, 10))
    refused(table, "red", close_in_by(path("a-r.1", (23.01, 10))), "GA-3.5-10").rejected("GA-3.5-10", "too-far")
    refused(table, "red", close_in_by(path("a-r.1", (22.9, 10))), "GA-3.5-10").rejected("GA-3.5-10", "no-enemy-reached")
    table.when("red", close_in_by(path("a-r.1", (23, 10)))).then(ClosedIn)
    assert places(table) == [(23, 10)]


@pytest.mark.rule("GA-3.5-10")
def test_close_in_that_does_not_reach_is_none():
    """An enemy 4.5 inches away is not reached: nobody closes in, and the attacks follow."""
    table = closing(((20, 10),), (25.5, 10))
    refused(table, "red", close_in_by(path("a-r.1", (23, 10))), "GA-3.5-10").rejected("GA-3.5-10", "no-enemy-reached")
    table.when("red", close_in_by()).then(ClosedIn, MeleeEnded).asks("consolidate", "red")
    assert events_of(table, MeleeDeclared) == []
    assert places(table) == [(20, 10)]


@pytest.mark.rule("GA-3.5-10", "GA-2.3-05")
@pytest.mark.ruling("GA-2.3-05.2")
@pytest.mark.parametrize(
    ("gap", "rise", "touches"), [(0.01, 0, True), (0.011, 0, False), (0.05, 0, False), (0.01, 0.011, False)]
)
def test_troop_in_contact_does_not_close_in(gap: float, rise: float, *, touches: bool):
    """A troop that is base-to-base does not close in; 0.05 inches are Threat Range and no contact."""
    table = closing(((20, 10), (20, 11.5)), (21 + gap, 10, rise))
    nudge = close_in_by(path("a-r.1", (20.005, 10)))
    if touches:
        refused(table, "red", nudge, "GA-3.5-10").rejected("GA-3.5-10", "in-contact", troop="a-r.1")
    else:
        table.when("red", nudge).then(ClosedIn)
    shown = next(row for row in table.view("red").formations if row.id == "a-r")
    assert shown.threatened_by == ("b-b",)


@pytest.mark.rule("GA-3.5-10", "GA-2.3-05")
def test_troops_at_no_distance_are_in_contact():
    """Troops whose bases touch exactly are base-to-base; who is not may still close in."""
    table = closing(((20, 10), (20, 11.5)), (21, 10))
    outcome = refused(table, "red", close_in_by(path("a-r.1", (20, 9.99))), "GA-3.5-10", "GA-3.5-11")
    outcome.rejected("GA-3.5-10", "in-contact", troop="a-r.1").rejected("GA-3.5-11", "not-closer")
    table.when("red", close_in_by(path("a-r.2", (20, 11.2)))).then(ClosedIn)


@pytest.mark.rule("GA-3.5-10", "GA-2.2-05")
def test_close_in_ends_in_cohesion():
    """A Close In that breaks cohesion is not made."""
    table = closing(((20, 10), (18, 10)), (25, 10))
    refused(table, "red", close_in_by(path("a-r.1", (23, 10))), "GA-3.5-10").rejected("GA-3.5-10", "not-cohesive")
    table.when("red", close_in_by(path("a-r.1", (23, 10)), path("a-r.2", (21, 10)))).then(ClosedIn)


@pytest.mark.rule("GA-3.5-11")
@pytest.mark.ruling("GA-3.5-11.2", "GA-3.5-11.3", "GA-3.5-11.4")
def test_close_in_ends_closer_to_the_closest_enemy():
    """Each troop ends closer to the closest enemy troop; contact is not asked for, but by option."""
    table = closing(((20, 10),), (21.9, 10))
    refused(table, "red", close_in_by(path("a-r.1", (20.0, 9.4))), "GA-3.5-11").rejected("GA-3.5-11", "not-closer")
    table.when("red", close_in_by(path("a-r.1", (20.5, 10)))).then(ClosedIn).asks("declare_melee", "red")
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    table = brawl(red, formation("b-b", at=[(21.9, 10)]), options={"close_in_base_contact": True})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    refused(table, "red", close_in_by(path("a-r.1", (20.5, 10))), "GA-3.5-11").rejected("GA-3.5-11", "contact-owed")
    table.when("red", close_in_by(path("a-r.1", (20.9, 10)))).then(ClosedIn)


@pytest.mark.rule("GA-3.2-25")
@pytest.mark.ruling("GA-3.2-25.1")
def test_immovable_troop_neither_closes_in_nor_consolidates():
    """A troop with Move "-" stays also in a fight, and strikes all the same."""
    table = closing(((20, 10),), (21.9, 10), troop=trooper(m=None))
    refused(table, "red", close_in_by(path("a-r.1", (20.5, 10))), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.faces(1)
    table.when("red", close_in_by()).asks("declare_melee", "red")
    table.when("red", melee_declared("a-r", strike("a-r.1"))).accepted()
    settle(table, "Consolidate")
    inwards = consolidate_by(path("a-r.1", (20.9, 10)))
    refused(table, "red", inwards, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.when("red", consolidate_by()).then(FightEnded)
