"""What every option is where nothing is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import ActionNumber, TypeClass
from tests.rulesets.tile_formations.model.fixtures import created

MOVES = {"advance": 1, "double": 2, "march": 3, "engage": 1, "marshal": 1, "hold": 1, "overwatch": 0}


COLUMNS = {"INF": "infantry", "LV": "vehicles", "AV": "vehicles", "WE": "war_engines", "AC": "none"}


USUAL: list[tuple[str, str, Any]] = [
    ("TF-GRID-01", "tile_shape", "square8"),
    ("TF-GRID-02", "default_footprint", (1, 1)),
    ("TF-GRID-03", "class_of_type", set(COLUMNS.items())),
    ("TF-GRID-04", "roll_direction", "under"),
    ("TF-GRID-05", "natural_worst_face_fails", True),
    ("TF-GRID-06", "tile_line_ties", "shooter"),
    ("TF-MOVE-10", "failed_action", ""),
    ("TF-MOVE-04", "moves_per_action", set(MOVES.items())),
    ("TF-ROAD-05", "action_test", "external"),
    ("TF-MOVE-09", "exit_edges", ()),
    ("TF-BLOCK-05", "stacking_limit", 1),
    ("TF-BLOCK-06", "no_diagonal_squeeze", False),
    ("TF-ZOC-01", "zoc_radius", 2),
    ("TF-ZOC-02", "broken_units_have_zoc", True),
    ("TF-ZOC-06", "charge_contact", "any_enemy"),
    ("TF-ZOC-12", "leave_zone_by", "last_move"),
    ("TF-ZOC-13", "zoc_trapped_destroyed", False),
    ("TF-CHARGE-01", "charge_moves", 1),
    ("TF-CHARGE-03", "engage_target_required", True),
    ("TF-COHESION-02", "coherency_tiles", 2),
    ("TF-COHESION-07", "cohesion_after_charge", True),
    ("TF-TERRAIN-07", "cover_and_impassable", "occupy"),
    ("TF-TERRAIN-08", "road_overrides_base", True),
    ("TF-DANGER-03", "danger_dice_from", "current"),
    ("TF-DANGER-08", "danger_test_scope", "feature"),
    ("TF-DANGER-10", "cautious_scope", "test"),
    ("TF-COVER-04", "cover_to_hit_cap", -1),
    ("TF-COVER-07", "los_block_tiles", 2),
    ("TF-COVER-08", "cover_scope", "pair"),
    ("TF-SAVE-08", "modifiers_affect_cover", True),
    ("TF-SCREEN-04", "screen_types", ("AV",)),
    ("TF-GRID-03", "light_vehicles_impeded", False),
    ("TF-DANGER-12", "minimum_move", "cautious"),
    ("TF-ZOC-13", "zoc_judged_by", "any_action"),
    ("TF-SCREEN-03", "screen_arc", "line"),
    ("TF-BUILD-04", "building_integrity", 0),
    ("TF-BUILD-04", "building_damage_per_fight", 1),
    ("TF-BUILD-05", "collapse_casualties", 0),
    ("TF-ROAD-01", "roads_impassable", False),
    ("TF-ROAD-04", "road_start_counts", True),
    ("TF-BARR-04", "impeded_mode", "tile_cost"),
    ("TF-MINE-05", "minefield_bars_cautious", True),
    ("TF-OW-04", "overwatch_window", "after_each_move"),
    ("TF-OW-02", "overlay_keeps_lie_low", True),
    ("TF-CROSS-01", "crossfire_geometry", False),
    ("TF-CROSS-01", "crossfire_range", 12),
    ("TF-CROSS-02", "crossfire_save_modifier", -1),
    ("TF-CROSS-03", "crossfire_extra_shock", 1),
    ("TF-SHOOT-01", "default_weapon", (1, 4, 4, 4, 12, 0, False)),
    ("TF-SAVE-07", "default_armour", 0),
    ("TF-HILL-01", "default_vision", 0),
    ("TF-SHOOT-02", "action_to_hit_modifiers", {("double", -1), ("marshal", -1)}),
    ("TF-SHOOT-03", "hit_allocation", "even_from_nearest"),
    ("TF-SHOCK-02", "shock_under_fire", 1),
    ("TF-SHOCK-03", "shock_per_unit_destroyed", 1),
]
"""The clause, the name and the usual value of each option; 0 and "" stand for none."""


def to_plain(name: str, value: Any) -> Any:
    """Take the rows of an option apart, so that they can be compared."""
    if name == "default_weapon":
        hits, reach = value.to_hit, value.weapon_range
        return value.dice, hits.infantry, hits.vehicles, hits.war_engines, reach, value.save_modifier, value.air
    rows: dict[type, tuple[str, str]] = {ActionNumber: ("action", "number"), TypeClass: ("unit_type", "column")}
    if isinstance(value, tuple) and value and type(value[0]) in rows:
        first, second = rows[type(value[0])]
        return {(getattr(row, first), getattr(row, second)) for row in value}
    return value


@pytest.mark.parametrize(
    ("name", "usual"), [pytest.param(*rest, marks=pytest.mark.rule(clause), id=rest[0]) for clause, *rest in USUAL]
)
def test_an_option_has_its_usual_value(name: str, usual: Any) -> None:
    """Where the terms say nothing of an option, the battlefield is created with its usual value."""
    assert to_plain(name, getattr(created().options, name)) == usual
