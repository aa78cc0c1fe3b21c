"""What a game plays with where its terms say nothing: every default that a ruling names."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import BattlefieldCreated, HitValues, Options
from tests.rulesets.tile_formations.fixtures import open_table
from tests.rulesets.tile_formations.steps import create

DEFAULTS: dict[str, Any] = {
    "tile_shape": "square8",
    "default_footprint": (1, 1),
    "light_vehicles_impeded": False,
    "roll_direction": "under",
    "natural_worst_face_fails": True,
    "tile_line_ties": "shooter",
    "failed_action": "",
    "action_test": "external",
    "exit_edges": (),
    "stacking_limit": 1,
    "no_diagonal_squeeze": False,
    "broken_units_have_zoc": True,
    "charge_contact": "any_enemy",
    "leave_zone_by": "last_move",
    "zoc_trapped_destroyed": False,
    "zoc_judged_by": "any_action",
    "charge_moves": 1,
    "engage_target_required": True,
    "coherency_tiles": 2,
    "cohesion_after_charge": True,
    "cover_and_impassable": "occupy",
    "road_overrides_base": True,
    "danger_dice_from": "current",
    "danger_test_scope": "feature",
    "cautious_scope": "test",
    "minimum_move": "cautious",
    "cover_to_hit_cap": -1,
    "los_block_tiles": 2,
    "cover_scope": "pair",
    "modifiers_affect_cover": True,
    "screen_types": ("AV",),
    "screen_arc": "line",
    "building_integrity": 0,
    "building_damage_per_fight": 1,
    "collapse_casualties": 0,
    "roads_impassable": False,
    "road_start_counts": True,
    "impeded_mode": "tile_cost",
    "minefield_bars_cautious": True,
    "overwatch_window": "after_each_move",
    "overlay_keeps_lie_low": True,
    "crossfire_geometry": False,
    "crossfire_range": 12,
    "crossfire_save_modifier": -1,
    "crossfire_extra_shock": 1,
    "default_armour": 0,
    "default_vision": 0,
    "hit_allocation": "even_from_nearest",
    "shock_under_fire": 1,
    "shock_per_unit_destroyed": 1,
}
"""Parameters of one value; 0 and "" stand for none."""


def told_options() -> Options:
    """Create a battlefield without a word about options, and give those that it tells."""
    return create(open_table()).one(BattlefieldCreated).options


@pytest.mark.parametrize("name", DEFAULTS)
@pytest.mark.ruling("TF-GRID-01.3", "TF-GRID-02.2", "TF-GRID-03.3", "TF-GRID-04.4", "TF-GRID-05.3", "TF-GRID-06.3")
@pytest.mark.ruling("TF-MOVE-04.2", "TF-MOVE-09.2", "TF-MOVE-10.2", "TF-BLOCK-05.3", "TF-BLOCK-06.3")
@pytest.mark.ruling("TF-ZOC-02.4", "TF-ZOC-06.3", "TF-ZOC-12.3", "TF-ZOC-13.3", "TF-CHARGE-01.3", "TF-CHARGE-03.2")
@pytest.mark.ruling("TF-COHESION-02.2", "TF-COHESION-07.3", "TF-TERRAIN-07.4", "TF-TERRAIN-08.3")
@pytest.mark.ruling("TF-DANGER-03.3", "TF-DANGER-08.3", "TF-DANGER-10.3", "TF-DANGER-12.3")
@pytest.mark.ruling("TF-COVER-04.3", "TF-COVER-07.2", "TF-COVER-08.3", "TF-SAVE-07.2", "TF-SAVE-08.3")
@pytest.mark.ruling("TF-SCREEN-03.3", "TF-SCREEN-04.3", "TF-BUILD-04.2", "TF-BUILD-05.3", "TF-HILL-01.2")
@pytest.mark.ruling("TF-ROAD-01.3", "TF-ROAD-04.3", "TF-BARR-04.3", "TF-MINE-05.2", "TF-OW-02.3", "TF-OW-04.3")
@pytest.mark.ruling("TF-CROSS-01.3", "TF-CROSS-02.1", "TF-CROSS-03.2", "TF-SHOOT-03.2")
@pytest.mark.ruling("TF-SHOCK-02.2", "TF-SHOCK-03.2")
def test_a_parameter_has_the_default_of_its_ruling(name: str) -> None:
    """A battlefield that is created without options tells the value that the ruling gives."""
    assert getattr(told_options(), name) == DEFAULTS[name]


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.ruling("TF-MOVE-04.2")
def test_actions_have_their_moves_by_default() -> None:
    """Seven actions are there, with 1, 2, 3, 1, 1, 1 and no move."""
    moves = {row.action: row.number for row in told_options().moves_per_action}
    assert moves == {"advance": 1, "double": 2, "march": 3, "engage": 1, "marshal": 1, "hold": 1, "overwatch": 0}


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.ruling("TF-SHOOT-02.2")
def test_two_actions_have_a_modifier_by_default() -> None:
    """A double and a marshal action cost 1 to hit, no other action has a modifier."""
    rows = told_options().action_to_hit_modifiers
    assert {row.action: row.number for row in rows if row.number} == {"double": -1, "marshal": -1}


@pytest.mark.rule("TF-SHOOT-01")
@pytest.mark.ruling("TF-SHOOT-01.2")
def test_the_default_weapon() -> None:
    """It has 1 die, hits every class on 4 and reaches 12 tiles."""
    gun = told_options().default_weapon
    assert gun is not None
    assert (gun.dice, gun.to_hit, gun.weapon_range) == (1, HitValues(infantry=4, vehicles=4, war_engines=4), 12)


@pytest.mark.rule("TF-GRID-03")
@pytest.mark.ruling("TF-GRID-03.2")
def test_types_have_their_columns_by_default() -> None:
    """Light and armoured vehicles share a column, aircraft have none."""
    columns = {row.unit_type: row.column for row in told_options().class_of_type}
    assert columns == {"INF": "infantry", "LV": "vehicles", "AV": "vehicles", "WE": "war_engines", "AC": "none"}
