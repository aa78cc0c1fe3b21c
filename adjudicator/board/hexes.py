"""The board measured in hexes: one door to places, ranges, sides, lines and ways on a field of hexes.

Hexes are flat-topped and have two whole axial coordinates; one step north is (0, -1), one step
north-east (1, -1). Directions and sides are numbered clockwise from north, 0 to 5. No field has an
edge here: callers leave out what lies beyond theirs.
"""

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import lcm
from typing import NamedTuple, TypeAlias

__all__ = [
    "DIRECTIONS",
    "Crossing",
    "Hex",
    "angle",
    "crossed",
    "direction_between",
    "disc",
    "distance",
    "from_offset",
    "nearest",
    "neighbours",
    "ring",
    "sides_towards",
    "step",
    "steps_through",
    "to_offset",
    "turned",
]


class Hex(NamedTuple):
    """A place by its axial coordinates: q counts columns, r rows along a column that drifts north."""

    q: int
    r: int


Crossing: TypeAlias = tuple[Hex, ...]

DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
_NUMBERS = {way: number for number, way in enumerate(DIRECTIONS)}
_TURN = len(DIRECTIONS)
_ORIGIN = Hex(0, 0)
_LINES_KEPT = 8192


# --- places -------------------------------------------------------------------------------------------------


def from_offset(column: int, row: int) -> Hex:
    """Place a hex by column and row, both from 0; odd columns lie half a hex further south."""
    return Hex(column, row - column // 2)


def to_offset(place: Hex) -> tuple[int, int]:
    """Give the column and the row of a hex, both from 0."""
    return place.q, place.r + place.q // 2


def step(place: Hex, direction: int, count: int = 1) -> Hex:
    """Go straight on for a count of hexes; a count below 0 goes backwards."""
    q, r = DIRECTIONS[direction]
    return Hex(place.q + q * count, place.r + r * count)


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """List the six hexes around one, clockwise from north, so that a direction is an index."""
    q, r = place
    return tuple(Hex(q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Count the steps of the shortest way from one hex to another."""
    dq, dr = b.q - a.q, b.r - a.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """List the hexes at just that distance, clockwise from the one due north; at 0 the centre alone."""
    if radius < 0:
        raise ValueError(f"a ring of radius {radius} has no hexes: give 0 or more")
    if radius == 0:
        return (centre,)
    corners = ((step(centre, side, radius), turned(side, 2)) for side in range(_TURN))
    return tuple(step(corner, along, count) for corner, along in corners for count in range(radius))


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """List the hexes up to that distance, ring by ring outwards."""
    if radius < 0:
        raise ValueError(f"a disc of radius {radius} has no hexes: give 0 or more")
    return tuple(place for far in range(radius + 1) for place in ring(centre, far))


def nearest(candidates: Iterable[Hex], to: Hex) -> tuple[Hex, ...]:
    """Keep the candidates at the least distance, in the order given; of none, none."""
    ranges = [(distance(place, to), place) for place in candidates]
    least = min((far for far, _ in ranges), default=0)
    return tuple(place for far, place in ranges if far == least)


def steps_through(start: Hex, allowed: Callable[[Hex], bool], most: int) -> dict[Hex, int]:
    """Count the steps of the shortest way from the start to every hex in reach of at most so many.

    Every hex of a way but the start has to be allowed. Near hexes come first, equally near ones in an
    order that depends on nothing but the ways; the start is at 0. `allowed` is asked once for a hex.
    """
    steps = {start: 0}
    refused: set[Hex] = set()
    waiting = deque((start,) if most > 0 else ())
    while waiting:
        here = waiting.popleft()
        for place in neighbours(here):
            if place in steps or place in refused:
                continue
            if not allowed(place):
                refused.add(place)
                continue
            steps[place] = steps[here] + 1
            if steps[place] < most:
                waiting.append(place)
    return steps


# --- directions and sides -----------------------------------------------------------------------------------


def turned(direction: int, clicks: int) -> int:
    """Turn a direction clockwise by so many sixths of a circle, or the other way when below 0."""
    return (direction + clicks) % _TURN


def angle(facing: int, side: int) -> int:
    """Number a side as seen by who faces that way: 0 ahead, then clockwise, 3 behind."""
    return (side - facing) % _TURN


def direction_between(a: Hex, b: Hex) -> int | None:
    """Give the direction of the one step from a to b, or None where they are no neighbours."""
    return _NUMBERS.get(Hex(b.q - a.q, b.r - a.r))


def sides_towards(a: Hex, b: Hex) -> tuple[int, ...]:
    """Name the side of a through which the line between the centres leaves towards b.

    A line through a corner gives the two sides that meet there, clockwise. ValueError when a is b.
    """
    if a == b:
        raise ValueError(f"no line leads from {a} to itself: ask for two different hexes")
    leans = _leans(Hex(b.q - a.q, b.r - a.r))
    most = max(leans)
    sides = tuple(side for side in range(_TURN) if leans[side] == most)
    return sides if sides != (0, _TURN - 1) else sides[::-1]


def _leans(way: Hex) -> tuple[int, ...]:
    """Measure how far a way leans to each of the six sides, in cube coordinates."""
    x, y, z = way.q, -way.q - way.r, way.r
    return (y - z, x - z, x - y, z - y, z - x, y - x)


# --- lines --------------------------------------------------------------------------------------------------


def crossed(a: Hex, b: Hex) -> tuple[Crossing, ...]:
    """List what the straight line between two centres crosses, in order from a, both ends left out.

    A crossing is one hex whose interior the line meets, however little of it, or the two hexes, in
    order of (q, r), along whose common side it runs. A hex met in a corner only is not crossed. The
    line from b to a is the exact reverse.
    """
    q, r = a
    return tuple(tuple([Hex(q + dq, r + dr) for dq, dr in crossing]) for crossing in _crossed_to(b.q - q, b.r - r))


@lru_cache(maxsize=_LINES_KEPT)
def _crossed_to(q: int, r: int) -> tuple[Crossing, ...]:
    """Follow the line from the origin from hex to hex, each beginning where the one before ends."""
    goal = Hex(q, r)
    spans = _strips(goal)
    length = lcm(*(abs(span) for span in spans if span))
    rates = tuple(length // span if span else 0 for span in spans)
    crossings: list[Crossing] = []
    here: Crossing = (_ORIGIN,)
    while goal not in here:
        end = _passage(here[0], rates)[1]
        here = tuple(sorted(place for place in neighbours(here[0]) if _begins(place, rates, end)))
        crossings.append(here)
    return tuple(crossings[:-1])


def _strips(place: Hex) -> tuple[int, int, int]:
    """Measure a hex from the origin across each of the three pairs of parallel sides, 1 to a side."""
    q, r = place
    return 2 * q + r, q + 2 * r, r - q


def _passage(place: Hex, rates: tuple[int, ...]) -> tuple[int, int]:
    """Give where along the line a hex, its borders beside the line included, begins and ends.

    Each pair of parallel sides bounds a strip; the hex is what its three strips have in common. The
    unit divides the line so that every strip begins and ends on a whole number; a rate, in such units
    for one of width, is 0 where the line runs along the strip. Nothing is met unless end > begin.
    """
    begins, ends = [], []
    for middle, rate in zip(_strips(place), rates, strict=True):
        if rate:
            begins.append(middle * rate - abs(rate))
            ends.append(middle * rate + abs(rate))
        elif abs(middle) > 1:
            return 0, 0
    return max(begins), min(ends)


def _begins(place: Hex, rates: tuple[int, ...], end: int) -> bool:
    first, last = _passage(place, rates)
    return first == end < last
