"""What follows from the tables alone, kept with the game until a table that it follows from changes.

Nothing in it is state: without it every answer is the same and takes longer. It holds values and never a game, so it is
shared by the forks of a game and goes with the last of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.rulesets.tile_formations.model.state import Game

T = TypeVar("T")
UNITS_KEPT = 16
"""Of so many units what is known of their places is kept, for one position of all units."""


class Terrain:
    """What follows from the terrain, the sheets, the sides and the options.

    `passages` are those of tiles by kind of unit, `steps` those that the ground allows by kind and size of unit.
    """

    __slots__ = ("_options", "_tables", "battlefield", "passages", "steps")

    def __init__(self, game: Game) -> None:
        """Copy the tables: the rows in them never change, the tables do."""
        self.battlefield, self._options = game.battlefield, game.options
        self._tables = [table.copy() for table in _terrain_tables(game)]
        self.passages: dict[tuple[str, bool], dict[str, Any]] = {}
        self.steps: dict[Any, dict[str, Any]] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        same = self.battlefield is game.battlefield and self._options is game.options
        return same and self._tables == _terrain_tables(game)


class Derived:
    """What follows from terrain and from where the units are: enemy `zones` by seat, `units` and their places by id."""

    __slots__ = ("_positions", "terrain", "units", "zones")

    def __init__(self, game: Game, terrain: Terrain) -> None:
        self.terrain = terrain
        self._positions = _positions(game)
        self.zones: dict[int, Any] = {}
        self.units: dict[str, Any] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        return self._positions == _positions(game) and self.terrain.holds(game)

    def of_unit(self, unit: str, make: Callable[[], T]) -> T:
        """Give what is kept of a unit, made where there is none; the oldest goes where there are too many."""
        found: T | None = self.units.get(unit)
        if found is None:
            if len(self.units) >= UNITS_KEPT:
                del self.units[next(iter(self.units))]
            found = self.units[unit] = make()
        return found


def derived_of(game: Game) -> Derived:
    """Give what is known of the game as it stands."""
    found: Derived | None = game.derived
    if found is None or not found.holds(game):
        terrain = found.terrain if found is not None and found.terrain.holds(game) else Terrain(game)
        found = game.derived = Derived(game, terrain)
    return found


def _terrain_tables(game: Game) -> list[dict[Any, Any]]:
    return [game.cells, game.sheets, game.sides, game.kinds]


def _positions(game: Game) -> list[tuple[str, ...]]:
    """List what decides where units are in the way and have zones (TF-BLOCK, TF-ZOC-02)."""
    formations = game.formations
    return [(row.id, row.tile, row.out, row.zone_lost, formations[row.formation].state) for row in game.units.values()]
