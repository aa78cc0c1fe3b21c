"""Line of sight between two hexes, calculated with fractions and without anything of the rules."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

Cube = tuple[int, int, int]
COLUMNS, ROWS = "ABCDEFG", range(1, 10)
NAMES = tuple(f"{column}{row}" for column in COLUMNS for row in ROWS)
LEVELS = {"forest": 0, "building": 0, "hills": 1, "mountains": 2}
HEIGHTS = {"hills": 1, "mountains": 2}
# blind hexes behind an obstacle of a level, by the higher and the lower height; what is missing is clear
BLIND = {
    (0, 0): {0: math.inf, 1: math.inf, 2: math.inf},
    (1, 1): {2: math.inf},
    (2, 2): {},
    (1, 0): {0: 2, 1: math.inf, 2: math.inf},
    (2, 0): {0: 1, 1: 2, 2: math.inf},
    (2, 1): {2: math.inf},
}


def cube(column: int, row: int) -> Cube:
    """Give the cube coordinates of a hex (HX-MAP-02, HX-LOS-03)."""
    r = row - 1 - (column - column % 2) // 2
    return column, -column - r, r


CUBES = {name: cube(COLUMNS.index(name[0]), int(name[1:])) for name in NAMES}
# hexes around the board are there for the geometry alone
OUTSIDE = {
    f"{column}:{row}": cube(column, row)
    for column in range(-1, len(COLUMNS) + 1)
    for row in range(11)
    if not (0 <= column < len(COLUMNS) and row in ROWS)
}
ALL = CUBES | OUTSIDE


def steps(a: Cube, b: Cube) -> int:
    """Count the steps between two hexes."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def span(a: Cube, b: Cube, middle: Cube) -> tuple[Fraction, Fraction, bool] | None:
    """Cut the segment with the closed hex: its part, and whether that runs along a side; None for a point or less."""
    low, high, along = Fraction(0), Fraction(1), False
    for one, two in ((0, 1), (1, 2), (2, 0)):
        start = (a[one] - middle[one]) - (a[two] - middle[two])
        change = (b[one] - a[one]) - (b[two] - a[two])
        if change == 0:
            if abs(start) > 1:
                return None
            along = along or abs(start) == 1
            continue
        first, last = sorted((Fraction(-1 - start, change), Fraction(1 - start, change)))
        low, high = max(low, first), min(high, last)
    return (low, high, along) if low < high else None


@cache
def crossed(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """List single hexes, and pairs along a side, between two hexes."""
    here, there = CUBES[a], CUBES[b]
    groups: dict[tuple[Fraction, Fraction], list[str]] = {}
    singles = []
    for name, middle in ALL.items():
        if name in (a, b) or steps(here, middle) + steps(middle, there) > steps(here, there) + 1:
            continue
        found = span(here, there, middle)
        if found is not None and found[2]:
            groups.setdefault(found[:2], []).append(name)
        elif found is not None:
            singles.append((name,))
    return (*singles, *map(tuple, groups.values()))


def reach(terrain: str, smoky: bool, high: int, low: int) -> float:
    """Count the blind hexes that a hex makes."""
    own = BLIND[high, low].get(LEVELS.get(terrain, -1), 0)
    if not smoky:
        return own
    base = HEIGHTS.get(terrain, 0)
    above = BLIND[max(0, high - base), max(0, low - base)]
    return max(own, above.get(0, 0))


def expected(board: dict[str, tuple[str, bool]], a: str, up: int, b: str, down: int) -> bool:
    """Tell whether two places see each other."""
    if steps(CUBES[a], CUBES[b]) <= 1:
        return True
    lower = a if up < down else b
    high, low = max(up, down), min(up, down)
    for group in crossed(a, b):
        inside = [name for name in group if name in CUBES]
        if not inside:
            continue
        blind = min(reach(*board[name], high, low) for name in inside)
        if blind >= steps(CUBES[inside[0]], CUBES[lower]):
            return False
    return True
