"""Chapter 4.3, Aircraft: Hover, flights, flying off and coming back, and what others may do about them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AircraftMove,
    ArriveFromReserves,
    BattleBegun,
    BattleFormationsRevealed,
    BeginPhase,
    ClosedIn,
    CloseIn,
    Consolidate,
    DeclareAdvance,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    DeclareRetreat,
    DeployFormation,
    DesperateRetreatTested,
    EndMoveStep,
    EndTurn,
    FightEnded,
    FormationArrived,
    FormationLeftWarfield,
    FormationMoved,
    HoverTaken,
    MakeAssaultMove,
    MakeNormalMove,
    MeleeDeclared,
    MoveAircraft,
    RemainStationary,
    RollAssault,
    SelectToFight,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import (
    WINGS,
    aircraft,
    carrier,
    field,
    poses,
    row,
    shown,
    silence,
    squad,
    writing,
    written,
)
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    Place,
    Unit,
    battle,
    blade,
    brawl,
    declare,
    formation,
    last,
    make,
    move,
    path,
    places,
    refused,
    select,
    settle,
    story,
    strike,
    trooper,
)

__all__ = ["tables_closed"]

ENEMY = formation("b-b", at=[(50, 40)])
FLYERS = ("infantry", "fly")


def plane(at: Place = (10, 10), id: str = "a-f", **rest: Any) -> Unit:
    return aircraft(id, at=at, **rest)


def hovering(*more: Unit) -> Table:
    """Write a plane down that can hover."""
    return writing(plane(powers=("hover",)), plane(id="a-g"), squad(), ENEMY, *more)


# -- Hover


@pytest.mark.rule("GA-4.3-04")
def test_hover_needs_the_ability():
    """Hover is written down with the rest and needs the ability in an Aircraft."""
    table = hovering()
    refused(table, "red", written(hover=("a-g",), reserves=("a-f",)), "GA-4.3-04").rejected("GA-4.3-04", "no-hover")
    refused(table, "red", written(hover=("a-p",), reserves=("a-f", "a-g")), "GA-4.3-04").rejected(
        "GA-4.3-04", "no-hover"
    )
    table.when("red", written(hover=("a-f",), reserves=("a-g",))).accepted()
    refused(table, "red", written(reserves=("a-f", "a-g")), "GA-7.0-11").rejected("GA-7.0-11", "not-asked")
    table.when("blue", written()).then(HoverTaken, BattleFormationsRevealed)
    assert shown(table, "a-f").hover
    assert (row(table, "a-f").place, row(table, "a-g").place) == ("undeployed", "reserves")
    refused(table, "red", DeployFormation(formation="a-g", troops=poses("a-g", (5, 5))), "GA-7.0-12").rejected(
        "GA-7.0-12", "not-to-deploy"
    )
    table.when("red", DeployFormation(formation="a-f", troops=poses("a-f", (5, 5)))).accepted()


@pytest.mark.rule("GA-4.3-01", "GA-8.2-03")
def test_aircraft_start_in_reserves():
    """An Aircraft that does not hover starts in Reserves; whoever says nothing puts it there."""
    table = hovering()
    refused(table, "red", written(reserves=("a-g",)), "GA-4.3-01").rejected("GA-4.3-01", "aircraft-in-reserves")
    table.when("red", silence(table)).accepted()
    table.when("blue", written()).accepted()
    assert (row(table, "a-f").place, row(table, "a-g").place) == ("reserves", "reserves")


@pytest.mark.rule("GA-4.3-05", "GA-3.4-05")
def test_who_hovers_is_no_aircraft():
    """In Hover mode a troop moves up to 20" as it likes, advances, stays, and declares Assaults."""
    table = battle(plane((20, 10), powers=("hover",)), formation("b-b", at=[(28, 10)]), phase="move")
    table.given(HoverTaken(formation="a-f", move=20_000))
    declare(table, "a-f").accepted()
    refused(table, "red", make("a-f", path("a-f.1", (20, 30.1))), "GA-3.2-10").rejected("GA-3.2-10", "too-far")
    table.when("red", make("a-f", path("a-f.1", (20, 15)))).accepted()
    still = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="move")
    still.given(HoverTaken(formation="a-f", move=20_000))
    still.when("red", RemainStationary(formation="a-f")).accepted()
    other = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="move", dice=(2,))
    other.given(HoverTaken(formation="a-f", move=20_000))
    other.when("red", DeclareAdvance(formation="a-f")).accepted()
    third = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="assault", begin=False)
    third.given(HoverTaken(formation="a-f", move=20_000))
    third.ask("begin_phase", "table").when("table", BeginPhase(phase="assault")).accepted()
    third.when("red", DeclareAssault(formation="a-f", targets=("b-b",))).accepted()


