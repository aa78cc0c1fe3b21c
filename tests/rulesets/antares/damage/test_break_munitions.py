"""AN-BREAK-09: munitions that call for break tests."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

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
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.reports.messages import EstimateShootingRequest
from adjudicator.rulesets.antares.roster.force_lists import list_faults
from adjudicator.rulesets.antares.roster.library import FORCES
from tests.kit import Table
from tests.rulesets.antares.fixtures import USED, X, Y, stepwise_duel
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    firing_mode,
    overhead_effect,
    plain_squad,
    probe,
    vehicle,
    weapon,
)
from tests.rulesets.antares.steps import clauses_of_last, events_of, fired, play_until, react, shoot_command, unit_row

JOLT = weapon("jolter", properties=("break_test",), modes=(firing_mode("single"),))


def munition_volley(
    dice: Iterable[int], arm: Weapon = JOLT, *weapons: FiredWeapon, count: int = 1, **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let so many models shoot, and everything happen that follows."""
    own = armed_squad("jolter", count=count)
    played = stepwise_duel(dice, own=own, weapons=[arm], pace="auto", **rest)
    played.set(stack=played.game.stack[1:])
    events = list(played.when("red", shoot_command(*weapons)).accepted().events)
    return played, [*events, *play_until(played)]


def overhead_jolter(kind: str, *properties: str, **changes: Any) -> Weapon:
    """Make an overhead weapon whose munition calls for break tests."""
    found = weapon(
        "jolter",
        kind="overhead",
        properties=("break_test", *properties),
        modes=(firing_mode("single"),),
        overhead=overhead_effect(kind, **changes),
    )
    return replace(found, minimum=5 * INCH)


AIM = (X + 11 * INCH, Y)


@pytest.mark.rule("AN-BREAK-01", "AN-BREAK-02", "AN-BREAK-09")
def test_probes_and_chart_units_take_no_test():
    """Probes and units on the damage chart take no test for a munition."""
    for enemy, dice in ((probe(models=("probe",) * 3), [3, 1]), (vehicle(), [3, 1])):
        _, events = munition_volley(dice, enemy=enemy)
        assert events_of(events, HitsScored)
        assert not events_of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-10", "AN-BREAK-14")
def test_a_hit_calls_for_a_break_test():
    """A hit, resisted or not, calls for a test against Co less pins, its own counted; who fails goes Down."""
    played, events = munition_volley([3, 1, 7])
    assert events_of(events, BreakDue) == [BreakDue(unit="b-y", trigger="munition", count=1)]
    assert clauses_of_last(played, BreakDue) == ("AN-BREAK-09",)
    assert [(event.needed.total, event.passed) for event in events_of(events, BreakTested)] == [(7, True)]
    played, events = munition_volley([3, 1, 8])
    assert [event.passed for event in events_of(events, BreakTested)] == [False]
    assert [event.cause for event in events_of(events, UnitWentDown)] == ["break_test"]
    assert unit_row(played, "b-y").place == "table"


@pytest.mark.rule("AN-BREAK-09")
def test_a_miss_calls_for_none():
    """Shots that miss, and hits of ordinary weapons, call for no test."""
    _, events = munition_volley([9])
    assert not events_of(events, BreakDue)
    _, events = munition_volley([3, 1], weapon("jolter", properties=(), modes=(firing_mode("single"),)))
    assert events_of(events, HitsScored)
    assert not events_of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-16")
def test_several_hits_of_a_volley_make_one_test():
    """Several hits, and the half of its models lost besides, make one test; failing it then breaks the unit."""
    two = plain_squad(models=("trooper",) * 2)
    played, events = munition_volley([3, 3, 9, 1, 8], count=2, enemy=two)
    assert {event.trigger for event in events_of(events, BreakDue)} == {"half", "munition"}
    assert len(events_of(events, BreakTested)) == 1
    assert [event.cause for event in events_of(events, UnitBroken)] == ["test"]
    assert unit_row(played, "b-y").place == "broken"


@pytest.mark.rule("AN-BREAK-09")
def test_who_dies_of_it_tests_no_more():
    """A unit that is destroyed by the hit takes no test."""
    _, events = munition_volley([3, 9], enemy=plain_squad(models=("trooper",)))
    assert not events_of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-09", "AN-OH-12")
