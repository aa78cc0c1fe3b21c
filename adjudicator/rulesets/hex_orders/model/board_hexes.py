"""The board by the names of its hexes: "D5" is column D, row 5; row 1 is side 1's edge (HX-MAP-02).

Columns are A to Z, rows count from 1. A name may lie beyond the board; `on_map` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from adjudicator.board import hexes
from adjudicator.board.hexes import Hex
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.state import Game, terms_of

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
AREA_ROWS = 3
COLUMNS = 26
_NUMBERS = {name: number for number, name in enumerate(FACINGS)}
_NAME = re.compile(r"([A-Z])([1-9][0-9]{0,2})", re.ASCII)
_KEPT = 4096


# --- names --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def parse(name: str) -> Hex:
    """Read the name of a hex.

    Raises ValueError where it is none.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} names no hex: give a column from A to Z and a row from 1, such as D5")
    return hexes.from_offset(ord(found[1]) - ord("A"), int(found[2]) - 1)


@lru_cache(maxsize=_KEPT)
def format_hex(place: Hex) -> str | None:
    """Write the name of a hex; None where it has none, above row 1 or beside the columns."""
    column, row = hexes.to_offset(place)
    return f"{chr(ord('A') + column)}{row + 1}" if 0 <= column < COLUMNS and row >= 0 else None


def name_of(place: Hex) -> str:
    """Write the name of a hex.

    Raises ValueError where it has none.
    """
    name = format_hex(place)
    if name is None:
        raise ValueError(f"{place} has no name: it lies above row 1 or beside the columns A to Z")
    return name


def row_of(name: str) -> int:
    """Give the row of a hex, from 1."""
    return hexes.to_offset(parse(name))[1] + 1


def order_of_hexes(name: str) -> tuple[int, int]:
    """Sort key of hexes: by column, then by row."""
    return hexes.to_offset(parse(name))


# --- facings ------------------------------------------------------------------------------------------------


def number_of(facing: str) -> int:
    """Give the number of a facing, clockwise from N at 0.

    Raises KeyError where there is no such facing (HX-ANGLES-01).
    """
    return _NUMBERS[facing]


def turned(facing: str, clicks: int) -> str:
    """Turn a facing clockwise by so many hex sides, or the other way when below 0."""
    return FACINGS[hexes.turned(_NUMBERS[facing], clicks)]


def opposite(facing: str) -> str:
    """Give the facing of who looks back."""
    return turned(facing, 3)


def facing_between(a: str, b: str) -> str | None:
    """Give the facing of the one step from a hex to another; None where they are no neighbours."""
    number = hexes.direction_between(parse(a), parse(b))
    return None if number is None else FACINGS[number]


# --- places -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def hex_in_direction(name: str, facing: str, count: int = 1) -> str | None:
    """Go straight on from a hex; None where the hex there has no name. It may lie off the board."""
    return format_hex(hexes.step(parse(name), _NUMBERS[facing], count))


@lru_cache(maxsize=_KEPT)
def neighbours(name: str) -> tuple[tuple[str, str], ...]:
    """List the facing and name of hexes around one, clockwise from N; those without a name are left out."""
    around = ((facing, hex_in_direction(name, facing)) for facing in FACINGS)
    return tuple((facing, other) for facing, other in around if other is not None)


def neighbours_on_board(game: Game, name: str) -> tuple[tuple[str, str], ...]:
    """List the facing and name of the neighbours that are on the board, clockwise from N."""
    return tuple(neighbour for neighbour in neighbours(name) if neighbour[1] in game.hexes)


@lru_cache(maxsize=8 * _KEPT)
def distance(a: str, b: str) -> int:
    """Give the range of two hexes: the least count of steps (HX-MAP-02)."""
    return hexes.distance(parse(a), parse(b))


# --- the board ----------------------------------------------------------------------------------------------


def on_map(game: Game, name: str | None) -> bool:
    """Tell whether a hex lies on the board."""
    return name is not None and name in game.hexes


@lru_cache(maxsize=64)
def board_of(columns: int, rows: int) -> tuple[str, ...]:
    """List every hex of a board, by column, then by row (HX-MAP-01)."""
    return tuple(name_of(hexes.from_offset(column, row)) for column in range(columns) for row in range(rows))


def hexes_in_order(game: Game) -> tuple[str, ...]:
    """List every hex of the board, by column, then by row."""
    terms = terms_of(game)
    return board_of(terms.columns, terms.rows)


def rows_of_area(rows: int, number: int) -> range:
    """HX-MAP-04 Give the rows of the area of side 1 or 2, on a board of so many; of side 0 none."""
    if number == 1:
        return range(1, AREA_ROWS + 1)
    return range(rows - AREA_ROWS + 1, rows + 1) if number == 2 else range(0)  # noqa: PLR2004 - the other side


def rows_of_no_mans_land(rows: int) -> range:
    """HX-MAP-03 Give the rows between the areas, on a board of so many."""
    return range(AREA_ROWS + 1, rows - AREA_ROWS + 1)


def own_area(game: Game, seat: Party) -> tuple[str, ...]:
    """HX-MAP-04 List the hexes of a seat's area, by column, then by row; none before its side is known."""
    return in_rows(game, rows_of_area(terms_of(game).rows, game.sides[seat].number))


def no_mans_land(game: Game) -> tuple[str, ...]:
    """HX-MAP-03, HX-MAP-08 List the hexes of NoMansLand, by column, then by row."""
    return in_rows(game, rows_of_no_mans_land(terms_of(game).rows))


def in_rows(game: Game, rows: Iterable[int]) -> tuple[str, ...]:
    """List the hexes of these rows, by column, then by row."""
    wanted = tuple(rows)
    return tuple(name for name in hexes_in_order(game) if row_of(name) in wanted)