@pytest.mark.rule("GA-4.3-05", "GA-8.2-01", "GA-8.2-02")
def test_who_hovers_may_be_in_strategic_reserves():
    """A hovering troop may be put into Strategic Reserves, and counts towards their limit."""
    table = hovering()
    refused(table, "red", written(hover=("a-f",), reserves=("a-f", "a-g")), "GA-4.2-01").rejected(
        "GA-4.2-01", "no-reserve-troop"
    )
    table.when("red", written(hover=("a-f",), reserves=("a-g",), strategic=("a-f",))).accepted()
    for points in (250, 251):
        dear = plane(powers=("hover",))
        table = writing(dear._replace(row=replace(dear.row, points=points)), ENEMY)
        listed = written(hover=("a-f",), strategic=("a-f",))
        if points == 250:
            table.when("red", listed).accepted()
        else:
            refused(table, "red", listed, "GA-8.2-02").rejected("GA-8.2-02", "over-quarter", points=251, limit=250)


@pytest.mark.rule("GA-4.3-02", "GA-8.2-03", "GA-8.2-04")
def test_aircraft_are_strategic_reserves_in_battle():
    """Once the battle begins Aircraft in Reserves are Strategic Reserves: none in round 1, any in round 2."""
    table = field(plane(), ENEMY, off={"a-f": "reserves"}, number=1)
    table.given(BattleBegun())
    assert row(table, "a-f").place == "strategic_reserves"
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", comes((2, 10)), "GA-8.2-04").rejected("GA-8.2-04", "too-early")
    second = field(plane(), ENEMY, off={"a-f": "strategic_reserves"}, number=2)
    second.when("red", EndMoveStep()).accepted()
    second.when("red", comes((2, 10))).then(FormationArrived, formation="a-f")


@pytest.mark.rule("GA-4.3-03")
@pytest.mark.parametrize(("points", "powers", "listed", "clause", "reason"), [
    (250, (), False, "", ""), (251, (), False, "GA-8.2-02", "over-quarter"),
    (400, ("reserve_troop",), True, "", ""), (100, (), True, "GA-4.2-01", "no-reserve-troop"),
])  # fmt: skip
def test_passengers_of_aircraft_are_in_reserves(
    points: int, powers: tuple[str, ...], listed: bool, clause: str, reason: str
):
    """Who is aboard of an Aircraft in Reserves is in Reserves too; without an ability of its own that counts."""
    flying = carrier("a-f", keywords=(*WINGS, "transport"), troop=plane().row.profiles[0])
    people = squad(powers=powers)
    people = people._replace(row=replace(people.row, points=points))
    table = writing(flying, people, squad(1, "a-q"), ENEMY)
    command = written(reserves=("a-f", "a-p") if listed else ("a-f",), aboard={"a-p": "a-f.1"})
    if not clause:
        table.when("red", command).accepted()
        table.when("blue", written()).accepted()
        assert row(table, "a-p").aboard == "a-f.1"
        refused(
            table, "red", DeployFormation(formation="a-p", troops=poses("a-p", (5, 5), (5, 6.5), (5, 8))), "GA-7.0-12"
        ).rejected("GA-7.0-12", "not-to-deploy")
    else:
        refused(table, "red", command, clause).rejected(clause, reason)


# -- flights


def fly(distance: float, pivot: float = 0, id: str = "a-f") -> MoveAircraft:
    flight = AircraftMove(troop=f"{id}.1", distance=round(1000 * distance), pivot=round(10 * pivot))
    return MoveAircraft(formation=id, troops=(flight,))


