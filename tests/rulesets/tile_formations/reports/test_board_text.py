"""The battlefield in text."""

from __future__ import annotations

from tests.rulesets.tile_formations.fixtures import infantry, table
from tests.rulesets.tile_formations.reports.fixtures import small_table
from tests.rulesets.tile_formations.steps import change_unit


def test_the_board_in_text():
    """Squares stand in rows with a ruler: terrain in signs, below it who is there."""
    played = small_table()
    lines = played.view("red").board.splitlines()
    assert lines[0] == "Turn 1"
    assert lines[1].split() == ["A", "B", "C", "D", "E"]
    assert lines[2].split() == ["1", ".", ".", "W", "W*", "="]
    assert lines[3].split() == ["a1.1"]
    assert lines[8].split() == ["4", ".", "B!", ".", ".", "."]
    assert lines[9].split() == ["a2.1", "b1.2"]
    assert lines[11].split() == ["a2.1"]
    text = "\n".join(lines)
    assert "* minefield" in text
    assert "b1 b1: overwatch, Shock 2" in text
    assert "a1.1  A1   AV (AV), integrity 1" in text
    assert "occupies A4 A5" in text


def test_hexes_in_text():
    """Of hexes every second column lies half a tile lower."""
    lines = small_table(options={"tile_shape": "hex"}).view("red").board.splitlines()
    assert lines[2].split() == ["1", ".", "W", "="]
    assert lines[3].split() == ["a1.1", ".", "W*"]


def test_wide_boards_name_formations():
    """Where there is no room for the id of a unit, its formation stands on the board."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("AD1", infantry())}, columns=30, rows=2)
    assert played.view("red").board.splitlines()[3].split() == ["a1", "b1"]


def test_units_that_are_gone_are_counted():
    """Units that wait or are lost are counted with their formation."""
    played = change_unit(small_table(), "b1.2", integrity=0, tile="", out="shooting")
    played = change_unit(played, "a2.1", integrity=3, tile="", out="held_back")
    text = played.view("red").board
    assert "b1 b1: overwatch, Shock 2, 1 lost" in text
    assert "a2 a2: 1 held back" in text
