"""Grinding-Annihilation: two armies of formations fight over four markers in five rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.grinding_annihilation.bots.bot import choose, create
from adjudicator.rulesets.grinding_annihilation.model.messages import MASKS, ROLES
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.odds.attack_estimate import estimate_attack
from adjudicator.rulesets.grinding_annihilation.reports.invariants import invariants
from adjudicator.rulesets.grinding_annihilation.reports.labels import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.grinding_annihilation.reports.queries import measure_distance
from adjudicator.rulesets.grinding_annihilation.reports.summary import story
from adjudicator.rulesets.grinding_annihilation.reports.views import view
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
    declarations,
    hazard_tests,
    shooting_selection,
    standing_choices,
    targets,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import (
    allocation,
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

NAME = "grinding_annihilation"
EDITION = "2026.4"
PACKAGE = "wargame.grinding_annihilation.v1"
OPENS = battle_creation.OPENS
SEATS = (2, 2)
JUDGES = merged(claiming.JUDGES, roles_and_zones.JUDGES, sight_statements.JUDGES, placing_features.JUDGES)
CHAPTERS = (
    aircraft_moves,
    allocation,
    army_creation,
    reinforcements,
    assault_move,
    assault_declaration,
    assault_roll,
    declarations,
    battle_start,
    fight_selection,
    break_through,
    exstintech_recovery,
    armoured_charge,
    close_in,
    out_of_cohesion,
    battle_fatigue,
    consolidation,
    deadly_demise,
    deployment,
    desperate_retreats,
    epic_momentum,
    effects,
    battle_end,
    whole_groups,
    player_turns,
    battle_formations,
    grenades,
    attack_groups,
    hazard_tests,
    hit_rolls,
    claiming,
    heros_ingress,
    initiative,
    destruction,
    conditions_and_costs,
    marker_control,
    marker_placement,
    melee_attacks,
    start_of_round,
    mortal_wounds,
    move_step,
    near_at_start,
    normal_moves,
    deployment_order,
    onslaught_overwatch,
    phase_rules,
    phases,
    placing_turns,
    scouts,
    reactions,
    reprisal,
    rerolls,
    retreats,
    roles_and_zones,
    roll_offs,
    wound_rolls,
    rule_order,
    saves,
    scientist_capture,
    group_steps,
    battle_creation,
    targets,
    shooting_selection,
    standing_choices,
    tactical_points,
    placing_features,
    transports,
    use,
    warfield,
    damage,
    wrecks,
)
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME = battle_end.ANYTIME | standing_choices.ANYTIME
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")
QUERIES: Mapping[str, Callable[[Any, Party, Any], Any]] = MappingProxyType({
    "EstimateAttack": estimate_attack, "MeasureDistance": measure_distance,
})  # fmt: skip


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Every id is known to everybody: what is secret has none."""
    return True


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "HEADINGS", "JUDGES", "LENGTHS", "LUCK", "MASKS", "NAME", "OPENS", "PACKAGE",
    "PHRASES", "QUERIES", "REASONS", "REDUCERS", "ROLES", "SEATS", "TEXTS", "WINDOWS", "choose", "create", "invariants",
    "knows", "rolled_off", "start", "story", "view",
]  # fmt: skip
