"""Deployment Order (GA-5.6): Reserves that arrive at the end of the opponent's Move turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleManoeuvreUsed,
    DeclareNormalMove,
    EndMoveStep,
    EndTurn,
    FormationArrived,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import deployment_order
from tests.kit import Table
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import (
    OVERWATCH,
    end_of_move_turn,
    prepare,
    prepared_battle,
    put_in_reserves,
    shots_declared_at,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    arrival_of_blue,
    effects_in_force,
    manoeuvre_points,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import formation
from tests.rulesets.grinding_annihilation.steps import formation_view, places, refused


@pytest.mark.rule("GA-5.6-01", "GA-3.2-32")
def test_a_reserve_arrives_at_the_end_of_the_opponents_move_turn():
    """In round 2, after red's Reinforcements, blue's Strategic Reserve comes in at an edge, as after a Normal move."""
    table = end_of_move_turn(2)
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    outcome = use(table, "blue", "deployment_order", "b-w").then(BattleManoeuvreUsed)
    outcome.asks("ordered_arrival", "blue")
    table.when("blue", arrival_of_blue((29, 20))).rejected("GA-8.2-05", "far-from-edges")
    table.when("blue", arrival_of_blue((26, 40))).then(
        FormationArrived, formation="b-w", origin="strategic_reserves", round=2
    )
    assert formation_view(table, "b-w").move_kind == "normal"
    assert (places(table, "b-w"), manoeuvre_points(table, "blue")) == ([(26, 40)], 4)
    refused(table, "blue", DeclareNormalMove(formation="b-w"), "GA-3.2-32").rejected("GA-3.2-32", "already-moved")


@pytest.mark.rule("GA-5.6-01")
def test_not_in_another_phase_and_not_for_who_is_there():
    """In red's Shooting turn it is refused; so is a formation on the warfield."""
    table = shots_declared_at(blue=("deployment_order", "find_cover"))
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "wrong-time")
    table = end_of_move_turn(2)
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "not-in-reserves", place="warfield")


@pytest.mark.rule("GA-5.6-02")
def test_not_before_its_round():
    """In round 1 a Strategic Reserve may not come; nothing is spent, and nobody is asked."""
    table = end_of_move_turn(1)
    table.when("red", EndTurn()).accepted()
    assert window_kind(table) != "move_turn_ending"
    table.ask("move_turn_ending", "blue", over=True)
    table.set(battle=replace(table.game.battle, turn=0))
    use(table, "blue", "deployment_order", "b-w").rejected("GA-5.6-02", "too-early")
    assert manoeuvre_points(table, "blue") == 5


@pytest.mark.rule("GA-5.6-03")
def test_nobody_answers_an_arrival_in_his_own_turn():
    """An arrival 19" before red's rifles is answered by nobody: it happens in red's own Move turn."""
    table = end_of_move_turn(2)
    prepare(table, red=OVERWATCH, blue=("deployment_order",))
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-w").accepted()
    table.when("blue", arrival_of_blue((22, 40))).then(FormationArrived).asks("move_turn", "blue")
    table = end_of_move_turn(2)
    prepare(table, red=OVERWATCH, blue=("deployment_order",))
    table.when("red", EndTurn()).accepted()
    table.ask("enemy_set_up", "red", subject=FormationSubject("b-b"), over=True)
    use(table, "red", "onslaught_overwatch", "a-r").rejected("GA-5.0-05", "wrong-turn")


@pytest.mark.rule("GA-5.6-03")
def test_passengers_are_not_ordered_apart_from_their_transport():
    """Deployment Order names the transport, not a formation aboard of it."""
    table = end_of_move_turn(2)
    put_in_reserves(table, "b-b", "embarked")
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "not-in-reserves", place="embarked")
    assert effects_in_force(table) == []


def order_window(place: str = "reserves", number: int = 1) -> Table:
    """End red's Move turn of a round; blue's "b-w" is in Reserves, with the ability that put it there."""
    waiting = formation("b-w", at=[(58, 30)], powers=("reserve_troop",))
    table = prepared_battle(
        formation("a-r", at=[(20, 20)]), waiting, phase="move", number=number, blue=("deployment_order",)
    )
    put_in_reserves(table, place=place)
    table.when("red", EndMoveStep()).accepted()
    return table


@pytest.mark.rule("GA-5.6-01", "GA-5.6-02")
def test_who_is_ordered_comes_by_the_rule_that_put_it_in_reserves():
    """A Reserve Troop is ordered to the middle of the warfield in round 1; a Strategic Reserve is not, nor so early."""
    table = order_window()
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    use(table, "blue", "deployment_order", "b-w").asks("ordered_arrival", "blue")
    table.when("blue", arrival_of_blue((30, 20))).rejected("GA-4.2-02", "near-enemies")
    table.when("blue", arrival_of_blue((30.2, 20))).then(FormationArrived, formation="b-w", origin="reserves", round=1)
    assert (places(table, "b-w"), formation_view(table, "b-w").move_kind) == ([(30.2, 20)], "normal")
    order_window("strategic_reserves").when("red", EndTurn()).asks("move_turn", "blue")
    table = order_window("strategic_reserves", number=2)
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-w").accepted()
    table.when("blue", arrival_of_blue((38, 20))).rejected("GA-8.2-05", "far-from-edges")
    table.when("blue", arrival_of_blue((38, 40))).then(FormationArrived, origin="strategic_reserves", round=2)


@pytest.mark.rule("GA-5.6-01")
def test_nobody_is_ordered_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch):
    """Where the formation could be set up nowhere the order is refused and costs nothing."""
    table = order_window()
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    monkeypatch.setattr(deployment_order, "can_arrive", lambda *_: False)
    use(table, "blue", "deployment_order", "b-w").rejected("GA-5.6-01", "no-room-to-arrive")
    assert manoeuvre_points(table, "blue") == 5
    monkeypatch.undo()
    use(table, "blue", "deployment_order", "b-w").then(BattleManoeuvreUsed, formation="b-w", left=4)
