"""Wrecks (GA-3.2-43 to -47): how passengers leave a transport that is destroyed."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    BattleFatigueEnded,
    DeadlyDemiseRolled,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    DisembarkFromWreck,
    EmbarkFormation,
    EndTurn,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationDisembarked,
    FormationEmbarked,
    HitsRolled,
    MakeNormalMove,
    MortalWoundsPending,
    RemoveOutOfCohesion,
    SelectToShoot,
    TransportWrecked,
    TroopDestroyed,
    WreckRolled,
)
from tests.kit import Outcome
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import decline, use
from tests.rulesets.grinding_annihilation.fixtures import Member, battle, formation, troop_poses, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import (
    BESIDE_TRANSPORT,
    FAR_ENEMY,
    INNER_RING,
    TRANSPORT_HULL,
    TRANSPORT_KILLER,
    battle_with_absent,
    carrier,
    move_turn,
    ring,
    squad,
    take_off_warfield,
    transport_destroyed,
    wreck_after_move,
)
from tests.rulesets.grinding_annihilation.movement.steps import leave_wreck
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    default_command,
    events_of,
    formation_row,
    formation_view,
    last_event,
    living,
    path,
    refused,
    settle,
    shots,
)
from tests.rulesets.grinding_annihilation.terrain.fixtures import hill, with_terrain


@pytest.mark.rule("GA-3.2-43", "GA-3.3-36")
def test_passengers_leave_after_the_deadly_demise():
    """The transport's Deadly Demise comes first and does not hurt the passengers; then they get out."""
    friend = formation("a-n", at=[(20, 25)], troop=trooper(w=5))
    table = transport_destroyed(6, 2, others=(friend,), powers=("deadly_demise D3",))
    assert last_event(table, DeadlyDemiseRolled).results[0].formation == "a-n"
    assert {event.formation for event in events_of(table, MortalWoundsPending)} == {"a-n"}
    assert last_event(table, TransportWrecked).formations == ("a-p",)
    assert table.view("blue").wrecks[0].formations == ("a-p",)
    refused(table, "red", leave_wreck((20, 20), (21.5, 22.6), (18.5, 22.6)), "GA-3.2-06", "GA-2.2-05").rejected(
        "GA-3.2-06", "on-another"
    ).rejected("GA-2.2-05", "not-cohesive")
    refused(table, "red", leave_wreck((20, 24.1), (21.5, 24.1), (18.5, 24.1)), "GA-3.2-39").rejected(
        "GA-3.2-39", "too-far-from-transport"
    )
    table.faces(2, 3, 4)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).then(FormationDisembarked, kind="wreck").cites(
        "GA-3.2-43", "GA-3.2-45"
    )
    assert table.view("blue").wrecks == ()


@pytest.mark.rule("GA-3.2-43", "GA-3.2-44")
@pytest.mark.ruling("GA-3.2-44.2")
def test_a_loss_on_the_way_out_keeps_nobody_aboard():
    """Two formations leave one wreck; that a troop of the first falls to its 1 leaves no question behind."""
    table = transport_destroyed(others=(squad(2, "a-q"),), aboard=("a-p", "a-q"))
    table.faces(1, 3, 4)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).then(WreckRolled, wounds=1)
    pending = table.game.pending[0].id
    table.when("red", AllocateMortalWound(pending=pending, troop="a-p.1")).then(TroopDestroyed).asks("wreck", "red")
    table.faces(5, 5)
    second = DisembarkFromWreck(formation="a-q", troops=troop_poses("a-q", (20, 17.4), (21.5, 17.4)), emergency=False)
    table.when("red", second).then(WreckRolled, wounds=0).asks("shooting_turn", "blue")
    assert table.game.wrecks == ()


