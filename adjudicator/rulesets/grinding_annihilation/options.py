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
    locked_exception_keywords: tuple[str, ...]
    monstrous_any_locked_target: bool
    assault_eligibility_snapshot: str
    assault_move_optional: bool
    brawl_first_selector: str
    close_in_base_contact: bool
    cover_cap: str
    marker_radius: int
    control_when: str
    sticky_objectives: bool
    marker_zone_rule: str
    mixed_factions: bool
    duplicate_enhancements: bool
    general_kill_tp: int
    sidearm_scope: str
    hazard_spill: bool
    devastating_spill: bool
    annihilation_5_always_hits: bool
    attached_keywords: str


__all__ = ["Reading"]
