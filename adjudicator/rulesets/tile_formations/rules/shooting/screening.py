"""Chapter TF-SCREEN: armoured vehicles that shield infantry beside them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of, unit_distance
from adjudicator.rulesets.tile_formations.model.look_ups import allied, is_infantry, units_on_board
from adjudicator.rulesets.tile_formations.model.state import Game

LINE = "line"


def screening_tiles(game: Game, target: str) -> list[str]:
    """TF-SCREEN-01 TF-SCREEN-04 List the tiles through which attacks on infantry pass its own vehicles."""
    if not is_infantry(game, target):
        return []
    seat, types = game.units[target].seat, game.options.screen_types
    beside = [
        unit.id
        for unit in units_on_board(game)
        if unit.id != target
        and allied(game, seat, unit.seat)
        and game.sheets[unit.id].unit_type in types
        and unit_distance(game, target, unit.id) == 1
    ]
    tiles = [tile for unit in beside for tile in tiles_of(game, unit)]
    return tiles if game.options.screen_arc == LINE else [*tiles, *_arc(game, target, tiles)]


def _arc(game: Game, target: str, tiles: Sequence[str]) -> list[str]:
    """TF-SCREEN-03 List the tiles to both sides of a vehicle, around the infantry."""
    found, field = [], board(game)
    directions = field.directions
    for own in tiles_of(game, target):
        for tile in tiles:
            direction = field.direction(own, tile)
            if direction is not None:
                place = directions.index(direction)
                sides = (directions[place - 1], directions[(place + 1) % len(directions)])
                found += [near for side in sides if (near := field.beside(own, side))]
    return found
