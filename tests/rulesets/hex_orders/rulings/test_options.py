"""Readings that are options have the default and the values of their ruling, and no other reading is an option."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import GameCreated, Options
from tests.rulesets.hex_orders.setup.fixtures import terms
from tests.rulesets.hex_orders.setup.steps import load_lists
from tests.rulesets.hex_orders.steps import refused

DEFAULTS: dict[str, Any] = {
    "army_budget_strict": False,
    "advanced": False,
    "overlay_data": (),
    "swamp_stuck_timing": "on_exit",
    "building_blocks_los": True,
    "smoke_los": "hex_level",
    "flying_ignores_terrain": True,
    "overstack_shaken_from": "next_turn",
    "entrenched_rows": 9,
    "map_size": "7x9",
    "secret_map_design": True,
    "scout_setup": "strict",
    "scout_setup_area": "own",
    "damage_effect_timing": "apply_step",
    "open_orders": False,
    "open_choices": False,
    "mirror_rank": "roll_each_time",
    "load_requires_stand_still": "second_part_only",
    "weapons_start_loaded": False,
    "hidden_reveal": "standard",
    "on_edge_penalty": "arc_border",
    "area_uses_hit_modifiers": False,
    "casualty_choice": "owner",
    "special_needs_penetration": False,
    "flying_ground_assault": False,
    "assault_angle_choice": "owner",
    "fear_shaken_immediate": True,
    "assault_acid_grade": "weapon",
    "reshake": "top_up",
    "acid_five": "as_4",
    "fx_retrigger": "on_reentry",
    "fx_friendly": True,
    "fx_affects_flying": False,
    "aftermath_decay": "each_type",
    "turn_limit": 0,
    "victory": "last_standing",
}
OTHER_VALUES = {
    "swamp_stuck_timing": ("HX-TERRAIN-20", ["on_entry"]),
    "smoke_los": ("HX-TERRAIN-30", ["all_heights"]),
    "overstack_shaken_from": ("HX-STACK-04", ["now"]),
    "scout_setup": ("HX-SETUP-03", ["off"]),
    "scout_setup_area": ("HX-SETUP-13", ["own_and_nomansland"]),
    "damage_effect_timing": ("HX-TURN-24", ["immediate"]),
    "mirror_rank": ("HX-CHOICE-07", ["roll_once_per_game"]),
    "load_requires_stand_still": ("HX-GUNNERY-06", ["both"]),
    "hidden_reveal": ("HX-GUNNERY-21", ["spot_only"]),
    "on_edge_penalty": ("HX-ANGLES-07", ["any_corner"]),
    "casualty_choice": ("HX-DTABLE-08", ["attacker", "random"]),
    "assault_angle_choice": ("HX-ASSAULT-13", ["attacker"]),
    "assault_acid_grade": ("HX-ABILITIES-21", ["always_minor"]),
    "reshake": ("HX-SHAKEN-05", ["ignore", "add_two"]),
    "acid_five": ("HX-CONT-09", ["as_6"]),
    "fx_retrigger": ("HX-HEXFX-02", ["once_per_turn"]),
    "aftermath_decay": ("HX-AFTERMATH-01", ["one_per_hex"]),
}


@pytest.mark.ruling("HX-ARMY-06.3", "HX-ARMY-16.3", "HX-HUGE-01.3", "HX-MOVE-05.4", "HX-LOS-03.5", "HX-LOS-04.4")
@pytest.mark.ruling("HX-LOS-09.3", "HX-LOS-13.3", "HX-LOS-15.3", "HX-TURN-23.3")
def test_no_other_reading_is_an_option():
    """A game has just the options that rulings name: packages, hands, sight and order of damage are none of them."""
    assert set(Options.__struct_fields__) == set(DEFAULTS)


@pytest.mark.ruling("HX-ARMY-07.2", "HX-ARMY-09.3", "HX-TERRAIN-03.3", "HX-TERRAIN-20.3", "HX-TERRAIN-24.3")
@pytest.mark.ruling("HX-TERRAIN-30.3", "HX-TERRAIN-33.3", "HX-STACK-04.3", "HX-MAP-03.3", "HX-MAP-05.3", "HX-MAP-08.3")
@pytest.mark.ruling("HX-SETUP-03.3", "HX-SETUP-13.3", "HX-TURN-24.3", "HX-ORDERS-05.3", "HX-CHOICE-02.2")
@pytest.mark.ruling("HX-CHOICE-07.3", "HX-GUNNERY-06.3", "HX-GUNNERY-14.3", "HX-GUNNERY-21.3", "HX-ANGLES-07.3")
@pytest.mark.ruling("HX-AREA-06.3", "HX-DTABLE-08.3", "HX-SPECIAL-05.3", "HX-ASSAULT-04.3", "HX-ASSAULT-13.3")
@pytest.mark.ruling("HX-ABILITIES-10.3", "HX-ABILITIES-21.3", "HX-SHAKEN-05.3", "HX-CONT-09.3", "HX-HEXFX-02.3")
@pytest.mark.ruling("HX-HEXFX-03.3", "HX-AFTERMATH-01.3", "HX-GAP-07.3")
def test_what_a_game_is_played_by_where_nothing_is_agreed():
    """Terms that name no option have the default of every ruling, and the record of the game says so."""
    made = load_lists().when("referee", terms()).one(GameCreated).options
    assert {name: getattr(made, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_an_option_has_the_values_of_its_ruling(name):
    """Values that a ruling names are taken, any other is refused under the clause of the ruling."""
    clause, values = OTHER_VALUES[name]
    for value in (DEFAULTS[name], *values):
        made = load_lists().when("referee", terms(**{name: value})).one(GameCreated).options
        assert getattr(made, name) == value
    refused(load_lists(), "referee", terms(**{name: "otherwise"}), clause, "option-value")
