"""Polygons of any simple shape: containment, overlap and the passage of lines, decided exactly.

Corners may run either way round and the units are the caller's. A border belongs to its polygon,
but to run along a border or to touch it is not to cross.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TypeAlias

from adjudicator.board.hulls import (
    LEAST_CORNERS,
    Corners,
    Hull,
    Point,
    cross,
    nearer_than,
    parted,
    scaled,
    sides,
    spread,
)

__all__ = [
    "Box",
    "Passage",
    "Polygon",
    "bounds",
    "boxes_meet",
    "doubled_area",
    "hull_in_polygon",
    "hull_overlaps_polygon",
    "hull_to_border",
    "is_convex",
    "is_valid_polygon",
    "passages",
    "point_in_polygon",
    "point_side",
    "polygon_contains_polygon",
    "polygon_faults",
    "polygons_overlap",
    "segment_crosses_polygon",
]

Polygon: TypeAlias = Corners
Passage: TypeAlias = tuple[int, int, int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""An upright rectangle: its least x and y, its greatest x and y."""


@lru_cache(maxsize=1024)
def bounds(polygon: Polygon) -> Box:
    """Enclose a polygon in the least upright box."""
    return _box_about(polygon, 0)


def _box_about(corners: Corners, far: int) -> Box:
    xs, ys = zip(*corners, strict=True)
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


