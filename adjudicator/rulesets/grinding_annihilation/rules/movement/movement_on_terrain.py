"""Chapters 3.2 and 6, troops and terrain: where a troop may stand, how it may go, and how far that is."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Pose, air_length, crosses, path_length
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.grinding_annihilation.model.rows import Terrain, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import (
    LOW,
    MovementMode,
    Shape,
    climb_length,
    flies_from_terrain,
    shape_of,
    standing_fault,
    way_fault,
)

WALKERS = ("infantry", "bestial")


class _Placed:
    """The rows of a game's terrain, the same where they are the same objects: to compare them by value costs more."""

    __slots__ = ("ids", "rows")

    def __init__(self, rows: tuple[Terrain, ...]) -> None:
        self.rows, self.ids = rows, tuple(map(id, rows))

    def __hash__(self) -> int:
        return hash(self.ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Placed) and self.ids == other.ids


@lru_cache(maxsize=256)
def _in_order(placed: _Placed) -> tuple[tuple[Terrain, ...], tuple[Shape, ...]]:
    """Put rows into the order in which they were placed, and work them out.

    What is kept holds the rows too, so that no other object takes an id over.
    """
    rows = tuple(sorted(placed.rows, key=lambda row: int(row.id[1:])))
    return rows, tuple(shape_of(row.feature) for row in rows)


def terrain_of(game: Game) -> tuple[Terrain, ...]:
    """List the terrain features in the order in which they were placed."""
    return _in_order(_Placed(tuple(game.terrain.values())))[0]


def shapes_of(game: Game) -> tuple[Shape, ...]:
    """Give the terrain features worked out."""
    return _in_order(_Placed(tuple(game.terrain.values())))[1]


def movement_mode_of(game: Game, troop: Troop, *, flies: bool = False) -> MovementMode:
    """GA-6.6-01 GA-6.6-02 Say how a troop gets about; `flies` says that it flies in this move."""
    walks = any(has_keyword(game, troop, word) for word in WALKERS)
    return MovementMode(walks, flies, has_keyword(game, troop, "fly"))


def standing_place_fault(game: Game, troop: Troop, body: Body) -> Fault | None:
    """GA-3.2-24 GA-6.2-01 GA-6.4-01 GA-6.6-02 Say why a troop may not be set up or end a move somewhere, or None."""
    if not game.terrain:
        return None if body.pose.z == 0 else fault("GA-3.2-24", "off-the-ground")
    return standing_fault(shapes_of(game), body, movement_mode_of(game, troop))


def way_on_terrain_fault(
    game: Game, troop: Troop, body: Body, path: Path, through: str, *, flies: bool
) -> Fault | None:
    """GA-3.2-22 GA-3.2-24 Say why a troop may not go a way, wherever it ends; `through` is the clause of the move."""
    if not game.terrain:
        level = all(pose.z == body.pose.z for pose in path)
        return None if level or flies else fault("GA-3.2-24", "off-the-ground")
    return way_fault(shapes_of(game), body, path, movement_mode_of(game, troop, flies=flies), through)


def crosses_over(body: Body, path: Path, other: Body) -> bool:
    """GA-3.2-05 GA-3.2-22 Tell whether a troop on its way crosses another.

    Rises of up to 2" are as absent: nobody steps over, or passes under, whom they carry.
    """
    if crosses(body, path, other):
        return True
    heights = [row.z for row in (body.pose, *path, other.pose)]
    if not any(0 < z <= LOW for z in heights):
        return False
    rise = max((z for z in heights[:-1] if z <= LOW), default=0)
    lowered = tuple(_lowered(row) for row in path)
    return crosses(_grounded(body, rise), lowered, _grounded(other, other.pose.z))


def _grounded(body: Body, rise: int) -> Body:
    """Let a body on low terrain reach down to the ground."""
    if body.pose.z > LOW:
        return body
    return Body(body.base, body.height + rise, _lowered(body.pose))


def _lowered(pose: Pose) -> Pose:
    return replace(pose, z=0) if pose.z <= LOW else pose


def way_lengths(game: Game, body: Body, path: Path, *, flies: bool) -> tuple[int, int]:
    """GA-3.2-08 GA-3.2-23 GA-3.2-28 Measure a way, with what is climbed; and without, as it lies on the map.

    A flyer that begins or ends on terrain is measured through the air.
    """
    flat = path_length(body, path, pivots_free=game.options.pivot_cost == "free")
    if flies and flies_from_terrain(shapes_of(game), body, path):
        return air_length(body, path), flat
    return flat + climb_length(body, path), flat
