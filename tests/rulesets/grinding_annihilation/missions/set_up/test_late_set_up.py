"""Formations set up late (GA-7.0-14), and the beginning of the battle (GA-7.0-06)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    BeginBattle,
    DeclareNoRoom,
    FirstPlayerSet,
    FormationDeployed,
    RollOffMade,
)
from tests.rulesets.grinding_annihilation.fixtures import formation
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import deployment_begun, rolled_for_first_turn
from tests.rulesets.grinding_annihilation.missions.set_up.steps import deploy_formation, set_up_late
from tests.rulesets.grinding_annihilation.steps import events_of, refused

RED, BLUE = formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)])


@pytest.mark.rule("GA-7.0-14", "GA-2.5-08")
def test_both_players_late_formations_alternate():
    """Formations that wait are set up after all others, in turns from the winner of a roll-off on."""
    slow = ("late_set_up",)
    waiting = [formation(f"b-{n}", at=[(55, 5)], powers=slow) for n in (1, 2)]
    table = deployment_begun(RED, BLUE, formation("a-1", at=[(5, 5)], powers=slow), *waiting, dice=(2, 6))
    refused(table, "red", deploy_formation("a-1", (5, 10)), "GA-7.0-12").rejected(
        "GA-7.0-12", "not-to-deploy", due="a-r"
    )
    table.when("red", deploy_formation("a-r", (5, 5))).accepted()
    table.when("blue", deploy_formation("b-b", (55, 5))).then(
        FormationDeployed, RollOffMade, purpose="late_set_up", winner=1
    )
    refused(table, "red", set_up_late("a-1", (5, 10)), "GA-7.0-14").rejected("GA-7.0-14", "not-asked", asks="blue")
    refused(table, "blue", set_up_late("b-b", (55, 10)), "GA-7.0-14").rejected("GA-7.0-14", "not-to-deploy")
    table.when("blue", set_up_late("b-1", (55, 10))).then(FormationDeployed, next=0).asks("late_set_up", "red")
    refused(table, "red", deploy_formation("a-1", (5, 10)), "GA-7.0-14").rejected("GA-7.0-14", "not-asked", asks="red")
    table.when("red", set_up_late("a-1", (5, 10))).then(FormationDeployed, next=1).cites("GA-7.0-14")
    table.faces(3, 4)
    table.when("blue", set_up_late("b-2", (55, 20))).then(FormationDeployed, FirstPlayerSet, seat=1)


@pytest.mark.rule("GA-7.0-14", "GA-7.0-13")
def test_one_players_late_formations_need_no_roll():
    """Where only one player has formations that wait he sets all of them up, in his zone or not at all."""
    slow = ("late_set_up",)
    table = deployment_begun(RED, BLUE, *(formation(f"b-{n}", at=[(55, 5)], powers=slow) for n in (1, 2)))
    table.when("red", deploy_formation("a-r", (5, 5))).accepted()
    table.when("blue", deploy_formation("b-b", (55, 5))).asks("late_set_up", "blue")
    refused(table, "blue", set_up_late("b-1", (30, 10)), "GA-7.0-12").rejected("GA-7.0-12", "outside-zone")
    refused(table, "blue", DeclareNoRoom(formation="b-1"), "GA-7.0-13").rejected("GA-7.0-13", "room-left")
    table.when("blue", set_up_late("b-1", (55, 10))).asks("late_set_up", "blue")
    table.faces(5, 2)
    table.when("blue", set_up_late("b-2", (55, 14))).then(FormationDeployed, formation="b-2").then(
        FirstPlayerSet, seat=0
    )
    assert [event.purpose for event in events_of(table, RollOffMade)] == ["first_turn"]


@pytest.mark.rule("GA-7.0-06")
def test_without_pre_battle_rules_the_battle_begins():
    """Nobody is asked where there are no pre-battle rules."""
    table = rolled_for_first_turn(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(50, 10)]))
    assert len(events_of(table, BattleBegun)) == 1
    refused(table, "red", BeginBattle(), "GA-3.1-04").rejected("GA-3.1-04", "not-asked")
