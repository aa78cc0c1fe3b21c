"""Where a unit may be in its move: places, what it occupies there, and what that means.

A place is named by the north-western tile that the unit occupies in it. Everything is answered from the game as it
stands, and looked at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.model.derived import derived_of
from adjudicator.rulesets.tile_formations.model.geometry import board, footprint_at, tiles_distance, tiles_of
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import allied, enemy_units, terrain_class, units_on_board
from adjudicator.rulesets.tile_formations.model.messages import UnitSheet
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.blocking import lets_through
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.terrain.passage import Passage, kind_of, passage_for, passages_of
from adjudicator.rulesets.tile_formations.rules.zones.zones import enemy_zones, owners_at


class Placement(NamedTuple):
    """A place for the unit: what it occupies there, and what that means.

    `owners` are enemies in whose zones it lies, `enemy` one that is in it, `road` whether all of it is road.
    """

    tiles: tuple[str, ...]
    owners: tuple[str, ...]
    enemy: str
    road: bool


class KnownGround:
    """What is known of places for units of one seat, kind and size where the terrain and the enemies are as they are.

    `enemies` are those units by tile, `enemy_tiles` the tiles of each, `zones` theirs. The rest fills up as it is asked
    for: `distances` from enemies; the `steps` of charges and of other moves, by the roads and zones that decide them;
    `free_steps`, wherever others are, by roads.
    """

    __slots__ = (
        "contacts",
        "distances",
        "enemies",
        "enemy_tiles",
        "free_steps",
        "passages",
        "placements",
        "steps",
        "zones",
    )

    def __init__(self, game: Game, seat: Party, sheet: UnitSheet) -> None:
        self.enemies: dict[str, str] = {}
        self.enemy_tiles: dict[str, tuple[str, ...]] = {}
        for other in enemy_units(game, seat):
            self.enemy_tiles[other.id] = tiles_of(game, other.id)
            self.enemies.update(dict.fromkeys(self.enemy_tiles[other.id], other.id))
        self.zones = enemy_zones(game, seat)
        self.passages = passages_of(game, sheet)
        self.placements: dict[str, Placement | None] = {}
        self.contacts: dict[str, tuple[str, ...]] = {}
        self.distances: dict[tuple[str, str], int] = {}
        self.steps: dict[Any, Any] = {}
        self.free_steps: dict[Any, Any] = derived_of(game).terrain.steps_of(kind_of(sheet))


def ground_of(game: Game, unit: str) -> KnownGround:
    """Give what is known of places for units such as this one."""
    sheet, seat = game.sheets[unit], game.units[unit].seat
    against = derived_of(game).against(game, seat)
    return against.of_kind(kind_of(sheet), lambda: KnownGround(game, seat, sheet))


class KnownPlaces:
    """What is known of the places of one unit where all units stand as they do, whatever way it moves.

    `friends` are the other units of its side by tile, `full` the tiles where these leave no room, `owners` the enemies
    in whose zones the unit stands. The rest fills up as it is asked for: by what a search follows from, `ends` of
    paths, whether one `leaves` the zones in so many moves, and the `duties` of its last move.
    """

    __slots__ = ("column", "duties", "ends", "friends", "full", "ground", "leaves", "owners", "stops")

    def __init__(self, game: Game, unit: str) -> None:
        self.column = terrain_class(game, unit)
        self.friends = _friends(game, unit)
        limit = game.options.stacking_limit
        self.full = frozenset(tile for tile, units in self.friends.items() if len(units) >= limit)
        self.ground = ground_of(game, unit)
        self.owners = owners_at(self.ground.zones, tiles_of(game, unit))
        self.stops: dict[str, bool] = {}
        self.ends: dict[Any, Any] = {}
        self.leaves: dict[Any, bool] = {}
        self.duties: dict[Any, str] = {}


def _friends(game: Game, unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    seat = game.units[unit].seat
    for other in units_on_board(game):
        if other.id != unit and allied(game, seat, other.seat):
            for tile in tiles_of(game, other.id):
                found.setdefault(tile, []).append(other.id)
    return found


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
        "ground",
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
        ground = self.ground = known.ground
        self.column, self.friends, self.enemies, self.zones = known.column, known.friends, ground.enemies, ground.zones
        self._placements, self._passages, self._contacts = ground.placements, ground.passages, ground.contacts
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
        try:
            found = self._placements[place]
        except KeyError:
            found = self.placement(place)
        if found is None:
            raise LookupError(f"{place} lies off the battlefield")
        return found

    def _look(self, place: str) -> Placement | None:
        tiles = footprint_at(self.game, self.unit, place) if place in self.field else ()
        if not tiles:
            return None
        return Placement(
            tiles,
            owners_at(self.zones, tiles),
            next((self.enemies[tile] for tile in tiles if tile in self.enemies), ""),
            all(self.passage(tile).road for tile in tiles),
        )

    def ally_in_way(self, place: str) -> str:
        """Name an ally in a place that the unit can not pass through; empty for none."""
        sharing = [self.friends.get(tile, ()) for tile in self.placement_at(place).tiles]
        return next((ally for row in sharing for ally in row if not lets_through(self.game, ally, self.column)), "")

    def is_full(self, place: str) -> bool:
        """Tell whether allies leave the unit no room to stay in a place."""
        return not self.known.full.isdisjoint(self.placement_at(place).tiles)

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
        key, kept = (place, owner), self.ground.distances
        found = kept.get(key)
        if found is None:
            tiles = self.placement_at(place).tiles
            found = kept[key] = tiles_distance(self.game, tiles, self.ground.enemy_tiles[owner])
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
