"""What lies in a tile of the battlefield (TF-TERRAIN-08)."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.messages import TerrainKind
from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.model.state import Game, battlefield_of


def cell_at(game: Game, tile: str) -> Cell:
    """Give what lies in a tile."""
    return game.cells.get(tile) or Cell(battlefield_of(game).base)


def kinds_at(game: Game, tile: str) -> tuple[TerrainKind, ...]:
    """TF-TERRAIN-08 List the kinds of terrain of a tile, base first."""
    cell = cell_at(game, tile)
    return (game.kinds[cell.base], *(game.kinds[name] for name in cell.overlays))


def road_at(game: Game, tile: str) -> bool:
    """TF-ROAD-04 Tell whether a road runs through a tile."""
    return any(kind.road for kind in kinds_at(game, tile))
