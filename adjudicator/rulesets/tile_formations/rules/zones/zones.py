"""Chapter TF-ZOC: zones of control, who has one and where it lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.model.derived import derived_of
from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import BROKEN, enemy_units, terrain_class, units_of
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import NONE

NO_ZOC = "no_zoc"
Zones: TypeAlias = Mapping[str, tuple[str, ...]]
"""Tiles in zones of control, with the ids of those whose zones they are."""


def has_zone(game: Game, unit: Unit) -> bool:
    """TF-ZOC-02 TF-ZOC-07 Every unit on the ground has a zone, but for those that lost it or can have none."""
    if unit.out or unit.zone_lost or NO_ZOC in game.sheets[unit.id].flags or terrain_class(game, unit.id) == NONE:
        return False
    return game.options.broken_units_have_zoc or game.formations[unit.formation].state != BROKEN


def zone_of(game: Game, unit: str) -> tuple[str, ...]:
    """TF-ZOC-01 TF-ZOC-03 List the tiles within reach of a unit, whatever lies between, by column, then by row."""
    field, tiles, radius = board(game), tiles_of(game, unit), game.options.zoc_radius
    if len(tiles) == 1:
        return field.within(tiles[0], radius)
    near = {tile for own in tiles for tile in field.within(own, radius)}
    return tuple(sorted(near, key=field.order))


def enemy_zones(game: Game, seat: Party) -> Zones:
    """TF-ZOC-03 TF-ZOC-08 Map the tiles in zones of enemies of a seat to their owners, by id.

    A tile in the zones of two enemies stays closed when one of them has lost its zone.
    """
    known = derived_of(game).against(game, seat)
    if known.zones is None:
        known.zones = _enemy_zones(game, seat)
    found: Zones = known.zones
    return found


def _enemy_zones(game: Game, seat: Party) -> Zones:
    zones: dict[str, tuple[str, ...]] = {}
    if game.options.zoc_radius == 0:
        return zones
    for unit in enemy_units(game, seat):
        if has_zone(game, unit):
            for tile in zone_of(game, unit.id):
                zones[tile] = (*zones.get(tile, ()), unit.id)
    return zones


def owners_at(zones: Zones, tiles: Iterable[str]) -> tuple[str, ...]:
    """List those in whose zones at least one of these tiles lies, by id."""
    found = {owner for tile in tiles for owner in zones.get(tile, ())}
    if not found:
        return ()
    return tuple(sorted(found, key=id_order))


def zones_around(game: Game, unit: str) -> tuple[str, ...]:
    """TF-ZOC-10 List the enemies in whose zones of control a unit stands."""
    row = game.units[unit]
    if row.out:
        return ()
    return owners_at(enemy_zones(game, row.seat), tiles_of(game, unit))


def units_in_zones(game: Game, formation: str) -> tuple[str, ...]:
    """TF-ZOC-10 List the units of a formation that stand in enemy zones of control."""
    return tuple(unit.id for unit in units_of(game, formation) if zones_around(game, unit.id))
