"""Rulings on Reserves: who may be put there, where they arrive and what happens where they can not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

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
from tests.rulesets.grinding_annihilation.fixtures import Unit, formation, troop_poses
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import ask_battle_formations, rolled_for_first_turn
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations, scouts_move
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad, take_off_warfield
from tests.rulesets.grinding_annihilation.steps import formation_row, refused
from tests.rulesets.grinding_annihilation.troops.fixtures import plane


def arrival(id: str, at: tuple[float, float]) -> ArriveFromReserves:
    """Set a formation of one troop up from Reserves."""
    return ArriveFromReserves(formation=id, troops=troop_poses(id, at), accept_losses=False)


@pytest.mark.rule("GA-7.5-01", "GA-8.2-05")
@pytest.mark.ruling("GA-7.5-01.2", "GA-7.5-01.3", "GA-8.2-05.1")
@pytest.mark.parametrize(
    ("second", "at", "reason"),
    [(False, (85, 3), ""), (False, (86, 22), ""), (False, (60, 3), "in-enemy-zone"), (True, (85, 3), "in-enemy-zone")],
)
def test_reserves_arrive_in_the_second_line(at: tuple[float, float], reason: str, *, second: bool):
    """In round 2 the Attacker's Reserves may arrive in the Second Defence Line, at any of its edges."""
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
    whole = replace(arrival("b-t", (50, 40)), accept_losses=True)
    refused(table, "blue", whole, "GA-2.2-06").rejected("GA-2.2-06", "nobody-lost", "accept_losses")
    table.when("blue", arrival("b-t", (50, 40))).then(FormationArrived).asks("move_turn", "blue")
    out = DisembarkFormation(formation="b-w", transport="b-t.1", troops=troop_poses("b-w", (50, 37)))
    table.when("blue", out).then(FormationDisembarked, formation="b-w", kind="moved", bound="round")


def leader(*powers: str) -> Unit:
    """Make a Leader of "a-p" with these abilities."""
    words = ("infantry", "character")
    return formation("a-l", at=[(10, 12)], keywords=words, leads=("p",), powers=("leader", *powers))


@pytest.mark.rule("GA-4.2-07", "GA-4.2-01")
@pytest.mark.ruling("GA-4.2-07.1")
@pytest.mark.parametrize(("own", "listed"), [(("reserve_troop",), True), ((), False)])
def test_leader_and_escort_both_need_reserve_troop(own: tuple[str, ...], *, listed: bool):
    """An Attached formation is put into Reserves only where its Leader is a Reserve Troop as well."""
    table = ask_battle_formations(squad(1, powers=("reserve_troop",)), leader(*own), formation("b-b", at=[(50, 5)]))
    command = battle_formations(lead={"a-l": "a-p"}, reserves=("a-p",))
    if listed:
        table.when("red", command).accepted()
    else:
        refused(table, "red", command, "GA-4.2-01").rejected("GA-4.2-01", "no-reserve-troop")


@pytest.mark.rule("GA-4.2-07", "GA-4.2-03")
@pytest.mark.ruling("GA-4.2-07.1")
@pytest.mark.parametrize(("own", "asked"), [(("scouts 6000",), "pre_battle_rule"), ((), "manoeuvres_turn")])
def test_leader_and_escort_both_need_scouts(own: tuple[str, ...], asked: str):
    """An Attached formation makes a Scouts move only where its Leader has Scouts as well."""
    escort = formation("a-p", at=[(10, 10)], powers=("scouts 6000",))
    units = (escort, leader(*own), formation("b-b", at=[(50, 10)]))
    table = rolled_for_first_turn(*units, lead={"a-l": "a-p"})
    assert table.window is not None
    assert table.window.kind == asked
    if own:
        assert table.refused(scouts_move("a-p"), "red") == ()


@pytest.mark.rule("GA-4.2-07", "GA-3.2-33")
@pytest.mark.ruling("GA-4.2-07.1")
@pytest.mark.parametrize(("capacity", "fits"), [(3, True), (2, False)])
def test_an_attached_formation_embarks_as_one(capacity: int, *, fits: bool):
    """Escort and Leader go aboard together and both take room."""
    table = ask_battle_formations(squad(2), leader(), carrier(capacity=capacity), formation("b-b", at=[(50, 5)]))
    command = battle_formations(lead={"a-l": "a-p"}, aboard={"a-p": "a-t.1"})
    if fits:
        table.when("red", command).accepted()
        table.when("blue", battle_formations()).accepted()
        assert len(formation_row(table, "a-p").troops) == 3
        assert formation_row(table, "a-p").aboard == "a-t.1"
    else:
        refused(table, "red", command, "GA-3.2-33").rejected("GA-3.2-33", "hold-full")
