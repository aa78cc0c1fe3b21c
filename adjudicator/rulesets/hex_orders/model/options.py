"""The options of a game, each with its own type; data/options.toml has names, defaults and values."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.hex_orders.model.messages import Feature

PACKAGE = "adjudicator.rulesets.hex_orders"


class How(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """How the rules are read in this game: every option, none absent."""

    army_budget_strict: bool
    advanced: bool
    overlay_data: tuple[Feature, ...]
    swamp_stuck_timing: str
    building_blocks_los: bool
    smoke_los: str
    flying_ignores_terrain: bool
    overstack_shaken_from: str
    entrenched_rows: int
    map_size: str
    secret_map_design: bool
    scout_setup: str
    scout_setup_area: str
    damage_effect_timing: str
    open_orders: bool
    open_choices: bool
    mirror_rank: str
    load_requires_stand_still: str
    weapons_start_loaded: bool
    hidden_reveal: str
    on_edge_penalty: str
    area_uses_hit_modifiers: bool
    casualty_choice: str
    special_needs_penetration: bool
    flying_ground_assault: bool
    assault_angle_choice: str
    fear_shaken_immediate: bool
    assault_acid_grade: str
    reshake: str
    acid_five: str
    fx_retrigger: str
    fx_friendly: bool
    fx_affects_flying: bool
    aftermath_decay: str
    turn_limit: int
    victory: str


class OptionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in the data file; without `values` its clause says what may stand."""

    clause: str
    default: Any
    values: tuple[Any, ...] = ()


OPTIONS = read_table(PACKAGE, "options.toml", OptionRow)
_values: dict[str, Any] = {name: row.default for name, row in OPTIONS.items()}
DEFAULTS = How(**{**_values, "overlay_data": tuple(_values["overlay_data"])})

__all__ = ["DEFAULTS", "OPTIONS", "How", "OptionRow"]
