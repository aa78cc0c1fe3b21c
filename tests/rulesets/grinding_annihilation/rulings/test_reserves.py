"""Rulings on Reserves: who may be put there, where they arrive and what happens where they can not."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DisembarkFormation,
    EndMoveStep,
    EndTurn,
    FormationArrived,
    FormationDisembarked,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.fixtures import formation, troop_poses
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad, take_off_warfield
from tests.rulesets.grinding_annihilation.steps import formation_row, refused
from tests.rulesets.grinding_annihilation.troops.fixtures import plane


def arrival(id: str, at: tuple[float, float]) -> ArriveFromReserves:
    """Set a formation of one troop up from Reserves."""
    return ArriveFromReserves(formation=id, troops=troop_poses(id, at), accept_losses=False)


@pytest.mark.rule("GA-7.5-01", "GA-8.2-05")
@pytest.mark.ruling("GA-7.5-01.2", "GA-7.5-01.3")
@pytest.mark.parametrize(
    ("second", "at", "reason"),
    [(False, (85, 3), ""), (False, (60, 3), "in-enemy-zone"), (True, (85, 3), "in-enemy-zone")],
)
def test_reserves_arrive_in_the_second_line(at: tuple[float, float], reason: str, *, second: bool):
    """In round 2 the Attacker's Strategic Reserves may arrive in the Second Defence Line, which is no zone."""
    table = battle_with_absent(
        squad(1),
        formation("b-b", at=[(60, 25)]),
        off={"a-p": "strategic_reserves"},
        number=2,
        scenario="break_through",
        markers=((65, 22), (85, 22)),
        options={"second_line_is_zone": second},
    )
    table.when("red", EndMoveStep()).accepted()
    if reason:
        refused(table, "red", arrival("a-p", at), "GA-8.2-05").rejected("GA-8.2-05", reason)
    else:
        table.when("red", arrival("a-p", at)).then(FormationArrived, formation="a-p")


RING = [(x, y) for x in (6, 18, 30, 42, 54) for y in (6, 38)] + [(6, 22), (54, 22)]


@pytest.mark.rule("GA-4.3-10")
@pytest.mark.ruling("GA-4.3-10.2")
@pytest.mark.parametrize("crowded", [True, False])
def test_an_aircraft_that_can_not_come_back_stays_in_reserves(*, crowded: bool):
    """Where enemies stand within 12" of every place the turn ends without the Aircraft; else it has to arrive."""
    foes = [formation(f"b-{n}", at=[at]) for n, at in enumerate(RING)] if crowded else [formation("b-0", at=[(30, 22)])]
    table = battle_with_absent(plane(), *foes, off={"a-f": "strategic_reserves"}, fields={"left": 2}, number=3)
    table.when("red", EndMoveStep()).accepted()
    if crowded:
        table.when("red", EndTurn()).accepted()
        assert formation_row(table, "a-f").place == "strategic_reserves"
    else:
        refused(table, "red", EndTurn(), "GA-4.3-10").rejected("GA-4.3-10", "aircraft-due")


@pytest.mark.rule("GA-3.2-41", "GA-5.6-03")
@pytest.mark.ruling("GA-3.2-41.1")
def test_nobody_gets_out_at_once_of_a_transport_that_was_ordered_to_arrive():
    """After Deployment Order the next question is the own Move turn: who gets out then counts as having moved."""
    units = (formation("a-r", at=[(20, 20)]), carrier("b-t", at=(50, 20)), formation("b-w", at=[(58, 30)]))
    table = take_off_warfield(
        prepared_battle(*units, phase="move", number=2, blue=("deployment_order",)),
        {"b-t": "strategic_reserves", "b-w": "b-t.1"},
    )
    table.when("red", EndMoveStep()).accepted()
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    use(table, "blue", "deployment_order", "b-t").asks("ordered_arrival", "blue")
    table.when("blue", arrival("b-t", (50, 40))).then(FormationArrived).asks("move_turn", "blue")
    out = DisembarkFormation(formation="b-w", transport="b-t.1", troops=troop_poses("b-w", (50, 37)))
    table.when("blue", out).then(FormationDisembarked, formation="b-w", kind="moved", bound="round")
