"""Paths of bodies: how far they go, what their bases sweep over, where they leave the board.

A path is the waypoints after the start. On each leg a base first pivots on the spot, the shorter
way, to the facing of the leg's end, then slides in a straight line, rising or sinking evenly.
A slide sweeps the convex hull of its two ends, exactly. A pivot is swept in steps of at most
2.5 degrees by hulls that hold the arcs of all corners; they reach at most a four-thousandth of
the half diagonal and one thousandth of an inch beyond the arcs, and never fall short of them.
A path without waypoints is a body standing still; the start is a moment of every path.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.board.bodies import FINE, Base, Body, Path, Pose, Rect, Shape, fine, hull_of, spokes
from adjudicator.board.gaps import hull_in_rect
from adjudicator.board.hulls import (
    Corners,
    Hull,
    convex_hull,
    nearer_than,
    overlap,
    point_to_segment,
    scaled,
    sides,
    spread,
)
from adjudicator.board.polygons import Polygon, hull_overlaps_polygon, passages
from adjudicator.board.rounding import to_nearest
from adjudicator.board.sight import Volume
from adjudicator.board.sines import FULL_TURN, UNIT, cosine

__all__ = [
    "air_length",
    "along",
    "climb",
    "crosses",
    "crosses_polygon",
    "crosses_volume",
    "leaves",
    "length_inside",
    "moved",
    "path_length",
    "straight_length",
    "stretches",
    "sweeps_within",
]

_PIVOT_STEP = 25
_HALF_CIRCLE = FULL_TURN // 2
_PI_ABOVE = (3_141_592_654, 1_000_000_000)
_GRAIN = 64


class _Sweep(NamedTuple):
    """One stretch of a path: a hull that goes from one place and height to another."""

    near: Corners
    far: Corners
    radius: int
    low: int
    high: int


def moved(body: Body, path: Path) -> Body:
    """Put a body at the end of a path."""
    return replace(body, pose=path[-1]) if path else body


def _legs(body: Body, path: Path) -> Iterator[tuple[Pose, Pose]]:
    return pairwise((body.pose, *path) if path else (body.pose, body.pose))


def _pivot(start: int, end: int) -> int:
    """Give the turn from one facing to another, from half a turn back to half a turn on."""
    return (end - start + _HALF_CIRCLE - 1) % FULL_TURN - _HALF_CIRCLE + 1


def _root_above(number: int) -> int:
    """Take a root in units of 2**-64, rounded up; exact for squares."""
    root = isqrt(number << 2 * _GRAIN)
    return root + (root * root < number << 2 * _GRAIN)


def _ceiling(grains: int) -> int:
    return -(-grains >> _GRAIN)


def path_length(body: Body, path: Path, *, pivots_free: bool = False) -> int:
    """Measure the way of the part of a base that goes farthest, rounded up; heights do not count.

    The pivots of a round base are free. Every part slides alike, so a pivot adds the arc of the
    outermost part of any other base.
    """
    legs = tuple(_legs(body, path))
    slid = sum(_root_above((b.x - a.x) ** 2 + (b.y - a.y) ** 2) for a, b in legs)
    if pivots_free or body.base.shape == Shape.ROUND:
        return _ceiling(slid)
    turn = sum(abs(_pivot(a.facing, b.facing)) for a, b in legs)
    arc = _doubled_reach(body) * turn * _PI_ABOVE[0]
    return _ceiling(slid - (-arc // (2 * _HALF_CIRCLE * _PI_ABOVE[1])))


def _doubled_reach(body: Body) -> int:
    """Give twice the distance of the outermost part from the centre, in units of 2**-64."""
    length, width = body.base.length, body.base.width
    if body.base.shape == Shape.OVAL:
        return max(length, width) << _GRAIN
    return _root_above(length * length + width * width)


def along(body: Body, path: Path, distance: int) -> Path:
    """Cut a path off where the centre has slid so far, pivots free; its end is rounded to whole thousandths.

    A distance of 0 leaves nothing of it, one of its length or more all of it.
    """
    gone: list[Pose] = []
    left = max(0, distance) << _GRAIN
    for a, b in pairwise((body.pose, *path)):
        length = _root_above((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
        if length > left:
            return (*gone, _between(a, b, left, length)) if left else tuple(gone)
        gone.append(b)
        left -= length
    return tuple(gone)


def _between(a: Pose, b: Pose, part: int, whole: int) -> Pose:
    """Give the pose after a part of a slide."""
    x, y, z = (p + to_nearest((q - p) * part, whole) for p, q in ((a.x, b.x), (a.y, b.y), (a.z, b.z)))
    return Pose(x, y, z, b.facing)


def stretches(body: Body, path: Path, polygon: Polygon) -> tuple[tuple[int, int], ...]:
    """List the stretches of a way on which a base covers some part of a polygon, pivots free.

    A stretch runs from the last thousandth before the base covers it to the first after it has left it. Two corners
    are a line; of a base, the slides alone count.
    """
    found: list[tuple[int, int]] = []
    gone = 0
    for a, b in pairwise((body.pose, *path)):
        length = _root_above((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
        found += _leg_stretches(body, (a, b), (gone, length), polygon)
        gone += length
    return _joined(found)


def _leg_stretches(
    body: Body, leg: tuple[Pose, Pose], span: tuple[int, int], polygon: Polygon
) -> Iterator[tuple[int, int]]:
    """Find where a slide covers the border, side by side, and where its centre is within."""
    (a, b), (gone, length) = leg, span
    start = replace(body, pose=replace(a, facing=b.facing))
    if not crosses_polygon(start, (b,), polygon):
        return
    if not length:
        yield gone >> _GRAIN, _ceiling(gone)
        return
    for side in sides(polygon):
        if crosses_polygon(start, (b,), side):
            yield _side_stretch(start, b, span, side)
    for n0, d0, n1, d1 in passages((a.x, a.y), (b.x, b.y), polygon):
        yield (gone + length * n0 // d0) >> _GRAIN, _ceiling(gone - (-length * n1 // d1))


def _side_stretch(start: Body, end: Pose, span: tuple[int, int], side: Polygon) -> tuple[int, int]:
    """Find where a slide, which covers a side somewhere, comes to it and leaves it.

    Both are convex, so there is one such stretch.
    """
    gone, length = span
    low, high = gone >> _GRAIN, _ceiling(gone + length)

    def at(progress: int) -> Pose:
        return _between(start.pose, end, min(max(0, (progress << _GRAIN) - gone), length), length)

    def before(progress: int) -> bool:
        return not crosses_polygon(start, (at(progress),), side)

    def after(progress: int) -> bool:
        return not crosses_polygon(replace(start, pose=at(progress)), (end,), side)

    entered = low if not before(low) else _last(low, high, before)
    left = high if not after(high) else low + high - _last(low, high, lambda row: after(low + high - row))
    return entered, left


def _last(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Find the last number for which something holds that holds up to there, the first among them."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _joined(found: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for low, high in sorted(found):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return tuple(joined)


def straight_length(body: Body, path: Path) -> int:
    """Measure the straight line through the air to the end of a path, rounded up."""
    start, end = body.pose, moved(body, path).pose
    square = (end.x - start.x) ** 2 + (end.y - start.y) ** 2 + (end.z - start.z) ** 2
    return _ceiling(_root_above(square))


def air_length(body: Body, path: Path) -> int:
    """Measure a way through the air, heights and all, from waypoint to waypoint, rounded up."""
    squares = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2 + (b.z - a.z) ** 2 for a, b in _legs(body, path))
    return _ceiling(sum(map(_root_above, squares)))


def climb(body: Body, path: Path, threshold: int = 0) -> int:
    """Add up the heights climbed and descended, leaving out rises and dips up to `threshold`.

    A rise in several steps counts whole once it exceeds the threshold, pauses and lesser dips
    notwithstanding.
    """
    heights = (body.pose.z, *(pose.z for pose in path))
    total, low, high, way = 0, heights[0], heights[0], 0
    for z in heights[1:]:
        if way > 0 and z < high - threshold:
            total, low, way = total + high - low, z, -1
        elif way < 0 and z > low + threshold:
            total, high, way = total + high - low, z, 1
        elif way > 0:
            high = max(high, z)
        elif way < 0:
            low = min(low, z)
        else:
            low, high = min(low, z), max(high, z)
            way = ((z == high) - (z == low)) * (high - low > threshold)
    return total + (high - low if way else 0)


def length_inside(body: Body, path: Path, polygon: Polygon) -> int:
    """Measure how far the centre of a base goes inside a polygon, rounded up."""
    grains = 0
    for a, b in _legs(body, path):
        square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
        for n0, d0, n1, d1 in passages((a.x, a.y), (b.x, b.y), polygon):
            grains -= -_root_above(square) * (n1 * d0 - n0 * d1) // (d0 * d1)
    return _ceiling(grains)


def _sweeps(body: Body, a: Pose, b: Pose) -> Iterator[_Sweep]:
    """Cut a leg into what its base sweeps: the steps of the pivot, then the slide."""
    if body.base.shape != Shape.ROUND:
        for corners in _pivot_steps(body, a, b.facing):
            yield _Sweep(corners, corners, 0, a.z, a.z)
    near, radius = hull_of(replace(body, pose=replace(a, facing=b.facing)))
    far, _ = hull_of(replace(body, pose=b))
    yield _Sweep(near, far, radius, a.z, b.z)


def _pivot_steps(body: Body, pose: Pose, facing: int) -> Iterator[Corners]:
    turn = _pivot(pose.facing, facing)
    count = -(-abs(turn) // _PIVOT_STEP)
    facings = [(pose.facing + turn * k // count) % FULL_TURN for k in range(count + 1)] if count else []
    x, y = FINE * pose.x, FINE * pose.y
    for before, after in pairwise(facings):
        yield tuple((x + dx, y + dy) for dx, dy in _pivot_step(body.base, before, after))


@lru_cache(maxsize=8192)
def _pivot_step(base: Base, before: int, after: int) -> Corners:
    """Wrap one step about the centre: the corners before and after, and where the arcs' tangents meet."""
    wide = UNIT + cosine(abs(_pivot(before, after)))
    points = []
    for old, new in zip(spokes(base, before), spokes(base, after), strict=True):
        tip = (_outwards((p + q) * UNIT, wide) for p, q in zip(old, new, strict=True))
        points += [old, new, (next(tip), next(tip))]
    return convex_hull(points)


