"""Arrivals (GA-3.2-29 to -32): when, from where measured, and what never comes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    BattleEnded,
    DeclareAssault,
    DeclareNormalMove,
    EndMoveStep,
    EndTurn,
    FormationArrived,
    FormationDestroyed,
    HitsRolled,
    PlayerTurnEnded,
    VictorDetermined,
)
from tests.rulesets.grinding_annihilation.armies.steps import arrival, end_battle, end_of_battle, reserves_waiting
from tests.rulesets.grinding_annihilation.fixtures import formation, gun
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad
from tests.rulesets.grinding_annihilation.steps import fire, formation_view, last_event, refused, settle

ENEMY = formation("b-b", at=[(30, 22)])


@pytest.mark.rule("GA-3.2-30")
def test_arrivals_come_after_the_moves():
    """Formations arrive in the Reinforcements step, where nobody moves any more; then the turn ends."""
    table = battle_with_absent(squad(1), ENEMY, off={"a-p": "reserves"}, number=2)
    early = refused(table, "red", arrival((5, 5)), "GA-3.2-01")
    early.rejected("GA-3.2-01", "not-asked", window="move_turn")
    table.when("red", EndMoveStep()).accepted()
    late = refused(table, "red", DeclareNormalMove(formation="a-spare"), "GA-3.2-30")
    late.rejected("GA-3.2-30", "not-asked", window="reinforcements")
    table.when("red", arrival((5, 5))).then(FormationArrived, formation="a-p")
    table.when("red", EndTurn()).then(PlayerTurnEnded, seat=0, phase="move")


@pytest.mark.rule("GA-3.2-31", "GA-8.2-05")
@pytest.mark.ruling("GA-2.4-03.3")
def test_distances_of_arrivals_are_measured_in_plan():
    """A tall enemy far above is as near as it is on the map."""
    table = reserves_waiting(2, enemy=(30, 16.9))
    high = table.game.troops["b-b.1"]
    raised = replace(high, pose=replace(high.pose, z=8_000))
    table.set(troops={**table.game.troops, "b-b.1": raised})
    refused(table, "red", arrival((30, 4)), "GA-8.2-05").rejected("GA-8.2-05", "near-enemies", apart=12_000)
    lower = replace(high, pose=replace(high.pose, y=17_000, z=8_000))
    table.set(troops={**table.game.troops, "b-b.1": lower})
    table.when("red", arrival((30, 4))).then(FormationArrived)


@pytest.mark.rule("GA-3.2-32", "GA-8.2-07")
def test_who_arrived_has_moved_and_acts():
    """An arrival counts as a Normal move: no other move, no bonus of Heavy, but shots and an Assault at exactly 12"."""
    units = (squad(1, weapons=(gun("big", "heavy"),)), formation("b-b", at=[(30, 18)]))
    table = battle_with_absent(*units, off={"a-p": "strategic_reserves"}, number=2)
    table.when("red", EndMoveStep()).accepted()
    table.when("red", arrival((30, 5))).then(FormationArrived).cites("GA-3.2-32", "GA-8.2-07")
    assert (formation_view(table, "a-p").move_kind, formation_view(table, "a-p").arrived) == ("normal", 2)
    refused(table, "red", DeclareNormalMove(formation="a-p"), "GA-3.2-30").rejected("GA-3.2-30", "not-asked")
    settle(table, "SelectToShoot")
    table.faces(2)
    fire(table, "a-p", "b-b")
    assert last_event(table, HitsRolled).needed.total == 3
    settle(table, "DeclareAssault")
    table.when("red", DeclareAssault(formation="a-p", targets=("b-b",))).then(AssaultDeclared, formation="a-p")


@pytest.mark.rule("GA-3.2-29", "GA-7.0-18")
@pytest.mark.ruling("GA-3.2-29.1")
def test_what_never_arrives_is_destroyed():
    """Reserves that have not arrived when the battle ends are destroyed before the victor is named, passengers too."""
    table = end_of_battle(carrier(), squad(2), ENEMY, off={"a-t": "strategic_reserves", "a-p": "a-t.1"})
    table.set(sides={**table.game.sides, 0: replace(table.game.sides[0], tactical_points=8)})
    outcome = end_battle(table).then(FormationDestroyed, BattleEnded, VictorDetermined, destroyed=(0,), winner=1)
    lost = {event.part: event.cause for event in outcome.events if isinstance(event, FormationDestroyed)}
    assert lost == {"a-t": "not_arrived", "a-p": "not_arrived"}
    assert last_event(table, BattleEnded).reason == "rounds"


@pytest.mark.rule("GA-3.2-30", "GA-8.2-04", "GA-7.4-04")
def test_who_is_aboard_arrives_with_the_transport():
    """A transport arrives with its passengers aboard: they have arrived too, and stand nowhere of their own."""
    units = (carrier(), squad(2), formation("b-b", at=[(50, 22)]))
    table = battle_with_absent(*units, off={"a-t": "strategic_reserves", "a-p": "a-t.1"}, number=2)
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", arrival((5, 8), (5, 10)), "GA-3.2-30").rejected("GA-3.2-30", "not-in-reserves")
    come = table.when("red", arrival((4, 20), id="a-t"))
    come.then(FormationArrived, formation="a-t", origin="strategic_reserves", passengers=("a-p",))
    assert (formation_view(table, "a-t").place, formation_view(table, "a-t").arrived) == ("warfield", 2)
    assert (
        formation_view(table, "a-p").place,
        formation_view(table, "a-p").aboard,
        formation_view(table, "a-p").arrived,
    ) == ("embarked", "a-t.1", 2)
