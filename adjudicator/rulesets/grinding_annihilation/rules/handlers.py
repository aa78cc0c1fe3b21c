"""The tables of all chapters, joined."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import join
from adjudicator.rulesets.grinding_annihilation.rules.armies import army_creation
from adjudicator.rulesets.grinding_annihilation.rules.assault import near_at_start, assault_declaration, assault_roll, assault_move
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import conditions_and_costs, use, reactions, effects, reprisal, epic_momentum, grenades, armoured_charge, deployment_order, onslaught_overwatch, heros_ingress
from adjudicator.rulesets.grinding_annihilation.rules.brawl import fight_selection, close_in, melee_attacks, consolidation
from adjudicator.rulesets.grinding_annihilation.rules.concepts import roll_offs, rule_order, out_of_cohesion, sight_statements, rerolls
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import claiming
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase import initiative, phase_rules, battle_fatigue
from adjudicator.rulesets.grinding_annihilation.rules.missions import marker_control, tactical_points, exstintech_recovery, scientist_capture, break_through, battle_end
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up import battle_creation, roles_and_zones, warfield, marker_placement, placing_turns, battle_formations, deployment, battle_start
from adjudicator.rulesets.grinding_annihilation.rules.movement import move_step, normal_moves, retreats, desperate_retreats, transports, wrecks, reinforcements
from adjudicator.rulesets.grinding_annihilation.rules.rounds import phases, player_turns, start_of_round
from adjudicator.rulesets.grinding_annihilation.rules.shooting import shooting_selection, targets, declarations, hazard_tests, standing_choices
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import attack_groups, group_steps, whole_groups, hit_rolls, wound_rolls, allocation, saves, damage, mortal_wounds, deadly_demise, destruction
from adjudicator.rulesets.grinding_annihilation.rules.terrain import placing_features
from adjudicator.rulesets.grinding_annihilation.rules.troops import scouts, aircraft_moves

RULES = join(
    battle_creation.PART,
    army_creation.PART,
    roles_and_zones.PART,
    warfield.PART,
    roll_offs.PART,
    marker_placement.PART,
    placing_turns.PART,
    placing_features.PART,
    battle_formations.PART,
    deployment.PART,
    battle_start.PART,
    scouts.PART,
    phases.PART,
    player_turns.PART,
    start_of_round.PART,
    rule_order.PART,
    out_of_cohesion.PART,
    initiative.PART,
    phase_rules.PART,
    battle_fatigue.PART,
    move_step.PART,
    normal_moves.PART,
    retreats.PART,
    desperate_retreats.PART,
    transports.PART,
    wrecks.PART,
    reinforcements.PART,
    aircraft_moves.PART,
    shooting_selection.PART,
    targets.PART,
    declarations.PART,
    hazard_tests.PART,
    standing_choices.PART,
    attack_groups.PART,
    group_steps.PART,
    whole_groups.PART,
    hit_rolls.PART,
    wound_rolls.PART,
    allocation.PART,
    saves.PART,
    damage.PART,
    mortal_wounds.PART,
    deadly_demise.PART,
    destruction.PART,
    near_at_start.PART,
    assault_declaration.PART,
    assault_roll.PART,
    assault_move.PART,
    fight_selection.PART,
    close_in.PART,
    melee_attacks.PART,
    consolidation.PART,
    sight_statements.PART,
    rerolls.PART,
    claiming.PART,
    conditions_and_costs.PART,
    use.PART,
    reactions.PART,
    effects.PART,
    reprisal.PART,
    epic_momentum.PART,
    grenades.PART,
    armoured_charge.PART,
    deployment_order.PART,
    onslaught_overwatch.PART,
    heros_ingress.PART,
    marker_control.PART,
    tactical_points.PART,
    exstintech_recovery.PART,
    scientist_capture.PART,
    break_through.PART,
    battle_end.PART,
)
