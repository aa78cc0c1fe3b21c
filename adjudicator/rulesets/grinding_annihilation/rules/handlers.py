"""The tables of all chapters, joined."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.decide.rules import OwnRules
from adjudicator.rulesets.grinding_annihilation.model.messages import MASKS, ROLES
from adjudicator.rulesets.grinding_annihilation.model.public import public_tables
from adjudicator.rulesets.grinding_annihilation.model.state import knows, start
from adjudicator.rulesets.grinding_annihilation.rules.armies import army_creation
from adjudicator.rulesets.grinding_annihilation.rules.assault import (
    assault_declaration,
    assault_move,
    assault_roll,
    near_at_start,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import (
    armoured_charge,
    conditions_and_costs,
    deployment_order,
    effects,
    epic_momentum,
    grenades,
    heros_ingress,
    onslaught_overwatch,
    reactions,
    reprisal,
    use,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl import (
    close_in,
    consolidation,
    fight_selection,
    melee_attacks,
    offered_blows,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts import (
    out_of_cohesion,
    rerolls,
    roll_offs,
    rule_order,
    sight_statements,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import claiming
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import rolled_off
from adjudicator.rulesets.grinding_annihilation.rules.correctable import CORRECTABLE
from adjudicator.rulesets.grinding_annihilation.rules.invariants import invariants
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase import battle_fatigue, initiative, phase_rules
from adjudicator.rulesets.grinding_annihilation.rules.missions import (
    battle_end,
    break_through,
    exstintech_recovery,
    marker_control,
    scientist_capture,
    tactical_points,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up import (
    battle_creation,
    battle_formations,
    battle_start,
    deployment,
    marker_placement,
    placing_turns,
    roles_and_zones,
    warfield,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_creation import OPENING_WINDOW
from adjudicator.rulesets.grinding_annihilation.rules.movement import (
    desperate_retreats,
    move_step,
    normal_moves,
    reinforcements,
    retreats,
    transports,
    wrecks,
)
from adjudicator.rulesets.grinding_annihilation.rules.rounds import phases, player_turns, start_of_round
from adjudicator.rulesets.grinding_annihilation.rules.shooting import (
    declared_attacks,
    hazard_tests,
    offered_shots,
    shooting_selection,
    shooting_turn,
    standing_choices,
    targets,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import (
    attack_allocation,
    attack_groups,
    damage,
    deadly_demise,
    destruction,
    group_steps,
    hit_rolls,
    mortal_wounds,
    saves,
    whole_groups,
    wound_rolls,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain import placing_features
from adjudicator.rulesets.grinding_annihilation.rules.troops import aircraft_moves, scouts

PART = join(
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
    shooting_turn.PART,
    targets.PART,
    offered_shots.PART,
    declared_attacks.PART,
    hazard_tests.PART,
    standing_choices.PART,
    attack_groups.PART,
    group_steps.PART,
    whole_groups.PART,
    hit_rolls.PART,
    wound_rolls.PART,
    attack_allocation.PART,
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
    offered_blows.PART,
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

RULES = OwnRules(
    name="grinding_annihilation",
    edition="2026.12",
    package="wargame.grinding_annihilation.v1",
    opening_window=OPENING_WINDOW,
    seats=(2, 2),
    part=PART,
    masks=MASKS,
    roles=ROLES,
    start=start,
    knows=knows,
    public=public_tables,
    rolled_off=rolled_off,
    conclude=battle_end.conclude,
    score=battle_end.score,
    invariants=invariants,
    correctable=CORRECTABLE,
)
