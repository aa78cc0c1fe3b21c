"""Lines of sight between bodies, by rays from fixed points of the one to fixed points of the other.

Bodies and blockers are upright prisms. The eyes of an observer are the centre of its base and the
corners and middles of the sides that face the target's centre, each at the bottom, the middle and
the top of the body. The target shows the sides that face the observer's centre, every corner of
them, and on rectangles also the quarters between, each at five heights from bottom to top. When
a centre lies within the other's outline all sides count. Discs and ovals have 16 corners. A ray is
blocked when it passes through the inside of a blocker; to graze a side or the top of one is to see
past it, but nothing creeps level along the ground that a blocker stands on. Blockers whose sides
only touch leave a crack between them: what belongs together is given as one polygon, or overlaps.
Observer and target block nothing by themselves: whoever asks names the blockers. A screen is ground
that nobody sees across: it blocks every ray that leaves it again, whatever the heights, and none
that ends in it or on its border.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

from msgspec import Struct

from adjudicator.board.bodies import FINE, Body, Shape, fine, hull_of, outline
from adjudicator.board.hulls import Corners, Hull, Point, convex_hull, cross, sides
from adjudicator.board.polygons import Polygon, hull_overlaps_polygon, passages

__all__ = [
    "Sight",
    "Volume",
    "between",
    "fills",
    "line_inside",
    "line_inside_within",
    "sees",
    "sight",
    "visible_share",
    "volume_of",
]

_EYE_LEVELS = 2
_TARGET_LEVELS = 4
_EYE_PARTS = 2
_TARGET_PARTS = 4

_Shadow: TypeAlias = tuple[int, int, int, int, int, int]


class Sight(IntEnum):
    """How much of a body is seen: nothing, some of it, or every part that faces the observer."""

    NONE = 0
    PARTIAL = 1
    FULL = 2


class Volume(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something that may block sight: an upright prism over a simple polygon from z0 to z1."""

    polygon: tuple[tuple[int, int], ...]
    z0: int
    z1: int


def volume_of(body: Body) -> Volume:
    """Take a body as a volume, its outline drawn in to whole thousandths."""
    x, y, z = body.pose.x, body.pose.y, body.pose.z
    inwards = ((_part(ax - FINE * x, 1, FINE), _part(ay - FINE * y, 1, FINE)) for ax, ay in outline(body))
    return Volume(convex_hull((x + dx, y + dy) for dx, dy in inwards), z, z + body.height)


def fills(body: Body, volume: Volume) -> bool:
    """Decide whether a body stands in some space of a volume; to touch it is not to."""
    bottom = body.pose.z
    if bottom >= volume.z1 or volume.z0 >= bottom + body.height:
        return False
    return hull_overlaps_polygon(hull_of(body), fine(volume.polygon))


def between(a: Body, b: Body, polygon: Polygon) -> bool:
    """Decide whether a polygon shares ground with what lies under the lines from one base to another."""
    return hull_overlaps_polygon(Hull(convex_hull(outline(a) + outline(b)), 0), fine(polygon))


def _part(length: int, k: int, parts: int) -> int:
    """Take k parts of a length, rounded towards 0, so that mirror images agree."""
    return length * k // parts if length >= 0 else -(-length * k // parts)


def _facing_points(body: Body, eye: Body, parts: int) -> Corners:
    """Pick the sample points on the sides of one body that face the centre of another."""
    corners = outline(body)
    centre = (FINE * eye.pose.x, FINE * eye.pose.y)
    around = tuple(sides(corners))
    facing = [side for side in around if cross(*side, centre) <= 0] or around
    cuts = parts if body.base.shape == Shape.HULL else 1
    return tuple(dict.fromkeys(_divided(facing, cuts)))


def _divided(chosen: Iterable[tuple[Point, Point]], parts: int) -> Iterator[Point]:
    for (ax, ay), (bx, by) in chosen:
        for k in range(parts + 1):
            yield ax + _part(bx - ax, k, parts), ay + _part(by - ay, k, parts)


