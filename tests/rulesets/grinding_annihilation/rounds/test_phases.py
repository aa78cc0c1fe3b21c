"""The frame of a round (GA-3.0): phases, player turns, and what ends with them."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    BeginPhase,
    DeclareAssault,
    DeclareNormalMove,
    DefenceRolled,
    EndTurn,
    PhaseBegun,
    PlayerTurnBegun,
    RollAssault,
    RoundBegun,
    SelectToShoot,
    TakeBattleFatigueTest,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.fixtures import PAIRS, battle, formation, gun, line, trooper, window_kind_of
from tests.rulesets.grinding_annihilation.manoeuvres_phase.fixtures import thinned
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    answer_by_default,
    events_of,
    fire,
    formation_view,
    last_event,
    refused,
    settle,
    shots,
)


@pytest.mark.rule("GA-3.0-01", "GA-3.0-02", "GA-3.0-03")
@pytest.mark.ruling("GA-3.0-02.2")
def test_five_phases_in_order_with_two_turns_each():
    """A round runs through five phases; in each the first player takes his turn, then the second."""
    table = battle(phase="manoeuvres", first="blue", dice=(4, 2))
    while table.view("referee").round == 1:
        top = table.window
        assert top is not None
        answer_by_default(table)
    phases = [event.phase for event in events_of(table, PhaseBegun)]
    assert phases == ["manoeuvres", "move", "shooting", "assault", "brawl", "manoeuvres"]
    turns = [(event.phase, event.seat) for event in events_of(table, PlayerTurnBegun)]
    assert turns == [
        *((phase, seat) for phase in ("manoeuvres", "move", "shooting", "assault") for seat in (1, 0)),
        ("manoeuvres", 0),
    ]


@pytest.mark.rule("GA-3.0-01", "GA-3.0-02")
def test_nobody_acts_out_of_phase_or_turn():
    """The second player does not act before the first has ended his turn, and nobody acts out of phase."""
    table = battle(formation("b-b", at=[(30, 10)]))
    early = refused(table, "blue", SelectToShoot(formation="b-b", sidearms=()), "GA-3.3-01")
    early.rejected("GA-3.3-01", "not-asked", window="shooting_turn", asks="red")
    astray = refused(table, "red", DeclareAssault(formation="a-spare", targets=("b-b",)), "GA-3.3-01")
    astray.rejected("GA-3.3-01", "not-asked", window="shooting_turn")
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="shooting")
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


@pytest.mark.rule("GA-3.0-06")
def test_mark_of_allocated_attacks_ends_with_the_phase():
    """A mark holds through both turns of the phase and is gone in the next."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=line(2, 20))
    table = fire(battle(red, blue, dice=(3, 4, 6)))
    table.when("red", EndTurn()).accepted()
    assert [troop.marked for troop in formation_view(table, "b-b").troops] == [True, False]
    table.when("blue", EndTurn()).accepted()
    assert last_event(table, PhaseBegun).phase == "assault"
    assert [troop.marked for troop in formation_view(table, "b-b").troops] == [False, False]


@pytest.mark.rule("GA-3.0-08")
def test_casualties_are_gone_at_once():
    """What was destroyed in the first player's turn does not act in the second's."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = fire(battle(red, blue, dice=(3, 4, 1)))
    table.when("red", EndTurn()).accepted()
    outcome = refused(table, "blue", SelectToShoot(formation="b-b", sidearms=()), "GA-2.1-07")
    outcome.rejected("GA-2.1-07", "shooter-off-field")
    table = fire(battle(red, blue, dice=(2,)))
    table.when("red", EndTurn()).accepted()
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


FATIGUE_TEST = TakeBattleFatigueTest(formation="a-r")


@pytest.mark.rule("GA-3.0-09")
def test_turn_ends_when_all_that_is_due_is_done():
    """A turn does not end before every Battle-Fatigue test of it is taken."""
    table = thinned(4, 6, 6)
    refused(table, "red", EndTurn(), "GA-3.0-09").rejected("GA-3.0-09", "tests-due", formations="a-r")
    table.when("red", FATIGUE_TEST).accepted()
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1)


def end_turns(table: Table) -> list[object]:
    """Play silence until the battle is over; the events."""
    events: list[object] = []
    while table.window is not None and table.game.result is None:
        events += answer_by_default(table).events
    return events


@pytest.mark.rule("GA-3.0-01", "GA-3.1-02", "GA-7.0-17", "GA-7.0-19")
@pytest.mark.ruling("GA-3.1-03.2")
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


@pytest.mark.rule("GA-3.0-01")
@pytest.mark.parametrize("phase", ["manoeuvres", "shooting", "assault", "brawl"])
def test_no_phase_begins_out_of_its_order(phase: str):
    """After the Manoeuvres Phase no other phase begins than the Move Phase."""
    table = battle(phase="move", begin=False)
    table.ask(window_kind_of(table, "BeginPhase"), "table")
    wrong = refused(table, "table", BeginPhase(phase=phase), "GA-3.0-01")
    wrong.rejected("GA-3.0-01", "wrong-phase", phase=phase, due="move")
    table.when("table", BeginPhase(phase="move")).then(PhaseBegun, phase="move")


ASSAULT = DeclareAssault(formation="a-r", targets=("b-b",))


@pytest.mark.rule("GA-3.0-01")
def test_assaults_belong_to_their_phase():
    """An Assault is declared in the Assault Phase, a move in the Move Phase."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    refused(battle(red, blue), "red", ASSAULT, "GA-3.3-01").rejected("GA-3.3-01", "not-asked")
    refused(assault_turn(), "red", DeclareNormalMove(formation="a-r"), "GA-3.4-01").rejected("GA-3.4-01", "not-asked")


def marked_troops(table: Table, formation: str) -> list[str]:
    """List the troops that attacks were allocated to in this phase."""
    shown = table.view("referee").formations
    return [troop.id for row in shown if row.id == formation for troop in row.troops if troop.marked]


@pytest.mark.rule("GA-3.0-06", "GA-3.3-22")
def test_mark_of_an_overwatch_lasts_for_the_assault_phase():
    """A mark set by an Overwatch in red's Assault turn binds in blue's too, and is gone when the Brawl Phase begins."""
    red = formation("a-r", at=line(3, 10), weapons=(), troop=trooper(w=2))
    blue = formation("b-b", at=[(19, 10)], weapons=(gun(rs=6),))
    table = prepared_battle(red, blue, *PAIRS, phase="assault", blue=("onslaught_overwatch",), dice=(6, 6, 6, 4, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "AllocateAttack")
    chosen = AllocateAttack(group=table.view("red").group.id, attack=1, troop="a-r.2")
    table.when("red", chosen).accepted()
    settle(table)
    assert (last_event(table, DefenceRolled).saved, marked_troops(table, "a-r")) == (True, ["a-r.2"])
    table.when("red", EndTurn()).accepted()
    assert (last_event(table, PlayerTurnBegun).seat, marked_troops(table, "a-r")) == (1, ["a-r.2"])
    table.when("blue", EndTurn()).then(PhaseBegun, phase="brawl")
    assert marked_troops(table, "a-r") == []