def comes(*at: Place, id: str = "a-f") -> ArriveFromReserves:
    return ArriveFromReserves(formation=id, troops=poses(id, *at), accept_losses=False)


def flying(*units: Unit, at: Place = (10, 10), **rest: Any) -> Table:
    """Select the plane to move."""
    table = battle(plane(at, **rest.pop("unit", {})), *(units or (ENEMY,)), phase="move", **rest)
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    return table


@pytest.mark.rule("GA-4.3-06")
def test_aircraft_fly_and_do_nothing_else():
    """An Aircraft makes a Normal move in each Move turn, also out of Threat Range; the step waits for it."""
    table = battle(plane(), formation("b-b", at=[(12, 10)]), phase="move")
    refused(table, "red", RemainStationary(formation="a-f"), "GA-4.3-06").rejected("GA-4.3-06", "aircraft-flies")
    refused(table, "red", DeclareAdvance(formation="a-f"), "GA-4.3-06").rejected("GA-4.3-06", "aircraft-flies")
    refused(table, "red", DeclareRetreat(formation="a-f", paths=(path("a-f.1", (8, 10)),)), "GA-4.3-06").rejected(
        "GA-4.3-06", "aircraft-flies"
    )
    refused(table, "red", EndMoveStep(), "GA-4.3-06").rejected("GA-4.3-06", "aircraft-unmoved")
    assert "EndMoveStep" not in table.offered("red")
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    refused(table, "red", MakeNormalMove(formation="a-f", paths=(path("a-f.1", (15, 10)),)), "GA-4.3-07").rejected(
        "GA-4.3-07", "aircraft-flies"
    )
    table.when("red", fly(25)).then(FormationMoved, kind="normal")
    table.when("red", EndMoveStep()).accepted()


@pytest.mark.rule("GA-4.3-07")
@pytest.mark.parametrize(("distance", "accepted"), [(20, True), (19.9, False), (35, True)])
def test_a_flight_goes_twenty_inches_or_more(distance: float, accepted: bool):
    """An Aircraft flies straight ahead for 20" at least, and as far as it likes."""
    table = flying()
    if accepted:
        table.when("red", fly(distance)).then(FormationMoved)
        assert places(table, "a-f") == [(10 + distance, 10)]
    else:
        refused(table, "red", fly(distance), "GA-4.3-07").rejected("GA-4.3-07", "flight-too-short")


@pytest.mark.rule("GA-4.3-08")
@pytest.mark.parametrize(("pivot", "accepted"), [(90, True), (-90, True), (91, False)])
def test_a_pivot_ends_a_flight(pivot: float, accepted: bool):
    """After the straight line it may pivot by up to 90 degrees, which is no distance."""
    table = flying()
    if accepted:
        moved = table.when("red", fly(20, pivot)).one(FormationMoved).troops[0]
        assert (moved.distance, moved.pose.facing) == (20_000, round(10 * pivot) % 3600)
    else:
        refused(table, "red", fly(20, pivot), "GA-4.3-08").rejected("GA-4.3-08", "pivot-too-wide")


@pytest.mark.rule("GA-4.3-07")
def test_a_flight_ends_clear():
    """A flight ends on top of nobody and outside Threat Range; only who can Fly crosses enemies."""
    table = flying(formation("b-b", at=[(34, 10)]))
    refused(table, "red", fly(21.5), "GA-3.2-27").rejected("GA-3.2-27", "ends-in-threat")
    refused(table, "red", fly(24), "GA-3.2-06", "GA-3.2-27").rejected("GA-3.2-06", "on-top").rejected(
        "GA-3.2-27", "ends-in-threat"
    )
    table.when("red", fly(26.501)).accepted()
    table = flying(formation("b-b", at=[(34, 10)]))
    table.when("red", fly(21.499)).accepted()
    low = flying(formation("b-b", at=[(34, 10)]), unit={"keywords": ("vehicle", "aircraft")})
    refused(low, "red", fly(27), "GA-3.2-05", "GA-3.2-11").rejected("GA-3.2-05", "crosses-enemy").rejected(
        "GA-3.2-11", "passes-threat"
    )
    refused(low, "red", fly(0), "GA-4.3-09").rejected("GA-4.3-09", "can-stay")


