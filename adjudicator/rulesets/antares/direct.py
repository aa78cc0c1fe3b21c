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

from adjudicator.board.inches import Body, Path, Point, Pose, Rect, Shape, along, crosses, leaves, path_length
from adjudicator.rulesets.antares.courses import Course
from adjudicator.rulesets.antares.measure import bodies_of, field
from adjudicator.rulesets.antares.messages import TerrainPiece
from adjudicator.rulesets.antares.state import INCH, Game, enemies_of, models_of
from adjudicator.rulesets.antares.terrain import IMPASSABLE, ground_of, met, pieces_of

DIRECT = ("assault", "countercharge")
SLACK = INCH // 100
CUT = INCH


class Foe(Struct, frozen=True):
    """An enemy model that is not passed through."""

    unit: str
    model: str
    body: Body


class Barriers(Struct, frozen=True):
    """What the models of a unit may not meet on their way: the edge of the table, impassable terrain, enemies."""

    table: Rect
    pieces: tuple[TerrainPiece, ...]
    foes: tuple[Foe, ...]

    def on(self, body: Body, path: Path) -> Iterator[TerrainPiece | Foe]:
        """AN-TERRAIN-26 Name the terrain and the enemies that a way goes through."""
        yield from (piece for piece in self.pieces if met(piece, body, path))
        yield from (foe for foe in self.foes if crosses(body, path, foe.body))

    def clear(self, body: Body, path: Path) -> bool:
        """Tell whether a way meets nothing of all this."""
        return not leaves(body, path, self.table) and next(self.on(body, path), None) is None

    def near(self, course: Course) -> Barriers:
        """Leave out what no straight line between two points of a way can meet."""
        far = course.body.base.length + course.body.base.width
        around = _box(((each.x, each.y) for each in _points(course)), far)
        pieces = (each for each in self.pieces if _meet(around, _box(ground_of(each), 0)))
        foes = (each for each in self.foes if _meet(around, _around(each.body)))
        return Barriers(self.table, tuple(pieces), tuple(foes))


def barriers(game: Game, unit: str, spared: Sequence[str] = ()) -> Barriers:
    """List what stands in the way of a unit; enemies that it may pass through are spared."""
    rows = (each.id for each in enemies_of(game, unit) if each.id not in spared)
    foes = tuple(
        Foe(row, model.id, body)
        for row in rows
        for model, body in zip(models_of(game, row), bodies_of(game, row), strict=True)
    )
    return Barriers(field(game), tuple(each for each in pieces_of(game) if each.move == IMPASSABLE), foes)


def _points(course: Course) -> tuple[Pose, ...]:
    return (course.body.pose, *course.path)


def _box(points: Iterable[Point], far: int) -> tuple[int, int, int, int]:
    xs, ys = zip(*points, strict=True)
    return min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far


def _around(body: Body) -> tuple[int, int, int, int]:
    return _box([(body.pose.x, body.pose.y)], body.base.length + body.base.width)


def _meet(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]


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
    if len(course.path) == 1 or _straight(course):
        return None
    near = stops.near(course)
    return next(chain(_left_out(course, near), _cut(course, near)), None)


def _straight(course: Course) -> bool:
    return course.length - path_length(course.body, course.path[-1:], pivots_free=True) <= SLACK


def _left_out(course: Course, stops: Barriers) -> Iterator[Detour]:
    """Go straight from each point to each later one, the farthest first."""
    points = _points(course)
    for first in range(len(points) - 2):
        for last in range(len(points) - 1, first + 1, -1):
            saved = _saved(course.body, points[first : last + 1], stops)
            if saved:
                yield Detour("detour", first, saved)
                return


def _cut(course: Course, stops: Barriers) -> Iterator[Detour]:
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
    return saved if any(stops.clear(start, way) for way in _facing(body, points)) else 0


def _facing(body: Body, points: Sequence[Pose]) -> Iterator[Path]:
    """Give the straight ways to the last point, facing on them as somewhere on the way that they replace."""
    end = points[-1]
    yield (end,)
    if body.base.shape != Shape.ROUND:
        for facing in dict.fromkeys(each.facing for each in points[:-1]):
            if facing != end.facing:
                yield replace(end, facing=facing), end


__all__ = ["DIRECT", "Barriers", "Detour", "Foe", "barriers", "detour"]
