"""Distances between bodies, in thousandths of an inch, decided exactly and recorded rounded down.

Horizontal distances run between the nearest parts of two bases, vertical ones between the heights
of the bases; a straight distance takes both. To lie within a limit includes the limit.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import isqrt

from adjudicator.board.bodies import FINE, Body, Rect, Shape, box_of, core_of, fine, hull_of, reach_of
from adjudicator.board.hulls import (
    LEAST_CORNERS,
    Corners,
    Hull,
    Squared,
    nearer_than,
    overlap,
    sides,
    spread,
    whole_root,
)
from adjudicator.board.polygons import (
    Box,
    Polygon,
    bounds,
    boxes_meet,
    hull_in_polygon,
    hull_overlaps_polygon,
    hull_to_border,
    point_in_polygon,
    point_side,
)

__all__ = [
    "any_within_both",
    "border_gap_within",
    "flat_gap",
    "flat_gap_below",
    "flat_gap_within",
    "gap",
    "group_box",
    "groups_apart",
    "hang_together",
    "height_gap",
    "hull_in_rect",
    "inside",
    "inside_polygon",
    "least_gap",
    "link_counts",
    "linked_groups",
    "overlapping",
    "overlapping_pairs",
    "overlaps_any",
    "overlaps_polygon",
    "point_gap",
    "point_gap_within",
    "polygon_gap",
    "polygon_gap_within",
    "touching",
    "wholly_within",
    "wholly_within_of_point",
    "within",
    "within_both",
]

_ROUND = Shape.ROUND


def _between(a: Body, b: Body) -> tuple[Squared, int]:
    """Give the squared distance of the hulls' corners and the radii to take off it."""
    one, other = hull_of(a), hull_of(b)
    return spread(one.corners, other.corners), one.radius + other.radius


def _beyond(a: Body, b: Body, reach: int) -> bool:
    """Rule out cheaply: every base lies within reach of its centre."""
    dx, dy = FINE * (a.pose.x - b.pose.x), FINE * (a.pose.y - b.pose.y)
    far = reach + reach_of(a.base) + reach_of(b.base)
    return dx * dx + dy * dy > far * far


def flat_gap_within(a: Body, b: Body, limit: int) -> bool:
    """Decide whether two bases are at most `limit` apart horizontally."""
    one, other = a.base, b.base
    if one.shape == _ROUND == other.shape:
        p, q = a.pose, b.pose
        dx, dy = p.x - q.x, p.y - q.y
        reach = one.length + other.length + limit + limit
        return 4 * (dx * dx + dy * dy) <= reach * reach and limit >= 0
    if limit < 0 or _beyond(a, b, FINE * limit):
        return False
    if _cores_within(a, b, limit):
        return True
    squared, radii = _between(a, b)
    return nearer_than(squared, radii + FINE * limit, touching=True)


def flat_gap_below(a: Body, b: Body, limit: int) -> bool:
    """Decide whether two bases are less than `limit` apart horizontally."""
    if limit <= 0 or _beyond(a, b, FINE * limit):
        return False
    if _cores_within(a, b, limit - 1):
        return True
    squared, radii = _between(a, b)
    return nearer_than(squared, radii + FINE * limit, touching=False)


def _cores_within(a: Body, b: Body, limit: int) -> bool:
    """Decide cheaply: what lies about the centre of a base belongs to it."""
    dx, dy = a.pose.x - b.pose.x, a.pose.y - b.pose.y
    near = limit + core_of(a.base) + core_of(b.base)
    return dx * dx + dy * dy <= near * near


def height_gap(a: Body, b: Body) -> int:
    """Measure the difference between the heights of two bases."""
    return abs(a.pose.z - b.pose.z)


def within(a: Body, b: Body, limit: int) -> bool:
    """Decide whether two bodies are at most `limit` apart in a straight line."""
    rise = a.pose.z - b.pose.z
    if not rise:
        return flat_gap_within(a, b, limit)
    if not flat_gap_within(a, b, limit) or abs(rise) > limit:
        return False
    squared, radii = _between(a, b)
    return _side_of(squared, radii, FINE * FINE * (limit * limit - rise * rise)) <= 0


