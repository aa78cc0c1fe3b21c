"""Chapters 7 and 8, lines of sight worked out: straight lines in plan from the middle of one base to that of another.

What the line passes through lies on it: the inside of an area, the line of an obstacle, the inside of a base or of a
field. Nothing is measured from rims here, since inches of wood are counted along one line. Heights count only where a
piece has one: the line runs from the ground under the one to the ground under the other, and passes over a piece that
it nowhere dips into; a piece without a height is higher than any view, and models are never looked over but by size
(AN-SHOOT-08). Everything here is a function of values alone, so that lines of one state are worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from adjudicator.board.bodies import FINE, hull_of
from adjudicator.board.hulls import LEAST_CORNERS, Hull, Point, nearer_than, point_to_segment, spread
from adjudicator.board.inches import Body, point_in_polygon
from adjudicator.board.polygons import Passage, passages
from adjudicator.rulesets.antares.model.distances import Box, box_of, boxes_meet
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.state import INCH
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import (
    OBSTACLE,
    ground_of,
    lies_across,
    near_edge,
    parts_of,
    segments_meet,
    stands_in,
)
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority

THROUGH = 4 * INCH
BLOCKING, OBSCURING, MODELS = "blocking", "obscuring", "models"


class Line(NamedTuple):
    """What lies on a line of sight.

    `blocked`: nothing is seen along it; `cause` says why ("blocking", "obscuring" or "models") and `by` what does it
    (a piece or model; "" for obscuring terrain in all). `obscuring` are inches of obscuring terrain on it in
    thousandths, rounded down, those that bring no penalty too. `hindered` says that terrain on it brings the penalty of
    AN-ACC-22; `obstacles` are those that do. `fields` are the kinds of fields that it passes through, in order of name.
    """

    blocked: bool = False
    obscuring: int = 0
    obstacles: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    hindered: bool = False
    cause: str = ""
    by: str = ""


class Viewer(NamedTuple):
    """Who looks or is looked at: its unit, its body in plan, the height of its ground, its size class."""

    unit: str
    body: Body
    level: int = 0
    size: int = 0

    @property
    def point(self) -> Point:
        """The middle of its base."""
        return self.body.pose.x, self.body.pose.y


class Obstruction(NamedTuple):
    """A model that may stand in the way."""

    model: str
    unit: str
    size: int
    body: Body


class Field(NamedTuple):
    """A field: what it lies around, how far it reaches from there, and the unit whose own shots it lets pass."""

    kind: str
    unit: str
    bodies: tuple[Body, ...]
    reach: int


class Scene(NamedTuple):
    """What may lie on lines: terrain that matters to views, models and fields; `over` is option over_smaller_than."""

    pieces: tuple[TerrainPiece, ...]
    bulks: tuple[Obstruction, ...]
    fields: tuple[Field, ...]
    over: str


@lru_cache(maxsize=512)
def trace_lines(scene: Scene, group: tuple[Viewer, ...], others: tuple[Viewer, ...]) -> tuple[tuple[Line, ...], ...]:
    """AN-SHOOT-02 Work out the lines from each of a group to each of some others; both are whole units."""
    return tuple(_LineTracer(scene, row, group, others).lines() for row in group)


class _LineTracer:
    """One model of a group that looks at some others."""

    def __init__(self, scene: Scene, eye: Viewer, group: tuple[Viewer, ...], others: tuple[Viewer, ...]) -> None:
        self.scene, self.eye, self.group, self.others = scene, eye, group, others
        self.over = {word for piece in scene.pieces if stands_in(piece, eye.point) for word in piece.sees_over}
        around = box_of([other.point for other in (eye, *others)])
        self.pieces = [piece for piece in scene.pieces if boxes_meet(around, box_of(ground_of(piece)))]
        self.bulks = [
            (bulk, hull_of(bulk.body))
            for bulk in (() if MODELS in self.over else scene.bulks)
            if boxes_meet(around, _around(bulk.body))
        ]

    def lines(self) -> tuple[Line, ...]:
        return tuple(self._line(other) for other in self.others)

    def _line(self, target: Viewer) -> Line:
        """AN-SHOOT-04 AN-SHOOT-05 AN-SHOOT-06 Say what lies on the line to a target."""
        start, end = self.eye.point, target.point
        inside: list[Passage] = []
        obstacles: list[str] = []
        hindered, cause, by = False, "", ""
        for piece in self.pieces:
            on_line = self._passages(piece, target)
            if not on_line or piece.los in self.over:
                continue
            free = self._let_pass(piece, target)
            if piece.terrain_type == OBSTACLE:
                obstacles += [piece.id] * (not free and piece.los == OBSCURING)
            elif free or piece.los == OBSCURING:
                inside += on_line
            if piece.los == BLOCKING and not free:
                cause, by = cause or BLOCKING, by or piece.id
            hindered = hindered or (piece.los == OBSCURING and not free)
        length, beyond = _length(start, end, inside)
        if not cause and beyond:
            cause = OBSCURING
        if not cause:
            by = self._bulk_on(target)
            cause = MODELS if by else ""
        fields = tuple(sorted({field.kind for field in self.scene.fields if self._crosses(field, target)}))
        return Line(bool(cause), length, tuple(obstacles), fields, hindered, cause, by)

    def _passages(self, piece: TerrainPiece, target: Viewer) -> list[Passage]:
        """AN-TERRAIN-22 List where the line passes through a piece and not over it."""
        start, end = self.eye.point, target.point
        if piece.terrain_type == OBSTACLE:
            found = list(_cuts(piece, start, end)) if lies_across(piece, start, end) else []
        else:
            found = list(passages(start, end, ground_of(piece)))
        if not piece.height or not (self.eye.level or target.level):
            return found
        return [row for row in found if not _over(piece.height, self.eye.level, target.level, row)]

    def _let_pass(self, piece: TerrainPiece, target: Viewer) -> bool:
        """AN-TERRAIN-14 AN-TERRAIN-15 AN-ACC-23 Tell whether one of the two looks past a piece that is its own."""
        if piece.terrain_type != OBSTACLE:
            return _at_edge(piece, self.eye) or _at_edge(piece, target)
        return _defended(piece, self.group, target.point) or _defended(piece, self.others, self.eye.point)

    def _bulk_on(self, target: Viewer) -> str:
        """AN-SHOOT-04 AN-SHOOT-08 Name the first model on the line that blocks it, "" for none."""
        bar = {"target": target.size, "shooter": self.eye.size}.get(self.scene.over, max(target.size, self.eye.size))
        start, end = _fine(self.eye.point), _fine(target.point)
        own = (self.eye.unit, target.unit)
        for row, hull in self.bulks:
            if row.size >= bar and row.unit not in own and _enters(start, end, hull, 0):
                return row.model
        return ""

    def _crosses(self, field: Field, target: Viewer) -> bool:
        """AN-ACC-17 AN-ACC-25 Tell whether the line passes through a field; within one field nothing does."""
        if field.unit and field.unit == self.eye.unit:
            return False
        start, end = _fine(self.eye.point), _fine(target.point)
        hulls = [hull_of(body) for body in field.bodies]
        if not any(_enters(start, end, hull, field.reach) for hull in hulls):
            return False
        return not all(any(_enters(point, point, hull, field.reach) for hull in hulls) for point in (start, end))


# -- a line and what it passes


def _fine(point: Point) -> Point:
    return FINE * point[0], FINE * point[1]


def _around(body: Body) -> Box:
    """Give a box that no base leaves: no corner lies farther from its centre than length and width."""
    pose, far = body.pose, body.base.length + body.base.width
    return pose.x - far, pose.x + far, pose.y - far, pose.y + far


def _enters(start: Point, end: Point, hull: Hull, reach: int) -> bool:
    """Decide whether a line goes into a hull that is grown by a reach; to touch it is not to."""
    radius = hull.radius + FINE * reach
    if not radius:
        return len(hull.corners) >= LEAST_CORNERS and bool(passages(start, end, hull.corners))
    if len(hull.corners) == 1:
        return nearer_than(point_to_segment(hull.corners[0], start, end), radius, touching=False)
    if start == end and point_in_polygon(start, hull.corners):
        return True
    stretch = (start,) if start == end else (start, end)
    return nearer_than(spread(stretch, hull.corners), radius, touching=False)


def _cuts(piece: TerrainPiece, start: Point, end: Point) -> Iterator[Passage]:
    """Find where a line crosses the stretches of an obstacle; where it runs along one it counts from end to end."""
    ux, uy = end[0] - start[0], end[1] - start[1]
    for a, b in parts_of(piece):
        if not segments_meet(start, end, a, b):
            continue
        vx, vy = b[0] - a[0], b[1] - a[1]
        area = ux * vy - uy * vx
        if not area:
            yield 0, 1, 1, 1
            continue
        number = (a[0] - start[0]) * vy - (a[1] - start[1]) * vx
        number, area = (-number, -area) if area < 0 else (number, area)
        yield number, area, number, area


def _over(height: int, level: int, other: int, passage: Passage) -> bool:
    """AN-TERRAIN-16 Tell whether a line between two heights keeps at or above a height on a stretch of it."""
    n0, d0, n1, d1 = passage
    rise = other - level
    return level * d0 + rise * n0 >= height * d0 and level * d1 + rise * n1 >= height * d1


def _length(start: Point, end: Point, inside: Sequence[Passage]) -> tuple[int, bool]:
    """AN-SHOOT-05 Add up stretches, shared ground once, rounded down; and tell whether they exceed 4 inches."""
    if not inside:
        return 0, False
    share, reached = Fraction(0), Fraction(0)
    for low, high in sorted((Fraction(n0, d0), Fraction(n1, d1)) for n0, d0, n1, d1 in inside):
        share += max(Fraction(0), high - max(low, reached))
        reached = max(reached, high)
    square = share * share * ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    return isqrt(square.numerator // square.denominator), square > THROUGH * THROUGH


# -- who looks past what


def _at_edge(piece: TerrainPiece, look: Viewer) -> bool:
    """AN-TERRAIN-15 Tell whether somebody stands in an area, within 1 inch of its edge."""
    return stands_in(piece, look.point) and near_edge(piece, look.body)


def _defended(piece: TerrainPiece, group: Sequence[Viewer], point: Point) -> bool:
    """AN-TERRAIN-01 AN-TERRAIN-14 Tell whether most of a group are behind an obstacle, as seen from a point."""
    behind = sum(near_edge(piece, row.body) and lies_across(piece, row.point, point) for row in group)
    return is_majority(behind, len(group))
