"""What may be asked about a game beside its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.reports.messages import (
    Force,
    MapText,
    ReadForceRequest,
    ReadMapRequest,
    ReadTerrainRequest,
    TerrainTable,
)
from adjudicator.rulesets.tile_formations.reports.reach import reach
from adjudicator.rulesets.tile_formations.roster.map_text import map_text
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES, READY_MAPS


def read_terrain(game: Game, _party: Party, _request: ReadTerrainRequest) -> TerrainTable:
    """TF-TERRAIN-01 Tell what each kind of terrain does in this game; before it is made, in any usual one."""
    kinds = game.kinds or TERRAIN_KINDS
    return TerrainTable(kinds=tuple(kinds[name] for name in sorted(kinds)))


def read_map(_game: Game, _party: Party, request: ReadMapRequest) -> MapText:
    """TF-GRID-01 Name the ready maps, and write one as text; Unknown for one that there is not."""
    if request.map and request.map not in READY_MAPS:
        raise Unknown(Fault("", "unknown-id", "map"))
    return MapText(
        names=tuple(READY_MAPS), text=map_text(READY_MAPS[request.map], TERRAIN_KINDS) if request.map else ""
    )


def read_force(_game: Game, _party: Party, request: ReadForceRequest) -> Force:
    """TF-PLAY-01 Name the ready forces, and show one; Unknown for one that there is not."""
    if request.force and request.force not in READY_FORCES:
        raise Unknown(Fault("", "unknown-id", "force"))
    return Force(names=tuple(READY_FORCES), formations=READY_FORCES[request.force] if request.force else ())


QUERIES: Mapping[str, Query] = MappingProxyType(
    {"Reach": reach, "ReadForce": read_force, "ReadMap": read_map, "ReadTerrain": read_terrain}
)