@pytest.mark.rule("GA-3.2-44")
@pytest.mark.ruling("GA-3.2-44.1", "GA-3.3-31.3")
def test_a_one_hurts_whom_the_owner_likes():
    """One die for each troop; each 1 is a mortal wound for any troop of the formation."""
    table = transport_destroyed(troops=8, w=2)
    spots = ring(8, 3)
    table.faces(1, 1, 3, 4, 5, 6, 6, 2)
    outcome = table.when("red", leave_wreck(*spots)).then(WreckRolled, wounds=2, hurts=1)
    assert outcome.one(MortalWoundsPending).source == "wreck"
    pending = table.game.pending[0].id
    for troop in ("a-p.5", "a-p.2"):
        table.when("red", AllocateMortalWound(pending=pending, troop=troop)).accepted()
    assert (table.game.troops["a-p.5"].wounds_left, table.game.troops["a-p.2"].wounds_left) == (1, 1)


@pytest.mark.rule("GA-3.2-45")
@pytest.mark.ruling("GA-3.0-04.2")
@pytest.mark.ruling("GA-3.2-45.1", "GA-3.2-45.2")
@pytest.mark.parametrize("duration", ["round", "turn"])
def test_who_left_a_wreck_is_shaken(duration: str):
    """The formation is Battle-Fatigued, counts as having moved and does not assault: for the round, or the turn."""
    table = transport_destroyed(options={"destroyed_transport_duration": duration})
    table.faces(2, 3, 4)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).then(FormationDisembarked, bound=duration).then(
        FormationBattleFatigued, formation="a-p", until=2
    )
    assert (formation_view(table, "a-p").fatigued, formation_view(table, "a-p").move_kind) == (True, "normal")
    settle(table, "EndTurn")
    table.when("blue", EndTurn()).accepted()
    table.when("red", SelectToShoot(formation="a-p")).accepted()
    assert bool(formation_row(table, "a-p").bound) is (duration == "round")
    assert formation_row(table, "a-p").move == ("normal" if duration == "round" else "")
    table.faces(5, 5, 5)
    table.when("red", aim(table, "a-p", *shots(table, "a-p", "b-b"))).accepted()
    settle(table)
    assert (last_event(table, HitsRolled).needed.total, last_event(table, HitsRolled).hits) == (6, 0)


@pytest.mark.rule("GA-3.2-46", "GA-3.2-45")
@pytest.mark.ruling("GA-3.2-46.1")
def test_an_emergency_is_farther_and_harder():
    """Where 3" have no room passengers get out within 6", and 1 to 3 hurt, in the normal order."""
    table = transport_destroyed(troops=5, others=(INNER_RING,))
    spots = ring(5, 6.2, -28, 14)
    far = ring(5, 7.01, -28, 14)
    refused(table, "red", leave_wreck(*far, emergency=True), "GA-3.2-46").rejected(
        "GA-3.2-46", "too-far-from-transport"
    )
    refused(table, "red", leave_wreck(*spots), "GA-3.2-39").rejected("GA-3.2-39", "too-far-from-transport")
    table.faces(1, 3, 4, 2, 6)
    outcome = table.when("red", leave_wreck(*spots, emergency=True)).then(FormationDisembarked, kind="emergency")
    outcome.then(WreckRolled, wounds=3, hurts=3)
    assert outcome.one(MortalWoundsPending).source == "emergency"


@pytest.mark.rule("GA-3.2-46")
def test_no_emergency_without_need():
    """While there is room within 3" an Emergency Disembarkation is refused."""
    table = transport_destroyed()
    refused(table, "red", leave_wreck((26, 18.5), (26, 20), (26, 21.5), emergency=True), "GA-3.2-46").rejected(
        "GA-3.2-46", "room-left"
    )


