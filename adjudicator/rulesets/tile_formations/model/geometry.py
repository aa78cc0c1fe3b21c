"""Where things are: the board, what units occupy, distances (TF-GRID)."""

from __future__ import annotations

from adjudicator.board.tiles import Board, board_of
from adjudicator.rulesets.tile_formations.model.look_ups import units_on_board
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game, battlefield_of


def board(game: Game) -> Board:
    """Give the board: neighbours, distances and lines of its tiles."""
    size = battlefield_of(game)
    return board_of(game.options.tile_shape, size.columns, size.rows)


def footprint_at(game: Game, unit: str, tile: str) -> tuple[str, ...]:
    """TF-GRID-02 List the tiles that a unit occupies with its north-western tile there; none where it does not fit."""
    sheet = game.sheets[unit]
    if sheet.columns == sheet.rows == 1:
        return (tile,)
    return board(game).block(tile, sheet.columns, sheet.rows) or ()


def tiles_of(game: Game, unit: str) -> tuple[str, ...]:
    """TF-GRID-02 List the tiles that a unit on the battlefield occupies."""
    return footprint_at(game, unit, game.units[unit].tile)


def unit_distance(game: Game, a: str, b: str) -> int:
    """TF-GRID-02 Give the distance of two units on the battlefield, from their nearest tiles."""
    return tiles_distance(game, tiles_of(game, a), tiles_of(game, b))


def tiles_distance(game: Game, one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Give the distance of the nearest two tiles of two lists."""
    field = board(game)
    if len(one) == len(other) == 1:
        return field.distance(one[0], other[0])
    return min(field.distance(a, b) for a in one for b in other)


def units_by_tile(game: Game) -> dict[str, list[Unit]]:
    """Map tiles to the units that are in them, by id."""
    found: dict[str, list[Unit]] = {}
    for unit in units_on_board(game):
        for tile in tiles_of(game, unit.id):
            found.setdefault(tile, []).append(unit)
    return found
