"""Who may be where: terrain that only some may enter, and where tracks and wheels get stuck (HX-TERRAIN-20, -23)."""

from __future__ import annotations

from adjudicator.rulesets.hex_orders.model.messages import Sheet
from adjudicator.rulesets.hex_orders.model.state import Game, flies_at, is_flying
from adjudicator.rulesets.hex_orders.model.terrain import TERRAIN, ground_of

STICKING = ("track", "tracked", "wheel", "wheeled")


def may_be_in(sheet: Sheet, terrain: str) -> bool:
    """HX-TERRAIN-23 Tell whether a base on the ground can be in a terrain."""
    only = TERRAIN[terrain].only
    return only is None or terrain in sheet.terrain_permissions or any(word in sheet.types for word in only.types)


def may_stand(game: Game, sheet: Sheet, name: str, *, flying: bool | None = None) -> bool:
    """Tell whether a base can be in a hex: at its initial speed, or as `flying` says.

    False for what lies off the board. Stacking is not asked.
    """
    if name not in game.hexes:
        return False
    aloft = flies_at(sheet, sheet.initial_speed) if flying is None else flying
    return (aloft and game.options.flying_ignores_terrain) or may_be_in(sheet, game.hexes[name].terrain)


def may_enter(game: Game, unit: str, name: str | None) -> bool:
    """Tell whether a hex is on the board and not impassable for a unit as it moves now; stacking is not asked."""
    flying = is_flying(game, game.units[unit])
    return name is not None and may_stand(game, game.sheets[unit], name, flying=flying)


def above_terrain(game: Game, unit: str) -> bool:
    """HX-TERRAIN-33 Tell whether terrain leaves a unit alone, for it flies."""
    return game.options.flying_ignores_terrain and is_flying(game, game.units[unit])


def may_get_stuck(game: Game, unit: str, name: str) -> bool:
    """HX-TERRAIN-20 Tell whether a unit has to roll in a hex where tracks and wheels get stuck."""
    rolls = any(word in game.sheets[unit].types for word in STICKING)
    return rolls and ground_of(game, name).stuck is not None and not above_terrain(game, unit)
