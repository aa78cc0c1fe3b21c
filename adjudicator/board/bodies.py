"""Bodies on a board: what they stand on, where, and which way they face.

Lengths are thousandths of an inch, facings tenths of a degree: 0 looks along +x, 900 along +y.
Corners are worked out in half thousandths, so that the halves of odd lengths stay whole.
"""

from enum import IntEnum
from functools import lru_cache
from math import isqrt
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudicator.board.hulls import Corners, Hull, convex_hull
from adjudicator.board.polygons import Box, Polygon
from adjudicator.board.rounding import to_nearest
from adjudicator.board.sines import FULL_TURN, UNIT, cosine, sine

__all__ = [
    "FINE",
    "OVAL_CORNERS",
    "Base",
    "Body",
    "Path",
    "Pose",
    "Rect",
    "Shape",
    "box_of",
    "core_of",
    "fine",
    "hull_base",
    "hull_of",
    "near_box",
    "outline",
    "oval_base",
    "reach_of",
    "rect_polygon",
    "round_base",
    "spokes",
    "turned",
    "way_box",
]

FINE = 2
OVAL_CORNERS = 16

Length: TypeAlias = Annotated[int, Meta(gt=0)]
Height: TypeAlias = Annotated[int, Meta(ge=0)]
Facing: TypeAlias = Annotated[int, Meta(ge=0, lt=FULL_TURN)]


class Shape(IntEnum):
    """How a base is cut: a disc, a rectangle, or an oval taken as a polygon of 16 corners."""

    ROUND = 1
    HULL = 2
    OVAL = 3


class Base(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A base: `length` along its facing, `width` across; both are the diameter of a round one."""

    length: Length
    width: Length
    shape: Shape

    def __post_init__(self) -> None:
        """Refuse a round base with two diameters."""
        if self.shape == Shape.ROUND and self.length != self.width:
            msg = f"a round base is {self.length} by {self.width}: give one diameter, or make it an oval"
            raise ValueError(msg)

    @property
    def round(self) -> bool:
        """Tell whether the base is a disc, for which no facing matters."""
        return self.shape == Shape.ROUND


class Pose(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a body stands: the centre of its base, the height of the base, and its facing."""

    x: int
    y: int
    z: int
    facing: Facing


class Body(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A model on the board, filling the upright prism over its base from z to z + height."""

    base: Base
    height: Height
    pose: Pose


class Rect(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An upright rectangle from its least to its greatest corner."""

    x0: int
    y0: int
    x1: int
    y1: int


Path: TypeAlias = tuple[Pose, ...]


def round_base(diameter: int) -> Base:
    """Make a round base."""
    return Base(diameter, diameter, Shape.ROUND)


def hull_base(length: int, width: int) -> Base:
    """Make a rectangular base, for what is measured from its hull."""
    return Base(length, width, Shape.HULL)


def oval_base(length: int, width: int) -> Base:
    """Make an oval base."""
    return Base(length, width, Shape.OVAL)


def rect_polygon(rect: Rect) -> Polygon:
    """Give the corners of a rectangle, counter-clockwise."""
    return ((rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1))


@lru_cache(maxsize=1024)
def fine(polygon: Polygon) -> Polygon:
    """Bring corners from thousandths to the half thousandths of hulls."""
    return tuple((FINE * x, FINE * y) for x, y in polygon)


def turned(body: Body, facing: int) -> Body:
    """Turn a body on the spot."""
    return replace(body, pose=replace(body.pose, facing=facing))


def _corner(along: int, across: int, facing: int, unit: int) -> tuple[int, int]:
    cos, sin = cosine(facing), sine(facing)
    return to_nearest(along * cos - across * sin, unit), to_nearest(along * sin + across * cos, unit)


def _ring(length: int, width: int, facing: int) -> Corners:
    steps = range(0, FULL_TURN, FULL_TURN // OVAL_CORNERS)
    return tuple(_corner(length * cosine(k), width * sine(k), facing, UNIT * UNIT) for k in steps)


def _box(length: int, width: int, facing: int) -> Corners:
    quarters = ((length, width), (-length, width), (-length, -width), (length, -width))
    return tuple(_corner(along, across, facing, UNIT) for along, across in quarters)


@lru_cache(maxsize=8192)
def spokes(base: Base, facing: int) -> Corners:
    """Give the corners of a base about its centre, always in one order; a disc has an oval's."""
    corners = _box if base.shape == Shape.HULL else _ring
    return corners(base.length, base.width, facing)


@lru_cache(maxsize=8192)
def _outline(base: Base, facing: int) -> Corners:
    return convex_hull(spokes(base, facing))


@lru_cache(maxsize=8192)
def _extent(base: Base, facing: int) -> tuple[int, int]:
    """Say how far a base reaches from its centre along x and y, to either side alike."""
    if base.shape == Shape.ROUND:
        return base.length, base.length
    corners = _outline(base, facing)
    return max(x for x, _ in corners), max(y for _, y in corners)


@lru_cache(maxsize=1024)
def reach_of(base: Base) -> int:
    """Give a length, in half thousandths, that no part of a base is farther from its centre than."""
    if base.shape == Shape.ROUND:
        return base.length
    if base.shape == Shape.OVAL:
        return max(base.length, base.width) + 1
    return isqrt(base.length**2 + base.width**2) + 2


def core_of(base: Base) -> int:
    """Give a length, in thousandths, that all within it of the centre is part of the base, however it is turned."""
    return min(base.length, base.width) * 7 // 16


# one command asks for the same pose many times over; the sizes bound what is kept
@lru_cache(maxsize=4096)
def outline(body: Body) -> Corners:
    """Give the outline of a base as a convex polygon in half thousandths, counter-clockwise.

    A disc is cut to the same 16 corners whichever way it faces.
    """
    x, y = FINE * body.pose.x, FINE * body.pose.y
    facing = 0 if body.base.shape == Shape.ROUND else body.pose.facing
    return tuple([(x + dx, y + dy) for dx, dy in _outline(body.base, facing)])


@lru_cache(maxsize=4096)
def hull_of(body: Body) -> Hull:
    """Give the base as a hull in half thousandths; that of a disc is exact."""
    if body.base.shape == Shape.ROUND:
        return Hull(((FINE * body.pose.x, FINE * body.pose.y),), body.base.length)
    return Hull(outline(body), 0)


def way_box(body: Body, path: Path, reach: int = 0) -> Box:
    """Enclose in thousandths all that comes within reach of a base on its way, and a little more."""
    xs, ys = [body.pose.x], [body.pose.y]
    for pose in path:
        xs.append(pose.x)
        ys.append(pose.y)
    # twice as far as any corner lies from its centre: enough for the tips of the arcs as well
    far = reach + body.base.length + body.base.width
    return min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far


def near_box(body: Body, box: Box) -> bool:
    """Tell cheaply whether a base may come into a box of thousandths; one that does not is no part of it."""
    (x0, y0, x1, y1), pose, far = box, body.pose, body.base.length + body.base.width
    return x0 - far <= pose.x <= x1 + far and y0 - far <= pose.y <= y1 + far


def box_of(body: Body) -> Box:
    """Enclose a base in the least upright box; a disc and its outline fill the same one."""
    x, y = FINE * body.pose.x, FINE * body.pose.y
    far_x, far_y = _extent(body.base, body.pose.facing)
    return x - far_x, y - far_y, x + far_x, y + far_y