def boxes_meet(a: Box, b: Box) -> bool:
    """Decide whether what is inside two boxes could meet; borders that touch are no meeting."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def doubled_area(polygon: Polygon) -> int:
    """Measure twice the area, positive when the corners run counter-clockwise."""
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in sides(polygon))


@lru_cache(maxsize=1024)
def _winding(polygon: Polygon) -> int:
    """Give 1 for convex and counter-clockwise, -1 for convex and clockwise, 0 for the rest."""
    corners = [*polygon[-2:], *polygon]
    turns = [cross(a, b, c) for a, b, c in zip(corners, corners[1:], corners[2:], strict=False)]
    return (min(turns) >= 0) - (max(turns) <= 0)


def is_convex(polygon: Polygon) -> bool:
    """Decide whether a valid polygon nowhere bends inwards; straight corners are allowed."""
    return _winding(polygon) != 0


def polygon_faults(polygon: Polygon) -> tuple[str, ...]:
    """List every reason why corners bound no proper area, with its place and how to correct it."""
    if len(polygon) < LEAST_CORNERS:
        return (f"a polygon has {len(polygon)} corners: give at least {LEAST_CORNERS}",)
    return (*_corner_faults(polygon), *_side_faults(polygon)) or _area_faults(polygon)


def _area_faults(polygon: Polygon) -> tuple[str, ...]:
    return () if doubled_area(polygon) else ("the polygon has no area: its corners lie on one line",)


def _corner_faults(polygon: Polygon) -> Iterator[str]:
    seen: dict[Point, int] = {}
    for index, corner in enumerate(polygon):
        first = seen.setdefault(corner, index)
        if first != index:
            yield f"corner {index} repeats corner {first} at {corner}: leave one of them out"


def _side_faults(polygon: Polygon) -> Iterator[str]:
    last = len(polygon) - 1
    ends = (*pairwise(polygon), (polygon[-1], polygon[0]))
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(ends), 2):
        if j == i + 1 or (i == 0 and j == last):
            before, corner, after = (a, b, d) if j == i + 1 else (c, a, b)
            if cross(before, corner, after) == 0 and _turns_back(before, corner, after):
                yield f"sides {i} and {j} fold back at {corner}: leave that corner out"
        elif _segments_meet(a, b, c, d):
            yield f"sides {i} and {j} meet: order the corners along the border"


def _turns_back(before: Point, corner: Point, after: Point) -> bool:
    ux, uy = corner[0] - before[0], corner[1] - before[1]
    return ux * (after[0] - corner[0]) + uy * (after[1] - corner[1]) < 0


def _segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return spread((a, b) if a != b else (a,), (c, d) if c != d else (c,))[0] == 0


def is_valid_polygon(polygon: Polygon) -> bool:
    """Decide whether corners bound a simple polygon with an area."""
    return not polygon_faults(polygon)


def point_side(point: Point, polygon: Polygon) -> int:
    """Place a point: 1 within the polygon, 0 on its border, -1 without."""
    x, y = point
    within = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) or y in (ay, by):
            area = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if area == 0 and (ax <= x <= bx or bx <= x <= ax):
                return 0
            if (ay > y) != (by > y) and (area > 0) == (by > ay):
                within = not within
        ax, ay = bx, by
    return 1 if within else -1


def point_in_polygon(point: Point, polygon: Polygon) -> bool:
    """Decide whether a point lies in the polygon or on its border."""
    return point_side(point, polygon) >= 0


def passages(start: Point, end: Point, polygon: Polygon) -> tuple[Passage, ...]:
    """List the open stretches of a segment inside a polygon.

    A stretch is four numbers: from n0/d0 to n1/d1 of the way, with positive denominators.
    A segment of one point inside gives the whole way.
    """
    if start == end:
        return ((0, 1, 1, 1),) if point_side(start, polygon) > 0 else ()
    turn = _winding(polygon)
    return _through_convex(start, end, polygon, turn) if turn else _through_any(start, end, polygon)


def _through_convex(start: Point, end: Point, polygon: Polygon, turn: int) -> tuple[Passage, ...]:
    (x, y), (end_x, end_y) = start, end
    n0, d0, n1, d1 = 0, 1, 1, 1
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ux, uy = turn * (bx - ax), turn * (by - ay)
        here, there = ux * (y - ay) - uy * (x - ax), ux * (end_y - ay) - uy * (end_x - ax)
        if here <= 0 and there <= 0:
            return ()
        if here < 0 and -here * d0 > n0 * (there - here):
            n0, d0 = -here, there - here
        elif there < 0 and here * d1 < n1 * (here - there):
            n1, d1 = here, here - there
        ax, ay = bx, by
    return ((n0, d0, n1, d1),) if n0 * d1 < n1 * d0 else ()


def _through_any(start: Point, end: Point, polygon: Polygon) -> tuple[Passage, ...]:
    cuts = sorted({Fraction(0), Fraction(1), *_cuts(start, end, polygon)})
    return tuple(
        (*low.as_integer_ratio(), *high.as_integer_ratio())
        for low, high in pairwise(cuts)
        if _side_at((low + high) / 2, start, end, polygon) > 0
    )


def _cuts(start: Point, end: Point, polygon: Polygon) -> Iterator[Fraction]:
    for a, b in sides(polygon):
        here, there = cross(a, b, start), cross(a, b, end)
        left, right = cross(start, end, a), cross(start, end, b)
        if here != there and min(left, right) <= 0 <= max(left, right):
            at = Fraction(here, here - there)
            if 0 < at < 1:
                yield at


def _side_at(at: Fraction, start: Point, end: Point, polygon: Polygon) -> int:
    n, d = at.as_integer_ratio()
    point = (start[0] * (d - n) + end[0] * n, start[1] * (d - n) + end[1] * n)
    return point_side(point, scaled(polygon, d))


def segment_crosses_polygon(start: Point, end: Point, polygon: Polygon) -> bool:
    """Decide whether a segment passes through the inside of a polygon; to touch is not to cross."""
    return bool(passages(start, end, polygon))


def _border_enters(a: Polygon, b: Polygon) -> bool:
    return any(segment_crosses_polygon(start, end, b) for start, end in sides(a))


def _normal(polygon: Polygon) -> Polygon:
    """Write an area in one way: no straight corners, counter-clockwise, from the least corner."""
    ring = polygon if doubled_area(polygon) > 0 else polygon[::-1]
    after = ring[1:] + ring[:1]
    ring = tuple(b for (a, b), c in zip(sides(ring), after, strict=True) if cross(a, b, c))
    first = ring.index(min(ring))
    return ring[first:] + ring[:first]


def polygons_overlap(a: Polygon, b: Polygon) -> bool:
    """Decide whether two polygons share an area."""
    return _border_enters(a, b) or _border_enters(b, a) or _normal(a) == _normal(b)


def polygon_contains_polygon(outer: Polygon, inner: Polygon) -> bool:
    """Decide whether every part of `inner` lies in `outer`, borders included."""
    if _border_enters(outer, inner):
        return False
    return _border_enters(inner, outer) or _normal(inner) == _normal(outer)


def _inner_point_side(corners: Corners, polygon: Polygon) -> int:
    count = len(corners)
    middle = (sum(x for x, _ in corners), sum(y for _, y in corners))
    return point_side(middle, scaled(polygon, count))


def _border_cuts(hull: Hull, polygon: Polygon) -> bool:
    """Decide whether the border of a polygon enters the inside of a hull that has an area."""
    return any(_enters(side, hull) for side in _sides_near(hull, polygon, 0))


def _enters(side: tuple[Point, Point], hull: Hull) -> bool:
    corners, radius = hull
    if radius:
        return nearer_than(spread(corners, side), radius, touching=False)
    if len(corners) < LEAST_CORNERS:
        return not parted(corners, side, touching=True)
    return bool(_through_convex(*side, corners, 1))


def _sides_near(hull: Hull, polygon: Polygon, reach: int) -> Iterator[tuple[Point, Point]]:
    """Walk round the sides that are not beyond reach of the box around a hull."""
    x0, y0, x1, y1 = _box_about(hull.corners, hull.radius + reach)
    for side in sides(polygon):
        (ax, ay), (bx, by) = side
        if (ax >= x0 or bx >= x0) and (ax <= x1 or bx <= x1) and (ay >= y0 or by >= y0) and (ay <= y1 or by <= y1):
            yield side


def hull_overlaps_polygon(hull: Hull, polygon: Polygon) -> bool:
    """Decide whether a hull and a polygon share an area."""
    if not hull.radius and len(hull.corners) < LEAST_CORNERS:
        return False
    return _border_cuts(hull, polygon) or _inner_point_side(hull.corners, polygon) > 0


def hull_in_polygon(hull: Hull, polygon: Polygon) -> bool:
    """Decide whether a whole hull with an area lies in a polygon, borders included."""
    return _inner_point_side(hull.corners, polygon) > 0 and not _border_cuts(hull, polygon)


def hull_to_border(hull: Hull, polygon: Polygon, reach: int) -> bool:
    """Decide whether the border of a polygon comes within `reach` of a hull."""
    far = reach + hull.radius
    near = _sides_near(hull, polygon, reach)
    return any(nearer_than(spread(hull.corners, side), far, touching=True) for side in near)
