"""Transports (GA-3.2-33, -34, -37 to -42): who fits in, getting in and getting out."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DeadlyDemiseRolled,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    EndMoveStep,
    EndTurn,
    FormationDisembarked,
    FormationEmbarked,
    RemainStationary,
    SelectToShoot,
)
from tests.rulesets.grinding_annihilation.fixtures import Place, battle, formation, line, troop_poses
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import ask_battle_formations
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations
from tests.rulesets.grinding_annihilation.movement.fixtures import (
    BESIDE_TRANSPORT,
    FAR_ENEMY,
    TRANSPORT_KILLER,
    battle_with_absent,
    carrier,
    passengers_aboard,
    squad,
)
from tests.rulesets.grinding_annihilation.movement.steps import commit_embarked, embark, get_out, poses_of_formation
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    asked_party,
    declare,
    default_command,
    formation_row,
    formation_view,
    last_event,
    move,
    path,
    places,
    refused,
    settle,
    shots,
)


@pytest.mark.rule("GA-3.2-33", "GA-3.2-34")
@pytest.mark.parametrize(
    ("count", "keyword", "reason"), [(4, "infantry", ""), (5, "infantry", "hold-full"), (1, "vehicle", "not-carried")]
)
def test_a_hold_has_room_for_so_many_of_a_sort(count: int, keyword: str, reason: str):
    """Several formations share a transport as far as its hold goes, and as its sort of passengers."""
    table = ask_battle_formations(carrier(), squad(6, "a-q"), squad(count, keywords=(keyword,)), FAR_ENEMY)
    command = battle_formations(aboard={"a-q": "a-t.1", "a-p": "a-t.1"})
    if not reason:
        table.when("red", command).accepted()
        table.when("blue", battle_formations()).accepted()
        assert (formation_row(table, "a-p").place, formation_row(table, "a-q").aboard) == ("embarked", "a-t.1")
    else:
        refused(table, "red", command, "GA-3.2-33").rejected("GA-3.2-33", reason)


@pytest.mark.rule("GA-3.2-33")
def test_a_hold_refuses_keywords():
    """A keyword that the hold refuses keeps a formation out, and so does a transport that is none or the enemy's."""
    table = ask_battle_formations(
        carrier(refused=("bulky",)), squad(1, keywords=("infantry", "bulky")), squad(1, "a-q"), FAR_ENEMY
    )
    refused(table, "red", battle_formations(aboard={"a-p": "a-t.1"}), "GA-3.2-33").rejected("GA-3.2-33", "not-carried")
    refused(table, "red", battle_formations(aboard={"a-p": "a-q.1"}), "GA-3.2-33").rejected("GA-3.2-33", "no-transport")
    refused(table, "red", battle_formations(aboard={"a-p": "b-b.1"}), "").rejected("", "unknown-id")
    refused(table, "red", battle_formations(aboard={"a-t": "a-t.1"}), "GA-3.2-33", "GA-3.2-34").rejected(
        "GA-3.2-33", "no-transport"
    ).rejected("GA-3.2-34", "transport-aboard")
    table.when("red", battle_formations(aboard={"a-q": "a-t.1"})).accepted()


@pytest.mark.rule("GA-3.2-34")
def test_passengers_are_not_deployed():
    """Who starts aboard is written down before any set-up, and is not set up."""
    table = ask_battle_formations(carrier(), squad(), squad(1, "a-q"), FAR_ENEMY)
    table.when("red", battle_formations(aboard={"a-p": "a-t.1"})).accepted()
    table.when("blue", battle_formations()).accepted()
    assert formation_view(table, "a-p").aboard == "a-t.1"
    choices = [field for offer in table.offers("red") for field in offer.fields if field.field == "formation"]
    assert [key for choice in choices for key in choice.values.values] == ["a-q", "a-t"]
    refused(table, "red", battle_formations(aboard={"a-q": "a-t.1"}), "GA-7.0-12").rejected("GA-7.0-12", "not-asked")


