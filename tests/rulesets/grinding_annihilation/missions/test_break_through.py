"""Break Through (GA-7.5) in battle: garrisons, dominion, capture, and what markers are worth at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ControlDetermined,
    DominionNoted,
    EndTurn,
    FormationBattleFatigued,
    MarkerCaptured,
    MarkerControl,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import points_scored, stand
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, settle

FIRST, SECOND = (62, 22), (82, 22)


def break_through(
    *units: Unit,
    number: int = 3,
    phase: str = "manoeuvres",
    dominion: tuple[str, ...] = (),
    before: Sequence[Struct] = (),
    **rest: Any,
) -> Table:
    """Begin a phase of Break Through; red attacks, and had dominion over these at the end of the round before."""
    rest.setdefault("dice", (6, 1) if number > 1 and phase == "manoeuvres" else ())
    held = tuple(MarkerControl(marker=key, levels=(0, 1), controller=1) for key in ("1", "2"))
    known = [ControlDetermined(markers=held), DominionNoted(markers=dominion), *before]
    return battle(
        *units, phase=phase, number=number, scenario="break_through", markers=(FIRST, SECOND), before=known, **rest
    )


def levels(table: Table, who: str = "red") -> list[tuple[tuple[int, ...], int | None]]:
    """End a turn and give levels and controller of both markers."""
    outcome = table.when(who, EndTurn()).one(ControlDetermined)
    return [(marker.levels, marker.controller) for marker in outcome.markers]


def beside(marker: Place, dx: float = 0, dy: float = 0) -> Place:
    return marker[0] + dx, marker[1] + dy


@pytest.mark.rule("GA-7.5-03", "GA-7.0-05")
@pytest.mark.parametrize("be", [0, 1, 2, 9])
def test_an_empty_marker_is_held_with_one(be: int):
    """Where no Defender stands his Level of Control is 1, and he keeps control whatever the Attacker brings."""
    table = break_through(stand("a-r", beside(FIRST), be=be), phase="shooting")
    assert levels(table)[0] == ((be, 1), 1)


@pytest.mark.rule("GA-7.5-03")
@pytest.mark.ruling("GA-7.5-03.2", "GA-7.5-03.3")
@pytest.mark.parametrize(("be", "floor", "level"), [(4, 1, 4), (0, 1, 1), (0, 0, 0)])
def test_a_garrison_counts_with_its_effectiveness(be: int, floor: int, level: int):
    """Where Defenders stand their total counts, never less than 1 but by option."""
    table = break_through(stand("b-b", beside(FIRST), be=be), phase="shooting", options={"garrison_floor": floor})
    assert levels(table)[0] == ((0, level), 1)


@pytest.mark.rule("GA-7.5-03")
@pytest.mark.ruling("GA-7.5-03.2")
def test_a_fatigued_garrison_counts_one():
    """Battle-Fatigued Defenders count as 1, no less than none would."""
    past = {"manoeuvres": [FormationBattleFatigued(formation="b-b", until=4)]}
    table = break_through(stand("b-b", beside(FIRST), be=3), phase="shooting", past=past)
    assert levels(table)[0] == ((0, 1), 1)


@pytest.mark.rule("GA-7.5-03", "GA-7.5-04")
@pytest.mark.parametrize(("red", "blue", "noted"), [(1, None, ()), (2, None, ("1",)), (4, 4, ()), (5, 4, ("1",))])
def test_dominion_is_the_greater_level(red: int, blue: int | None, noted: tuple[str, ...]):
    """At the end of the round it is noted where the Attacker's Level of Control is greater."""
    garrison = [] if blue is None else [stand("b-b", beside(FIRST, 2.5), be=blue)]
    table = break_through(stand("a-r", beside(FIRST), be=red), *garrison, number=2, phase="brawl", dice=(6, 1))
    assert last_event(table, DominionNoted).markers == noted
    assert bool(table.view("referee").markers[0].dominion) == bool(noted)