@pytest.mark.rule("GA-3.2-47", "GA-2.2-06")
@pytest.mark.ruling("GA-2.2-06.2", "GA-2.3-03.1")
def test_who_finds_no_room_in_an_emergency_is_destroyed():
    """Those who can not be placed are destroyed; the others are placed and rolled for, as many as have room."""
    gap = formation("b-o", at=ring(20, 6.5, 12, 16.6), weapons=())
    table = transport_destroyed(troops=5, others=(INNER_RING, gap))
    command = default_command(table)
    assert isinstance(command, DisembarkFromWreck)
    assert (len(command.troops), command.emergency) == (3, True)
    table.faces(4, 5, 6)
    outcome = table.when("red", command).then(WreckRolled, faces=(4, 5, 6), wounds=0)
    lost = [(event.troop, event.cause) for event in outcome.events if isinstance(event, TroopDestroyed)]
    assert lost == [("a-p.4", "no_room"), ("a-p.5", "no_room")]
    assert living(table, "a-p") == ["a-p.1", "a-p.2", "a-p.3"]


@pytest.mark.rule("GA-3.2-47")
def test_where_nobody_finds_room_all_are_destroyed():
    """A formation of which nobody can be placed is destroyed without a die."""
    table = transport_destroyed(troops=2, others=(INNER_RING, formation("b-o", at=ring(22, 6.5), weapons=())))
    outcome = table.when("red", leave_wreck(emergency=True)).then(TroopDestroyed, FormationDestroyed, whole=True)
    outcome.without(WreckRolled)
    assert table.game.wrecks == ()


@pytest.mark.rule("GA-3.2-47")
def test_nobody_is_left_in_a_wreck_who_has_room():
    """Fewer troops than have room are not set up."""
    table = transport_destroyed(troops=3, others=(INNER_RING,))
    refused(table, "red", leave_wreck((26.2, 20), emergency=True), "GA-3.2-47").rejected("GA-3.2-47", "room-for-more")


@pytest.mark.rule("GA-2.2-09", "GA-3.2-43")
@pytest.mark.ruling("GA-2.2-09.2")
def test_passengers_of_a_transport_removed_for_cohesion_get_out_unhurt():
    """A transport removed for cohesion is left without dice, wounds or fatigue."""
    pair = formation("a-t", at=[(20, 20), (30, 20)], troop=TRANSPORT_HULL, keywords=("vehicle", "transport"))
    hold = carrier().row.transport
    pair = pair._replace(row=replace(pair.row, transport=hold))
    table = take_off_warfield(battle(squad(), pair, FAR_ENEMY, phase="shooting"), {"a-p": "a-t.1"})
    table.when("red", EndTurn()).accepted()
    table.when("red", RemoveOutOfCohesion(formation="a-t", troop="a-t.1")).then(TransportWrecked, quiet=True)
    outcome: Outcome = table.when("red", leave_wreck(*BESIDE_TRANSPORT)).then(FormationDisembarked)
    outcome.without(WreckRolled, FormationBattleFatigued, MortalWoundsPending)
    assert living(table, "a-p") == ["a-p.1", "a-p.2", "a-p.3"]


@pytest.mark.rule("GA-3.2-43")
def test_the_battle_waits_for_passengers_of_a_wreck():
    """An army whose last transport falls lives on in its passengers."""
    table = transport_destroyed()
    assert table.window.kind == "wreck"
    table.faces(6, 6, 6)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).accepted()
    assert table.game.result is None


@pytest.mark.rule("GA-3.2-45", "GA-3.4-03")
@pytest.mark.parametrize(("shaken", "clauses"), [(True, ("GA-3.4-03", "GA-3.1-10")), (False, ("GA-3.4-03",))])
def test_who_left_a_wreck_does_not_assault(*, shaken: bool, clauses: tuple[str, ...]):
    """For the rest of the round no Assault is declared, even were the Battle-Fatigue gone; others declare theirs."""
    foe, fellow = formation("b-n", at=[(20, 30)], weapons=()), formation("a-n", at=[(25, 22)])
    table = transport_destroyed(others=(foe, fellow))
    table.faces(2, 3, 4)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).accepted()
    settle(table, "DeclareAssault")
    table.when("blue", EndTurn()).accepted()
    if not shaken:
        table.put("formations", replace(formation_row(table, "a-p"), fatigued=0))
    outcome = refused(table, "red", DeclareAssault(formation="a-p", targets=("b-n",)), *clauses)
    outcome.rejected("GA-3.4-03", "bound-by-transport")
    table.when("red", DeclareAssault(formation="a-n", targets=("b-n",))).accepted()


