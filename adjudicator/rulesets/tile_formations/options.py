"""The options of a game, each with its own type; data/options.toml has names, defaults and values."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.tile_formations.model.messages import ActionNumber, HitValues, Options, TypeClass, Weapon

PACKAGE = "adjudicator.rulesets.tile_formations"
NO_ONE = "none"
"""Says in a list of names that there are none, since an empty list stands for the default."""


class How(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """How the rules are read in this game: every option, none absent."""

    tile_shape: str
    default_footprint: tuple[int, ...]
    class_of_type: tuple[TypeClass, ...]
    roll_direction: str
    natural_worst_face_fails: bool
    tile_line_ties: str
    failed_action: str
    moves_per_action: tuple[ActionNumber, ...]
    action_test: str
    exit_edges: tuple[str, ...]
    stacking_limit: int
    no_diagonal_squeeze: bool
    zoc_radius: int
    broken_units_have_zoc: bool
    charge_contact: str
    leave_zone_by: str
    zoc_trapped_destroyed: bool
    charge_moves: int
    engage_target_required: bool
    coherency_tiles: int
    cohesion_after_charge: bool
    cover_and_impassable: str
    road_overrides_base: bool
    danger_dice_from: str
    danger_test_scope: str
    cautious_scope: str
    cover_to_hit_cap: int
    los_block_tiles: int
    cover_scope: str
    modifiers_affect_cover: bool
    screen_types: tuple[str, ...]
    screen_arc: str
    building_integrity: int
    building_damage_per_fight: int
    collapse_casualties: int
    roads_impassable: bool
    road_start_counts: bool
    impeded_mode: str
    minefield_bars_cautious: bool
    overwatch_window: str
    overlay_keeps_lie_low: bool
    crossfire_geometry: bool
    crossfire_range: int
    crossfire_save_modifier: int
    crossfire_extra_shock: int
    default_weapon: Weapon
    default_armour: int
    default_vision: int
    action_to_hit_modifiers: tuple[ActionNumber, ...]
    hit_allocation: str
    shock_under_fire: int
    shock_per_unit_destroyed: int
    shooting_actions: tuple[str, ...]
    turn_order: str
    first_seat: int
    turn_limit: int
    victory: str


class OptionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in the data file; without `values`, or a number's `least` and `most`, its clause says what may stand.

    `outside` marks what the page does not contain.
    """

    clause: str
    default: Any
    values: tuple[Any, ...] = ()
    outside: bool = False
    least: int | None = None
    most: int | None = None


OPTIONS = read_table(PACKAGE, "options.toml", OptionRow)


NAMED: Mapping[str, type[Struct]] = MappingProxyType({
    "class_of_type": TypeClass, "moves_per_action": ActionNumber, "action_to_hit_modifiers": ActionNumber,
})  # fmt: skip
"""Options that are rows under a name: what is given takes the place of the default row of that name."""


def _default(name: str, value: Any) -> Any:
    """Make the messages of tables of the data file, and tuples of lists."""
    if name in NAMED:
        return tuple(NAMED[name](**row) for row in value)
    if name == "default_weapon":
        return Weapon(**(value | {"to_hit": HitValues(**value["to_hit"])}))
    return tuple(value) if isinstance(value, list) else value


DEFAULTS = How(**{name: _default(name, row.default) for name, row in OPTIONS.items()})


def given(options: Options, name: str) -> Any:
    """Give the value of an option, or its default; rows under a name are completed by the default ones."""
    value, default = getattr(options, name), getattr(DEFAULTS, name)
    if name in NAMED:
        return _completed(default, value)
    return default if value is None or value == () else value


def _completed(default: tuple[Any, ...], rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Let rows take the place of the default ones of their names; new names go to the end."""
    known = {_key(row): row for row in default} | {_key(row): row for row in rows}
    return tuple(known.values())


def _key(row: TypeClass | ActionNumber) -> str:
    return row.type if isinstance(row, TypeClass) else row.action


def how_of(options: Options) -> How:
    """Read the options that an event holds, or complete what a command gave."""
    return How(**{name: given(options, name) for name in OPTIONS})


def moves_of(how: How, action: str) -> int | None:
    """TF-MOVE-04 Give the moves of an action; None for an action that there is not."""
    return next((row.number for row in how.moves_per_action if row.action == action), None)


def actions_of(how: How) -> tuple[str, ...]:
    """List the actions of a game."""
    return tuple(row.action for row in how.moves_per_action)


def to_hit_of(how: How, action: str) -> int:
    """TF-SHOOT-02 Give the to-hit modifier of an action."""
    return next((row.number for row in how.action_to_hit_modifiers if row.action == action), 0)


def column_of(how: How, kind: str) -> str:
    """TF-GRID-03 Give the column of the terrain table that a unit type uses, "none" for none."""
    return next((row.column for row in how.class_of_type if row.type == kind), NO_ONE)


__all__ = [
    "DEFAULTS", "NAMED", "NO_ONE", "OPTIONS", "PACKAGE", "How", "OptionRow", "actions_of", "column_of", "given",
    "how_of", "moves_of", "to_hit_of",
]  # fmt: skip
