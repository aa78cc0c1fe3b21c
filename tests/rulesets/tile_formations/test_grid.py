"""Clause tests: tiles, distances, footprints, unit classes, and how dice are read."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    SavesRolled,
    ToHitRolled,
    TypeClass,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.state import board, gap
from tests.kit import Table
from tests.rulesets.tile_formations.creating import create, formation, muster, opened
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    at,
    begin,
    infantry,
    move,
    roll,
    unit,
    vehicle,
    war_engine,
    weapon,
    where,
)
from tests.rulesets.tile_formations.said_ground import MADE, danger_tests, lone, plain, refused, saved, shot


@pytest.mark.rule("TF-GRID-01")
@pytest.mark.parametrize(
    ("shape", "distance", "neighbours", "diagonal"), [("square8", 3, 8, 1), ("square4", 5, 4, 2), ("hex", 4, 6, 2)]
)
def test_distances_count_tiles(shape: str, distance: int, neighbours: int, diagonal: int) -> None:
    """On squares with diagonals the distance is the larger difference; other grids count in their own way."""
    field = board(plain({"a1.1": ((2, 2), infantry())}, options={"tile_shape": shape}).game)
    assert len(field.neighbours(at(5, 5))) == neighbours
    assert field.distance(at(2, 2), at(2, 5)) == 3
    assert field.distance(at(2, 2), at(3, 3)) == diagonal
    assert field.distance(at(2, 2), at(5, 4)) == field.distance(at(5, 4), at(2, 2)) == distance


@pytest.mark.rule("TF-GRID-01")
def test_a_move_counts_tiles_of_the_grid() -> None:
    """Three tiles lead from (2,2) to (5,4) with diagonals, five without; a hex has six ways out."""
    played = lone(infantry(speed=3))
    move(played, "a1.1", (3, 3), (4, 4), (5, 4)).accepted()
    played = lone(infantry(speed=5), options={"tile_shape": "square4"})
    refused(move(played, "a1.1", (3, 3)), "not-adjacent", "TF-MOVE-02")
    move(played, "a1.1", (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)).accepted()
    played = lone(infantry(), options={"tile_shape": "hex"})
    refused(move(played, "a1.1", (3, 3), (2, 2), (1, 1), (2, 1), (3, 2)), "not-adjacent", "TF-MOVE-02")


@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_meets_the_strictest_of_its_tiles() -> None:
    """A unit of 2 by 2 tiles takes one test for one dangerous tile under it, and is stopped by one impassable tile."""
    large = war_engine(columns=2, rows=2)
    ground = {(4, 3): "woods", (1, 1): "buildings"}
    played = lone(large, (2, 2), terrain=ground)
    refused(move(played, "a1.1", (1, 2), (1, 1)), "impassable", "TF-BUILD-03")
    refused(move(played, "a1.1", (1, 1)), "impassable", "TF-BUILD-03", tile=at(1, 1))
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    rolled = roll(played, "a1.1", 1, 2, 3)
    assert not danger_tests(rolled)
    assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GRID-02")
def test_distances_of_a_large_unit_run_from_its_nearest_tile() -> None:
    """The zone of a 2 by 2 unit with its corner at (5,5) reaches column 8 in the east and column 3 in the west."""
    units: dict[str, Placed] = {
        "a1.1": ((10, 5), infantry()), "a1.2": ((10, 6), infantry()), "b1.1": ((5, 5), war_engine(columns=2, rows=2)),
    }  # fmt: skip
    played = plain(units)
    assert gap(played.game, "a1.1", "b1.1") == 4
    begin(played, "a1")
    refused(move(played, "a1.1", (9, 5), (8, 5)), "enemy-zone", "TF-ZOC-04", tile=at(8, 5))
    move(played, "a1.1", (9, 5)).accepted()
    refused(move(played, "a1.2", (9, 6), (8, 6)), "enemy-zone", "TF-ZOC-04", tile=at(8, 6))


@pytest.mark.rule("TF-GRID-02")
def test_all_tiles_of_a_large_unit_are_taken() -> None:
    """A unit is stopped by each of the four tiles of a 2 by 2 enemy, and a large unit is not in its own way."""
    enemy = war_engine(columns=2, rows=2, flags=("no_zoc",))
    for x, y, beside in ((5, 5, 4), (5, 6, 4), (6, 5, 7), (6, 6, 7)):
        played = plain({"a1.1": ((beside, y), infantry()), "b1.1": ((5, 5), enemy)})
        begin(played, "a1")
        refused(move(played, "a1.1", (x, y)), "enemy-in-tile", "TF-BLOCK-01", tile=at(x, y), enemy="b1.1")
    played = lone(war_engine(columns=2, rows=2))
    move(played, "a1.1", (3, 2), (3, 3), (2, 2)).accepted()


@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_does_not_fit_over_things() -> None:
    """A 2 by 2 unit is stopped where any of its tiles would be an enemy's, an own vehicle's, or off the battlefield."""
    large = war_engine(columns=2, rows=2)
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), large), "a2.1": ((5, 3), vehicle()), "b1.1": ((3, 5), infantry(flags=("no_zoc",))),
    }  # fmt: skip
    played = plain(units)
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "occupied", "TF-BLOCK-05")
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 1)), "blocked-by-ally", "TF-BLOCK-04", ally="a2.1")
    refused(move(played, "a1.1", (2, 3), (2, 4)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")
    played = lone(large, (9, 2))
    move(played, "a1.1", (10, 2)).accepted()
    played = lone(large, (10, 2))
    refused(move(played, "a1.1", (11, 2)), "off-the-battlefield", "TF-MOVE-09")


@pytest.mark.rule("TF-GRID-02")
@pytest.mark.parametrize(("options", "expected"), [({}, (1, 1)), ({"default_footprint": (2, 1)}, (2, 1))])
def test_a_unit_without_a_footprint_has_the_default_one(
    options: dict[str, tuple[int, int]], expected: tuple[int, int]
) -> None:
    """Units without a footprint take up one tile, or what the option says."""
    played = opened()
    create(played, options=options).accepted()
    army = muster(played, "red", formation(infantry(columns=0, rows=0))).one(ArmyMustered)
    sheet = army.formations[0].units[0]
    assert (sheet.columns, sheet.rows) == expected


@pytest.mark.rule("TF-GRID-03")
@pytest.mark.parametrize(
    ("kind", "river", "woods"),
    [("INF", "dangerous", "none"), ("LV", "impassable", "dangerous"), ("AV", "impassable", "dangerous"),
     ("WE", "none", "dangerous"), ("AC", "none", "none")],
)  # fmt: skip
def test_types_have_their_columns(kind: str, river: str, woods: str) -> None:
    """Each type uses its column of the table: light and armoured vehicles the same one, aircraft none."""
    for terrain, effect in (("river", river), ("woods", woods)):
        played = lone(MADE[kind](integrity=1), terrain={(3, 2): terrain})
        outcome = move(played, "a1.1", (3, 2))
        if effect == "impassable":
            refused(outcome, "impassable", "TF-RIVER-03", tile=at(3, 2))
            continue
        assert len(danger_tests(outcome)) == (effect == "dangerous"), f"{kind} in {terrain}"
        if effect == "dangerous":
            roll(played, "a1.1", 5)
        assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GRID-03")
def test_a_type_can_be_given_another_column() -> None:
    """The option class_of_type moves a type to another column: light vehicles as infantry are safe in woods."""
    options = {"class_of_type": (TypeClass(type="LV", column="infantry"),)}
    units: dict[str, Placed] = {"a1.1": ((2, 2), MADE["LV"]()), "a1.2": ((2, 3), MADE["AV"]())}
    played = plain(units, options=options, terrain={(3, 2): "woods", (3, 3): "woods"})
    begin(played, "a1")
    assert not danger_tests(move(played, "a1.1", (3, 2)))
    assert len(danger_tests(move(played, "a1.2", (3, 3)))) == 1
    roll(played, "a1.2", 1)


def _firing(target: Placed, *, dice: int = 6, hits: int = 4, **given: Any) -> Table:
    gun = weapon(dice=dice, to_hit=hits)
    return plain({"a1.1": ((2, 2), infantry(weapons=(gun,))), "b1.1": target}, **given)


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize(
    ("direction", "terrain", "hits"),
    [("under", "open_ground", (1, 2, 3, 4)), ("under", "marsh", (1, 2, 3)),
     ("over", "open_ground", (3, 4, 5, 6)), ("over", "marsh", (4, 5, 6))],
)  # fmt: skip
def test_hits_are_read_under_or_over_the_value(direction: str, terrain: str, hits: tuple[int, ...]) -> None:
    """A hit value of 4 hits on 1 to 4, with -1 on 1 to 3; read the other way round on 7 minus the value or more."""
    target: Placed = ((7, 2), infantry(integrity=9))
    for face in range(1, 7):
        played = _firing(target, dice=1, terrain={(7, 2): terrain}, options={"roll_direction": direction})
        rolled = shot(played, face).one(ToHitRolled)
        assert rolled.value.total == (4 if terrain == "open_ground" else 3)
        assert rolled.hits == (face in hits), f"die {face}"


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize(
    ("direction", "crossfire", "passes"),
    [("under", False, (1, 2, 3)), ("under", True, (1, 2)), ("over", False, (4, 5, 6)), ("over", True, (5, 6))],
)
def test_saves_are_read_under_or_over_the_value(direction: str, crossfire: bool, passes: tuple[int, ...]) -> None:
    """A cover value of 3 saves on 1 to 3, with -1 for crossfire on 1 and 2; the other way round on 4 or 5 and more."""
    played = _firing(((7, 2), infantry(integrity=9)), terrain={(7, 2): "ruins"}, options={"roll_direction": direction})
    hit = 1 if direction == "under" else 6
    shot(played, *[hit] * 6, crossfire=crossfire)
    saves = saved(played, 1, 2, 3, 4, 5, 6).one(SavesRolled).saves
    assert [each.value.total for each in saves] == [2 if crossfire else 3] * 6
    assert tuple(each.face for each in saves if each.saved) == passes


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize("direction", ["under", "over"])
def test_danger_has_its_own_scale(direction: str) -> None:
    """In dangerous terrain 6 is bad and 1 harmless, whichever way hits and saves are read."""
    for face, alive in ((1, True), (5, True), (6, False)):
        played = lone(infantry(), terrain={(3, 2): "marsh"}, options={"roll_direction": direction})
        move(played, "a1.1", (3, 2)).accepted()
        rolled = roll(played, "a1.1", face)
        assert (not unit(played, "a1.1").out) is alive
        if not alive:
            rolled.one(UnitDestroyed)


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("direction", "best", "worst"), [("under", 1, 6), ("over", 6, 1)])
@pytest.mark.parametrize("fails", [True, False])
def test_the_worst_face_fails(direction: str, best: int, worst: int, fails: bool) -> None:
    """Armour 5 with +1 against the air is 6: the worst face fails all the same, unless the option lets it pass."""
    options = {"roll_direction": direction, "natural_worst_face_fails": fails}
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(weapons=(weapon(dice=2, to_hit=6, air=True),))),
        "b1.1": ((7, 2), vehicle(armour=5, integrity=9)),
    }  # fmt: skip
    played = plain(units, terrain={(7, 2): "woods"}, options=options)
    shot(played, best, best)
    saves = saved(played, worst, best).one(SavesRolled).saves
    assert [each.value.total for each in saves] == [6, 6]
    assert [each.saved for each in saves] == [not fails, True]


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("fails", "hits"), [(True, 5), (False, 6)])
def test_a_six_never_hits(fails: bool, hits: int) -> None:
    """A hit value of 6 hits on 1 to 5, since a 6 always fails; without that rule on every face."""
    played = _firing(((7, 2), infantry(integrity=9)), hits=6, options={"natural_worst_face_fails": fails})
    assert shot(played, 1, 2, 3, 4, 5, 6).one(ToHitRolled).hits == hits


@pytest.mark.rule("TF-GRID-05")
def test_a_value_of_nothing_never_succeeds() -> None:
    """Armour 1 in a crossfire is worth 0, and a 1 does not save; a hit value of 1 against cover does not hit on a 1."""
    played = _firing(((7, 2), vehicle(armour=1, integrity=9)), dice=1)
    shot(played, 1, crossfire=True)
    save = saved(played, 1).one(SavesRolled).saves[0]
    assert (save.value.total, save.saved) == (0, False)
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(weapons=(weapon(dice=1, to_hit=1),))), "b1.1": ((7, 2), infantry()),
    }  # fmt: skip
    played = plain(units, terrain={(7, 2): "woods"})
    rolled = shot(played, 1, to_hit_modifier=0).one(ToHitRolled)
    assert (rolled.value.total, rolled.hits) == (0, 0)


LINE = [{(2, 1), (2, 2)}, {(3, 2)}, {(4, 2), (4, 3)}]
"""The tiles between (1,1) and (5,3): those of each step."""


@pytest.mark.rule("TF-GRID-06")
def test_a_tile_line_is_the_same_both_ways() -> None:
    """The line from (1,1) to (5,3) crosses (2,1) or (2,2), then (3,2), then (4,2) or (4,3), and so it does back."""
    field = board(plain({"a1.1": ((1, 1), infantry())}).game)
    there, back = field.line(at(1, 1), at(5, 3)), field.line(at(5, 3), at(1, 1))
    expected = [{at(*place) for place in step} for step in LINE]
    assert [set(crossing) for crossing in there] == expected
    assert [set(crossing) for crossing in reversed(back)] == expected


@pytest.mark.rule("TF-GRID-06")
@pytest.mark.parametrize(("start", "end"), [((1, 1), (5, 3)), ((5, 3), (1, 1))])
@pytest.mark.parametrize(
    ("woods", "ties", "value"),
    [([(2, 2)], "shooter", 4), ([(3, 2)], "shooter", 3), ([(2, 1), (2, 2)], "shooter", 3), ([(4, 2)], "shooter", 4),
     ([(2, 2)], "target", 3), ([(4, 3)], "target", 3), ([], "target", 4), ([(3, 1), (3, 3)], "target", 4)],
)  # fmt: skip
def test_a_point_between_two_tiles_counts_for_one_side(
    start: tuple[int, int], end: tuple[int, int], woods: list[tuple[int, int]], ties: str, value: int
) -> None:
    """Where a line runs between two tiles the one that hides less counts, or the one that hides more by the option."""
    units: dict[str, Placed] = {"a1.1": (start, infantry()), "b1.1": (end, vehicle())}
    played = plain(units, terrain=dict.fromkeys(woods, "woods"), options={"tile_line_ties": ties})
    assert shot(played, 6).one(ToHitRolled).value.total == value


@pytest.mark.rule("TF-GRID-03")
def test_aircraft_are_hindered_by_no_terrain() -> None:
    """Aircraft use no column: cliffs and buildings are nothing to them, and neither are minefields."""
    played = lone(aircraft(speed=4), terrain={(3, 2): "cliffs", (4, 2): "buildings", (5, 2): "+minefield"})
    assert not danger_tests(move(played, "a1.1", (3, 2), (4, 2), (5, 2), (6, 2)))
    assert where(played, "a1.1") == at(6, 2)
