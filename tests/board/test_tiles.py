from fractions import Fraction
from itertools import product

import pytest

from adjudicator.board.tiles import EDGES, SHAPES, Board, board_of, is_name, name_of, tile_of

SIZES = [(1, 1), (4, 3), (6, 4)]


def boards() -> list[Board]:
    return [board_of(shape, *size) for shape in SHAPES for size in SIZES]


def test_names_are_columns_and_rows():
    """A name is column letters and a row from 1; after Z comes AA."""
    assert [name_of(0, 0), name_of(3, 3), name_of(25, 9), name_of(26, 0), name_of(701, 98)] == [
        "A1",
        "D4",
        "Z10",
        "AA1",
        "ZZ99",
    ]
    for column, row in product(range(0, 702, 13), (0, 7, 98)):
        assert tile_of(name_of(column, row)) == (column, row)


@pytest.mark.parametrize("name", ["", "A", "4", "a1", "A0", "A01", "AAA1", "A1 ", "A-1"])
def test_other_texts_name_no_tile(name):
    """What is no name is refused with a sentence, and is_name says so."""
    assert not is_name(name)
    with pytest.raises(ValueError, match="names no tile"):
        tile_of(name)


def test_places_without_a_name_are_refused():
    """There is no name left of column A, above row 1, or beyond column ZZ."""
    for column, row in ((-1, 0), (0, -1), (702, 0)):
        with pytest.raises(ValueError, match="no name"):
            name_of(column, row)


def test_neighbours_go_clockwise_from_north():
    """In the middle of a board every direction has its neighbour, in order."""
    assert board_of("square8", 5, 5).neighbours("C3") == ("C2", "D2", "D3", "D4", "C4", "B4", "B3", "B2")
    assert board_of("square4", 5, 5).neighbours("C3") == ("C2", "D3", "C4", "B3")
    assert board_of("hex", 5, 5).neighbours("C3") == ("C2", "D2", "D3", "C4", "B3", "B2")
    assert board_of("hex", 5, 5).neighbours("B3") == ("B2", "C3", "C4", "B4", "A4", "A3")


def test_a_corner_has_fewer_neighbours():
    """Where the board ends there is nothing."""
    board = board_of("square8", 5, 5)
    assert board.neighbours("A1") == ("B1", "B2", "A2")
    assert board.beside("A1", "N") is None
    assert board.edges("A1") == ("north", "west")
    assert board.edges("E5") == ("east", "south")
    assert set(EDGES) == {edge for tile in board.tiles for edge in board.edges(tile)}


def test_distance_is_the_length_of_the_shortest_way():
    """Distances are those of a breadth-first walk over neighbours."""
    for board in boards():
        for start in board.tiles:
            far, layer = {start: 0}, [start]
            while layer:
                layer = [near for here in layer for near in board.neighbours(here) if near not in far]
                far |= dict.fromkeys(layer, max(far.values()) + 1)
            assert far == {tile: board.distance(start, tile) for tile in board.tiles}


def test_within_lists_all_tiles_up_to_a_distance():
    """A disc has every tile at most so far away, its centre too, and no other."""
    for board in boards():
        for tile, radius in product(board.tiles[:5], range(4)):
            near = [row for row in board.tiles if board.distance(tile, row) <= radius]
            assert list(board.within(tile, radius)) == near


def test_directions_lead_to_neighbours():
    """The direction names the one step from a tile to another, beside takes it."""
    for board in boards():
        for here, there in product(board.tiles, repeat=2):
            way = board.direction(here, there)
            assert (way is not None) == (there in board.neighbours(here))
            assert way is None or board.beside(here, way) == there


def test_line_of_the_ledger():
    """Walked in equal steps, a line gives the nearest tile, or both that a point lies midway between."""
    board = board_of("square8", 9, 9)
    assert board.line(name_of(1, 1), name_of(5, 3)) == (("C2", "C3"), ("D3",), ("E3", "E4"))
    assert board.line("A1", "B2") == ()
    assert board_of("square4", 5, 5).line("B2", "C3") == (("B2", "B3", "C2", "C3"),)


def test_a_line_back_is_the_reverse():
    """From either end a line passes the same tiles."""
    for board in boards():
        for a, b in product(board.tiles, repeat=2):
            assert board.line(a, b) == board.line(b, a)[::-1]


def centre(board: Board, tile: str) -> tuple[int, int]:
    """Give the centre of a tile in units that are as long in both directions once `apart` weighs them."""
    place = board.places[tile]
    return (2 * place.column, 2 * place.row + place.column % 2) if board.shape == "hex" else (place.column, place.row)


def apart(board: Board, tile: str, point: tuple[Fraction, ...]) -> Fraction:
    """Give the square of the distance from a point to the centre of a tile, four times as large."""
    x, y = (at - middle for at, middle in zip(point, centre(board, tile), strict=True))
    return (3 if board.shape == "hex" else 4) * x * x + 4 * y * y


def test_lines_pass_the_nearest_tiles():
    """Every crossing holds just the tiles whose centres are nearest to its point, as reckoned in fractions."""
    for board in boards():
        for a, b in product(board.tiles, repeat=2):
            steps, line = board.distance(a, b), board.line(a, b)
            for step, crossing in enumerate(line if len(line) == steps - 1 else (), 1):
                ends = zip(centre(board, a), centre(board, b), strict=True)
                point = tuple(one + Fraction(step, steps) * (two - one) for one, two in ends)
                ranges = {tile: apart(board, tile, point) for tile in board.tiles}
                assert set(crossing) == {tile for tile, far in ranges.items() if far == min(ranges.values())}


def test_block_lists_a_footprint():
    """A footprint is named by its north-western tile, and lies on the board as a whole or not at all."""
    board = board_of("square8", 4, 4)
    assert board.block("B2", 2, 2) == ("B2", "B3", "C2", "C3")
    assert board.block("D4", 2, 1) is None
    assert board.block("D4", 1, 1) == ("D4",)


def test_boards_of_one_kind_are_one_object():
    """A board is built once."""
    assert board_of("hex", 4, 4) is board_of("hex", 4, 4)
    assert "D4" in board_of("hex", 4, 4)
    assert "E1" not in board_of("hex", 4, 4)
