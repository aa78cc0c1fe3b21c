"""No Man's Land (GA-7.4) in battle: points for standing control, Blitzkrieg and the victor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    EndTurn,
    FormationArrived,
    ManoeuvrePointsGained,
    PlayerTurnBegun,
    TacticalPointsScored,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, formation, gun, poses_of
from tests.rulesets.grinding_annihilation.missions.fixtures import control_noted, points_scored, stand
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, settle

ALL = {"1": 0, "2": 0, "3": 0, "4": 0}


def no_mans_land(
    *units: Unit,
    number: int = 3,
    control: dict[str, int] | None = None,
    phase: str = "manoeuvres",
    before: Sequence[Struct] = (),
    **rest: Any,
) -> Table:
    """Begin a phase of No Man's Land with markers controlled since the round before."""
    rest.setdefault("dice", (6, 1) if number > 1 and phase == "manoeuvres" else ())
    known = [control_noted(control or {}), *before]
    return battle(*units, phase=phase, number=number, scenario="no_mans_land", before=known, **rest)


def totals(table: Table) -> list[int]:
    return [side.tactical_points for side in table.view("referee").sides]


@pytest.mark.rule("GA-7.4-03", "GA-7.0-21")
@pytest.mark.parametrize(("control", "expected"), [(ALL, [3, 0]), ({"1": 0, "2": 0, "3": 1}, [2, 1])])
def test_points_at_the_start_of_the_phase(control: dict[str, int], expected: list[int]):
    """Both players score for what they control when the phase starts, three at most."""
    table = no_mans_land(control=control)
    assert totals(table) == expected
    kinds = [type(event) for event in table.events]
    assert kinds.index(ManoeuvrePointsGained) < kinds.index(TacticalPointsScored) < kinds.index(PlayerTurnBegun)


@pytest.mark.rule("GA-7.4-03")
def test_round_one_scores_nothing():
    """In round 1 nobody controls any marker, so nobody scores at its start; the turn's end scores nothing either."""
    table = no_mans_land(stand("a-r", (28, 11)), number=1)
    assert totals(table) == [0, 0]
    table.when("red", EndTurn()).without(TacticalPointsScored)
    assert table.view("referee").markers[0].controller == 0


@pytest.mark.rule("GA-7.4-03", "GA-7.0-21")
@pytest.mark.parametrize(("option", "expected"), [(False, (0, 0)), (True, (3, 0))])
def test_the_end_scores_by_option_alone(option: bool, expected: tuple[int, int]):
    """What is held after round 5 scores nothing; with the option it scores, up to the cap."""
    holders = [stand(f"a-h{n}", at) for n, at in enumerate(((28, 11), (28, 33), (62, 11), (62, 33)))]
    table = no_mans_land(*holders, number=5, phase="brawl", options={"score_at_battle_end": option})
    settle(table, "EndBattle")
    assert last_event(table, VictorDetermined).points == expected


def points_after_round_five(*units: Unit, **rest: Any) -> tuple[int, int]:
    """End round 5 and give the points."""
    table = no_mans_land(*units, number=5, phase="brawl", **rest)
    settle(table, "EndBattle")
    assert last_event(table, BattleEnded).reason == "rounds"
    one, other = last_event(table, VictorDetermined).points
    return one, other


def unarmed(name: str, *at: Place) -> Unit:
    return formation(name, at=at, weapons=())


@pytest.mark.rule("GA-7.4-04")
@pytest.mark.ruling("GA-7.4-04.2")
def test_blitzkrieg_scores_once():
    """Formations wholly within the enemy's zone when round 5 ends score 1, however many there are."""
    assert points_after_round_five(unarmed("a-r", (75, 20))) == (1, 0)
    assert points_after_round_five(unarmed("a-r", (75, 20)), unarmed("a-s", (75, 30))) == (1, 0)
    assert points_after_round_five(unarmed("a-r", (75, 20)), unarmed("b-b", (10, 20))) == (1, 1)


@pytest.mark.rule("GA-7.4-04")
@pytest.mark.ruling("GA-7.4-04.2")
@pytest.mark.parametrize("at", [(70.4, 7), (72, 5.4), (69, 6)])
def test_one_troop_outside_is_no_blitzkrieg(at: Place):
    """With one troop not wholly within the zone nothing is scored."""
    assert points_after_round_five(unarmed("a-r", (70.5, 5.5), at)) == (0, 0)


