"""Tactical Points of War of Control and of Generals (GA-7.1-05, GA-7.0-21, GA-8.1-07)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    EndBattle,
    EndTurn,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    TroopDestroyed,
    VictorDetermined,
)
from tests.rulesets.grinding_annihilation.armies.steps import end_of_battle
from tests.rulesets.grinding_annihilation.fixtures import Unit, battle, blade, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import points_scored, stand
from tests.rulesets.grinding_annihilation.steps import events_of, fight, fire, last_event, settle

FOUR = ((28, 8), (28, 20), (28, 30), (28, 40))


def holders_of_four() -> list[Unit]:
    """Let red stand at every marker of FOUR."""
    return [stand(f"a-h{number}", at) for number, at in enumerate(FOUR)]


@pytest.mark.rule("GA-7.1-05")
@pytest.mark.parametrize(("number", "markers", "scored"), [(1, 2, []), (2, 2, [2]), (2, 4, [3])])
def test_points_for_markers_from_the_second_round(number: int, markers: int, scored: list[int]):
    """From round 2 a player scores a point for each marker at the end of his Manoeuvres turn, three at most."""
    dice = (6, 1) if number > 1 else ()
    table = battle(*holders_of_four(), phase="manoeuvres", number=number, markers=FOUR[:markers], dice=dice)
    table.when("red", EndTurn()).accepted()
    assert [event.points.total for event in events_of(table, TacticalPointsScored) if event.seat == 0] == scored
    table.when("blue", EndTurn()).accepted()
    assert [side.tactical_points for side in table.view("referee").sides] == [sum(scored), 0]


@pytest.mark.rule("GA-7.1-05", "GA-3.1-08")
@pytest.mark.parametrize(("dice", "scored"), [((1, 1), []), ((6, 6), [1])])
def test_holder_that_becomes_fatigued_scores_nothing(dice: tuple[int, int], scored: list[int]):
    """Points are counted after the Battle-Fatigue tests of the turn: who fails scores nothing for its marker."""
    red = formation("a-r", at=line(5, 28, 20), troop=trooper(be=2, he=7), weapons=())
    fallen = ("a-r.1", "a-r.2", "a-r.3")
    table = battle(red, phase="manoeuvres", number=2, markers=((28, 25),), fallen=fallen, dice=(6, 1, *dice))
    table.when("red", TakeBattleFatigueTest(formation="a-r")).accepted()
    table.when("red", EndTurn()).accepted()
    assert [event.points.total for event in events_of(table, TacticalPointsScored)] == scored


@pytest.mark.rule("GA-7.0-21")
@pytest.mark.ruling("GA-7.0-21.2")
def test_points_are_never_lost_and_not_scored_at_the_end():
    """Points add up; what is held at the end of round 5 scores nothing."""
    table = battle(*holders_of_four(), phase="brawl", number=5, markers=FOUR, past={"manoeuvres": points_scored(2, 1)})
    assert last_event(table, VictorDetermined).points == (2, 1)
    assert events_of(table, TacticalPointsScored) == []


SHOT = gun("shot")


@pytest.mark.rule("GA-2.1-09", "GA-8.1-07")
@pytest.mark.ruling("GA-2.1-09.2", "GA-8.1-07.2", "GA-8.1-07.3")
@pytest.mark.parametrize(("options", "scored"), [({}, 0), ({"general_kill_tp": 2}, 2)])
def test_the_generals_death_scores_nothing(options: dict[str, int], scored: int):
    """A destroyed General scores nothing, but by option; the battle goes on."""
    general = formation("a-aa", at=[(20, 10)], weapons=(), keywords=("infantry", "character"))
    blue = formation("b-b", at=[(10, 10)], weapons=(SHOT,))
    table = battle(general, blue, first="blue", dice=(3, 4, 1), options=options)
    fire(table, "b-b", "a-aa", who="blue")
    table.when("blue", EndTurn()).accepted()
    assert [side.tactical_points for side in table.view("referee").sides] == [0, scored]
    assert [event.troop for event in events_of(table, TroopDestroyed)] == ["a-aa.1"]
    assert events_of(table, BattleEnded) == []


@pytest.mark.rule("GA-8.1-07")
def test_the_last_generals_death_counts_before_the_victor():
    """With the option a General who falls in the last fight of the battle still scores."""
    general = formation("a-aa", at=[(20, 10)], weapons=(), keywords=("infantry", "character"))
    blue = formation("b-b", at=[(21, 10)], weapons=(blade("knife"),))
    options = {"general_kill_tp": 2}
    table = battle(general, blue, phase="brawl", number=5, first="red", dice=(3, 4, 1), options=options)
    fight(table, "b-b", "a-aa", who="blue")
    settle(table, "EndBattle")
    assert (last_event(table, VictorDetermined).points, last_event(table, VictorDetermined).winner) == ((0, 2), 1)


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


@pytest.mark.rule("GA-8.1-07", "GA-7.0-18")
@pytest.mark.parametrize(("worth", "points"), [(0, (0, 0)), (2, (0, 2))])
def test_a_general_that_never_arrives_is_destroyed(worth: int, points: tuple[int, int]):
    """With the option a General left in Reserves counts as destroyed before the victor is determined."""
    chief = formation("a-aa", at=[(5, 5)], keywords=("infantry", "character"))
    units = (chief, formation("a-z", at=[(5, 9)]), formation("b-b", at=[(30, 22)]))
    table = end_of_battle(*units, off={"a-aa": "strategic_reserves"}, options={"general_kill_tp": worth})
    table.when("table", EndBattle()).then(VictorDetermined, points=points, destroyed=(), winner=1 if worth else None)
