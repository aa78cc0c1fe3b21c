"""Chapter 3.2 by its edges: paths and their ends, the plan of a Retreat, and what stands against a claim about it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.board.inches import hull_base
from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseRetreatCasualties,
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    DesperateRetreatTested,
    EndMoveStep,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationMoved,
    FormationRemainedStationary,
    MakeNormalMove,
    MakeRetreatMove,
    MoveDeclared,
    MoveStepEnded,
    RemainStationary,
    TroopDestroyed,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import Place, Unit, battle, formation, line, pose, refused, trooper

FOE = formation("b-b", at=[(40, 10)])


def way(troop: str, *places: Place) -> TroopPath:
    return TroopPath(troop=troop, path=tuple(pose(each) for each in places))


def moving(*units: Unit, **rest: Any) -> Table:
    """Declare red's Normal move of a-r."""
    table = battle(*units, phase="move", **rest)
    declared = table.when("red", DeclareNormalMove(formation="a-r"))
    declared.then(MoveDeclared, kind="normal").asks("make_move", "red")
    return table


def make(table: Table, *paths: TroopPath, formation: str = "a-r") -> Any:
    return table.when("red", MakeNormalMove(formation=formation, paths=paths))


# -- paths


@pytest.mark.rule("GA-3.2-08")
def test_a_pivot_of_a_hull_counts_as_far_as_its_farthest_part_travels():
    """Half a turn of a hull costs the arc of its corner, or nothing by option."""
    hull = trooper("hull", m=6, base=hull_base(4000, 4000))
    table = moving(formation("a-r", at=[(10, 10)], troop=hull), FOE)
    make(table, way("a-r.1", (10, 10, 0, 180))).rejected("GA-3.2-10", "too-far", distance=8886, limit=6000)
    make(table, way("a-r.1", (10, 10, 0, 90))).accepted()
    free = moving(formation("a-r", at=[(10, 10)], troop=hull), FOE, options={"pivot_cost": "free"})
    make(free, way("a-r.1", (10, 10, 0, 180))).accepted()


@pytest.mark.rule("GA-3.2-01", "GA-3.2-04")
def test_a_formation_is_selected_once_and_may_move_nobody():
    """No path at all is a move; afterwards the formation is not selected again, and the step closes for the rest."""
    table = moving(formation("a-r", at=[(10, 10)]), FOE)
    table.when("red", DeclareNormalMove(formation="a-spare")).rejected("GA-3.2-04", "not-asked")
    make(table).then(FormationMoved, troops=()).asks("move_turn", "red")
    table.when("red", RemainStationary(formation="a-r")).rejected("GA-3.2-01", "already-moved")
    closed = table.when("red", EndMoveStep())
    closed.exactly(FormationRemainedStationary(formation="a-spare"), MoveStepEnded(seat=0))
    closed.asks("reinforcements", "red")


@pytest.mark.rule("GA-3.2-04")
def test_paths_name_own_troops_once_and_lead_somewhere():
    """A stranger's troop, a second path and a path without a pose are all told at once."""
    table = moving(formation("a-r", at=[(10, 10)]), FOE)
    outcome = make(table, way("a-r.1"), way("a-spare.1", (2, 41)), way("a-r.1", (11, 10)))
    outcome.rejected("GA-3.2-04", "path-legs", "paths[0]")
    outcome.rejected("GA-3.2-04", "not-of-formation", "paths[1]", troop="a-spare.1")
    outcome.rejected("GA-3.2-04", "moved-twice", "paths[2]")


@pytest.mark.rule("GA-3.2-11")
def test_a_normal_move_keeps_out_of_threat_range_all_the_way():
    """A path that passes at 0.9 inches is refused though it ends far off; at 1.1 inches it is accepted."""
    table = moving(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(13, 12)]))
    make(table, way("a-r.1", (13, 10.1), (15, 10))).rejected("GA-3.2-11", "passes-threat", enemy="b-b.1")
    make(table, way("a-r.1", (13, 9.9), (15, 9.9))).accepted()


