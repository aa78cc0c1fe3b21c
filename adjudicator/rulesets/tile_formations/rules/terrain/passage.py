"""Chapter TF-TERRAIN, movement: what the terrain of a tile means for a unit that would enter it."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.rulesets.tile_formations.model.derived import derived_of
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY
from adjudicator.rulesets.tile_formations.model.messages import TerrainKind, UnitSheet
from adjudicator.rulesets.tile_formations.model.options import column_of
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import (
    DANGEROUS,
    IMPASSABLE,
    NONE,
    cell_for,
    move_clause,
    rule_clause,
)
from adjudicator.rulesets.tile_formations.model.tile_terrain import kinds_at

HELD = "held"
CLIMBING_GEAR = "climbing_gear"
OCCUPY = "occupy"
TILE_COST = "tile_cost"
LIGHT_VEHICLE, ARMOURED_VEHICLE = "LV", "AV"
PLAIN_COST, IMPEDED_COST = 1, 2


class Passage(NamedTuple):
    """What a tile means for a unit that enters it.

    `move` is the strictest effect: "none", "dangerous", "held" (it may be entered by a last step alone) or
    "impassable"; `clause` and `kind` say by which terrain. `dangers` are the kinds that are dangerous for it, base
    first; `impeded` is the kind that slows it down, empty for none, and `cost` is in points of speed. `road` says that
    a road runs through the tile.
    """

    move: str = NONE
    clause: str = "TF-TERRAIN-02"
    kind: str = ""
    dangers: tuple[str, ...] = ()
    cost: int = PLAIN_COST
    impeded: str = ""
    road: bool = False


class MovementEffect(NamedTuple):
    """What one kind of terrain means for the movement of a unit."""

    move: str
    clause: str


SEVERITY = (NONE, DANGEROUS, HELD, IMPASSABLE)


def kinds_moved_over(game: Game, tile: str) -> tuple[TerrainKind, ...]:
    """TF-TERRAIN-08 List the kinds that count for movement: a road's cell takes the place of the base terrain's."""
    return _counted(game, kinds_at(game, tile))


def _counted(game: Game, kinds: tuple[TerrainKind, ...]) -> tuple[TerrainKind, ...]:
    base, *overlays = kinds
    on_road = game.options.road_overrides_base and any(kind.road for kind in overlays)
    return tuple(overlays) if on_road else (base, *overlays)


def movement_effect(game: Game, sheet: UnitSheet, kind: TerrainKind) -> MovementEffect:
    """TF-TERRAIN-01 Say what a kind of terrain means for the movement of a unit; nothing for aircraft (TF-GRID-03)."""
    column = column_of(game.options, sheet.unit_type)
    cell = cell_for(kind, column)
    if cell is None:
        return MovementEffect(NONE, "TF-GRID-03")
    clause = move_clause(kind.name, column)
    if kind.road and game.options.roads_impassable:
        return MovementEffect(IMPASSABLE, clause)
    if cell.movement == IMPASSABLE:
        return _closed(game, sheet, kind, cell.cover, clause)
    return MovementEffect(cell.movement, clause)


def _closed(game: Game, sheet: UnitSheet, kind: TerrainKind, cover: int, clause: str) -> MovementEffect:
    """TF-CLIFF-04, TF-TERRAIN-07 Look for what opens an impassable cell: climbing gear, or a position to hold."""
    column = column_of(game.options, sheet.unit_type)
    if kind.climbable and column == INFANTRY and CLIMBING_GEAR in sheet.flags:
        return MovementEffect(DANGEROUS, rule_clause(kind.name, "climbable", "TF-CLIFF-04"))
    if cover and game.options.cover_and_impassable == OCCUPY:
        return MovementEffect(HELD, clause)
    return MovementEffect(IMPASSABLE, clause)


def kind_of(sheet: UnitSheet) -> tuple[str, bool, int, int]:
    """Give what places mean the same for all units of: type, climbing gear and size."""
    return sheet.unit_type, CLIMBING_GEAR in sheet.flags, sheet.columns, sheet.rows


def passages_of(game: Game, sheet: UnitSheet) -> dict[str, Passage]:
    """Give what is known so far of tiles for units of such a sheet; `passage_for` adds to it."""
    key = (sheet.unit_type, CLIMBING_GEAR in sheet.flags)
    found: dict[str, Passage] = derived_of(game).terrain.passages.setdefault(key, {})
    return found


def passage_for(game: Game, sheet: UnitSheet, tile: str) -> Passage:
    """TF-TERRAIN-08 Say what a tile means for a unit that enters it: the strictest effect of all that lies there."""
    kinds = kinds_at(game, tile)
    effects = [(movement_effect(game, sheet, kind), kind.name) for kind in _counted(game, kinds)]
    worst = max([SEVERITY.index(row.move) for row, _ in effects])
    first, name = next((row, kind) for row, kind in effects if SEVERITY.index(row.move) == worst)
    slows = _impeding(game, sheet, kinds)
    cost = IMPEDED_COST if slows and game.options.impeded_mode == TILE_COST else PLAIN_COST
    dangers = tuple([kind for row, kind in effects if row.move == DANGEROUS])
    return Passage(first.move, first.clause, name, dangers, cost, slows, any(kind.road for kind in kinds))


def impeding_kind(game: Game, sheet: UnitSheet, tile: str) -> str:
    """TF-BARR-04 Name the terrain of a tile that slows a unit down, empty for none."""
    return _impeding(game, sheet, kinds_at(game, tile))


def _impeding(game: Game, sheet: UnitSheet, kinds: tuple[TerrainKind, ...]) -> str:
    if not any(kind.impeded for kind in kinds) or column_of(game.options, sheet.unit_type) == NONE:
        return ""
    types = impeded_as(game, sheet.unit_type)
    return next((kind.name for kind in kinds if types & set(kind.impeded)), "")


def impeded_as(game: Game, type_: str) -> frozenset[str]:
    """TF-GRID-03 Name the types that a type of unit is impeded as; light vehicles as armoured ones by option alone."""
    as_armoured = type_ == LIGHT_VEHICLE and game.options.light_vehicles_impeded
    return frozenset({type_, ARMOURED_VEHICLE} if as_armoured else {type_})


def impeded_clause(game: Game, sheet: UnitSheet, kind: str) -> str:
    """Name the clause that lets a kind of terrain slow a unit down."""
    column = column_of(game.options, sheet.unit_type)
    return rule_clause(kind, f"impeded_{column}", "TF-BARR-04" if column == INFANTRY else "TF-BARR-05")
