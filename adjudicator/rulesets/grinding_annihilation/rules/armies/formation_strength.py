"""Chapter 8.4, formation strength: Starting Strength and Below Half-Strength."""

from __future__ import annotations

from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, profile_of, troops_of


def starting_strength(game: Game, formation: Formation) -> int:
    """Give the number of troops that its parts were mustered with, destroyed parts left out (GA-8.4-04)."""
    return sum(game.parts[part].strength for part in formation.parts if not game.parts[part].destroyed)


def strength_clause(game: Game, formation: Formation) -> str:
    """Cite what Below Half-Strength is of a formation: of one troop its wounds, else how many are left."""
    return "GA-8.4-03" if starting_strength(game, formation) > 1 else "GA-8.4-02"


def below_half(game: Game, formation: Formation) -> bool:
    """Tell whether a formation is Below Half-Strength (GA-8.4-02, GA-8.4-03)."""
    strength = starting_strength(game, formation)
    if strength > 1:
        return 2 * len(formation.troops) < strength
    return any(2 * troop.wounds_left < profile_of(game, troop).wounds for troop in troops_of(game, formation.id))
