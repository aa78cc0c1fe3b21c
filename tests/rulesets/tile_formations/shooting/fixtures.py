"""Targets, and battlefields for a look from one unit to another."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.shooting import cover
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LinesOfFire
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import UNARMED, battlefield, duel, infantry, zoneless


def behind_terrain(kinds: dict[tuple[int, int], str], enemy_sheet: str = "AV", **setup: Any) -> Table:
    """Let a1.1 face a vehicle in the open over these tiles between."""
    return duel(zoneless(enemy_sheet), more=kinds, **setup)


def unarmed_infantry(**changes: Any) -> Any:
    """Make infantry of integrity 6 that can not shoot."""
    return zoneless("INF", **({"integrity": 6, "weapons": (UNARMED,)} | changes))


def two_infantry(a: tuple[int, int], b: tuple[int, int], units: Any = None, **setup: Any) -> Game:
    return battlefield("", {"a1.1": (a, infantry()), "b1.1": (b, infantry())} | (units or {}), **setup)


def cover_modifier_of(game: Game, target: str = "b1.1", **setup: Any) -> int:
    """Give the cover modifier of red's shot."""
    return cover.to_hit_cover(game, target, LinesOfFire(game, **setup).look("a1.1", target))
