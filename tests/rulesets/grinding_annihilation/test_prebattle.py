"""Chapters 4.2 and 7.0, late set-up, Infiltrators and Scouts."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    BeginBattle,
    ChooseOrder,
    DeclareNoRoom,
    DeployFormation,
    FirstPlayerSet,
    FormationDeployed,
    FormationEmbarked,
    FormationMoved,
    HitsRolled,
    PreBattleRuleResolved,
    RemainStationary,
    ResolvePreBattleRule,
    RollFirstTurn,
    RollOffMade,
    SetUpLateFormation,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import carrier, poses, row, squad, writing, written
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    deployed,
    fire,
    formation,
    gun,
    last,
    move,
    path,
    refused,
    settle,
    story,
    trooper,
)

__all__ = ["tables_closed"]

RED, BLUE = formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)])


def deploying(*units: Unit, dice: tuple[int, ...] = ()) -> Table:
    """Come to the deployment with nothing written down."""
    table = writing(*units, dice=dice)
    table.when("red", written()).accepted()
    table.when("blue", written()).accepted()
    return table


def deploy(id: str, *at: Place) -> DeployFormation:
    return DeployFormation(formation=id, troops=poses(id, *at))


def late(id: str, *at: Place) -> SetUpLateFormation:
    return SetUpLateFormation(formation=id, troops=poses(id, *at))


# -- late set-up


@pytest.mark.rule("GA-7.0-14", "GA-2.5-08")
def test_both_players_late_formations_alternate():
    """Formations that wait are set up after all others, in turns from the winner of a roll-off on."""
    slow = ("late_set_up",)
    waiting = [formation(f"b-{n}", at=[(55, 5)], powers=slow) for n in (1, 2)]
    table = deploying(RED, BLUE, formation("a-1", at=[(5, 5)], powers=slow), *waiting, dice=(2, 6))
    refused(table, "red", deploy("a-1", (5, 10)), "GA-7.0-12").rejected("GA-7.0-12", "not-to-deploy", due="a-r")
    table.when("red", deploy("a-r", (5, 5))).accepted()
    table.when("blue", deploy("b-b", (55, 5))).then(FormationDeployed, RollOffMade, purpose="late_set_up", winner=1)
    refused(table, "red", late("a-1", (5, 10)), "GA-7.0-14").rejected("GA-7.0-14", "not-asked", asks="blue")
    table.when("blue", late("b-1", (55, 10))).then(FormationDeployed, next=0).asks("late_set_up", "red")
    refused(table, "red", deploy("a-1", (5, 10)), "GA-7.0-14").rejected("GA-7.0-14", "not-asked", asks="red")
    table.when("red", late("a-1", (5, 10))).then(FormationDeployed, next=1).cites("GA-7.0-14")
    table.faces(3, 4)
    table.when("blue", late("b-2", (55, 20))).then(FormationDeployed, FirstPlayerSet, seat=1)


@pytest.mark.rule("GA-7.0-14", "GA-7.0-13")
def test_one_players_late_formations_need_no_roll():
    """Where only one player has formations that wait he sets all of them up, in his zone or not at all."""
    slow = ("late_set_up",)
    table = deploying(RED, BLUE, *(formation(f"b-{n}", at=[(55, 5)], powers=slow) for n in (1, 2)))
    table.when("red", deploy("a-r", (5, 5))).accepted()
    table.when("blue", deploy("b-b", (55, 5))).asks("late_set_up", "blue")
    refused(table, "blue", late("b-1", (30, 10)), "GA-7.0-12").rejected("GA-7.0-12", "outside-zone")
    refused(table, "blue", DeclareNoRoom(formation="b-1"), "GA-7.0-13").rejected("GA-7.0-13", "room-left")
    table.when("blue", late("b-1", (55, 10))).asks("late_set_up", "blue")
    table.faces(5, 2)
    table.when("blue", late("b-2", (55, 14))).then(FormationDeployed, formation="b-2").then(FirstPlayerSet, seat=0)
    assert [each.purpose for each in story(table, RollOffMade)] == ["first_turn"]


# -- Infiltrators


@pytest.mark.rule("GA-4.2-05")
@pytest.mark.parametrize(("at", "reason"), [
    ((30.5, 5), "near-enemy-zone"), ((30.4, 5), ""), ((10, 5), ""), ((30.4, 14), "near-enemies"), ((30.4, 13), ""),
    ((29.6, 13.05), "near-enemies"), ((29.6, 13.04), ""),
])  # fmt: skip
def test_infiltrators_go_afield(at: Place, reason: str):
    """Infiltrators stand more than 9" from the enemy's zone and from every enemy, or in their own zone."""
    table = deploying(
        formation("a-s", at=[(5, 5)], powers=("infiltrators",)), RED, BLUE,
        formation("b-s", at=[(5, 5)], powers=("infiltrators",)),
    )  # fmt: skip
    table.when("red", deploy("a-r", (5, 5))).accepted()
    table.when("blue", deploy("b-s", (29.6, 23.05))).accepted()
    if reason:
        refused(table, "red", deploy("a-s", at), "GA-4.2-05").rejected("GA-4.2-05", reason)
    else:
        table.when("red", deploy("a-s", at)).then(FormationDeployed, formation="a-s")


