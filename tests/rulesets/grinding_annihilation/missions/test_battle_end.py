"""The end of a battle and its victor (GA-7.0-17 to -20)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import Concede, EnforceDeadline, SideConceded
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    CreateBattle,
    EndTurn,
    FormationDestroyed,
    Options,
    RemoveOutOfCohesion,
    SelectToShoot,
    TroopRemovedForCohesion,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.steps import end_battle, end_of_battle
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, gun
from tests.rulesets.grinding_annihilation.missions.fixtures import points_scored
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, squad
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, refused
from tests.rulesets.grinding_annihilation.troops.fixtures import aircraft

SHOT = gun("shot")


@pytest.mark.rule("GA-7.0-17")
def test_battle_ends_with_an_army():
    """The battle ends when every troop of an army is destroyed; nothing is done after it."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(SHOT,)), formation("b-b", at=[(20, 10)], weapons=())
    table = fire(battle(red, blue, spares=False, number=3, dice=(3, 4, 1)))
    assert last_event(table, BattleEnded) == BattleEnded(reason="annihilation", round=3)
    assert last_event(table, VictorDetermined).winner == 0
    late = ("red", EndTurn()), ("blue", SelectToShoot(formation="b-b", sidearms=()))
    for who, command in late:
        refused(table, who, command, "WG-END-02").rejected("WG-END-02", "not-asked", window="confirm_result")


@pytest.mark.rule("GA-7.0-17", "GA-7.0-19", "GA-3.3-38")
@pytest.mark.ruling("GA-7.0-17.2", "GA-7.0-19.2")
@pytest.mark.parametrize(("red_points", "winner"), [(3, 0), (2, None), (1, 1)])
def test_both_armies_may_fall_together(red_points: int, winner: int | None):
    """The battle ends once what the destruction set off is done: if both armies fell, points decide."""
    red = formation("a-r", at=[(10, 10)], weapons=(SHOT,))
    blue = formation("b-b", at=[(15, 10)], weapons=(), powers=("deadly_demise 1",))
    past = {"manoeuvres": points_scored(red_points, 2)}
    table = fire(battle(red, blue, spares=False, number=2, dice=(3, 4, 1, 6), past=past))
    event = last_event(table, VictorDetermined)
    assert (event.destroyed, event.winner) == ((0, 1), winner)


@pytest.mark.rule("GA-7.0-17", "GA-7.0-19")
@pytest.mark.parametrize(("scored", "winner"), [((6, 6), None), ((8, 2), 0), ((2, 8), 1)])
def test_battle_ends_after_round_five(scored: tuple[int, int], winner: int | None):
    """After round 5 more points win, equal points are a draw."""
    table = battle(phase="brawl", number=5, past={"manoeuvres": points_scored(*scored)})
    assert last_event(table, BattleEnded) == BattleEnded(reason="rounds", round=5)
    event = last_event(table, VictorDetermined)
    assert (event.points, event.destroyed, event.winner) == (scored, (), winner)


@pytest.mark.rule("GA-7.0-19")
def test_destroyed_army_loses_whatever_its_points():
    """Who is destroyed with 9 points loses to 2."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(SHOT,)), formation("b-b", at=[(20, 10)], weapons=())
    past = {"manoeuvres": points_scored(2, 9)}
    table = fire(battle(red, blue, spares=False, number=4, dice=(3, 4, 1), past=past))
    assert last_event(table, VictorDetermined).winner == 0


def test_conceding_ends_the_battle():
    """Who gives up loses at once, at any time."""
    table = battle()
    table.when("blue", Concede()).then(BattleEnded, reason="conceded")
    assert table.view("red").winner == 0


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
    assert [event.reason for event in events_of(table, BattleEnded)] == ["annihilation"]
    assert [event.winner for event in events_of(table, VictorDetermined)] == [1]


def new_table(**terms: Any) -> Table:
    table = Table(rules_of("grinding_annihilation"), **terms)
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options())
    table.when("referee", start).accepted()
    return table


def test_who_concedes_or_musters_no_army_has_lost():
    """Giving up ends the battle for the other player; silence of both at the rosters is a draw."""
    table = new_table()
    ended = table.when("blue", Concede())
    assert ended.one(SideConceded).seat == 1
    assert table.game.result.winners == (0,)
    silent = new_table(limit=60)
    silent.wait(61).when("table", EnforceDeadline(window=silent.window.id)).accepted()
    assert (silent.game.result.winners, silent.game.result.outcome) == ((), "draw")


ENEMY = formation("b-b", at=[(30, 22)])


@pytest.mark.rule("GA-7.0-18", "GA-4.3-10")
@pytest.mark.ruling("GA-4.3-10.2", "GA-4.3-10.3")
@pytest.mark.parametrize("safe", [False, True])
def test_aircraft_that_left_last_are_safe_by_option(safe: bool):
    """Aircraft that leave in the last round are destroyed at its end, unless the option spares them."""
    options = {"aircraft_last_round_safe": safe}
    table = end_of_battle(aircraft(), ENEMY, off={"a-f": "strategic_reserves"}, fields={"left": 5}, options=options)
    end_battle(table).then(VictorDetermined, destroyed=() if safe else (0,))


@pytest.mark.rule("GA-7.0-17")
def test_an_army_in_reserves_is_no_destroyed_army():
    """The battle goes on while troops are alive in Reserves alone, and ends where there are none."""
    mine, gunner = formation("a-r", at=[(20, 22)], weapons=()), formation("b-b", at=[(30, 22)])
    for off in ({"a-p": "reserves"}, {}):
        units = (mine, gunner, squad(1)) if off else (mine, gunner)
        table = battle_with_absent(
            *units, off=off, spares=False, number=2, phase="shooting", first="blue", dice=(3, 4, 1)
        )
        fire(table, "b-b", "a-r", who="blue")
        assert [event.part for event in events_of(table, FormationDestroyed)] == ["a-r"]
        assert [event.reason for event in events_of(table, BattleEnded)] == ([] if off else ["annihilation"])
