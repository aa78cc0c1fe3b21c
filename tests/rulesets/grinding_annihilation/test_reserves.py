"""Chapters 3.2, 4.2 and 8.2, Reserves: written down, arriving, and what never comes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import setting
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    AssaultDeclared,
    BattleEnded,
    DeclareAssault,
    DeclareNormalMove,
    EndBattle,
    EndMoveStep,
    EndTurn,
    FormationArrived,
    FormationDestroyed,
    HitsRolled,
    PlayerTurnEnded,
    TroopDestroyed,
    VictorDetermined,
)
from tests.kit import Outcome, Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import (
    aircraft,
    away,
    carrier,
    field,
    poses,
    row,
    shown,
    squad,
    writing,
    written,
)
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    battle,
    fire,
    formation,
    gun,
    last,
    refused,
    settle,
    story,
)

__all__ = ["tables_closed"]

ENEMY = formation("b-b", at=[(30, 22)])


def arriving(
    number: int = 2,
    place: str = "strategic_reserves",
    enemy: Place = (30, 22),
    troops: int = 1,
    powers: tuple[str, ...] = (),
    **rest: Any,
) -> Table:
    """Let "a-p" wait in Reserves in the Reinforcements step of red's Move turn of a round."""
    units = (squad(troops, powers=powers), formation("b-b", at=[enemy]))
    table = field(*units, off={"a-p": place}, number=number, **rest)
    table.when("red", EndMoveStep()).asks("reinforcements", "red")
    return table


def arrive(*at: Place, id: str = "a-p", losses: bool = False) -> ArriveFromReserves:
    """Set a formation up from Reserves."""
    return ArriveFromReserves(formation=id, troops=poses(id, *at), accept_losses=losses)


# -- writing down


@pytest.mark.rule("GA-4.2-01", "GA-8.2-01")
def test_reserve_troops_need_the_ability_in_every_troop():
    """A formation goes into Reserves by ability only where every troop has it, its Leader too."""
    scouts = squad(2, powers=("reserve_troop",))
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = writing(scouts, leader, ENEMY)
    refused(table, "red", written(reserves=("a-p",), lead={"a-l": "a-p"}), "GA-4.2-01").rejected(
        "GA-4.2-01", "no-reserve-troop"
    )
    table.when("red", written(reserves=("a-p",))).accepted()
    table.when("blue", written()).accepted()
    assert (row(table, "a-p").place, row(table, "a-l").place) == ("reserves", "undeployed")


@pytest.mark.rule("GA-8.2-01")
def test_fortifications_stay():
    """Any formation may go into Strategic Reserves, but no Fortification."""
    fort = formation("a-x", at=[(5, 5)], keywords=("vehicle", "fortification"))
    table = writing(fort, squad(), ENEMY)
    refused(table, "red", written(strategic=("a-x",)), "GA-8.2-01").rejected("GA-8.2-01", "fortification-stays")
    table.when("red", written(strategic=("a-p",))).accepted()


@pytest.mark.rule("GA-8.2-02")
@pytest.mark.parametrize(("size", "points", "accepted"), [
    ("small", 250, True), ("small", 251, False), ("medium", 500, True), ("medium", 501, False),
])  # fmt: skip
def test_a_quarter_goes_into_strategic_reserves(size: str, points: int, accepted: bool):
    """Strategic Reserves cost at most a quarter of the points limit, passengers with their transport."""
    transport, passengers = carrier(), squad()
    transport = transport._replace(row=replace(transport.row, points=150))
    passengers = passengers._replace(row=replace(passengers.row, points=points - 150))
    table = writing(transport, passengers, ENEMY, size=size)
    command = written(strategic=("a-t",), aboard={"a-p": "a-t.1"})
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
    table = writing(cheap, dear, ENEMY)
    both = refused(table, "red", written(strategic=("a-q", "a-p")), "GA-8.2-02")
    both.rejected("GA-8.2-02", "over-quarter", points=550)
    table.when("red", written(strategic=("a-q",), reserves=("a-p",))).accepted()


