"""Ready maps and forces."""

from __future__ import annotations

import pytest
from msgspec import convert

from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.ready_made import (
    READY_FORCES,
    READY_MAPS,
    ForceRow,
    force_of,
    ready_map,
)
from adjudicator.rulesets.tile_formations.roster.unit_sheets import FLAGS, TYPES


def test_ready_maps_have_every_terrain():
    """Together the ready maps have every kind of terrain of the page."""
    used = {kind for row in READY_MAPS.values() for tile in row.tiles for kind in (tile.base_terrain, *tile.overlays)}
    assert used | {row.base for row in READY_MAPS.values()} == set(TERRAIN_KINDS)


def test_ready_forces_have_everything():
    """Two forces have every type, flag and quality of weapons, a larger footprint and several formations."""
    units = [
        unit
        for name in ("northern_host", "southern_league")
        for ready_force in READY_FORCES[name]
        for unit in ready_force.units
    ]
    weapons = [weapon for unit in units for weapon in unit.weapons]
    assert {unit.unit_type for unit in units} == set(TYPES)
    assert {flag for unit in units for flag in unit.flags} == set(FLAGS)
    assert any((unit.columns, unit.rows) == (2, 2) for unit in units)
    assert {weapon.air for weapon in weapons} == {True, False}
    assert {weapon.save_modifier for weapon in weapons} >= {-2, -1, 0, 1}
    assert all(len(ready_force) > 1 for ready_force in READY_FORCES.values())
    assert any(
        not unit.weapons
        for ready_force in READY_FORCES.values()
        for formation in ready_force
        for unit in formation.units
    )


def test_data_that_do_not_hold_are_refused_at_load():
    """A map or force with a fault can not be loaded; the error names it."""
    with pytest.raises(ValueError, match="the map odd does not hold: text no-such-sign"):
        ready_map("odd", "?")
    man = {"name": "man", "type": "INF", "speed": 1, "integrity": 1}
    with pytest.raises(ValueError, match=r"units\[0\].unit_type not-among"):
        force_of("odd", _force(man | {"type": "ELF"}))
    with pytest.raises(ValueError, match="bow not in the arsenal"):
        force_of("odd", _force(man | {"weapons": ["bow"]}))


def _force(unit):
    return convert({"formations": [{"name": "Few", "units": [unit]}]}, ForceRow)
