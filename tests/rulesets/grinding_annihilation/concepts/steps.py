"""Measuring, and statements of sight."""

from __future__ import annotations

from adjudicator.kernel.messages import FactStated
from adjudicator.rulesets.grinding_annihilation.model.messages import SelectToShoot, TargetsDeclared
from adjudicator.rulesets.grinding_annihilation.reports.messages import Distance, MeasureDistanceRequest
from adjudicator.rulesets.grinding_annihilation.reports.queries import measure_distance
from tests.kit import GAME, Table, party_of
from tests.rulesets.grinding_annihilation.fixtures import duel
from tests.rulesets.grinding_annihilation.steps import aim, last_event, shots


def measured_distance(table: Table, one: str, other: str, who: str = "blue") -> Distance:
    """Ask how far two things are from each other."""
    asked = MeasureDistanceRequest(game=GAME, first=one, second=other)
    return measure_distance(table.game, party_of(who), asked)


def sight_stated(*dice: int, referee: bool = False) -> Table:
    """Let red have said that "a-r" sees "b-b"."""
    table = duel(*dice, referee=referee)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).then(FactStated, kind="sight", value="full")
    return table


def fact_of(table: Table) -> str:
    """Give the fact that is in question."""
    fact = last_event(table, TargetsDeclared).sights[0].fact
    assert fact
    return fact
