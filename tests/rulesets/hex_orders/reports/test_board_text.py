"""The board drawn in text."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import Bonus, Pending, TableResult
from adjudicator.rulesets.hex_orders.reports.board_text import board_text
from tests.rulesets.hex_orders.fixtures import field, infantry, smoke, tank
from tests.rulesets.hex_orders.reports.fixtures import two_sides_one_hidden


def test_the_board_in_text():
    """The board shows terrain, what lies in hexes, units with their facing, and who is shaken."""
    lines = board_text(two_sides_one_hidden().game, 1).splitlines()
    assert lines[2].startswith("/A1 ")
    text = "\n".join(lines)
    assert "D5 f S2" in text
    assert "b1↙?" in text
    place = next(n for n, line in enumerate(lines) if "/D8 " in line)
    column = lines[place].index("/D8 ")
    assert lines[place + 1][column:].startswith("\\a1↑!")


WIDE = 80


def crowded_board(columns=9, rows=12, **changes):
    hexes: dict[str, Any] = {"C3": "forest", "C4": "hills+smoke", "D4": "clear+entrenchment", "B2": smoke(2)}
    units = [
        ("a1", "C3", "NE", tank(), {"speed": "slow", "loads": {"main_gun": 1}}),
        ("a2", "C3", "S", infantry(), {"hidden": True}),
        ("b11", "C4", "N", infantry(), {"hidden": True, "dead": (1,), "pinned": 1, **changes}),
        ("b12", "C4", "SW", infantry(), {"pinned": 2, "fire": 1, "poison": (8, 4), "dead": (1, 2)}),
        (
            "b13",
            "H9",
            "N",
            infantry(),
            {
                "bonuses": (Bonus(table="regular", by=2),),
                "acid": 1,
                "minor_acid": 2,
                "bleeding": (6,),
                "armour_loss": 1,
                "pending": (Pending(result=TableResult(kind="kill", x=1, word=""), cause="h1"),) * 6,
            },
        ),
    ]
    return field(hexes, units, columns=columns, rows=rows, turn=2, step="movement_1")


@pytest.mark.parametrize("columns", range(3, 10))
def test_a_board_fits_into_a_terminal(columns):
    """Up to nine columns every line of the board and its list fits into eighty characters."""
    text = board_text(crowded_board(), 0) if columns == 9 else board_text(field(columns=columns, rows=9), 0)
    assert max(map(len, text.splitlines())) <= WIDE
    assert text.splitlines()[0] == ("Turn 2: movement 1" if columns == 9 else "Turn 1: orders")


def test_a_board_shows_what_is_there():
    """Terrain, markers, overlays, units with facings, who is shaken or hidden, and what lasts on them."""
    text = board_text(crowded_board(), 0)
    for wording in (
        "C3 f",
        "C4 h S2",
        "D4 +",
        "B2 S2",
        "a1↗_+1",
        "+ entrenchment (D4)",
        "Sn smoke with n markers",
        "h hills",
        "a1  C3  ↗ Standard Tank  slow, loaded main gun 1",
        "stand still, hidden",
        "b11?_+1",
        "2 of 4 models, shaken (2 pinned), fire",
        "acid 1, minor acid 2, bleeding 6",
        "regular damage +2",
        "waits: 1 model killed",
    ):
        assert wording in text, wording
    assert "swamp" not in text


def test_a_board_hides_what_is_hidden():
    """Of a token the other side sees its hex and nothing else, whatever befell it."""
    drawn = [board_text(crowded_board(facing=facing, pinned=pinned), 0) for facing, pinned in (("N", 1), ("S", 0))]
    assert drawn[0] == drawn[1]
    assert "b11 C4  ? hidden token\n" in drawn[0]
    assert "b11↑!?" not in drawn[0]
    assert board_text(crowded_board(facing="N"), 1) != board_text(crowded_board(facing="S"), 1)
