"""What everybody may know of a battle's tables: all but battle formations before both are shown (GA-7.0-11)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.public_tables import PublicTables, redacted_row
from adjudicator.rulesets.grinding_annihilation.model.state import Game


def _sides(game: Game) -> dict[int, list[Any]]:
    """GA-7.0-11 Of battle formations that are not shown it is known that they are written down."""
    return {
        seat: redacted_row(side) if side.revealed else redacted_row(side, written=None)
        for seat, side in game.sides.items()
    }


public_tables = PublicTables(
    Game,
    public=tuple(name for name in Game.__slots__ if name != "sides"),
    redacted={"sides": _sides},
)
