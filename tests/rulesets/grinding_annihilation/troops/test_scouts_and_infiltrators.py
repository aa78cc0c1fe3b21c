"""Deployment abilities (GA-4.2-03 to -05): Scouts and Infiltrators."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    ChooseOrder,
    DeclareNoRoom,
    DeployFormation,
    FormationDeployed,
    FormationEmbarked,
    FormationMoved,
    HitsRolled,
    PreBattleRuleResolved,
    RemainStationary,
    RollOffMade,
)
from tests.rulesets.grinding_annihilation.fixtures import Member, Place, ability, formation, gun, troop_poses, trooper
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import (
    ask_battle_formations,
    crowded_zone,
    default_deployment,
    deployment_begun,
    rolled_for_first_turn,
)
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations, deploy_formation, scouts_move
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, squad
from tests.rulesets.grinding_annihilation.steps import fire, formation_row, last_event, move, path, refused, settle

RED, BLUE = formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)])


@pytest.mark.rule("GA-4.2-05")
@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((30.5, 5), "near-enemy-zone"),
        ((30.4, 5), ""),
        ((10, 5), ""),
        ((30.4, 14), "near-enemies"),
        ((30.4, 13), ""),
        ((29.6, 13.05), "near-enemies"),
        ((29.6, 13.04), ""),
    ],
)
def test_infiltrators_go_afield(at: Place, reason: str):
    """Infiltrators stand more than 9" from the enemy's zone and from every enemy, or in their own zone."""
    table = deployment_begun(
        formation("a-s", at=[(5, 5)], powers=("infiltrators",)),
        RED,
        BLUE,
        formation("b-s", at=[(5, 5)], powers=("infiltrators",)),
    )
    table.when("red", deploy_formation("a-r", (5, 5))).accepted()
    table.when("blue", deploy_formation("b-s", (29.6, 23.05))).accepted()
    if reason:
        refused(table, "red", deploy_formation("a-s", at), "GA-4.2-05").rejected("GA-4.2-05", reason)
    else:
        table.when("red", deploy_formation("a-s", at)).then(FormationDeployed, formation="a-s")


@pytest.mark.rule("GA-4.2-05")
@pytest.mark.ruling("GA-4.2-07.1")
def test_infiltrators_all_or_none():
    """A formation in which not every troop is an Infiltrator keeps to its zone."""
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = ask_battle_formations(squad(1, powers=("infiltrators",)), leader, BLUE)
    table.when("red", battle_formations(lead={"a-l": "a-p"})).accepted()
    table.when("blue", battle_formations()).accepted()
    both = DeployFormation(formation="a-p", troops=(*troop_poses("a-p", (28, 8)), *troop_poses("a-l", (28, 9.5))))
    refused(table, "red", both, "GA-7.0-12").rejected("GA-7.0-12", "outside-zone", troop="a-p.1")


SCOUTS = ("scouts 6000",)


@pytest.mark.rule("GA-4.2-03", "GA-7.0-16")
@pytest.mark.ruling("GA-4.2-03.1")
@pytest.mark.parametrize("move", [10, 4])
def test_scouts_move_as_far_as_their_number(move: float):
    """Scouts 6" move up to 6", whatever their Move, after the first-turn roll and before the first phase."""
    red = formation("a-s", at=[(10, 10)], troop=trooper(m=move), powers=SCOUTS)
    table = rolled_for_first_turn(red, formation("b-b", at=[(50, 10)]))
    refused(table, "red", scouts_move("a-s", path("a-s.1", (16.1, 10))), "GA-3.2-10").rejected(
        "GA-3.2-10", "too-far", limit=6000
    )
    refused(table, "red", scouts_move("a-spare"), "GA-4.2-03").rejected("GA-4.2-03", "no-scouts")
    outcome = table.when("red", scouts_move("a-s", path("a-s.1", (16, 10))))
    outcome.then(PreBattleRuleResolved, FormationMoved, BattleBegun)
    late_again = refused(table, "red", scouts_move("a-s", path("a-s.1", (18, 10))), "GA-3.1-04")
    late_again.rejected("GA-3.1-04", "not-asked", window="manoeuvres_turn")


@pytest.mark.rule("GA-4.2-04")
@pytest.mark.ruling("GA-4.2-04.1")
def test_a_scouts_move_is_no_move_of_round_one():
    """In round 1 the formation may still move, or remain stationary and have the bonus of Heavy."""
    heavy = formation("a-s", at=[(10, 10)], powers=SCOUTS, weapons=(gun("big", "heavy"),))
    table = rolled_for_first_turn(heavy, formation("b-b", at=[(35, 10)]))
    table.when("red", scouts_move("a-s", path("a-s.1", (16, 10)))).accepted()
    settle(table, "RemainStationary")
    table.when("red", RemainStationary(formation="a-s")).accepted()
    assert formation_row(table, "a-s").move == "remained_stationary"
    settle(table, "SelectToShoot")
    table.faces(1)
    fire(table, "a-s", "b-b")
    assert last_event(table, HitsRolled).needed.total == 2
    table = rolled_for_first_turn(heavy, formation("b-b", at=[(35, 10)]))
    table.when("red", scouts_move("a-s", path("a-s.1", (16, 10)))).accepted()
    settle(table, "RemainStationary")
    moved = move(table, path("a-s.1", (22, 10)), formation="a-s")
    moved.then(FormationMoved, formation="a-s", kind="normal")


