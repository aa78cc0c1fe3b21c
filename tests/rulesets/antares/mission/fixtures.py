"""Armies near the end of a game."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.antares.model.rows import Side
from tests.kit import Table
from tests.rulesets.antares.fixtures import A, B, table
from tests.rulesets.antares.sheets import plain_squad


def two_armies(
    dice: Any = (), *, sides: tuple[tuple[int, int, int], ...] = ((10, 0, 0), (10, 0, 0)), gone: str = "", **rest: Any
) -> Table:
    """Set two squads up with starting dice, lost dice and points of each side; `gone` is destroyed."""
    changes = {"place": "destroyed", "models": (), "order": "", "dice": 0, "unused_dice": 0}
    rows = [
        ("a-x", plain_squad(), A, changes if gone == "a-x" else {"order": "fire"}),
        ("b-y", plain_squad(), B, changes if gone == "b-y" else {"order": "fire"}),
    ]
    played = table(dice, units=rows, **rest)
    armies = {
        seat: Side(seat=seat, starting_dice=start, dice_lost=lost, points=points)
        for seat, (start, lost, points) in enumerate(sides)
    }
    return played.set(sides=armies)
