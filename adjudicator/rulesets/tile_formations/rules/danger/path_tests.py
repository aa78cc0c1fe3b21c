"""Chapter TF-DANGER, where tests are due: which steps of a path bring a dangerous terrain test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from adjudicator.rulesets.tile_formations.rules.movement.places import UnitPlaces

FEATURE = "feature"
DueTest: TypeAlias = tuple[str, str]
"""Kind of terrain and the tile in which it is met."""


def due_after(places: UnitPlaces, start: str, path: Sequence[str], at: int) -> tuple[DueTest, ...]:
    """TF-DANGER-01 TF-DANGER-02 List the tests that are due after so many tiles: at the start those of the start."""
    if at == 0:
        return dangers_at(places, start) if path else ()
    here, there = path[at - 2] if at > 1 else start, path[at - 1]
    return due_on_step(places, here, there) if there in places.field else ()


def dangers_at(places: UnitPlaces, place: str) -> tuple[DueTest, ...]:
    """TF-DANGER-01 List kinds that are dangerous for the unit in a place, each with its first tile there."""
    found: dict[str, str] = {}
    for tile in places.placement_at(place).tiles:
        for kind in places.passage(tile).dangers:
            found.setdefault(kind, tile)
    return tuple(found.items())


def due_on_step(places: UnitPlaces, here: str, there: str) -> tuple[DueTest, ...]:
    """TF-DANGER-08 List the tests that a step brings: once for each stretch of a feature."""
    if places.game.options.danger_test_scope != FEATURE:
        fresh = places.entered(here, there)
        return tuple((kind, tile) for tile in fresh for kind in places.passage(tile).dangers)
    after = dangers_at(places, there)
    if not after:
        return ()
    before = {kind for kind, _ in dangers_at(places, here)}
    return tuple(
        (kind, tile) for kind, tile in after if kind not in before or _is_other_feature(places, kind, here, there)
    )


def _is_other_feature(places: UnitPlaces, kind: str, here: str, there: str) -> bool:
    """TF-DANGER-08 Tell whether a larger unit meets another feature of a kind that it already stands in."""
    if len(places.placement_at(there).tiles) == 1:
        return False
    old = [tile for tile in places.placement_at(here).tiles if kind in places.passage(tile).dangers]
    fresh = [tile for tile in places.entered(here, there) if kind in places.passage(tile).dangers]
    return any(not _are_joined(places, kind, tile, old) for tile in fresh)


def _are_joined(places: UnitPlaces, kind: str, tile: str, goals: list[str]) -> bool:
    """Walk through a feature from a tile to one of others."""
    seen, waiting = {tile}, [tile]
    while waiting:
        here = waiting.pop()
        if here in goals:
            return True
        for near in places.field.neighbours(here):
            if near not in seen and kind in places.passage(near).dangers:
                seen.add(near)
                waiting.append(near)
    return False