def _outwards(numerator: int, denominator: int) -> int:
    """Divide away from 0 and go one further, for the rounding of the corners divided."""
    if numerator >= 0:
        return 1 - (-numerator // denominator)
    return numerator // denominator - 1


def _strip(sweep: _Sweep, low: int, high: int, *, touching: bool) -> tuple[Corners, int] | None:
    """Wrap what is swept while the height is from `low` to `high`, and the scale it is given in.

    Without `touching` the height has to be strictly between.
    """
    rise = abs(sweep.high - sweep.low)
    first = max(0, low - sweep.low if sweep.high > sweep.low else sweep.low - high)
    last = min(rise, high - sweep.low if sweep.high > sweep.low else sweep.low - low)
    if not rise:
        met = low <= sweep.low <= high if touching else low < sweep.low < high
        return (convex_hull(sweep.near + sweep.far), 1) if met else None
    if first > last or (first == last and not touching):
        return None
    if (first, last) == (0, rise):
        return convex_hull(sweep.near + sweep.far), 1
    return convex_hull((*_at(sweep, first, rise), *_at(sweep, last, rise))), rise


def _at(sweep: _Sweep, part: int, whole: int) -> Corners:
    """Give the corners after a part of the slide, scaled by the whole."""
    return tuple(
        (ax * (whole - part) + bx * part, ay * (whole - part) + by * part)
        for (ax, ay), (bx, by) in zip(sweep.near, sweep.far, strict=True)
    )


def _far_off(body: Body, leg: tuple[Pose, Pose], other: Body, reach: int) -> bool:
    """Rule out a leg cheaply: no corner lies farther from its centre than length and width."""
    (near, to), at, one, two = leg, other.pose, body.base, other.base
    far = reach + one.length + one.width + two.length + two.width
    span = far // FINE + 1
    if (near.x + span < at.x and to.x + span < at.x) or (near.x - span > at.x and to.x - span > at.x):
        return True
    if (near.y + span < at.y and to.y + span < at.y) or (near.y - span > at.y and to.y - span > at.y):
        return True
    start, end, point = ((FINE * p.x, FINE * p.y) for p in (near, to, at))
    return not nearer_than(point_to_segment(point, start, end), far, touching=True)


def _near_sweeps(body: Body, path: Path, other: Body, reach: int) -> Iterator[_Sweep]:
    for leg in _legs(body, path):
        if not _far_off(body, leg, other, reach):
            yield from _sweeps(body, *leg)


def sweeps_within(body: Body, path: Path, other: Body, limit: int, vertical: int) -> bool:
    """Decide whether a base on its way is ever within both limits of another at one moment."""
    corners, radius = hull_of(other)
    low, high = other.pose.z - vertical, other.pose.z + vertical
    for sweep in _near_sweeps(body, path, other, FINE * limit) if limit >= 0 <= vertical else ():
        strip = _strip(sweep, low, high, touching=True)
        if strip:
            swept, scale = strip
            reach = (sweep.radius + radius + FINE * limit) * scale
            if nearer_than(spread(swept, scaled(corners, scale)), reach, touching=True):
                return True
    return False


def crosses(body: Body, path: Path, other: Body) -> bool:
    """Decide whether a body on its way ever fills some space of another; touching is not crossing."""
    corners, radius = hull_of(other)
    low, high = other.pose.z - body.height, other.pose.z + other.height
    for sweep in _near_sweeps(body, path, other, 0):
        strip = _strip(sweep, low, high, touching=False)
        if strip:
            swept, scale = strip
            still = Hull(scaled(corners, scale), radius * scale)
            if overlap(Hull(swept, sweep.radius * scale), still):
                return True
    return False


def crosses_volume(body: Body, path: Path, volume: Volume) -> bool:
    """Decide whether a body on its way ever fills some space of a volume; touching is not crossing."""
    ground = fine(volume.polygon)
    low, high = volume.z0 - body.height, volume.z1
    for leg in _legs(body, path):
        for sweep in _sweeps(body, *leg):
            strip = _strip(sweep, low, high, touching=False)
            if strip and hull_overlaps_polygon(Hull(strip[0], sweep.radius * strip[1]), scaled(ground, strip[1])):
                return True
    return False


def crosses_polygon(body: Body, path: Path, polygon: Polygon) -> bool:
    """Decide whether a base on its way ever covers some part of a polygon, whatever the height."""
    ground = fine(polygon)
    return any(
        hull_overlaps_polygon(Hull(convex_hull(sweep.near + sweep.far), sweep.radius), ground)
        for leg in _legs(body, path)
        for sweep in _sweeps(body, *leg)
    )


def leaves(body: Body, path: Path, rect: Rect) -> bool:
    """Decide whether some part of a base is ever outside a rectangle; its border is inside."""
    far = body.base.length + body.base.width
    return any(
        not hull_in_rect(Hull(corners, sweep.radius), rect)
        for leg in _legs(body, path)
        if not hull_in_rect(Hull(tuple((FINE * p.x, FINE * p.y) for p in leg), far), rect)
        for sweep in _sweeps(body, *leg)
        for corners in (sweep.near, sweep.far)
    )
