"""Boards in text: 100 columns, each unit once with what is near it, names made safe."""

from __future__ import annotations

from replays.draw.text import to_text
from replays.draw.words import NO_CAPTION, Caption
from tests.replays.draw.fixtures import HEXES, INCHES, named


def test_hexes() -> None:
    """Cells stand by column and row, odd columns a line lower; units are listed by side with place and distances."""
    assert to_text(HEXES, Caption("red against blue", "Blue is to move.", ("a1 moves. [HX-1]",))) == HEXES_TEXT


HEXES_TEXT = """\
red against blue
Turn 2 of 6, movement 1
Asked now: blue.
Blue is to move.
As spectator sees it after entry 9.

What entry 9 did:
  a1 moves. [HX-1]

A1 .                C1 .
a1↘       B1 .
A2 .                C2 .
          B2 .
A3 .+               C3 f
          B3 .      b2?

. clear   f forest   + hedge (A3)   arrow: facing

red: dwarf
  a1 infantry in A1; faces SE ↘; 3 of 4 left; pinned; fire 2; 2 cells SE to hill; nearest enemy b2,
    3 cells SE

blue, asked now: elf
  b2 hidden in C3; 1 cell NW to hill; nearest enemy a1, 3 cells NW

Off the board
  b9, archers, is destroyed.

Zones
  The hill is nobody's.
"""


def test_inches() -> None:
    """A table is a coarse grid; distances are inches from edge to edge."""
    lines = to_text(INCHES, NO_CAPTION).splitlines()
    assert '  a1 at 12.0", 30.0"; faces E →; 12.0" NE to 2; nearest enemy b1, 6.0" E' in lines
    top = lines.index("+" + "-" * 48 + "+")
    grid = lines[top + 1 : top + 25]
    assert grid[0] == "|" + "w" * 9 + " " * 39 + "|"
    assert grid[12][1 + 24] == "*"
    assert (grid[15][1 + 12], grid[15][1 + 20]) == ("A", "B")


def test_no_line_is_wider_than_a_terminal() -> None:
    """Long names and texts are broken, and what has no sign of its own is replaced."""
    text = to_text(named(HEXES, "x\x1b[31m " * 60))
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text
