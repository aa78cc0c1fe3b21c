"""Where a unit may be in its move: places, what it occupies there, and what that means.

A place is named by the north-western tile that the unit occupies in it. Everything is answered from the game as it
stands, and looked at once.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.rulesets.tile_formations.model.geometry import (
    board,
    footprint_at,
    tiles_distance,
    tiles_of,
    units_by_tile,
)
from adjudicator.rulesets.tile_formations.model.look_ups import allied, id_order, terrain_class
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.tile_terrain import road_at
from adjudicator.rulesets.tile_formations.rules.movement.blocking import lets_through
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.terrain.passage import Passage, passage_for
from adjudicator.rulesets.tile_formations.rules.zones.zones import enemy_zones, owners_at


class Placement(NamedTuple):
    """A place for the unit: what it occupies there, and what that means.

    `owners` are enemies in whose zones it lies, `blocks` an ally that it can not pass through, `full` whether there is
    no room to stay, `road` whether all of it is road.
    """

    tiles: tuple[str, ...]
    owners: tuple[str, ...]
    enemy: str
    blocks: str
    full: bool
    road: bool


class UnitPlaces:
    """The places of one unit in one move.

    `start` is where it sets out, `owners` are the enemies in whose zones that lies. `enemies` and `friends` are the
    other units by tile, `zones` the enemy zones.
    """

    __slots__ = (
        "_contacts",
        "_owner_tiles",
        "_passages",
        "_placements",
        "column",
        "enemies",
        "field",
        "friends",
        "game",
        "mode",
        "owners",
        "sheet",
        "start",
        "unit",
        "zones",
    )

    def __init__(self, game: Game, unit: str, mode: MoveMode) -> None:
        row = game.units[unit]
        self.game, self.unit, self.mode = game, unit, mode
        self.sheet, self.start, self.field = game.sheets[unit], row.tile, board(game)
        self.column = terrain_class(game, unit)
        self.enemies: dict[str, str] = {}
        self.friends: dict[str, list[str]] = {}
        self._sort_units()
        self.zones = enemy_zones(game, row.seat)
        self._placements: dict[str, Placement | None] = {}
        self._passages: dict[str, Passage] = {}
        self._contacts: dict[str, tuple[str, ...]] = {}
        self.set_out(owners_at(self.zones, tiles_of(game, unit)))

    def _sort_units(self) -> None:
        seat = self.game.units[self.unit].seat
        for tile, units in units_by_tile(self.game).items():
            for other in units:
                if not allied(self.game, seat, other.seat):
                    self.enemies[tile] = other.id
                elif other.id != self.unit:
                    self.friends.setdefault(tile, []).append(other.id)

    def set_out(self, owners: tuple[str, ...]) -> None:
        """Set out in the zones of these enemies, which decide what steps are allowed."""
        self.owners = owners
        self._owner_tiles = {owner: tiles_of(self.game, owner) for owner in owners}

    def placement(self, place: str) -> Placement | None:
        """Give what a place means; None where it lies off the battlefield."""
        if place not in self._placements:
            self._placements[place] = self._look(place)
        return self._placements[place]

    def placement_at(self, place: str) -> Placement:
        """Give what a place on the battlefield means."""
        found = self.placement(place)
        if found is None:
            raise LookupError(f"{place} lies off the battlefield")
        return found

    def _look(self, place: str) -> Placement | None:
        tiles = footprint_at(self.game, self.unit, place) if place in self.field else ()
        if not tiles:
            return None
        friends = [friend for tile in tiles for friend in self.friends.get(tile, ())]
        most = max(len(self.friends.get(tile, ())) for tile in tiles)
        return Placement(
            tiles,
            owners_at(self.zones, tiles),
            next((self.enemies[tile] for tile in tiles if tile in self.enemies), ""),
            next((friend for friend in friends if not lets_through(self.game, friend, self.column)), ""),
            most >= self.game.options.stacking_limit,
            all(road_at(self.game, tile) for tile in tiles),
        )

    def passage(self, tile: str) -> Passage:
        """Say what the terrain of a tile means for the unit."""
        found = self._passages.get(tile)
        if found is None:
            found = self._passages[tile] = passage_for(self.game, self.sheet, tile)
        return found

    def contacts(self, place: str) -> tuple[str, ...]:
        """TF-CHARGE-02 List the enemy units that the unit would be adjacent to, by id."""
        found = self._contacts.get(place)
        if found is None:
            near = {neighbour for tile in self.placement_at(place).tiles for neighbour in self.field.neighbours(tile)}
            beside = {self.enemies[tile] for tile in near if tile in self.enemies}
            found = self._contacts[place] = tuple(sorted(beside, key=id_order))
        return found

    def may_charge_from(self, place: str) -> bool:
        """TF-CHARGE-02 Tell whether the unit charges and is beside an enemy there."""
        return self.mode.engaging and bool(self.contacts(place))

    def distance_to(self, place: str, owner: str) -> int:
        """Give the distance of the unit from the owner of a zone that it set out in."""
        return tiles_distance(self.game, self.placement_at(place).tiles, self._owner_tiles[owner])

    def entered(self, here: str, there: str) -> tuple[str, ...]:
        """TF-GRID-02 List the tiles of a place that the unit does not occupy from another one."""
        before = self.placement_at(here).tiles
        after = self.placement_at(there).tiles
        return after if len(after) == 1 else tuple(tile for tile in after if tile not in before)

    def order(self, place: str) -> tuple[bool, tuple[int, int], str]:
        """Sort key of places, by column, then by row; edges of the battlefield stand last."""
        inside = place in self.field
        return not inside, self.field.order(place) if inside else (0, 0), place
