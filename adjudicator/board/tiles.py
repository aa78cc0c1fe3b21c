"""Boards of tiles: squares with or without diagonals, or hexes, behind one interface of neighbours and distances.

A tile is known by its name: column letters and a row number, such as "D4". Column A lies in the west, row 1 in the
north; of hexes, odd columns (B, D, ...) lie half a tile further south. All reckoning is in whole numbers.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from adjudicator.board import hexes

__all__ = ["EDGES", "MOST", "SHAPES", "Board", "Crossing", "Tile", "board_of", "is_name", "name_of", "tile_of"]


class Tile(NamedTuple):
    """A place by column and row, both from 0."""

    column: int
    row: int


Crossing: TypeAlias = tuple[str, ...]
"""The tiles that a point of a line is nearest to: one, or those that it lies midway between."""

EDGES: Final = ("north", "east", "south", "west")
MOST: Final = 702
"""The most columns that have a name, and the most rows."""

_LETTERS: Final = 26
_NAME = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,2})", re.ASCII)
_BOARDS_KEPT, _NAMES_KEPT = 32, 16_384
_EIGHT = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


# --- names --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_NAMES_KEPT)
def tile_of(name: str) -> Tile:
    """Read the name of a tile.

    Raises ValueError where it is none.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} names no tile: give column letters and a row from 1, such as D5")
    column = 0
    for letter in found[1]:
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return Tile(column - 1, int(found[2]) - 1)


def is_name(name: str) -> bool:
    """Tell whether a text is the name of a tile, on a board or beyond it."""
    return _NAME.fullmatch(name) is not None


@lru_cache(maxsize=_NAMES_KEPT)
def name_of(column: int, row: int) -> str:
    """Write the name of a tile.

    Raises ValueError where it has none.
    """
    if not (0 <= column < MOST and row >= 0):
        raise ValueError(f"column {column}, row {row} have no name: count both from 0")
    first, last = divmod(column, _LETTERS)
    letters = (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)
    return f"{letters}{row + 1}"


# --- shapes -------------------------------------------------------------------------------------------------


class _Shape(NamedTuple):
    """How tiles of a shape lie to each other; `plane` gives coordinates in which lines are straight."""

    directions: tuple[str, ...]
    neighbour: Callable[[Tile, int], Tile]
    distance: Callable[[Tile, Tile], int]
    nearest: Callable[[int, int, int], tuple[tuple[int, int], ...]]
    plane: Callable[[Tile], tuple[int, int]]
    back: Callable[[int, int], Tile]


def _square(directions: Iterable[str], distance: Callable[[Tile, Tile], int]) -> _Shape:
    names = tuple(directions)

    def neighbour(tile: Tile, direction: int) -> Tile:
        columns, rows = _EIGHT[names[direction]]
        return Tile(tile.column + columns, tile.row + rows)

    return _Shape(names, neighbour, distance, _nearest_squares, _same, Tile)


def _same(tile: Tile) -> tuple[int, int]:
    return tile


def _chebyshev(a: Tile, b: Tile) -> int:
    return max(abs(a.column - b.column), abs(a.row - b.row))


def _manhattan(a: Tile, b: Tile) -> int:
    return abs(a.column - b.column) + abs(a.row - b.row)


def _rounded(value: int, unit: int) -> tuple[int, ...]:
    """Round a fraction of so many units; midway both whole numbers count."""
    low, rest = divmod(value, unit)
    if 2 * rest == unit:
        return low, low + 1
    return (low,) if 2 * rest < unit else (low + 1,)


def _nearest_squares(x: int, y: int, unit: int) -> tuple[tuple[int, int], ...]:
    return tuple((column, row) for column in _rounded(x, unit) for row in _rounded(y, unit))


def _nearest_hexes(q: int, r: int, unit: int) -> tuple[tuple[int, int], ...]:
    """Compare the corners of the triangle that the point lies in; in axial coordinates it is one of four."""
    low_q, low_r = q // unit, r // unit
    corners = [(low_q + more_q, low_r + more_r) for more_q in (0, 1) for more_r in (0, 1)]
    apart = [_spread(q - a * unit, r - b * unit) for a, b in corners]
    return tuple(corner for corner, far in zip(corners, apart, strict=True) if far == min(apart))


def _spread(q: int, r: int) -> int:
    return q * q + q * r + r * r


def _axial(tile: Tile) -> hexes.Hex:
    return hexes.from_offset(tile.column, tile.row)


def _offset(q: int, r: int) -> Tile:
    return Tile(*hexes.to_offset(hexes.Hex(q, r)))


def _hex_neighbour(tile: Tile, direction: int) -> Tile:
    return Tile(*hexes.to_offset(hexes.step(_axial(tile), direction)))


def _hex_distance(a: Tile, b: Tile) -> int:
    return hexes.distance(_axial(a), _axial(b))


_SHAPES = {
    "square8": _square(_EIGHT, _chebyshev),
    "square4": _square(("N", "E", "S", "W"), _manhattan),
    "hex": _Shape(("N", "NE", "SE", "S", "SW", "NW"), _hex_neighbour, _hex_distance, _nearest_hexes, _axial, _offset),
}
SHAPES: Final = tuple(_SHAPES)


