"""The board by names, its areas, and how many bases a hex holds."""

import pytest

from adjudicator.rulesets.hex_orders import grid, stacking
from tests.rulesets.hex_orders.givens import field, infantry, tank


@pytest.mark.rule("HX-MAP-02")
def test_neighbours_go_clockwise_from_north():
    """Columns B, D and F lie half a hex lower."""
    assert [name for _, name in grid.neighbours("D5")] == ["D4", "E5", "E6", "D6", "C6", "C5"]
    assert [name for _, name in grid.neighbours("C5")] == ["C4", "D4", "D5", "C6", "B5", "B4"]
    assert [facing for facing, _ in grid.neighbours("D5")] == list(grid.FACINGS)


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(("a", "b", "steps"), [("D5", "G5", 3), ("A1", "G4", 6), ("D9", "E3", 7), ("D5", "D5", 0)])
def test_range_is_the_least_count_of_steps(a, b, steps):
    """Range is the least number of hex steps, and the same both ways."""
    assert grid.distance(a, b) == grid.distance(b, a) == steps


@pytest.mark.rule("HX-MAP-01", "HX-MAP-03", "HX-MAP-04")
def test_the_board_of_entrenched_has_three_parts():
    """63 hexes: rows 1 to 3 are side 1's, 7 to 9 side 2's, the rest is NoMansLand."""
    game = field()
    parts = [grid.own_area(game, 0), grid.no_mans_land(game), grid.own_area(game, 1)]
    assert [len(part) for part in parts] == [21, 21, 21]
    assert sorted(name for part in parts for name in part) == sorted(grid.hexes_in_order(game))
    assert parts[0][0] == "A1"
    assert parts[2][-1] == "G9"
    assert "D4" in parts[1]


@pytest.mark.rule("HX-MAP-03", "HX-MAP-08")
@pytest.mark.parametrize(("columns", "rows", "between"), [(9, 12, range(4, 10)), (7, 10, range(4, 8)), (3, 7, [4])])
def test_no_mans_land_is_what_is_left(columns, rows, between):
    """The areas stay three rows deep on every board."""
    game = field(columns=columns, rows=rows)
    assert sorted({grid.row_of(name) for name in grid.no_mans_land(game)}) == list(between)
    assert len(grid.hexes_in_order(game)) == columns * rows


def test_names_read_and_write_alike():
    """Every hex of the board has its own name."""
    assert all(grid.name_of(grid.parse(name)) == name for name in grid.board_of(26, 12))


@pytest.mark.parametrize("text", ["", "D", "D0", "d5", "5D", "D05", "AA5", "D5 ", "D٥", "D-1"])
def test_what_is_no_name_is_refused(text):
    """A name is one letter and a row from 1."""
    assert not grid.is_name(text)
    with pytest.raises(ValueError, match="names no hex"):
        grid.parse(text)


def test_going_on_ends_where_names_end():
    """Beyond row 1 and beside column A there are no names; beyond the last row there are, off the board."""
    game = field()
    assert grid.beyond("D5", "N", 3) == "D2"
    assert grid.beyond("A1", "N") is None
    assert grid.beyond("A1", "SW") is None
    assert grid.beyond("D9", "S") == "D10"
    assert not grid.on_map(game, "D10")
    assert not grid.on_map(game, None)
    assert [name for _, name in grid.around(game, "A1")] == ["B1", "A2"]


def test_facings_turn_in_a_circle():
    """Six clicks make a whole turn."""
    assert [grid.turned("N", clicks) for clicks in range(7)] == [*grid.FACINGS, "N"]
    assert grid.turned("N", -1) == "NW"
    assert grid.opposite("SE") == "NW"
    assert grid.facing_between("D5", "C6") == "SW"
    assert grid.facing_between("D5", "D3") is None


@pytest.mark.rule("HX-ORDERS-26", "HX-ORDERS-28")
def test_towards_lists_neighbours_that_are_nearer():
    """From D7, D6 alone is nearer to D4, while C7 and C8 are nearer to A7."""
    game = field()
    assert grid.towards(game, "D7", "D4") == (("N", "D6"),)
    assert sorted(name for _, name in grid.towards(game, "D7", "A7")) == ["C7", "C8"]


@pytest.mark.rule("HX-STACK-01", "HX-STACK-02")
@pytest.mark.parametrize(
    ("sizes", "clause"),
    [
        (("medium", "medium"), None), (("large", "medium"), None), (("small", "large"), None), (("huge",), None),
        (("large", "large"), "HX-STACK-01"), (("small",) * 3, "HX-STACK-01"), (("huge", "small"), "HX-STACK-02"),
    ],
)  # fmt: skip
def test_a_hex_holds_two_bases_or_one_huge(sizes, clause):
    """A hex holds two bases, of them one large, or a huge one alone."""
    assert stacking.fits(sizes) is (clause is None)
    assert stacking.fault_of(sizes) == clause


@pytest.mark.rule("HX-STACK-03")
def test_the_air_has_its_own_limit():
    """Two bases on the ground leave room for two in the air, and no third in either."""
    bird = infantry(types=("infantry", "flying"))
    places = [("a1", "D5", "N", tank()), ("a2", "D5", "N", tank()), ("a3", "D5", "N", bird)]
    game = field(units=places)
    assert not stacking.room(game, "D5", tank())
    assert stacking.room(game, "D5", tank(), without=("a2",))
    assert stacking.room(game, "D5", bird, flying=True)
    assert not stacking.room(game, "D5", bird, bird, flying=True)
    assert [unit.id for unit in stacking.occupants(game, "D5", flying=True)] == ["a3"]
    assert stacking.holds(game, ["a1", "a2", "a3"])
