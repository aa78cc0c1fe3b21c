"""Chapters 7 and 11, pieces of terrain: what stands in them, at their edge or behind them, and what a way meets.

A model stands in an area where the centre of its base does, its border included. On its way it meets a piece as soon
as its base covers some part of it (AN-GEN-07): to touch it is not to meet it yet. An obstacle is a line without
thickness from point to point.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from adjudicator.board.inches import (
    Body,
    Path,
    Point,
    Polygon,
    border_gap_within,
    crosses_polygon,
    point_in_polygon,
    stretches,
)
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.state import INCH, Game

AREA, OBSTACLE = "area", "obstacle"
DIFFICULT, IMPASSABLE = "difficult", "impassable"
EDGE = INCH


def pieces_of(game: Game) -> tuple[TerrainPiece, ...]:
    """List the terrain by id."""
    return tuple(game.terrain[key] for key in sorted(game.terrain))


@lru_cache(maxsize=1024)
def ground_of(piece: TerrainPiece) -> Polygon:
    """Give the corners of an area, or the points of an obstacle."""
    return tuple((row.x, row.y) for row in piece.shape)


@lru_cache(maxsize=1024)
def parts_of(piece: TerrainPiece) -> tuple[Polygon, ...]:
    """Give what a piece is made of: an area is one polygon, an obstacle its stretches from point to point."""
    ground = ground_of(piece)
    return tuple(pairwise(ground)) if piece.terrain_type == OBSTACLE else (ground,)


def middle_of(piece: TerrainPiece) -> Point:
    """Give the middle of a piece: the mean of its points."""
    ground = ground_of(piece)
    return sum(x for x, _ in ground) // len(ground), sum(y for _, y in ground) // len(ground)


# -- standing


def stands_in(piece: TerrainPiece, point: Point) -> bool:
    """AN-TERRAIN-21 Tell whether what stands at a point stands in an area."""
    return piece.terrain_type == AREA and point_in_polygon(point, ground_of(piece))


@lru_cache(maxsize=8192)
def near_edge(piece: TerrainPiece, body: Body) -> bool:
    """AN-TERRAIN-01 AN-TERRAIN-15 Tell whether a model is within 1 inch of the edge of an area, or of an obstacle."""
    return any(border_gap_within(body, part, EDGE) for part in parts_of(piece))


def ground_at(game: Game, x: int, y: int) -> int:
    """Give the height of the ground at a point: of the highest area there, else of the table."""
    raised = (row for row in game.terrain.values() if row.ground)
    return max((row.ground for row in raised if stands_in(row, (x, y))), default=0)


# -- obstacles


@lru_cache(maxsize=16384)
def lies_across(piece: TerrainPiece, start: Point, end: Point) -> bool:
    """AN-TERRAIN-14 Tell whether a line from point to point crosses an obstacle, or touches it."""
    return any(segments_meet(start, end, a, b) for a, b in parts_of(piece))


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Decide whether two stretches have a point in common."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _parts(a, b, c, d) and _parts(c, d, a, b)


def _parts(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Decide whether two points do not lie strictly on one side of a line."""
    left = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    right = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])
    return not (left > 0 < right or left < 0 > right)


# -- ways


@lru_cache(maxsize=4096)
def is_met(piece: TerrainPiece, body: Body, path: Path) -> bool:
    """AN-TERRAIN-06 AN-TERRAIN-26 Tell whether a model on its way covers some part of a piece."""
    return any(crosses_polygon(body, path, part) for part in parts_of(piece))


@lru_cache(maxsize=4096)
def covered_stretches(piece: TerrainPiece, body: Body, path: Path) -> tuple[tuple[int, int], ...]:
    """AN-TERRAIN-08 List the stretches of a way on which a model covers some part of a piece."""
    return tuple(sorted(stretch for part in parts_of(piece) for stretch in stretches(body, path, part)))


def meets_at(piece: TerrainPiece, body: Body, path: Path) -> int | None:
    """AN-TERRAIN-03 AN-TERRAIN-06 Measure how far a model goes before it meets a piece; None where it never does."""
    if not is_met(piece, body, path):
        return None
    return min((low for low, _ in covered_stretches(piece, body, path)), default=None)
