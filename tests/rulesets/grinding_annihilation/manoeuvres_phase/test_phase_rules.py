"""Rules of the Manoeuvres turn before its Battle-Fatigue step (GA-3.1-04)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ManoeuvresRuleResolved,
    ResolveManoeuvresRule,
    TakeBattleFatigueTest,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, line, trooper
from tests.rulesets.grinding_annihilation.steps import wounds_left


def repair_turn(**rest):
    """Red has two hurt walkers, one of which mends others, and a squad that is to test."""
    red = formation("a-r", at=line(2, 10), troop=trooper(w=5), powers=("field_repair 2",))
    squad = formation("a-s", at=line(3, 10, 20))
    return battle(
        red,
        squad,
        formation("b-b", at=line(1, 50)),
        phase="manoeuvres",
        wounds={"a-r.1": 1, "a-r.2": 4},
        fallen=("a-s.1", "a-s.2"),
        **rest,
    )


def repair(troop="a-r.1", formation="a-r", rule="field_repair"):
    return ResolveManoeuvresRule(rule=rule, formation=formation, troop=troop)


@pytest.mark.rule("GA-3.1-04")
def test_rules_come_before_the_battle_fatigue_step():
    """A rule of the phase is resolved before the first test of the turn, and refused after it."""
    table = repair_turn()
    table.when("red", repair()).then(ManoeuvresRuleResolved, troop="a-r.1", wounds_left=3)
    assert wounds_left(table, "a-r") == [3, 4]
    table.when("red", repair("a-r.2")).rejected("GA-3.1-04", "rule-used")
    table.faces(6, 6)
    table.when("red", TakeBattleFatigueTest(formation="a-s")).accepted()
    table = repair_turn(dice=(6, 6))
    assert "ResolveManoeuvresRule" in table.offered("red")
    table.when("red", TakeBattleFatigueTest(formation="a-s")).accepted()
    assert "ResolveManoeuvresRule" not in table.offered("red")
    table.when("red", repair()).rejected("GA-3.1-04", "tests-begun")


@pytest.mark.rule("GA-3.1-04")
def test_what_may_be_mended():
    """No more than the wounds lost comes back; unhurt troops, other formations and unknown rules are refused."""
    table = repair_turn()
    table.when("red", repair(rule="dance")).rejected("GA-3.1-04", "no-such-rule")
    table.when("red", repair("a-s.3", "a-s")).rejected("GA-3.1-04", "no-such-rule")
    table.when("red", repair("a-s.3")).rejected("GA-3.1-04", "not-hurt", may="a-r.1 a-r.2")
    table.when("red", repair("b-b.1", "b-b")).rejected("GA-2.1-02", "not-yours")
    table.when("red", repair("a-r.2")).then(ManoeuvresRuleResolved, wounds_left=5)
