"""Boxes of whole points in which no point is forbidden: what a box leaves where circles are kept out of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import TypeAlias

from adjudicator.board.inches import Rect

Circle: TypeAlias = tuple[int, int, int]
Span: TypeAlias = tuple[int, int]
PARTS = 4


def boxes_without(box: tuple[int, int, int, int], circles: Sequence[Circle]) -> list[Rect]:
    """Cut a box (x0, y0, x1, y1, all included) into boxes clear of circles (x, y, radius), their rims included.

    Each circle is approached from outside in a few steps, so that what lies close to its rim may be left out.
    """
    x0, y0, x1, y1 = box
    closed: list[Rect] = []
    growing: dict[Span, int] = {}
    for left, right in _strips(x0, x1, circles):
        free = list(_gaps(y0, y1, _barred(left, right, circles)))
        closed += [
            Rect(start, low, left - 1, high) for (low, high), start in growing.items() if (low, high) not in free
        ]
        growing = {span: growing.get(span, left) for span in free}
    return [*closed, *(Rect(start, low, x1, high) for (low, high), start in growing.items())]


def _strips(x0: int, x1: int, circles: Iterable[Circle]) -> Iterator[Span]:
    """Go through strips from left to right, cut where a circle begins, is passed by parts of it, and ends."""
    cuts = {x0, x1 + 1}
    for x, _, radius in circles:
        steps = [radius * part // PARTS for part in range(PARTS + 1)]
        cuts.update(edge for step in steps for edge in (x - step, x + step + 1) if x0 < edge <= x1)
    ordered = sorted(cuts) if x0 <= x1 else []
    for left, end in pairwise(ordered):
        yield left, end - 1


def _barred(left: int, right: int, circles: Iterable[Circle]) -> Iterator[Span]:
    for x, y, radius in circles:
        off = max(left - x, x - right, 0)
        if off <= radius:
            half = isqrt(radius * radius - off * off)
            yield y - half, y + half


def _gaps(y0: int, y1: int, barred: Iterable[Span]) -> Iterator[Span]:
    at = y0
    for low, high in sorted(barred):
        if at < low:
            yield at, min(low - 1, y1)
        at = max(at, high + 1)
        if at > y1:
            return
    if at <= y1:
        yield at, y1
