"""Chapter 4.3, what is different about Aircraft and troops that can Fly: whom they threaten, fight and close in on."""

from __future__ import annotations

from adjudicator.board.inches import Body
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, any_has, has_keyword, rival, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_on_warfield, enemy_bodies

AIRCRAFT, FLY = "aircraft", "fly"


def is_aircraft(game: Game, formation: str) -> bool:
    """GA-4.3-05 Tell whether a formation is an Aircraft formation; one in Hover mode is none."""
    return any_has(game, formation, AIRCRAFT)


def can_fly(game: Game, formation: str) -> bool:
    """GA-4.3-13 Tell whether a formation can Fly: every troop of it can."""
    return all(has_keyword(game, troop, FLY) for troop in troops_of(game, formation))


def grounded(game: Game, seat: int) -> list[Body]:
    """GA-4.3-12 GA-4.3-15 List the bodies of a player's enemies that are no Aircraft."""
    return [body for troop, body in bodies_on_warfield(game, rival(seat)) if not has_keyword(game, troop, AIRCRAFT)]


def enemies_by_troop(game: Game, formation: str) -> dict[str, list[Body]]:
    """GA-4.3-15 Give the enemies that each troop closes in on: those that can Fly on all, the others on no Aircraft."""
    seat = game.formations[formation].seat
    every, low = enemy_bodies(game, seat), grounded(game, seat)
    return {troop.id: every if has_keyword(game, troop, FLY) else low for troop in troops_of(game, formation)}


def may_strike(game: Game, troop: Troop, target: str) -> bool:
    """GA-4.3-14 Tell whether Aircraft keep a troop from attacking a formation in melee."""
    if is_aircraft(game, target) and not has_keyword(game, troop, FLY):
        return False
    return not has_keyword(game, troop, AIRCRAFT) or can_fly(game, target)