def _side_of(squared: Squared, radii: int, square: int) -> int:
    """Compare root(squared) with radii + root(square): -1, 0 or 1."""
    num, den = squared
    rest = num - (radii * radii + square) * den
    if rest <= 0:
        return 0 if rest == 0 == radii * square else -1
    over = rest * rest - 4 * radii * radii * square * den * den
    return (over > 0) - (over < 0)


def within_both(a: Body, b: Body, flat: int, vertical: int) -> bool:
    """Decide whether two bodies keep a horizontal and a vertical limit, each on its own."""
    return abs(a.pose.z - b.pose.z) <= vertical and flat_gap_within(a, b, flat)


def any_within_both(bodies: Collection[Body], others: Collection[Body], flat: int, vertical: int) -> bool:
    """Decide whether some body keeps both limits from some other; what is far apart costs next to nothing."""
    several = len(bodies) > 1 and len(others) > 1
    if several and groups_apart(_kept_box(tuple(bodies)), _kept_box(tuple(others)), flat):
        return False
    for body in bodies:
        x, y, reach = body.pose.x, body.pose.y, flat + body.base.length + body.base.width
        for other in others:
            pose, far = other.pose, reach + other.base.length + other.base.width
            near = -far <= pose.x - x <= far and -far <= pose.y - y <= far
            if near and within_both(body, other, flat, vertical):
                return True
    return False


def groups_apart(box: Box, other: Box, flat: int) -> bool:
    """Tell cheaply that no two bodies of two groups, by their boxes, are within a horizontal limit."""
    return box[0] > other[2] + flat or other[0] > box[2] + flat or box[1] > other[3] + flat or other[1] > box[3] + flat


def group_box(bodies: Collection[Body]) -> Box:
    """Give a box of thousandths that no base of a group leaves.

    No corner lies farther from its centre than length and width. Raises ValueError where the group is empty.
    """
    xs = [body.pose.x for body in bodies]
    ys = [body.pose.y for body in bodies]
    far = max([body.base.length + body.base.width for body in bodies])
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


_kept_box = lru_cache(maxsize=1024)(group_box)


