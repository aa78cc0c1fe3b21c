from typing import Any

import pytest

from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleConceded,
    BattleEnded,
    BattleFatigueEnded,
    BattleFatigueTested,
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    CohesionChecked,
    CommitBattleFormations,
    ConcedeBattle,
    CreateBattle,
    EndTurn,
    FormationBattleFatigued,
    Options,
    PhaseBegun,
    RemoveOutOfCohesion,
    RoundBegun,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    TroopRemovedForCohesion,
    VictorDetermined,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.givens import battle, fire, formation, line, story, trooper

HERO = trooper("hero", be=3)


def new_table(**terms: Any) -> Table:
    table = Table(rules_of("grinding_annihilation"), **terms)
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options())
    table.when("referee", start).accepted()
    return table


def end_turns(table: Table) -> list[object]:
    """Play silence until the battle is over; the events."""
    events: list[object] = []
    while table.window is not None and table.game.result is None:
        events += silence(table).events
    return events


def silence(table: Table) -> Outcome:
    """Give the answer that silence stands for."""
    top: Any = table.window
    silent: Any = table.rules.windows[top.kind].default_command
    answer = silent(table.game, top, top.asks[0])
    return table.when(top.asks[0], answer).accepted()


@pytest.mark.rule("GA-3.0-01", "GA-3.1-02", "GA-7.0-17", "GA-7.0-19")
def test_five_rounds_of_five_phases_end_in_a_draw():
    """With nothing done five rounds pass, initiative is rolled for from the second, and equal points are a draw."""
    table = battle(phase="manoeuvres", dice=[1, 2, 3, 4, 5, 5, 6, 1, 4, 2])
    events = end_turns(table)
    phases = [event.phase for event in events if isinstance(event, PhaseBegun)]
    cycle = ["manoeuvres", "move", "shooting", "assault", "brawl"]
    assert phases == cycle[1:] + 4 * cycle
    assert [event.round for event in events if isinstance(event, RoundBegun)] == [2, 3, 4, 5]
    assert [event.winner for event in events if isinstance(event, VictorDetermined)] == [None]
    assert table.game.result.outcome == "draw"
    assert [side.manoeuvre_points for side in table.game.sides.values()] == [5, 5]


@pytest.mark.rule("GA-7.1-05", "GA-7.0-04")
def test_markers_score_from_the_second_round_at_most_three():
    """Four markers held score nothing in round 1 and three points in round 2, at the end of the own turn."""
    markers = [(30, 8), (30, 18), (30, 28), (30, 38)]
    crew = formation("a-crew", at=[(31, 8), (31, 18), (31, 28), (31, 38)], troop=HERO)
    first = battle(crew, phase="manoeuvres", markers=markers, options={"cohesion_check": "end_of_round"})
    assert TacticalPointsScored not in [type(each) for each in first.when("red", EndTurn()).accepted().events]
    table = battle(
        crew, phase="manoeuvres", number=2, markers=markers, dice=[5, 2], options={"cohesion_check": "end_of_round"}
    )
    scored = table.when("red", EndTurn()).one(TacticalPointsScored)
    assert (scored.seat, scored.points.total, scored.total) == (0, 3, 3)
    assert TacticalPointsScored not in [type(each) for each in table.when("blue", EndTurn()).accepted().events]


@pytest.mark.rule("GA-3.1-05", "GA-3.1-06", "GA-3.1-07", "GA-3.0-09")
def test_fatigue_is_tested_before_the_turn_ends_and_lasts_for_a_round():
    """A formation Below Half-Strength has to test; failed, it is fatigued until its next Manoeuvres turn."""
    squad = formation("a-squad", at=line(10, 10))
    gone = [f"a-squad.{number}" for number in range(1, 7)]
    table = battle(squad, phase="manoeuvres", fallen=gone, dice=[2, 4, 1, 2, 3, 5])
    table.when("red", EndTurn()).rejected("GA-3.0-09", "tests-due", formations="a-squad")
    outcome = table.when("red", TakeBattleFatigueTest(formation="a-squad"))
    assert outcome.one(BattleFatigueTested).needed == 7
    assert outcome.one(FormationBattleFatigued).until == 2
    table.when("red", TakeBattleFatigueTest(formation="a-squad")).rejected("GA-3.1-05", "no-test-due")
    table.when("red", EndTurn()).accepted()
    while table.game.battle.round == 1:
        assert table.game.formations["a-squad"].fatigued
        silence(table)
    assert table.game.battle.turn == 1
    assert table.game.formations["a-squad"].fatigued
    assert table.when("blue", EndTurn()).one(BattleFatigueEnded).formations == ("a-squad",)
    table.when("red", TakeBattleFatigueTest(formation="a-squad")).accepted()


