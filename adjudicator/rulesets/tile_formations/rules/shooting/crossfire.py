"""Chapter TF-CROSS: a crossfire is stated with the shooting, or worked out from the board by that option."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of, unit_distance
from adjudicator.rulesets.tile_formations.model.look_ups import allied, units_of, units_on_board
from adjudicator.rulesets.tile_formations.model.messages import ShotPair
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import SHOOTER


def in_crossfire(game: Game, target: str, pairs: Sequence[ShotPair], *, stated: bool) -> bool:
    """TF-CROSS-01 Tell whether a formation is caught in a crossfire by the units that shoot at it."""
    return _crossed(game, target, pairs) if game.options.crossfire_geometry else stated


def _crossed(game: Game, target: str, pairs: Sequence[ShotPair]) -> bool:
    """TF-CROSS-01 Look for a line from an attacker to another unit of its army that crosses a target unit."""
    aims = frozenset(tile for unit in units_of(game, target) for tile in tiles_of(game, unit.id))
    return any(
        _crosses(game, unit, other, aims)
        for unit in dict.fromkeys(pair.unit for pair in pairs)
        for other in _friends(game, unit)
    )


def _friends(game: Game, unit: str) -> list[str]:
    seat, reach = game.units[unit].seat, game.options.crossfire_range
    friends = [row.id for row in units_on_board(game) if row.id != unit and allied(game, seat, row.seat)]
    return [friend for friend in friends if unit_distance(game, unit, friend) <= reach]


def _crosses(game: Game, unit: str, other: str, aims: frozenset[str]) -> bool:
    """TF-GRID-06 Follow the lines of the nearest tiles; a point midway belongs to either tile."""
    field, near = board(game), unit_distance(game, unit, other)
    for_shooter = any if game.options.tile_line_ties == SHOOTER else all
    lines = (
        field.line(a, b) for a in tiles_of(game, unit) for b in tiles_of(game, other) if field.distance(a, b) == near
    )
    return any(for_shooter(tile in aims for tile in crossing) for line in lines for crossing in line)
