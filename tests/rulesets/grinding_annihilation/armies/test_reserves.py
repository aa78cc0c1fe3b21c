"""Strategic Reserves and Reserve Troops (GA-8.2, GA-4.2-01, -02): written down, and where they arrive."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import EndTurn, FormationArrived, TroopDestroyed
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement
from tests.rulesets.grinding_annihilation.armies.steps import arrival, reserves_waiting
from tests.rulesets.grinding_annihilation.fixtures import Place, formation, troop_poses
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import ask_battle_formations
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, squad
from tests.rulesets.grinding_annihilation.steps import formation_row, last_event, refused
from tests.rulesets.grinding_annihilation.troops.fixtures import aircraft

ENEMY = formation("b-b", at=[(30, 22)])


@pytest.mark.rule("GA-4.2-01", "GA-8.2-01")
def test_reserve_troops_need_the_ability_in_every_troop():
    """A formation goes into Reserves by ability only where every troop has it, its Leader too."""
    scouts = squad(2, powers=("reserve_troop",))
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = ask_battle_formations(scouts, leader, ENEMY)
    refused(table, "red", battle_formations(reserves=("a-p",), lead={"a-l": "a-p"}), "GA-4.2-01").rejected(
        "GA-4.2-01", "no-reserve-troop"
    )
    table.when("red", battle_formations(reserves=("a-p",))).accepted()
    table.when("blue", battle_formations()).accepted()
    assert (formation_row(table, "a-p").place, formation_row(table, "a-l").place) == ("reserves", "undeployed")


@pytest.mark.rule("GA-8.2-01")
def test_fortifications_stay():
    """Any formation may go into Strategic Reserves, but no Fortification."""
    fort = formation("a-x", at=[(5, 5)], keywords=("vehicle", "fortification"))
    table = ask_battle_formations(fort, squad(), ENEMY)
    refused(table, "red", battle_formations(strategic=("a-x",)), "GA-8.2-01").rejected(
        "GA-8.2-01", "fortification-stays"
    )
    table.when("red", battle_formations(strategic=("a-p",))).accepted()


@pytest.mark.rule("GA-8.2-02")
@pytest.mark.parametrize(
    ("size", "points", "accepted"),
    [("small", 250, True), ("small", 251, False), ("medium", 500, True), ("medium", 501, False)],
)
def test_a_quarter_goes_into_strategic_reserves(size: str, points: int, accepted: bool):
    """Strategic Reserves cost at most a quarter of the points limit, passengers with their transport."""
    transport, passengers = carrier(), squad()
    transport = transport._replace(row=replace(transport.row, points=150))
    passengers = passengers._replace(row=replace(passengers.row, points=points - 150))
    table = ask_battle_formations(transport, passengers, ENEMY, size=size)
    command = battle_formations(strategic=("a-t",), aboard={"a-p": "a-t.1"})
    if accepted:
        table.when("red", command).accepted()
    else:
        refused(table, "red", command, "GA-8.2-02").rejected(
            "GA-8.2-02", "over-quarter", points=points, limit=points - 1
        )


@pytest.mark.rule("GA-8.2-02", "GA-4.2-01")
def test_reserve_troops_do_not_count_towards_the_quarter():
    """Points of Reserve Troops that use their own ability are not counted."""
    cheap, dear = squad(1, "a-q"), squad(1, powers=("reserve_troop",))
    cheap = cheap._replace(row=replace(cheap.row, points=250))
    dear = dear._replace(row=replace(dear.row, points=300))
    table = ask_battle_formations(cheap, dear, ENEMY)
    both = refused(table, "red", battle_formations(strategic=("a-q", "a-p")), "GA-8.2-02")
    both.rejected("GA-8.2-02", "over-quarter", points=550)
    table.when("red", battle_formations(strategic=("a-q",), reserves=("a-p",))).accepted()


@pytest.mark.rule("GA-8.2-03", "GA-4.3-02")
@pytest.mark.ruling("GA-4.3-02.1", "GA-4.3-02.2", "GA-8.2-03.2", "GA-8.2-03.3")
@pytest.mark.parametrize("counted", [False, True])
def test_aircraft_count_towards_the_quarter_by_option(counted: bool):
    """Aircraft are put into Reserves besides the quarter; with the option they count towards it."""
    kite = aircraft()
    kite = kite._replace(row=replace(kite.row, points=300))
    dear = squad()
    dear = dear._replace(row=replace(dear.row, points=250))
    table = ask_battle_formations(kite, dear, ENEMY, options={"aircraft_count_to_reserve_limit": counted})
    command = battle_formations(reserves=("a-f",), strategic=("a-p",))
    if counted:
        refused(table, "red", command, "GA-8.2-02").rejected("GA-8.2-02", "over-quarter", points=550, limit=250)
    else:
        table.when("red", command).accepted()


@pytest.mark.rule("GA-7.0-11", "GA-3.2-33", "GA-8.2-01", "GA-4.3-01", "GA-4.3-04")
def test_a_refusal_of_battle_formations_names_every_fault():
    """All that is wrong with battle formations is named at once."""
    fort = formation("a-x", at=[(5, 5)], keywords=("fortification",))
    table = ask_battle_formations(fort, squad(4), carrier(capacity=3), aircraft(), ENEMY)
    command = battle_formations(strategic=("a-x", "a-none"), aboard={"a-p": "a-t.1"}, hover=("a-p",))
    faults = {
        "GA-8.2-01": "fortification-stays",
        "GA-3.2-33": "hold-full",
        "GA-4.3-04": "no-hover",
        "GA-4.3-01": "aircraft-in-reserves",
        "": "unknown-id",
    }
    outcome = refused(table, "red", command, *faults)
    assert sorted((fault.clause, fault.reason) for fault in outcome.faults) == sorted(faults.items())


@pytest.mark.rule("GA-8.2-04", "GA-3.2-30")
@pytest.mark.ruling("GA-3.2-30.1")
def test_strategic_reserves_wait_for_round_two():
    """Strategic Reserves do not arrive in round 1, and arriving is optional."""
    early = reserves_waiting(1)
    refused(early, "red", arrival((2, 3)), "GA-8.2-04").rejected("GA-8.2-04", "too-early", round=1, first=2)
    early.when("red", EndTurn()).accepted()
    for number in (2, 3, 4, 5):
        reserves_waiting(number).when("red", arrival((2, 3))).then(
            FormationArrived, origin="strategic_reserves", round=number
        )
    table = reserves_waiting(2)
    table.when("red", EndTurn()).accepted()
    assert formation_row(table, "a-p").place == "strategic_reserves"


@pytest.mark.rule("GA-4.2-02")
@pytest.mark.ruling("GA-4.2-02.3", "GA-4.2-02.4")
@pytest.mark.parametrize(("earliest", "accepted"), [(1, True), (2, False)])
def test_reserve_troops_may_come_in_round_one(earliest: int, accepted: bool):
    """Reserve Troops arrive from round 1, or by option from round 2."""
    table = reserves_waiting(1, "reserves", options={"reserve_troop_earliest_round": earliest})
    if accepted:
        table.when("red", arrival((5, 5))).then(FormationArrived, origin="reserves", round=1)
    else:
        refused(table, "red", arrival((5, 5)), "GA-4.2-02").rejected("GA-4.2-02", "too-early", round=1, first=2)


@pytest.mark.rule("GA-4.2-02")
@pytest.mark.ruling("GA-4.2-02.2", "GA-4.2-02.4")
@pytest.mark.parametrize(("gap", "option", "accepted"), [(9, 9000, False), (9.1, 9000, True), (5, 4000, True)])
def test_reserve_troops_keep_nine_inches_away(gap: float, option: int, accepted: bool):
    """Reserve Troops come more than 9" from every enemy (or the option's distance), in the enemy's zone too."""
    table = reserves_waiting(2, "reserves", enemy=(54, 22), options={"reserve_troop_distance": option})
    command = arrival((54 - 1 - gap, 22))
    if accepted:
        table.when("red", command).then(FormationArrived, origin="reserves")
    else:
        refused(table, "red", command, "GA-4.2-02").rejected("GA-4.2-02", "near-enemies", apart=9000)