@pytest.mark.rule("GA-7.5-04", "GA-7.5-06")
@pytest.mark.ruling("GA-7.5-04.2")
def test_dominion_held_captures():
    """Dominion at the end of round 2 and at the end of the Attacker's Manoeuvres turn of round 3 captures."""
    table = break_through(stand("a-r", beside(FIRST), be=2), number=2, phase="brawl", dice=(6, 1))
    table.when("red", EndTurn()).then(MarkerCaptured, marker="1", seat=0, round=3)
    assert table.view("referee").markers[0].captured == 3
    assert table.view("referee").markers[0].controller == 0


@pytest.mark.rule("GA-7.5-04")
def test_the_defenders_turn_captures_nothing():
    """Nothing is captured at the end of the Defender's Manoeuvres turn, nor in the Attacker's turn of another phase."""
    table = break_through(stand("a-r", beside(FIRST), be=2), dominion=("1",), first="blue", dice=(1, 6))
    table.when("blue", EndTurn()).without(MarkerCaptured)
    table.when("red", EndTurn()).then(MarkerCaptured, marker="1")
    later = break_through(stand("a-r", beside(FIRST), be=2), dominion=("1",), phase="shooting")
    later.when("red", EndTurn()).without(MarkerCaptured)


@pytest.mark.rule("GA-7.5-04")
def test_control_by_phases_does_not_hinder_a_capture():
    """The Attacker's Manoeuvres turn ends with a determination whatever the option says of other turns."""
    table = break_through(stand("a-r", beside(FIRST), be=2), dominion=("1",), options={"control_when": "phase"})
    table.when("red", EndTurn()).then(MarkerCaptured, marker="1")


def captured(table: Table) -> list[tuple[str, int]]:
    """Give the markers that were captured, and in which round."""
    return [(event.marker, event.round) for event in events_of(table, MarkerCaptured)]


@pytest.mark.rule("GA-7.5-04")
@pytest.mark.parametrize(("dice", "fallen_markers"), [((1, 1), []), ((6, 6), [("1", 3)])])
def test_dominion_lost_by_fatigue_does_not_capture(dice: tuple[int, int], fallen_markers: list[tuple[str, int]]):
    """A formation that fails its Battle-Fatigue test in that turn has no dominion left; one that passes captures."""
    squad = formation("a-r", at=line(5, 62, 20), troop=trooper(be=2, he=7), weapons=())
    fallen = ("a-r.3", "a-r.4", "a-r.5")
    table = break_through(squad, dominion=("1",), fallen=fallen, dice=(6, 1, *dice))
    table.when("red", TakeBattleFatigueTest(formation="a-r")).accepted()
    table.when("red", EndTurn()).accepted()
    assert captured(table) == fallen_markers


@pytest.mark.rule("GA-7.5-04")
@pytest.mark.ruling("GA-7.5-04.2")
def test_other_formations_may_hold_the_dominion():
    """Dominion does not have to be the same formation's at both moments; dominion first gained now is too young."""
    table = break_through(stand("a-new", beside(FIRST), be=2), dominion=())
    table.when("red", EndTurn()).without(MarkerCaptured)
    table = break_through(stand("a-new", beside(FIRST), be=2), dominion=("1",))
    assert captured(table) == []
    table.when("red", EndTurn()).then(MarkerCaptured, marker="1", seat=0, round=3)


@pytest.mark.rule("GA-7.5-04", "GA-7.5-07")
def test_dominion_gained_in_the_last_round_is_late():
    """Dominion first gained in round 5 never captures."""
    table = break_through(stand("a-r", beside(FIRST), be=2), number=5, phase="brawl")
    settle(table, "EndBattle")
    assert last_event(table, VictorDetermined).points == (0, 6)


@pytest.mark.rule("GA-7.5-05")
def test_the_second_line_waits_for_the_first():
    """Dominion over the Second alone captures nothing."""
    table = break_through(stand("a-r", beside(SECOND), be=2), dominion=("2",))
    table.when("red", EndTurn()).without(MarkerCaptured)


@pytest.mark.rule("GA-7.5-05")
@pytest.mark.ruling("GA-7.5-05.2", "GA-7.5-05.3")
@pytest.mark.parametrize(("later", "expected"), [(False, [("1", 3), ("2", 3)]), (True, [("1", 3)])])
def test_both_lines_may_fall_at_once(later: bool, expected: list[tuple[str, int]]):
    """With dominion over both the First falls, then the Second, in one step; by option not in the same round."""
    held = (stand("a-r", beside(FIRST), be=2), stand("a-s", beside(SECOND), be=2))
    table = break_through(*held, dominion=("1", "2"), options={"second_needs_later_round": later})
    table.when("red", EndTurn()).accepted()
    assert captured(table) == expected