@pytest.mark.rule("GA-4.3-09")
@pytest.mark.parametrize("distance", [0, 20, 30])
def test_who_crosses_the_edge_flies_off(distance: float):
    """With 18" to the edge an Aircraft goes into Strategic Reserves, whatever it flies; nothing is destroyed."""
    table = flying(at=(41, 10))
    outcome = table.when("red", fly(distance)).then(FormationLeftWarfield, round=1).cites("GA-4.3-09")
    outcome.without(FormationMoved)
    assert (row(table, "a-f").place, shown(table, "a-f").left) == ("strategic_reserves", 1)


@pytest.mark.rule("GA-4.3-09")
def test_who_can_not_fly_far_enough_leaves():
    """An Aircraft that has no 20" ahead of it leaves, even where somebody stands in its way."""
    table = flying(formation("b-b", at=[(20, 10)]), unit={"keywords": ("vehicle", "aircraft")})
    table.when("red", fly(0)).then(FormationLeftWarfield)


@pytest.mark.rule("GA-4.3-09", "GA-3.2-38")
def test_passengers_fly_along():
    """Passengers stay aboard of an Aircraft that leaves."""
    unit = carrier("a-f", at=(40, 10), keywords=(*WINGS, "transport"), troop=plane().row.profiles[0])
    table = field(unit, squad(), ENEMY, off={"a-p": "a-f.1"})
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    table.when("red", fly(0)).accepted()
    assert (row(table, "a-p").place, row(table, "a-p").aboard) == ("embarked", "a-f.1")


@pytest.mark.rule("GA-4.3-10")
def test_who_flew_off_comes_back_in_the_next_round():
    """It does not come back in the round it left, and has to in the next, before the turn ends."""
    table = flying(at=(40, 10), number=2)
    table.when("red", fly(0)).accepted()
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", comes((2, 10)), "GA-4.3-10").rejected("GA-4.3-10", "just-left")
    table.when("red", EndTurn()).accepted()
    third = field(plane(), ENEMY, off={"a-f": "strategic_reserves"}, fields={"left": 2}, number=3)
    third.when("red", EndMoveStep()).accepted()
    refused(third, "red", EndTurn(), "GA-4.3-10").rejected("GA-4.3-10", "aircraft-due")
    assert "EndTurn" not in third.offered("red")
    third.when("red", comes((2, 10))).then(FormationArrived).cites("GA-4.3-10")
    third.when("red", EndTurn()).accepted()


@pytest.mark.rule("GA-4.3-10", "GA-4.3-07")
def test_silence_flies():
    """A player who says nothing lets Aircraft fly as they have to, and come back."""
    table = battle(plane(), ENEMY, phase="move", number=2)
    settle(table, "EndTurn")
    assert story(table, FormationMoved)[-1].troops[0].distance == 20_000
    third = field(plane(), ENEMY, off={"a-f": "strategic_reserves"}, fields={"left": 2}, number=3)
    settle(third, "SelectToShoot")
    assert last(third, FormationArrived).formation == "a-f"


# -- the moves of others


