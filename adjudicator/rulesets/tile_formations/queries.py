"""What may be asked about a game beside its view."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.kinds import KINDS
from adjudicator.rulesets.tile_formations.library import FORCES, MAPS
from adjudicator.rulesets.tile_formations.maps import text_of
from adjudicator.rulesets.tile_formations.odds import estimate_danger, estimate_shooting
from adjudicator.rulesets.tile_formations.reach import reach
from adjudicator.rulesets.tile_formations.reports.messages import (
    Force,
    MapText,
    ReadForceRequest,
    ReadMapRequest,
    ReadTerrainRequest,
    TerrainTable,
)
from adjudicator.rulesets.tile_formations.state import Game


def read_terrain(game: Game, _party: Party, _request: ReadTerrainRequest) -> TerrainTable:
    """TF-TERRAIN-01 Tell what each kind of terrain does in this game; before it is made, in any usual one."""
    kinds = game.kinds or KINDS
    return TerrainTable(kinds=tuple(kinds[name] for name in sorted(kinds)))


def read_map(_game: Game, _party: Party, request: ReadMapRequest) -> MapText:
    """TF-GRID-01 Name the ready maps, and write one as text; Unknown for one that there is not."""
    if request.map and request.map not in MAPS:
        raise Unknown(Fault("", "unknown-id", "map"))
    return MapText(names=tuple(MAPS), text=text_of(MAPS[request.map], KINDS) if request.map else "")


def read_force(_game: Game, _party: Party, request: ReadForceRequest) -> Force:
    """TF-PLAY-01 Name the ready forces, and show one; Unknown for one that there is not."""
    if request.force and request.force not in FORCES:
        raise Unknown(Fault("", "unknown-id", "force"))
    return Force(names=tuple(FORCES), formations=FORCES[request.force] if request.force else ())


QUERIES = MappingProxyType({
    "EstimateDanger": estimate_danger, "EstimateShooting": estimate_shooting, "Reach": reach, "ReadForce": read_force,
    "ReadMap": read_map, "ReadTerrain": read_terrain,
})  # fmt: skip

__all__ = ["QUERIES", "read_force", "read_map", "read_terrain"]