@pytest.mark.rule("GA-3.2-14", "GA-3.2-17", "GA-3.2-45")
@pytest.mark.parametrize("duration", ["round", "turn"])
@pytest.mark.parametrize(("kind", "clause"), [("advance", "GA-3.2-14"), ("retreat", "GA-3.2-17")])
def test_a_wreck_undoes_no_advance_and_no_retreat(kind: str, clause: str, duration: str):
    """Who Advanced or Retreated and then got into a transport neither shoots nor assaults after leaving its wreck."""
    table = wreck_after_move(kind, duration)
    assert formation_view(table, "a-p").move_kind == kind
    settle(table, "EndTurn")
    table.when("blue", EndTurn()).accepted()
    reason = {"advance": "has-advanced", "retreat": "has-retreated"}[kind]
    refused(table, "red", SelectToShoot(formation="a-p"), clause).rejected(clause, reason)
    table.when("red", EndTurn()).accepted()
    settle(table, "DeclareAssault")
    table.when("blue", EndTurn()).accepted()
    outcome = refused(table, "red", DeclareAssault(formation="a-p", targets=("b-n",)), "GA-3.4-03", "GA-3.1-10")
    outcome.rejected("GA-3.4-03", "moved-too-far", move=kind)


@pytest.mark.rule("GA-3.2-45", "GA-3.2-01")
@pytest.mark.parametrize(
    ("disembarked", "clause"),
    [("wreck", "GA-3.2-45"), ("emergency", "GA-3.2-45"), ("moved", "GA-3.2-41"), ("ready", "GA-3.2-01")],
)
def test_who_counts_as_moved_is_refused_for_that(disembarked: str, clause: str):
    """Who left a transport and counts as having made a Normal move is refused a move by the rule that says so."""
    table = move_turn()
    table.put("formations", replace(formation_row(table, "a-r"), move="normal", disembarked=disembarked))
    for command in (DeclareNormalMove(formation="a-r"), DeclareRetreat(formation="a-r", paths=())):
        refused(table, "red", command, clause).rejected(clause, "already-moved", move="normal")


@pytest.mark.rule("GA-3.2-45")
def test_a_wreck_at_the_start_of_a_round_shakes_until_the_next_manoeuvres_turn():
    """A transport that falls before the Manoeuvres Phase of a round shakes its passengers until their turn in it."""
    gorgon = formation("b-b", at=[(26, 20)], troop=trooper(w=3), powers=("dread_aura 1",))
    table = battle_with_absent(squad(1), carrier(), gorgon, off={"a-p": "a-t.1"}, phase="brawl", wounds={"a-t.1": 1})
    settle(table, "DisembarkFromWreck")
    assert (table.game.battle.round, table.game.battle.phase) == (2, "brawl")
    table.faces(6, 6, 1)
    table.when("red", leave_wreck((20, 22.6))).then(FormationBattleFatigued, formation="a-p", until=2)
    settle(table, "TakeBattleFatigueTest")
    assert last_event(table, BattleFatigueEnded).formations == ("a-p",)
    assert formation_row(table, "a-p").fatigued == 0


