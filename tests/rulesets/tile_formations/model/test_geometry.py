"""Tiles, distances, footprints, unit classes and tile lines."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.geometry import board, unit_distance
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    DangerousTestRequired,
    MoveDeclared,
    ToHitRolled,
    TypeClass,
    UnitMoved,
)
from tests.rulesets.tile_formations.fixtures import (
    SHEETS_BY_TYPE,
    Placed,
    aircraft,
    at,
    formation_sheet,
    infantry,
    open_ground,
    open_table,
    table,
    vehicle,
    war_engine,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    come_and_declare,
    cover_modifier,
    create,
    danger_tests,
    hold_and_shoot,
    lone_unit,
    move,
    muster,
    refused,
    roll,
    tile_of_unit,
)
from tests.rulesets.tile_formations.terrain.steps import check_vision


@pytest.mark.rule("TF-GRID-01")
@pytest.mark.parametrize(
    ("shape", "distance", "neighbours", "diagonal"), [("square8", 3, 8, 1), ("square4", 5, 4, 2), ("hex", 4, 6, 2)]
)
@pytest.mark.ruling("TF-GRID-01.3")
def test_distances_count_tiles(shape: str, distance: int, neighbours: int, diagonal: int) -> None:
    """On squares with diagonals the distance is the larger difference; other grids count in their own way."""
    field = board(open_ground({"a1.1": ((2, 2), infantry())}, options={"tile_shape": shape}).game)
    assert len(field.neighbours(at(5, 5))) == neighbours
    assert field.distance(at(2, 2), at(2, 5)) == 3
    assert field.distance(at(2, 2), at(3, 3)) == diagonal
    assert field.distance(at(2, 2), at(5, 4)) == field.distance(at(5, 4), at(2, 2)) == distance


@pytest.mark.rule("TF-GRID-01")
@pytest.mark.ruling("TF-GRID-01.2", "TF-GRID-01.3")
def test_a_move_counts_tiles_of_the_grid() -> None:
    """Three tiles lead from (2,2) to (5,4) with diagonals, five without; a hex has six ways out."""
    played = lone_unit(infantry(speed=3))
    move(played, "a1.1", (3, 3), (4, 4), (5, 4)).accepted()
    played = lone_unit(infantry(speed=5), options={"tile_shape": "square4"})
    refused(move(played, "a1.1", (3, 3)), "not-adjacent", "TF-MOVE-02")
    move(played, "a1.1", (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)).accepted()
    played = lone_unit(infantry(), options={"tile_shape": "hex"})
    refused(move(played, "a1.1", (3, 3), (2, 2), (1, 1), (2, 1), (3, 2)), "not-adjacent", "TF-MOVE-02")


@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_meets_the_strictest_of_its_tiles() -> None:
    """A unit of 2 by 2 tiles takes one test for one dangerous tile under it, and is stopped by one impassable tile."""
    large = war_engine(columns=2, rows=2)
    ground = {(4, 3): "woods", (1, 1): "buildings"}
    played = lone_unit(large, (2, 2), terrain=ground)
    refused(move(played, "a1.1", (1, 2), (1, 1)), "impassable", "TF-BUILD-03")
    refused(move(played, "a1.1", (1, 1)), "impassable", "TF-BUILD-03", tile=at(1, 1))
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    rolled = roll(played, "a1.1", 1, 2, 3)
    assert not danger_tests(rolled)
    assert tile_of_unit(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GRID-02")
def test_distances_of_a_large_unit_run_from_its_nearest_tile() -> None:
    """The zone of a 2 by 2 unit with its corner at (5,5) reaches column 8 in the east and column 3 in the west."""
    units: dict[str, Placed] = {
        "a1.1": ((10, 5), infantry()),
        "a1.2": ((10, 6), infantry()),
        "b1.1": ((5, 5), war_engine(columns=2, rows=2)),
    }
    played = open_ground(units)
    assert unit_distance(played.game, "a1.1", "b1.1") == 4
    begin_action(played, "a1")
    refused(move(played, "a1.1", (9, 5), (8, 5)), "enemy-zone", "TF-ZOC-04", tile=at(8, 5))
    move(played, "a1.1", (9, 5)).accepted()
    refused(move(played, "a1.2", (9, 6), (8, 6)), "enemy-zone", "TF-ZOC-04", tile=at(8, 6))


@pytest.mark.rule("TF-GRID-02")
def test_all_tiles_of_a_large_unit_are_taken() -> None:
    """A unit is stopped by each of the four tiles of a 2 by 2 enemy, and a large unit is not in its own way."""
    enemy = war_engine(columns=2, rows=2, flags=("no_zoc",))
    for x, y, beside in ((5, 5, 4), (5, 6, 4), (6, 5, 7), (6, 6, 7)):
        played = open_ground({"a1.1": ((beside, y), infantry()), "b1.1": ((5, 5), enemy)})
        begin_action(played, "a1")
        refused(move(played, "a1.1", (x, y)), "enemy-in-tile", "TF-BLOCK-01", tile=at(x, y), enemy="b1.1")
    played = lone_unit(war_engine(columns=2, rows=2))
    move(played, "a1.1", (3, 2), (3, 3), (2, 2)).accepted()


@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_does_not_fit_over_things() -> None:
    """A 2 by 2 unit is stopped where any of its tiles would be an enemy's, an own vehicle's, or off the battlefield."""
    large = war_engine(columns=2, rows=2)
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), large),
        "a2.1": ((5, 3), vehicle()),
        "b1.1": ((3, 5), infantry(flags=("no_zoc",))),
    }
    played = open_ground(units)
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "occupied", "TF-BLOCK-05")
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 1)), "blocked-by-ally", "TF-BLOCK-04", ally="a2.1")
    refused(move(played, "a1.1", (2, 3), (2, 4)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")
    played = lone_unit(large, (9, 2))
    move(played, "a1.1", (10, 2)).accepted()
    played = lone_unit(large, (10, 2))
    refused(move(played, "a1.1", (11, 2)), "off-the-battlefield", "TF-MOVE-09")


@pytest.mark.rule("TF-GRID-02")
@pytest.mark.parametrize(("options", "expected"), [({}, (1, 1)), ({"default_footprint": (2, 1)}, (2, 1))])
@pytest.mark.ruling("TF-GRID-02.2")
def test_a_unit_without_a_footprint_has_the_default_one(
    options: dict[str, tuple[int, int]], expected: tuple[int, int]
) -> None:
    """Units without a footprint take up one tile, or what the option says."""
    played = open_table()
    create(played, options=options).accepted()
    army = muster(played, "red", formation_sheet(infantry(columns=0, rows=0))).one(ArmyMustered)
    sheet = army.formations[0].units[0]
    assert (sheet.columns, sheet.rows) == expected


@pytest.mark.rule("TF-GRID-03")
@pytest.mark.parametrize(
    ("kind", "river", "woods"),
    [
        ("INF", "dangerous", "none"),
        ("LV", "impassable", "dangerous"),
        ("AV", "impassable", "dangerous"),
        ("WE", "none", "dangerous"),
        ("AC", "none", "none"),
    ],
)
@pytest.mark.ruling("TF-GRID-03.2")
def test_types_have_their_columns(kind: str, river: str, woods: str) -> None:
    """Each type uses its column of the table: light and armoured vehicles the same one, aircraft none."""
    for terrain, effect in (("river", river), ("woods", woods)):
        played = lone_unit(SHEETS_BY_TYPE[kind](integrity=1), terrain={(3, 2): terrain})
        outcome = move(played, "a1.1", (3, 2))
        if effect == "impassable":
            refused(outcome, "impassable", "TF-RIVER-03", tile=at(3, 2))
            continue
        assert len(danger_tests(outcome)) == (effect == "dangerous"), f"{kind} in {terrain}"
        if effect == "dangerous":
            roll(played, "a1.1", 5)
        assert tile_of_unit(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GRID-03")
@pytest.mark.ruling("TF-GRID-03.2")
def test_a_type_can_be_given_another_column() -> None:
    """The option class_of_type moves a type to another column: light vehicles as infantry are safe in woods."""
    options = {"class_of_type": (TypeClass(unit_type="LV", column="infantry"),)}
    units: dict[str, Placed] = {"a1.1": ((2, 2), SHEETS_BY_TYPE["LV"]()), "a1.2": ((2, 3), SHEETS_BY_TYPE["AV"]())}
    played = open_ground(units, options=options, terrain={(3, 2): "woods", (3, 3): "woods"})
    begin_action(played, "a1")
    assert not danger_tests(move(played, "a1.1", (3, 2)))
    assert len(danger_tests(move(played, "a1.2", (3, 3)))) == 1
    roll(played, "a1.2", 1)


LINE = [{(2, 1), (2, 2)}, {(3, 2)}, {(4, 2), (4, 3)}]
"""The tiles between (1,1) and (5,3): those of each step."""


@pytest.mark.rule("TF-GRID-06")
def test_a_tile_line_is_the_same_both_ways() -> None:
    """The line from (1,1) to (5,3) crosses (2,1) or (2,2), then (3,2), then (4,2) or (4,3), and so it does back."""
    field = board(open_ground({"a1.1": ((1, 1), infantry())}).game)
    there, back = field.line(at(1, 1), at(5, 3)), field.line(at(5, 3), at(1, 1))
    expected = [{at(*place) for place in step} for step in LINE]
    assert [set(crossing) for crossing in there] == expected
    assert [set(crossing) for crossing in reversed(back)] == expected


@pytest.mark.rule("TF-GRID-06")
@pytest.mark.parametrize(("start", "end"), [((1, 1), (5, 3)), ((5, 3), (1, 1))])
@pytest.mark.parametrize(
    ("woods", "ties", "value"),
    [
        ([(2, 2)], "shooter", 4),
        ([(3, 2)], "shooter", 3),
        ([(2, 1), (2, 2)], "shooter", 3),
        ([(4, 2)], "shooter", 4),
        ([(2, 2)], "target", 3),
        ([(4, 3)], "target", 3),
        ([], "target", 4),
        ([(3, 1), (3, 3)], "target", 4),
    ],
)
@pytest.mark.ruling("TF-GRID-06.2", "TF-GRID-06.3")
def test_a_point_between_two_tiles_counts_for_one_side(
    start: tuple[int, int], end: tuple[int, int], woods: list[tuple[int, int]], ties: str, value: int
) -> None:
    """Where a line runs between two tiles the one that hides less counts, or the one that hides more by the option."""
    units: dict[str, Placed] = {"a1.1": (start, infantry()), "b1.1": (end, vehicle())}
    played = open_ground(units, terrain=dict.fromkeys(woods, "woods"), options={"tile_line_ties": ties})
    assert hold_and_shoot(played, 6).one(ToHitRolled).value.total == value


@pytest.mark.rule("TF-GRID-03")
def test_aircraft_are_hindered_by_no_terrain() -> None:
    """Aircraft use no column: cliffs and buildings are nothing to them, and neither are minefields."""
    played = lone_unit(aircraft(speed=4), terrain={(3, 2): "cliffs", (4, 2): "buildings", (5, 2): "+minefield"})
    assert not danger_tests(move(played, "a1.1", (3, 2), (4, 2), (5, 2), (6, 2)))
    assert tile_of_unit(played, "a1.1") == at(6, 2)


@pytest.mark.rule("TF-GRID-03")
def test_hills_do_not_help_aircraft() -> None:
    """An aircraft over a hill sees no farther, since no column of the table is its own."""
    check_vision("AC", 10, "hills", 10)


@pytest.mark.rule("TF-GRID-03")
def test_aircraft_mind_no_terrain() -> None:
    """Aircraft use no column: nothing is impassable, dangerous or slow for them."""
    played = table(". C # .\n. . . .", {"a1.1": ("A1", aircraft()), "b1.1": ("D2", infantry(flags=("no_zoc",)))})
    begin_action(played, "a1")
    moved = move(played, "a1.1", "B1", "C1").without(DangerousTestRequired)
    assert moved.one(MoveDeclared).cost.total == 2


@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_counts_all_its_tiles() -> None:
    """A unit of two by two tiles fits where all of them are free and open, and takes one test for a feature."""
    drawing = ". . . . .\n. . W . .\n. . . . .\n. . . . .\n. . . . ."
    engine = war_engine(columns=2, rows=2, integrity=4)
    played = table(drawing, {"a1.1": ("A1", engine), "b1.1": ("E5", infantry(flags=("no_zoc",)))})
    begin_action(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1", "D2", "E2").rejected("TF-MOVE-09", "off-the-battlefield")
    moved = move(played, "a1.1", "B1", "C2", "C3").then(DangerousTestRequired, kind="woods", tile="C2", dice=4)
    assert tile_of_unit(played, "a1.1") == "B1"
    del moved
    roll(played, "a1.1", 1, 2, 3, 4).then(UnitMoved, tile="C3", done=True)


@pytest.mark.rule("TF-GRID-02", "TF-GRID-06")
@pytest.mark.parametrize(("woods", "modifier"), [((3, 3), -1), ((4, 3), 0), ((2, 2), -1)])
def test_the_line_to_a_large_unit_is_that_to_its_nearest_tile(woods: tuple[int, int], modifier: int) -> None:
    """What hides a 2 by 2 unit lies on the line to its nearest tile; lines to its other tiles do not matter."""
    units: Any = {"a1.1": ((1, 1), zoneless("AV")), "b1.1": ((4, 4), zoneless("WE", columns=2, rows=2))}
    assert cover_modifier(come_and_declare(wide_ground(units, terrain={woods: "woods"}))) == modifier


@pytest.mark.rule("TF-GRID-03")
def test_aircraft_have_no_use_for_roads() -> None:
    """Aircraft use no column, so a road makes them no faster, as it does a vehicle; nor are they stopped."""
    ground: Any = {(x, 0): "+roads" for x in range(8)}
    path = [(x, 0) for x in range(1, 6)]
    played = lone_unit(aircraft(speed=4), (0, 0), terrain=ground)
    refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", speed=4, cost=5)
    assert move(played, "a1.1", *path[:4]).one(MoveDeclared).speed.total == 4
    assert move(lone_unit(vehicle(speed=4), (0, 0), terrain=ground), "a1.1", *path).one(MoveDeclared).speed.total == 6
    played = lone_unit(aircraft(speed=4), (0, 0), terrain=ground, options={"roads_impassable": True})
    move(played, "a1.1", *path[:4]).accepted()
