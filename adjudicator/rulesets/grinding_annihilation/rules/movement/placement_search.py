"""Places for a formation that is set up, found on a grid, close together.

What is found is legal; that nothing is found says only that the grid has no place (GA-2.4-13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from adjudicator.board.inches import Base, Body, Pose, Rect
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import free_of

Fits: TypeAlias = Callable[[Body], bool]
Bars: TypeAlias = Callable[[int, int], bool]

STEP = 500
SEEDS = 8
QUARTERS = (0, 900, 1800, 2700)


@lru_cache(maxsize=32)
def grid_points(rect: Rect, step: int = STEP) -> tuple[tuple[int, int], ...]:
    """List the points of a grid over a rectangle."""
    return tuple([(x, y) for x in range(rect.x0, rect.x1 + 1, step) for y in range(rect.y0, rect.y1 + 1, step)])


def box_around(body: Body, limit: int, field: Rect) -> Rect:
    """Enclose all that lies within a distance of a body, within the warfield."""
    reach = limit + body.base.length + body.base.width
    x, y = body.pose.x, body.pose.y
    return Rect(max(field.x0, x - reach), max(field.y0, y - reach), min(field.x1, x + reach), min(field.y1, y + reach))


def facings(base: Base) -> tuple[int, ...]:
    """Give the facings worth trying: of a round base none matters."""
    return (0,) if base.round else QUARTERS


class _Looks:
    """What was found out about places, each looked at once for every size of base."""

    def __init__(self, fits: Fits, bars: Bars) -> None:
        self.fits, self.bars = fits, bars
        self.known: dict[tuple[Base, int, int, int, int], Body | None] = {}

    def at(self, troop: Body, x: int, y: int, z: int) -> Body | None:
        """Stand a troop at a point in some facing that fits; None where none does."""
        key = (troop.base, troop.height, x, y, z)
        if key not in self.known:
            self.known[key] = None if self.bars(x, y) else self._turned(troop, x, y, z)
        return self.known[key]

    def _turned(self, troop: Body, x: int, y: int, z: int) -> Body | None:
        bodies = (Body(troop.base, troop.height, Pose(x, y, z, facing)) for facing in facings(troop.base))
        return next((body for body in bodies if self.fits(body)), None)


def _nowhere(_x: int, _y: int) -> bool:
    return False


def pack_troops(
    troops: Sequence[Body], points: Sequence[tuple[int, int]], fits: Fits, bars: Bars = _nowhere
) -> tuple[Pose, ...]:
    """Place as many troops as have room, the first ones first, as one cohesive group.

    `troops` are bodies of which the poses do not matter but for their height. Gives a pose for each that is placed.
    `bars` names points that `fits` refuses whatever stands there, so that they cost nothing.
    """
    looks = _Looks(fits, bars)
    best: tuple[Pose, ...] = ()
    for seed in _seeds(troops[:1], points, looks):
        found = _cluster(troops, points, looks, seed)
        if len(found) == len(troops):
            return found
        best = max(best, found, key=len)
    return best


def any_point_fits(
    troops: Sequence[Body], points: Sequence[tuple[int, int]], fits: Fits, bars: Bars = _nowhere
) -> bool:
    """Tell whether `pack_troops` would place anybody: whether the first troop has room at some point."""
    looks = _Looks(fits, bars)
    return any(looks.at(troop, x, y, troop.pose.z) is not None for troop in troops[:1] for x, y in points)


def _seeds(first: Iterable[Body], points: Sequence[tuple[int, int]], looks: _Looks) -> Iterator[tuple[int, int]]:
    """Give points where the first troop has room, some from every part of the list."""
    stride = max(1, len(points) // SEEDS)
    for troop in first:
        for start in range(0, len(points), stride):
            part = points[start : start + stride]
            seed = next((row for row in part if looks.at(troop, *row, troop.pose.z) is not None), None)
            if seed is not None:
                yield seed


def _cluster(
    troops: Sequence[Body], points: Sequence[tuple[int, int]], looks: _Looks, seed: tuple[int, int]
) -> tuple[Pose, ...]:
    """Place troops about a point, each as near to it as it can stand."""
    near = sorted(points, key=lambda row: ((row[0] - seed[0]) ** 2 + (row[1] - seed[1]) ** 2, row))
    placed: list[Body] = []
    for troop in troops:
        rooms = (looks.at(troop, x, y, troop.pose.z) for x, y in near)
        body = next((room for room in rooms if room is not None and free_of(room, placed)), None)
        if body is None:
            break
        placed.append(body)
    while placed and not cohesive(placed):
        placed.pop()
    return tuple(body.pose for body in placed)
