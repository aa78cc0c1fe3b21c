"""Lines of sight between hexes at heights, exact: terrain, blind hexes and smoke; cover stands elsewhere (HX-LOS-19).

What depends on the places alone is kept; terrain and smoke are read anew at each question.
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.board import hexes
from adjudicator.rulesets.hex_orders.model.board_hexes import distance, format_hex, parse
from adjudicator.rulesets.hex_orders.model.messages import GameOptions
from adjudicator.rulesets.hex_orders.model.rows import BoardHex
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.model.terrain import (
    NUMBERS,
    SMOKE,
    TERRAIN,
    SightRow,
    features_of,
    height_of_hex,
    height_of_unit,
    is_smoky,
    level_of,
)

ALL = 1_000_000
CLEAR = 0
_LINES_KEPT = 65_536


def _blind(row: SightRow) -> int:
    return ALL if row.all else row.blind


# Blind hexes behind an obstacle by height of the higher unit, of the lower one, and level; what is absent is clear.
BLIND = {(row.high, row.low, level): _blind(row) for row in NUMBERS.sight for level in row.levels}


@lru_cache(maxsize=_LINES_KEPT)
def crossings(a: str, b: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """HX-LOS-03, HX-LOS-04, HX-LOS-05 List what the line from a to b crosses, each hex with its range to b.

    A crossing is one hex or the pair along whose side the line runs; a hex without a name is left out.
    """
    found = []
    for crossing in hexes.crossed(parse(a), parse(b)):
        names = [name for name in map(format_hex, crossing) if name is not None]
        found.append(tuple((name, distance(name, b)) for name in names))
    return tuple(found)


def line_of_sight(game: Game, a: str, height_a: int, b: str, height_b: int) -> bool:
    """HX-LOS-17 Tell whether a unit in one hex at a height and one in another see each other.

    Neighbours and those who share a hex always do (HX-LOS-18).
    """
    if height_a < height_b:
        a, height_a, b, height_b = b, height_b, a, height_a
    return all(_passes(game, crossing, height_a, height_b) for crossing in _between(a, b))


def _between(a: str, b: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    return crossings(a, b) if distance(a, b) > 1 else ()


def _passes(game: Game, crossing: tuple[tuple[str, int], ...], high: int, low: int) -> bool:
    """HX-LOS-04 Let sight pass on the open side; a hex off the board is no side, its partner decides alone."""
    board, options = game.hexes, game.options
    shut = False
    for name, far in crossing:
        cell = board.get(name)
        if cell is None:
            continue
        if far > reach_of(options, cell, high, low):
            return True
        shut = True
    return not shut


def reach_of(options: GameOptions, cell: BoardHex, high: int, low: int) -> int:
    """Count the blind hexes behind a hex between two heights: 0 where it is clear, ALL where it blocks (HX-LOS-15)."""
    level = level_of(options, cell.terrain)
    if level is None and cell.overlays and any(feature.blocks for feature in features_of(options, cell)):
        level = 0
    reach = CLEAR if level is None else BLIND.get((high, low, level), CLEAR)
    return max(reach, _reach_of_smoke(options, cell, high, low)) if is_smoky(cell) else reach


def _reach_of_smoke(options: GameOptions, cell: BoardHex, high: int, low: int) -> int:
    """HX-TERRAIN-30 Count the blind hexes behind smoke: it is an obstacle that stands on its own hex."""
    if options.smoke_los == "all_heights":
        return ALL
    ground = TERRAIN[cell.terrain].height.by
    return BLIND.get((max(0, high - ground), max(0, low - ground), SMOKE.blocks.by), CLEAR)


def sees(game: Game, unit: str, other: str) -> bool:
    """Tell whether two units on the board have line of sight, each at its height."""
    a, b = game.units[unit].hex, game.units[other].hex
    return line_of_sight(game, a, height_of_unit(game, unit), b, height_of_unit(game, other))


def sees_hex(game: Game, unit: str, name: str) -> bool:
    """Tell whether a unit sees the ground of a hex of the board."""
    return sees_from(game, game.units[unit].hex, height_of_unit(game, unit), name)


def sees_from(game: Game, a: str, height: int, name: str) -> bool:
    """Tell whether who is in a hex at a height sees the ground of another."""
    return line_of_sight(game, a, height, name, height_of_hex(game, name))
