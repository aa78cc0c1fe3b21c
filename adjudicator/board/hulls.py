"""Rounded convex hulls: what bases and the ground they sweep are made of.

A hull is a point, a segment or a convex polygon, grown by a radius. Every answer is decided in
whole numbers; a squared distance is a numerator and a positive denominator.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple, TypeAlias

__all__ = [
    "LEAST_CORNERS",
    "Corners",
    "Hull",
    "Point",
    "Squared",
    "convex_hull",
    "cross",
    "nearer_than",
    "overlap",
    "parted",
    "point_to_segment",
    "scaled",
    "sides",
    "spread",
    "whole_root",
]

Point: TypeAlias = tuple[int, int]
Corners: TypeAlias = tuple[Point, ...]
Squared: TypeAlias = tuple[int, int]

_SEGMENT = 2
LEAST_CORNERS = 3  # the least number of corners that bound one


class Hull(NamedTuple):
    """Strictly convex corners, counter-clockwise, and the radius by which they are grown."""

    corners: Corners
    radius: int


def cross(origin: Point, a: Point, b: Point) -> int:
    """Measure twice the signed area of a triangle, positive when it turns counter-clockwise."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Walk round the sides, each as its two ends."""
    previous = corners[-1]
    for corner in corners:
        yield previous, corner
        previous = corner


def scaled(corners: Iterable[Point], factor: int) -> Corners:
    """Multiply every coordinate, to bring fractions of a leg to whole numbers."""
    return tuple((x * factor, y * factor) for x, y in corners)


def convex_hull(points: Iterable[Point]) -> Corners:
    """Wrap points in their strictly convex hull, counter-clockwise; it may be a point or a segment."""
    ordered = sorted(set(points))
    if len(ordered) <= _SEGMENT:
        return tuple(ordered)
    return (*_chain(ordered), *_chain(ordered[::-1]))


def _chain(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) >= _SEGMENT and cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def parted(a: Corners, b: Corners, *, touching: bool) -> bool:
    """Find a line with the two on different sides; with `touching`, both may reach the line.

    Without `touching` this says that the closed sets have no point in common; with it, that the
    interiors have none, which needs one of the two to have an area.
    """
    return _side_parts(a, b, touching=touching) or _side_parts(b, a, touching=touching)


def _side_parts(a: Corners, b: Corners, *, touching: bool) -> bool:
    limit = 1 if touching else 0
    for start, end in sides(a):
        (sx, sy), ux, uy = start, end[0] - start[0], end[1] - start[1]
        if (ux or uy) and all(ux * (y - sy) - uy * (x - sx) < limit for x, y in b):
            return True
        if len(a) == _SEGMENT and all(ux * (x - end[0]) + uy * (y - end[1]) > -limit for x, y in b):
            return True
    return False


def point_to_segment(point: Point, start: Point, end: Point) -> Squared:
    """Square the distance of a point from a segment, which may be a single point."""
    ux, uy = end[0] - start[0], end[1] - start[1]
    wx, wy = point[0] - start[0], point[1] - start[1]
    along = ux * wx + uy * wy
    if along <= 0:
        return wx * wx + wy * wy, 1
    length = ux * ux + uy * uy
    if along >= length:
        wx, wy = point[0] - end[0], point[1] - end[1]
        return wx * wx + wy * wy, 1
    area = ux * wy - uy * wx
    return area * area, length


def _from_points(points: Corners, corners: Corners, best: Squared) -> Squared:
    """Square the least distance of points from the sides that they are outside of, where it is less than `best`.

    Whatever is outside of a convex outline is nearest to a side that it is outside of, or in line with.
    """
    num, den = best
    ax, ay = corners[-1]
    for bx, by in corners:
        ux, uy = bx - ax, by - ay
        length = ux * ux + uy * uy
        for x, y in points:
            wx, wy = x - ax, y - ay
            area = ux * wy - uy * wx
            if area > 0:
                continue
            along = ux * wx + uy * wy
            if along <= 0:
                square, unit = wx * wx + wy * wy, 1
            elif along >= length:
                square, unit = (x - bx) ** 2 + (y - by) ** 2, 1
            else:
                square, unit = area * area, length
            if square * den < num * unit:
                num, den = square, unit
        ax, ay = bx, by
    return num, den


def spread(a: Corners, b: Corners) -> Squared:
    """Square the distance between two convex sets of corners, 0 when they meet."""
    best = (a[0][0] - b[0][0]) ** 2 + (a[0][1] - b[0][1]) ** 2, 1
    if len(a) == 1 and len(b) == 1:
        return best
    if len(a) == 1 and len(b) == _SEGMENT:
        square, unit = point_to_segment(a[0], b[1], b[0])
        return (square, unit) if square else (0, 1)
    if not parted(a, b, touching=False):
        return 0, 1
    best = best if len(b) == 1 else _from_points(a, b, best)
    return best if len(a) == 1 else _from_points(b, a, best)


def nearer_than(squared: Squared, reach: int, *, touching: bool) -> bool:
    """Compare a squared distance with a length: at most, or with `touching` off strictly less."""
    if reach < 0:
        return False
    return squared[0] < reach * reach * squared[1] + touching


def overlap(a: Hull, b: Hull) -> bool:
    """Decide whether two hulls share an area; touching is none."""
    reach = a.radius + b.radius
    if reach:
        return nearer_than(spread(a.corners, b.corners), reach, touching=False)
    if min(len(a.corners), len(b.corners)) < LEAST_CORNERS:
        return False
    return not parted(a.corners, b.corners, touching=True)


def whole_root(squared: Squared) -> int:
    """Take the root of a squared distance, rounded down."""
    return isqrt(squared[0] // squared[1])
