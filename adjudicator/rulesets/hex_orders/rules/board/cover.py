"""What a hex adds to hitting from it and to being hit in it (HX-TERRAIN-03, HX-FIRE-11)."""

from __future__ import annotations

from adjudicator.rulesets.hex_orders.model.state import Game, is_flying
from adjudicator.rulesets.hex_orders.model.terrain import SMOKE, TERRAIN, RuledNumber, features_of, has_smoke, is_smoky


def to_be_hit(game: Game, unit: str) -> tuple[RuledNumber, ...]:
    """List what a target's hex adds to hitting it: terrain, overlays, smoke; nothing while it flies (HX-TERRAIN-33)."""
    row = game.units[unit]
    return () if is_flying(game, row) else cover_of(game, row.hex)


def cover_of(game: Game, name: str) -> tuple[RuledNumber, ...]:
    """List what a hex adds to hitting who is on its ground."""
    cell = game.hexes[name]
    ground = TERRAIN[cell.terrain].to_be_hit
    rows = [ground] if ground is not None else []
    features = features_of(game.options, cell)
    rows += [RuledNumber(feature.to_be_hit, "HX-TERRAIN-03") for feature in features if feature.to_be_hit]
    return (*rows, SMOKE.to_be_hit) if is_smoky(cell) else tuple(rows)


def to_hit(game: Game, unit: str) -> tuple[RuledNumber, ...]:
    """List what a firer's hex adds to its hitting: smoke alone (HX-FIRE-11); nothing while it flies."""
    row = game.units[unit]
    return (SMOKE.to_hit,) if has_smoke(game, row.hex) and not is_flying(game, row) else ()
