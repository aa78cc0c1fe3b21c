"""Chapters TF-COVER and TF-SCREEN: what lies on the tile line from a shooting unit to its target (TF-GRID-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.board.tiles import Crossing
from adjudicator.rulesets.tile_formations.ground import kinds_at
from adjudicator.rulesets.tile_formations.kinds import NONE
from adjudicator.rulesets.tile_formations.model.messages import SightFact
from adjudicator.rulesets.tile_formations.state import (
    Game,
    allied,
    board,
    class_of,
    gap,
    is_infantry,
    on_board,
    tiles_of,
)

THROUGH, BOTH = "through", "both"
OBSCURES = "obscures"
CLEAR, OBSCURED, BLOCKED = "clear", "obscured", "blocked"
SIGHTS = (CLEAR, OBSCURED, BLOCKED)
SHOOTER, LINE = "shooter", "line"


class Sight(NamedTuple):
    """What hides a target from a shooter.

    `inside` is the terrain it is in, `between` terrain or a unit on the line, `screened` an armoured vehicle beside it.
    """

    blocked: bool
    inside: bool
    between: bool
    screened: bool


class Veil(NamedTuple):
    """What hides on a line: how many of its tiles obscure, and whether a vehicle screens."""

    obscuring: int
    screened: bool


class Sights:
    """Lines of fire on a battlefield as it stands; `facts` are lines as they are seen at the table."""

    __slots__ = ("_bulky", "_obscuring", "_screens", "facts", "field", "game")

    def __init__(self, game: Game, facts: Sequence[SightFact] = ()) -> None:
        self.game, self.field, self.facts = game, board(game), facts
        self._bulky = [unit.id for unit in on_board(game) if OBSCURES in game.sheets[unit.id].flags]
        self._obscuring: dict[str, bool] = {}
        self._screens: dict[str, frozenset[str]] = {}

    def look(self, unit: str, target: str) -> Sight:
        """TF-COVER-06 TF-COVER-07 Say what hides a target from a unit; what is seen at the table takes precedence."""
        end, veil = self._line(unit, target)
        seen = self._seen(unit, target)
        if seen:
            return Sight(seen == BLOCKED, False, seen == OBSCURED, veil.screened)
        most = self.game.how.los_block_tiles
        blocked = bool(most) and veil.obscuring >= most
        return Sight(blocked, self._hides_inside(end, target), veil.obscuring > 0, veil.screened)

    def _seen(self, unit: str, target: str) -> str:
        """Find the closest statement about two units; empty where there is none."""
        for pair in ((unit, target), (unit, ""), ("", target), ("", "")):
            for fact in self.facts:
                if (fact.unit, fact.target) == pair:
                    return fact.sight
        return ""

    # -- the line

    def _line(self, unit: str, target: str) -> tuple[str, Veil]:
        """TF-GRID-06 Choose among the lines of the nearest tiles as among tiles: by what hides less, or more."""
        here, there = tiles_of(self.game, unit), tiles_of(self.game, target)
        near = gap(self.game, unit, target)
        ends = [(a, b) for a in here for b in there if self.field.distance(a, b) == near]
        found = [(b, self._veil(self.field.line(a, b), (*here, *there), target)) for a, b in ends]
        choose = min if self._for_shooter() else max
        return choose(found, key=lambda each: (each[1], self._hides_inside(each[0], target)))

    def _for_shooter(self) -> bool:
        return self.game.how.tile_line_ties == SHOOTER

    def _veil(self, line: Sequence[Crossing], own: Sequence[str], target: str) -> Veil:
        choose = min if self._for_shooter() else max
        met = [choose(self._at(tile, own, target) for tile in crossing) for crossing in line]
        return Veil(sum(obscures for obscures, _ in met), any(screens for _, screens in met))

    def _at(self, tile: str, own: Sequence[str], target: str) -> tuple[bool, bool]:
        """Say whether a tile obscures and whether it screens; the tiles of the two units hide nothing."""
        if tile in own:
            return False, False
        return self._hides(tile), tile in self.screens(target)

    # -- what hides

    def _hides(self, tile: str) -> bool:
        """TF-COVER-06 Tell whether a tile hides what lies behind it: by its terrain, or by a unit that obscures."""
        found = self._obscuring.get(tile)
        if found is None:
            terrain = any(kind.obscuring in {THROUGH, BOTH} for kind in kinds_at(self.game, tile))
            found = self._obscuring[tile] = terrain or any(tile in tiles_of(self.game, unit) for unit in self._bulky)
        return found

    def _hides_inside(self, tile: str, target: str) -> bool:
        """TF-COVER-02 Tell whether the terrain of a target's own tile hides it; aircraft are in no terrain."""
        on_ground = class_of(self.game, target) != NONE
        return on_ground and any(kind.obscuring == BOTH for kind in kinds_at(self.game, tile))

    def screens(self, target: str) -> frozenset[str]:
        """TF-SCREEN-01 TF-SCREEN-04 Give the tiles through which attacks on infantry pass its own vehicles."""
        found = self._screens.get(target)
        if found is None:
            found = self._screens[target] = frozenset(self._screening(target))
        return found

    def _screening(self, target: str) -> list[str]:
        game = self.game
        if not is_infantry(game, target):
            return []
        seat = game.units[target].seat
        beside = [
            unit.id for unit in on_board(game)
            if unit.id != target and allied(game, seat, unit.seat)
            and game.sheets[unit.id].type in game.how.screen_types and gap(game, target, unit.id) == 1
        ]  # fmt: skip
        tiles = [tile for unit in beside for tile in tiles_of(game, unit)]
        return tiles if game.how.screen_arc == LINE else [*tiles, *self._arc(target, tiles)]

    def _arc(self, target: str, tiles: Sequence[str]) -> list[str]:
        """TF-SCREEN-03 List the tiles to both sides of a vehicle, around the infantry."""
        found, ways = [], self.field.directions
        for own in tiles_of(self.game, target):
            for tile in tiles:
                way = self.field.direction(own, tile)
                if way is not None:
                    place = ways.index(way)
                    sides = (ways[place - 1], ways[(place + 1) % len(ways)])
                    found += [near for side in sides if (near := self.field.beside(own, side))]
        return found


__all__ = ["BLOCKED", "CLEAR", "OBSCURED", "OBSCURES", "SIGHTS", "Sight", "Sights"]