@pytest.mark.rule("GA-2.2-08", "GA-2.2-09")
def test_a_broken_formation_loses_troops_before_the_turn_is_over():
    """The owner removes troops one at a time until the rest is one group; nothing else is accepted meanwhile."""
    pairs = formation("a-pairs", at=[(10, 10), (11.5, 10), (30, 10), (31.5, 10)], powers=("deadly_demise 3",))
    table = battle(pairs)
    outcome = table.when("red", EndTurn()).asks("cohesion", "red")
    assert outcome.one(CohesionChecked).broken == ("a-pairs",)
    table.when("red", EndTurn()).rejected("GA-2.2-08", "not-asked")
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="a-pairs.1")).asks("cohesion", "red")
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="b-spare.1")).rejected(
        "GA-2.2-08", "not-of-formation"
    )
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="a-pairs.2")).asks("shooting_turn", "blue")
    assert table.game.demises == ()
    assert sorted(table.game.fallen) == ["a-pairs.1", "a-pairs.2"]


@pytest.mark.rule("GA-7.0-17", "GA-2.2-09")
def test_troops_removed_for_cohesion_are_lost_to_their_army():
    """Who removed a troop for cohesion and then loses the other to shots has no army left: the battle ends."""
    lone = formation("a-lone", at=[(10, 10), (30, 10)])
    other = formation("b-other", at=[(50, 10)])
    table = battle(lone, other, spares=False, phase="shooting")
    table.when("red", EndTurn()).accepted()
    removed = table.when("red", RemoveOutOfCohesion(formation="a-lone", troop="a-lone.1"))
    removed.then(TroopRemovedForCohesion, troop="a-lone.1").without(BattleEnded)
    table.faces(3, 4, 1)
    fire(table, "b-other", "a-lone", who="blue")
    assert [each.reason for each in story(table, BattleEnded)] == ["annihilation"]
    assert [each.winner for each in story(table, VictorDetermined)] == [1]


@pytest.mark.rule("GA-8.1-07", "GA-2.1-09")
def test_a_general_is_worth_what_the_option_says():
    """A fallen General scores nothing by default and once what the option general_kill_tp says."""
    for worth in (0, 2):
        chief = formation("a-chief", at=[(10, 10), (11.5, 10)])
        table = battle(chief, fallen=["a-chief.1"], options={"general_kill_tp": worth})
        table.when("red", EndTurn()).accepted()
        table.when("blue", EndTurn()).accepted()
        assert table.game.sides[1].tactical_points == worth
        assert table.game.sides[1].round_points == 0


def test_who_concedes_or_musters_no_army_has_lost():
    """Giving up ends the battle for the other player; silence of both at the rosters is a draw."""
    table = new_table()
    ended = table.when("blue", ConcedeBattle())
    assert ended.one(BattleConceded).seat == 1
    assert table.game.result.winners == (0,)
    silent = new_table(limit=60)
    silent.wait(61).when("table", EnforceDeadline(window=silent.window.id)).accepted()
    assert (silent.game.result.winners, silent.game.result.outcome) == ((0, 1), "draw")


@pytest.mark.rule("GA-7.0-11")
def test_battle_formations_are_sealed_until_both_are_in():
    """What the first player wrote is nobody else's to read before the second has written too."""
    table = battle(begin=False, phase="manoeuvres").ask("formations", "red", "blue")
    table.dice = SeededDice(bytes(32), bytes(32))
    outcome = table.when("red", CommitBattleFormations(formations=BattleFormations()))
    assert outcome.one(BattleFormationsCommitted).entry == table.protocol.seq
    sealed = table.protocol.seq
    shown = table.when("blue", CommitBattleFormations(formations=None))
    assert [each.seat for each in shown.events if isinstance(each, BattleFormationsRevealed)] == [0, 1]
    assert sorted(table.protocol.unsealed) == [sealed, sealed + 1]
