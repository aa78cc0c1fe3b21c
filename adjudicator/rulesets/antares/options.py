"""The options of a game, each with its own type; data/options.toml has names, defaults and values."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.antares.model.messages import TestEffect

PACKAGE = "adjudicator.rulesets.antares"


class How(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """How the rules are read in this game: every option, none absent."""

    recovery_uses_pins: bool
    rally_stacks_with_test: bool
    half_rounding: str
    rolloff_high_wins: bool
    natural_one_bonus: tuple[TestEffect, ...]
    natural_ten_penalty: tuple[TestEffect, ...]
    start_options_first_side: str
    retained_run_may_assault: bool
    subverter_claim_effect: str
    sprint_test_only_beyond_run: bool
    exhausted_goes_down: bool
    coherency: int
    difficult_test_on_advance: bool
    difficult_fail_mode: str
    majority_scope: str
    over_smaller_than: str
    miss_rerolls: str
    miss_reroll_overhead: bool
    reroll_each_die_once: bool
    aimed_bonus_for_heavy: bool
    oh_marker_cap: int
    direct_marker_cap: int
    flitter_measured_from: str
    blur_applies_to: str
    oh_shift_uses_accuracy_die: bool
    blind_shift_mode: str
    sprint_reroll_all_shots: bool
    lucky_rule: str
    hit_allocation: str
    hard_cover_size_limit: str
    pin_res_basis: str
    net_pins_need_res_10: bool
    h2h_wound_pins: bool
    h2h_compare: str
    max_follow_on_rounds: int
    broken_units_flee: bool
    break_test_per_casualty: bool
    pbs_break_timing: str
    interrupted_break: str
    stand_and_shoot_aimed: bool
    ambush_assault_gap_from: str
    ambush_kept_after_reaction: bool
    broken_army_ends_game: bool
    mod_loss_floor: int
    weapon_loss_choice: str
    chart_forced_down_pin: bool
    presets: tuple[str, ...]


class OptionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in the data file; without `values` its clause says what may stand."""

    clause: str
    clauses: tuple[str, ...]
    default: Any
    values: tuple[Any, ...] = ()


OPTIONS = read_table(PACKAGE, "options.toml", OptionRow)
_values: dict[str, Any] = {
    name: tuple(row.default) if isinstance(row.default, list) else row.default for name, row in OPTIONS.items()
}
DEFAULTS = How(**_values)

__all__ = ["DEFAULTS", "OPTIONS", "How", "OptionRow"]
