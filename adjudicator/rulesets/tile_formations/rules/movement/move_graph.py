"""Chapters TF-MOVE, TF-BLOCK, TF-ZOC: what a unit may step on in its move, seen from where the game stands.

A Course is made for one unit and one move. It answers from the game alone, so that a path that is judged and a reach
that is drawn follow the same steps.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.model.state import (
    INFANTRY,
    Game,
    allied,
    board,
    enemy_units,
    footprint_at,
    id_order,
    terrain_class,
    tiles_distance,
    tiles_of,
    units_on_board,
)
from adjudicator.rulesets.tile_formations.model.terrain_table import IMPASSABLE, OPEN_GROUND
from adjudicator.rulesets.tile_formations.rules.terrain import passage
from adjudicator.rulesets.tile_formations.rules.terrain.passage import HELD, Passage
from adjudicator.rulesets.tile_formations.rules.zones import zones

ENGAGE = "engage"
FEATURE = "feature"
FIRST_MOVE = "first_move"


class Barred(NamedTuple):
    """Why a step or a path is not allowed."""

    clause: str
    reason: str
    facts: tuple[tuple[str, int | str], ...] = ()


class MoveMode(NamedTuple):
    """How a unit moves: under which action, cautiously, on roads alone.

    `due` says that it has to leave the zones that it stands in, and `left` how many moves it has for it after this one.
    """

    action: str
    cautious: bool = False
    road_march: bool = False
    due: bool = False
    left: int = 0

    @property
    def engaging(self) -> bool:
        """Whether it may enter enemy zones to make contact (TF-ZOC-05)."""
        return self.action == ENGAGE


class Placement(NamedTuple):
    """A place for the unit, by its north-western tile: what it occupies there, and what that means.

    `owners` are enemies in whose zones it lies, `blocks` an ally that it can not pass through, `full` whether there is
    no room to stay, `road` whether all of it is road.
    """

    tiles: tuple[str, ...]
    owners: tuple[str, ...]
    enemy: str
    blocks: str
    full: bool
    road: bool


class Step(NamedTuple):
    """A step in short, for searches: who may take it, its cost, what slows it down, and how many tests it brings."""

    plainly: bool
    charging: bool
    cost: int
    impeded: str
    tests: int


NO_STEP = Step(False, False, 0, "", 0)


class MoveGraph:
    """What the rules say about the steps of one unit in one move."""

    __slots__ = (
        "_contacts", "_halts", "_links", "_passages", "_spots", "ahead", "column", "field", "foes", "game", "manner",
        "owners", "room", "sheet", "start", "unit", "zones",
    )  # fmt: skip

    def __init__(self, game: Game, unit: str, manner: MoveMode) -> None:
        row = game.units[unit]
        self.game, self.unit, self.manner = game, unit, manner
        self.sheet, self.start, self.field = game.sheets[unit], row.tile, board(game)
        self.column = terrain_class(game, unit)
        self.foes = {tile: each.id for each in enemy_units(game, row.seat) for tile in tiles_of(game, each.id)}
        self.room = self._friends()
        self.zones = zones.enemy_zones(game, row.seat)
        self._spots: dict[str, Placement | None] = {}
        self._passages: dict[str, Passage] = {}
        self._contacts: dict[str, tuple[str, ...]] = {}
        self._halts: dict[str, bool] = {}
        self.begin(zones.owners_at(self.zones, tiles_of(game, unit)))

    def begin(self, owners: tuple[str, ...]) -> None:
        """Set out in the zones of these enemies, which decide what steps are allowed."""
        self.owners = owners
        self.ahead = {owner: tiles_of(self.game, owner) for owner in owners}
        self._links: dict[tuple[str, str], Step] = {}

    def again(self, place: str) -> MoveGraph:
        """Suppose that the unit set out from another place, at full speed, and everything else as it stands."""
        other = copy(self)
        other.start, other.manner = place, self.manner._replace(cautious=False)
        other.begin(self.at(place).owners)
        return other

    def _friends(self) -> dict[str, tuple[str, ...]]:
        seat = self.game.units[self.unit].seat
        found: dict[str, tuple[str, ...]] = {}
        for each in units_on_board(self.game):
            if each.id != self.unit and allied(self.game, seat, each.seat):
                for tile in tiles_of(self.game, each.id):
                    found[tile] = (*found.get(tile, ()), each.id)
        return found

    # -- places

    def spot(self, place: str) -> Placement | None:
        """Give a place by its north-western tile; None where it lies off the battlefield."""
        if place not in self._spots:
            self._spots[place] = self._look(place)
        return self._spots[place]

    def at(self, place: str) -> Placement:
        """Give a place that lies on the battlefield."""
        found = self.spot(place)
        if found is None:
            raise LookupError(f"{place} lies off the battlefield")
        return found

    def _look(self, place: str) -> Placement | None:
        tiles = footprint_at(self.game, self.unit, place) if place in self.field else ()
        if not tiles:
            return None
        friends = [each for tile in tiles for each in self.room.get(tile, ())]
        most = max(len(self.room.get(tile, ())) for tile in tiles)
        return Placement(
            tiles,
            zones.owners_at(self.zones, tiles),
            next((self.foes[tile] for tile in tiles if tile in self.foes), ""),
            next((each for each in friends if not self._lets_through(each)), ""),
            most >= self.game.how.stacking_limit,
            all(passage.road_at(self.game, tile) for tile in tiles),
        )

    def _lets_through(self, ally: str) -> bool:
        """TF-BLOCK-02 TF-BLOCK-03 Infantry passes through any ally, and any unit through allied infantry."""
        return INFANTRY in {self.column, terrain_class(self.game, ally)}

    def passage(self, tile: str) -> Passage:
        """Say what a tile means for the unit."""
        found = self._passages.get(tile)
        if found is None:
            found = self._passages[tile] = passage.passage_for(self.game, self.sheet, tile)
        return found

    def contacts(self, place: str) -> tuple[str, ...]:
        """TF-CHARGE-02 List the enemy units that the unit would be adjacent to, by id."""
        found = self._contacts.get(place)
        if found is None:
            near = {each for tile in self.at(place).tiles for each in self.field.neighbours(tile)}
            beside = {self.foes[tile] for tile in near if tile in self.foes}
            found = self._contacts[place] = tuple(sorted(beside, key=id_order))
        return found

    def apart(self, place: str, owner: str) -> int:
        """Give the distance of the unit from the owner of a zone."""
        return tiles_distance(self.game, self.at(place).tiles, self.ahead[owner])

    # -- steps

    def step(self, here: str, there: str, *, charging: bool) -> Barred | None:
        """Say why the unit may not step from a place to one beside it; None where it may."""
        spot = self.spot(there)
        if spot is None:
            return Barred("TF-MOVE-09", "off-the-battlefield", (("tile", there),))
        if spot.enemy:
            return Barred("TF-BLOCK-01", "enemy-in-tile", (("tile", there), ("enemy", spot.enemy)))
        return (
            self._terrain(here, there)
            or self._squeeze(here, there)
            or (None if charging else self._zone(here, there, spot))
        )

    def link(self, here: str, there: str) -> Step:
        """Say in short what a step is; the same step is looked at once."""
        key = (here, there)
        found = self._links.get(key)
        if found is None:
            found = self._links[key] = self._linked(here, there)
        return found

    def _linked(self, here: str, there: str) -> Step:
        spot = self.spot(there)
        if spot is None or self.step(here, there, charging=True) is not None:
            return NO_STEP
        cost, impeded = self.price(here, there)
        plainly = self._zone(here, there, spot) is None
        return Step(plainly, True, cost, impeded, len(self.tests(here, there)))

    def halts(self, place: str) -> bool:
        """Tell whether the unit may not move on from a place; see `through`."""
        found = self._halts.get(place)
        if found is None:
            found = self._halts[place] = self.through(place) is not None
        return found

    def entered(self, here: str, there: str) -> tuple[str, ...]:
        """TF-GRID-02 List the tiles that the unit does not occupy yet."""
        before = self.at(here).tiles
        after = self.at(there).tiles
        return after if len(after) == 1 else tuple(tile for tile in after if tile not in before)

    def _terrain(self, here: str, there: str) -> Barred | None:
        """TF-TERRAIN-03 TF-TERRAIN-09 Only tiles that are entered count, not those that it stands in already."""
        for tile in self.entered(here, there):
            found = self.passage(tile)
            if found.move == IMPASSABLE:
                terrain = found.kind or OPEN_GROUND
                return Barred(found.clause, "impassable", (("tile", tile), ("terrain", terrain), ("by", self.column)))
            if self.manner.road_march and not passage.road_at(self.game, tile):
                return Barred("TF-ROAD-05", "off-the-road", (("tile", tile),))
        return None

    def _squeeze(self, here: str, there: str) -> Barred | None:
        """TF-BLOCK-06 With that option nobody steps diagonally between two tiles that enemies hold."""
        if not self.game.how.no_diagonal_squeeze or self.game.how.tile_shape != "square8":
            return None
        for old in self.at(here).tiles:
            heading = self.field.direction(here, there) or ""
            sides = [self.field.beside(old, way) for way in heading] if len(heading) > 1 else []
            if sides and all(side in self.foes for side in sides):
                return Barred("TF-BLOCK-06", "squeezed", (("tile", there),))
        return None

    def _zone(self, here: str, there: str, spot: Placement) -> Barred | None:
        """TF-ZOC-04 TF-ZOC-12 No enemy zone is entered; who leaves one may not come nearer to its owner."""
        if not self.owners:
            enemy = next(iter(spot.owners), "")
            return Barred("TF-ZOC-04", "enemy-zone", (("tile", there), ("enemy", enemy))) if enemy else None
        for owner in spot.owners:
            if owner not in self.owners:
                return Barred("TF-ZOC-12", "another-zone", (("tile", there), ("enemy", owner)))
        for owner in self.owners:
            if self.apart(there, owner) < self.apart(here, owner):
                return Barred("TF-ZOC-12", "nearer", (("tile", there), ("enemy", owner)))
        return None

    def through(self, place: str) -> Barred | None:
        """TF-BLOCK-04 TF-TERRAIN-07 Say why the unit may not move on from a place that it has just entered."""
        spot = self.at(place)
        if spot.blocks:
            return Barred("TF-BLOCK-04", "blocked-by-ally", (("tile", place), ("ally", spot.blocks)))
        for tile in spot.tiles:
            found = self.passage(tile)
            if found.move == HELD:
                return Barred(found.clause, "not-crossed", (("tile", tile), ("terrain", found.kind)))
        return None

    def stay(self, place: str) -> Barred | None:
        """TF-BLOCK-05 Say why the unit may not end its move in a place."""
        if place != self.start and self.at(place).full:
            return Barred("TF-BLOCK-05", "occupied", (("tile", place),))
        return None

    def price(self, here: str, there: str) -> tuple[int, str]:
        """TF-MOVE-02 TF-BARR-04 Give the cost of a step, and the terrain that slows it down, empty for none."""
        found = [self.passage(tile) for tile in self.entered(here, there)]
        slow = next((each.impeded for each in found if each.impeded), "")
        return max((each.cost for each in found), default=1), slow

    # -- danger

    def dangers(self, place: str) -> tuple[tuple[str, str], ...]:
        """TF-DANGER-01 List kinds that are dangerous for the unit in a place, each with its first tile there."""
        found: dict[str, str] = {}
        for tile in self.at(place).tiles:
            for kind in self.passage(tile).dangers:
                found.setdefault(kind, tile)
        return tuple(found.items())

    def tests(self, here: str, there: str) -> tuple[tuple[str, str], ...]:
        """TF-DANGER-08 List kind and tile of the tests that a step brings: once for each stretch of a feature."""
        before = {kind for kind, _ in self.dangers(here)}
        if self.game.how.danger_test_scope != FEATURE:
            fresh = self.entered(here, there)
            return tuple((kind, tile) for tile in fresh for kind in self.passage(tile).dangers)
        return tuple(
            (kind, tile) for kind, tile in self.dangers(there) if kind not in before or self._other(kind, here, there)
        )

    def _other(self, kind: str, here: str, there: str) -> bool:
        """TF-DANGER-08 Tell whether a larger unit meets another feature of a kind that it already stands in."""
        if len(self.at(there).tiles) == 1:
            return False
        old = [tile for tile in self.at(here).tiles if kind in self.passage(tile).dangers]
        fresh = [tile for tile in self.entered(here, there) if kind in self.passage(tile).dangers]
        return any(not self._joined(kind, tile, old) for tile in fresh)

    def _joined(self, kind: str, tile: str, goals: list[str]) -> bool:
        """Walk through a feature from a tile to one of others."""
        seen, waiting = {tile}, [tile]
        while waiting:
            here = waiting.pop()
            if here in goals:
                return True
            for near in self.field.neighbours(here):
                if near not in seen and kind in self.passage(near).dangers:
                    seen.add(near)
                    waiting.append(near)
        return False


__all__ = ["ENGAGE", "FIRST_MOVE", "NO_STEP", "Barred", "MoveGraph", "MoveMode", "Placement"]
