"""Chapter TF-BLOCK: other units in the way of a unit, friends and enemies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY, terrain_class
from adjudicator.rulesets.tile_formations.model.state import Game

if TYPE_CHECKING:
    from adjudicator.rulesets.tile_formations.rules.movement.places import Placement, UnitPlaces


def lets_through(game: Game, ally: str, column: str) -> bool:
    """TF-BLOCK-02 TF-BLOCK-03 Infantry passes through any ally, and any unit through allied infantry."""
    return INFANTRY in {column, terrain_class(game, ally)}


def enemy_fault(placement: Placement, there: str) -> Fault | None:
    """TF-BLOCK-01 Say why a unit may not step where an enemy is."""
    if placement.enemy:
        return fault("TF-BLOCK-01", "enemy-in-tile", "path", tile=there, enemy=placement.enemy)
    return None


def minds_squeezing(places: UnitPlaces) -> bool:
    """TF-BLOCK-06 Tell whether any step may be a squeeze."""
    options = places.game.options
    return options.no_diagonal_squeeze and options.tile_shape == "square8"


def squeeze_fault(places: UnitPlaces, here: str, there: str) -> Fault | None:
    """TF-BLOCK-06 With that option nobody steps diagonally between two tiles that enemies hold."""
    if not minds_squeezing(places):
        return None
    for old in places.placement_at(here).tiles:
        heading = places.field.direction(here, there) or ""
        sides = [places.field.beside(old, way) for way in heading] if len(heading) > 1 else []
        if sides and all(side in places.enemies for side in sides):
            return fault("TF-BLOCK-06", "squeezed", "path", tile=there)
    return None


def pass_fault(places: UnitPlaces, place: str) -> Fault | None:
    """TF-BLOCK-04 Say why a unit may not move on from a place that it shares with an ally."""
    ally = places.ally_in_way(place)
    if ally:
        return fault("TF-BLOCK-04", "blocked-by-ally", "path", tile=place, ally=ally)
    return None


def stay_fault(places: UnitPlaces, place: str) -> Fault | None:
    """TF-BLOCK-05 Say why a unit may not end its move in a place."""
    if place != places.start and places.is_full(place):
        return fault("TF-BLOCK-05", "occupied", "path", tile=place)
    return None
