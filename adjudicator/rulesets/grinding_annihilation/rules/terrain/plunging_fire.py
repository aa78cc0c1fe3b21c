"""Chapter 6.6, Plunging Fire: shots from high up in ruins at a formation on the ground (GA-6.6-06)."""

from __future__ import annotations

from adjudicator.board.inches import inside_polygon
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import shapes_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import opened
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import RUINS

HIGH = 6 * INCH


def is_plunging_shot(game: Game, troop: Troop, target: str) -> bool:
    """GA-6.6-06 Tell whether a troop shoots from 6" up in ruins at a formation that stands on the ground."""
    body = body_of(game, troop)
    if body.pose.z < HIGH or any(body_of(game, row).pose.z for row in troops_of(game, target)):
        return False
    return any(shape.type == RUINS and inside_polygon(body, shape.ground) for shape in shapes_of(game))


def plunging(game: Game, attack: Attack) -> bool:
    """GA-6.6-06 Tell whether an attack of the open group was declared as Plunging Fire."""
    group, shots = opened(game), () if game.declaration is None else game.declaration.shots
    return any(bool(shot.plunging) for shot in shots if (shot.troop, shot.target) == (attack.troop, group.target))
