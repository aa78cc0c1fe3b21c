"""Where a unit may be in its move: places, what it occupies there, and what that means.

A place is named by the north-western tile that the unit occupies in it. Everything is answered from the game as it
stands, and looked at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.rulesets.tile_formations.model.derived import derived_of
from adjudicator.rulesets.tile_formations.model.geometry import (
    board,
    footprint_at,
    tiles_distance,
    tiles_of,
    units_by_tile,
)
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import allied, terrain_class
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.blocking import lets_through
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.terrain.passage import Passage, passage_for, passages_of
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


class KnownPlaces:
    """What is known of the places of one unit where all units stand as they do, whatever way it moves.

    `enemies` and `friends` are the other units by tile, `enemy_tiles` the tiles of each enemy, `zones` the enemy zones,
    `owners` those in whose zones the unit stands. The rest fills up as it is asked for: `distances` from enemies; the
    `steps` of charges and of other moves, by the roads and zones that decide them; by what a search follows from, `ends`
    of paths, whether one `leaves` the zones, and the `duties` of its last move.
    """

    __slots__ = (
        "column",
        "contacts",
        "distances",
        "duties",
        "ends",
        "enemies",
        "enemy_tiles",
        "friends",
        "leaves",
        "owners",
        "passages",
        "placements",
        "steps",
        "stops",
        "zones",
    )

    def __init__(self, game: Game, unit: str) -> None:
        self.column = terrain_class(game, unit)
        self.enemies: dict[str, str] = {}
        self.enemy_tiles: dict[str, tuple[str, ...]] = {}
        self.friends: dict[str, list[str]] = {}
        self._sort_units(game, unit)
        self.zones = enemy_zones(game, game.units[unit].seat)
        self.owners = owners_at(self.zones, tiles_of(game, unit))
        self.passages = passages_of(game, game.sheets[unit])
        self.placements: dict[str, Placement | None] = {}
        self.contacts: dict[str, tuple[str, ...]] = {}
        self.distances: dict[tuple[str, str], int] = {}
        self.stops: dict[str, bool] = {}
        self.steps: dict[Any, Any] = {}
        self.ends: dict[Any, Any] = {}
        self.leaves: dict[Any, bool] = {}
        self.duties: dict[Any, str] = {}

    def _sort_units(self, game: Game, unit: str) -> None:
        seat = game.units[unit].seat
        for tile, units in units_by_tile(game).items():
            for other in units:
                if not allied(game, seat, other.seat):
                    self.enemies[tile] = other.id
                    self.enemy_tiles[other.id] = (*self.enemy_tiles.get(other.id, ()), tile)
                elif other.id != unit:
                    self.friends.setdefault(tile, []).append(other.id)


class UnitPlaces:
    """The places of one unit in one move.

    `start` is where it sets out, `owners` are the enemies in whose zones that lies. What is `known` of its places holds
    for as long as all units stand as they do.
    """

    __slots__ = (
        "_contacts",
        "_passages",
        "_placements",
        "column",
        "enemies",
        "field",
        "friends",
        "game",
        "known",
        "mode",
        "owners",
        "sheet",
        "start",
        "unit",
        "zones",
    )

    def __init__(self, game: Game, unit: str, mode: MoveMode) -> None:
        self.game, self.unit, self.mode = game, unit, mode
        self.sheet, self.start, self.field = game.sheets[unit], game.units[unit].tile, board(game)
        known = self.known = derived_of(game).of_unit(unit, lambda: KnownPlaces(game, unit))
        self.column, self.enemies, self.friends, self.zones = known.column, known.enemies, known.friends, known.zones
        self._placements, self._passages, self._contacts = known.placements, known.passages, known.contacts
        self.set_out(known.owners)

    def set_out(self, owners: tuple[str, ...]) -> None:
        """Set out in the zones of these enemies, which decide what steps are allowed."""
        self.owners = owners

    def placement(self, place: str) -> Placement | None:
        """Give what a place means; None where it lies off the battlefield."""
        try:
            return self._placements[place]
        except KeyError:
            found = self._placements[place] = self._look(place)
            return found

    def placement_at(self, place: str) -> Placement:
        """Give what a place on the battlefield means."""
        found = self._placements.get(place) or self.placement(place)
        if found is None:
            raise LookupError(f"{place} lies off the battlefield")
        return found

    def _look(self, place: str) -> Placement | None:
        tiles = footprint_at(self.game, self.unit, place) if place in self.field else ()
        if not tiles:
            return None
        sharing = [self.friends.get(tile, ()) for tile in tiles]
        return Placement(
            tiles,
            owners_at(self.zones, tiles),
            next((self.enemies[tile] for tile in tiles if tile in self.enemies), ""),
            next((friend for row in sharing for friend in row if not lets_through(self.game, friend, self.column)), ""),
            max(map(len, sharing)) >= self.game.options.stacking_limit,
            all(self.passage(tile).road for tile in tiles),
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
        key, kept = (place, owner), self.known.distances
        found = kept.get(key)
        if found is None:
            tiles = self.placement_at(place).tiles
            found = kept[key] = tiles_distance(self.game, tiles, self.known.enemy_tiles[owner])
        return found

    def entered(self, here: str, there: str) -> tuple[str, ...]:
        """TF-GRID-02 List the tiles of a place that the unit does not occupy from another one."""
        after = self.placement_at(there).tiles
        if len(after) == 1:
            return after
        before = self.placement_at(here).tiles
        return tuple(tile for tile in after if tile not in before)

    def order(self, place: str) -> tuple[bool, tuple[int, int], str]:
        """Sort key of places, by column, then by row; edges of the battlefield stand last."""
        inside = place in self.field
        return not inside, self.field.order(place) if inside else (0, 0), place
