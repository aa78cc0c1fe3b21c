"""Aircraft (GA-4.3-01 to -10): Hover, flights, flying off and coming back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AircraftMove,
    ArriveFromReserves,
    BattleBegun,
    BattleFormations,
    BattleFormationsRevealed,
    BeginPhase,
    CommitBattleFormations,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    DeployFormation,
    EndMoveStep,
    EndTurn,
    FormationArrived,
    FormationLeftWarfield,
    FormationMoved,
    HoverTaken,
    MakeNormalMove,
    MoveAircraft,
    RemainStationary,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.fixtures import LORD_ROW, autereium_roster, roster_formation
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, created, formation, troop_poses
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import ask_battle_formations
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad
from tests.rulesets.grinding_annihilation.movement.steps import commit_embarked
from tests.rulesets.grinding_annihilation.steps import (
    declare,
    default_command,
    events_of,
    formation_row,
    formation_view,
    last_event,
    make,
    path,
    places,
    refused,
    settle,
)
from tests.rulesets.grinding_annihilation.troops.fixtures import AIRCRAFT_KEYWORDS, ENEMY_OF_AIRCRAFT, aircraft, plane


def hover_choice(*more: Unit) -> Table:
    """Write a plane down that can hover."""
    return ask_battle_formations(plane(powers=("hover",)), plane(id="a-g"), squad(), ENEMY_OF_AIRCRAFT, *more)


@pytest.mark.rule("GA-4.3-04")
def test_hover_needs_the_ability():
    """Hover is written down with the rest and needs the ability in an Aircraft."""
    table = hover_choice()
    refused(table, "red", battle_formations(hover=("a-g",), reserves=("a-f",)), "GA-4.3-04").rejected(
        "GA-4.3-04", "no-hover"
    )
    refused(table, "red", battle_formations(hover=("a-p",), reserves=("a-f", "a-g")), "GA-4.3-04").rejected(
        "GA-4.3-04", "no-hover"
    )
    table.when("red", battle_formations(hover=("a-f",), reserves=("a-g",))).accepted()
    refused(table, "red", battle_formations(reserves=("a-f", "a-g")), "GA-7.0-11").rejected("GA-7.0-11", "not-asked")
    table.when("blue", battle_formations()).then(HoverTaken, BattleFormationsRevealed)
    assert formation_view(table, "a-f").hover
    assert (formation_row(table, "a-f").place, formation_row(table, "a-g").place) == ("undeployed", "reserves")
    refused(table, "red", DeployFormation(formation="a-g", troops=troop_poses("a-g", (5, 5))), "GA-7.0-12").rejected(
        "GA-7.0-12", "not-to-deploy"
    )
    table.when("red", DeployFormation(formation="a-f", troops=troop_poses("a-f", (5, 5)))).accepted()


@pytest.mark.rule("GA-4.3-01", "GA-8.2-03")
def test_aircraft_start_in_reserves():
    """An Aircraft that does not hover starts in Reserves; whoever says nothing puts it there."""
    table = hover_choice()
    refused(table, "red", battle_formations(reserves=("a-g",)), "GA-4.3-01").rejected(
        "GA-4.3-01", "aircraft-in-reserves"
    )
    table.when("red", default_command(table)).accepted()
    table.when("blue", battle_formations()).accepted()
    assert (formation_row(table, "a-f").place, formation_row(table, "a-g").place) == ("reserves", "reserves")


@pytest.mark.rule("GA-4.3-05", "GA-3.4-05")
def test_who_hovers_is_no_aircraft():
    """In Hover mode a troop moves up to 20" as it likes, advances, stays, and declares Assaults."""
    table = battle(plane((20, 10), powers=("hover",)), formation("b-b", at=[(28, 10)]), phase="move")
    table.given(HoverTaken(formation="a-f", movement=20_000))
    declare(table, "a-f").accepted()
    refused(table, "red", make("a-f", path("a-f.1", (20, 30.1))), "GA-3.2-10").rejected("GA-3.2-10", "too-far")
    table.when("red", make("a-f", path("a-f.1", (20, 15)))).accepted()
    still = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="move")
    still.given(HoverTaken(formation="a-f", movement=20_000))
    still.when("red", RemainStationary(formation="a-f")).accepted()
    other = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="move", dice=(2,))
    other.given(HoverTaken(formation="a-f", movement=20_000))
    other.when("red", DeclareAdvance(formation="a-f")).accepted()
    third = battle(plane((20, 10)), formation("b-b", at=[(28, 10)]), phase="assault", begin=False)
    third.given(HoverTaken(formation="a-f", movement=20_000))
    third.ask("begin_phase", "table").when("table", BeginPhase(phase="assault")).accepted()
    third.when("red", DeclareAssault(formation="a-f", targets=("b-b",))).accepted()


