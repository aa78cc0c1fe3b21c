"""Chapters TF-COVER, TF-SAVE and TF-OW: cover saves of terrain, lying low, and the cover modifier to hit."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY, OVERWATCH, is_infantry, terrain_class
from adjudicator.rulesets.tile_formations.model.messages import TerrainKind
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import NONE, cell_for, cover_clause, rule_clause
from adjudicator.rulesets.tile_formations.model.tile_terrain import kinds_at
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LineOfFire

VEHICLES = "vehicles"
LIE_LOW_SAVE = 2
BEHIND_COVER = -1


def kinds_occupied(game: Game, unit: str) -> tuple[TerrainKind, ...]:
    """List the kinds of terrain that a unit is in, each once; aircraft are in none (TF-GRID-03)."""
    if terrain_class(game, unit) == NONE:
        return ()
    found = {kind.name: kind for tile in tiles_of(game, unit) for kind in kinds_at(game, tile)}
    return tuple(found.values())


# -- saves


def cover_value(game: Game, unit: str) -> Tally | None:
    """TF-SAVE-01 TF-SAVE-10 Give the best cover save of a unit where it stands; None for none."""
    found = [*_of_terrain(game, unit), *_of_lying_low(game, unit)]
    return max(found, key=lambda row: row.total) if found else None


def _of_terrain(game: Game, unit: str) -> Iterator[Tally]:
    """TF-SAVE-06 TF-GUN-06 Give the cover of terrain: to infantry, and to vehicles behind a gun shield."""
    column = terrain_class(game, unit)
    for kind in kinds_occupied(game, unit):
        cell = cell_for(kind, column)
        covered = column == INFANTRY or (column == VEHICLES and kind.gun_shield)
        if covered and cell is not None and cell.cover:
            yield Tally.base(cell.cover, cover_clause(kind.name, column))


def _of_lying_low(game: Game, unit: str) -> Iterator[Tally]:
    """TF-HILL-05 TF-OPEN-05 TF-SCRUB-04 Give the cover of lying low."""
    kind = lies_low(game, unit)
    if kind:
        yield Tally.base(LIE_LOW_SAVE, rule_clause(kind, "lie_low_save", "TF-OW-02"))


def lies_low(game: Game, unit: str) -> str:
    """TF-OW-02 Name the terrain in which infantry in Overwatch lies low; empty where it does not."""
    watching = game.formations[game.units[unit].formation].state == OVERWATCH
    if not (watching and is_infantry(game, unit)):
        return ""
    kinds = kinds_occupied(game, unit)
    low = [kind.name for kind in kinds if kind.lie_low]
    kept = game.options.overlay_keeps_lie_low or len(low) == len(kinds)
    return low[0] if low and kept else ""


# -- to hit


def cover_clauses(game: Game, target: str, sight: LineOfFire) -> tuple[str, ...]:
    """TF-COVER-01 TF-COVER-02 TF-COVER-03 List the clauses by which a target is harder to hit."""
    low = lies_low(game, target)
    found = {
        "TF-COVER-01": bool([*_of_terrain(game, target)]),
        "TF-COVER-02": sight.inside,
        "TF-COVER-03": sight.between,
        "TF-SCREEN-01": sight.screened,
        rule_clause(low, "lie_low", "TF-OW-02"): bool(low),
    }
    return tuple(clause for clause, holds in found.items() if holds)


def to_hit_cover(game: Game, target: str, sight: LineOfFire) -> int:
    """TF-COVER-04 Give the cover modifier to hit: it is -1, however many reasons apply."""
    return max(BEHIND_COVER * len(cover_clauses(game, target, sight)), game.options.cover_to_hit_cap)


def apply_cover(game: Game, value: Tally, target: str, sight: LineOfFire) -> Tally:
    """TF-COVER-04 Take what cover does from a hit value, reason by reason and down to the cap."""
    lowest = value.total + game.options.cover_to_hit_cap
    for clause in cover_clauses(game, target, sight):
        value = value.add(BEHIND_COVER, clause)
    return value.at_least(lowest, "TF-COVER-04")