@pytest.mark.rule("GA-3.2-43")
def test_no_passenger_gets_out_onto_a_wreck_that_waits():
    """Of two transports that fall at one moment the second lies in the way until its own passengers are out."""
    blast = formation("a-x", at=[(21, 24)], powers=("deadly_demise 1",))
    pair = (carrier(), carrier("a-u", at=(23.2, 20)))
    table = battle_with_absent(
        squad(1),
        squad(1, "a-q"),
        *pair,
        blast,
        formation("b-b", at=[(40, 24)], weapons=(TRANSPORT_KILLER,)),
        off={"a-p": "a-t.1", "a-q": "a-u.1"},
        phase="shooting",
        first="blue",
        dice=(6, 6, 1, 6),
        wounds={"a-t.1": 1, "a-u.1": 1},
    )
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-x"))).accepted()
    settle(table, "DisembarkFromWreck")
    assert [wreck.troop for wreck in table.game.wrecks] == ["a-t.1", "a-u.1"]
    refused(table, "red", leave_wreck((22.2, 20)), "GA-3.2-06").rejected("GA-3.2-06", "on-another")
    table.faces(6)
    table.when("red", leave_wreck((18, 20))).accepted()
    assert [wreck.troop for wreck in table.game.wrecks] == ["a-u.1"]
    command = default_command(table)
    table.faces(6)
    table.when("red", command).then(FormationDisembarked, formation="a-q", kind="wreck")


@pytest.mark.rule("GA-3.2-37", "GA-3.2-43")
@pytest.mark.ruling("GA-3.2-37.2", "GA-5.7-01.3")
def test_a_wreck_beside_the_way_keeps_nobody_out_of_a_transport():
    """Who has moved may still get in, though the shots that answered the move left a wreck that others got out of."""
    bomb = Member(powers=("deadly_demise 3",))
    red = formation("a-r", at=[(24, 16), (24, 17.5)], troop=trooper(w=4), weapons=(), only={1: bomb})
    watcher = formation("b-b", at=[(24, 2)], weapons=(TRANSPORT_KILLER,))
    units = (red, watcher, squad(1), carrier(), carrier("a-u", at=(28, 20)))
    table = take_off_warfield(prepared_battle(*units, phase="move", blue=("onslaught_overwatch",)), {"a-p": "a-t.1"})
    table.put("troops", replace(table.game.troops["a-t.1"], wounds_left=1))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    decline(table, "blue")
    ways = [path("a-r.1", (24, 18.5)), path("a-r.2", (24, 20))]
    table.when("red", MakeNormalMove(formation="a-r", paths=tuple(ways))).asks("move_ended", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.faces(6, 6, 1, 6)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "DisembarkFromWreck")
    table.faces(6)
    table.when("red", leave_wreck((18, 20))).then(FormationDisembarked, formation="a-p")
    settle(table, "EmbarkFormation")
    table.when("red", EmbarkFormation(formation="a-r", transport="a-u.1")).then(FormationEmbarked)


@pytest.mark.rule("GA-3.2-46", "GA-6.4-01")
def test_a_wreck_on_a_hill_has_room_on_the_hill():
    """Passengers of a transport that falls on top of a hill find room beside it there: it is no emergency."""
    blue = formation("b-b", at=[(40, 20)], weapons=(TRANSPORT_KILLER,))
    table = battle_with_absent(
        squad(3), carrier(at=(20, 20, 4)), blue, off={"a-p": "a-t.1"}, phase="shooting", first="blue", dice=(6, 6, 1)
    )
    with_terrain(table, hill(12, 12, 28, 28, 4))
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    settle(table, "DisembarkFromWreck")
    command = default_command(table)
    assert isinstance(command, DisembarkFromWreck)
    assert (command.emergency, [troop.pose.z for troop in command.troops]) == (False, [4_000] * 3)
    refused(table, "red", DisembarkFromWreck(formation="a-p", troops=(), emergency=True), "GA-3.2-46").rejected(
        "GA-3.2-46", "room-left"
    )
    table.faces(6, 6, 6)
    assert table.refused(table.rules.choose(table.sight("red"), Random(1)), "red") == ()
    table.when("red", command).then(FormationDisembarked, kind="wreck")