@pytest.mark.rule("GA-8.2-05")
@pytest.mark.ruling("GA-8.2-05.1")
@pytest.mark.parametrize(
    ("at", "enemy", "reason"),
    [
        ((30, 4), (30, 17), ""),
        ((30, 4), (30, 16.9), "near-enemies"),
        ((42, 4), (20, 30), "in-enemy-zone"),
        ((30, 5.6), (20, 30), "far-from-edges"),
        ((30, 5.5), (20, 30), ""),
        ((39.6, 2), (20, 30), "in-enemy-zone"),
        ((39.5, 2), (20, 30), ""),
    ],
)
def test_round_two_is_for_the_edges(at: Place, enemy: Place, reason: str):
    """In round 2 Strategic Reserves stand wholly within 6" of an edge, outside the enemy's zone, 12" from enemies."""
    table = reserves_waiting(2, enemy=enemy)
    if reason:
        refused(table, "red", arrival(at), "GA-8.2-05").rejected("GA-8.2-05", reason)
    else:
        table.when("red", arrival(at)).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-05")
@pytest.mark.ruling("GA-8.2-05.2")
def test_each_troop_may_have_an_edge_of_its_own():
    """Every troop is near some edge; not all need the same one."""
    table = reserves_waiting(2, enemy=(50, 30), troops=2)
    refused(table, "red", arrival((5.5, 6.6), (6.6, 6.6)), "GA-8.2-05").rejected(
        "GA-8.2-05", "far-from-edges", troop="a-p.2"
    )
    table.when("red", arrival((5.5, 6.6), (6.6, 5.5))).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-06")
