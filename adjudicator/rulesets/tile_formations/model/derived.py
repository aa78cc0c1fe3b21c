"""What follows from the tables alone, kept with the game until a table that it follows from changes.

Nothing in it is state: without it every answer is the same and takes longer. It holds values and never a game, so it is
shared by the forks of a game and goes with the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.model.look_ups import allied
from adjudicator.rulesets.tile_formations.model.state import Game

T = TypeVar("T")
Position: TypeAlias = tuple[str, ...]
UNITS_KEPT = 16
"""Of so many units what is known of their places is kept, for one position of all units."""
KINDS_KEPT = 16
"""Of so many kinds of unit what is known of the ground is kept, for terrain and for one position of the enemies."""


def keep(kept: dict[Any, Any], key: object, make: Callable[[], T], most: int) -> T:
    """Give what is kept under a key, made where there is none; the oldest goes where there are too many."""
    found: T | None = kept.get(key)
    if found is None:
        made = make()  # which may keep something itself
        while len(kept) >= most:
            del kept[next(iter(kept))]
        found = kept[key] = made
    return found


class Terrain:
    """What follows from the terrain, the sheets, the sides and the options.

    `passages` are those of tiles by kind of unit, `steps` those that the ground allows by kind and size of unit,
    `views` what all parties are shown of it.
    """

    __slots__ = ("_options", "_tables", "battlefield", "passages", "steps", "views")

    def __init__(self, game: Game) -> None:
        """Copy the tables: the rows in them never change, the tables do."""
        self.battlefield, self._options = game.battlefield, game.options
        self._tables = [table.copy() for table in _terrain_tables(game)]
        self.passages: dict[tuple[str, bool], dict[str, Any]] = {}
        self.steps: dict[Any, dict[str, Any]] = {}
        self.views: Any = None

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        same = self.battlefield is game.battlefield and self._options is game.options
        return same and self._tables == _terrain_tables(game)

    def steps_of(self, kind: object) -> dict[Any, Any]:
        """Give what is kept of the steps of a kind of unit, for whoever works them out to add to."""
        return keep(self.steps, kind, dict[Any, Any], KINDS_KEPT)


class Against:
    """What follows from terrain and from where the enemies of a seat are: their `zones`, and `grounds` by kind of unit.

    It holds on while other units move.
    """

    __slots__ = ("enemies", "grounds", "zones")

    def __init__(self, enemies: list[Position]) -> None:
        self.enemies = enemies
        self.zones: Any = None
        self.grounds: dict[Any, Any] = {}

    def of_kind(self, kind: object, make: Callable[[], T]) -> T:
        """Give what is kept of the ground for a kind of unit."""
        return keep(self.grounds, kind, make, KINDS_KEPT)


class Derived:
    """What follows from terrain and from where all units are: `units` and their places by id."""

    __slots__ = ("_against", "_before", "_positions", "terrain", "units")

    def __init__(self, game: Game, terrain: Terrain, before: Mapping[Party, Against]) -> None:
        """Begin anew; of what was known `before` of enemies on this terrain that is kept which still holds."""
        self.terrain = terrain
        self._positions = _positions(game)
        self._before = before
        self._against: dict[Party, Against] = {}
        self.units: dict[str, Any] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        return self._positions == _positions(game) and self.terrain.holds(game)

    def against(self, game: Game, seat: Party) -> Against:
        """Give what is known of the enemies of a seat."""
        found = self._against.get(seat)
        if found is None:
            rows = zip(self._positions, game.units.values(), strict=True)
            enemies = [position for position, unit in rows if not allied(game, seat, unit.seat)]
            known = self._before.get(seat)
            found = self._against[seat] = known if known is not None and known.enemies == enemies else Against(enemies)
        return found

    @property
    def enemies(self) -> dict[Party, Against]:
        """What is known of enemies, by seat, checked or not."""
        return {**self._before, **self._against}

    def of_unit(self, unit: str, make: Callable[[], T]) -> T:
        """Give what is kept of a unit, made where there is none; the oldest goes where there are too many."""
        return keep(self.units, unit, make, UNITS_KEPT)


def derived_of(game: Game) -> Derived:
    """Give what is known of the game as it stands."""
    found: Derived | None = game.derived
    if found is None or not found.holds(game):
        same = found if found is not None and found.terrain.holds(game) else None
        found = game.derived = Derived(game, same.terrain, same.enemies) if same else Derived(game, Terrain(game), {})
    return found


def _terrain_tables(game: Game) -> list[dict[Any, Any]]:
    return [game.cells, game.sheets, game.sides, game.kinds]


def _positions(game: Game) -> list[Position]:
    """List what decides where units are in the way and have zones (TF-BLOCK, TF-ZOC-02)."""
    formations = game.formations
    return [(row.id, row.tile, row.out, row.zone_lost, formations[row.formation].state) for row in game.units.values()]