@pytest.mark.rule("GA-7.4-04")
@pytest.mark.ruling("GA-7.4-04.3")
@pytest.mark.parametrize(("wholly", "expected"), [(True, (0, 0)), (False, (1, 0))])
def test_blitzkrieg_in_part_is_an_option(wholly: bool, expected: tuple[int, int]):
    """With the option a formation that is partly in the zone scores."""
    raid = unarmed("a-r", (70.3, 20), (68.5, 20))
    assert points_after_round_five(raid, options={"blitzkrieg_wholly": wholly}) == expected


@pytest.mark.rule("GA-7.4-04")
@pytest.mark.ruling("GA-7.4-04.2")
def test_reserves_make_no_blitzkrieg():
    """A formation that arrived from Reserves in this battle scores nothing there."""
    raid = unarmed("a-r", (75, 20))
    arrival = FormationArrived(formation="a-r", troops=tuple(poses_of(raid)), round=4, origin="reserves")
    assert points_after_round_five(raid, before=[arrival]) == (0, 0)


@pytest.mark.rule("GA-7.4-04")
@pytest.mark.ruling("GA-7.4-04.2")
def test_passengers_of_an_arrival_make_no_blitzkrieg():
    """Who arrived aboard a transport scores nothing either."""
    raid, carrier = unarmed("a-r", (75, 20)), unarmed("a-t", (50, 20))
    arrival = FormationArrived(
        formation="a-t", troops=tuple(poses_of(carrier)), round=4, origin="strategic_reserves", passengers=("a-r",)
    )
    assert points_after_round_five(raid, carrier, before=[arrival]) == (0, 0)


@pytest.mark.rule("GA-7.4-04", "GA-7.0-17")
@pytest.mark.ruling("GA-7.4-04.2", "GA-7.4-04.3")
@pytest.mark.parametrize(("early", "expected"), [(False, (0, 0)), (True, (1, 0))])
def test_an_early_end_pays_no_blitzkrieg(early: bool, expected: tuple[int, int]):
    """A battle that ends by annihilation in round 4 pays nothing for Blitzkrieg, but by option."""
    raid, foe = formation("a-r", at=[(75, 20)], weapons=(gun("shot"),)), unarmed("b-b", (60, 20))
    table = no_mans_land(
        raid, foe, number=4, phase="shooting", spares=False, options={"blitzkrieg_early_end": early}, dice=(3, 4, 1)
    )
    fire(table)
    event = last_event(table, VictorDetermined)
    assert (event.points, event.destroyed) == (expected, (1,))


def victor_of_annihilation(*scored: int, **rest: Any) -> VictorDetermined:
    """Destroy blue in round 4 with these points."""
    raid, foe = formation("a-r", at=[(50, 20)], weapons=(gun("shot"),)), unarmed("b-b", (60, 20))
    table = no_mans_land(
        raid, foe, number=4, phase="shooting", spares=False, before=points_scored(*scored), dice=(3, 4, 1), **rest
    )
    return last_event(fire(table), VictorDetermined)


@pytest.mark.rule("GA-7.0-20")
@pytest.mark.ruling("GA-7.0-20.2")
@pytest.mark.parametrize(("scored", "winner"), [((5, 7), 1), ((7, 5), 0), ((5, 5), None)])
def test_points_decide_though_an_army_is_destroyed(scored: tuple[int, int], winner: int | None):
    """More points win, also for the army that was destroyed; equal points are a draw."""
    found = victor_of_annihilation(*scored)
    assert (found.destroyed, found.winner) == ((1,), winner)


@pytest.mark.rule("GA-7.0-20")
@pytest.mark.ruling("GA-7.0-20.3")
def test_annihilation_wins_by_option():
    """With the option the army that is left wins whatever the points."""
    assert victor_of_annihilation(5, 7, options={"annihilation_wins": True}).winner == 0


@pytest.mark.rule("GA-7.0-20")
def test_points_decide_at_the_end():
    """After round 5 more points win."""
    table = no_mans_land(number=5, phase="brawl", before=points_scored(2, 3))
    settle(table, "EndBattle")
    assert (last_event(table, VictorDetermined).winner, events_of(table, TacticalPointsScored)) == (1, [])
