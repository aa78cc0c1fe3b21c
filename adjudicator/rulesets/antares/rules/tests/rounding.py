"""Halves are rounded (AN-GEN-06)."""

from __future__ import annotations

from adjudicator.rulesets.antares.model.state import Game


def halved(game: Game, count: int) -> int:
    """AN-GEN-06 Halve hits or pins."""
    return count // 2 if game.options.half_rounding == "down" else (count + 1) // 2


def is_majority(part: int, whole: int) -> bool:
    """AN-SHOOT-07 AN-GEN-06 Tell whether a part is strictly more than half."""
    return 2 * part > whole
