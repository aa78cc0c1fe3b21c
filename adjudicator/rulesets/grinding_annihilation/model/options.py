"""The options that clauses read, each with its own type; data/options.toml has names, defaults and values."""

from __future__ import annotations

from msgspec import Struct


class Reading(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """How the rules are read in this battle: every option that a clause asks for, none absent."""

    cohesion_check: str
    roll_modifier_cap: int
    initiative_mode: str
    starting_mp: int
    mp_cap: int
    fatigue_affects_auto_hit: bool
    pivot_cost: str
    fatigued_fly_exempt: bool
    destroyed_transport_duration: str
    locked_exception_keywords: tuple[str, ...]
    monstrous_any_locked_target: bool
    assault_eligibility_snapshot: str
    assault_move_optional: bool
    brawl_first_selector: str
    close_in_base_contact: bool
    reserve_troop_distance: int
    reserve_troop_earliest_round: int
    scouts_min_enemy_distance: int
    aircraft_count_to_reserve_limit: bool
    aircraft_last_round_safe: bool
    cover_cap: str
    marker_radius: int
    control_when: str
    sticky_objectives: bool
    marker_zone_rule: str
    mixed_factions: bool
    duplicate_enhancements: bool
    general_kill_tp: int
    reserve_zone_ban_rounds: tuple[int, ...]
    sidearm_scope: str
    hazard_spill: bool
    devastating_spill: bool
    annihilation_5_always_hits: bool
    attached_keywords: str
    bm_limit_scope: str
    core_bms_always_available: bool
    grenades_need_shooting_eligibility: bool
    overwatch_autohits: bool
    enemy_troops_block_los: bool
    visibility_source: str
    partial_cover_scope: str
    barricade_counts_as_tr: bool
    barricade_cover: str
    max_terrain: int
    interleave_terrain: bool
    annihilation_wins: bool
    score_at_battle_end: bool
    exstintech_layout: str
    scientist_once_per_marker: bool
    scientist_repeats: bool
    scientist_marker_scoring: bool
    blitzkrieg_wholly: bool
    blitzkrieg_early_end: bool
    second_line_is_zone: bool
    garrison_floor: int
    second_needs_later_round: bool
    break_through_tie: str
    roles: str
    impossibility: str
    dispute_by: str
    auto_wound_optional: bool
    precision_steers_mortals: bool
