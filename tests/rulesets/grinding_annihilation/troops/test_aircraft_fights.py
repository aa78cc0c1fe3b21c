"""Aircraft in the way of others (GA-4.3-11 to -15): who passes beneath, assaults and fights them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClosedIn,
    CloseIn,
    Consolidate,
    DeclareAdvance,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    DeclareRetreat,
    DesperateRetreatTested,
    FightEnded,
    MakeAssaultMove,
    MeleeDeclared,
    RollAssault,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Member, Place, Unit, battle, blade, brawl, formation, trooper
from tests.rulesets.grinding_annihilation.steps import (
    declare,
    events_of,
    make,
    move,
    path,
    places,
    refused,
    select,
    settle,
    strike,
)
from tests.rulesets.grinding_annihilation.troops.fixtures import plane


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
@pytest.mark.parametrize(
    ("end", "why"),
    [
        ((24.501, 10), {}),
        ((24.5, 10), {"GA-4.3-12": "ends-in-threat"}),
        ((22, 10), {"GA-4.3-12": "ends-in-threat", "GA-3.2-06": "on-top"}),
    ],
)
def test_troops_pass_beneath_aircraft(end: Place, why: dict[str, str]):
    """A troop crosses enemy Aircraft as if absent, and ends neither on them nor within their Threat Range."""
    red = formation("a-r", at=[(18, 10)], troop=trooper(m=10))
    table = battle(red, plane((22, 10), "b-f"), phase="move")
    declare(table).accepted()
    command = make("a-r", path("a-r.1", end))
    if not why:
        table.when("red", command).accepted()
        return
    outcome = refused(table, "red", command, *why)
    for clause, reason in why.items():
        outcome.rejected(clause, reason)


@pytest.mark.rule("GA-4.3-12")
def test_crossing_aircraft_is_not_tested():
    """A Retreat across Aircraft takes no Desperate Retreat test."""
    table = battle(formation("a-r", at=[(18, 10)], troop=trooper(m=10)), plane((20, 10), "b-f"), phase="move")
    away = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (24, 10)),))
    table.when("red", away).accepted()
    assert table.rolls == ()
    settle(table)
    assert (events_of(table, DesperateRetreatTested), places(table)) == ([], [(24, 10)])


FLYERS = ("infantry", "fly")


def assault_on_aircraft(keywords: tuple[str, ...], *units: Unit, dice: tuple[int, ...] = ()) -> Table:
    red = formation("a-r", at=[(10, 10)], keywords=keywords)
    return battle(red, *(units or (plane((18, 10), "b-f"),)), phase="assault", dice=dice)


@pytest.mark.rule("GA-4.3-13", "GA-3.4-05")
@pytest.mark.ruling("GA-2.1-06.3", "GA-4.3-13.1")
def test_who_can_fly_assaults_aircraft():
    """Aircraft declare no Assault; only formations of which every troop can Fly name one as a target."""
    refused(
        assault_on_aircraft(("infantry",)), "red", DeclareAssault(formation="a-r", targets=("b-f",)), "GA-4.3-13"
    ).rejected("GA-4.3-13", "target-flies")
    mixed = formation("a-r", at=[(10, 10), (10, 11.5)], keywords=(), only={1: Member(keywords=("fly",))})
    some = battle(mixed, plane((18, 10), "b-f"), phase="assault")
    refused(some, "red", DeclareAssault(formation="a-r", targets=("b-f",)), "GA-4.3-13").rejected(
        "GA-4.3-13", "target-flies"
    )
    table = assault_on_aircraft(FLYERS, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-f",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (16.495, 10)),))).accepted()
    own = battle(plane((10, 10)), formation("b-b", at=[(18, 10)]), phase="assault")
    refused(own, "red", DeclareAssault(formation="a-f", targets=("b-b",)), "GA-3.4-05").rejected(
        "GA-3.4-05", "aircraft-flies"
    )


@pytest.mark.rule("GA-4.3-13", "GA-4.3-12")
@pytest.mark.ruling("GA-4.3-13.2")
@pytest.mark.parametrize("keywords", [("infantry",), FLYERS])
def test_an_assault_ends_clear_of_other_aircraft(keywords: tuple[str, ...]):
    """An Assault on somebody else does not end within Threat Range of an Aircraft."""
    units = (formation("b-b", at=[(16, 10)]), plane((16, 12.2), "b-f"))
    table = assault_on_aircraft(keywords, *units, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    near = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (15, 10.1)),))
    refused(table, "red", near, "GA-4.3-12").rejected("GA-4.3-12", "ends-in-threat", enemy="b-f.1")
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (15.005, 9.9)),))).accepted()


@pytest.mark.rule("GA-4.3-14")
def test_aircraft_fight_those_that_fly():
    """An Aircraft fights only if an enemy formation that can Fly is near, and strikes at such formations alone."""
    alone = brawl(plane((20, 10), weapons=(blade(),)), formation("b-b", at=[(21.6, 10)], weapons=()))
    refused(alone, "red", SelectToFight(formation="a-f"), "GA-4.3-14").rejected("GA-4.3-14", "nobody-to-fight")
    table = brawl(
        plane((20, 10), weapons=(blade(),)),
        formation("b-b", at=[(21.6, 10)], weapons=()),
        formation("b-w", at=[(20, 11.6)], weapons=(), keywords=FLYERS),
    )
    select(table, "a-f")
    low = DeclareMeleeAttacks(formation="a-f", attacks=(strike("a-f.1", target="b-b"),), sights=())
    refused(table, "red", low, "GA-3.5-15").rejected("GA-3.5-15", "target-not-touched")
    table.faces(1)
    high = DeclareMeleeAttacks(formation="a-f", attacks=(strike("a-f.1", target="b-w"),), sights=())
    table.when("red", high).accepted()
    settle(table)


@pytest.mark.rule("GA-4.3-14", "GA-3.5-16")
@pytest.mark.ruling("GA-4.3-14.1")
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
@pytest.mark.ruling("GA-4.3-15.1", "GA-4.3-15.2")
@pytest.mark.parametrize(
    ("keywords", "towards", "clauses"),
    [
        (("infantry",), (22, 10), ()),
        (("infantry",), (19.6, 10.4), ("GA-3.5-11", "GA-3.5-10", "GA-4.3-12")),
        (FLYERS, (19.45, 10), ()),
        (FLYERS, (22, 10), ("GA-3.5-11",)),
    ],
)
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