@pytest.mark.ruling("GA-8.2-06.2", "GA-8.2-06.3")
@pytest.mark.parametrize(
    ("at", "banned", "reason"),
    [
        ((50, 8), (2,), ""),
        ((50, 8.6), (2,), "far-from-edges"),
        ((50, 8), (2, 3), "in-enemy-zone"),
        ((30, 8.5), (2, 3), ""),
        ((42, 8), (2,), ""),
        ((41.9, 8), (2,), "near-enemies"),
    ],
)
def test_round_three_opens_the_enemy_zone(at: Place, banned: tuple[int, ...], reason: str):
    """From round 3 the band is 9" deep and the enemy's zone is open, unless the option bars it; 12" are kept."""
    near = (29, 8) if at[0] in {42, 41.9} else (30, 30)
    table = reserves_waiting(3, enemy=near, options={"reserve_zone_ban_rounds": banned})
    if reason:
        refused(table, "red", arrival(at), "GA-8.2-06").rejected("GA-8.2-06", reason)
    else:
        table.when("red", arrival(at)).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-07", "GA-2.2-06")
@pytest.mark.ruling("GA-2.2-06.2", "GA-2.2-06.3", "GA-8.2-07.2")
def test_an_arrival_is_complete_or_accepts_its_losses():
    """An arrival that leaves troops out is refused, also with losses accepted while there is room for all."""
    table = reserves_waiting(2, troops=3)
    few = (5, 5), (5, 6.5)
    refused(table, "red", arrival(*few), "GA-2.2-06").rejected("GA-2.2-06", "troops-left-out")
    refused(table, "red", arrival(*few, losses=True), "GA-2.2-06").rejected("GA-2.2-06", "room-left")
    refused(table, "red", arrival(losses=True), "GA-8.2-07").rejected("GA-8.2-07", "nobody-arrives")
    refused(table, "red", arrival(*few, (5, 15)), "GA-2.2-05").rejected("GA-2.2-05", "not-cohesive")
    plain = reserves_waiting(2, "reserves", troops=3)
    refused(plain, "red", arrival(losses=True), "GA-2.2-06").rejected("GA-2.2-06", "nobody-arrives")
    assert (formation_row(table, "a-p").place, len(formation_row(table, "a-p").troops)) == ("strategic_reserves", 3)
    table.when("red", arrival(*few, (5, 8))).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-07", "GA-2.2-06")
@pytest.mark.ruling("GA-2.2-06.2", "GA-2.3-03.1", "GA-8.2-07.2")
def test_losses_are_accepted_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch):
    """Where the rest can not be placed those that fit arrive and the others are destroyed, without a sound."""
    monkeypatch.setattr(placement, "find_places", lambda *_: troop_poses("a-p", (5, 5), (5, 6.5)))
    table = reserves_waiting(2, troops=3, powers=("deadly_demise 3",))
    table.when("red", arrival((5, 5), (5, 6.5), losses=True)).then(TroopDestroyed, troop="a-p.3", cause="no_room")
    assert not last_event(table, TroopDestroyed).demise
    assert len(formation_row(table, "a-p").troops) == 2


@pytest.mark.rule("GA-2.2-06", "GA-8.2-07")
def test_an_arrival_loses_nobody_who_has_room(monkeypatch: pytest.MonkeyPatch):
    """Where three of five have room, two alone do not arrive: the losses accepted are those without room."""
    monkeypatch.setattr(placement, "find_places", lambda *_: troop_poses("a-p", (5, 5), (5, 6.5), (5, 8)))
    table = reserves_waiting(2, troops=5)
    table.when("red", arrival((5, 5), (5, 6.5), losses=True)).rejected("GA-2.2-06", "room-for-more", "troops", most=3)
    table.when("red", arrival((2, 5), (2, 6.5), (2, 8), losses=True)).then(TroopDestroyed, troop="a-p.5")
