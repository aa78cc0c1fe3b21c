"""Where the things of a scene are: centres of cells and bodies by id, and steps between cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.kernel.scene import Area, Body, Cell, Line, Point, Scene, Template, Token, Zone

CELL = "cell:"


def middle(points: Sequence[Point]) -> Point:
    """Give the middle of the box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def cell_name(cell: Cell) -> str:
    """Give the name of a cell, as it is written on the board."""
    return cell.id.removeprefix(CELL)


class Extent(NamedTuple):
    """The middle of something and half of its size."""

    at: Point
    half: int


class Places:
    """The places of a scene's cells and items."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cells = {cell.id: cell for cell in scene.cells}
        self.centres = {cell.id: middle(cell.poly) for cell in scene.cells}
        self._by_centre: dict[Point, str] = {centre: key for key, centre in self.centres.items()}
        self._items = {item.id: item for item in scene.items}
        self._around: dict[str, tuple[str, ...]] = {}

    def extent(self, key: str) -> Extent | None:
        """Give the place of a cell or an item; None for what has none."""
        cell = self.cells.get(key)
        if cell is not None:
            return Extent(self.centres[key], _half(cell.poly))
        match self._items.get(key):
            case Body() as body:
                return Extent((body.x, body.y), max(body.length, body.width) // 2)
            case Zone() as zone:
                return self._zone(zone)
            case Area() as area:
                return Extent(middle(area.poly), _half(area.poly))
            case (Line() | Template()) as drawn:
                return Extent(middle(drawn.points), _half(drawn.points))
            case Token() as token:
                return self.extent(token.on) if token.on != key else None
        return None

    def _zone(self, zone: Zone) -> Extent | None:
        if zone.circle is not None:
            return Extent((zone.circle.x, zone.circle.y), zone.circle.radius)
        points = zone.poly or [
            corner for key in zone.cells or () if key in self.cells for corner in self.cells[key].poly
        ]
        return Extent(middle(points), _half(points)) if points else None

    def cell_at(self, point: Point) -> str | None:
        """Give the id of the cell whose centre is nearest to a point; None on a board without cells."""
        if point in self._by_centre:
            return self._by_centre[point]
        return min(self.centres, key=lambda key: _square(self.centres[key], point), default=None)

    def steps(self, start: str) -> Mapping[str, int]:
        """Count the steps from a cell to every cell that can be reached over the board."""
        found = {start: 0}
        waiting = deque((start,))
        while waiting:
            here = waiting.popleft()
            for key in self._neighbours(here):
                if key not in found:
                    found[key] = found[here] + 1
                    waiting.append(key)
        return found

    def _neighbours(self, key: str) -> tuple[str, ...]:
        if not self._around:
            self._around = _around(self.scene)
        return self._around.get(key, ())


def _around(scene: Scene) -> dict[str, tuple[str, ...]]:
    """List the cells that are one step from each: they share a corner, or an edge, which has two."""
    needed = {"corner": 1, "edge": 2}.get(scene.board.steps)
    if needed is None:
        return {}
    at_corner: dict[Point, list[str]] = {}
    for cell in scene.cells:
        for corner in cell.poly:
            at_corner.setdefault(corner, []).append(cell.id)
    found: dict[str, tuple[str, ...]] = {}
    for cell in scene.cells:
        counts: dict[str, int] = {}
        for corner in cell.poly:
            for key in at_corner[corner]:
                counts[key] = counts.get(key, 0) + 1
        found[cell.id] = tuple(key for key, count in counts.items() if count >= needed and key != cell.id)
    return found


def _half(points: Sequence[Point]) -> int:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys)) // 2


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
