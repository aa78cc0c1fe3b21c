"""What a bot makes of its view: who stands where, how far from whom, how far it can shoot."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from adjudicator.board.tiles import Board, board_of, tile_of
from adjudicator.kernel import bot as kernel
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import Preference, Sampler, word_of, words_of
from adjudicator.rulesets.tile_formations.model.messages import COMMANDS
from adjudicator.rulesets.tile_formations.reports.messages import UnitView, View

FAR = 999
SAMPLER = Sampler(COMMANDS, split_texts=True)


class Mates(NamedTuple):
    """The others of a unit's formation: tiles of those that have `moved`, and where else to be for others to follow.

    `to_follow` has for each that has still to move, and can not follow those, the tiles that it can come into formation
    with.
    """

    moved: list[str]
    to_follow: list[frozenset[str]]


class Turn(kernel.Turn):
    """One choice, with what the bot makes of its view. `seat` is the bot's own."""

    def __init__(self, sight: kernel.Sight, chance: kernel.Generator) -> None:
        super().__init__(sight, chance)
        self.view: View = sight.view
        self.seat = sight.party
        self._follow: dict[str, frozenset[str]] = {}
        self._mates: dict[str, Mates] = {}

    def any_of(self, kind: str, prefer: Preference | None = None) -> Struct | None:
        """Take any offer of a kind, with any values or with those that `prefer` takes; None where there is none."""
        found = self.offered(kind)
        return self.sampled(self.chance.choice(found), prefer) if found else None

    def sampled(self, offered: Offer, prefer: Preference | None = None) -> Struct | None:
        """Take an offer, with any values or with those that `prefer` takes."""
        return SAMPLER.sampled(offered, self.chance, prefer)

    # -- the battlefield

    @cached_property
    def board(self) -> Board:
        """The tiles."""
        return board_of(self.view.tile_shape, self.view.columns, self.view.rows)

    @cached_property
    def units(self) -> dict[str, UnitView]:
        """Units on the battlefield, by id."""
        return {unit.id: unit for unit in self.view.units if not unit.why_gone}

    @cached_property
    def enemies(self) -> tuple[UnitView, ...]:
        """Units of other sides."""
        sides = {side.seat: side.side for side in self.view.sides}
        own = sides.get(self.seat)
        return tuple(unit for unit in self.units.values() if sides[unit.seat] != own)

    @cached_property
    def enemy_tiles(self) -> tuple[str, ...]:
        """The tiles with enemies."""
        return tuple(dict.fromkeys(tile for enemy in self.enemies for tile in enemy.tiles))

    @cached_property
    def terrain(self) -> dict[str, tuple[str, ...]]:
        """What lies in tiles that differ from the base terrain."""
        return {tile.tile: (tile.base_terrain, *tile.overlays) for tile in self.view.tiles}

    @cached_property
    def coherency(self) -> int:
        """The longest gap in a formation."""
        options = self.view.options
        return options.coherency_tiles if options is not None and options.coherency_tiles is not None else 0

    def following_tiles(self, unit: str) -> frozenset[str]:
        """List the tiles that are in formation with a place where a unit can end its move, or with its own."""
        found = self._follow.get(unit)
        if found is None:
            row = self.units[unit]
            paths = [path for way in self._path_offers.get(unit, ()) for path in words_of(way.fields, "path")]
            ends = dict.fromkeys((*row.tiles, *(self.end_of(path, row) for path in paths)))
            enemy_distance = (tile for end in ends for tile in self.board.within(end, self.coherency))
            found = self._follow[unit] = frozenset(enemy_distance)
        return found

    def mates_of(self, unit: UnitView) -> Mates:
        """Say where the rest of a unit's formation is, and what those need who have still to move."""
        found = self._mates.get(unit.id)
        if found is None:
            mates = [row for row in self.of(unit.formation) if row.id != unit.id]
            moved = [tile for mate in mates if mate.moved for tile in mate.tiles]
            waiting = [self.following_tiles(mate.id) for mate in mates if not mate.moved]
            found = self._mates[unit.id] = Mates(moved, [near for near in waiting if near.isdisjoint(moved)])
        return found

    @cached_property
    def _path_offers(self) -> dict[str, list[Offer]]:
        found: dict[str, list[Offer]] = {}
        for row in (*self.offered("MoveUnit"), *self.offered("Charge")):
            found.setdefault(word_of(row.fields, "unit"), []).append(row)
        return found

    def of(self, formation: str) -> list[UnitView]:
        """List the units of a formation on the battlefield."""
        return [unit for unit in self.units.values() if unit.formation == formation]

    def distance_to(self, tile: str, others: Iterable[str]) -> int:
        """Measure how far the nearest of some tiles is; 999 where there is none."""
        return min((self.board.distance(tile, other) for other in others), default=FAR)

    def enemy_distance(self, formation: str) -> int:
        """Measure how far the nearest enemy is from a formation."""
        tiles = [tile for row in self.of(formation) for tile in row.tiles]
        return min((self.distance_to(tile, self.enemy_tiles) for tile in tiles), default=FAR)

    def end_of(self, path: str, unit: UnitView) -> str:
        """Give the tile where an offered path ends; an edge leads nowhere."""
        tiles = [word for word in path.split() if word in self.board]
        return tiles[-1] if tiles else unit.tile


def reach(unit: UnitView) -> int:
    """Give the range of a unit's best weapon, 0 without one."""
    return max((weapon.weapon_range for weapon in unit.sheet.weapons if weapon.dice), default=0)


def by_place(tile: str) -> tuple[int, int]:
    """Sort key of tiles: by column, then by row."""
    return tile_of(tile)