@pytest.mark.rule("GA-3.2-07", "GA-3.2-26")
def test_vehicles_go_round_one_another_in_the_order_of_the_paths():
    """A fellow Vehicle that moved away first is in nobody's way; a flier crosses it anyway."""
    after, before = way("a-r.1", (15, 10)), way("a-r.2", (13.5, 12.5))
    for keywords, paths, allowed in (
        (("vehicle",), (after, before), False),
        (("vehicle",), (before, after), True),
        (("vehicle", "fly"), (after, before), True),
    ):
        table = moving(formation("a-r", at=[(10, 10), (11.5, 10)], keywords=keywords), FOE)
        if allowed:
            make(table, *paths).then(FormationMoved)
        else:
            told = refused(table, "red", MakeNormalMove(formation="a-r", paths=paths), "GA-3.2-07")
            told.rejected("GA-3.2-07", "crosses-friend", troop="a-r.1", friend="a-r.2")


@pytest.mark.rule("GA-2.2-07", "GA-3.2-06")
def test_ends_are_judged_together():
    """Troops may take each other's places; a gap of more than two inches at the end is refused."""
    table = moving(formation("a-r", at=line(3, 10)), FOE)
    make(table, way("a-r.1", (12, 6))).rejected("GA-2.2-07", "not-cohesive")
    make(table, way("a-r.1", (10, 11.9))).rejected("GA-3.2-06", "on-top", troop="a-r.1")
    make(table, way("a-r.1", (10, 11.5)), way("a-r.2", (10, 10))).accepted()


@pytest.mark.rule("GA-3.2-03", "GA-3.1-10")
def test_who_may_not_move_or_advance():
    """Within Threat Range nobody makes a Normal move, fatigued nobody advances; strangers are not moved."""
    table = battle(
        formation("a-r", at=[(10, 10)]), formation("a-s", at=[(10, 20)]), formation("b-b", at=[(12, 10)]),
        phase="move", past={"manoeuvres": [FormationBattleFatigued(formation="a-s", until=2)]},
    )  # fmt: skip
    table.when("red", DeclareNormalMove(formation="a-r")).rejected("GA-3.2-03", "in-threat", enemies="b-b")
    table.when("red", DeclareRetreat(formation="a-s")).rejected("GA-3.2-02", "not-in-threat")
    table.when("red", DeclareAdvance(formation="a-s")).rejected("GA-3.1-10", "battle-fatigued")
    table.when("red", DeclareNormalMove(formation="b-b")).rejected("GA-2.1-02", "not-yours")
    table.when("red", DeclareNormalMove(formation="a-s")).accepted()
    make(table, formation="a-s").accepted()
    retreat(table, way("a-r.1", (6, 10))).then(MoveDeclared, kind="retreat")


# -- Retreats


def hemmed(count: int = 4, **rest: Any) -> Table:
    """Troops in a row, an enemy in front of the first two."""
    own = formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(count)])
    return battle(own, formation("b-b", at=[(11.5, 10), (11.5, 11.5)]), phase="move", **rest)


