"""Where the cells of a grid lie, in thousandths of a cell: the one place that turns columns and rows into points.

A square is 1,000 wide and high. A hex has its flat sides above and below and is 1,000 high, so 1,154 wide (2 / sqrt 3);
columns stand 866 apart (sqrt 3 / 2), and every second one lies 500 lower. Neighbours share their corners exactly.
"""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.scene import Point

CELL: Final = 1000
HALF: Final = 500
HEX_STEP: Final = 866
HEX_HALF: Final = 577  # from the centre to the corner on the right
HEX_SHORT: Final = 289  # from the centre to the corners above and below, across
_HEX: Final = ((-289, -500), (289, -500), (577, 0), (289, 500), (-289, 500), (-577, 0))
_SQUARE: Final = ((-500, -500), (500, -500), (500, 500), (-500, 500))


def centre(column: int, row: int, *, hexes: bool) -> Point:
    """Give the centre of a cell by column and row, both from 0; of hexes, odd columns lie lower."""
    if hexes:
        return HEX_HALF + HEX_STEP * column, HALF + CELL * row + HALF * (column % 2)
    return HALF + CELL * column, HALF + CELL * row


def polygon(column: int, row: int, *, hexes: bool) -> tuple[Point, ...]:
    """Give the corners of a cell, clockwise from above on the left."""
    x, y = centre(column, row, hexes=hexes)
    return tuple((x + right, y + down) for right, down in (_HEX if hexes else _SQUARE))


def size(columns: int, rows: int, *, hexes: bool) -> Point:
    """Give width and height of a board; of one without cells (0, 0)."""
    if not (columns and rows):
        return 0, 0
    if hexes:
        return 2 * HEX_HALF + HEX_STEP * (columns - 1), CELL * rows + (HALF if columns > 1 else 0)
    return CELL * columns, CELL * rows


def spread(place: int, count: int, room: int) -> tuple[int, int]:
    """Give the offset from the centre of one of several things that share a cell, side by side in rows of two.

    `room` is the width that they have. One thing alone stands in the centre.
    """
    if count == 1:
        return 0, 0
    rows = (count + 1) // 2
    row, side = divmod(place, 2)
    last_alone = count % 2 == 1 and place == count - 1
    across = 0 if last_alone else (2 * side - 1) * room // 4
    return across, (2 * row - (rows - 1)) * room // (2 * max(2, rows))
