"""Who has a zone of control, and where it lies."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import FormationStateChanged, MoveUnit, SetFormationState
from adjudicator.rulesets.tile_formations.rules.zones.zones import zone_of, zones_around
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    ENEMY_INFANTRY,
    ENEMY_VEHICLE,
    FAR_ENEMY,
    GROUND_TYPES,
    SHEETS_BY_TYPE,
    Placed,
    aircraft,
    at,
    infantry,
    open_ground,
    table,
    vehicle,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import begin_action, change_unit, end_move, move, refused
from tests.rulesets.tile_formations.zones.steps import stand_near_enemy

AROUND = [(x, y) for x in range(3, 8) for y in range(3, 8) if (x, y) != (5, 5)]


def _closed(played: Table, tile: tuple[int, int], start: tuple[int, int]) -> bool:
    """Try whether a step from one tile to another is refused for a zone."""
    change_unit(played, "a1.1", tile=at(*start), moved=False)
    outcome = move(played, "a1.1", tile)
    outcome.looked_at = True
    assert all(fault.reason == "enemy-zone" for fault in outcome.faults), outcome.faults
    return bool(outcome.faults)


@pytest.mark.rule("TF-ZOC-01")
@pytest.mark.parametrize(
    ("tile", "start"),
    [
        ((3, 3), (2, 2)),
        ((3, 5), (2, 5)),
        ((3, 7), (2, 8)),
        ((5, 3), (5, 2)),
        ((5, 7), (5, 8)),
        ((7, 3), (8, 2)),
        ((7, 5), (8, 5)),
        ((7, 7), (8, 8)),
        ((4, 7), (4, 8)),
        ((7, 6), (8, 7)),
    ],
)
def test_a_zone_reaches_two_tiles(tile: tuple[int, int], start: tuple[int, int]) -> None:
    """The zone of an enemy at (5,5) is columns 3 to 7 and rows 3 to 7; the tiles around it are free."""
    assert _closed(stand_near_enemy(start), tile, start)
    x, y = start
    for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
        if beside not in AROUND:
            assert not _closed(stand_near_enemy(start), beside, start)


@pytest.mark.rule("TF-ZOC-01")
def test_a_zone_ends_at_the_third_tile() -> None:
    """(7,7) lies in the zone of (5,5) and (8,5) does not."""
    played = stand_near_enemy((9, 5))
    assert not _closed(played, (8, 5), (9, 5))
    assert _closed(stand_near_enemy((8, 8)), (7, 7), (8, 8))


@pytest.mark.rule("TF-ZOC-01")
@pytest.mark.parametrize(("radius", "closed"), [(1, (4, 5)), (2, (3, 5)), (3, (2, 5))])
def test_the_reach_of_zones_is_an_option(radius: int, closed: tuple[int, int]) -> None:
    """With another radius the zone begins at another tile."""
    x, y = closed
    assert _closed(stand_near_enemy((x - 1, y), options={"zoc_radius": radius}), closed, (x - 1, y))
    assert not _closed(stand_near_enemy((x - 2, y), options={"zoc_radius": radius}), (x - 1, y), (x - 2, y))


@pytest.mark.rule("TF-ZOC-02")
@pytest.mark.parametrize("kind", [*GROUND_TYPES, "AC"])
@pytest.mark.parametrize("state", ["normal", "overwatch", "broken"])
@pytest.mark.ruling("TF-ZOC-02.2", "TF-ZOC-02.3")
def test_ground_units_have_zones(kind: str, state: str) -> None:
    """Infantry, vehicles and war engines have zones whatever the state of their formation; aircraft have none."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), SHEETS_BY_TYPE[kind]())}
    played = open_ground(units, formations={"b1": {"state": state}})
    begin_action(played, "a1")
    assert _closed(played, (3, 5), (2, 5)) is (kind != "AC")