@pytest.mark.rule("GA-4.3-05", "GA-8.2-01", "GA-8.2-02")
def test_who_hovers_may_be_in_strategic_reserves():
    """A hovering troop may be put into Strategic Reserves, and counts towards their limit."""
    table = hover_choice()
    refused(table, "red", battle_formations(hover=("a-f",), reserves=("a-f", "a-g")), "GA-4.2-01").rejected(
        "GA-4.2-01", "no-reserve-troop"
    )
    table.when("red", battle_formations(hover=("a-f",), reserves=("a-g",), strategic=("a-f",))).accepted()
    for points in (250, 251):
        dear = plane(powers=("hover",))
        table = ask_battle_formations(dear._replace(row=replace(dear.row, points=points)), ENEMY_OF_AIRCRAFT)
        listed = battle_formations(hover=("a-f",), strategic=("a-f",))
        if points == 250:
            table.when("red", listed).accepted()
        else:
            refused(table, "red", listed, "GA-8.2-02").rejected("GA-8.2-02", "over-quarter", points=251, limit=250)


def aircraft_arrival(*at: Place, id: str = "a-f") -> ArriveFromReserves:
    return ArriveFromReserves(formation=id, troops=troop_poses(id, *at), accept_losses=False)


@pytest.mark.rule("GA-4.3-02", "GA-8.2-03", "GA-8.2-04")
def test_aircraft_are_strategic_reserves_in_battle():
    """Once the battle begins Aircraft in Reserves are Strategic Reserves: none in round 1, any in round 2."""
    table = battle_with_absent(plane(), ENEMY_OF_AIRCRAFT, off={"a-f": "reserves"}, number=1)
    table.given(BattleBegun())
    assert formation_row(table, "a-f").place == "strategic_reserves"
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", aircraft_arrival((2, 10)), "GA-8.2-04").rejected("GA-8.2-04", "too-early")
    second = battle_with_absent(plane(), ENEMY_OF_AIRCRAFT, off={"a-f": "strategic_reserves"}, number=2)
    second.when("red", EndMoveStep()).accepted()
    second.when("red", aircraft_arrival((2, 10))).then(FormationArrived, formation="a-f")


@pytest.mark.rule("GA-4.3-03")
@pytest.mark.ruling("GA-4.3-03.1", "GA-8.2-03.2")
@pytest.mark.parametrize(
    ("points", "powers", "listed", "clause", "reason"),
    [
        (250, (), False, "", ""),
        (251, (), False, "GA-8.2-02", "over-quarter"),
        (400, ("reserve_troop",), True, "", ""),
        (100, (), True, "GA-4.2-01", "no-reserve-troop"),
    ],
)
def test_passengers_of_aircraft_are_in_reserves(
    points: int, powers: tuple[str, ...], listed: bool, clause: str, reason: str
):
    """Who is aboard of an Aircraft in Reserves is in Reserves too; without an ability of its own that counts."""
    flying = carrier("a-f", keywords=(*AIRCRAFT_KEYWORDS, "transport"), troop=plane().row.profiles[0])
    people = squad(powers=powers)
    people = people._replace(row=replace(people.row, points=points))
    table = ask_battle_formations(flying, people, squad(1, "a-q"), ENEMY_OF_AIRCRAFT)
    command = battle_formations(reserves=("a-f", "a-p") if listed else ("a-f",), aboard={"a-p": "a-f.1"})
    if not clause:
        table.when("red", command).accepted()
        table.when("blue", battle_formations()).accepted()
        assert formation_row(table, "a-p").aboard == "a-f.1"
        refused(
            table,
            "red",
            DeployFormation(formation="a-p", troops=troop_poses("a-p", (5, 5), (5, 6.5), (5, 8))),
            "GA-7.0-12",
        ).rejected("GA-7.0-12", "not-to-deploy")
    else:
        refused(table, "red", command, clause).rejected(clause, reason)


def fly(distance: float, pivot: float = 0, id: str = "a-f") -> MoveAircraft:
    flight = AircraftMove(troop=f"{id}.1", distance=round(1000 * distance), pivot=round(10 * pivot))
    return MoveAircraft(formation=id, troops=(flight,))


@pytest.mark.rule("GA-4.3-06")
@pytest.mark.ruling("GA-3.2-01.2", "GA-4.3-06.1")
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


def aircraft_selected(*units: Unit, at: Place = (10, 10), **rest: Any) -> Table:
    """Select the plane to move."""
    table = battle(plane(at, **rest.pop("unit", {})), *(units or (ENEMY_OF_AIRCRAFT,)), phase="move", **rest)
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    return table


