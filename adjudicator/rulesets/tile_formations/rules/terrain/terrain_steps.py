"""Chapter TF-TERRAIN, steps: which steps terrain forbids a unit."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.terrain_table import IMPASSABLE, OPEN_GROUND
from adjudicator.rulesets.tile_formations.rules.movement.places import UnitPlaces
from adjudicator.rulesets.tile_formations.rules.terrain.passage import HELD


def terrain_fault(places: UnitPlaces, here: str, there: str) -> Fault | None:
    """TF-TERRAIN-03 TF-TERRAIN-09 Only tiles that are entered count, not those that the unit stands in already."""
    for tile in places.entered(here, there):
        found = places.passage(tile)
        if found.move == IMPASSABLE:
            terrain = found.kind or OPEN_GROUND
            return fault(found.clause, "impassable", "path", tile=tile, terrain=terrain, by=places.column)
        if places.mode.road_march and not found.road:
            return fault("TF-ROAD-05", "off-the-road", "path", tile=tile)
    return None


def held_fault(places: UnitPlaces, place: str) -> Fault | None:
    """TF-TERRAIN-07 Say why a unit may not move on from a position that it has just entered: it can but be held."""
    for tile in places.placement_at(place).tiles:
        found = places.passage(tile)
        if found.move == HELD:
            return fault(found.clause, "not-crossed", "path", tile=tile, terrain=found.kind)
    return None
