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

from collections.abc import Iterable, Iterator
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from adjudicator.board.bodies import FINE, Body, Shape, box_of, fine, outline, reach_of
from adjudicator.board.gaps import overlaps_polygon
from adjudicator.board.hulls import Corners, Hull, Point, convex_hull, cross, sides
from adjudicator.board.polygons import (
    Box,
    Polygon,
    bounds,
    boxes_meet,
    hull_overlaps_polygon,
    passages,
    segment_crosses_polygon,
)
from adjudicator.board.rounding import towards_zero

__all__ = [
    "Sight",
    "Volume",
    "between",
    "fills",
    "line_inside",
    "line_inside_within",
    "sees",
    "sees_all",
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


class _Block(NamedTuple):
    """A volume in half thousandths that may stand in the way, and the circle around it by its square radius."""

    polygon: Polygon
    z0: int
    z1: int
    x: int
    y: int
    square: int


class Volume(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something that may block sight: an upright prism over a simple polygon from z0 to z1."""

    polygon: tuple[tuple[int, int], ...]
    z0: int
    z1: int


# whoever keeps what is seen keeps its volumes: one for each body, not one for each look
@lru_cache(maxsize=4096)
def volume_of(body: Body) -> Volume:
    """Take a body as a volume, its outline drawn in to whole thousandths."""
    x, y, z = body.pose.x, body.pose.y, body.pose.z
    inwards = ((towards_zero(ax - FINE * x, FINE), towards_zero(ay - FINE * y, FINE)) for ax, ay in outline(body))
    return Volume(convex_hull((x + dx, y + dy) for dx, dy in inwards), z, z + body.height)


def fills(body: Body, volume: Volume) -> bool:
    """Decide whether a body stands in some space of a volume; to touch it is not to."""
    bottom = body.pose.z
    if bottom >= volume.z1 or volume.z0 >= bottom + body.height:
        return False
    return overlaps_polygon(body, volume.polygon)


def between(a: Body, b: Body, polygon: Polygon) -> bool:
    """Decide whether a polygon shares ground with what lies under the lines from one base to another."""
    ground = fine(polygon)
    if not boxes_meet(_box_around(a, b), bounds(ground)):
        return False
    ends = _centre(a), _centre(b)
    if _aside(ends, ground, max(reach_of(a.base), reach_of(b.base))):
        return False
    return segment_crosses_polygon(*ends, ground) or hull_overlaps_polygon(_under(a, b), ground)


def _centre(body: Body) -> Point:
    return FINE * body.pose.x, FINE * body.pose.y


def _box_around(a: Body, b: Body) -> Box:
    p, q = box_of(a), box_of(b)
    return min(p[0], q[0]), min(p[1], q[1]), max(p[2], q[2]), max(p[3], q[3])


def _aside(line: tuple[Point, Point], polygon: Polygon, reach: int) -> bool:
    """Rule out cheaply: all of a polygon lies on one side of a line, and farther from it than reach."""
    (ax, ay), (bx, by) = line
    ux, uy = bx - ax, by - ay
    areas = [ux * (y - ay) - uy * (x - ax) for x, y in polygon]
    nearest = max(min(areas), -max(areas))
    return nearest > 0 and nearest * nearest > reach * reach * (ux * ux + uy * uy)


@lru_cache(maxsize=1024)
def _under(a: Body, b: Body) -> Hull:
    return Hull(convex_hull(outline(a) + outline(b)), 0)


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
            yield ax + towards_zero((bx - ax) * k, parts), ay + towards_zero((by - ay) * k, parts)


def _levels(body: Body, parts: int) -> tuple[int, ...]:
    bottom, height = FINE * body.pose.z, FINE * body.height
    return tuple(bottom + height * k // parts for k in range(parts + 1))


def _eyes(observer: Body, target: Body) -> Corners:
    centre = (FINE * observer.pose.x, FINE * observer.pose.y)
    return (centre, *_facing_points(observer, target, _EYE_PARTS))


def _in_the_way(observer: Body, target: Body, rays: Hull, blockers: Iterable[Volume]) -> Iterator[_Block]:
    """Leave out the volumes that are flat, or that no ray comes to."""
    around = _box_around(observer, target)
    low = FINE * min(observer.pose.z, target.pose.z)
    high = FINE * max(observer.pose.z + observer.height, target.pose.z + target.height)
    for blocker in blockers:
        polygon = fine(blocker.polygon)
        z0, z1 = FINE * blocker.z0, FINE * blocker.z1
        level = max(z0, low) < min(z1, high)
        if level and boxes_meet(around, bounds(polygon)) and hull_overlaps_polygon(rays, polygon):
            yield _Block(polygon, z0, z1, *_ring_about(polygon))


@lru_cache(maxsize=1024)
def _ring_about(polygon: Polygon) -> tuple[int, int, int]:
    """Give the centre of a circle that encloses a polygon, and the square of its radius."""
    x0, y0, x1, y1 = bounds(polygon)
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    return x, y, max((ax - x) ** 2 + (ay - y) ** 2 for ax, ay in polygon)


def _shadows(eye: Point, point: Point, volumes: Iterable[_Block]) -> list[_Shadow]:
    """List where the plan of a ray runs inside a volume, and from which height to which."""
    (x, y), ux, uy = eye, point[0] - eye[0], point[1] - eye[1]
    length = ux * ux + uy * uy
    found: list[_Shadow] = []
    for volume in volumes:
        area = ux * (volume.y - y) - uy * (volume.x - x)
        # a line that passes the circle around a volume passes the volume
        if area * area <= volume.square * length:
            found += [(*passage, volume.z0, volume.z1) for passage in passages(eye, point, volume.polygon)]
    return found


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


class _Scene(NamedTuple):
    """What the rays between two bodies run between and past; no ray passes over or under a wall."""

    eyes: Corners
    eye_levels: tuple[int, ...]
    points: Corners
    levels: tuple[int, ...]
    walls: tuple[_Block, ...]
    volumes: tuple[_Block, ...]
    screens: tuple[Polygon, ...]


def _scene(observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon]) -> _Scene:
    eyes, points = _eyes(observer, target), _facing_points(target, observer, _TARGET_PARTS)
    eye_levels, levels = _levels(observer, _EYE_LEVELS), _levels(target, _TARGET_LEVELS)
    rays = Hull(convex_hull(eyes + points), 0)
    low, high = min(eye_levels[0], levels[0]), max(eye_levels[-1], levels[-1])
    walls: list[_Block] = []
    volumes: list[_Block] = []
    for block in _in_the_way(observer, target, rays, blockers):
        (walls if block.z0 < low and high < block.z1 else volumes).append(block)
    across = tuple(screen for screen in map(fine, screens) if hull_overlaps_polygon(rays, screen))
    return _Scene(eyes, eye_levels, points, levels, tuple(walls), tuple(volumes), across)


def _shut_off(scene: _Scene, eye: Point, point: Point) -> bool:
    """Decide whether the plan of a ray meets a wall, or leaves a screen again on its way."""
    if any(passages(eye, point, wall.polygon) for wall in scene.walls):
        return True
    return any(n1 < d1 for screen in scene.screens for _, _, n1, d1 in passages(eye, point, screen))


def _hidden(scene: _Scene, point: Point) -> tuple[int, ...]:
    """List the heights over a point that no eye sees."""
    hidden = scene.levels
    for eye in scene.eyes:
        if _shut_off(scene, eye, point):
            continue
        shadows = _shadows(eye, point, scene.volumes)
        hidden = tuple(h for h in hidden if not any(_clear(e, h, shadows) for e in scene.eye_levels)) if shadows else ()
        if not hidden:
            break
    return hidden


def _seen(
    observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon]
) -> Iterator[tuple[int, int]]:
    """Go through the target's points from one to the next: how many of its heights are seen, of all."""
    scene = _scene(observer, target, blockers, screens)
    total, barred = len(scene.levels), scene.walls or scene.volumes or scene.screens
    for point in scene.points:
        yield total - (len(_hidden(scene, point)) if barred else 0), total


def visible_share(
    observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon] = ()
) -> tuple[int, int]:
    """Count the points of the target that some eye of the observer sees, and all that face it."""
    counts = tuple(_seen(observer, target, blockers, screens))
    return sum(seen for seen, _ in counts), sum(total for _, total in counts)


def sees_all(observer: Body, target: Body, blockers: Iterable[Volume], screens: Iterable[Polygon] = ()) -> bool:
    """Decide whether every point of the target that faces the observer is seen."""
    return all(seen == total for seen, total in _seen(observer, target, blockers, screens))


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
