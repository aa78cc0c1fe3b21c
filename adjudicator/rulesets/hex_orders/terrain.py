"""Terrain: what a step costs, who may stand where, how high, and what cover a hex gives; numbers in terrain.toml."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decoding import read
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import Feature, Sheet
from adjudicator.rulesets.hex_orders.options import PACKAGE, How
from adjudicator.rulesets.hex_orders.rows import Cell
from adjudicator.rulesets.hex_orders.state import Game, is_flying

VEHICLES = ("vehicle", "tank", "tracked", "wheeled")
STICKING = ("track", "tracked", "wheel", "wheeled")
LEAST = 1


class Ruled(Struct, frozen=True, forbid_unknown_fields=True):
    """A number and the clause that gives it."""

    by: int
    clause: str


class Barred(Struct, frozen=True, forbid_unknown_fields=True):
    """Type words that alone may enter."""

    types: tuple[str, ...]
    clause: str


class Stuck(Struct, frozen=True, forbid_unknown_fields=True):
    """Faces of a d6 that hold tracks and wheels."""

    faces: tuple[int, ...]
    clause: str


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A basic terrain."""

    enter: Ruled
    height: Ruled
    vehicle: Ruled | None = None
    rise: Ruled | None = None
    blocks: Ruled | None = None
    to_be_hit: Ruled | None = None
    only: Barred | None = None
    leaving: dict[str, Ruled] = {}
    stuck: Stuck | None = None


class Smoke(Struct, frozen=True, forbid_unknown_fields=True):
    """What smoke adds to a hex."""

    enter: Ruled
    blocks: Ruled
    to_hit: Ruled
    to_be_hit: Ruled
    markers: Ruled