def retreat(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", DeclareRetreat(formation="a-r", paths=paths))


def to(x: float, count: int = 4) -> list[TroopPath]:
    """Go straight ahead; beyond 11.5 the first two troops cross the enemy."""
    return [way(f"a-r.{n + 1}", (x, 10 + 1.5 * n)) for n in range(count)]


@pytest.mark.rule("GA-3.2-15", "GA-3.2-16", "GA-3.2-21")
def test_a_retreat_is_found_legal_before_any_die_and_made_as_planned():
    """An end within Threat Range is refused and nothing rolled; a legal plan is not changed without casualties."""
    table = hemmed()
    retreat(table, *to(9.6)).rejected("GA-3.2-15", "ends-in-threat")
    retreat(table, *to(7)).then(MoveDeclared, kind="retreat", tested=()).asks("make_move", "red")
    other = table.when("red", MakeRetreatMove(formation="a-r", paths=tuple(to(8))))
    other.rejected("GA-3.2-21", "plan-stands")
    turned = tuple(reversed(to(7)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=turned)).then(FormationMoved, kind="retreat")


@pytest.mark.rule("GA-3.2-18", "GA-3.2-20")
def test_the_owner_chooses_as_many_casualties_as_tests_failed():
    """Two cross: two dice; one fails, and any one troop falls, tested or not."""
    table = hemmed(dice=[2, 3])
    declared = retreat(table, *to(14.5))
    declared.then(MoveDeclared, tested=("a-r.1", "a-r.2")).then(DesperateRetreatTested, failures=1, faces=(2, 3))
    wrong = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.2")))
    wrong.rejected("GA-3.2-20", "casualties-count", due=1, found=2)
    fallen = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.4",)))
    fallen.then(TroopDestroyed, troop="a-r.4", cause="desperate_retreat").asks("make_move", "red")
    left = tuple(to(14.5, 3))
    table.when("red", MakeRetreatMove(formation="a-r", paths=left)).then(FormationMoved)


@pytest.mark.rule("GA-3.2-20")
def test_when_every_test_fails_the_formation_is_gone():
    """As many failures as troops leave no choice; the next formation may be selected."""
    table = hemmed(count=2, dice=[1, 2])
    gone = retreat(table, *to(14.5, 2))
    gone.then(DesperateRetreatTested, TroopDestroyed, TroopDestroyed, FormationDestroyed, FormationMoved)
    gone.asks("move_turn", "red")
    assert table.game.action is None


def spoiled() -> Table:
    """The chain of a plan loses its middle troop: what is left of it is not cohesive."""
    table = hemmed(count=3, dice=[1, 4])
    retreat(table, way("a-r.1", (14.5, 10)), way("a-r.2", (14.5, 12.5)), way("a-r.3", (14.5, 14.9))).accepted()
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    return table


@pytest.mark.rule("GA-3.2-21")
def test_a_spoiled_plan_is_replaced_without_further_crossings():
    """What is left of the plan is refused, and so is a way of an untested troop across an enemy."""
    table = spoiled()
    rest = (way("a-r.1", (14.5, 10)), way("a-r.3", (14.5, 14.9)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=rest)).rejected("GA-2.2-07", "not-cohesive")
    crossing = (way("a-r.1", (14.5, 10)), way("a-r.3", (11.5, 11.5), (14.5, 12)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=crossing)).rejected("GA-3.2-21", "untested-crossing")
    elsewhere = (way("a-r.1", (7.5, 10)), way("a-r.3", (7.5, 12)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=elsewhere)).then(FormationMoved, kind="retreat")


@pytest.mark.rule("GA-3.2-21", "GA-2.4-13")
def test_that_no_retreat_is_left_stands_until_an_end_state_refutes_it():
    """Confirmed, nobody moves and the formation has retreated; a legal end state is what silence then takes."""
    claim = ClaimImpossible(what="retreat", formation="a-r")
    table = spoiled()
    table.when("red", claim).asks("fact_stated", "blue")
    confirmed = table.when("blue", ConfirmFact(fact=next(iter(table.game.facts))))
    confirmed.then(FormationMoved, kind="retreat", troops=()).asks("move_turn", "red")
    assert table.game.formations["a-r"].move == "retreat"
    table = spoiled()
    table.when("red", claim).accepted()
    shown = "a-r.1:7500,10000,0,0; a-r.3:7500,12000,0,0"
    table.when("blue", DisputeFact(fact=next(iter(table.game.facts)), value=shown)).asks("make_move", "red")
    table.when("red", claim).rejected("GA-2.4-13", "claim-refuted", found="retreat")
    silence = table.rules.windows["make_move"].default_command
    said = silence(table.game, table.window, 0) if silence and table.window else None
    assert said is not None
    table.when("red", said).then(FormationMoved, kind="retreat")
