"""What may be asked about a game beside its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.tile_formations.model.messages import FormationSheet
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.reports.messages import (
    Armies,
    Army,
    ArmySheet,
    Maps,
    MapSheet,
    MapText,
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


def list_maps(_game: Game, _party: Party, _request: ReadyListRequest) -> Maps:
    """TF-GRID-01 List the ready maps."""
    return Maps(
        maps=tuple(
            MapSheet(
                name=name,
                title=row.title,
                columns=row.columns,
                rows=row.rows,
                base_terrain=row.base,
                clause="TF-GRID-01",
            )
            for name, row in READY_MAPS.items()
        )
    )


def read_map(_game: Game, _party: Party, request: ReadyItemRequest) -> MapText:
    """TF-GRID-01 Write a ready map as text; Unknown for one that there is not."""
    if request.name not in READY_MAPS:
        raise Unknown(Fault("", "unknown-id", "name"))
    return MapText(text=map_text(READY_MAPS[request.name], TERRAIN_KINDS))


def list_armies(_game: Game, _party: Party, _request: ReadyListRequest) -> Armies:
    """WG-SETUP-02 List the ready armies."""
    return Armies(armies=tuple(_sheet(name, formations) for name, formations in READY_FORCES.items()))


def _sheet(name: str, formations: Sequence[FormationSheet]) -> ArmySheet:
    units = [unit for formation in formations for unit in formation.units]
    integrity = sum(unit.integrity for unit in units)
    return ArmySheet(name=name, formations=len(formations), units=len(units), integrity=integrity, clause="WG-SETUP-02")


def read_army(_game: Game, _party: Party, request: ReadyItemRequest) -> Army:
    """WG-SETUP-02 Show a ready army; Unknown for one that there is not."""
    if request.name not in READY_FORCES:
        raise Unknown(Fault("", "unknown-id", "name"))
    return Army(formations=READY_FORCES[request.name])


QUERIES: Mapping[str, Query] = MappingProxyType(
    {
        "ListArmies": list_armies,
        "ListMaps": list_maps,
        "Reach": reach,
        "ReadArmy": read_army,
        "ReadMap": read_map,
        "ReadTerrain": read_terrain,
    }
)
