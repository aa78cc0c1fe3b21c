"""AN-ASSAULT-04, direct ways: what no way may meet, and whether one that goes round it goes round no more than it must.

The most direct legal path of a model is the straight line to where it ends. Where that is not legal its way may have
corners, and each of them has to be needed: nothing is left out by going straight from a point of the way to a later
one, and none is cut by going straight from an inch before it to an inch behind it, along the way (from a base's length
where that is more). Ground that has to be tested for stands in nobody's way. Which way round is the player's choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import (
    Body,
    Path,
    Point,
    Polygon,
    Pose,
    Rect,
    Shape,
    along,
    crosses,
    crosses_polygon,
    leaves,
    path_length,
)
from adjudicator.rulesets.antares.model.derived import derived_of
from adjudicator.rulesets.antares.model.distances import Box, bodies_of, box_of, boxes_meet, field
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.state import INCH, Game, enemies_of, models_of
from adjudicator.rulesets.antares.rules.movement.move_progress import Course
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import IMPASSABLE, ground_of, parts_of, pieces_of

DIRECT = ("assault", "countercharge")
SLACK = INCH // 100
CUT = INCH
LEG = 2


class EnemyModel(Struct, frozen=True):
    """An enemy model that is not passed through."""

    unit: str
    model: str
    body: Body


class Barrier(Struct, frozen=True):
    """One thing that is not gone through, the box around it, and the ground of a piece of terrain part by part."""

    what: TerrainPiece | EnemyModel
    box: Box
    parts: tuple[Polygon, ...] = ()

    def met(self, body: Body, path: Path) -> bool:
        """Tell whether a way goes through it."""
        if isinstance(self.what, EnemyModel):
            return crosses(body, path, self.what.body)
        return any(crosses_polygon(body, path, part) for part in self.parts)


class Barriers(Struct, frozen=True):
    """What the models of a unit may not meet on their way: the edge of the table, impassable terrain, enemies."""

    table: Rect
    rows: tuple[Barrier, ...]

    def on(self, body: Body, path: Path) -> Iterator[Barrier]:
        """AN-TERRAIN-26 Give the terrain and the enemies that a way goes through."""
        points, far = _points(body, path), reach_of(body)
        around = box_of(points, far)
        for row in self.rows:
            if boxes_meet(around, row.box) and not _misses_box(points, far, row.box) and row.met(body, path):
                yield row

    def clear(self, body: Body, path: Path) -> bool:
        """Tell whether a way meets nothing of all this."""
        return not leaves(body, path, self.table) and next(self.on(body, path), None) is None

    def near(self, body: Body, points: Iterable[Point]) -> Barriers:
        """Leave out what no straight line between some points can meet."""
        around = box_of(points, reach_of(body))
        return Barriers(self.table, tuple(row for row in self.rows if boxes_meet(around, row.box)))


def barriers(game: Game, unit: str, spared: Sequence[str] = ()) -> Barriers:
    """List what stands in the way of a unit; enemies that it may pass through are spared."""
    kept, key = derived_of(game).barriers, (unit, tuple(spared))
    found: Barriers | None = kept.get(key)
    if found is None:
        found = kept[key] = _barriers(game, unit, spared)
    return found


def _barriers(game: Game, unit: str, spared: Sequence[str]) -> Barriers:
    pieces = (piece for piece in pieces_of(game) if piece.movement == IMPASSABLE)
    grounds = (Barrier(piece, box_of(ground_of(piece), 0), parts_of(piece)) for piece in pieces)
    rows = (enemy.id for enemy in enemies_of(game, unit) if enemy.id not in spared)
    enemies = (
        Barrier(EnemyModel(row, model.id, body), box_of(_points(body), reach_of(body)))
        for row in rows
        for model, body in zip(models_of(game, row), bodies_of(game, row), strict=True)
    )
    return Barriers(field(game), (*grounds, *enemies))


def _points(body: Body, path: Path = ()) -> list[Point]:
    return [(body.pose.x, body.pose.y), *((row.x, row.y) for row in path)]


def reach_of(body: Body) -> int:
    """Give a little more than a base reaches from its centre, however it is turned."""
    length, width = body.base.length, body.base.width
    return (length if body.base.round else length + width + (length + width) // 100) // 2 + 2


def _misses_box(points: Sequence[Point], far: int, box: Box) -> bool:
    """Tell cheaply of a single leg whether it stays aside of a box; of others that is not known."""
    if len(points) != LEG:
        return False
    (ax, ay), (bx, by) = points
    dx, dy, doubled = bx - ax, by - ay, box[1] - box[0] + box[3] - box[2]
    across = dx * (box[2] + box[3] - 2 * ay) - dy * (box[0] + box[1] - 2 * ax)
    # doubled, as the middle of the box is; no corner of it is farther from that than half its sides together
    return across * across > (doubled + 2 * far) ** 2 * (dx * dx + dy * dy)


# -- corners that are not needed


class Detour(Struct, frozen=True):
    """A corner that is not needed: its place in the path, from 0, what going without it saves, and what is wrong.

    `reason` is "detour" where it can be left out, "wide-corner" where it can be cut.
    """

    reason: str
    corner: int
    saved: int


def detour(course: Course, stops: Barriers) -> Detour | None:
    """AN-ASSAULT-04 Find a corner of a legal way that is not needed; None where the way is direct."""
    if is_direct(course):
        return None
    near = stops.near(course.body, _points(course.body, course.path))
    return next(chain(_skipping_points(course, near), _cutting_corners(course, near)), None)


def is_direct(course: Course) -> bool:
    """Tell whether a way has no corner that counts."""
    least = path_length(course.body, course.path[-1:], pivots_free=True)
    return len(course.path) == 1 or course.length - least <= SLACK


def _skipping_points(course: Course, stops: Barriers) -> Iterator[Detour]:
    """Go straight from each point to each later one, the farthest first."""
    points = (course.body.pose, *course.path)
    for first in range(len(points) - 2):
        for last in range(len(points) - 1, first + 1, -1):
            saved = _saved(course.body, points[first : last + 1], stops)
            if saved:
                yield Detour("detour", first, saved)
                return


def _cutting_corners(course: Course, stops: Barriers) -> Iterator[Detour]:
    """Go straight from before each corner to behind it, over several legs where they are short."""
    body, path = course.body, course.path
    cut = max(CUT, body.base.length, body.base.width)
    for corner in range(len(path) - 1):
        gone = path_length(body, path[: corner + 1], pivots_free=True)
        before, after = along(body, path, gone - cut), along(body, path, gone + cut)
        start = before[-1] if before else body.pose
        saved = _saved(body, (start, *after[max(0, len(before) - 1) :]), stops)
        if saved:
            yield Detour("wide-corner", corner, saved)


def _saved(body: Body, points: Sequence[Pose], stops: Barriers) -> int:
    """Measure what is saved by going straight from the first point to the last; 0 where that is nothing, or illegal."""
    start, end = replace(body, pose=points[0]), points[-1]
    saved = path_length(start, tuple(points[1:]), pivots_free=True) - path_length(start, (end,), pivots_free=True)
    if saved <= SLACK:
        return 0
    return saved if any(stops.clear(start, way) for way in _straight_courses(body, points)) else 0


def _straight_courses(body: Body, points: Sequence[Pose]) -> Iterator[Path]:
    """Give the straight ways to the last point, facing on them as somewhere on the way that they replace."""
    end = points[-1]
    yield (end,)
    if body.base.shape != Shape.ROUND:
        for facing in dict.fromkeys(point.facing for point in points[:-1]):
            if facing != end.facing:
                yield replace(end, facing=facing), end
