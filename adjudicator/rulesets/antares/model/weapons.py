"""Questions about weapons: how they are fired, how far, who serves them, and whether they work."""

from __future__ import annotations

from adjudicator.rulesets.antares.model.messages import FiringMode, Weapon
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game, kind_of, models_of

SELF_CREWED = ("vehicle", "vehicle_drone")


def is_overhead(weapon: Weapon) -> bool:
    """Tell whether a weapon is fired overhead (AN-OH-01)."""
    return weapon.overhead is not None


def is_heavy(weapon: Weapon) -> bool:
    """Tell whether a weapon counts as heavy, by its class or its property (AN-ORDER-03)."""
    return weapon.kind == "heavy" or "heavy" in weapon.properties


def mode_of(weapon: Weapon, name: str) -> FiringMode | None:
    """Find a mode by its name, the standard mode for an empty one; None where there is none (AN-ACC-18)."""
    found = (mode for mode in weapon.modes if name in ("", mode.name))
    return next(found, None)


def range_band(weapon: Weapon, distance: int) -> str:
    """AN-SHOOT-10 Name the range band: "near" (below the minimum), "short", "long", "extreme" or "beyond"."""
    if distance < weapon.minimum:
        return "near"
    limits = (("short", weapon.short_range), ("long", weapon.long_range), ("extreme", weapon.extreme))
    return next((name for name, limit in limits if distance <= limit), "beyond")


def reach(weapon: Weapon) -> int:
    """Give the farthest that a weapon reaches."""
    return max(weapon.short_range, weapon.long_range, weapon.extreme)


def is_disabled(game: Game, model: Model, weapon: str) -> bool:
    """AN-DMG-14 Tell whether a damage result has put a weapon out of use, of its unit or of this model alone."""
    out = game.units[model.unit].disabled_weapons
    return weapon in out or f"{model.id}:{weapon}" in out


def weapons_carried(game: Game, unit: str) -> tuple[str, ...]:
    """List the weapons that models of a unit carry, each once, in the order of the models."""
    return tuple(dict.fromkeys(name for model in models_of(game, unit) for name in kind_of(game, model).weapons))


def bearers(game: Game, unit: str, weapon: str) -> tuple[Model, ...]:
    """List the models of a unit that carry a weapon which still works, by number."""
    return tuple(
        model
        for model in models_of(game, unit)
        if weapon in kind_of(game, model).weapons and not is_disabled(game, model, weapon)
    )


def crew_left(game: Game, unit: str, weapon: str) -> int:
    """AN-ACC-21 Count the models that serve a weapon: those that carry it and are no equipment, and its helpers."""
    kinds = (kind_of(game, model) for model in models_of(game, unit))
    return sum(kind.crews == weapon or (weapon in kind.weapons and not kind.equipment) for kind in kinds)


def crew_needed(game: Game, unit: str, weapon: Weapon, guns: int) -> int:
    """AN-ACC-21 Count the crew that so many pieces of a weapon need.

    Where no kind of model is there to serve it, those who carry it serve one piece together. Vehicles are crewed from
    within.
    """
    sheet = game.sheets[unit]
    if sheet.unit_type in SELF_CREWED:
        return 0
    served = any(kind.crews == weapon.id for kind in sheet.kinds)
    return weapon.crew * (guns if served else 1) if weapon.crew > 1 else 0


def crewed_pieces(game: Game, unit: str, weapon: Weapon) -> int:
    """AN-ACC-21 Count the pieces of a weapon that have anybody to fire them."""
    guns = len(bearers(game, unit, weapon.id))
    return min(guns, crew_left(game, unit, weapon.id)) if crew_needed(game, unit, weapon, guns) else guns


def is_short_of_crew(game: Game, unit: str, weapon: Weapon) -> bool:
    """AN-ACC-21 Tell whether a weapon has fewer crew than it needs."""
    needed = crew_needed(game, unit, weapon, len(bearers(game, unit, weapon.id)))
    return crew_left(game, unit, weapon.id) < needed