class Flying(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts while a unit flies."""

    enter: Ruled
    height: Ruled


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


def smoky(cell: Cell) -> bool:
    """HX-TERRAIN-31 Tell whether a hex has smoke markers."""
    return cell.effects is not None and cell.effects.smoke > 0


def has_smoke(game: Game, name: str) -> bool:
    """Tell whether smoke lies in a hex of the board."""
    return smoky(game.hexes[name])


def features_of(how: How, cell: Cell) -> tuple[Feature, ...]:
    """HX-TERRAIN-03 List what the terms say of a hex's overlays; a label that they do not name has no effect."""
    return tuple(each for each in how.overlay_data if each.name in cell.overlays)


def level_of(how: How, terrain: str) -> int | None:
    """Give the level of a terrain as an obstacle to sight; None where it is none (HX-TERRAIN-24)."""
    blocks = TERRAIN[terrain].blocks
    if blocks is None or (terrain == "building" and not how.building_blocks_los):
        return None
    return blocks.by


def height_of_hex(game: Game, name: str) -> int:
    """Give the level on which a hex of the board stands, 0 to 2."""
    return ground_of(game, name).height.by


def height_of_unit(game: Game, unit: str) -> int:
    """HX-LOS-20 Give the height of a unit: that of its hex, or 2 while it flies."""
    row = game.units[unit]
    return NUMBERS.flying.height.by if is_flying(game, row) else height_of_hex(game, row.hex)


# --- who may be where ---------------------------------------------------------------------------------------


def is_vehicle(sheet: Sheet) -> bool:
    """HX-TERRAIN-14 Tell whether a base is a vehicle by its type words."""
    return any(word in sheet.types for word in VEHICLES)


def flies_at(sheet: Sheet, speed: str) -> bool:
    """HX-ORDERS-37 Tell whether a base flies at a speed."""
    return "flying" in sheet.types or any(each.flying for each in sheet.speeds if each.speed == speed)


def above_terrain(game: Game, unit: str) -> bool:
    """HX-TERRAIN-33 Tell whether terrain leaves a unit alone, for it flies."""
    return game.how.flying_ignores_terrain and is_flying(game, game.units[unit])


def may_be_in(sheet: Sheet, terrain: str) -> bool:
    """HX-TERRAIN-23 Tell whether a base on the ground can be in a terrain."""
    only = TERRAIN[terrain].only
    return only is None or terrain in sheet.terrain_permissions or any(word in sheet.types for word in only.types)


def may_stand(game: Game, sheet: Sheet, name: str, *, flying: bool | None = None) -> bool:
    """Tell whether a base can be in a hex: at its initial speed, or as `flying` says.

    False for what lies off the board. Stacking is not asked.
    """
    if name not in game.hexes:
        return False
    aloft = flies_at(sheet, sheet.initial_speed) if flying is None else flying
    return (aloft and game.how.flying_ignores_terrain) or may_be_in(sheet, game.hexes[name].terrain)


def may_enter(game: Game, unit: str, name: str | None) -> bool:
    """Tell whether a hex is on the board and not impassable for a unit as it moves now; stacking is not asked."""
    flying = is_flying(game, game.units[unit])
    return name is not None and may_stand(game, game.sheets[unit], name, flying=flying)


def may_get_stuck(game: Game, unit: str, name: str) -> bool:
    """HX-TERRAIN-20 Tell whether a unit has to roll in a hex where tracks and wheels get stuck."""
    rolls = any(word in game.sheets[unit].types for word in STICKING)
    return rolls and ground_of(game, name).stuck is not None and not above_terrain(game, unit)


# --- what a step costs --------------------------------------------------------------------------------------


def cost(game: Game, unit: str, origin: str, name: str) -> int:
    """HX-TERRAIN-32 Give the movement points of a unit's step into a neighbouring hex."""
    return cost_tally(game, unit, origin, name).total


def cost_tally(game: Game, unit: str, origin: str, name: str) -> Tally:
    """HX-TERRAIN-32 Give the movement points of a step, with their reasons."""
    if above_terrain(game, unit):
        return Tally.base(NUMBERS.flying.enter.by, NUMBERS.flying.enter.clause)
    sheet, cell = game.sheets[unit], game.hexes[name]
    rising = height_of_hex(game, name) > height_of_hex(game, origin)
    entry = _entry(TERRAIN[cell.terrain], sheet, rising=rising)
    tally = Tally.base(entry.by, entry.clause)
    for feature in features_of(game.how, cell):
        tally = tally.add(feature.cost, "HX-TERRAIN-03")
    if smoky(cell):
        tally = tally.add(SMOKE.enter.by, SMOKE.enter.clause)
    leaving = ground_of(game, origin).leaving.get(sheet.size)
    if leaving is not None:
        tally = tally.add(leaving.by, leaving.clause)
    return tally.at_least(LEAST, "HX-TERRAIN-32")


def _entry(ground: Ground, sheet: Sheet, *, rising: bool) -> Ruled:
    if rising and ground.rise is not None:
        return ground.rise
    if ground.vehicle is not None and is_vehicle(sheet):
        return ground.vehicle
    return ground.enter


# --- cover --------------------------------------------------------------------------------------------------


def to_be_hit(game: Game, unit: str) -> tuple[Ruled, ...]:
    """List what a target's hex adds to hitting it: terrain, overlays, smoke; nothing while it flies (HX-TERRAIN-33)."""
    row = game.units[unit]
    return () if is_flying(game, row) else cover_of(game, row.hex)


def cover_of(game: Game, name: str) -> tuple[Ruled, ...]:
    """List what a hex adds to hitting who is on its ground."""
    cell = game.hexes[name]
    ground = TERRAIN[cell.terrain].to_be_hit
    rows = [ground] if ground is not None else []
    features = features_of(game.how, cell)
    rows += [Ruled(each.to_be_hit, "HX-TERRAIN-03") for each in features if each.to_be_hit]
    return (*rows, SMOKE.to_be_hit) if smoky(cell) else tuple(rows)


def to_hit(game: Game, unit: str) -> tuple[Ruled, ...]:
    """List what a firer's hex adds to its hitting: smoke alone (HX-FIRE-11); nothing while it flies."""
    row = game.units[unit]
    return (SMOKE.to_hit,) if has_smoke(game, row.hex) and not is_flying(game, row) else ()


__all__ = [
    "NUMBERS", "SMOKE", "TERRAIN", "TERRAINS", "Ground", "Ruled", "SightRow", "above_terrain", "cost", "cost_tally",
    "cover_of", "features_of", "flies_at", "ground_of", "has_smoke", "height_of_hex", "height_of_unit", "is_vehicle",
    "level_of", "may_be_in", "may_enter", "may_get_stuck", "may_stand", "smoky", "to_be_hit", "to_hit",
]  # fmt: skip
