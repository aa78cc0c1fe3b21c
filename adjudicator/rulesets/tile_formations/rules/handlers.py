"""The rules as one part, gathered module by module."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.decide.rules import OwnRules
from adjudicator.rulesets.tile_formations.model import messages as model
from adjudicator.rulesets.tile_formations.model.state import empty_game
from adjudicator.rulesets.tile_formations.rules.assault import assault_hits, assaults, charges, contacts
from adjudicator.rulesets.tile_formations.rules.correctable import CORRECTABLE
from adjudicator.rulesets.tile_formations.rules.danger import cautious_tests, dangerous_terrain
from adjudicator.rulesets.tile_formations.rules.formations import cohesion, losses, shock
from adjudicator.rulesets.tile_formations.rules.invariants import invariants
from adjudicator.rulesets.tile_formations.rules.movement import actions, formation_moves, unit_moves
from adjudicator.rulesets.tile_formations.rules.play import (
    battlefield,
    deployment,
    game_end,
    muster,
    settled_results,
    turns,
)
from adjudicator.rulesets.tile_formations.rules.play.battlefield import OPENING_WINDOW
from adjudicator.rulesets.tile_formations.rules.shooting import (
    casualties,
    declaring,
    hit_allocation,
    overwatch,
    saves,
    shooting,
    shot_facts,
)
from adjudicator.rulesets.tile_formations.rules.terrain import buildings
from adjudicator.rulesets.tile_formations.rules.zones import leave_checks, lost_zones

PART = join(
    battlefield.PART,
    muster.PART,
    deployment.PART,
    turns.PART,
    actions.PART,
    formation_moves.PART,
    unit_moves.PART,
    cautious_tests.PART,
    leave_checks.PART,
    charges.PART,
    contacts.PART,
    lost_zones.PART,
    assaults.PART,
    cohesion.PART,
    overwatch.PART,
    settled_results.PART,
    game_end.PART,
    dangerous_terrain.PART,
    losses.PART,
    shock.PART,
    declaring.PART,
    shot_facts.PART,
    shooting.PART,
    hit_allocation.PART,
    saves.PART,
    assault_hits.PART,
    casualties.PART,
    buildings.PART,
)

RULES = OwnRules(
    name="tile_formations",
    edition="2026.10",
    package="wargame.tile_formations.v1",
    opening_window=OPENING_WINDOW,
    seats=(2, 4),
    part=PART,
    masks=model.MASKS,
    roles=model.ROLES,
    start=empty_game,
    conclude=game_end.conclude,
    score=game_end.score,
    opponents=game_end.opponents,
    invariants=invariants,
    correctable=CORRECTABLE,
)