@pytest.mark.rule("GA-4.2-04")
@pytest.mark.ruling("GA-4.2-04.2")
@pytest.mark.parametrize(
    ("least", "at", "faults"),
    [
        (0, (17.9, 10), {}),
        (0, (18, 10), {"GA-3.2-11": "passes-threat"}),
        (9000, (10, 12), {}),
        (9000, (10.9, 10), {"GA-4.2-04": "near-enemies"}),
    ],
)
def test_scouts_keep_clear_of_enemies(least: int, at: Place, faults: dict[str, str]):
    """Scouts keep out of Threat Range, and with the option 9" away."""
    red = formation("a-s", at=[(10, 10)], powers=("scouts 9000",))
    table = rolled_for_first_turn(red, formation("b-b", at=[(20, 10)]), options={"scouts_min_enemy_distance": least})
    command = scouts_move("a-s", path("a-s.1", at))
    if not faults:
        table.when("red", command).then(FormationMoved, formation="a-s")
        return
    outcome = refused(table, "red", command, *faults)
    for clause, reason in faults.items():
        outcome.rejected(clause, reason)


@pytest.mark.rule("GA-7.0-16", "GA-2.5-10", "GA-4.2-03")
@pytest.mark.ruling("GA-2.5-10.1", "GA-4.2-03.3")
def test_a_roll_off_orders_both_players_scouts():
    """Where both players have Scouts the winner of a roll-off says who does all of his first."""
    red, blue = formation("a-s", at=[(10, 10)], powers=SCOUTS), formation("b-s", at=[(50, 10)], powers=SCOUTS)
    table = rolled_for_first_turn(red, blue, dice=(6, 1, 2, 5))
    table.when("blue", ChooseOrder(order=("a", "b"))).asks("pre_battle_rule", "red")
    table.when("red", scouts_move("a-s")).then(PreBattleRuleResolved, used=False).asks("pre_battle_rule", "blue")
    table.when("blue", scouts_move("b-s")).then(PreBattleRuleResolved, BattleBegun)
    assert last_event(table, RollOffMade).purpose == "order"


@pytest.mark.rule("GA-4.2-04", "GA-3.2-37")
@pytest.mark.ruling("GA-3.2-37.1")
def test_scouts_may_end_aboard():
    """A Scouts move may end in a transport nearby."""
    table = rolled_for_first_turn(
        formation("a-s", at=[(10, 10)], powers=SCOUTS), carrier(at=(20, 10)), formation("b-b", at=[(50, 10)])
    )
    refused(table, "red", scouts_move("a-s", path("a-s.1", (12, 10)), into="a-t.1"), "GA-3.2-37").rejected(
        "GA-3.2-37", "far-from-transport", troop="a-s.1"
    )
    table.when("red", scouts_move("a-s", path("a-s.1", (16, 10)), into="a-t.1")).then(FormationMoved, FormationEmbarked)
    assert (formation_row(table, "a-s").place, formation_row(table, "a-s").aboard) == ("embarked", "a-t.1")


MIXED = {1: Member(powers=("scouts 6000",)), 2: Member(powers=("scouts 4000",))}


@pytest.mark.rule("GA-4.2-03")
@pytest.mark.ruling("GA-4.2-03.2")
def test_mixed_scouts_go_as_far_as_the_lowest():
    """Scouts 6" and Scouts 4" in one formation move up to 4", both of them."""
    red = formation("a-s", at=[(10, 10), (10, 11.5)], only=MIXED)
    table = rolled_for_first_turn(red, formation("b-b", at=[(50, 10)]))
    far = refused(table, "red", scouts_move("a-s", path("a-s.1", (14.1, 10)), path("a-s.2", (14, 11.5))), "GA-3.2-10")
    far.rejected("GA-3.2-10", "too-far", troop="a-s.1", limit=4000)
    table.when("red", scouts_move("a-s", path("a-s.1", (14, 10)), path("a-s.2", (14, 11.5)))).then(
        PreBattleRuleResolved, FormationMoved, BattleBegun
    )


@pytest.mark.rule("GA-4.2-03")
def test_scouts_are_all_or_none():
    """A formation of which one troop is no Scout makes no Scouts move: the battle begins without asking."""
    red = formation("a-s", at=[(10, 10), (10, 11.5)], only={1: MIXED[1]})
    table = rolled_for_first_turn(red, formation("b-b", at=[(50, 10)]))
    assert table.window is not None
    assert table.window.kind == "manoeuvres_turn"
    table.ask("pre_battle_rule", "red", over=True)
    command = scouts_move("a-s", path("a-s.1", (12, 10)))
    refused(table, "red", command, "GA-4.2-03").rejected("GA-4.2-03", "no-scouts", formation="a-s")


@pytest.mark.rule("GA-4.2-05", "GA-7.0-13")
@pytest.mark.parametrize("anywhere", [True, False])
def test_infiltrators_are_not_lost_while_the_warfield_has_room(*, anywhere: bool):
    """A crowded zone destroys no Infiltrators, who have room elsewhere; silence sets them up there."""
    table = crowded_zone(1_500, 3)
    part = table.game.parts["a-r"]
    table.put("parts", replace(part, abilities=(ability("infiltrators"),) if anywhere else ()))
    if not anywhere:
        assert default_deployment(table) == DeclareNoRoom(formation="a-r", troops=())
        return
    refused(table, "red", DeclareNoRoom(formation="a-r", troops=()), "GA-7.0-13").rejected("GA-7.0-13", "room-left")
    command = default_deployment(table)
    assert isinstance(command, DeployFormation)
    table.when("red", command).accepted()
    assert len(command.troops) == 3
    assert all(20_000 < troop.pose.x < 31_000 for troop in command.troops)
