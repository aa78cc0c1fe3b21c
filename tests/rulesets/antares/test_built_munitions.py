"""Munitions that call for break tests (AN-BREAK-09): by hits, nets and markers, once a volley, and whom they spare."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.antares.forces import list_faults
from adjudicator.rulesets.antares.library import FORCES
from adjudicator.rulesets.antares.model.messages import (
    BreakDue,
    BreakTested,
    FiredWeapon,
    HitsScored,
    PinsAdded,
    TemplateResolved,
    UnitBroken,
    UnitWentDown,
    Weapon,
)
from adjudicator.rulesets.antares.odds import estimate_shooting
from adjudicator.rulesets.antares.reports.messages import EstimateShootingRequest
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, armed, mode, overhead, plain, probe, unit, vehicle, weapon
from tests.rulesets.antares.reacting import react, until
from tests.rulesets.antares.volleying import USED, X, Y, duel, fired, shoot

JOLT = weapon("jolter", properties=("break_test",), modes=(mode("single"),))
AIM = (X + 11 * INCH, Y)


def thrown(kind: str, *properties: str, **changes: Any) -> Weapon:
    """Make an overhead weapon whose munition calls for break tests."""
    found = weapon(
        "jolter", kind="overhead", properties=("break_test", *properties), modes=(mode("single"),),
        overhead=overhead(kind, **changes),
    )  # fmt: skip
    return replace(found, minimum=5 * INCH)


def volley(
    dice: Iterable[int], arm: Weapon = JOLT, *weapons: FiredWeapon, count: int = 1, **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let so many models shoot, and everything happen that follows."""
    own = armed("jolter", count=count)
    played = duel(dice, own=own, weapons=[arm], pace="auto", **rest)
    played.set(stack=played.game.stack[1:])
    events = list(played.when("red", shoot(*weapons)).accepted().events)
    return played, [*events, *until(played)]


def of(events: Iterable[Struct], kind: type[Struct]) -> list[Any]:
    return [each for each in events if isinstance(each, kind)]


def cited(played: Table, kind: type[Struct]) -> tuple[str, ...]:
    """Give the clauses of the last event of a kind."""
    return next(why for filled in reversed(played.log) for event, why in filled.events if isinstance(event, kind))


# -- what hits


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-10", "AN-BREAK-14")
def test_a_hit_calls_for_a_break_test():
    """A hit, resisted or not, calls for a test against Co less pins, its own counted; who fails goes Down."""
    played, events = volley([3, 1, 7])
    assert of(events, BreakDue) == [BreakDue(unit="b-y", trigger="munition", count=1)]
    assert cited(played, BreakDue) == ("AN-BREAK-09",)
    assert [(each.needed.total, each.passed) for each in of(events, BreakTested)] == [(7, True)]
    played, events = volley([3, 1, 8])
    assert [each.passed for each in of(events, BreakTested)] == [False]
    assert [each.cause for each in of(events, UnitWentDown)] == ["break_test"]
    assert unit(played, "b-y").place == "table"


@pytest.mark.rule("AN-BREAK-09")
def test_a_miss_calls_for_none():
    """Shots that miss, and hits of ordinary weapons, call for no test."""
    _, events = volley([9])
    assert not of(events, BreakDue)
    _, events = volley([3, 1], weapon("jolter", properties=(), modes=(mode("single"),)))
    assert of(events, HitsScored)
    assert not of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-16")
def test_one_test_for_a_volley():
    """Several hits, and the half of its models lost besides, make one test; failing it then breaks the unit."""
    two = plain(models=("trooper",) * 2)
    played, events = volley([3, 3, 9, 1, 8], count=2, foe=two)
    assert {each.trigger for each in of(events, BreakDue)} == {"half", "munition"}
    assert len(of(events, BreakTested)) == 1
    assert [each.cause for each in of(events, UnitBroken)] == ["test"]
    assert unit(played, "b-y").place == "broken"


@pytest.mark.rule("AN-BREAK-09")
def test_who_dies_of_it_tests_no_more():
    """A unit that is destroyed by the hit takes no test."""
    _, events = volley([3, 9], foe=plain(models=("trooper",)))
    assert not of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-01", "AN-BREAK-02", "AN-BREAK-09")
