"""Chapter TF-COVER, lines of fire: what hides a target on the tile line to it (TF-GRID-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.board.tiles import Crossing
from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of, unit_distance
from adjudicator.rulesets.tile_formations.model.look_ups import terrain_class, units_on_board
from adjudicator.rulesets.tile_formations.model.messages import SightFact
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import NONE
from adjudicator.rulesets.tile_formations.model.tile_terrain import kinds_at
from adjudicator.rulesets.tile_formations.rules.shooting.screening import screening_tiles

THROUGH, BOTH = "through", "both"
OBSCURES = "obscures"
CLEAR, OBSCURED, BLOCKED = "clear", "obscured", "blocked"
SIGHTS = (CLEAR, OBSCURED, BLOCKED)
SHOOTER = "shooter"


class LineOfFire(NamedTuple):
    """What hides a target from a shooter.

    `inside` is the terrain it is in, `between` terrain or a unit on the line, `screened` an armoured vehicle beside it.
    """

    blocked: bool
    inside: bool
    between: bool
    screened: bool


class LineCover(NamedTuple):
    """What hides on a line: how many of its tiles obscure, and whether a vehicle screens."""

    obscuring: int
    screened: bool


class LinesOfFire:
    """Lines of fire on a battlefield as it stands; `facts` are lines as they are seen at the table."""

    __slots__ = ("_large_units", "_obscuring", "_screening", "facts", "field", "game")

    def __init__(self, game: Game, facts: Sequence[SightFact] = ()) -> None:
        self.game, self.field, self.facts = game, board(game), facts
        self._large_units = [unit.id for unit in units_on_board(game) if OBSCURES in game.sheets[unit.id].flags]
        self._obscuring: dict[str, bool] = {}
        self._screening: dict[str, frozenset[str]] = {}

    def look(self, unit: str, target: str) -> LineOfFire:
        """TF-COVER-06 TF-COVER-07 Say what hides a target from a unit; what is seen at the table takes precedence."""
        end, cover = self._line(unit, target)
        seen = self._seen(unit, target)
        if seen:
            return LineOfFire(seen == BLOCKED, False, seen == OBSCURED, cover.screened)
        most = self.game.options.los_block_tiles
        blocked = bool(most) and cover.obscuring >= most
        return LineOfFire(blocked, self._hides_inside(end, target), cover.obscuring > 0, cover.screened)

    def _seen(self, unit: str, target: str) -> str:
        """Find the closest statement about two units; empty where there is none."""
        for pair in ((unit, target), (unit, ""), ("", target), ("", "")):
            for fact in self.facts:
                if (fact.unit, fact.target) == pair:
                    return fact.sight
        return ""

    # -- the line

    def _line(self, unit: str, target: str) -> tuple[str, LineCover]:
        """TF-GRID-06 Choose among the lines of the nearest tiles as among tiles: by what hides less, or more."""
        here, there = tiles_of(self.game, unit), tiles_of(self.game, target)
        near = unit_distance(self.game, unit, target)
        ends = [(a, b) for a in here for b in there if self.field.distance(a, b) == near]
        found = [(b, self._cover_on(self.field.line(a, b), (*here, *there), target)) for a, b in ends]
        choose = min if self._for_shooter() else max
        return choose(found, key=lambda row: (row[1], self._hides_inside(row[0], target)))

    def _for_shooter(self) -> bool:
        return self.game.options.tile_line_ties == SHOOTER

    def _cover_on(self, line: Sequence[Crossing], own: Sequence[str], target: str) -> LineCover:
        choose = min if self._for_shooter() else max
        met = [choose(self._at(tile, own, target) for tile in crossing) for crossing in line]
        return LineCover(sum(obscures for obscures, _ in met), any(screens for _, screens in met))

    def _at(self, tile: str, own: Sequence[str], target: str) -> tuple[bool, bool]:
        """Say whether a tile obscures and whether it screens; the tiles of the two units hide nothing."""
        if tile in own:
            return False, False
        return self._hides(tile), tile in self._screens(target)

    # -- what hides

    def _hides(self, tile: str) -> bool:
        """TF-COVER-06 Tell whether a tile hides what lies behind it: by its terrain, or by a unit that obscures."""
        found = self._obscuring.get(tile)
        if found is None:
            terrain = any(kind.obscuring in {THROUGH, BOTH} for kind in kinds_at(self.game, tile))
            found = self._obscuring[tile] = terrain or any(
                tile in tiles_of(self.game, unit) for unit in self._large_units
            )
        return found

    def _hides_inside(self, tile: str, target: str) -> bool:
        """TF-COVER-02 Tell whether the terrain of a target's own tile hides it; aircraft are in no terrain."""
        on_ground = terrain_class(self.game, target) != NONE
        return on_ground and any(kind.obscuring == BOTH for kind in kinds_at(self.game, tile))

    def _screens(self, target: str) -> frozenset[str]:
        found = self._screening.get(target)
        if found is None:
            found = self._screening[target] = frozenset(screening_tiles(self.game, target))
        return found