@pytest.mark.rule("GA-8.2-03", "GA-4.3-02")
@pytest.mark.parametrize("counted", [False, True])
def test_aircraft_count_towards_the_quarter_by_option(counted: bool):
    """Aircraft are put into Reserves besides the quarter; with the option they count towards it."""
    kite = aircraft()
    kite = kite._replace(row=replace(kite.row, points=300))
    dear = squad()
    dear = dear._replace(row=replace(dear.row, points=250))
    table = writing(kite, dear, ENEMY, options={"aircraft_count_to_reserve_limit": counted})
    command = written(reserves=("a-f",), strategic=("a-p",))
    if counted:
        refused(table, "red", command, "GA-8.2-02").rejected("GA-8.2-02", "over-quarter", points=550, limit=250)
    else:
        table.when("red", command).accepted()


@pytest.mark.rule("GA-7.0-11", "GA-3.2-33", "GA-8.2-01", "GA-4.3-01", "GA-4.3-04")
def test_a_refusal_of_battle_formations_names_every_fault():
    """All that is wrong with battle formations is named at once."""
    fort = formation("a-x", at=[(5, 5)], keywords=("fortification",))
    table = writing(fort, squad(4), carrier(capacity=3), aircraft(), ENEMY)
    command = written(strategic=("a-x", "a-none"), aboard={"a-p": "a-t.1"}, hover=("a-p",))
    faults = {
        "GA-8.2-01": "fortification-stays", "GA-3.2-33": "hold-full", "GA-4.3-04": "no-hover",
        "GA-4.3-01": "aircraft-in-reserves", "": "unknown-id",
    }  # fmt: skip
    outcome = refused(table, "red", command, *faults)
    assert sorted((each.clause, each.reason) for each in outcome.faults) == sorted(faults.items())


# -- when


@pytest.mark.rule("GA-8.2-04", "GA-3.2-30")
def test_strategic_reserves_wait_for_round_two():
    """Strategic Reserves do not arrive in round 1, and arriving is optional."""
    early = arriving(1)
    refused(early, "red", arrive((2, 3)), "GA-8.2-04").rejected("GA-8.2-04", "too-early", round=1, first=2)
    early.when("red", EndTurn()).accepted()
    for number in (2, 3, 4, 5):
        arriving(number).when("red", arrive((2, 3))).then(FormationArrived, origin="strategic_reserves", round=number)
    table = arriving(2)
    table.when("red", EndTurn()).accepted()
    assert row(table, "a-p").place == "strategic_reserves"


@pytest.mark.rule("GA-4.2-02")
@pytest.mark.parametrize(("earliest", "accepted"), [(1, True), (2, False)])
def test_reserve_troops_may_come_in_round_one(earliest: int, accepted: bool):
    """Reserve Troops arrive from round 1, or by option from round 2."""
    table = arriving(1, "reserves", options={"reserve_troop_earliest_round": earliest})
    if accepted:
        table.when("red", arrive((5, 5))).then(FormationArrived, origin="reserves", round=1)
    else:
        refused(table, "red", arrive((5, 5)), "GA-4.2-02").rejected("GA-4.2-02", "too-early", round=1, first=2)


@pytest.mark.rule("GA-3.2-30")
def test_arrivals_come_after_the_moves():
    """Formations arrive in the Reinforcements step, where nobody moves any more; then the turn ends."""
    table = field(squad(1), ENEMY, off={"a-p": "reserves"}, number=2)
    early = refused(table, "red", arrive((5, 5)), "GA-3.2-01")
    early.rejected("GA-3.2-01", "not-asked", window="move_turn")
    table.when("red", EndMoveStep()).accepted()
    late = refused(table, "red", DeclareNormalMove(formation="a-spare"), "GA-3.2-30")
    late.rejected("GA-3.2-30", "not-asked", window="reinforcements")
    table.when("red", arrive((5, 5))).then(FormationArrived, formation="a-p")
    table.when("red", EndTurn()).then(PlayerTurnEnded, seat=0, phase="move")


# -- where


@pytest.mark.rule("GA-4.2-02")
@pytest.mark.parametrize(("gap", "option", "accepted"), [(9, 9000, False), (9.1, 9000, True), (5, 4000, True)])
def test_reserve_troops_keep_nine_inches_away(gap: float, option: int, accepted: bool):
    """Reserve Troops come more than 9" from every enemy (or the option's distance), in the enemy's zone too."""
    table = arriving(2, "reserves", enemy=(54, 22), options={"reserve_troop_distance": option})
    command = arrive((54 - 1 - gap, 22))
    if accepted:
        table.when("red", command).then(FormationArrived, origin="reserves")
    else:
        refused(table, "red", command, "GA-4.2-02").rejected("GA-4.2-02", "near-enemies", apart=9000)


