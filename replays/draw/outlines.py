"""What bodies on a board in inches cover, and how far apart they are, from edge to edge."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from adjudicator.kernel.scene import Body, Point
from adjudicator.kernel.scene.inch_layout import Outline, between, length

CORNERS = 16  # of an oval


def gap(one: Body, other: Body) -> int:
    """Measure between the nearest points of two bases; 0 where they touch or lie over each other."""
    first, second = outline(one), outline(other)
    apart = length((one.x, one.y), (other.x, other.y))
    if apart <= (min(one.length, one.width) + min(other.length, other.width)) // 2:
        return 0
    return length(*between(first, second))


def gap_to_point(body: Body, point: Point) -> int:
    """Measure from the nearest point of a base to a point; 0 where it lies on it."""
    if length((body.x, body.y), point) <= min(body.length, body.width) // 2:
        return 0
    return length(*between(outline(body), Outline((point,))))


@lru_cache(maxsize=1024)
def outline(body: Body) -> Outline:
    """Give what a base covers: a disc as a point with a radius, anything else by its corners."""
    if body.shape == "circle":
        return Outline(((body.x, body.y),), body.length // 2)
    if body.shape == "oval":
        turns = [radians(360 * place / CORNERS) for place in range(CORNERS)]
        corners = [(body.width / 2 * sin(turn), -body.length / 2 * cos(turn)) for turn in turns]
    else:
        wide, long = body.width / 2, body.length / 2
        corners = [(-wide, -long), (wide, -long), (wide, long), (-wide, long)]
    facing = radians((body.facing or 0) / 1000)
    across, down = cos(facing), sin(facing)
    turned = ((x * across - y * down, x * down + y * across) for x, y in corners)
    return Outline(tuple((body.x + round(x), body.y + round(y)) for x, y in turned))
