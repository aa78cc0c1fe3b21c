"""Rules of the start of a round, and of the Manoeuvres turn before its Battle-Fatigue step."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseOrder,
    ManoeuvresRuleResolved,
    MortalWoundSuffered,
    ResolveManoeuvresRule,
    RollOffMade,
    RoundRuleResolved,
    TakeBattleFatigueTest,
)
from tests.rulesets.grinding_annihilation.armed import kind
from tests.rulesets.grinding_annihilation.givens import (
    battle,
    formation,
    line,
    settle,
    story,
    trooper,
    wounds_left,
)


def repairers(**rest):
    """Red has two hurt walkers, one of which mends others, and a squad that is to test."""
    red = formation("a-r", at=line(2, 10), troop=trooper(w=5), powers=("field_repair 2",))
    squad = formation("a-s", at=line(3, 10, 20))
    return battle(red, squad, formation("b-b", at=line(1, 50)), phase="manoeuvres", wounds={"a-r.1": 1, "a-r.2": 4},
                  fallen=("a-s.1", "a-s.2"), **rest)  # fmt: skip


def mend(troop="a-r.1", formation="a-r", rule="field_repair"):
    return ResolveManoeuvresRule(rule=rule, formation=formation, troop=troop)


@pytest.mark.rule("GA-3.1-04")
def test_rules_come_before_the_battle_fatigue_step():
    """A rule of the phase is resolved before the first test of the turn, and refused after it."""
    table = repairers()
    table.when("red", mend()).then(ManoeuvresRuleResolved, troop="a-r.1", wounds_left=3)
    assert wounds_left(table, "a-r") == [3, 4]
    table.when("red", mend("a-r.2")).rejected("GA-3.1-04", "rule-used")
    table.faces(6, 6)
    table.when("red", TakeBattleFatigueTest(formation="a-s")).accepted()
    table = repairers(dice=(6, 6))
    assert "ResolveManoeuvresRule" in table.offered("red")
    table.when("red", TakeBattleFatigueTest(formation="a-s")).accepted()
    assert "ResolveManoeuvresRule" not in table.offered("red")
    table.when("red", mend()).rejected("GA-3.1-04", "tests-begun")


@pytest.mark.rule("GA-3.1-04")
def test_what_may_be_mended():
    """No more than the wounds lost comes back; unhurt troops, other formations and unknown rules are refused."""
    table = repairers()
    table.when("red", mend(rule="dance")).rejected("GA-3.1-04", "no-such-rule")
    table.when("red", mend("a-s.3", "a-s")).rejected("GA-3.1-04", "no-such-rule")
    table.when("red", mend("a-s.3")).rejected("GA-3.1-04", "not-hurt", may="a-r.1 a-r.2")
    table.when("red", mend("b-b.1", "b-b")).rejected("GA-2.1-02", "not-yours")
    table.when("red", mend("a-r.2")).then(ManoeuvresRuleResolved, wounds_left=5)


def starters(*dice, both=True):
    """Round 1 ends: red has a regenerating troop that blue's aura would kill, both at the start of round 2."""
    red = formation("a-r", at=[(20, 10)], troop=trooper(w=3), powers=("regeneration 1",))
    blue = formation("b-b", at=[(25, 10)], troop=trooper(w=3), powers=("dread_aura 1",) if both else ())
    more = (formation("a-s", at=[(40, 30)], troop=trooper(w=3), powers=("regeneration 1",)),) if not both else ()
    hurt = {"a-r.1": 1} | ({"a-s.1": 1} if not both else {})
    table = battle(red, blue, *more, phase="brawl", wounds=hurt, dice=dice)
    return settle(table, "ChooseOrder", "TakeBattleFatigueTest")


@pytest.mark.rule("GA-2.5-10")
@pytest.mark.parametrize(("dice", "winner"), [((4, 6), "blue"), ((6, 4), "red")])
def test_a_roll_off_orders_the_start_of_a_round(dice, winner):
    """Both players have a rule of the start of the round: the winner of a roll-off orders both."""
    table = starters(*dice)
    assert kind(table) == "order"
    assert table.window.asks == (("red", "blue").index(winner),)
    assert story(table, RollOffMade)[-1].purpose == "order"
    first = ("dread_aura:b-b", "regeneration:a-r") if winner == "blue" else ("regeneration:a-r", "dread_aura:b-b")
    table.faces(6, 1)
    table.when(winner, ChooseOrder(order=first)).accepted()
    settle(table, "TakeBattleFatigueTest", "SelectToShoot")
    assert len(table.game.formations["a-r"].troops) == (0 if winner == "blue" else 1)
    assert len(story(table, MortalWoundSuffered)) == 1
    resolved = [each.rule for each in story(table, RoundRuleResolved)]
    assert resolved == (["dread_aura"] if winner == "blue" else ["regeneration", "dread_aura"])


@pytest.mark.rule("GA-2.5-10")
def test_one_player_alone_needs_no_roll_off():
    """Rules of one player only are ordered by that player."""
    table = starters(both=False)
    assert (kind(table), table.window.asks) == ("order", (0,))
    table.faces(6, 1)
    table.when("red", ChooseOrder(order=("regeneration:a-s", "regeneration:a-r"))).accepted()
    assert [each.formation for each in story(table, RoundRuleResolved)] == ["a-s", "a-r"]
    settle(table)
    assert wounds_left(table, "a-r") == [2]
