"""Rulings on Battle-Fatigue and on what the start of a phase is."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueTested,
    ClosedIn,
    CloseIn,
    Consolidate,
    Consolidated,
    ControlDetermined,
    DeclareMeleeAttacks,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
    RollOffMade,
    RoundRuleResolved,
    SelectToFight,
    TakeBattleFatigueTest,
)
from tests.rulesets.grinding_annihilation.fixtures import assaulted, battle, blade, brawl, formation, line, trooper
from tests.rulesets.grinding_annihilation.steps import events_of, first_troops, path, settle, wounds_left


@pytest.mark.rule("GA-3.1-06")
@pytest.mark.ruling("GA-3.1-06.3")
@pytest.mark.parametrize(("heroism", "dice", "passed"), [(2, (1, 1), True), (13, (6, 6), False)])
def test_no_roll_passes_or_fails_by_itself(heroism: int, dice: tuple[int, int], *, passed: bool):
    """A 2 passes where 2 is needed, and a 12 fails where more is."""
    red = formation("a-r", at=line(5, 10), troop=trooper(he=heroism))
    table = battle(red, phase="manoeuvres", fallen=first_troops(3), dice=dice)
    tested = table.when("red", TakeBattleFatigueTest(formation="a-r")).one(BattleFatigueTested)
    assert (tested.needed, tested.total.total, tested.passed) == (heroism, sum(dice), passed)


@pytest.mark.rule("GA-3.1-10")
@pytest.mark.ruling("GA-3.1-10.2")
def test_the_fatigued_close_in_and_consolidate():
    """Close In and Consolidation are no Assault moves: a Battle-Fatigued formation makes both."""
    past = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)], "assault": assaulted("a-r", "b-b")}
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    table = brawl(red, formation("b-b", at=[(24, 10)], weapons=()), past=past)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "CloseIn")
    assert table.game.formations["a-r"].fatigued
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (22.5, 10)),))).then(ClosedIn)
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=(), sights=())).accepted()
    settle(table, "Consolidate")
    inwards = Consolidate(formation="a-r", paths=(path("a-r.1", (23, 10)),), marker="")
    table.when("red", inwards).then(Consolidated)


@pytest.mark.rule("GA-2.5-10")
@pytest.mark.ruling("GA-2.5-10.2")
@pytest.mark.parametrize("phase", ["manoeuvres", "move", "shooting", "assault"])
def test_the_start_of_a_phase_is_not_the_start_of_a_round(phase: str):
    """Rules of the start of the round, which both players have, neither work nor are rolled off as a phase begins."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(w=3), powers=("regeneration 1",))
    blue = formation("b-b", at=[(14, 10)], troop=trooper(w=3), powers=("dread_aura 1",))
    table = battle(red, blue, phase=phase, wounds={"a-r.1": 1})
    assert table.window is not None
    assert table.window.kind == f"{phase}_turn"
    assert events_of(table, RollOffMade) == []
    assert events_of(table, RoundRuleResolved) == []
    assert wounds_left(table, "a-r") == [1]


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.ruling("GA-7.0-04.2")
@pytest.mark.parametrize("phase", ["manoeuvres", "move", "shooting", "assault"])
def test_control_is_determined_after_each_player_turn(phase: str):
    """The end of a player's turn of each phase is a determination."""
    table = battle(formation("a-r", at=[(28, 22)]), phase=phase, markers=((30, 22),))
    table.faces(*((6, 1) if phase == "assault" else ()))  # for the next round, as nobody is left to fight
    if phase == "move":
        table.when("red", EndMoveStep()).accepted()
    for who in ("red", "blue"):
        found = [event for event in table.when(who, EndTurn()).events if isinstance(event, ControlDetermined)]
        assert [row.controller for row in found[0].markers] == [0]
        if phase == "move" and who == "red":
            table.when("blue", EndMoveStep()).accepted()
