"""What everybody may know of a battle's tables: all but battle formations before both are shown (GA-7.0-11)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.public_tables import PublicTables, RedactedRow
from adjudicator.rulesets.grinding_annihilation.model.rows import Side
from adjudicator.rulesets.grinding_annihilation.model.state import Game

SIDE = RedactedRow(
    Side,
    public=(
        "seat",
        "mustered",
        "faction",
        "doctrine",
        "points",
        "general",
        "prepared",
        "role",
        "end",
        "committed",
        "entry",
        "revealed",
        "manoeuvre_points",
        "tactical_points",
        "round_points",
        "casualty_order",
        "save_preference",
        "declined",
        "conceded",
        "general_paid",
        "used",
        "removed",
    ),
    secret=("written",),
)


def _sides(game: Game) -> dict[int, list[Any]]:
    """GA-7.0-11 Of battle formations that are not shown it is known that they are written down."""
    return {seat: SIDE(side, written=side.written if side.revealed else None) for seat, side in game.sides.items()}


public_tables = PublicTables(
    Game,
    public=(
        "action",
        "attacks",
        "battle",
        "brawl",
        "broken",
        "declaration",
        "demises",
        "effects",
        "fallen",
        "formations",
        "group",
        "markers",
        "options",
        "parts",
        "paused",
        "pending",
        "profiles",
        "terrain",
        "troops",
        "weapons",
        "wrecks",
    ),
    redacted={"sides": _sides},
)
