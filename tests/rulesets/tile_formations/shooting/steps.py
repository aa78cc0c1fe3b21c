"""Ways into the middle of a shooting."""

from __future__ import annotations

from typing import Any

from tests.kit import Table
from tests.rulesets.tile_formations.steps import hold_and_shoot


def score_hits(played: Table, number: int, **declared: Any) -> Table:
    """Let a1.1 score so many hits on b1; it needs a weapon of as many dice."""
    hold_and_shoot(played, *(1,) * number, **declared).asks("saves", "blue")
    return played
