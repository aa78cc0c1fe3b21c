"""A unit before the enemy in its zone."""

from __future__ import annotations

from typing import Any

from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import ENEMY_INFANTRY, Placed, infantry, open_ground
from tests.rulesets.tile_formations.steps import begin_action


def stand_near_enemy(start: tuple[int, int], action: str = "advance", speed: int = 4, **setup: Any) -> Table:
    """Set a unit up in the zone of the enemy at (5,5), its action begun."""
    units: dict[str, Placed] = {"a1.1": (start, infantry(speed=speed)), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, **setup)
    begin_action(played, "a1", action, target="b1" if action == "engage" else "")
    return played
