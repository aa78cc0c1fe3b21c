"""The Move Phase's steps (GA-3.2-01 to -04, -09, -30): who is selected, who stands."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    EndMoveStep,
    EndTurn,
    FormationArrived,
    FormationBattleFatigued,
    FormationMoved,
    FormationRemainedStationary,
    MoveDeclared,
    MoveStepEnded,
    PlayerTurnBegun,
    RemainStationary,
    SelectToShoot,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, line, troop_poses, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, move_declared, move_turn
from tests.rulesets.grinding_annihilation.movement.steps import make_normal_move, retreat
from tests.rulesets.grinding_annihilation.steps import declare, events_of, formation_view, make, move, path, refused


@pytest.mark.rule("GA-3.2-01")
def test_each_formation_moves_once_and_one_at_a_time():
    """Each formation is selected once; a move is finished before the next is begun."""
    table = move_turn()
    declare(table).accepted()
    refused(table, "red", RemainStationary(formation="a-spare"), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    table.when("red", make("a-r", path("a-r.1", (14, 10)))).accepted()
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-01").rejected("GA-3.2-01", "already-moved")
    refused(table, "red", RemainStationary(formation="a-r"), "GA-3.2-01").rejected("GA-3.2-01", "already-moved")
    table.when("red", RemainStationary(formation="a-spare")).accepted()


@pytest.mark.rule("GA-3.2-01", "GA-3.2-30")
@pytest.mark.ruling("GA-3.2-01.2")
def test_closing_the_step_leaves_the_rest_standing():
    """Formations that were not selected when the step is closed Remained Stationary; nobody moves after it."""
    table = move_turn()
    ended = table.when("red", EndMoveStep()).accepted()
    ended.then(MoveStepEnded, seat=0)
    assert sorted(event.formation for event in events_of(table, FormationRemainedStationary)) == ["a-r", "a-spare"]
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-30").rejected("GA-3.2-30", "not-asked")
    if events_of(table, PlayerTurnBegun)[-1].seat == 0:
        table.when("red", EndTurn()).accepted()
    assert events_of(table, PlayerTurnBegun)[-1].seat == 1


@pytest.mark.rule("GA-3.2-02")
def test_no_retreat_out_of_threat_range():
    """A formation that no enemy threatens does not Retreat; it moves, Advances or stands."""
    table = move_turn((12.5, 10), dice=(1,))
    refused(table, "red", DeclareRetreat(formation="a-r", paths=(path("a-r.1", (6, 10)),)), "GA-3.2-02").rejected(
        "GA-3.2-02", "not-in-threat"
    )
    declare(table, kind="advance").accepted()


@pytest.mark.rule("GA-3.2-03", "GA-2.3-02")
def test_only_retreat_or_standing_within_threat_range():
    """With one troop within Threat Range a formation may only Remain Stationary or Retreat."""
    table = move_turn((12, 10), at=((10, 10), (8, 10)))
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
    refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
    back = (path("a-r.1", (6, 10)), path("a-r.2", (4, 10)))
    table.when("red", DeclareRetreat(formation="a-r", paths=back)).accepted()
    move_turn((12, 10)).when("red", RemainStationary(formation="a-r")).accepted()


@pytest.mark.rule("GA-3.2-09")
def test_who_stands_stays():
    """A formation that Remained Stationary does not move in this phase; later it may assault."""
    table = move_turn((19, 10))
    table.when("red", RemainStationary(formation="a-r")).then(FormationRemainedStationary, formation="a-r")
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-01").rejected(
        "GA-3.2-01", "already-moved", move="remained_stationary"
    )
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)])
    still = {"move": [FormationRemainedStationary(formation="a-r")]}
    table = battle(red, blue, phase="assault", past=still)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()


@pytest.mark.rule("GA-3.2-04")
def test_any_all_or_none_of_the_troops_move():
    """Three of five may move, or none; the formation has made a Normal move."""
    table = move_turn(at=tuple(line(5, 10)))
    moved_troops = move(table, *(path(f"a-r.{n}", (12, 8.5 + 1.5 * n)) for n in (1, 2, 3))).one(FormationMoved).troops
    assert [moved_troop.troop for moved_troop in moved_troops] == ["a-r.1", "a-r.2", "a-r.3"]
    table = move_turn()
    move(table).then(FormationMoved, formation="a-r", kind="normal", troops=())


@pytest.mark.rule("GA-3.2-01", "GA-3.2-30")
def test_step_is_not_closed_within_a_move():
    """A move that was declared is made before the step is closed or another formation is selected."""
    table = move_turn()
    declare(table).accepted()
    refused(table, "red", EndMoveStep(), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", EndTurn(), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", make("a-spare"), "GA-3.2-01").rejected("GA-3.2-01", "other-formation")
    table.when("red", make("a-r")).accepted()


@pytest.mark.rule("GA-3.2-25")
@pytest.mark.ruling("GA-3.2-25.1")
def test_immovable_troops_stand():
    """A formation with Move "-" only stands: no move, no Advance, no Retreat, no Assault; it may shoot."""
    still = trooper(m=None)
    table = move_turn((18, 10), troop=still)
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.when("red", RemainStationary(formation="a-r")).accepted()
    away = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (6, 10)),))
    refused(move_turn((11.5, 10), troop=still), "red", away, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    red, blue = formation("a-r", at=[(10, 10)], troop=still), formation("b-b", at=[(18, 10)])
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    refused(battle(red, blue, phase="assault"), "red", charge, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    battle(red, blue).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()


FOE = formation("b-b", at=[(40, 10)])


@pytest.mark.rule("GA-3.2-01", "GA-3.2-04")
@pytest.mark.ruling("GA-3.2-01.1")
def test_a_formation_is_selected_once_and_may_move_nobody():
    """No path at all is a move; afterwards the formation is not selected again, and the step closes for the rest."""
    table = move_declared(formation("a-r", at=[(10, 10)]), FOE)
    table.when("red", DeclareNormalMove(formation="a-spare")).rejected("GA-3.2-04", "not-asked")
    make_normal_move(table).then(FormationMoved, troops=()).asks("move_turn", "red")
    table.when("red", RemainStationary(formation="a-r")).rejected("GA-3.2-01", "already-moved")
    closed = table.when("red", EndMoveStep())
    closed.exactly(FormationRemainedStationary(formation="a-spare"), MoveStepEnded(seat=0))
    closed.asks("reinforcements", "red")


@pytest.mark.rule("GA-3.2-03", "GA-3.1-10")
def test_who_may_not_move_or_advance():
    """Within Threat Range nobody makes a Normal move, fatigued nobody advances; strangers are not moved."""
    table = battle(
        formation("a-r", at=[(10, 10)]),
        formation("a-s", at=[(10, 20)]),
        formation("b-b", at=[(12, 10)]),
        phase="move",
        past={"manoeuvres": [FormationBattleFatigued(formation="a-s", until=2)]},
    )
    table.when("red", DeclareNormalMove(formation="a-r")).rejected("GA-3.2-03", "in-threat", enemies="b-b")
    table.when("red", DeclareRetreat(formation="a-s")).rejected("GA-3.2-02", "not-in-threat")
    table.when("red", DeclareAdvance(formation="a-s")).rejected("GA-3.1-10", "battle-fatigued")
    table.when("red", DeclareNormalMove(formation="b-b")).rejected("GA-2.1-02", "not-yours")
    table.when("red", DeclareNormalMove(formation="a-s")).accepted()
    make_normal_move(table, formation="a-s").accepted()
    retreat(table, path("a-r.1", (6, 10))).then(MoveDeclared, kind="retreat")


@pytest.mark.rule("GA-3.2-30")
def test_move_step_then_reinforcements():
    """Of three Reserve Formations one is set up once the move step is closed; nobody moves then, and the turn ends."""
    late = {f"a-{name}": "strategic_reserves" for name in ("u", "v", "w")}
    units = (formation(name, at=[(2, 2 + 3 * n)]) for n, name in enumerate(late))
    table = battle_with_absent(*units, off=late, number=2)
    arrival = ArriveFromReserves(formation="a-v", troops=troop_poses("a-v", (2, 20)), accept_losses=False)
    early = refused(table, "red", arrival, "GA-3.2-01")
    early.rejected("GA-3.2-01", "not-asked", window="move_turn")
    table.when("red", EndMoveStep()).accepted()
    table.when("red", arrival).then(FormationArrived, formation="a-v")
    move = refused(table, "red", DeclareNormalMove(formation="a-spare"), "GA-3.2-30")
    move.rejected("GA-3.2-30", "not-asked")
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="move")
    assert {row: formation_view(table, row).place for row in late} == {**late, "a-v": "warfield"}