@pytest.mark.rule("GA-8.2-05")
@pytest.mark.parametrize(("at", "enemy", "reason"), [
    ((30, 4), (30, 17), ""), ((30, 4), (30, 16.9), "near-enemies"), ((42, 4), (20, 30), "in-enemy-zone"),
    ((30, 5.6), (20, 30), "far-from-edges"), ((30, 5.5), (20, 30), ""), ((39.6, 2), (20, 30), "in-enemy-zone"),
    ((39.5, 2), (20, 30), ""),
])  # fmt: skip
def test_round_two_is_for_the_edges(at: Place, enemy: Place, reason: str):
    """In round 2 Strategic Reserves stand wholly within 6" of an edge, outside the enemy's zone, 12" from enemies."""
    table = arriving(2, enemy=enemy)
    if reason:
        refused(table, "red", arrive(at), "GA-8.2-05").rejected("GA-8.2-05", reason)
    else:
        table.when("red", arrive(at)).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-05")
def test_each_troop_may_have_an_edge_of_its_own():
    """Every troop is near some edge; not all need the same one."""
    table = arriving(2, enemy=(50, 30), troops=2)
    refused(table, "red", arrive((5.5, 6.6), (6.6, 6.6)), "GA-8.2-05").rejected(
        "GA-8.2-05", "far-from-edges", troop="a-p.2"
    )
    table.when("red", arrive((5.5, 6.6), (6.6, 5.5))).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-06")
@pytest.mark.parametrize(("at", "banned", "reason"), [
    ((50, 8), (2,), ""), ((50, 8.6), (2,), "far-from-edges"), ((50, 8), (2, 3), "in-enemy-zone"),
    ((30, 8.5), (2, 3), ""), ((42, 8), (2,), ""), ((41.9, 8), (2,), "near-enemies"),
])  # fmt: skip
def test_round_three_opens_the_enemy_zone(at: Place, banned: tuple[int, ...], reason: str):
    """From round 3 the band is 9" deep and the enemy's zone is open, unless the option bars it; 12" are kept."""
    near = (29, 8) if at[0] in {42, 41.9} else (30, 30)
    table = arriving(3, enemy=near, options={"reserve_zone_ban_rounds": banned})
    if reason:
        refused(table, "red", arrive(at), "GA-8.2-06").rejected("GA-8.2-06", reason)
    else:
        table.when("red", arrive(at)).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-3.2-31", "GA-8.2-05")
def test_distances_of_arrivals_are_measured_in_plan():
    """A tall enemy far above is as near as it is on the map."""
    table = arriving(2, enemy=(30, 16.9))
    high = table.game.troops["b-b.1"]
    raised = replace(high, pose=replace(high.pose, z=8_000))
    table.set(troops={**table.game.troops, "b-b.1": raised})
    refused(table, "red", arrive((30, 4)), "GA-8.2-05").rejected("GA-8.2-05", "near-enemies", apart=12_000)
    lower = replace(high, pose=replace(high.pose, y=17_000, z=8_000))
    table.set(troops={**table.game.troops, "b-b.1": lower})
    table.when("red", arrive((30, 4))).then(FormationArrived)


# -- how


@pytest.mark.rule("GA-3.2-32", "GA-8.2-07")
def test_who_arrived_has_moved_and_acts():
    """An arrival counts as a Normal move: no other move, no bonus of Heavy, but shots and an Assault at exactly 12"."""
    units = (squad(1, weapons=(gun("big", "heavy"),)), formation("b-b", at=[(30, 18)]))
    table = field(*units, off={"a-p": "strategic_reserves"}, number=2)
    table.when("red", EndMoveStep()).accepted()
    table.when("red", arrive((30, 5))).then(FormationArrived).cites("GA-3.2-32", "GA-8.2-07")
    assert (shown(table, "a-p").move_kind, shown(table, "a-p").arrived) == ("normal", 2)
    refused(table, "red", DeclareNormalMove(formation="a-p"), "GA-3.2-30").rejected("GA-3.2-30", "not-asked")
    settle(table, "SelectToShoot")
    table.faces(2)
    fire(table, "a-p", "b-b")
    assert last(table, HitsRolled).needed.total == 3
    settle(table, "DeclareAssault")
    table.when("red", DeclareAssault(formation="a-p", targets=("b-b",))).then(AssaultDeclared, formation="a-p")