def _floor_gap(squared: Squared, radii: int) -> int:
    return max(0, (whole_root(squared) - radii) // FINE)


def flat_gap(a: Body, b: Body) -> int:
    """Measure the horizontal distance of two bases, rounded down; 0 when they meet."""
    one, other, p, q = a.base, b.base, a.pose, b.pose
    if one.shape == _ROUND == other.shape:
        dx, dy = FINE * (p.x - q.x), FINE * (p.y - q.y)
        return max(0, (isqrt(dx * dx + dy * dy) - one.length - other.length) // FINE)
    return _floor_gap(*_between(a, b))


def gap(a: Body, b: Body) -> int:
    """Measure the straight distance of two bodies, rounded down; 0 when they meet."""
    rise = height_gap(a, b)
    if not rise:
        return flat_gap(a, b)
    squared, radii = _between(a, b)
    flat = _floor_gap(squared, radii)
    if nearer_than(squared, radii, touching=True):
        return flat or rise
    least = isqrt(flat * flat + rise * rise)
    square = FINE * FINE * ((least + 1) ** 2 - rise * rise)
    return least + (_side_of(squared, radii, square) >= 0)


def touching(a: Body, b: Body, slack: int = 10) -> bool:
    """Decide whether two bases stand against each other: both gaps at most `slack`."""
    return within_both(a, b, slack, slack)


def overlapping(a: Body, b: Body) -> bool:
    """Decide whether two bodies fill the same space; bases that touch do not."""
    p, q, one, other = a.pose, b.pose, a.base, b.base
    if p.z >= q.z + b.height or q.z >= p.z + a.height:
        return False
    if one.shape == _ROUND == other.shape:
        dx, dy, reach = FINE * (p.x - q.x), FINE * (p.y - q.y), one.length + other.length
        return dx * dx + dy * dy < reach * reach
    if not boxes_meet(box_of(a), box_of(b)):
        return False
    return overlap(hull_of(a), hull_of(b))


def overlapping_pairs(bodies: Sequence[Body]) -> Iterator[tuple[int, int]]:
    """Find the places in `bodies` of each two that fill the same space, swept from left to right."""
    swept = sorted((box_of(body), place) for place, body in enumerate(bodies))
    for n, ((_, bottom, right, top), place) in enumerate(swept):
        for (left, low, _, high), other in swept[n + 1 :]:
            # whoever follows begins as far right as this one, or further
            if left >= right:
                break
            if low < top and bottom < high and overlapping(bodies[place], bodies[other]):
                yield place, other


def overlaps_any(body: Body, others: Iterable[Body]) -> bool:
    """Decide whether a body fills some space of any other; what stands far off costs next to nothing."""
    x, y, reach = body.pose.x, body.pose.y, body.base.length + body.base.width
    for other in others:
        pose, far = other.pose, reach + other.base.length + other.base.width
        if -far <= pose.x - x <= far and -far <= pose.y - y <= far and overlapping(body, other):
            return True
    return False


def least_gap(bodies: Iterable[Body], others: Sequence[Body]) -> int:
    """Measure the straight distance of two groups, rounded down; no pair is measured that cannot be the closest.

    Raises ValueError where a group is empty.
    """
    best = -1
    for body in bodies:
        for other in others:
            if best < 0 or not _beyond(body, other, FINE * best):
                best = gap(body, other) if best < 0 else min(best, gap(body, other))
    if best < 0:
        message = "a distance is measured from or to nobody"
        raise ValueError(message)
    return best


def inside(body: Body, rect: Rect) -> bool:
    """Decide whether a whole base stands in a rectangle, borders included."""
    x0, y0, x1, y1 = box_of(body)
    return FINE * rect.x0 <= x0 and x1 <= FINE * rect.x1 and FINE * rect.y0 <= y0 and y1 <= FINE * rect.y1


def hull_in_rect(hull: Hull, rect: Rect) -> bool:
    """Decide whether a hull lies in a rectangle of thousandths, borders included."""
    corners, radius = hull
    return all(
        FINE * rect.x0 <= x - radius
        and x + radius <= FINE * rect.x1
        and FINE * rect.y0 <= y - radius
        and y + radius <= FINE * rect.y1
        for x, y in corners
    )


def inside_polygon(body: Body, polygon: Polygon) -> bool:
    """Decide whether a whole base stands in a polygon, borders included."""
    ground = fine(polygon)
    return boxes_meet(box_of(body), bounds(ground)) and hull_in_polygon(hull_of(body), ground)


def overlaps_polygon(body: Body, polygon: Polygon) -> bool:
    """Decide whether some part of a base stands in a polygon; touching its border is none."""
    ground = fine(polygon)
    return boxes_meet(box_of(body), bounds(ground)) and hull_overlaps_polygon(hull_of(body), ground)


def border_gap_within(body: Body, polygon: Polygon, limit: int) -> bool:
    """Decide whether the border of a polygon, seen from in or out, is at most `limit` away."""
    return limit >= 0 and hull_to_border(hull_of(body), fine(polygon), FINE * limit)


def polygon_gap_within(body: Body, polygon: Polygon, limit: int) -> bool:
    """Decide whether a base is at most `limit` from a polygon horizontally, 0 when within it."""
    if limit < 0:
        return False
    return _centred_in(body, polygon) or border_gap_within(body, polygon, limit)


def _centred_in(body: Body, polygon: Polygon) -> bool:
    return point_in_polygon((body.pose.x, body.pose.y), polygon)


def polygon_gap(body: Body, polygon: Polygon) -> int:
    """Measure the horizontal distance from a base to a polygon, rounded down; 0 when they meet."""
    if _centred_in(body, polygon):
        return 0
    corners, radius = hull_of(body)
    return min(_floor_gap(spread(corners, side), radius) for side in sides(fine(polygon)))


def _to_point(body: Body, x: int, y: int) -> tuple[Squared, int]:
    corners, radius = hull_of(body)
    return spread(corners, ((FINE * x, FINE * y),)), radius


def point_gap_within(body: Body, x: int, y: int, limit: int) -> bool:
    """Decide whether the nearest part of a base is at most `limit` from a point, horizontally."""
    pose, base = body.pose, body.base
    dx, dy = pose.x - x, pose.y - y
    far = limit + base.length + base.width
    if limit < 0 or dx > far or -dx > far or dy > far or -dy > far:
        return False
    if base.shape == _ROUND:
        reach = base.length + limit + limit
        return 4 * (dx * dx + dy * dy) <= reach * reach
    squared, radius = _to_point(body, x, y)
    return nearer_than(squared, radius + FINE * limit, touching=True)


def point_gap(body: Body, x: int, y: int) -> int:
    """Measure the horizontal distance from a base to a point, rounded down; 0 when on it."""
    return _floor_gap(*_to_point(body, x, y))


def wholly_within(a: Body, b: Body, limit: int) -> bool:
    """Decide whether every part of `a`'s base is at most `limit` from `b`'s base, horizontally."""
    if limit < 0 or _sticks_out(a, b, limit):
        return False
    return _covered(hull_of(a), hull_of(b), FINE * limit)


def _sticks_out(a: Body, b: Body, limit: int) -> bool:
    """Rule out cheaply: the far side of what lies about the centre of `a` is beyond all that `b` reaches."""
    dx, dy = FINE * (a.pose.x - b.pose.x), FINE * (a.pose.y - b.pose.y)
    far = FINE * (limit - core_of(a.base)) + reach_of(b.base)
    return far < 0 or dx * dx + dy * dy > far * far


def wholly_within_of_point(body: Body, x: int, y: int, limit: int) -> bool:
    """Decide whether every part of a base is at most `limit` from a point, horizontally."""
    return limit >= 0 and _covered(hull_of(body), Hull(((FINE * x, FINE * y),), 0), FINE * limit)


def _covered(inner: Hull, outer: Hull, grown: int) -> bool:
    """Decide whether `outer`, grown, covers `inner`; convex, so its corners speak for it."""
    spare = outer.radius + grown - inner.radius
    if spare >= 0:
        return all(nearer_than(spread((corner,), outer.corners), spare, touching=True) for corner in inner.corners)
    return all(_deep_in(corner, outer.corners, -spare) for corner in inner.corners)


def _deep_in(point: tuple[int, int], corners: Corners, depth: int) -> bool:
    """Decide whether a point lies inside a polygon and at least `depth` from its sides."""
    if len(corners) < LEAST_CORNERS or point_side(point, corners) <= 0:
        return False
    return not any(nearer_than(spread((point,), side), depth, touching=False) for side in sides(corners))


def _links(bodies: Sequence[Body], flat: int, vertical: int) -> list[list[int]]:
    links: list[list[int]] = [[] for _ in bodies]
    far = flat + 2 * max((body.base.length + body.base.width for body in bodies), default=0)
    for i, body in enumerate(bodies):
        x, y = body.pose.x, body.pose.y
        for j in range(i):
            pose = bodies[j].pose
            # whatever is farther than this along one axis is no link, and needs no measuring
            if -far <= x - pose.x <= far and -far <= y - pose.y <= far and within_both(body, bodies[j], flat, vertical):
                links[i].append(j)
                links[j].append(i)
    return links


def link_counts(bodies: Sequence[Body], flat: int, vertical: int) -> tuple[int, ...]:
    """Count for each body the others that keep both limits from it."""
    return tuple(len(near) for near in _links(bodies, flat, vertical))


def linked_groups(bodies: Sequence[Body], flat: int, vertical: int) -> tuple[tuple[int, ...], ...]:
    """Gather bodies, by index, that hang together through links that keep both limits.

    Groups run in the order of their least index, and indices upwards in each.
    """
    links = _links(bodies, flat, vertical)
    grouped: set[int] = set()
    return tuple(_flood(start, links, grouped) for start in range(len(bodies)) if start not in grouped)


def hang_together(bodies: Sequence[Body], flat: int, vertical: int, least: int) -> bool:
    """Decide whether bodies are one group of links that keep both limits, each with at least so many links."""
    links = _links(bodies, flat, vertical)
    return all(len(near) >= least for near in links) and len(_flood(0, links, set())) == len(bodies)


def _flood(start: int, links: list[list[int]], grouped: set[int]) -> tuple[int, ...]:
    found, at = [start], 0
    grouped.add(start)
    while at < len(found):
        fresh = [near for near in links[found[at]] if near not in grouped]
        grouped.update(fresh)
        found += fresh
        at += 1
    return tuple(sorted(found))
