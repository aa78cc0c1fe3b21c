"""Bodies on a board: what they stand on, where, and which way they face.

Lengths are thousandths of an inch, facings tenths of a degree: 0 looks along +x, 900 along +y.
Corners are worked out in half thousandths, so that the halves of odd lengths stay whole.
"""

from enum import IntEnum
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudicator.board.hulls import Corners, Hull, convex_hull
from adjudicator.board.polygons import Polygon
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
    "fine",
    "hull_base",
    "hull_of",
    "outline",
    "oval_base",
    "rect_polygon",
    "round_base",
    "spokes",
    "to_nearest",
    "turned",
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


def fine(polygon: Polygon) -> Polygon:
    """Bring corners from thousandths to the half thousandths of hulls."""
    return tuple((FINE * x, FINE * y) for x, y in polygon)


def turned(body: Body, facing: int) -> Body:
    """Turn a body on the spot."""
    return replace(body, pose=replace(body.pose, facing=facing))


def to_nearest(numerator: int, denominator: int) -> int:
    """Divide to the nearest whole number, halves away from 0, so that mirror images agree."""
    half = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half if numerator >= 0 else -half


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


def outline(body: Body) -> Corners:
    """Give the outline of a base as a convex polygon in half thousandths, counter-clockwise.

    A disc is cut to the same 16 corners whichever way it faces.
    """
    x, y = FINE * body.pose.x, FINE * body.pose.y
    facing = 0 if body.base.shape == Shape.ROUND else body.pose.facing
    return tuple((x + dx, y + dy) for dx, dy in _outline(body.base, facing))


def hull_of(body: Body) -> Hull:
    """Give the base as a hull in half thousandths; that of a disc is exact."""
    if body.base.shape == Shape.ROUND:
        return Hull(((FINE * body.pose.x, FINE * body.pose.y),), body.base.length)
    return Hull(outline(body), 0)