@pytest.mark.rule("GA-8.2-07", "GA-2.2-06")
def test_an_arrival_is_complete_or_accepts_its_losses():
    """An arrival that leaves troops out is refused, also with losses accepted while there is room for all."""
    table = arriving(2, troops=3)
    few = (5, 5), (5, 6.5)
    refused(table, "red", arrive(*few), "GA-2.2-06").rejected("GA-2.2-06", "troops-left-out")
    refused(table, "red", arrive(*few, losses=True), "GA-2.2-06").rejected("GA-2.2-06", "room-left")
    refused(table, "red", arrive(losses=True), "GA-8.2-07").rejected("GA-8.2-07", "nobody-arrives")
    refused(table, "red", arrive(*few, (5, 15)), "GA-2.2-05").rejected("GA-2.2-05", "not-cohesive")
    assert (row(table, "a-p").place, len(row(table, "a-p").troops)) == ("strategic_reserves", 3)
    table.when("red", arrive(*few, (5, 8))).then(FormationArrived, formation="a-p")


@pytest.mark.rule("GA-8.2-07", "GA-2.2-06")
def test_losses_are_accepted_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch):
    """Where the rest can not be placed those that fit arrive and the others are destroyed, without a sound."""
    monkeypatch.setattr(setting, "room", lambda *_: poses("a-p", (5, 5), (5, 6.5)))
    table = arriving(2, troops=3, powers=("deadly_demise 3",))
    table.when("red", arrive((5, 5), (5, 6.5), losses=True)).then(TroopDestroyed, troop="a-p.3", cause="no_room")
    assert not last(table, TroopDestroyed).demise
    assert len(row(table, "a-p").troops) == 2


# -- the end


def ending(*units: Any, off: dict[str, str], fields: dict[str, Any] | None = None, **rest: Any) -> Table:
    """End a battle after round 5 with formations off the warfield."""
    table = away(battle(*units, phase="brawl", number=5, begin=False, spares=False, **rest), off, **(fields or {}))
    return table.ask("end_battle", "table")


def ended(table: Table) -> Outcome:
    return table.when("table", EndBattle())


@pytest.mark.rule("GA-3.2-29", "GA-7.0-18")
def test_what_never_arrives_is_destroyed():
    """Reserves that have not arrived when the battle ends are destroyed before the victor is named, passengers too."""
    table = ending(carrier(), squad(2), ENEMY, off={"a-t": "strategic_reserves", "a-p": "a-t.1"})
    table.set(sides={**table.game.sides, 0: replace(table.game.sides[0], tactical_points=8)})
    outcome = ended(table).then(FormationDestroyed, BattleEnded, VictorDetermined, destroyed=(0,), winner=1)
    lost = {each.part: each.cause for each in outcome.events if isinstance(each, FormationDestroyed)}
    assert lost == {"a-t": "not_arrived", "a-p": "not_arrived"}
    assert last(table, BattleEnded).reason == "rounds"


@pytest.mark.rule("GA-7.0-18", "GA-4.3-10")
@pytest.mark.parametrize("safe", [False, True])
def test_aircraft_that_left_last_are_safe_by_option(safe: bool):
    """Aircraft that leave in the last round are destroyed at its end, unless the option spares them."""
    options = {"aircraft_last_round_safe": safe}
    table = ending(aircraft(), ENEMY, off={"a-f": "strategic_reserves"}, fields={"left": 5}, options=options)
    ended(table).then(VictorDetermined, destroyed=() if safe else (0,))


@pytest.mark.rule("GA-7.0-17")
def test_an_army_in_reserves_is_no_destroyed_army():
    """The battle goes on while troops are alive in Reserves alone, and ends where there are none."""
    mine, gunner = formation("a-r", at=[(20, 22)], weapons=()), formation("b-b", at=[(30, 22)])
    for off in ({"a-p": "reserves"}, {}):
        units = (mine, gunner, squad(1)) if off else (mine, gunner)
        table = field(*units, off=off, spares=False, number=2, phase="shooting", first="blue", dice=(3, 4, 1))
        fire(table, "b-b", "a-r", who="blue")
        assert [each.part for each in story(table, FormationDestroyed)] == ["a-r"]
        assert [each.reason for each in story(table, BattleEnded)] == ([] if off else ["annihilation"])