@pytest.mark.rule("GA-3.2-34", "GA-7.0-11")
def test_passengers_are_where_their_transport_is():
    """A transport aboard of another carries nobody, and who is in Reserves is not aboard of one that is not."""
    small = carrier("a-s", keywords=("vehicle", "transport", "infantry"))
    table = ask_battle_formations(carrier(), small, squad(powers=("reserve_troop",)), FAR_ENEMY)
    refused(table, "red", battle_formations(aboard={"a-s": "a-t.1", "a-p": "a-s.1"}), "GA-3.2-34").rejected(
        "GA-3.2-34", "transport-aboard"
    )
    refused(table, "red", battle_formations(aboard={"a-p": "a-t.1"}, reserves=("a-p",)), "GA-3.2-34").rejected(
        "GA-3.2-34", "passenger-elsewhere"
    )


@pytest.mark.rule("GA-3.2-37")
@pytest.mark.parametrize(("last_end", "accepted"), [((24, 23), True), ((24, 23.001), False)])
def test_everybody_has_to_be_near_to_get_in(last_end: Place, *, accepted: bool):
    """A formation gets in after its move if every troop ends within 3"; four of five are not enough."""
    troops = [(24, 17.5), (24, 19), (24, 20.5), (24, 22), (28, 22)]
    table = battle(formation("a-p", at=troops), carrier(), FAR_ENEMY, phase="move")
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")
    move(table, path("a-p.5", last_end), formation="a-p").accepted()
    if accepted:
        table.when("red", embark()).then(FormationEmbarked)
        assert poses_of_formation(table, "a-p") == [None] * 5
    else:
        refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "far-from-transport", troop="a-p.5")


@pytest.mark.rule("GA-3.2-37", "GA-3.2-38")
def test_who_got_in_is_off_the_warfield():
    """A formation that got in stands nowhere; before another formation is selected is the time for it."""
    troops = [(27, 18.5), (27, 20), (27, 21.5)]
    table = battle(formation("a-p", at=troops), formation("a-q", at=[(10, 10)]), carrier(), FAR_ENEMY, phase="move")
    ways = [path(f"a-p.{n}", (24.7, y)) for n, (_, y) in enumerate(troops, 1)]
    move(table, *ways, formation="a-p").accepted()
    assert "EmbarkFormation" in table.offered("red")
    table.when("red", embark()).then(FormationEmbarked).cites("GA-3.2-37")
    assert poses_of_formation(table, "a-p") == [None, None, None]
    refused(table, "red", DeclareNormalMove(formation="a-p"), "GA-2.1-07").rejected("GA-2.1-07", "not-on-warfield")
    refused(table, "red", get_out(*BESIDE_TRANSPORT), "GA-3.2-39").rejected("GA-3.2-39", "embarked-this-turn")


