"""Chapters TF-SAVE and TF-CROSS: the saves that a unit has against a hit, each a value with its reasons."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.model.messages import Hit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import rule_clause
from adjudicator.rulesets.tile_formations.rules.shooting import cover

ARMOUR, COVER, NO_SAVE = "armour", "cover", "none"
SAVES = (ARMOUR, COVER)
CANOPY = 1


def saves_of(game: Game, unit: str, hit: Hit) -> dict[str, Tally]:
    """TF-SAVE-03 TF-SCREEN-02 Give the saves that a unit has against a hit, armour first."""
    found = {}
    printed = game.sheets[unit].armour
    armour = game.options.default_armour if printed is None else printed
    if armour:
        found[ARMOUR] = _modified(game, unit, hit, Tally.base(armour, "TF-SAVE-07"))
    cover_save = cover.cover_value(game, unit)
    if cover_save is not None:
        found[COVER] = _modified(game, unit, hit, cover_save) if game.options.modifiers_affect_cover else cover_save
    return found


def save_taken(game: Game, unit: str, hit: Hit) -> tuple[str, Tally]:
    """TF-SAVE-04 Give the save that is taken: the one chosen, or the one with the higher value."""
    found = saves_of(game, unit, hit)
    if hit.save in found:
        return hit.save, found[hit.save]
    name = max(found, key=lambda row: found[row].total, default=NO_SAVE)
    return name, found.get(name, Tally.base(0, "TF-SAVE-07"))


def _modified(game: Game, unit: str, hit: Hit, value: Tally) -> Tally:
    """TF-SAVE-08 Apply what changes a save: crossfire, the canopy against air attacks, the weapon."""
    if hit.crossfire and not bastion_clause(game, unit):
        value = value.add(game.options.crossfire_save_modifier, "TF-CROSS-02")
    if hit.air:
        kind = next((kind.name for kind in cover.kinds_occupied(game, unit) if kind.canopy), "")
        value = value.add(CANOPY if kind else 0, rule_clause(kind, "canopy", "TF-WOOD-04"))
    return value.add(hit.save_modifier, "TF-SAVE-08")


def bastion_clause(game: Game, unit: str) -> str:
    """TF-FORT-04 TF-BUNK-05 Name the clause that spares a unit the crossfire modifier; empty where none does."""
    kind = next((kind.name for kind in cover.kinds_occupied(game, unit) if kind.bastion), "")
    return rule_clause(kind, "bastion", "TF-FORT-04") if kind else ""
