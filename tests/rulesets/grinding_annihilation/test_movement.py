"""Chapter 3.2: moves and what bars them, Advances, Retreats with their tests and casualties."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.messages import (
    AdvanceRolled,
    BeginPhase,
    ChooseRetreatCasualties,
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    DesperateRetreatTested,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationMoved,
    FormationRemainedStationary,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    MoveDeclared,
    MoveStepEnded,
    RemainStationary,
    TroopDestroyed,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import Place, Unit, battle, formation, line, pose, trooper

WALKER = trooper("walker", m=6, base=3)


def way(troop: str, *places: Place) -> TroopPath:
    return TroopPath(troop=troop, path=tuple(pose(each) for each in places))


def move_phase(*units: Unit, **rest: Any) -> Table:
    """Begin red's Move turn."""
    table = battle(*units, phase="move", begin=False, **rest)
    table.ask("begin_phase", "table", about=("move",))
    table.when("table", BeginPhase(phase="move")).asks("move_turn", "red")
    return table


def moving(*units: Unit, key: str = "a-r", **rest: Any) -> Table:
    """Declare red's Normal move."""
    table = move_phase(*units, **rest)
    table.when("red", DeclareNormalMove(formation=key)).then(MoveDeclared, kind="normal").asks("make_move", "red")
    return table


def make(table: Table, *paths: TroopPath, key: str = "a-r") -> Any:
    return table.when("red", MakeNormalMove(formation=key, paths=paths))


FOE = formation("b-b", at=[(40, 10)])


@pytest.mark.rule("GA-3.2-10")
def test_a_troop_moves_by_its_move_and_no_farther():
    """Six inches are allowed to a Move of six; a hundredth more is not, and the move may be made otherwise."""
    table = moving(formation("a-r", at=[(10, 10)]), FOE)
    make(table, way("a-r.1", (16.01, 10))).rejected("GA-3.2-10", "too-far", distance=6010, limit=6000)
    make(table, way("a-r.1", (13, 10), (13, 13))).then(FormationMoved, kind="normal").asks("move_turn", "red")
    assert table.game.troops["a-r.1"].pose == pose((13, 13))
    assert table.game.action is None


@pytest.mark.rule("GA-3.2-08")
def test_a_pivot_of_a_hull_counts_as_far_as_its_farthest_part_travels():
    """Half a turn of a hull costs the arc of its corner; a round base turns freely."""
    from adjudicator.board.inches import hull_base

    hull = trooper("hull", m=6, base=hull_base(4000, 4000))
    table = moving(formation("a-r", at=[(10, 10)], troop=hull), FOE)
    make(table, way("a-r.1", (10, 10, 0, 180))).rejected("GA-3.2-10", "too-far", distance=8886)
    make(table, way("a-r.1", (10, 10, 0, 90))).accepted()


@pytest.mark.rule("GA-3.2-01")
def test_a_formation_is_selected_once_and_finished_first():
    """A second selection, and another formation during an open move, are refused."""
    table = moving(formation("a-r", at=[(10, 10)]), FOE)
    table.when("red", DeclareNormalMove(formation="a-spare")).rejected("GA-3.2-04", "not-asked")
    make(table).then(FormationMoved, troops=())
    table.when("red", RemainStationary(formation="a-r")).rejected("GA-3.2-01", "already-moved")
    table.when("red", EndMoveStep()).exactly(
        FormationRemainedStationary(formation="a-spare"), MoveStepEnded(seat=0)
    ).asks("reinforcements", "red")
    table.when("red", EndTurn()).asks("move_turn", "blue")


@pytest.mark.rule("GA-3.2-11")
def test_a_normal_move_keeps_out_of_threat_range_all_the_way():
    """A path that passes at 0.9 inches is refused though it ends far off; at 1.1 inches it is accepted."""
    enemy = formation("b-b", at=[(13, 12)])
    table = moving(formation("a-r", at=[(10, 10)]), enemy)
    make(table, way("a-r.1", (13, 10.1), (15, 10))).rejected("GA-3.2-11", "passes-threat", enemy="b-b.1")
    make(table, way("a-r.1", (13, 9.9), (15, 9.9))).accepted()


@pytest.mark.rule("GA-3.2-05", "GA-3.2-06")
def test_nobody_crosses_an_enemy_or_the_edge_or_ends_on_somebody():
    """The three ways to be where one may not be are refused, each under its clause."""
    friend = formation("a-s", at=[(10, 13)])
    table = moving(formation("a-r", at=[(10, 10)]), friend, formation("b-b", at=[(13, 10)]))
    make(table, way("a-r.1", (16, 10))).rejected("GA-3.2-05", "crosses-enemy")
    make(table, way("a-r.1", (10, 13.5))).rejected("GA-3.2-06", "on-top")
    make(table, way("a-r.1", (10, 14))).accepted()
    table = moving(formation("a-r", at=[(3, 10)]), FOE)
    make(table, way("a-r.1", (0.4, 10))).rejected("GA-3.2-05", "over-the-edge")
    make(table, way("a-r.1", (0.5, 10))).accepted()


