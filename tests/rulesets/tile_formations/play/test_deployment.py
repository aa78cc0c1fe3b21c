"""Deployment: seat by seat in turn, a whole formation at a time, and what a referee may do besides."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    DeploymentCompleted,
    FormationHeldBack,
    HoldBack,
    TileTerrain,
    TurnStarted,
    UnitDeployed,
)
from tests.rulesets.tile_formations.fixtures import aircraft, formation_sheet, infantry, table, vehicle, war_engine
from tests.rulesets.tile_formations.steps import (
    begin_action,
    deploy,
    move,
    mustered_table,
    silence_of,
    tile_of_unit,
    unit_row,
)

REFEREE = {"referee": True}


def tile(name, base="open_ground", *overlays):
    return TileTerrain(tile=name, base_terrain=base, overlays=overlays)


def test_seats_deploy_in_turn():
    """WG-SETUP-02: the seat that acts first deploys its first formation, then the other; then turn 1 begins."""
    one = formation_sheet(infantry())
    played = mustered_table((one, one), (one,), options={"first_seat": 1})
    top = played.window
    assert (top.kind, top.asks, top.subject) == ("deploy", (1,), ("b1",))
    deploy(played, "blue", "b1.1", "A12").asks("deploy", "red")
    deploy(played, "red", "a2.1", "A1").rejected("WG-SETUP-02", "other-formation", "unit", formation="a1")
    deploy(played, "red", "a1.1", "A1").then(UnitDeployed, unit="a1.1", tile="A1").asks("deploy", "red")
    assert not played.game.sides[0].deployed
    deploy(played, "red", "a2.1", "A2").then(DeploymentCompleted, TurnStarted, turn=1, seat=1)
    assert all(side.deployed for side in played.game.sides.values())
    assert played.window.kind == "choose_action"


def test_units_of_a_formation_come_in_any_order():
    """WG-SETUP-02: within its formation a seat chooses; a unit is placed once."""
    played = mustered_table((formation_sheet(infantry(), infantry()),))
    deploy(played, "red", "a1.2", "C3").accepted()
    deploy(played, "red", "a1.2", "C2").rejected("WG-SETUP-02", "not-waiting", "unit")
    deploy(played, "red", "a1.9", "C2").rejected("", "unknown-id")
    deploy(played, "blue", "b1.1", "C12").rejected("WG-SETUP-02", "not-deploying", "unit")


@pytest.mark.parametrize(
    ("place", "clause", "reason"),
    [
        ("C4", "WG-SETUP-02", "outside-zone"),
        ("A2", "TF-BLOCK-05", "taken"),
        ("Z9", "TF-GRID-02", "no-room-there"),
        ("hill", "TF-GRID-02", "no-room-there"),
    ],
)
def test_places_that_are_refused(place, clause, reason):
    """WG-SETUP-02: a unit is placed in its zone, on the battlefield, in a free tile."""
    played = mustered_table((formation_sheet(infantry(), infantry()),))
    deploy(played, "red", "a1.1", "A2").accepted()
    deploy(played, "red", "a1.2", place).rejected(clause, reason, "tile")


@pytest.mark.rule("TF-GRID-02")
def test_a_larger_footprint_lies_in_the_zone_whole():
    """All tiles of a larger unit lie in the zone and on the battlefield."""
    played = mustered_table((formation_sheet(war_engine(columns=2, rows=2)),))
    deploy(played, "red", "a1.1", "C3").rejected("WG-SETUP-02", "outside-zone", "tile", tile="C4")
    deploy(played, "red", "a1.1", "L1").rejected("TF-GRID-02", "no-room-there", "tile")
    deploy(played, "red", "a1.1", "K2").accepted()


@pytest.mark.rule("TF-TERRAIN-03", "TF-TERRAIN-07", "TF-CLIFF-04", "TF-GRID-03")
@pytest.mark.parametrize(
    ("sheet", "place", "clause"),
    [
        (vehicle(), "A1", "TF-BUILD-02"),
        (infantry(), "A1", None),
        (infantry(), "B1", "TF-CLIFF-01"),
        (infantry(flags=("climbing_gear",)), "B1", None),
        (aircraft(), "B1", None),
        (infantry(), "C1", None),
        (war_engine(), "C1", "TF-BUNK-04"),
        (vehicle(), "D1", None),
    ],
)
def test_owners_deploy_where_they_can_stand(sheet, place, clause):
    """Impassable terrain is no place, unless it is a position that can be held."""
    tiles = (tile("A1", "buildings"), tile("B1", "cliffs"), tile("C1", "open_ground", "bunkers"), tile("D1", "woods"))
    played = mustered_table((formation_sheet(sheet),), tiles=tiles)
    outcome = deploy(played, "red", "a1.1", place)
    if clause is None:
        outcome.accepted()
    else:
        outcome.rejected(clause, "no-place", "tile")


@pytest.mark.rule("TF-TERRAIN-07")
@pytest.mark.parametrize(("option", "allowed"), [("occupy", True), ("deploy_only", True), ("no_entry", False)])
def test_positions_by_option(option, allowed):
    """The option says whether a position with cover may be taken by deployment."""
    played = mustered_table(tiles=(tile("C1", "open_ground", "bunkers"),), options={"cover_and_impassable": option})
    offered = played.offers("red")[0].fields[1].values.values
    assert ("C1" in offered) == allowed
    outcome = deploy(played, "red", "a1.1", "C1")
    if allowed:
        outcome.accepted()
    else:
        outcome.rejected("TF-BUNK-02", "no-place", "tile")


def test_a_formation_may_be_held_back():
    """WG-SETUP-02: what is not placed stays off the battlefield; a referee deploys it later, wherever it is free."""
    played = mustered_table((formation_sheet(infantry(), vehicle()),), table=REFEREE, tiles=(tile("F6", "buildings"),))
    deploy(played, "red", "a1.1", "A1").accepted()
    played.when("red", HoldBack(formation="b1")).rejected("WG-SETUP-02", "other-formation", "formation")
    played.when("red", HoldBack(formation="a1")).then(FormationHeldBack, formation="a1", units=("a1.2",))
    assert (unit_row(played, "a1.2").out, tile_of_unit(played, "a1.2")) == ("held_back", "")
    deploy(played, "blue", "b1.1", "A12").accepted()
    deploy(played, "blue", "b1.2", "B12").asks("choose_action", "red")
    deploy(played, "red", "a1.2", "B1").rejected("WG-SETUP-02", "not-deploying", "unit")
    deploy(played, "referee", "a1.2", "A12").rejected("TF-BLOCK-05", "taken", "tile", unit="b1.1")
    deploy(played, "referee", "a1.2", "F6").then(UnitDeployed, unit="a1.2", tile="F6").asks("choose_action", "red")


def test_a_referee_may_deploy_for_a_seat():
    """WG-SETUP-02: with the last unit of a formation placed by the referee, the next seat is asked."""
    played = mustered_table((formation_sheet(infantry()),), table=REFEREE)
    deploy(played, "referee", "a1.1", "F6").asks("deploy", "blue")


@pytest.mark.rule("TF-DANGER-13")
def test_nobody_is_deployed_on_a_path_that_waits():
    """What is left of a suspended path stays free."""
    played = table(
        units={
            "a1.1": ("A1", vehicle()),
            "b1.1": ("L12", infantry()),
            "b1.2": ("L11", infantry(), {"out": "held_back", "tile": ""}),
        },
        terrain={"B1": "woods"},
        referee=True,
    )
    begin_action(played, "a1", "advance")
    move(played, "a1.1", "B1", "C1", "D1").asks("dangerous_test")
    deploy(played, "referee", "b1.2", "D1").rejected("TF-DANGER-13", "path-leads-there", "tile", unit="a1.1")
    deploy(played, "referee", "b1.2", "D2").accepted()


def test_offers_and_silence_fill_the_zone():
    """Every tile that is offered is accepted, and silence places units near each other until no room is left."""
    many = formation_sheet(*[infantry()] * 5)
    played = mustered_table((many,), (formation_sheet(infantry()),), columns=2, rows=4)
    for number in range(1, 5):
        tiles = [offer.fields[1].values.values for offer in played.offers("red") if offer.command == "DeployUnit"]
        assert {len(row) for row in tiles} == {5 - number}
        played.when("red", silence_of(played)).accepted()
        assert unit_row(played, f"a1.{number}").tile
    assert played.offered("red") == ["HoldBack"]
    played.when("red", silence_of(played)).then(FormationHeldBack, units=("a1.5",))


@pytest.mark.rule("TF-BLOCK-05")
def test_stacking_by_option():
    """With that option several units of a side are deployed in one tile."""
    played = mustered_table((formation_sheet(infantry(), infantry(), infantry()),), options={"stacking_limit": 2})
    deploy(played, "red", "a1.1", "A1").accepted()
    deploy(played, "red", "a1.2", "A1").accepted()
    deploy(played, "red", "a1.3", "A1").rejected("TF-BLOCK-05", "taken", "tile")
