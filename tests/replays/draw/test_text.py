"""Boards in text: 100 columns, each unit once with what is near it, names made safe."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.scene import Area
from replays.draw.style import TERRAIN
from replays.draw.text import to_text
from replays.draw.text_board import signs_of
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


def test_no_two_kinds_of_ground_share_a_sign() -> None:
    """Each kind of ground of a board has a sign of its own, on a table no capital: those are sides."""
    square = ((0, 0), (9000, 0), (9000, 9000), (0, 9000))
    kinds = ("building", "hill", "woods", "craters", "rough", "marsh", "mountains", *TERRAIN)
    areas = tuple(Area(id=f"area:{kind}", text="It.", poly=square, kind=kind) for kind in dict.fromkeys(kinds))
    signs = signs_of(replace(INCHES, items=areas))
    assert len(set(signs.values())) == len(signs) == len(areas)
    assert not any(sign.isupper() for sign in signs.values())
    two = signs_of(replace(INCHES, items=tuple(area for area in areas if area.kind in ("building", "hill"))))
    assert two == {"building": "b", "hill": "h"}
    legend = "\n".join(to_text(replace(INCHES, items=areas[:2]), NO_CAPTION).splitlines())
    assert "b building   h hill" in legend
    assert signs_of(HEXES) == {"clear": ".", "forest": "f"}


def test_no_line_is_wider_than_a_terminal() -> None:
    """Long names and texts are broken, and what has no sign of its own is replaced."""
    text = to_text(named(HEXES, "x\x1b[31m " * 60))
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text
