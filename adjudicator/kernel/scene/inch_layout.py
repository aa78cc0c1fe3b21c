"""Where things lie on a board in inches: facings as scenes have them, and points at the edges of outlines.

An outline is a convex polygon, or one point, in whole units, grown by a radius: a disc is a point with a radius.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import isqrt
from typing import Final, NamedTuple

from adjudicator.kernel.scene import Point

FULL_TURN: Final = 360_000
QUARTER: Final = 90_000
TENTH: Final = 100


class Outline(NamedTuple):
    """What a thing covers of the board."""

    corners: tuple[Point, ...]
    radius: int = 0


def facing_from(tenths: int) -> int:
    """Turn a facing in tenths of a degree, 0 along x and 900 along y, into that of a scene."""
    return (QUARTER + TENTH * tenths) % FULL_TURN


def length(start: Point, end: Point) -> int:
    """Measure a straight line, rounded down."""
    return isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)


def between(one: Outline, other: Outline) -> tuple[Point, Point]:
    """Give the points of two outlines that lie nearest to each other; of two that meet, points where they do."""
    near = min(_pairs(one.corners, other.corners), key=lambda pair: (_squared(*pair), pair))
    return _grown(near[0], near[1], one.radius), _grown(near[1], near[0], other.radius)


def front(outline: Outline, start: Point, end: Point) -> Point:
    """Give how far the foremost point of an outline lies from the origin, on a way from `start` to `end`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    ahead = max(outline.corners, key=lambda corner: (corner[0] * dx + corner[1] * dy, corner))
    return _grown(ahead, (ahead[0] + dx, ahead[1] + dy), outline.radius) if dx or dy else ahead


def on_way(point: Point, start: Point, end: Point) -> bool:
    """Decide whether a point lies on a segment, but for rounding."""
    foot = _foot(point, start, end)
    return max(abs(foot[0] - point[0]), abs(foot[1] - point[1])) <= ROUNDING


ROUNDING: Final = 3


def way_between(start: Point, end: Point, way: Sequence[Point]) -> tuple[Point, ...]:
    """Give the corners of a way from one point of it to another; `way` holds its corners behind the first.

    A start that lies on no part of the way is where it begins.
    """
    segments = [(start, way[0]), *pairwise(way)] if way else []
    begins = next((place for place in range(len(segments) - 1, 0, -1) if on_way(start, *segments[place])), 0)
    ends = next((place for place in range(begins, len(segments)) if on_way(end, *segments[place])), begins)
    points = [start, *way[begins:ends], end]
    return tuple(point for place, point in enumerate(points) if place == 0 or point != points[place - 1])


def way_length(points: Sequence[Point]) -> int:
    """Measure a way, each part of it rounded down."""
    return sum(length(start, end) for start, end in pairwise(points))


def _pairs(one: Sequence[Point], other: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    for point, (start, end) in product(one, _sides(other)):
        yield point, _foot(point, start, end)
    for point, (start, end) in product(other, _sides(one)):
        yield _foot(point, start, end), point


def _sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from pairwise((corners[-1], *corners))


def _foot(point: Point, start: Point, end: Point) -> Point:
    ux, uy = end[0] - start[0], end[1] - start[1]
    whole = ux * ux + uy * uy
    along = min(max((point[0] - start[0]) * ux + (point[1] - start[1]) * uy, 0), whole)
    return (start[0] + ux * along // whole, start[1] + uy * along // whole) if whole else start


def _grown(point: Point, towards: Point, radius: int) -> Point:
    far = length(point, towards)
    if not (radius and far):
        return point
    return point[0] + (towards[0] - point[0]) * radius // far, point[1] + (towards[1] - point[1]) * radius // far


def _squared(start: Point, end: Point) -> int:
    return (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