# --- boards -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_BOARDS_KEPT)
def board_of(shape: str, columns: int, rows: int) -> "Board":
    """Give the board of a shape and size; boards of one kind are one object.

    Raises KeyError for a shape that there is not.
    """
    return Board(shape, columns, rows)


class Board:
    """A field of tiles: `tiles` lists them by column, then by row; `directions` are clockwise from north."""

    __slots__ = (
        "_around",
        "_discs",
        "_lines",
        "_ranges",
        "_shape",
        "columns",
        "directions",
        "places",
        "rows",
        "shape",
        "tiles",
    )

    def __init__(self, shape: str, columns: int, rows: int) -> None:
        self._shape = _SHAPES[shape]
        self.shape, self.columns, self.rows = shape, columns, rows
        self.directions = self._shape.directions
        self.tiles = tuple(name_of(column, row) for column in range(columns) for row in range(rows))
        self.places = {name: tile_of(name) for name in self.tiles}
        self._around = {name: self._look_around(place) for name, place in self.places.items()}
        self._ranges: dict[tuple[str, str], int] = {}
        self._discs: dict[tuple[str, int], tuple[str, ...]] = {}
        self._lines: dict[tuple[str, str], tuple[Crossing, ...]] = {}

    def __contains__(self, name: str) -> bool:
        """Tell whether a tile of this name lies on the board."""
        return name in self.places

    def neighbours(self, name: str) -> tuple[str, ...]:
        """List the tiles beside one that are on the board, clockwise from north.

        Raises KeyError for a tile that is not on the board, as every method does.
        """
        return self._around[name]

    def beside(self, name: str, direction: str) -> str | None:
        """Give the tile beside one in a direction; None where the board ends."""
        place = self._shape.neighbour(self.places[name], self.directions.index(direction))
        return self._named(place)

    def direction(self, a: str, b: str) -> str | None:
        """Name the direction of the one step from a to b; None where they are not adjacent."""
        return next((row for row in self.directions if self.beside(a, row) == b), None)

    def distance(self, a: str, b: str) -> int:
        """Count the steps of the shortest way from a tile to another."""
        key = (a, b)
        found = self._ranges.get(key)
        if found is None:
            found = self._ranges[key] = self._shape.distance(self.places[a], self.places[b])
        return found

    def within(self, name: str, radius: int) -> tuple[str, ...]:
        """List the tiles up to that distance, the tile itself too, by column, then by row."""
        key = (name, radius)
        found = self._discs.get(key)
        if found is None:
            found = self._discs[key] = self._disc(name, radius)
        return found

    def line(self, a: str, b: str) -> tuple[Crossing, ...]:
        """List what the straight line between two centres passes, in order from a, with a and b left out.

        The line is walked in as many equal steps as the distance; each step but the last gives the tile nearest to the
        point reached, or all that it lies midway between. Such a crossing may hold a or b themselves, which then hide
        nothing. The line from b to a is the exact reverse.
        """
        key = (a, b)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = tuple(self._walk(self.places[a], self.places[b]))
        return found

    def edges(self, name: str) -> tuple[str, ...]:
        """Name the edges of the board that a tile lies at."""
        place = self.places[name]
        there = (place.row == 0, place.column == self.columns - 1, place.row == self.rows - 1, place.column == 0)
        return tuple(edge for edge, at in zip(EDGES, there, strict=True) if at)

    def block(self, name: str, columns: int, rows: int) -> tuple[str, ...] | None:
        """List the tiles of a footprint by its north-western tile; None where it does not lie on the board."""
        place = self.places[name]
        fits = place.column + columns <= self.columns and place.row + rows <= self.rows
        if not fits:
            return None
        spots = ((place.column + right, place.row + down) for right in range(columns) for down in range(rows))
        return tuple(name_of(column, row) for column, row in spots)

    def order(self, name: str) -> Tile:
        """Sort key of tiles: by column, then by row."""
        return self.places[name]

    def _look_around(self, place: Tile) -> tuple[str, ...]:
        places = (self._shape.neighbour(place, number) for number in range(len(self.directions)))
        names = (self._named(row) for row in places)
        return tuple(name for name in names if name is not None)

    def _named(self, place: Tile) -> str | None:
        there = 0 <= place.column < self.columns and 0 <= place.row < self.rows
        return name_of(place.column, place.row) if there else None

    def _disc(self, name: str, radius: int) -> tuple[str, ...]:
        place = self.places[name]
        columns = range(max(0, place.column - radius), min(self.columns, place.column + radius + 1))
        rows = range(max(0, place.row - radius), min(self.rows, place.row + radius + 1))
        around = (name_of(column, row) for column in columns for row in rows)
        return tuple(item for item in around if self.distance(name, item) <= radius)

    def _walk(self, a: Tile, b: Tile) -> Iterable[Crossing]:
        steps = self._shape.distance(a, b)
        (x, y), (goal_x, goal_y) = self._shape.plane(a), self._shape.plane(b)
        for step in range(1, steps):
            spots = self._shape.nearest(x * steps + step * (goal_x - x), y * steps + step * (goal_y - y), steps)
            names = (self._named(self._shape.back(*spot)) for spot in spots)
            crossing = tuple(sorted((name for name in names if name is not None), key=tile_of))
            if crossing:
                yield crossing
