"""Terrain: what a hex is, how high it stands and what blocks sight; terrain.toml has the numbers with their clauses."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decoding import read
from adjudicator.rulesets.hex_orders.model.messages import Feature, GameOptions
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.rows import BoardHex
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying


class RuledNumber(Struct, frozen=True, forbid_unknown_fields=True):
    """A number and the clause that gives it."""

    by: int
    clause: str


class OnlyTypes(Struct, frozen=True, forbid_unknown_fields=True):
    """Type words that alone may enter."""

    types: tuple[str, ...]
    clause: str


class Stuck(Struct, frozen=True, forbid_unknown_fields=True):
    """Faces of a d6 that hold tracks and wheels."""

    faces: tuple[int, ...]
    clause: str


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A basic terrain."""

    enter: RuledNumber
    height: RuledNumber
    vehicle: RuledNumber | None = None
    rise: RuledNumber | None = None
    blocks: RuledNumber | None = None
    to_be_hit: RuledNumber | None = None
    only: OnlyTypes | None = None
    leaving: dict[str, RuledNumber] = {}
    stuck: Stuck | None = None


class Smoke(Struct, frozen=True, forbid_unknown_fields=True):
    """What smoke adds to a hex."""

    enter: RuledNumber
    blocks: RuledNumber
    to_hit: RuledNumber
    to_be_hit: RuledNumber
    markers: RuledNumber


class Flying(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts while a unit flies."""

    enter: RuledNumber
    height: RuledNumber


class SightRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What obstacles of these levels do between two heights: `all` blocks, `blind` hexes behind are hidden."""

    high: int
    low: int
    levels: tuple[int, ...]
    clause: str
    blind: int = 0
    all: bool = False


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The file terrain.toml."""

    terrain: dict[str, Ground]
    smoke: Smoke
    flying: Flying
    sight: tuple[SightRow, ...]


NUMBERS = read(PACKAGE, "terrain.toml", Numbers)
TERRAIN = NUMBERS.terrain
TERRAINS = tuple(TERRAIN)
SMOKE = NUMBERS.smoke


# --- what a hex is ------------------------------------------------------------------------------------------


def ground_of(game: Game, name: str) -> Ground:
    """Give the basic terrain of a hex of the board."""
    return TERRAIN[game.hexes[name].terrain]


def is_smoky(cell: BoardHex) -> bool:
    """HX-TERRAIN-31 Tell whether a hex has smoke markers."""
    return cell.effects is not None and cell.effects.smoke > 0


def has_smoke(game: Game, name: str) -> bool:
    """Tell whether smoke lies in a hex of the board."""
    return is_smoky(game.hexes[name])


def features_of(options: GameOptions, cell: BoardHex) -> tuple[Feature, ...]:
    """HX-TERRAIN-03 List what the terms say of a hex's overlays; a label that they do not name has no effect."""
    return tuple(row for row in options.overlay_data if row.name in cell.overlays)


def level_of(options: GameOptions, terrain: str) -> int | None:
    """Give the level of a terrain as an obstacle to sight; None where it is none (HX-TERRAIN-24)."""
    blocks = TERRAIN[terrain].blocks
    if blocks is None or (terrain == "building" and not options.building_blocks_los):
        return None
    return blocks.by


def height_of_hex(game: Game, name: str) -> int:
    """Give the level on which a hex of the board stands, 0 to 2."""
    return ground_of(game, name).height.by


def height_of_unit(game: Game, unit: str) -> int:
    """HX-LOS-20 Give the height of a unit: that of its hex, or 2 while it flies."""
    row = game.units[unit]
    return NUMBERS.flying.height.by if is_flying(game, row) else height_of_hex(game, row.hex)