@pytest.mark.rule("TF-ZOC-02")
@pytest.mark.parametrize(
    ("placed", "state", "options", "closed"),
    [
        (((5, 5), infantry(flags=("no_zoc",))), "normal", {}, False),
        (("", infantry(), {"out": "shooting", "integrity": 0}), "normal", {}, False),
        (((5, 5), infantry()), "broken", {"broken_units_have_zoc": False}, False),
        (((5, 5), infantry()), "normal", {"broken_units_have_zoc": False}, True),
    ],
)
@pytest.mark.ruling("TF-ZOC-02.2", "TF-ZOC-02.4")
def test_some_units_have_no_zone(placed: Placed, state: str, options: dict[str, bool], closed: bool) -> None:
    """Flagged and destroyed units have no zone, broken formations none where the option says so."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": placed, "b2.1": FAR_ENEMY}
    played = open_ground(units, options=options, formations={"b1": {"state": state}})
    begin_action(played, "a1")
    assert _closed(played, (3, 5), (2, 5)) is closed


@pytest.mark.rule("TF-ZOC-03")
@pytest.mark.ruling("TF-ZOC-03.2")
def test_terrain_and_units_do_not_bound_a_zone() -> None:
    """A cliff, a wood or another unit between leaves a tile at distance 2 in the zone."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "b1.1": ENEMY_INFANTRY,
        "b1.2": ((4, 6), zoneless("AV")),
        "a2.1": ((4, 4), zoneless("INF")),
    }
    for ground in ("cliffs", "woods", "buildings"):
        played = open_ground(units, terrain={(4, 5): ground})
        begin_action(played, "a1")
        assert _closed(played, (3, 5), (2, 5))


@pytest.mark.rule("TF-ZOC-03")
def test_own_zones_do_not_matter() -> None:
    """A unit goes where it likes around units of its own side, and of an allied army."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a2.1": ((5, 5), vehicle()),
        "c1.1": ((3, 7), vehicle()),
        "b1.1": FAR_ENEMY,
    }
    played = open_ground(units, seats=3, sides=(1, 2, 1))
    begin_action(played, "a1")
    move(played, "a1.1", (3, 5), (4, 6)).accepted()


@pytest.mark.rule("TF-ZOC-02")
def test_aircraft_enter_zones_no_more_than_others() -> None:
    """Aircraft have no zone themselves, but a unit of any type stays out of an enemy's."""
    played = open_ground({"a1.1": ((2, 5), aircraft()), "b1.1": ENEMY_INFANTRY})
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04")


@pytest.mark.rule("TF-ZOC-01", "TF-ZOC-02")
def test_a_zone_is_two_tiles_wide() -> None:
    """A zone is all tiles up to two away; aircraft and flagged units have none, broken ones by the options."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((7, 7), infantry()), "b1.2": ((1, 1), aircraft())})
    assert set(zone_of(played.game, "b1.1")) == {at(x, y) for x in range(3, 8) for y in range(3, 8)}
    assert zones_around(played.game, "a1.1") == ("b1.1",)
    none: list[Placed] = [((5, 5), vehicle(flags=("no_zoc",))), ((5, 5), vehicle(), {"zone_lost": "assault-1"})]
    for placed in none:
        assert not zones_around(table("", {"a1.1": ((7, 7), infantry()), "b1.1": placed}).game, "a1.1")
    broken = {"b1": {"state": "broken"}}
    units = ENEMY_VEHICLE | {"a1.1": ((7, 7), infantry())}
    assert zones_around(table("", units, formations=broken).game, "a1.1")
    options = {"broken_units_have_zoc": False}
    assert not zones_around(table("", units, formations=broken, options=options).game, "a1.1")


@pytest.mark.rule("TF-ZOC-02")
@pytest.mark.ruling("TF-ZOC-02.3", "TF-ZOC-02.4")
def test_a_formation_is_broken_from_outside() -> None:
    """The referee breaks a formation and rallies it; its units keep their zones, unless the option takes them."""
    for keeps in (True, False):
        units: Any = {"a1.1": ((2, 5), zoneless("INF")), "b1.1": ((5, 5), zoneless("INF", flags=()))}
        played = wide_ground(units, referee=True, options={"broken_units_have_zoc": keeps})
        begin_action(played, "a1")
        broken = SetFormationState(formation="b1", state="broken")
        played.when("referee", broken).then(FormationStateChanged, formation="b1", state="broken")
        if keeps:
            refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04", enemy="b1.1")
        else:
            assert not played.refused(MoveUnit(unit="a1.1", path=(at(3, 5),)), "red")
        rallied = SetFormationState(formation="b1", state="normal")
        played.when("referee", rallied).then(FormationStateChanged, formation="b1", state="normal")
        refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04", enemy="b1.1")
    overwatch = SetFormationState(formation="b1", state="overwatch")
    refused(played.when("referee", overwatch), "no-such-state", "TF-ZOC-02", state="overwatch")


@pytest.mark.rule("TF-ZOC-01")
def test_zones_may_have_no_reach() -> None:
    """With a radius of 0 nothing but the enemy's own tile is closed."""
    units: Any = {"a1.1": ((2, 5), zoneless("INF")), "b1.1": ((5, 5), zoneless("INF", flags=()))}
    played = wide_ground(units, options={"zoc_radius": 0})
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 5), (4, 5), (5, 5)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")
    move(played, "a1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted()