@pytest.mark.rule("GA-4.3-11")
def test_aircraft_alone_pin_nobody():
    """Within Threat Range of Aircraft alone a formation moves; with another enemy there it does not."""
    table = battle(formation("a-r", at=[(20, 10)]), plane((22, 10), "b-f"), phase="move")
    move(table, path("a-r.1", (14, 10))).accepted()
    table = battle(formation("a-r", at=[(20, 10)]), plane((22, 10), "b-f"), phase="move", dice=(1,))
    table.when("red", DeclareAdvance(formation="a-r")).accepted()
    both = battle(
        formation("a-r", at=[(20, 10)]), plane((22, 10), "b-f"), formation("b-b", at=[(20, 11.5)]), phase="move"
    )
    refused(both, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")


@pytest.mark.rule("GA-4.3-12")
@pytest.mark.parametrize(("end", "why"), [
    ((24.501, 10), {}), ((24.5, 10), {"GA-4.3-12": "ends-in-threat"}),
    ((22, 10), {"GA-4.3-12": "ends-in-threat", "GA-3.2-06": "on-top"}),
])  # fmt: skip
def test_troops_pass_beneath_aircraft(end: Place, why: dict[str, str]):
    """A troop crosses enemy Aircraft as if absent, and ends neither on them nor within their Threat Range."""
    red = formation("a-r", at=[(18, 10)], troop=trooper(m=10))
    table = battle(red, plane((22, 10), "b-f"), phase="move")
    declare(table).accepted()
    command = make("a-r", path("a-r.1", end))
    if not why:
        table.when("red", command).accepted()
        return
    told = refused(table, "red", command, *why)
    for clause, reason in why.items():
        told.rejected(clause, reason)


@pytest.mark.rule("GA-4.3-12")
def test_crossing_aircraft_is_not_tested():
    """A Retreat across Aircraft takes no Desperate Retreat test."""
    table = battle(formation("a-r", at=[(18, 10)], troop=trooper(m=10)), plane((20, 10), "b-f"), phase="move")
    away = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (24, 10)),))
    table.when("red", away).accepted()
    assert table.rolls == ()
    settle(table)
    assert (story(table, DesperateRetreatTested), places(table)) == ([], [(24, 10)])


# -- Assaults


def assaulting(keywords: tuple[str, ...], *units: Unit, dice: tuple[int, ...] = ()) -> Table:
    red = formation("a-r", at=[(10, 10)], keywords=keywords)
    return battle(red, *(units or (plane((18, 10), "b-f"),)), phase="assault", dice=dice)


@pytest.mark.rule("GA-4.3-13", "GA-3.4-05")
def test_who_can_fly_assaults_aircraft():
    """Aircraft declare no Assault; only formations of which every troop can Fly name one as a target."""
    refused(assaulting(("infantry",)), "red", DeclareAssault(formation="a-r", targets=("b-f",)), "GA-4.3-13").rejected(
        "GA-4.3-13", "target-flies"
    )
    mixed = formation("a-r", at=[(10, 10), (10, 11.5)], keywords=(), only={1: Member(keywords=("fly",))})
    some = battle(mixed, plane((18, 10), "b-f"), phase="assault")
    refused(some, "red", DeclareAssault(formation="a-r", targets=("b-f",)), "GA-4.3-13").rejected(
        "GA-4.3-13", "target-flies"
    )
    table = assaulting(FLYERS, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-f",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (16.495, 10)),))).accepted()
    own = battle(plane((10, 10)), formation("b-b", at=[(18, 10)]), phase="assault")
    refused(own, "red", DeclareAssault(formation="a-f", targets=("b-b",)), "GA-3.4-05").rejected(
        "GA-3.4-05", "aircraft-flies"
    )


@pytest.mark.rule("GA-4.3-13", "GA-4.3-12")
@pytest.mark.parametrize("keywords", [("infantry",), FLYERS])
def test_an_assault_ends_clear_of_other_aircraft(keywords: tuple[str, ...]):
    """An Assault on somebody else does not end within Threat Range of an Aircraft."""
    units = (formation("b-b", at=[(16, 10)]), plane((16, 12.2), "b-f"))
    table = assaulting(keywords, *units, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    near = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (15, 10.1)),))
    refused(table, "red", near, "GA-4.3-12").rejected("GA-4.3-12", "ends-in-threat", enemy="b-f.1")
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (15.005, 9.9)),))).accepted()


# -- the Brawl


@pytest.mark.rule("GA-4.3-14")
def test_aircraft_fight_those_that_fly():
    """An Aircraft fights only if an enemy formation that can Fly is near, and strikes at such formations alone."""
    alone = brawl(plane((20, 10), weapons=(blade(),)), formation("b-b", at=[(21.6, 10)], weapons=()))
    refused(alone, "red", SelectToFight(formation="a-f"), "GA-3.5-04").rejected("GA-3.5-04", "nobody-to-fight")
    table = brawl(
        plane((20, 10), weapons=(blade(),)), formation("b-b", at=[(21.6, 10)], weapons=()),
        formation("b-w", at=[(20, 11.6)], weapons=(), keywords=FLYERS),
    )  # fmt: skip
    select(table, "a-f")
    low = DeclareMeleeAttacks(formation="a-f", attacks=(strike("a-f.1", target="b-b"),), sights=())
    refused(table, "red", low, "GA-3.5-15").rejected("GA-3.5-15", "target-not-touched")
    table.faces(1)
    high = DeclareMeleeAttacks(formation="a-f", attacks=(strike("a-f.1", target="b-w"),), sights=())
    table.when("red", high).accepted()
    settle(table)