@pytest.mark.rule("GA-4.2-05")
def test_infiltrators_all_or_none():
    """A formation in which not every troop is an Infiltrator keeps to its zone."""
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = writing(squad(1, powers=("infiltrators",)), leader, BLUE)
    table.when("red", written(lead={"a-l": "a-p"})).accepted()
    table.when("blue", written()).accepted()
    both = DeployFormation(formation="a-p", troops=(*poses("a-p", (28, 8)), *poses("a-l", (28, 9.5))))
    refused(table, "red", both, "GA-7.0-12").rejected("GA-7.0-12", "outside-zone", troop="a-p.1")


# -- Scouts

SCOUTS = ("scouts 6000",)


def ready(*units: Unit, dice: tuple[int, ...] = (6, 1), **rest: Any) -> Table:
    """Roll for the first turn, with both armies deployed."""
    table = deployed(*units, dice=dice, **rest)
    table.ask("first_turn", "table")
    table.when("table", RollFirstTurn()).accepted()
    return table


def scout(id: str = "a-s", *paths: Any, into: str = "") -> ResolvePreBattleRule:
    return ResolvePreBattleRule(formation=id, rule="scouts", paths=paths, embark_in=into)


@pytest.mark.rule("GA-4.2-03", "GA-7.0-16")
@pytest.mark.parametrize("move", [10, 4])
def test_scouts_move_as_far_as_their_number(move: float):
    """Scouts 6" move up to 6", whatever their Move, after the first-turn roll and before the first phase."""
    red = formation("a-s", at=[(10, 10)], troop=trooper(m=move), powers=SCOUTS)
    table = ready(red, formation("b-b", at=[(50, 10)]))
    refused(table, "red", scout("a-s", path("a-s.1", (16.1, 10))), "GA-3.2-10").rejected(
        "GA-3.2-10", "too-far", limit=6000
    )
    refused(table, "red", scout("a-spare"), "GA-4.2-03").rejected("GA-4.2-03", "no-scouts")
    outcome = table.when("red", scout("a-s", path("a-s.1", (16, 10))))
    outcome.then(PreBattleRuleResolved, FormationMoved, BattleBegun)
    late_again = refused(table, "red", scout("a-s", path("a-s.1", (18, 10))), "GA-3.1-04")
    late_again.rejected("GA-3.1-04", "not-asked", window="manoeuvres_turn")


