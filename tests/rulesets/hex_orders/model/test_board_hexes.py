"""The hexes of a board: names, neighbours, range and areas."""

from itertools import product

import pytest

from adjudicator.rulesets.hex_orders.model import board_hexes
from tests.rulesets.hex_orders.board.steps import after_one_step
from tests.rulesets.hex_orders.fixtures import field, tank, with_orders
from tests.rulesets.hex_orders.setup.steps import area, designing_areas
from tests.rulesets.hex_orders.steps import refused, unit


@pytest.mark.rule("HX-MAP-01", "HX-MAP-03", "HX-MAP-04")
def test_the_board_of_entrenched_has_three_parts():
    """63 hexes: rows 1 to 3 are side 1's, 7 to 9 side 2's, the rest is NoMansLand."""
    game = field()
    parts = [board_hexes.own_area(game, 0), board_hexes.no_mans_land(game), board_hexes.own_area(game, 1)]
    assert [len(part) for part in parts] == [21, 21, 21]
    assert sorted(name for part in parts for name in part) == sorted(board_hexes.hexes_in_order(game))
    assert parts[0][0] == "A1"
    assert parts[2][-1] == "G9"
    assert "D4" in parts[1]


@pytest.mark.rule("HX-MAP-03", "HX-MAP-08")
@pytest.mark.parametrize(("columns", "rows", "between"), [(9, 12, range(4, 10)), (7, 10, range(4, 8)), (3, 7, [4])])
def test_no_mans_land_is_what_is_left(columns, rows, between):
    """The areas stay three rows deep on every board."""
    game = field(columns=columns, rows=rows)
    assert sorted({board_hexes.row_of(name) for name in board_hexes.no_mans_land(game)}) == list(between)
    assert len(board_hexes.hexes_in_order(game)) == columns * rows


def test_names_read_and_write_alike():
    """Every hex of the board has its own name."""
    assert all(board_hexes.name_of(board_hexes.parse(name)) == name for name in board_hexes.board_of(26, 12))


@pytest.mark.parametrize("text", ["", "D", "D0", "d5", "5D", "D05", "AA5", "D5 ", "D٥", "D-1"])
def test_what_is_no_name_is_refused(text):
    """A name is one letter and a row from 1."""
    with pytest.raises(ValueError, match="names no hex"):
        board_hexes.parse(text)


def test_going_on_ends_where_names_end():
    """Beyond row 1 and beside column A there are no names; beyond the last row there are, off the board."""
    game = field()
    assert board_hexes.hex_in_direction("D5", "N", 3) == "D2"
    assert board_hexes.hex_in_direction("A1", "N") is None
    assert board_hexes.hex_in_direction("A1", "SW") is None
    assert board_hexes.hex_in_direction("D9", "S") == "D10"
    assert not board_hexes.on_map(game, "D10")
    assert not board_hexes.on_map(game, None)
    assert [name for _, name in board_hexes.neighbours_on_board(game, "A1")] == ["B1", "A2"]


@pytest.mark.rule("HX-ANGLES-01")
def test_facings_turn_in_a_circle():
    """Six clicks make a whole turn."""
    assert [board_hexes.turned("N", clicks) for clicks in range(7)] == [*board_hexes.FACINGS, "N"]
    assert board_hexes.turned("N", -1) == "NW"
    assert board_hexes.opposite("SE") == "NW"
    assert board_hexes.facing_between("D5", "C6") == "SW"
    assert board_hexes.facing_between("D5", "D3") is None


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(
    ("name", "expected"), [("D5", ["D4", "E5", "E6", "D6", "C6", "C5"]), ("C5", ["C4", "D4", "D5", "C6", "B5", "B4"])]
)
@pytest.mark.ruling("HX-MAP-02.2")
def test_neighbours_are_named_clockwise_from_n(name, expected):
    """Columns B, D and F lie half a hex lower, and N goes towards row 1."""
    assert board_hexes.neighbours(name) == tuple(zip(("N", "NE", "SE", "S", "SW", "NW"), expected, strict=True))


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(("clicks", "expected"), [(0, "D4"), (1, "E5"), (2, "E6"), (3, "D6"), (4, "C6"), (5, "C5")])
def test_a_unit_goes_where_it_faces(clicks, expected):
    """From D5 the six facings lead into the six neighbours."""
    order = ",".join([*["R"] * clicks, "F"]) + "+-+-"
    assert unit(after_one_step(with_orders(tank(), order), "clear", order=order), "a1").hex == expected


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [("D5", "G5", 3), ("A1", "G4", 6), ("D5", "D4", 1), ("D5", "E5", 1), ("D9", "E3", 7), ("D5", "D5", 0)],
)
@pytest.mark.ruling("HX-MAP-02.3")
def test_range_is_the_least_number_of_steps(a, b, expected):
    """Range is counted in hexes, the same both ways."""
    assert board_hexes.distance(a, b) == board_hexes.distance(b, a) == expected


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.ruling("HX-MAP-02.3")
def test_ranges_by_axial_coordinates():
    """By q, the column from 0, and r, the row from 0 less half the even part of q, it is half the sum of three."""

    def axial(name):
        q, row = "ABCDEFG".index(name[0]), int(name[1:]) - 1
        return q, row - (q - q % 2) // 2

    names = board_hexes.board_of(7, 9)
    for a, b in product(names, names):
        dq, dr = (one - other for one, other in zip(axial(b), axial(a), strict=True))
        assert 2 * board_hexes.distance(a, b) == abs(dq) + abs(dr) + abs(dq + dr), (a, b)


@pytest.mark.rule("HX-MAP-02", "HX-MAP-04")
@pytest.mark.ruling("HX-MAP-02.2")
def test_side_1_has_the_edge_of_row_1():
    """Row 1 is side 1's edge and row 9 side 2's, whichever seat has which."""
    played = designing_areas(numbers=(2, 1))
    refused(played, "red", area({"A3": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"A9": "forest"})), ("blue", area({"A1": "hills"})))
    assert (played.game.hexes["A9"].terrain, played.game.hexes["A1"].terrain) == ("forest", "hills")