@pytest.mark.rule("GA-3.2-37")
@pytest.mark.ruling("GA-3.2-37.2")
def test_the_time_to_get_in_is_right_after_the_move():
    """Once another formation is selected it is too late."""
    table = battle(formation("a-p", at=[(24, 20)]), formation("a-q", at=[(10, 10)]), carrier(), FAR_ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    table.when("red", RemainStationary(formation="a-q")).accepted()
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")


@pytest.mark.rule("GA-3.2-37", "GA-3.2-33")
def test_a_full_hold_keeps_out():
    """A transport without room is not got into, one with just enough is."""
    troops = formation("a-p", at=line(3, 24, 18.5))
    table = battle(troops, carrier(capacity=3), FAR_ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    table.when("red", embark()).then(FormationEmbarked)
    table = battle(troops, carrier(capacity=2), FAR_ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    refused(table, "red", embark(), "GA-3.2-33").rejected("GA-3.2-33", "hold-full")


@pytest.mark.rule("GA-3.2-38")
def test_passengers_are_not_affected():
    """Passengers take no Battle-Fatigue test and are no target; a Deadly Demise nearby does not reach them."""
    fallen = ("a-p.3", "a-p.4", "a-p.2")
    table = battle_with_absent(squad(4), carrier(), FAR_ENEMY, off={"a-p": "a-t.1"}, phase="manoeuvres", fallen=fallen)
    table.when("red", EndTurn()).accepted()
    assert (formation_view(table, "a-p").below_half, formation_view(table, "a-p").tested) == (True, False)
    bomb = formation("a-n", at=[(20, 24)], powers=("deadly_demise 1",))
    blue = formation("b-b", at=[(40, 20)], weapons=(TRANSPORT_KILLER,))
    units, aboard = (squad(), carrier(), bomb, blue), {"a-p": "a-t.1"}
    shot = battle_with_absent(*units, off=aboard, phase="shooting", first="blue", dice=(6, 6, 1, 6))
    shot.when("blue", SelectToShoot(formation="b-b")).accepted()
    refused(shot, "blue", aim(shot, "b-b", *shots(shot, "b-b", "a-p")), "GA-2.1-07").rejected(
        "GA-2.1-07", "target-off-field"
    )
    shot.when("blue", aim(shot, "b-b", *shots(shot, "b-b", "a-n"))).accepted()
    settle(shot, "AllocateMortalWound", "SelectToShoot")
    assert [result.formation for result in last_event(shot, DeadlyDemiseRolled).results] == ["a-t"]


@pytest.mark.rule("GA-3.2-39", "GA-3.2-40")
def test_who_gets_out_of_a_resting_transport_acts():
    """Out of a transport that has not moved a formation moves on, and the transport may move after it."""
    table = passengers_aboard()
    table.when("red", get_out(*BESIDE_TRANSPORT)).then(FormationDisembarked, kind="ready", move_kind="", bound="")
    refused(table, "red", RemainStationary(formation="a-p"), "GA-3.2-40").rejected("GA-3.2-40", "has-got-out")
    ways = [path(f"a-p.{n}", (x, 28)) for n, x in enumerate((20, 21.5, 18.5), 1)]
    move(table, *ways, formation="a-p").accepted()
    assert places(table, "a-p")[0] == (20, 28)
    declare(table, "a-t").accepted()


@pytest.mark.rule("GA-3.2-40")
@pytest.mark.ruling("GA-3.2-01.2", "GA-3.2-40.1")
def test_who_got_out_and_stays_has_moved():
    """Who is not moved after getting out counts as having made a Normal move when the step is closed."""
    table = passengers_aboard()
    table.when("red", get_out(*BESIDE_TRANSPORT)).accepted()
    table.when("red", EndMoveStep()).accepted()
    assert (formation_row(table, "a-p").move, formation_row(table, "a-t").move) == ("normal", "remained_stationary")


@pytest.mark.rule("GA-3.2-39")
@pytest.mark.parametrize(
    ("at", "clause", "reason"),
    [
        (((20, 22.6), (21.5, 22.6), (20, 24.001)), "GA-3.2-39", "too-far-from-transport"),
        (((20, 22.6), (21.5, 22.6)), "GA-2.2-06", "troops-left-out"),
        (((20, 21.9), (21.5, 22.6), (18.5, 22.6)), "GA-3.2-06", "on-another"),
        (((20, 22.6), (21.5, 22.6), (20, 17.4)), "GA-2.2-05", "not-cohesive"),
    ],
)
def test_all_get_out_wholly_near_or_none(at: tuple[Place, ...], clause: str, reason: str):
    """Every troop is placed wholly within 3", on top of nobody and in cohesion, or nobody gets out."""
    table = passengers_aboard()
    table.when("red", get_out(*at)).rejected(clause, reason)
    assert formation_row(table, "a-p").place == "embarked"
    table.when("red", get_out((20, 22.6), (21.5, 22.6), (20, 24))).then(FormationDisembarked)


@pytest.mark.rule("GA-3.2-39", "GA-2.3-03")
def test_nobody_gets_out_into_threat_range():
    """Passengers are set up outside Threat Range of every enemy."""
    table = passengers_aboard(carrier(), formation("b-b", at=[(20, 24.5)]))
    refused(table, "red", get_out(*BESIDE_TRANSPORT), "GA-2.3-03").rejected("GA-2.3-03", "set-up-in-threat")
    table = passengers_aboard(carrier(), formation("b-b", at=[(20, 24.601)]))
    table.when("red", get_out(*BESIDE_TRANSPORT)).then(FormationDisembarked)


@pytest.mark.rule("GA-3.2-41", "GA-2.1-08")
@pytest.mark.ruling("GA-3.0-04.2")
def test_who_gets_out_of_a_moved_transport_has_moved():
    """Out of a transport that made a Normal move a formation shoots, but neither moves nor assaults this round."""
    table = passengers_aboard(carrier(), formation("b-b", at=[(30, 28)]))
    move(table, path("a-t.1", (24, 20)), formation="a-t").accepted()
    table.when("red", get_out((24, 22.6), (25.5, 22.6), (22.5, 22.6))).then(FormationDisembarked, kind="moved")
    refused(table, "red", DeclareAdvance(formation="a-p"), "GA-3.2-41").rejected("GA-3.2-41", "already-moved")
    assert formation_view(table, "a-p").assault_barred
    settle(table, "SelectToShoot")
    table.when("red", SelectToShoot(formation="a-p")).accepted()
    settle(table, "DeclareAssault")
    refused(table, "red", DeclareAssault(formation="a-p", targets=("b-b",)), "GA-3.4-03").rejected(
        "GA-3.4-03", "bound-by-transport"
    )
    settle(table, "TakeBattleFatigueTest", "EndTurn")
    table.faces(6, 1)
    for _ in range(40):
        if table.game.battle.round == 2:
            break
        settle(table, "EndTurn", "SelectToFight", "EndMoveStep")
        table.when(asked_party(table), default_command(table)).accepted()
    assert not formation_view(table, "a-p").assault_barred


@pytest.mark.rule("GA-3.2-42")
def test_nobody_gets_out_of_a_transport_that_advanced():
    """Before its Advance a transport may be left, after it not."""
    table = passengers_aboard(dice=(3,))
    move(table, path("a-t.1", (24, 20)), formation="a-t", kind="advance").accepted()
    refused(table, "red", get_out((24, 22.6), (25.5, 22.6), (22.5, 22.6)), "GA-3.2-42").rejected(
        "GA-3.2-42", "transport-too-fast"
    )
    early = passengers_aboard(dice=(3,))
    early.when("red", get_out(*BESIDE_TRANSPORT)).accepted()
    declare(early, "a-t", "advance").accepted()


@pytest.mark.rule("GA-3.2-41", "GA-3.2-32")
@pytest.mark.ruling("GA-3.2-41.1")
def test_passengers_get_out_of_a_transport_that_arrived():
    """Right after their transport arrived passengers get out of it, as of one that moved; of no other."""
    table = battle_with_absent(
        squad(1),
        carrier(),
        squad(1, "a-q"),
        carrier("a-u", at=(10, 30)),
        FAR_ENEMY,
        number=2,
        off={"a-t": "strategic_reserves", "a-p": "a-t.1", "a-q": "a-u.1"},
    )
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", get_out((10, 32.6), id="a-q", transport="a-u.1"), "GA-3.2-41").rejected(
        "GA-3.2-41", "transport-not-arrived"
    )
    arrival = ArriveFromReserves(formation="a-t", troops=troop_poses("a-t", (20, 2)), accept_losses=False)
    table.when("red", arrival).accepted()
    assert formation_view(table, "a-p").arrived == 2
    table.when("red", get_out((20, 4.6))).then(FormationDisembarked, kind="moved", bound="round")


@pytest.mark.rule("GA-3.2-37")
@pytest.mark.parametrize("kind", ["normal", "advance", "retreat", "stationary"])
def test_who_moved_gets_in_however_he_moved(kind: str):
    """After a Normal move, an Advance or a Retreat a formation gets in; one that Remained Stationary does not."""
    near = [formation("b-n", at=[(25.5, 20)], weapons=())] if kind == "retreat" else []
    dice = (1,) if kind == "advance" else ()
    table = battle(formation("a-p", at=[(24, 20)]), carrier(), FAR_ENEMY, *near, phase="move", dice=dice)
    if kind == "stationary":
        table.when("red", RemainStationary(formation="a-p")).accepted()
        refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")
        return
    if kind == "retreat":
        table.when("red", DeclareRetreat(formation="a-p", paths=(path("a-p.1", (23.4, 20)),))).accepted()
        settle(table, "EmbarkFormation")
    else:
        move(table, formation="a-p", kind=kind).accepted()
    table.when("red", embark()).then(FormationEmbarked, formation="a-p")


@pytest.mark.rule("GA-3.2-37")
def test_who_got_out_does_not_get_in_again():
    """A formation that disembarked in the phase moves beside its transport, has room in it, and stays out."""
    table = passengers_aboard()
    table.when("red", get_out(*BESIDE_TRANSPORT)).accepted()
    move(table, formation="a-p").accepted()
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "has-disembarked")


@pytest.mark.rule("GA-3.2-42")
def test_nobody_gets_out_of_a_transport_that_retreated():
    """After its Retreat nobody leaves a transport."""
    table = passengers_aboard(carrier(), formation("b-b", at=[(22.5, 20)]))
    table.when("red", DeclareRetreat(formation="a-t", paths=(path("a-t.1", (15, 20)),))).accepted()
    settle(table, "DisembarkFormation")
    assert places(table, "a-t") == [(15, 20)]
    away = get_out((15, 22.6), (16.5, 22.6), (13.5, 22.6))
    refused(table, "red", away, "GA-3.2-42").rejected("GA-3.2-42", "transport-too-fast", move="retreat")


@pytest.mark.rule("GA-3.2-33", "GA-3.2-37")
def test_nobody_gets_into_what_is_no_transport_of_his():
    """After its move a formation gets into a friendly transport, not into the enemy's or one that is none."""
    hulk = formation("a-h", at=[(24, 24)], keywords=("vehicle",))
    units = (formation("a-p", at=[(24, 20)]), carrier(), carrier("b-t", at=(28, 20)), hulk)
    table = battle(*units, FAR_ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    for other in ("b-t.1", "a-h.1"):
        refused(table, "red", embark(transport=other), "GA-3.2-33").rejected("GA-3.2-33", "no-transport")
    table.when("red", embark()).then(FormationEmbarked, transport="a-t.1")


@pytest.mark.rule("GA-3.2-39")
def test_nobody_gets_out_of_a_transport_that_he_is_not_in():
    """Passengers get out of the transport that carries them, not of one beside it; who is outside gets out of none."""
    units = (carrier(), carrier("a-u", at=(20, 26)), formation("a-n", at=[(24, 20)]))
    table = passengers_aboard(*units, FAR_ENEMY)
    between = ((20, 23), (21.5, 23), (18.5, 23))
    for command in (get_out(*between, transport="a-u.1"), get_out((24, 22), id="a-n")):
        refused(table, "red", command, "GA-3.2-39").rejected("GA-3.2-39", "not-aboard")
    table.when("red", get_out(*between)).then(FormationDisembarked, transport="a-t.1")


@pytest.mark.rule("GA-3.2-34", "GA-7.0-11")
def test_a_formation_starts_aboard_of_one_transport():
    """A formation written down for two transports is refused; for one of them it is accepted."""
    table = ask_battle_formations(squad(2), carrier(), carrier("a-u", at=(10, 30)), formation("b-b", at=[(50, 5)]))
    twice = refused(table, "red", commit_embarked(("a-p", "a-t.1"), ("a-p", "a-u.1")), "GA-3.2-34")
    twice.rejected("GA-3.2-34", "written-twice", formation="a-p", transport="a-u.1")
    table.when("red", commit_embarked(("a-p", "a-u.1"))).accepted()