FIRST_CAPTURED = [MarkerCaptured(marker="1", seat=0, round=2)]


@pytest.mark.rule("GA-7.5-05")
@pytest.mark.parametrize("later", [False, True])
def test_the_second_falls_after_the_first(later: bool):
    """Once the First is captured the Second falls like it."""
    options = {"second_needs_later_round": later}
    table = break_through(stand("a-r", beside(SECOND), be=2), dominion=("2",), before=FIRST_CAPTURED, options=options)
    table.when("red", EndTurn()).then(MarkerCaptured, marker="2", round=3)


@pytest.mark.rule("GA-7.5-06")
def test_a_captured_marker_is_kept():
    """A captured marker stays the Attacker's though Defenders alone stand on it; their level is a plain total again."""
    table = break_through(stand("b-b", beside(FIRST), be=10), number=4, phase="shooting", before=FIRST_CAPTURED)
    assert levels(table) == [((0, 10), 0), ((0, 1), 1)]
    empty = break_through(number=4, phase="shooting", before=FIRST_CAPTURED)
    assert levels(empty)[0] == ((0, 0), 0)


@pytest.mark.rule("GA-7.5-07", "GA-7.0-20")
@pytest.mark.ruling("GA-7.5-07.1", "GA-7.5-07.2")
@pytest.mark.parametrize(
    ("fallen", "scored", "winner"), [((), (0, 6), 1), (("1",), (3, 3), None), (("1", "2"), (6, 0), 0)]
)
def test_markers_score_when_the_battle_ends(fallen: tuple[str, ...], scored: tuple[int, int], winner: int | None):
    """Each marker gives 3 to its controller when the battle ends; 3 to 3 is a draw."""
    before = [MarkerCaptured(marker=key, seat=0, round=2) for key in fallen]
    table = break_through(number=5, phase="brawl", before=before)
    settle(table, "EndBattle")
    event = last_event(table, VictorDetermined)
    assert (event.points, event.winner) == (scored, winner)


@pytest.mark.rule("GA-7.5-07")
@pytest.mark.ruling("GA-7.5-07.3")
def test_a_tie_may_go_to_the_attacker():
    """With the option a tie is the Attacker's."""
    table = break_through(number=5, phase="brawl", before=FIRST_CAPTURED, options={"break_through_tie": "attacker"})
    settle(table, "EndBattle")
    assert (last_event(table, VictorDetermined).points, last_event(table, VictorDetermined).winner) == ((3, 3), 0)


@pytest.mark.rule("GA-7.5-07")
def test_nothing_is_scored_during_the_rounds():
    """Neither the start nor the end of a Manoeuvres turn scores anything."""
    table = break_through(stand("a-r", beside(FIRST), be=2), dominion=("1",))
    table.when("red", EndTurn()).accepted()
    table.when("blue", EndTurn()).accepted()
    assert events_of(table, TacticalPointsScored) == []


@pytest.mark.rule("GA-7.5-08", "GA-7.0-17")
@pytest.mark.ruling("GA-7.5-08.2", "GA-7.5-08.3")
@pytest.mark.parametrize(("option", "winner"), [(None, 0), (True, 0), (False, 1)])
def test_a_destroyed_army_loses(option: bool | None, winner: int):
    """The survivor wins though the markers are the Defender's, but where the option says that points decide."""
    red, blue = formation("a-r", at=[(50, 20)], weapons=(gun("shot"),)), formation("b-b", at=[(60, 20)], weapons=())
    options = {} if option is None else {"annihilation_wins": option}
    table = break_through(
        red, blue, phase="shooting", spares=False, dice=(3, 4, 1), options=options, before=points_scored(0, 0)
    )
    event = last_event(fire(table), VictorDetermined)
    assert (event.destroyed, event.points, event.winner) == ((1,), (0, 6), winner)
