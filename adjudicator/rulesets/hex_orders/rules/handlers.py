"""The tables of all chapters, joined."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.decide.rules import OwnRules
from adjudicator.rulesets.hex_orders.model.messages import MASKS, ROLES
from adjudicator.rulesets.hex_orders.model.public import public_tables
from adjudicator.rulesets.hex_orders.model.state import empty_table, knows
from adjudicator.rulesets.hex_orders.rules.assault import (
    assault_angles,
    assault_dice,
    assault_step,
    contested_hexes,
    contributors,
    cunning_assault,
    deflection,
    fear,
    fights,
    hit_allocation,
)
from adjudicator.rulesets.hex_orders.rules.board import swamps
from adjudicator.rulesets.hex_orders.rules.correctable import CORRECTABLE
from adjudicator.rulesets.hex_orders.rules.damage import (
    agony,
    applying_damage,
    casualties,
    damage_order,
    damage_rolls,
    damage_tokens,
    shaken,
)
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    area_attacks,
    declared_shots,
    fire_window,
    gunnery_step,
    load_and_aim,
    revealing,
    spotting,
    to_hit,
)
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effect_fire, hex_effects
from adjudicator.rulesets.hex_orders.rules.invariants import invariants
from adjudicator.rulesets.hex_orders.rules.movement import movement_step, unit_moves
from adjudicator.rulesets.hex_orders.rules.orders import (
    assault_intents,
    choosing_order,
    due_orders,
    flying,
    movement_choices,
    writing,
)
from adjudicator.rulesets.hex_orders.rules.retreats import pre_assault_retreats, retreats
from adjudicator.rulesets.hex_orders.rules.setup import armies, creation, deployment, huge_units, map_design
from adjudicator.rulesets.hex_orders.rules.setup.creation import OPENING_WINDOW
from adjudicator.rulesets.hex_orders.rules.turn import aftermath, end_of_game, passing, turn_steps

PART = join(
    creation.PART,
    huge_units.PART,
    armies.PART,
    map_design.PART,
    deployment.PART,
    choosing_order.PART,
    writing.PART,
    due_orders.PART,
    turn_steps.PART,
    passing.PART,
    gunnery_step.PART,
    fire_window.PART,
    load_and_aim.PART,
    area_attacks.PART,
    declared_shots.PART,
    hex_effect_fire.PART,
    to_hit.PART,
    spotting.PART,
    revealing.PART,
    damage_order.PART,
    damage_rolls.PART,
    casualties.PART,
    damage_tokens.PART,
    shaken.PART,
    applying_damage.PART,
    agony.PART,
    hex_effects.PART,
    aftermath.PART,
    assault_intents.PART,
    movement_choices.PART,
    flying.PART,
    unit_moves.PART,
    movement_step.PART,
    swamps.PART,
    contested_hexes.PART,
    fights.PART,
    fear.PART,
    contributors.PART,
    assault_angles.PART,
    assault_dice.PART,
    assault_step.PART,
    deflection.PART,
    hit_allocation.PART,
    cunning_assault.PART,
    pre_assault_retreats.PART,
    retreats.PART,
    end_of_game.PART,
)

RULES = OwnRules(
    name="hex_orders",
    edition="2026.9",
    package="wargame.hex_orders.v1",
    opening_window=OPENING_WINDOW,
    seats=(2, 2),
    part=PART,
    masks=MASKS,
    roles=ROLES,
    start=empty_table,
    knows=knows,
    public=public_tables,
    conclude=end_of_game.conclude,
    score=end_of_game.score,
    invariants=invariants,
    correctable=CORRECTABLE,
    seats_correct=False,
)