def test_whom_it_spares():
    """Probes and units on the damage chart take no test for a munition."""
    for foe, dice in ((probe(models=("probe",) * 3), [3, 1]), (vehicle(), [3, 1])):
        _, events = volley(dice, foe=foe)
        assert of(events, HitsScored)
        assert not of(events, BreakDue)


# -- overhead


@pytest.mark.rule("AN-BREAK-09", "AN-OH-12")
def test_a_blast():
    """Every unit that takes hits of a blast tests, friends too, the acting side's first (AN-BREAK-17)."""
    near: tuple[Any, ...] = ("a-z", plain(models=("trooper",)), (X + 10 * INCH, Y + 9500), USED)
    other: tuple[Any, ...] = ("b-z", plain(), (X + 30 * INCH, Y), USED)
    arm = thrown("blast", "blast", hits=1, radius=4 * INCH)
    _, events = volley([3, 1, 1, 7, 7], arm, fired("jolter", aim=(AIM[0], Y + 6000)), more=[near, other])
    assert [each.unit for each in of(events, BreakDue)] == ["a-z", "b-y"]
    assert [each.unit for each in of(events, BreakTested)] == ["a-z", "b-y"]


@pytest.mark.rule("AN-BREAK-09", "AN-PIN-13")
def test_a_net():
    """A net scores no hits: whoever lies under it tests with the pins of the net."""
    _, events = volley([3, 2, 5], thrown("net", "suspensor_net"), fired("jolter", aim=AIM))
    assert [each.pins for each in of(events, PinsAdded)] == [3]
    assert [(each.needed.total, each.passed) for each in of(events, BreakTested)] == [(5, True)]


@pytest.mark.rule("AN-BREAK-09", "AN-OH-12")
def test_a_marker():
    """A marker hits whoever it comes down on, and nobody beside it; without the property it touches nobody."""
    arm = thrown("marker", marker="munition", hits=0)
    _, events = volley([3, 8], arm, fired("jolter", aim=AIM))
    (landed,) = of(events, TemplateResolved)
    assert [each.unit for each in landed.units] == ["b-y"]
    assert not of(events, PinsAdded)
    assert [(each.needed.total, each.passed) for each in of(events, BreakTested)] == [(8, True)]
    _, events = volley([3], replace(arm, properties=()), fired("jolter", aim=AIM))
    assert of(events, TemplateResolved)[0].units == ()
    assert not of(events, BreakDue)


# -- the reply, the data, the odds


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-17", "AN-REACT-15")
def test_both_sides_of_a_firefight():
    """Where both fire such munitions both test, one by one, the acting side first."""
    own, foe = armed("jolter", count=2), armed("jolter", count=2)
    dice = [1, 3, 9, 3, 9, 1, 1, 7, 7]
    played = duel(dice, own=own, foe=foe, weapons=[JOLT], pace="auto", theirs={})
    played.set(stack=played.game.stack[1:])
    events = list(played.when("red", shoot()).accepted().events)
    events += react(played, "firefight").accepted().events
    events += until(played)
    assert [each.unit for each in of(events, BreakTested)] == ["a-x", "b-y"]


@pytest.mark.rule("AN-BREAK-09", "AN-OPT-01")
def test_the_property_in_force_lists():
    """A list may name the property and one of ours does; another word is refused with all that are known."""
    force = FORCES["coil"]
    assert any("break_test" in each.properties for each in force.weapons)
    assert list(list_faults(force)) == []
    weapons = (replace(force.weapons[0], properties=("brake_test",)), *force.weapons[1:])
    (found,) = list_faults(replace(force, weapons=weapons))
    assert (found.clause, found.path) == ("AN-PBS-02", "list.weapons[0].properties[0]")


@pytest.mark.rule("AN-BREAK-09")
def test_its_odds():
    """The estimate tells how likely the test is: as a hit, 6 in 10; it breaks nobody that keeps more than half."""
    played = duel(own=armed("jolter", count=1), weapons=[JOLT])
    request = EstimateShootingRequest(
        game=b"", unit="a-x", target="b-y", order="fire", point_blank=False, weapons=(fired("jolter"),)
    )
    told = estimate_shooting(played.game, 0, request)
    assert Fraction(told.break_test.ratio) == Fraction(6, 10)
    assert Fraction(told.broken.ratio) == 0
    plain_shot = replace(JOLT, properties=())
    played = duel(own=armed("jolter", count=1), weapons=[plain_shot])
    assert Fraction(estimate_shooting(played.game, 0, request).break_test.ratio) == 0