@pytest.mark.rule("GA-4.3-14", "GA-3.5-16")
def test_only_who_flies_strikes_at_aircraft():
    """A troop that can not Fly does not strike at an Aircraft, though its formation is eligible."""
    table = brawl(formation("a-r", at=[(20, 10)], weapons=(blade(),)), plane((21.6, 10), "b-f"))
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate", "SelectToFight")
    assert table.window.kind == "consolidate"


@pytest.mark.rule("GA-4.3-14")
def test_of_a_mixed_formation_those_who_fly_strike_at_aircraft():
    """Beside fellows that can Fly a troop that can not is refused its attacks on an Aircraft."""
    mixed = formation(
        "a-r", at=[(20, 10), (20, 11.2)], weapons=(blade(),), keywords=(), only={1: Member(keywords=("fly",))}
    )
    table = select(brawl(mixed, plane((21.6, 10.6), "b-f")))
    both = tuple(strike(f"a-r.{number}", target="b-f") for number in (1, 2))
    declared = DeclareMeleeAttacks(formation="a-r", attacks=both, sights=())
    refused(table, "red", declared, "GA-3.5-12").rejected("GA-3.5-12", "cannot-attack", troop="a-r.2")
    table.faces(1)
    table.when("red", replace(declared, attacks=both[:1])).then(MeleeDeclared, fighters=("a-r.1",))
    settle(table)


@pytest.mark.rule("GA-4.3-15")
@pytest.mark.parametrize(("keywords", "towards", "clauses"), [
    (("infantry",), (22, 10), ()), (("infantry",), (19.6, 10.4), ("GA-3.5-11", "GA-3.5-10", "GA-4.3-12")),
    (FLYERS, (19.45, 10), ()), (FLYERS, (22, 10), ("GA-3.5-11",)),
])  # fmt: skip
def test_who_can_not_fly_closes_in_past_aircraft(keywords: tuple[str, ...], towards: Place, clauses: tuple[str, ...]):
    """For troops that can not Fly Aircraft are no enemies to close in on; Fly troops close towards them."""
    red = formation("a-r", at=[(20, 10)], keywords=keywords, weapons=(blade(),))
    flown, walker = plane((17.9, 10), "b-f"), formation("b-b", at=[(23.4, 10)], weapons=())
    table = brawl(red, flown, walker)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    command = CloseIn(formation="a-r", paths=(path("a-r.1", towards),))
    if clauses:
        refused(table, "red", command, *clauses).rejected("GA-3.5-11", "not-closer", troop="a-r.1")
    else:
        table.when("red", command).then(ClosedIn)


@pytest.mark.rule("GA-4.3-15")
def test_aircraft_do_not_close_in():
    """Aircraft make no Close In moves, and do not consolidate."""
    table = brawl(plane((20, 10), weapons=(blade(),)), formation("b-w", at=[(21.9, 10)], weapons=(), keywords=FLYERS))
    table.when("red", SelectToFight(formation="a-f")).accepted()
    refused(table, "red", CloseIn(formation="a-f", paths=(path("a-f.1", (20.2, 10)),)), "GA-4.3-15").rejected(
        "GA-4.3-15", "aircraft-stays"
    )
    table.when("red", CloseIn(formation="a-f", paths=())).asks("declare_melee", "red")
    table.when("red", DeclareMeleeAttacks(formation="a-f", attacks=(), sights=())).accepted()
    onward = Consolidate(formation="a-f", paths=(path("a-f.1", (20.4, 10)),), marker="")
    refused(table, "red", onward, "GA-4.3-15").rejected("GA-4.3-15", "aircraft-stays")
    table.when("red", replace(onward, paths=())).then(FightEnded, formation="a-f")
