"""Exstintech Recovery (GA-7.2) in battle: points at the start of the phase, and markers that are removed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    Consolidate,
    Consolidated,
    ControlDetermined,
    EndTurn,
    ObjectiveMarkerRemoved,
    RemoveExstintechMarker,
    SelectToFight,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import assaulted, battle, blade, formation, gun, line
from tests.rulesets.grinding_annihilation.missions.fixtures import control_noted, stand
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, path, refused, settle

FAR_APART = (stand("a-far", (2, 2)), stand("b-far", (58, 38)))


def recovery(
    *units: Any, number: int = 2, control: dict[str, int] | None = None, phase: str = "manoeuvres", **rest: Any
) -> Table:
    """Begin a phase of Exstintech Recovery with markers controlled since the round before."""
    rest.setdefault("dice", (6, 1) if number > 1 and phase == "manoeuvres" else ())
    before = [control_noted(control or {})]
    return battle(
        *(units or FAR_APART),
        phase=phase,
        number=number,
        scenario="exstintech_recovery",
        before=before,
        spares=False,
        **rest,
    )


def scored(table: Table) -> list[tuple[int, int]]:
    """Give who scored how much, in order."""
    return [(event.seat, event.points.total) for event in events_of(table, TacticalPointsScored)]


def markers_left(table: Table) -> list[str]:
    return [marker.id for marker in table.view("referee").markers]


@pytest.mark.rule("GA-7.2-03", "GA-7.0-21")
@pytest.mark.ruling("GA-7.2-03.2")
def test_both_score_at_the_start_of_the_phase():
    """In round 2 both players score for what they controlled last, before anybody removes a marker, without a cap."""
    table = recovery(control={"1": 0, "2": 0, "3": 0, "4": 0, "5": 1})
    assert scored(table) == [(0, 4), (1, 1)]
    assert len(markers_left(table)) == 5


@pytest.mark.rule("GA-7.2-03")
def test_a_single_marker_scores_in_round_four():
    """The one marker that is left scores at the start of round 4; nothing does in round 1."""
    assert scored(recovery(number=4, control={"3": 1})) == [(1, 1)]
    assert scored(recovery(number=1)) == []


@pytest.mark.rule("GA-7.2-03", "GA-7.0-21")
@pytest.mark.ruling("GA-7.0-21.2", "GA-7.0-21.3")
@pytest.mark.parametrize(("option", "points"), [(False, (0, 0)), (True, (1, 0))])
def test_control_at_the_end_of_the_battle(option: bool, points: tuple[int, int]):
    """What is held at the end of round 5 scores nothing, but by option once more."""
    units = (stand("a-r", (30, 18)), FAR_APART[1])
    table = recovery(*units, number=5, phase="brawl", options={"score_at_battle_end": option})
    settle(table, "EndBattle")
    assert last_event(table, VictorDetermined).points == points


@pytest.mark.rule("GA-7.2-04")
def test_markers_are_removed_in_two_rounds():
    """Each player removes a marker in rounds 2 and 3, whoever controls it; after round 3 one is left."""
    table = recovery(control={"1": 1})
    for who, marker in (("red", "1"), ("blue", "2")):
        table.when(who, EndTurn()).rejected("GA-7.2-05", "removal-due")
        assert table.offered(who) == ["RemoveExstintechMarker"]
        table.when(who, RemoveExstintechMarker(marker=marker)).then(ObjectiveMarkerRemoved, marker=marker, round=2)
        table.when(who, RemoveExstintechMarker(marker="5")).rejected("GA-7.2-04", "no-removal")
        table.when(who, EndTurn()).accepted()
    assert markers_left(table) == ["3", "4", "5"]
    third = recovery(number=3)
    third.given(*(ObjectiveMarkerRemoved(marker=key, seat=seat, round=2) for seat, key in enumerate(("1", "2"))))
    for who, marker in (("red", "5"), ("blue", "3")):
        third.when(who, RemoveExstintechMarker(marker=marker)).accepted()
        third.when(who, EndTurn()).accepted()
    assert markers_left(third) == ["4"]


@pytest.mark.rule("GA-7.2-04")
@pytest.mark.parametrize("number", [1, 4])
def test_no_marker_is_removed_in_other_rounds(number: int):
    """In rounds 1, 4 and 5 nobody removes a marker, and the turn ends without it."""
    table = recovery(number=number)
    table.when("red", RemoveExstintechMarker(marker="1")).rejected("GA-7.2-04", "no-removal")
    assert "RemoveExstintechMarker" not in table.offered("red")
    table.when("red", EndTurn()).accepted()


@pytest.mark.rule("GA-7.2-04")
def test_an_unknown_marker_is_refused():
    """A marker that is removed already can not be removed again."""
    table = recovery()
    table.when("red", RemoveExstintechMarker(marker="1")).accepted()
    table.when("red", EndTurn()).accepted()
    refused(table, "blue", RemoveExstintechMarker(marker="1"), "").rejected("", "unknown-id")


@pytest.mark.rule("GA-7.2-05")
@pytest.mark.ruling("GA-7.2-05.2")
def test_the_removal_comes_before_the_tests():
    """A Battle-Fatigue test before the removal is refused."""
    hurt = formation("a-r", at=line(3, 5, 2), weapons=())
    table = recovery(hurt, FAR_APART[1], fallen=("a-r.1", "a-r.2"), dice=(6, 1, 6, 6))
    table.when("red", TakeBattleFatigueTest(formation="a-r")).rejected("GA-7.2-05", "removal-due")
    table.when("red", RemoveExstintechMarker(marker="4")).accepted()
    table.when("red", TakeBattleFatigueTest(formation="a-r")).accepted()


@pytest.mark.rule("GA-7.2-05")
def test_what_a_removed_marker_scored_is_kept():
    """The points for a marker stand after it is removed; it is not controlled again and scores no more."""
    table = recovery(FAR_APART[0], stand("b-b", (30, 21)), control={"1": 1})
    table.when("red", RemoveExstintechMarker(marker="1")).accepted()
    table.when("red", EndTurn()).accepted()
    assert "1" not in [marker.marker for marker in last_event(table, ControlDetermined).markers]
    assert [side.tactical_points for side in table.view("referee").sides] == [0, 1]


PAIR = tuple(
    formation(f"{side}-pair", at=[(x, 20)], weapons=(blade("pair_blade"),)) for side, x in (("a", 5), ("b", 6.5))
)


@pytest.mark.rule("GA-7.2-05")
@pytest.mark.parametrize("removed", [False, True])
def test_nobody_consolidates_towards_a_removed_marker(removed: bool):
    """A formation that reaches no enemy consolidates to the closest marker, but not where that is removed."""
    red, blue = formation("a-r", at=[(24.5, 20)], weapons=(blade(),)), formation("b-b", at=[(40, 20)], weapons=())
    past: dict[str, Any] = {"assault": assaulted("a-r", "b-b")}
    if removed:
        past["manoeuvres"] = [ObjectiveMarkerRemoved(marker="1", seat=0, round=2)]
    table = recovery(red, blue, *FAR_APART, *PAIR, first="blue", phase="brawl", past=past)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    go = Consolidate(formation="a-r", paths=(path("a-r.1", (26.9, 20)),), marker="1")
    if removed:
        refused(table, "red", go, "").rejected("", "unknown-id")
        assert "1" not in [marker.id for marker in table.view("referee").markers]
    else:
        table.when("red", go).then(Consolidated, marker="1")


@pytest.mark.rule("GA-7.0-19", "GA-7.0-17")
def test_a_destroyed_army_loses():
    """In Exstintech Recovery a destroyed army loses whatever the points."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("shot"),))
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = recovery(red, blue, number=3, phase="shooting", dice=(3, 4, 1))
    table.put("sides", replace(table.game.sides[1], tactical_points=9), key="seat")
    fire(table)
    assert last_event(table, BattleEnded).reason == "annihilation"
    assert (last_event(table, VictorDetermined).winner, last_event(table, VictorDetermined).points) == (0, (0, 9))
