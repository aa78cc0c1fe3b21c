"""Odds of Assaults and of Battle-Fatigue tests."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.grinding_annihilation.model.messages import TakeBattleFatigueTest
from adjudicator.rulesets.grinding_annihilation.odds.roll_estimates import estimate_assault, estimate_battle_fatigue
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    AssaultEstimate,
    BattleFatigueEstimate,
    EstimateAssaultRequest,
    EstimateBattleFatigueRequest,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, trooper
from tests.rulesets.grinding_annihilation.manoeuvres_phase.fixtures import thinned
from tests.rulesets.grinding_annihilation.movement.fixtures import take_off_warfield
from tests.rulesets.grinding_annihilation.odds.fixtures import GAME
from tests.rulesets.grinding_annihilation.odds.steps import fractions


def charge(table: Table, *targets: str, reorder: bool = False) -> AssaultEstimate:
    """Ask about an Assault of "a-r"."""
    request = EstimateAssaultRequest(game=GAME, formation="a-r", targets=targets, reorder_roll=reorder)
    return estimate_assault(table.game, 0, request)


def assault_table(*places: float) -> Table:
    """Let "a-r" stand so many inches from each of "b-1", "b-2" ..."""
    enemies = [formation(f"b-{n}", at=[(11 + gap, 10 + 3 * n - 3)]) for n, gap in enumerate(places, 1)]
    return battle(formation("a-r", at=[(10, 10)]), *enemies, phase="assault")


@pytest.mark.rule("GA-3.4-07", "GA-3.4-09")
@pytest.mark.parametrize(
    ("gap", "needed", "reached"), [(7.5, 6500, 21), (8, 7000, 21), (2.5, 1500, 36), (12, 11000, 3)]
)
def test_reach_of_an_assault(gap: float, needed: int, reached: int):
    """A gap of 7.5" needs 6.5", which 21 of 36 rolls have; the rest of the conditions is said to be left out."""
    found = charge(assault_table(gap), "b-1")
    assert found.needed == needed
    assert Fraction(found.reached.ratio) == Fraction(reached, 36)
    assert Fraction(found.too_short.ratio) == 1 - Fraction(reached, 36)
    assert fractions(found.reach) == {1000 * n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
    assert found.left_out == ("GA-3.4-08",)


@pytest.mark.rule("GA-3.4-06", "GA-3.4-09")
def test_the_farthest_target_counts():
    """Of two targets the farther one says what is needed."""
    table = assault_table(4, 9.5)
    assert charge(table, "b-1").needed == 3000
    assert charge(table, "b-1", "b-2").needed == charge(table, "b-2").needed > 8500


@pytest.mark.rule("GA-5.1-03", "GA-3.4-09")
def test_a_reorder_roll_throws_a_short_roll_again():
    """With a Reorder Roll an Assault that fails on 15 of 36 fails on the square of that."""
    found = charge(assault_table(7.5), "b-1", reorder=True)
    assert Fraction(found.too_short.ratio) == Fraction(15, 36) ** 2
    assert fractions(found.reach)[2000] == Fraction(15, 36) * Fraction(1, 36)


@pytest.mark.rule("GA-3.4-06", "GA-2.1-07")
def test_assaults_that_could_not_be_declared_have_no_odds():
    """A target too far away, none, a friend, or a formation off the warfield is refused as for the Assault itself."""
    table = assault_table(12.5)
    for targets, reason in ((("b-1",), "target-too-far"), ((), "no-target"), (("a-spare",), "not-an-enemy")):
        with pytest.raises(Rejected) as refused:
            charge(table, *targets)
        assert [(row.clause, row.reason) for row in refused.value.faults] == [("GA-3.4-06", reason)]
    with pytest.raises(Unknown):
        charge(table, "b-nobody")
    with pytest.raises(Rejected, match="not-on-warfield"):
        charge(take_off_warfield(assault_table(5), {"a-r": "reserves"}), "b-1")


@pytest.mark.rule("GA-3.4-05", "GA-3.2-25")
@pytest.mark.parametrize(
    ("unit", "clause", "reason"),
    [
        ({"keywords": ("vehicle", "aircraft", "fly")}, "GA-3.4-05", "aircraft-flies"),
        ({"troop": trooper(m=None)}, "GA-3.2-25", "cannot-move"),
    ],
)
def test_who_never_assaults_has_no_odds_of_it(unit: dict[str, Any], clause: str, reason: str):
    """Aircraft declare no Assault, nor does who can not move: both are refused as for the Assault itself."""
    table = battle(formation("a-r", at=[(10, 10)], **unit), formation("b-1", at=[(15, 10)]))
    with pytest.raises(Rejected) as refused:
        charge(table, "b-1")
    assert [(row.clause, row.reason) for row in refused.value.faults] == [(clause, reason)]


def fatigue(table: Table) -> BattleFatigueEstimate:
    """Ask about a test of "a-r"."""
    return estimate_battle_fatigue(table.game, 1, EstimateBattleFatigueRequest(game=GAME, formation="a-r"))


@pytest.mark.rule("GA-3.1-06")
@pytest.mark.parametrize(("heroism", "passed"), [(6, 26), (7, 21), (2, 36), (12, 1)])
def test_a_test_is_passed_with_the_best_heroism_or_more(heroism: int, passed: int):
    """Two dice have to reach the Heroism: 6 with 26 of 36."""
    table = battle(formation("a-r", at=[(10, 10)], troop=trooper(he=heroism)), phase="manoeuvres")
    found = fatigue(table)
    assert (found.needed, Fraction(found.passed.ratio), found.due) == (heroism, Fraction(passed, 36), False)
    assert fractions(found.total) == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


@pytest.mark.rule("GA-3.1-05", "GA-3.2-38")
@pytest.mark.ruling("GA-3.1-05.2", "GA-3.1-05.3")
@pytest.mark.parametrize(
    ("left", "place", "options", "due"),
    [
        (5, "", {}, False),
        (4, "", {}, True),
        (4, "reserves", {}, True),
        (4, "reserves", {"fatigue_in_reserves": False}, False),
    ],
)
def test_whether_a_test_is_due(left: int, place: str, options: dict, *, due: bool):
    """A formation Below Half-Strength is to test, in Reserves too unless by option."""
    table = thinned(left, *((6, 6) if due else ()), options=options)
    if place:
        take_off_warfield(table, {"a-r": place})
    assert fatigue(table).due is due
    if due:
        table.when("red", TakeBattleFatigueTest(formation="a-r")).accepted()


@pytest.mark.rule("GA-3.1-06")
def test_the_destroyed_take_no_test():
    """A formation of which nobody lives has no Heroism."""
    table = battle(formation("a-r", at=[(10, 10)]), phase="manoeuvres", fallen=("a-r.1",))
    with pytest.raises(Rejected, match="nobody-left"):
        fatigue(table)
