"""AN-ASSAULT-04, ways round: the shortest that leads a model past what stands in its way.

It goes from place to place beside the corners of that terrain and beside those enemies, and takes PATIENCE looks at
most: that no way is found does not say that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Point, Pose
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.state import INCH
from adjudicator.rulesets.antares.rules.assault import directness
from adjudicator.rulesets.antares.rules.assault.directness import Barrier, Barriers, EnemyModel
from adjudicator.rulesets.antares.rules.movement.move_progress import Course
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import OBSTACLE, ground_of

COMPASS: tuple[Point, ...] = (
    (100, 0),
    (92, 38),
    (71, 71),
    (38, 92),
    (0, 100),
    (-38, 92),
    (-71, 71),
    (-92, 38),
    (-100, 0),
    (-92, -38),
    (-71, -71),
    (-38, -92),
    (0, -100),
    (38, -92),
    (71, -71),
    (92, -38),
)
WIDER = 103
CLEAR_OF = INCH // 100
ASKEW = 25
FINER = 10
PATIENCE = 700
TOLERANCE = INCH


def shorter_path(course: Course, stops: Barriers) -> Course | None:
    """AN-ASSAULT-04 Find a way to the same end that is shorter by more than an inch, and direct itself; else None."""
    return None if directness.is_direct(course) else shortest_detour(course, stops, course.length - TOLERANCE - 1)


def shortest_detour(course: Course, stops: Barriers, most: int) -> Course | None:
    """AN-ASSAULT-04 Lead a model to its end by the shortest way past places beside what is in its way.

    None where none is found that is so short, or where it would not be direct.
    """
    path = _Search(course, stops.near(course.body, _around(course, most)), most).path()
    shorter = replace(course, path=path)
    return shorter if path and shorter.length <= most and directness.detour(shorter, stops) is None else None


def _around(course: Course, most: int) -> tuple[Point, Point]:
    """Give two corners of a square that holds every way so long."""
    start, end = course.body.pose, course.path[-1]
    x, y, far = (start.x + end.x) // 2, (start.y + end.y) // 2, most // 2 + 1
    return (x - far, y - far), (x + far, y + far)


# -- the search


class _Leg(Struct, frozen=True, order=True):
    """A leg that is still to be looked at: what its way comes to at least, its number, the points before it, its end.

    Lengths are 1024ths of a thousandth of an inch.
    """

    bound: int
    number: int
    gone: int
    way: Path
    to: Pose


class _Search:
    """The shortest way past places that come up as legs are found to be blocked; legs are looked at in their turn."""

    def __init__(self, course: Course, stops: Barriers, most: int) -> None:
        self.body, self.end = course.body, course.path[-1]
        self.stops, self.unknown, self.most = stops, stops, most
        self.places: dict[Pose, bool] = {self.end: True}
        self.reached: dict[Pose, tuple[int, Path]] = {}
        self.legs: list[_Leg] = []
        self.numbers = count()

    def path(self) -> Path:
        """Give the way; () where there is none, or patience ends."""
        self._reach((self.body.pose,), 0)
        looks = 0
        while self.legs and looks < PATIENCE:
            leg = heappop(self.legs)
            if leg.to in self.reached and self.reached[leg.to][0] <= leg.gone:
                continue
            looks += 1
            if not self._has_room(leg.to):
                continue
            start = replace(self.body, pose=leg.way[-1])
            if self.stops.clear(start, (leg.to,)):
                if leg.to == self.end:
                    return (*leg.way[1:], leg.to)
                self._reach((*leg.way, leg.to), leg.gone)
            else:
                self._learn(start, leg.to)
        return ()

    def _reach(self, way: Path, gone: int) -> None:
        """Go on from a place to all others."""
        self.reached[way[-1]] = gone, way
        for to in self.places:
            self._push(way, gone, to)

    def _push(self, way: Path, gone: int, to: Pose) -> None:
        gone += _length(way[-1], to)
        bound = gone + _length(to, self.end)
        if bound >> FINER <= self.most and to not in way:
            heappush(self.legs, _Leg(bound, next(self.numbers), gone, way, to))

    def _has_room(self, at: Pose) -> bool:
        """Tell whether the model can stand at a place; one where it can not is not tried again."""
        if not self.places[at]:
            self.places[at] = self.stops.clear(replace(self.body, pose=at), ())
            if not self.places[at]:
                self.reached[at] = 0, ()
        return self.places[at]

    def _learn(self, start: Body, to: Pose) -> None:
        """Add the places beside what blocks a leg, to be gone to from wherever one has been."""
        found = tuple(self.unknown.on(start, (to,)))
        if not found:
            return
        self.unknown = replace(self.unknown, rows=tuple(row for row in self.unknown.rows if row not in found))
        beside = (pose for row in found for pose in _beside(self.body, row))
        fresh = [row for row in dict.fromkeys(beside) if row not in self.places]
        self.places |= dict.fromkeys(fresh, False)
        for gone, way in self.reached.values():
            for row in fresh if way else ():
                self._push(way, gone, row)


def _length(a: Pose, b: Pose) -> int:
    return isqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2 << 2 * FINER)


# -- places


def _beside(body: Body, barrier: Barrier) -> Iterator[Pose]:
    """List places beside something where a model may turn a corner."""
    if isinstance(barrier.what, EnemyModel):
        other = barrier.what.body
        yield from _ring(
            body.pose, (other.pose.x, other.pose.y), directness.reach_of(body) + directness.reach_of(other)
        )
        return
    for before, at, after in _corners(barrier.what):
        for pose in _ring(body.pose, at, directness.reach_of(body)):
            if all(_is_beside_corner(at, (pose.x, pose.y), side) for side in (before, after)):
                yield pose


def _corners(piece: TerrainPiece) -> Iterator[tuple[Point, Point, Point]]:
    """Give the corners of an area, each with those beside it; the points of an obstacle by themselves."""
    ground = ground_of(piece)
    if piece.terrain_type == OBSTACLE:
        yield from zip(ground, ground, ground, strict=True)
    else:
        yield from zip((ground[-1], *ground[:-1]), ground, (*ground[1:], ground[0]), strict=True)


def _is_beside_corner(at: Point, place: Point, side: Point) -> bool:
    """Tell whether a place lies off a corner as seen from a side of it, a little askew at most.

    What lies beside a side itself is as well reached from the places off its two corners.
    """
    ax, ay, bx, by = place[0] - at[0], place[1] - at[1], side[0] - at[0], side[1] - at[1]
    dot = ax * bx + ay * by
    return dot <= 0 or dot * dot * ASKEW <= (ax * ax + ay * ay) * (bx * bx + by * by)


def _ring(pose: Pose, at: Point, reach: int) -> Iterator[Pose]:
    """Give places round a point, so far from it that one can go straight from each to the next."""
    far = reach * WIDER // 100 + CLEAR_OF
    for dx, dy in COMPASS:
        yield replace(pose, x=at[0] + dx * far // 100, y=at[1] + dy * far // 100)
