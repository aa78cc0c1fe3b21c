"""Rulings on transports, their wrecks and Aircraft."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AircraftMove,
    AllocateMortalWound,
    ArriveFromReserves,
    DeclareNormalMove,
    EndMoveStep,
    FormationArrived,
    FormationLeftWarfield,
    FormationMoved,
    MortalWoundsPending,
    MortalWoundSuffered,
    MoveAircraft,
    SelectToShoot,
    WreckRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, gun, pose, troop_poses
from tests.rulesets.grinding_annihilation.movement.fixtures import (
    FAR_ENEMY,
    INNER_RING,
    battle_with_absent,
    carrier,
    deck_turn,
    ring,
    squad,
    transport_destroyed,
)
from tests.rulesets.grinding_annihilation.movement.steps import embark, leave_wreck, loan
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    formation_row,
    refused,
    settle,
    shots,
    wounds_left,
)
from tests.rulesets.grinding_annihilation.troops.fixtures import (
    AIRCRAFT_KEYWORDS,
    AIRCRAFT_PROFILE,
    ENEMY_OF_AIRCRAFT,
    plane,
)


@pytest.mark.rule("GA-3.2-32", "GA-3.2-37")
@pytest.mark.ruling("GA-3.2-32.1", "GA-3.2-37.1")
def test_who_arrives_beside_a_transport_stays_out():
    """Arrival from Reserves is no move: the formation stands an inch from a transport and does not get in."""
    table = battle_with_absent(squad(1), carrier(at=(8, 5)), FAR_ENEMY, off={"a-p": "reserves"}, number=2)
    table.when("red", EndMoveStep()).accepted()
    arrival = ArriveFromReserves(formation="a-p", troops=troop_poses("a-p", (5, 5)), accept_losses=False)
    table.when("red", arrival).then(FormationArrived, formation="a-p")
    assert "EmbarkFormation" not in table.offered("red")
    assert {row.reason for row in table.refused(embark(), "red")} == {"not-asked"}
    assert formation_row(table, "a-p").place == "warfield"


def set_down(table: Table) -> Table:
    """Let the passengers stand on the warfield as if their transport had been destroyed."""
    troops = table.game.troops
    poses = [(20 + 1.5 * number, 26) for number in range(5)]
    table.put("troops", *(replace(troops[f"a-p.{n}"], pose=pose(at)) for n, at in enumerate(poses, 1)))
    return table.put("formations", replace(formation_row(table, "a-p"), place="warfield", aboard=""))


@pytest.mark.rule("GA-3.2-36")
@pytest.mark.ruling("GA-3.2-36.3")
def test_who_lent_a_weapon_and_got_out_does_not_shoot_in_that_phase():
    """Passengers who get out later in the phase are selected to shoot only if they lent nothing."""
    table = deck_turn(weapons=())
    table.when("red", SelectToShoot(formation="a-t", sidearms=(), loans=(loan("a-p.1"),))).accepted()
    table.faces(1)
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "rifle"))).accepted()
    settle(set_down(settle(table)))
    command = SelectToShoot(formation="a-p", sidearms=())
    refused(table, "red", command, "GA-3.2-36").rejected("GA-3.2-36", "has-lent", formation="a-p")
    set_down(deck_turn(weapons=())).when("red", command).accepted()


@pytest.mark.rule("GA-3.2-46")
@pytest.mark.ruling("GA-3.2-46.2")
def test_an_emergency_hurts_the_wounded_first():
    """Mortal wounds of an Emergency Disembarkation go to a wounded troop, not to any that its owner likes."""
    table = transport_destroyed(troops=5, others=(INNER_RING,), w=2)
    for troop in ("a-p.3", "a-p.4"):
        table.put("troops", replace(table.game.troops[troop], wounds_left=1))
    table.faces(4, 4, 3, 6, 6)
    outcome = table.when("red", leave_wreck(*ring(5, 6.2, -28, 14), emergency=True)).then(WreckRolled, wounds=1)
    assert outcome.one(MortalWoundsPending).source == "emergency"
    pending = table.game.pending[0].id
    chosen = AllocateMortalWound(pending=pending, troop="a-p.1")
    table.when("red", chosen).rejected("GA-3.3-21", "bound-troop-first", may="a-p.3 a-p.4")
    table.when("red", replace(chosen, troop="a-p.4")).then(MortalWoundSuffered, troop="a-p.4")


@pytest.mark.rule("GA-8.3-24", "GA-3.2-36")
@pytest.mark.ruling("GA-8.3-24.3")
def test_hazard_of_a_lent_weapon_strikes_the_transport():
    """A Hazard weapon that a passenger lends costs the Vehicle three wounds and the passenger nothing."""
    risky = gun("risky", "hazard")
    units = (
        squad(3, weapons=(risky,)),
        carrier(powers=("weapons_deck 2",), weapons=()),
        formation("b-b", at=[(40, 20)], weapons=()),
    )
    table = battle_with_absent(*units, off={"a-p": "a-t.1"}, phase="shooting", dice=(1, 1))
    loans = (loan("a-p.1", "risky"),)
    table.when("red", SelectToShoot(formation="a-t", sidearms=(), loans=loans)).accepted()
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "risky"))).accepted()
    settle(table)
    assert [event.troop for event in events_of(table, MortalWoundSuffered)] == ["a-t.1"] * 3
    assert wounds_left(table, "a-t") == [5]
    assert len(formation_row(table, "a-p").troops) == 3


@pytest.mark.rule("GA-4.3-09")
@pytest.mark.ruling("GA-4.3-09.1")
def test_the_whole_formation_leaves_with_one_aircraft():
    """Of two Aircraft in a formation one crosses the edge: both go into Strategic Reserves."""
    pair = formation("a-f", at=[(41, 10), (38, 10)], troop=AIRCRAFT_PROFILE, keywords=AIRCRAFT_KEYWORDS)
    table = battle(pair, ENEMY_OF_AIRCRAFT, phase="move")
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    flights = tuple(AircraftMove(troop=f"a-f.{number}", distance=20_000, pivot=0) for number in (1, 2))
    outcome = table.when("red", MoveAircraft(formation="a-f", troops=flights))
    outcome.then(FormationLeftWarfield, formation="a-f").without(FormationMoved)
    assert formation_row(table, "a-f").place == "strategic_reserves"
    assert [table.game.troops[troop].pose for troop in ("a-f.1", "a-f.2")] == [None, None]


@pytest.mark.rule("GA-4.3-09")
@pytest.mark.ruling("GA-4.3-09.2")
def test_an_aircraft_may_fly_off_though_it_could_stay():
    """With room for 20" ahead of it an Aircraft may fly 60" and so leave."""
    for distance, leaves in ((20, False), (60, True)):
        table = battle(plane((10, 10)), ENEMY_OF_AIRCRAFT, phase="move")
        table.when("red", DeclareNormalMove(formation="a-f")).accepted()
        flight = AircraftMove(troop="a-f.1", distance=1000 * distance, pivot=0)
        table.when("red", MoveAircraft(formation="a-f", troops=(flight,))).accepted()
        assert (formation_row(table, "a-f").place == "strategic_reserves") is leaves