def _levels(body: Body, parts: int) -> tuple[int, ...]:
    bottom, height = FINE * body.pose.z, FINE * body.height
    return tuple(bottom + height * k // parts for k in range(parts + 1))


def _eyes(observer: Body, target: Body) -> Corners:
    centre = (FINE * observer.pose.x, FINE * observer.pose.y)
    return (centre, *_facing_points(observer, target, _EYE_PARTS))


def _in_the_way(observer: Body, target: Body, blockers: Iterable[Volume]) -> Iterator[Volume]:
    """Leave out the volumes that are flat or lie apart from the box around both bodies."""
    points = outline(observer) + outline(target)
    (x0, x1), (y0, y1) = ((min(values), max(values)) for values in zip(*points, strict=True))
    low = FINE * min(observer.pose.z, target.pose.z)
    high = FINE * max(observer.pose.z + observer.height, target.pose.z + target.height)
    for blocker in blockers:
        polygon = fine(blocker.polygon)
        xs, ys = zip(*polygon, strict=True)
        apart = min(xs) >= x1 or max(xs) <= x0 or min(ys) >= y1 or max(ys) <= y0
        z0, z1 = FINE * blocker.z0, FINE * blocker.z1
        if not apart and max(z0, low) < min(z1, high):
            yield Volume(polygon, z0, z1)


def _shadows(eye: Point, point: Point, volumes: Sequence[Volume]) -> list[_Shadow]:
    """List where the plan of a ray runs inside a volume, and from which height to which."""
    return [(*passage, volume.z0, volume.z1) for volume in volumes for passage in passages(eye, point, volume.polygon)]


def _clear(eye: int, level: int, shadows: Iterable[_Shadow]) -> bool:
    """Decide whether a ray between two heights passes over or under all that its plan crosses."""
    rise = level - eye
    for n0, d0, n1, d1, low, high in shadows:
        if rise:
            first, last = eye * d0 + rise * n0, eye * d1 + rise * n1
            under = first <= low * d0 and last <= low * d1
            over = first >= high * d0 and last >= high * d1
        else:
            under, over = eye < low, eye >= high
        if not (under or over):
            return False
    return True


def _screened(eye: Point, point: Point, screens: Iterable[Polygon]) -> bool:
    """Decide whether the plan of a ray leaves a screen again on its way."""
    return any(n1 < d1 for screen in screens for _, _, n1, d1 in passages(eye, point, screen))


def _seen(
    observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon]
) -> Iterator[tuple[int, int]]:
    """Go through the target's points from one to the next: how many of its heights are seen, of all."""
    volumes = tuple(_in_the_way(observer, target, blockers))
    across = tuple(fine(screen) for screen in screens)
    eyes, eye_levels = _eyes(observer, target), _levels(observer, _EYE_LEVELS)
    levels = _levels(target, _TARGET_LEVELS)
    for point in _facing_points(target, observer, _TARGET_PARTS):
        hidden = levels if volumes or across else ()
        for eye in eyes if hidden else ():
            if _screened(eye, point, across):
                continue
            shadows = _shadows(eye, point, volumes)
            hidden = tuple(h for h in hidden if not any(_clear(e, h, shadows) for e in eye_levels))
            if not hidden:
                break
        yield len(levels) - len(hidden), len(levels)


def visible_share(
    observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon] = ()
) -> tuple[int, int]:
    """Count the points of the target that some eye of the observer sees, and all that face it."""
    counts = tuple(_seen(observer, target, blockers, screens))
    return sum(seen for seen, _ in counts), sum(total for _, total in counts)


def sees(observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon] = ()) -> bool:
    """Decide whether any point of the target is seen."""
    return any(seen for seen, _ in _seen(observer, target, blockers, screens))


def sight(observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon] = ()) -> Sight:
    """Judge how much of the target is seen: none, part, or all that faces the observer."""
    seen, total = visible_share(observer, target, blockers, screens)
    if seen == total:
        return Sight.FULL
    return Sight.PARTIAL if seen else Sight.NONE


def _share_inside(start: Point, end: Point, polygons: Iterable[Polygon]) -> Fraction:
    stretches = (passage for polygon in polygons for passage in passages(start, end, polygon))
    return sum((Fraction(n1, d1) - Fraction(n0, d0) for n0, d0, n1, d1 in stretches), Fraction())


def _squared_inside(start: Point, end: Point, polygons: Iterable[Polygon]) -> Fraction:
    length = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return _share_inside(start, end, polygons) ** 2 * length


def line_inside(start: Point, end: Point, polygons: Iterable[Polygon]) -> int:
    """Add up the stretches of a line inside polygons, rounded down; shared ground counts twice."""
    squared = _squared_inside(start, end, polygons)
    return isqrt(squared.numerator // squared.denominator)


def line_inside_within(start: Point, end: Point, polygons: Iterable[Polygon], limit: int) -> bool:
    """Decide whether the stretches of a line inside polygons add up to at most `limit`."""
    return limit >= 0 and _squared_inside(start, end, polygons) <= limit * limit
