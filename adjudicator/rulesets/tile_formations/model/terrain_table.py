"""Kinds of terrain: the table of the page, its cells and special rules, and the clause of each (TF-TERRAIN-01)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.tile_formations.model.messages import TerrainCell, TerrainKind
from adjudicator.rulesets.tile_formations.model.options import PACKAGE

CLASSES = ("infantry", "vehicles", "war_engines")
NONE, DANGEROUS, IMPASSABLE = "none", "dangerous", "impassable"
MOVES = (NONE, DANGEROUS, IMPASSABLE)
ON_BASE, ON_TOP = "base", "overlay"
LAYERS = (ON_BASE, ON_TOP)
THROUGH, BOTH = "through", "both"
OBSCURING = (NONE, THROUGH, BOTH)
USUAL_FACES = (6,)
OPEN_GROUND = "open_ground"


class CellRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the data file."""

    move: str
    clause: str
    cover: int = 0
    cover_clause: str = ""
    vision: int = 0


class KindRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the data file; `rules` has the clauses of its special rules by name."""

    layer: str
    obscuring: str
    infantry: CellRow
    vehicles: CellRow
    war_engines: CellRow
    lie_low: bool = False
    road: bool = False
    canopy: bool = False
    bastion: bool = False
    climbable: bool = False
    gun_shield: bool = False
    impeded: tuple[str, ...] = ()
    danger_faces: tuple[int, ...] = ()
    bars_second_roll: bool = False
    destructible_into: str = ""
    rules: dict[str, str] = {}


ROWS = read_table(PACKAGE, "terrain.toml", KindRow)


def _cell(row: CellRow) -> TerrainCell:
    return TerrainCell(movement=row.move, cover=row.cover, vision=row.vision)


def _kind(name: str, row: KindRow) -> TerrainKind:
    return TerrainKind(
        name=name,
        layer=row.layer,
        obscuring=row.obscuring,
        lie_low=row.lie_low,
        road=row.road,
        infantry=_cell(row.infantry),
        vehicles=_cell(row.vehicles),
        war_engines=_cell(row.war_engines),
        impeded=row.impeded,
        danger_faces=row.danger_faces,
        bars_second_roll=row.bars_second_roll,
        canopy=row.canopy,
        bastion=row.bastion,
        destructible_into=row.destructible_into,
        climbable=row.climbable,
        gun_shield=row.gun_shield,
    )


TERRAIN_KINDS: Mapping[str, TerrainKind] = MappingProxyType({name: _kind(name, row) for name, row in ROWS.items()})
"""The table of the page; a game may bring kinds of its own."""


def cell_for(kind: TerrainKind, column: str) -> TerrainCell | None:
    """Give a cell; None for units that use no column."""
    return getattr(kind, column) if column in CLASSES else None


def move_clause(kind: str, column: str, otherwise: str = "TF-TERRAIN-01") -> str:
    """Name the clause of a movement effect; `otherwise` for kinds that a game brought along."""
    row = ROWS.get(kind)
    found: CellRow | None = getattr(row, column, None) if row else None
    return found.clause if found else otherwise


def cover_clause(kind: str, column: str) -> str:
    """Name the clause of a cover value."""
    row = ROWS.get(kind)
    found: CellRow | None = getattr(row, column, None) if row else None
    return found.cover_clause if found and found.cover_clause else "TF-TERRAIN-05"


def rule_clause(kind: str, rule: str, otherwise: str) -> str:
    """Name the clause of a special rule of a kind, by the name that data/terrain.toml gives it."""
    row = ROWS.get(kind)
    return row.rules.get(rule, otherwise) if row else otherwise
