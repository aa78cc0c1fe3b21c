"""All that the rules bring: handlers, reducers, windows and commands of any time, module by module."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.decide.rules import OwnRules
from adjudicator.rulesets.antares.model.messages import MASKS, ROLES
from adjudicator.rulesets.antares.model.state import start
from adjudicator.rulesets.antares.rules.assault import assaults, breaking_off, consolidation, hand_to_hand, point_blank
from adjudicator.rulesets.antares.rules.correctable import CORRECTABLE
from adjudicator.rulesets.antares.rules.damage import break_tests, casualties, damage_chart, pins, resist_tests
from adjudicator.rulesets.antares.rules.hits import hit_allocation, hit_rerolls, hit_scoring, miss_rerolls
from adjudicator.rulesets.antares.rules.invariants import invariants
from adjudicator.rulesets.antares.rules.mission import creation, deployment, game_end
from adjudicator.rulesets.antares.rules.mission.creation import CREATE_WINDOW
from adjudicator.rulesets.antares.rules.movement import agility_tests, unit_moves
from adjudicator.rulesets.antares.rules.reactions import (
    carrying_out,
    lapsed_reactions,
    re_aiming,
    reaction_orders,
    reaction_tests,
    reaction_windows,
)
from adjudicator.rulesets.antares.rules.shooting import (
    accuracy_rolls,
    declarations,
    markers,
    overhead_fire,
    sight_statements,
    volley_stages,
)
from adjudicator.rulesets.antares.rules.tests import roll_offs
from adjudicator.rulesets.antares.rules.turn import (
    actions,
    army_options,
    contested_dice,
    dice_draws,
    end_tests,
    giving_orders,
    going_down,
    kept_dice,
    option_effects,
    order_dice,
    order_tests,
    referee,
    turn_steps,
)

PART = join(
    creation.PART,
    deployment.PART,
    turn_steps.PART,
    roll_offs.PART,
    dice_draws.PART,
    order_dice.PART,
    option_effects.PART,
    army_options.PART,
    giving_orders.PART,
    order_tests.PART,
    actions.PART,
    pins.PART,
    going_down.PART,
    markers.PART,
    kept_dice.PART,
    contested_dice.PART,
    end_tests.PART,
    game_end.PART,
    referee.PART,
    unit_moves.PART,
    agility_tests.PART,
    consolidation.PART,
    breaking_off.PART,
    declarations.PART,
    sight_statements.PART,
    volley_stages.PART,
    accuracy_rolls.PART,
    hit_rerolls.PART,
    miss_rerolls.PART,
    overhead_fire.PART,
    hit_scoring.PART,
    hit_allocation.PART,
    resist_tests.PART,
    damage_chart.PART,
    casualties.PART,
    break_tests.PART,
    reaction_windows.PART,
    reaction_tests.PART,
    carrying_out.PART,
    lapsed_reactions.PART,
    reaction_orders.PART,
    re_aiming.PART,
    assaults.PART,
    point_blank.PART,
    hand_to_hand.PART,
)

RULES = OwnRules(
    name="antares",
    edition="2026.10",
    package="wargame.antares.v1",
    opening_window=CREATE_WINDOW,
    seats=(2, 2),
    part=PART,
    masks=MASKS,
    roles=ROLES,
    start=start,
    conclude=game_end.conclude,
    score=game_end.score,
    invariants=invariants,
    correctable=CORRECTABLE,
    after_correction=referee.after_correction,
)