@pytest.mark.rule("GA-3.2-07", "GA-3.2-26")
def test_vehicles_go_round_one_another_unless_they_fly():
    """A Vehicle may not cross a friendly Vehicle; one that flies may."""
    other = formation("a-s", at=[(13, 10)], keywords=("vehicle",))
    for keywords, allowed in ((("vehicle",), False), (("vehicle", "fly"), True), (("infantry",), True)):
        table = moving(formation("a-r", at=[(10, 10)], keywords=keywords), other, FOE)
        outcome = make(table, way("a-r.1", (16, 10)))
        if allowed:
            outcome.accepted()
        else:
            outcome.rejected("GA-3.2-07", "crosses-friend", friend="a-s.1")


@pytest.mark.rule("GA-3.2-26", "GA-3.2-27")
def test_who_flies_passes_over_enemies_and_ends_clear_of_them():
    """A flier crosses an enemy; it may not end within an inch of one."""
    table = moving(formation("a-r", at=[(10, 10)], keywords=("fly",)), formation("b-b", at=[(13, 10)]))
    make(table, way("a-r.1", (15, 10))).rejected("GA-3.2-27", "ends-in-threat", enemy="b-b.1")
    make(table, way("a-r.1", (15.1, 10))).accepted()


@pytest.mark.rule("GA-2.2-07")
def test_a_move_that_breaks_cohesion_is_not_made():
    """A gap of more than two inches at the end is refused; gaps on the way are not looked at."""
    table = moving(formation("a-r", at=line(3, 10)), FOE)
    make(table, way("a-r.1", (12, 6))).rejected("GA-2.2-07", "not-cohesive")
    make(table, *(way(f"a-r.{n}", (15, 8.5 + 1.5 * n)) for n in (1, 2, 3))).accepted()


@pytest.mark.rule("GA-3.2-12", "GA-3.2-13")
def test_an_advance_adds_its_die_and_is_not_taken_back():
    """The die is added to the Move of every troop; afterwards no Normal move can be made instead."""
    table = move_phase(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 12)]), dice=[4])
    table.when("red", DeclareAdvance(formation="a-r")).then(MoveDeclared, AdvanceRolled, face=4)
    make(table).rejected("GA-3.2-12", "other-move", kind="advance")
    far = table.when("red", MakeAdvanceMove(formation="a-r", paths=(way("a-r.1", (20.1, 9.9)),)))
    far.rejected("GA-3.2-12", "too-far", limit=10_000)
    near = table.when("red", MakeAdvanceMove(formation="a-r", paths=(way("a-r.1", (20, 10.1)),)))
    near.rejected("GA-3.2-13", "passes-threat")
    table.when("red", MakeAdvanceMove(formation="a-r", paths=(way("a-r.1", (19.9, 10)),))).then(FormationMoved)


@pytest.mark.rule("GA-3.2-02", "GA-3.2-03", "GA-3.1-10", "GA-3.2-25")
def test_who_may_make_which_move():
    """Within Threat Range only a Retreat, outside none; no Advance while fatigued; no move without a Move."""
    table = move_phase(
        formation("a-r", at=[(10, 10)]), formation("a-s", at=[(10, 20)]), formation("a-fixed", at=[(10, 30)],
        troop=trooper("gun", m=None)), formation("b-b", at=[(12, 10)]),
        before=[FormationBattleFatigued(formation="a-s", until=2)],
    )  # fmt: skip
    table.when("red", DeclareNormalMove(formation="a-r")).rejected("GA-3.2-03", "in-threat", enemies="b-b")
    table.when("red", DeclareRetreat(formation="a-s")).rejected("GA-3.2-02", "not-in-threat")
    table.when("red", DeclareAdvance(formation="a-s")).rejected("GA-3.1-10", "battle-fatigued")
    table.when("red", DeclareNormalMove(formation="a-fixed")).rejected("GA-3.2-25", "cannot-move")
    table.when("red", DeclareNormalMove(formation="b-b")).rejected("GA-2.1-02", "not-yours")
    table.when("red", RemainStationary(formation="a-fixed")).accepted()


# -- Retreats


def hemmed(count: int = 4, **rest: Any) -> Table:
    """Four troops in a row, an enemy in front of the first two."""
    return move_phase(
        formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(count)], keywords=rest.pop("keywords", ("infantry",))),
        formation("b-b", at=[(11.5, 10), (11.5, 11.5)]), **rest,
    )  # fmt: skip


