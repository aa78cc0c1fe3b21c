"""Asking for an estimate and reading its distributions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.rulesets.grinding_annihilation.odds.attack_estimate import estimate_attack
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    AttackEstimate,
    Distribution,
    EstimateAttackRequest,
    EstimatedWeapon,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.odds.fixtures import cases_on_table, estimate_request, request_of_case
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, expected_distributions
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable


def ask_estimate(field: AttackTable, asked: EstimateAttackRequest, party: int = 1) -> AttackEstimate:
    return estimate_attack(field.game, party, asked)


def fractions(answer: Distribution) -> dict[int, Fraction]:
    return {outcome.number: Fraction(outcome.chance.ratio) for outcome in answer.outcomes}


COUNTED = ("attacks", "hits", "wounds", "unsaved", "mortal_wounds", "damage", "troops_lost")


def check_against_oracle(*cases: Case) -> AttackEstimate:
    """Hold every distribution against the second reckoning, and its sum and mean against itself."""
    result, expected = ask_estimate(cases_on_table(*cases), request_of_case(*cases)), expected_distributions(*cases)
    for name in COUNTED:
        found = fractions(getattr(result, name))
        assert found == expected[name], name
        assert sum(found.values()) == 1
        assert Fraction(getattr(result, name).mean) == sum(value * row for value, row in found.items())
    assert Fraction(result.destroyed.ratio) == expected["troops_lost"].get(len(cases[0].target), 0)
    return result


def estimate(table: Table, *weapons: EstimatedWeapon, **rest: Any) -> AttackEstimate:
    return estimate_attack(table.game, 0, estimate_request(*weapons, formation="a-r", target="b-b", **rest))


def mean_of(answer: Distribution) -> Fraction:
    return Fraction(answer.mean)
