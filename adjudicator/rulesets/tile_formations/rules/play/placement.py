"""Placing (WG-SETUP-02): where a unit may be put on the battlefield."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.geometry import board, footprint_at, units_by_tile
from adjudicator.rulesets.tile_formations.model.look_ups import allied
from adjudicator.rulesets.tile_formations.model.options import column_of
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import IMPASSABLE, cell_for
from adjudicator.rulesets.tile_formations.rules.terrain.passage import kinds_moved_over, movement_effect

NO_ENTRY = "no_entry"
Crowd: TypeAlias = Mapping[str, Sequence[Unit]]


def places(game: Game, unit: str) -> tuple[str, ...]:
    """List the tiles where a unit may be deployed by its owner, by column, then by row."""
    row, crowd = game.units[unit], units_by_tile(game)
    zone = game.sides[row.seat].zone
    return tuple(tile for tile in zone if place_fault(game, row, tile, free=False, crowd=crowd) is None)


def free_places(game: Game, unit: str) -> tuple[str, ...]:
    """TF-TERRAIN-09 List the tiles where a referee may deploy a unit, by column, then by row."""
    row, crowd = game.units[unit], units_by_tile(game)
    return tuple(tile for tile in board(game).tiles if place_fault(game, row, tile, free=True, crowd=crowd) is None)


def place_fault(game: Game, unit: Unit, tile: str, *, free: bool, crowd: Crowd | None = None) -> Fault | None:
    """Say why a unit may not be placed; with `free` zones and terrain do not matter (TF-TERRAIN-09).

    `crowd` are the units on the battlefield by tile, where they are known already.
    """
    tiles = footprint_at(game, unit.id, tile) if tile in board(game) else ()
    if not tiles:
        return fault("TF-GRID-02", "no-room-there", "tile", tile=tile[:20])
    zone = game.sides[unit.seat].zone
    outside = next((row for row in tiles if row not in zone), "")
    if outside and not free:
        return fault("WG-SETUP-02", "outside-zone", "tile", tile=outside)
    full = _occupied(game, unit, tiles, units_by_tile(game) if crowd is None else crowd)
    return full or (None if free else _terrain(game, unit, tiles)) or _in_the_way(game, tiles)


def _occupied(game: Game, unit: Unit, tiles: Iterable[str], crowd: Crowd) -> Fault | None:
    """TF-BLOCK-05 No tile holds units of two sides, nor more units than the options let it."""
    for tile in tiles:
        there = crowd.get(tile, ())
        if len(there) >= game.options.stacking_limit or any(not allied(game, unit.seat, row.seat) for row in there):
            return fault("TF-BLOCK-05", "taken", "tile", tile=tile, unit=there[0].id)
    return None


def _terrain(game: Game, unit: Unit, tiles: Iterable[str]) -> Fault | None:
    """TF-TERRAIN-03 TF-TERRAIN-07 Impassable terrain is no place, unless it is a position that can be held."""
    sheet = game.sheets[unit.id]
    column = column_of(game.options, sheet.unit_type)
    for tile in tiles:
        for kind in kinds_moved_over(game, tile):
            found, cell = movement_effect(game, sheet, kind), cell_for(kind, column)
            held = bool(cell and cell.cover) and game.options.cover_and_impassable != NO_ENTRY
            if found.move == IMPASSABLE and not held:
                return fault(found.clause, "no-place", "tile", tile=tile, terrain=kind.name, by=column)
    return None


def _in_the_way(game: Game, tiles: Iterable[str]) -> Fault | None:
    """TF-DANGER-13 What is left of a suspended path stays free, since the path can not be changed."""
    unit_move = game.unit_move
    if unit_move is None:
        return None
    ahead = {
        row
        for tile in unit_move.path[unit_move.at :]
        if tile in board(game)
        for row in footprint_at(game, unit_move.unit, tile)
    }
    found = next((tile for tile in tiles if tile in ahead), "")
    return fault("TF-DANGER-13", "path-leads-there", "tile", tile=found, unit=unit_move.unit) if found else None