def retreat(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", DeclareRetreat(formation="a-r", paths=paths))


def back(count: int = 4, x: float = 7) -> list[TroopPath]:
    return [way(f"a-r.{n + 1}", (x, 10 + 1.5 * n)) for n in range(count)]


def through(count: int = 4) -> list[TroopPath]:
    """Retreat straight forwards, the first two troops through the enemy."""
    return back(count, x=14.5)


@pytest.mark.rule("GA-3.2-15", "GA-3.2-16")
def test_a_retreat_is_found_legal_before_any_die():
    """An end within Threat Range is refused and nothing is rolled; clear of it the Retreat is made as planned."""
    table = hemmed()
    retreat(table, *back(x=9.6)).rejected("GA-3.2-15", "ends-in-threat")
    retreat(table, *back()).then(MoveDeclared, kind="retreat", tested=()).asks("make_move", "red")
    spare = table.when("red", MakeRetreatMove(formation="a-r", paths=tuple(back(x=8))))
    spare.rejected("GA-3.2-21", "plan-stands")
    table.when("red", MakeRetreatMove(formation="a-r", paths=tuple(back()))).then(FormationMoved, kind="retreat")
    assert table.game.formations["a-r"].move == "retreat"


@pytest.mark.rule("GA-3.2-18", "GA-3.2-20")
def test_who_crosses_enemies_is_tested_before_anybody_moves():
    """Two cross: two dice; one fails, and the owner destroys a troop of his choice, tested or not."""
    table = hemmed(dice=[2, 3])
    declared = retreat(table, *through())
    declared.then(MoveDeclared, tested=("a-r.1", "a-r.2")).then(DesperateRetreatTested, failures=1, faces=(2, 3))
    declared.asks("retreat_casualties", "red")
    wrong = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.2")))
    wrong.rejected("GA-3.2-20", "casualties-count", due=1, found=2)
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.4",))).then(
        TroopDestroyed, troop="a-r.4", cause="desperate_retreat"
    ).asks("make_move", "red")
    left = tuple(each for each in through() if each.troop != "a-r.4")
    table.when("red", MakeRetreatMove(formation="a-r", paths=left)).then(FormationMoved)


@pytest.mark.rule("GA-3.2-18")
def test_fliers_and_titans_are_not_tested_for_crossing():
    """A formation that can Fly crosses without a die."""
    table = hemmed(keywords=("fly",))
    retreat(table, *through()).then(MoveDeclared, tested=()).without(DesperateRetreatTested)


@pytest.mark.rule("GA-3.2-19", "GA-3.1-09")
def test_of_a_fatigued_formation_everybody_is_tested_once():
    """Two of four cross, all are fatigued: four dice, Fly or not; the option spares those that can Fly."""
    tired = [FormationBattleFatigued(formation="a-r", until=2)]
    table = hemmed(dice=[3, 3, 3, 3], before=tired, keywords=("fly",))
    retreat(table, *through()).then(DesperateRetreatTested, failures=0)
    table = hemmed(before=tired, keywords=("fly",), options={"fatigued_fly_exempt": True})
    retreat(table, *back()).then(MoveDeclared, tested=())


@pytest.mark.rule("GA-3.2-20")
def test_when_every_test_fails_the_formation_is_gone():
    """As many failures as troops leave no choice: all are destroyed at once and the next formation may be selected."""
    table = hemmed(count=2, dice=[1, 2])
    retreat(table, *through(2)).then(
        DesperateRetreatTested, TroopDestroyed, TroopDestroyed, FormationDestroyed, FormationMoved
    ).asks("move_turn", "red")
    assert table.game.action is None


def spoiled() -> Table:
    """The chain of a plan loses its middle troop: what is left of it is not cohesive."""
    table = hemmed(count=3, dice=[1, 4])
    paths = (way("a-r.1", (14.5, 10)), way("a-r.2", (14.5, 12.5)), way("a-r.3", (14.5, 14.9)))
    retreat(table, *paths).then(DesperateRetreatTested, failures=1)
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    return table


@pytest.mark.rule("GA-3.2-21")
def test_a_spoiled_plan_may_be_replaced_without_further_crossings():
    """The survivors may go elsewhere; a troop that was not tested may not cross an enemy."""
    table = spoiled()
    crossing = (way("a-r.1", (14.5, 10)), way("a-r.3", (11.5, 11.5), (14.5, 12)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=crossing)).rejected("GA-3.2-21", "untested-crossing")
    elsewhere = (way("a-r.1", (7.5, 10)), way("a-r.3", (7.5, 12)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=elsewhere)).then(FormationMoved, kind="retreat")


@pytest.mark.rule("GA-3.2-21", "GA-2.4-13")
def test_that_no_retreat_is_left_stands_until_an_end_state_refutes_it():
    """Confirmed, nobody moves and the formation has retreated; against a legal end state the claim falls."""
    claim = ClaimImpossible(what="retreat", formation="a-r")
    table = spoiled()
    table.when("red", claim).asks("fact_stated", "blue")
    fact = next(iter(table.game.facts))
    table.when("blue", ConfirmFact(fact=fact)).then(FormationMoved, kind="retreat", troops=()).asks("move_turn", "red")
    assert table.game.formations["a-r"].move == "retreat"
    table = spoiled()
    table.when("red", claim).accepted()
    table.faces(6, 1)
    shown = "a-r.1:7500,10000,0,0; a-r.3:7500,12000,0,0"
    table.when("blue", DisputeFact(fact=next(iter(table.game.facts)), value=shown)).asks("make_move", "red")
    table.when("red", claim).rejected("GA-2.4-13", "claim-refuted", found="retreat")
    asks = table.rules.windows["make_move"]
    said = asks.otherwise(table.game, table.window, 0) if asks.otherwise and table.window else None
    assert said is not None
    table.when("red", said).then(FormationMoved, kind="retreat")