@pytest.mark.rule("GA-4.2-04")
def test_a_scouts_move_is_no_move_of_round_one():
    """In round 1 the formation may still move, or remain stationary and have the bonus of Heavy."""
    heavy = formation("a-s", at=[(10, 10)], powers=SCOUTS, weapons=(gun("big", "heavy"),))
    table = ready(heavy, formation("b-b", at=[(35, 10)]))
    table.when("red", scout("a-s", path("a-s.1", (16, 10)))).accepted()
    settle(table, "RemainStationary")
    table.when("red", RemainStationary(formation="a-s")).accepted()
    assert row(table, "a-s").move == "remained_stationary"
    settle(table, "SelectToShoot")
    table.faces(1)
    fire(table, "a-s", "b-b")
    assert last(table, HitsRolled).needed.total == 2
    table = ready(heavy, formation("b-b", at=[(35, 10)]))
    table.when("red", scout("a-s", path("a-s.1", (16, 10)))).accepted()
    settle(table, "RemainStationary")
    moved = move(table, path("a-s.1", (22, 10)), formation="a-s")
    moved.then(FormationMoved, formation="a-s", kind="normal")


@pytest.mark.rule("GA-4.2-04")
@pytest.mark.parametrize(("least", "at", "faults"), [
    (0, (17.9, 10), {}), (0, (18, 10), {"GA-3.2-11": "passes-threat"}), (9000, (10, 12), {}),
    (9000, (10.9, 10), {"GA-4.2-04": "near-enemies"}),
])  # fmt: skip
def test_scouts_keep_clear_of_enemies(least: int, at: Place, faults: dict[str, str]):
    """Scouts keep out of Threat Range, and with the option 9" away."""
    red = formation("a-s", at=[(10, 10)], powers=("scouts 9000",))
    table = ready(red, formation("b-b", at=[(20, 10)]), options={"scouts_min_enemy_distance": least})
    said = scout("a-s", path("a-s.1", at))
    if not faults:
        table.when("red", said).then(FormationMoved, formation="a-s")
        return
    outcome = refused(table, "red", said, *faults)
    for clause, reason in faults.items():
        outcome.rejected(clause, reason)


@pytest.mark.rule("GA-7.0-16", "GA-2.5-10", "GA-4.2-03")
def test_a_roll_off_orders_both_players_scouts():
    """Where both players have Scouts the winner of a roll-off says who does all of his first."""
    red, blue = formation("a-s", at=[(10, 10)], powers=SCOUTS), formation("b-s", at=[(50, 10)], powers=SCOUTS)
    table = ready(red, blue, dice=(6, 1, 2, 5))
    table.when("blue", ChooseOrder(order=("a", "b"))).asks("pre_battle_rule", "red")
    table.when("red", scout("a-s")).then(PreBattleRuleResolved, used=False).asks("pre_battle_rule", "blue")
    table.when("blue", scout("b-s")).then(PreBattleRuleResolved, BattleBegun)
    assert last(table, RollOffMade).purpose == "order"


@pytest.mark.rule("GA-4.2-04", "GA-3.2-37")
def test_scouts_may_end_aboard():
    """A Scouts move may end in a transport nearby."""
    table = ready(formation("a-s", at=[(10, 10)], powers=SCOUTS), carrier(at=(20, 10)), formation("b-b", at=[(50, 10)]))
    refused(table, "red", scout("a-s", path("a-s.1", (12, 10)), into="a-t.1"), "GA-3.2-37").rejected(
        "GA-3.2-37", "far-from-transport", troop="a-s.1"
    )
    table.when("red", scout("a-s", path("a-s.1", (16, 10)), into="a-t.1")).then(FormationMoved, FormationEmbarked)
    assert (row(table, "a-s").place, row(table, "a-s").aboard) == ("embarked", "a-t.1")


@pytest.mark.rule("GA-7.0-06")
def test_without_pre_battle_rules_the_battle_begins():
    """Nobody is asked where there are no pre-battle rules."""
    table = ready(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(50, 10)]))
    assert len(story(table, BattleBegun)) == 1
    refused(table, "red", BeginBattle(), "GA-3.1-04").rejected("GA-3.1-04", "not-asked")