@pytest.mark.rule("GA-4.3-07")
@pytest.mark.parametrize(("distance", "accepted"), [(20, True), (19.9, False), (35, True)])
def test_a_flight_goes_twenty_inches_or_more(distance: float, accepted: bool):
    """An Aircraft flies straight ahead for 20" at least, and as far as it likes."""
    table = aircraft_selected()
    if accepted:
        table.when("red", fly(distance)).then(FormationMoved)
        assert places(table, "a-f") == [(10 + distance, 10)]
    else:
        refused(table, "red", fly(distance), "GA-4.3-07").rejected("GA-4.3-07", "flight-too-short")


@pytest.mark.rule("GA-4.3-08")
@pytest.mark.parametrize(("pivot", "accepted"), [(90, True), (-90, True), (91, False)])
def test_a_pivot_ends_a_flight(pivot: float, accepted: bool):
    """After the straight line it may pivot by up to 90 degrees, which is no distance."""
    table = aircraft_selected()
    if accepted:
        moved = table.when("red", fly(20, pivot)).one(FormationMoved).troops[0]
        assert (moved.distance, moved.pose.facing) == (20_000, round(10 * pivot) % 3600)
    else:
        refused(table, "red", fly(20, pivot), "GA-4.3-08").rejected("GA-4.3-08", "pivot-too-wide")


@pytest.mark.rule("GA-4.3-07")
@pytest.mark.ruling("GA-4.3-07.1")
def test_a_flight_ends_clear():
    """A flight ends on top of nobody and outside Threat Range; only who can Fly crosses enemies."""
    table = aircraft_selected(formation("b-b", at=[(34, 10)]))
    refused(table, "red", fly(21.5), "GA-3.2-27").rejected("GA-3.2-27", "ends-in-threat")
    refused(table, "red", fly(24), "GA-3.2-06", "GA-3.2-27").rejected("GA-3.2-06", "on-top").rejected(
        "GA-3.2-27", "ends-in-threat"
    )
    table.when("red", fly(26.501)).accepted()
    table = aircraft_selected(formation("b-b", at=[(34, 10)]))
    table.when("red", fly(21.499)).accepted()
    low = aircraft_selected(formation("b-b", at=[(34, 10)]), unit={"keywords": ("vehicle", "aircraft")})
    refused(low, "red", fly(27), "GA-3.2-05", "GA-3.2-11").rejected("GA-3.2-05", "crosses-enemy").rejected(
        "GA-3.2-11", "passes-threat"
    )
    refused(low, "red", fly(0), "GA-4.3-09").rejected("GA-4.3-09", "can-stay")


@pytest.mark.rule("GA-4.3-09")
@pytest.mark.ruling("GA-4.3-09.3")
@pytest.mark.parametrize("distance", [0, 20, 30])
def test_who_crosses_the_edge_flies_off(distance: float):
    """With 18" to the edge an Aircraft goes into Strategic Reserves, whatever it flies; nothing is destroyed."""
    table = aircraft_selected(at=(41, 10))
    outcome = table.when("red", fly(distance)).then(FormationLeftWarfield, round=1).cites("GA-4.3-09")
    outcome.without(FormationMoved)
    assert (formation_row(table, "a-f").place, formation_view(table, "a-f").left) == ("strategic_reserves", 1)


@pytest.mark.rule("GA-4.3-09", "GA-4.3-08")
@pytest.mark.parametrize("distance", [0, 20])
def test_who_flies_off_does_not_pivot(distance: float):
    """The move of who flies off ends at the edge: a pivot is refused, and the flight without it leaves."""
    table = aircraft_selected(at=(41, 10))
    refused(table, "red", fly(distance, 45), "GA-4.3-09").rejected("GA-4.3-09", "pivot-off-field", "troops")
    table.when("red", fly(distance)).then(FormationLeftWarfield)


@pytest.mark.rule("GA-4.3-09")
def test_who_can_not_fly_far_enough_leaves():
    """An Aircraft that has no 20" ahead of it leaves, even where somebody stands in its way."""
    table = aircraft_selected(formation("b-b", at=[(20, 10)]), unit={"keywords": ("vehicle", "aircraft")})
    table.when("red", fly(0)).then(FormationLeftWarfield)


@pytest.mark.rule("GA-4.3-09", "GA-3.2-38")
def test_passengers_fly_along():
    """Passengers stay aboard of an Aircraft that leaves."""
    unit = carrier("a-f", at=(40, 10), keywords=(*AIRCRAFT_KEYWORDS, "transport"), troop=plane().row.profiles[0])
    table = battle_with_absent(unit, squad(), ENEMY_OF_AIRCRAFT, off={"a-p": "a-f.1"})
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    table.when("red", fly(0)).accepted()
    assert (formation_row(table, "a-p").place, formation_row(table, "a-p").aboard) == ("embarked", "a-f.1")


