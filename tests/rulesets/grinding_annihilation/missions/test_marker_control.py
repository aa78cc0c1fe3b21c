"""Control of objective markers (GA-7.0-02 to -05)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ControlDetermined,
    DeclareNormalMove,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
)
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from tests.rulesets.grinding_annihilation.fixtures import Place, battle, formation, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import MIDDLE_MARKER, control_of_marker, stand
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent
from tests.rulesets.grinding_annihilation.steps import events_of, make, path


@pytest.mark.rule("GA-7.0-02")
@pytest.mark.ruling("GA-7.0-02.2", "GA-7.0-02.3")
@pytest.mark.parametrize(
    ("at", "level"),
    [((33.4, 22), 1), ((33.5, 22), 1), ((33.6, 22), 0), ((32.5, 22, 4), 1), ((32.5, 22, 6), 0), ((40.5, 22), 0)],
)
def test_in_range_of_a_marker_both_ways(at: Place, level: int):
    """A troop is in range within 3 inches in plan and 5 in height, from its base to the marker's centre."""
    assert control_of_marker(battle(stand("a-r", at), markers=MIDDLE_MARKER)).levels == (level, 0)


@pytest.mark.rule("GA-7.0-02")
@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
@pytest.mark.parametrize(
    ("at", "level"), [((33.5, 22), 1), ((33.501, 22), 0), ((32.5, 22, 5), 1), ((32.5, 22, 5.001), 0)]
)
def test_the_range_of_a_marker_is_the_same_in_every_scenario(scenario: str, at: Place, level: int):
    """A thousandth of an inch beyond 3 inches in plan, or beyond 5 in height, is out of range."""
    table = battle(stand("a-r", at), stand("b-far", (2, 2)), scenario=scenario, markers=MIDDLE_MARKER, spares=False)
    assert control_of_marker(table).levels[0] == level


@pytest.mark.rule("GA-7.0-02")
@pytest.mark.ruling("GA-7.0-02.3")
def test_radius_of_a_marker_is_an_option():
    """With a radius ranges count from the marker's rim."""
    table = battle(stand("a-r", (34.5, 22)), markers=MIDDLE_MARKER, options={"marker_radius": 1000})
    assert control_of_marker(table).levels == (1, 0)


@pytest.mark.rule("GA-7.0-03", "GA-4.1-02")
def test_level_of_control_adds_up():
    """Three troops of BE 2 and a Leader of BE 1 are seven; who is out of range counts nothing."""
    squad = stand("a-r", (29, 21), (29, 22.5), (29, 24), (29, 26), be=2)
    chief = formation(
        "a-chief",
        at=[(31, 22)],
        troop=trooper("chief", be=1),
        weapons=(),
        keywords=("character",),
        powers=("leader",),
        leads=("r",),
    )
    assert control_of_marker(battle(squad, chief, lead={"a-chief": "a-r"}, markers=MIDDLE_MARKER)).levels == (7, 0)


@pytest.mark.rule("GA-7.0-03")
def test_the_destroyed_and_those_in_reserve_count_nothing():
    """Of three troops of BE 2 beside a marker one is destroyed: four are left; a formation in Reserves adds nothing."""
    squad = stand("a-r", (29, 21), (29, 22.5), (29, 24), be=2)
    assert control_of_marker(battle(squad, markers=MIDDLE_MARKER, fallen=("a-r.2",))).levels == (4, 0)
    units = (squad, stand("a-q", (31, 22), be=2))
    for place, level in (("warfield", 8), ("reserves", 6)):
        off = {} if place == "warfield" else {"a-q": place}
        assert control_of_marker(
            battle_with_absent(*units, off=off, phase="shooting", markers=MIDDLE_MARKER)
        ).levels == (level, 0)


@pytest.mark.rule("GA-7.0-03", "GA-3.1-08")
def test_fatigued_troops_count_nothing():
    """Battle-Fatigued troops count nothing."""
    past = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}
    assert control_of_marker(battle(stand("a-r", (29, 22), be=2), markers=MIDDLE_MARKER, past=past)).levels == (0, 0)


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.ruling("GA-7.0-04.2")
@pytest.mark.parametrize(("red", "blue", "controller"), [(5, 4, 0), (4, 4, None), (3, 4, 1), (0, 0, None)])
def test_the_greater_level_controls(red: int, blue: int, controller: int | None):
    """The strictly greater Level of Control controls a marker; on equal levels nobody does."""
    table = battle(stand("a-r", (28, 22), be=red), stand("b-b", (32, 22), be=blue), markers=MIDDLE_MARKER)
    found = control_of_marker(table)
    assert (found.levels, found.controller) == ((red, blue), controller)
    assert table.view("referee").markers[0].controller == controller


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.ruling("GA-7.0-04.3", "GA-7.0-04.4")
@pytest.mark.parametrize(("sticky", "controller"), [(False, None), (True, 0)])
def test_control_is_left_with_the_troops(controller: int | None, *, sticky: bool):
    """Control ends at the next determination after the troops walked away, unless the option keeps it."""
    table = battle(
        stand("a-r", (28, 22)), phase="manoeuvres", markers=MIDDLE_MARKER, options={"sticky_objectives": sticky}
    )
    assert control_of_marker(table).controller == 0
    table.when("blue", EndTurn()).accepted()
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    table.when("red", make("a-r", path("a-r.1", (22, 22)))).accepted()
    table.when("red", EndMoveStep()).accepted()
    outcome = table.when("red", EndTurn()).one(ControlDetermined).markers[0]
    assert (outcome.levels, outcome.controller) == ((0, 0), controller)
    assert table.view("referee").markers[0].controller == controller


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.ruling("GA-7.0-04.4")
def test_control_may_be_determined_by_phases():
    """With the option control is determined when the phase ends, not after each turn."""
    table = battle(stand("a-r", (28, 22)), markers=MIDDLE_MARKER, options={"control_when": "phase"})
    table.when("red", EndTurn()).without(ControlDetermined)
    assert control_of_marker(table, "blue").controller == 0


@pytest.mark.rule("GA-7.0-05")
def test_markers_begin_contested():
    """Before control is determined for the first time nobody controls a marker."""
    table = battle(stand("a-r", (30, 22)), phase="manoeuvres", markers=MIDDLE_MARKER)
    assert table.view("referee").markers[0].controller is None
    assert control_of_marker(table).controller == 0


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.ruling("GA-7.0-04.2")
def test_control_is_determined_after_the_brawl():
    """Control is determined at the end of the Brawl Phase too."""
    table = battle(stand("a-r", (28, 22)), phase="brawl", markers=MIDDLE_MARKER, dice=(6, 1))
    assert [event.markers[0].controller for event in events_of(table, ControlDetermined)] == [0]
