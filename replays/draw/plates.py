"""Where the names of units stand on a board in inches: beside their bases, and over as little else as can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

FAR = (3, 14, 30, 50)  # how far from its unit a plate is tried
WEIGHT_PLATE, WEIGHT_OUTSIDE, WEIGHT_FAR = 4, 4, 6


class Box(NamedTuple):
    """An upright box by its edges."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> tuple[int, int]:
        """Give its middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def overlap(self, other: Box) -> int:
        """Measure the area that it has in common with another."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0, wide) * max(0, high)

    def grown(self, by: int) -> Box:
        """Give the box that is so much larger on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def area(self) -> int:
        """Measure it."""
        return (self.right - self.left) * (self.bottom - self.top)


def around(boxes: Iterable[Box]) -> Box:
    """Enclose boxes in one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Plates:
    """Places plates one after the other; `taken` is what stands on the board already, `board` its edge."""

    def __init__(self, board: Box, taken: Sequence[Box]) -> None:
        self.board = board
        self.taken = taken
        self.plates: list[Box] = []

    def place(self, unit: Box, width: int, height: int) -> Box:
        """Find the place for a plate of this size beside a unit that costs least."""
        best = min(_candidates(unit, width, height), key=lambda found: (self._cost(found[0], found[1]), found[2]))[0]
        self.plates.append(best)
        return best

    def _cost(self, plate: Box, far: int) -> int:
        bases = sum(plate.overlap(box) for box in self.taken)
        plates = sum(plate.overlap(box) for box in self.plates)
        outside = plate.area - plate.overlap(self.board)
        return bases + WEIGHT_PLATE * plates + WEIGHT_OUTSIDE * outside + WEIGHT_FAR * far


def _candidates(unit: Box, width: int, height: int) -> Iterator[tuple[Box, int, int]]:
    """Give boxes around a unit, each with how far it is off, and its number."""
    x, y = unit.middle
    number = 0
    for far in FAR:
        below, above = unit.bottom + far, unit.top - far - height
        right, left = unit.right + far, unit.left - far - width
        spots = [
            (x - width // 2, below),
            (x - width // 2, above),
            (right, y - height // 2),
            (left, y - height // 2),
            (right, below),
            (left, below),
            (right, above),
            (left, above),
        ]
        for corner in spots:
            number += 1
            yield Box(corner[0], corner[1], corner[0] + width, corner[1] + height), far, number