@pytest.mark.rule("GA-4.3-10")
@pytest.mark.ruling("GA-3.2-30.1", "GA-4.3-06.2")
def test_who_flew_off_comes_back_in_the_next_round():
    """It does not come back in the round it left, and has to in the next, before the turn ends."""
    table = aircraft_selected(at=(40, 10), number=2)
    table.when("red", fly(0)).accepted()
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", aircraft_arrival((2, 10)), "GA-4.3-10").rejected("GA-4.3-10", "just-left")
    table.when("red", EndTurn()).accepted()
    third = battle_with_absent(
        plane(), ENEMY_OF_AIRCRAFT, off={"a-f": "strategic_reserves"}, fields={"left": 2}, number=3
    )
    third.when("red", EndMoveStep()).accepted()
    refused(third, "red", EndTurn(), "GA-4.3-10").rejected("GA-4.3-10", "aircraft-due")
    assert "EndTurn" not in third.offered("red")
    third.when("red", aircraft_arrival((2, 10))).then(FormationArrived).cites("GA-4.3-10")
    third.when("red", EndTurn()).accepted()


@pytest.mark.rule("GA-4.3-10", "GA-4.3-07")
def test_silence_flies():
    """A player who says nothing lets Aircraft fly as they have to, and come back."""
    table = battle(plane(), ENEMY_OF_AIRCRAFT, phase="move", number=2)
    settle(table, "EndTurn")
    assert events_of(table, FormationMoved)[-1].troops[0].distance == 20_000
    third = battle_with_absent(
        plane(), ENEMY_OF_AIRCRAFT, off={"a-f": "strategic_reserves"}, fields={"left": 2}, number=3
    )
    settle(third, "SelectToShoot")
    assert last_event(third, FormationArrived).formation == "a-f"


@pytest.mark.rule("GA-4.3-01", "GA-4.3-04")
def test_aircraft_start_in_reserves_and_hover_once():
    """Aircraft do not start aboard of a transport, and hover is written down once."""
    kite = aircraft(powers=("hover",))
    table = ask_battle_formations(kite, carrier(allowed=("aircraft",)), formation("b-b", at=[(50, 5)]))
    flown = refused(table, "red", commit_embarked(("a-f", "a-t.1")), "GA-4.3-01")
    flown.rejected("GA-4.3-01", "aircraft-aboard", formation="a-f")
    both = CommitBattleFormations(formations=BattleFormations(hover=("a-f", "a-f")))
    refused(table, "red", both, "GA-4.3-04").rejected("GA-4.3-04", "written-twice", formation="a-f")
    table.when("red", CommitBattleFormations(formations=BattleFormations(hover=("a-f",)))).accepted()


@pytest.mark.rule("GA-8.2-03", "GA-4.3-01", "GA-8.2-02")
@pytest.mark.parametrize(("kites", "counted", "accepted"), [(2, True, True), (3, True, False), (3, False, True)])
def test_aircraft_that_can_not_all_be_in_reserves_are_not_mustered(kites: int, *, counted: bool, accepted: bool):
    """By the option an army whose Aircraft alone cost more than a quarter is refused: it could not be set up."""
    rows = [roster_formation(f"kite{n}", "shear_kite", 1, 105, profile="kite") for n in range(kites)]
    table = created(options={"aircraft_count_to_reserve_limit": counted})
    outcome = table.when("red", autereium_roster(LORD_ROW, *rows))
    if accepted:
        outcome.accepted()
    else:
        outcome.rejected("GA-8.2-02", "aircraft-over-quarter", "formations", points=315, limit=250)


COUNTED = {"aircraft_count_to_reserve_limit": True}


@pytest.mark.rule("GA-8.2-03", "GA-4.3-04")
def test_silence_lets_aircraft_hover_that_have_no_place_in_reserves():
    """Where Aircraft count and cost too much, silence lets those hover that can, and is not refused."""
    kite, barge = aircraft(), aircraft("a-h", powers=("hover",))
    barge = barge._replace(row=replace(barge.row, points=200))
    table = ask_battle_formations(kite, barge, formation("b-b", at=[(50, 5)]), options=COUNTED)
    command = default_command(table)
    assert isinstance(command, CommitBattleFormations)
    assert command.formations is not None
    assert (command.formations.reserves, command.formations.hover) == (("a-f",), ("a-h",))
    table.when("red", command).accepted()