def test_every_unit_hit_by_a_blast_tests():
    """Every unit that takes hits of a blast tests, friends too, the acting side's first (AN-BREAK-17)."""
    near: tuple[Any, ...] = ("a-z", plain_squad(models=("trooper",)), (X + 10 * INCH, Y + 9500), USED)
    other: tuple[Any, ...] = ("b-z", plain_squad(), (X + 30 * INCH, Y), USED)
    arm = overhead_jolter("blast", "blast", hits=1, radius=4 * INCH)
    _, events = munition_volley([3, 1, 1, 7, 7], arm, fired("jolter", aim=(AIM[0], Y + 6000)), more=[near, other])
    assert [event.unit for event in events_of(events, BreakDue)] == ["a-z", "b-y"]
    assert [event.unit for event in events_of(events, BreakTested)] == ["a-z", "b-y"]


@pytest.mark.rule("AN-BREAK-09", "AN-PIN-13")
def test_units_under_a_net_test_with_its_pins():
    """A net scores no hits: whoever lies under it tests with the pins of the net."""
    _, events = munition_volley([3, 2, 5], overhead_jolter("net", "suspensor_net"), fired("jolter", aim=AIM))
    assert [event.pins for event in events_of(events, PinsAdded)] == [3]
    assert [(event.needed.total, event.passed) for event in events_of(events, BreakTested)] == [(5, True)]


@pytest.mark.rule("AN-BREAK-09", "AN-OH-12")
def test_a_marker_calls_for_a_test_where_it_comes_down():
    """A marker hits whoever it comes down on, and nobody beside it; without the property it touches nobody."""
    arm = overhead_jolter("marker", marker="munition", hits=0)
    _, events = munition_volley([3, 8], arm, fired("jolter", aim=AIM))
    (landed,) = events_of(events, TemplateResolved)
    assert [unit.unit for unit in landed.units] == ["b-y"]
    assert not events_of(events, PinsAdded)
    assert [(event.needed.total, event.passed) for event in events_of(events, BreakTested)] == [(8, True)]
    _, events = munition_volley([3], replace(arm, properties=()), fired("jolter", aim=AIM))
    assert events_of(events, TemplateResolved)[0].units == ()
    assert not events_of(events, BreakDue)


@pytest.mark.rule("AN-BREAK-09", "AN-BREAK-17", "AN-REACT-15")
def test_both_sides_of_a_firefight_test_the_acting_one_first():
    """Where both fire such munitions both test, one by one, the acting side first."""
    own, enemy = armed_squad("jolter", count=2), armed_squad("jolter", count=2)
    dice = [1, 3, 9, 3, 9, 1, 1, 7, 7]
    played = stepwise_duel(dice, own=own, enemy=enemy, weapons=[JOLT], pace="auto", theirs={})
    played.set(stack=played.game.stack[1:])
    events = list(played.when("red", shoot_command()).accepted().events)
    events += react(played, "firefight").accepted().events
    events += play_until(played)
    assert [event.unit for event in events_of(events, BreakTested)] == ["a-x", "b-y"]


@pytest.mark.rule("AN-BREAK-09", "AN-OPT-01")
def test_force_lists_may_name_the_property():
    """A list may name the property and one of ours does; another word is refused with all that are known."""
    force = FORCES["coil"]
    assert any("break_test" in row.properties for row in force.weapons)
    assert list(list_faults(force)) == []
    weapons = (replace(force.weapons[0], properties=("brake_test",)), *force.weapons[1:])
    (found,) = list_faults(replace(force, weapons=weapons))
    assert (found.clause, found.path) == ("AN-PBS-02", "list.weapons[0].properties[0]")


@pytest.mark.rule("AN-BREAK-09")
def test_the_estimate_tells_how_likely_the_test_is():
    """The estimate tells how likely the test is: as a hit, 6 in 10; it breaks nobody that keeps more than half."""
    played = stepwise_duel(own=armed_squad("jolter", count=1), weapons=[JOLT])
    request = EstimateShootingRequest(
        game=b"", unit="a-x", target="b-y", order="fire", point_blank=False, weapons=(fired("jolter"),)
    )
    odds = estimate_shooting(played.game, 0, request)
    assert Fraction(odds.break_test.ratio) == Fraction(6, 10)
    assert Fraction(odds.broken.ratio) == 0
    plain_shot = replace(JOLT, properties=())
    played = stepwise_duel(own=armed_squad("jolter", count=1), weapons=[plain_shot])
    assert Fraction(estimate_shooting(played.game, 0, request).break_test.ratio) == 0
