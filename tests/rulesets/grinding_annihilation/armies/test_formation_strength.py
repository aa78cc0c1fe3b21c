"""Formation strength (GA-8.4): Starting Strength, half strength and destruction."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import FormationDestroyed
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fire,
    first_troops,
    formation_view,
    living,
    wounds_left,
)


@pytest.mark.rule("GA-8.4-01")
def test_starting_strength_is_that_of_the_roster():
    """Losses do not change the Starting Strength."""
    table = battle(formation("a-r", at=line(10, 10)), fallen=first_troops(3))
    assert sum(part.starting_strength for part in formation_view(table, "a-r").parts) == 10
    assert len(living(table, "a-r")) == 7


@pytest.mark.rule("GA-8.4-02")
@pytest.mark.parametrize(
    ("wounds", "left", "below"), [(10, 5, False), (10, 4, True), (5, 3, False), (5, 2, True), (1, 1, False)]
)
def test_single_troop_is_judged_by_its_wounds(wounds: int, left: int, *, below: bool):
    """A formation of one is Below Half-Strength with fewer than half its wounds."""
    table = battle(formation("a-r", at=[(10, 10)], troop=trooper(w=wounds)), wounds={"a-r.1": left})
    assert formation_view(table, "a-r").below_half is below


@pytest.mark.rule("GA-8.4-03")
@pytest.mark.parametrize(("count", "left", "below"), [(10, 5, False), (10, 4, True), (5, 3, False), (5, 2, True)])
def test_other_formations_are_judged_by_their_troops(count: int, left: int, *, below: bool):
    """Any other formation is Below Half-Strength with fewer than half its troops, whatever their wounds."""
    red = formation("a-r", at=line(count, 10), troop=trooper(w=9))
    table = battle(red, fallen=first_troops(count - left), wounds={f"a-r.{count}": 1})
    assert formation_view(table, "a-r").below_half is below


def led_squad(escorts: int) -> list:
    """Give an Escort and a Leader of four wounds."""
    chief = formation(
        "a-chief",
        at=[(11.5, 10)],
        troop=trooper("chief", w=4),
        keywords=("character",),
        powers=("leader",),
        leads=("r",),
    )
    return [formation("a-r", at=line(escorts, 10)), chief]


@pytest.mark.rule("GA-8.4-04")
@pytest.mark.parametrize(("fallen", "below"), [(3, False), (4, True)])
def test_attached_formation_adds_its_parts(fallen: int, *, below: bool):
    """Leader and Escort together count six: with two left they are below half."""
    table = battle(*led_squad(5), lead={"a-chief": "a-r"}, fallen=first_troops(fallen))
    assert len(living(table, "a-r")) == 6 - fallen
    assert formation_view(table, "a-r").below_half is below


def formation_of_chief(table: Table) -> Any:
    """Give the formation of the Leader."""
    shown = table.view("referee").formations
    return next(row for row in shown if "a-chief.1" in [one.id for one in row.troops])


@pytest.mark.rule("GA-8.4-04", "GA-8.4-05", "GA-4.2-08")
def test_leader_without_escort_is_a_formation_of_his_own():
    """When the last Escort troop dies its formation is destroyed, and the Leader remains."""
    shooter = formation("b-b", at=[(20, 10)], weapons=(gun(),))
    table = battle(*led_squad(1), shooter, lead={"a-chief": "a-r"}, dice=(3, 4, 1), first="blue")
    fire(table, "b-b", "a-r", who="blue")
    (destroyed,) = events_of(table, FormationDestroyed)
    assert (destroyed.part, destroyed.whole) == ("a-r", False)
    assert living(table, formation_of_chief(table).id) == ["a-chief.1"]
    assert wounds_left(table, formation_of_chief(table).id) == [4]


@pytest.mark.rule("GA-8.4-04", "GA-8.4-02")
@pytest.mark.parametrize(("escorts", "left", "below"), [(5, 4, False), (5, 2, False), (1, 1, True), (5, 1, True)])
def test_leader_without_escort_is_judged_by_his_wounds(escorts: int, left: int, *, below: bool):
    """Without his Escort a Leader of four wounds is below half with one left, however many they were together."""
    table = battle(
        *led_squad(escorts), lead={"a-chief": "a-r"}, fallen=first_troops(escorts), wounds={"a-chief.1": left}
    )
    assert formation_of_chief(table).below_half is below


@pytest.mark.rule("GA-8.4-04")
def test_escort_without_leader_goes_back_to_its_own_strength():
    """Two of four without their Leader are not below half, though they would be of five."""
    table = battle(*led_squad(4), lead={"a-chief": "a-r"}, fallen=(*first_troops(2), "a-chief.1"))
    assert formation_view(table, "a-r").below_half is False
    table = battle(*led_squad(5), lead={"a-chief": "a-r"}, fallen=(*first_troops(3), "a-chief.1"))
    assert formation_view(table, "a-r").below_half is True


@pytest.mark.rule("GA-8.4-05", "GA-4.2-08")
def test_leader_and_escort_are_destroyed_one_by_one():
    """The Escort's end is one destroyed formation, the Leader's another."""
    shooter = formation("b-b", at=[(20, 10)], weapons=(gun("volley", sw=2, d=4),))
    table = battle(*led_squad(1), shooter, lead={"a-chief": "a-r"}, dice=(3, 3, 4, 4, 1, 1), first="blue")
    fire(table, "b-b", "a-r", who="blue")
    assert [event.part for event in events_of(table, FormationDestroyed)] == ["a-r", "a-chief"]
