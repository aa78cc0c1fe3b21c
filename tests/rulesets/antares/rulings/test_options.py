"""Readings that are options have the default and the values of their ruling, and no other reading is an option."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import Options
from tests.kit import Table
from tests.rulesets.antares.fixtures import created_game, creation, rules
from tests.rulesets.antares.steps import fault_rows

DEFAULTS: dict[str, Any] = {
    "recovery_uses_pins": False,
    "rally_stacks_with_test": False,
    "half_rounding": "down",
    "rolloff_high_wins": True,
    "natural_one_bonus": (),
    "natural_ten_penalty": (),
    "start_options_first_side": "rolloff",
    "retained_run_may_assault": True,
    "subverter_claim_effect": "custody",
    "sprint_test_only_beyond_run": False,
    "exhausted_goes_down": False,
    "coherency": 1000,
    "difficult_test_on_advance": True,
    "difficult_fail_mode": "terrain_only",
    "majority_scope": "volley",
    "over_smaller_than": "target",
    "miss_rerolls": "one_per_source",
    "miss_reroll_overhead": True,
    "reroll_each_die_once": False,
    "aimed_bonus_for_heavy": False,
    "oh_marker_cap": 1,
    "direct_marker_cap": 3,
    "flitter_measured_from": "target",
    "blur_applies_to": "target",
    "oh_shift_uses_accuracy_die": False,
    "blind_shift_mode": "two_vectors",
    "sprint_reroll_all_shots": False,
    "lucky_rule": "one_per_volley",
    "hit_allocation": "even",
    "hard_cover_size_limit": "",
    "pin_res_basis": "modified",
    "net_pins_need_res_10": False,
    "h2h_wound_pins": False,
    "h2h_compare": "total",
    "max_follow_on_rounds": 1,
    "broken_units_flee": False,
    "break_test_per_casualty": False,
    "pbs_break_timing": "end",
    "interrupted_break": "immediate",
    "stand_and_shoot_aimed": False,
    "ambush_assault_gap_from": "assaulter",
    "ambush_kept_after_reaction": False,
    "broken_army_ends_game": False,
    "mod_loss_floor": 1,
    "weapon_loss_choice": "random",
    "chart_forced_down_pin": False,
    "presets": (),
    "both_broken": "draw",
    "net_protection": "pins",
    "automatic_break_decides": False,
}
OTHER_VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "half_rounding": ("AN-GEN-06", ("up",)),
    "start_options_first_side": ("AN-TURN-02", ("side_a", "side_b")),
    "subverter_claim_effect": ("AN-TURNEND-13", ("permanent", "gain_die")),
    "difficult_fail_mode": ("AN-TERRAIN-08", ("whole_move",)),
    "majority_scope": ("AN-SHOOT-07", ("per_model",)),
    "over_smaller_than": ("AN-SHOOT-08", ("shooter", "either")),
    "miss_rerolls": ("AN-REROLL-01", ("all",)),
    "flitter_measured_from": ("AN-ACC-06", ("shooter",)),
    "blur_applies_to": ("AN-ACC-26", ("shooter", "either")),
    "blind_shift_mode": ("AN-OH-09", ("one_vector",)),
    "lucky_rule": ("AN-HIT-02", ("only_if_exactly_one",)),
    "hit_allocation": ("AN-HIT-04", ("free",)),
    "pin_res_basis": ("AN-PIN-01", ("base_plus_armour",)),
    "h2h_compare": ("AN-H2H-11", ("gained_in_round", "gained_in_assault")),
    "pbs_break_timing": ("AN-PBS-08", ("per_volley",)),
    "interrupted_break": ("AN-REACT-35", ("end_of_action",)),
    "ambush_assault_gap_from": ("AN-REACT-23", ("ambusher",)),
    "weapon_loss_choice": ("AN-DMG-14", ("attacker", "owner")),
    "both_broken": ("AN-WIN-05", ("points",)),
    "net_protection": ("AN-REROLL-09", ("hits", "both")),
}


def choosing(name: str, value: Any) -> Options:
    """Name one option."""
    chosen: dict[str, Any] = {name: value}
    return Options(**chosen)


def test_no_other_reading_is_an_option():
    """A game has just the options that rulings name."""
    assert set(Options.__struct_fields__) == set(DEFAULTS)


@pytest.mark.ruling("AN-GEN-02.3", "AN-GEN-03.3", "AN-GEN-04.2", "AN-GEN-05.3", "AN-GEN-06.2", "AN-TURN-02.3")
@pytest.mark.ruling("AN-TURN-03.3", "AN-OPT-04.3", "AN-OPT-05.2", "AN-ORDER-14.3", "AN-TURNEND-04.1")
@pytest.mark.ruling("AN-TURNEND-13.3", "AN-MOVE-06.3", "AN-MOVE-08.3", "AN-MOVE-09.2", "AN-TERRAIN-06.3")
@pytest.mark.ruling("AN-TERRAIN-08.3", "AN-SHOOT-07.3", "AN-SHOOT-08.2", "AN-REROLL-01.3", "AN-REROLL-01.5")
@pytest.mark.ruling("AN-REROLL-04.3", "AN-ACC-03.3", "AN-ACC-06.3", "AN-ACC-10.3", "AN-ACC-14.3", "AN-ACC-26.3")
@pytest.mark.ruling("AN-OH-04.2", "AN-OH-09.4", "AN-REROLL-07.3", "AN-REROLL-09.3", "AN-HIT-02.4", "AN-HIT-04.4")
@pytest.mark.ruling("AN-TERRAIN-18.2", "AN-PIN-01.3", "AN-PIN-13.3", "AN-PBS-08.3", "AN-H2H-10.2", "AN-H2H-11.3")
@pytest.mark.ruling("AN-H2H-13.2", "AN-H2H-17.3", "AN-BREAK-05.3", "AN-BREAK-07.3", "AN-REACT-18.3", "AN-REACT-23.3")
@pytest.mark.ruling("AN-REACT-25.3", "AN-REACT-35.3", "AN-WIN-05.3", "AN-DMG-12.3", "AN-DMG-14.3", "AN-DMG-17.3")
def test_what_a_game_is_played_by_where_nothing_is_agreed():
    """A game that names no option has the default of every ruling."""
    options = created_game().game.options
    assert {name: getattr(options, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_an_option_has_the_values_of_its_ruling(name):
    """Values that a ruling names are taken, any other is refused under the clause of the ruling."""
    clause, values = OTHER_VALUES[name]
    for value in (DEFAULTS[name], *values):
        assert getattr(created_game(options=choosing(name, value)).game.options, name) == value
    wrong = Table(rules()).when("referee", creation(options=choosing(name, "otherwise")))
    assert fault_rows(wrong) == [(clause, "option-value", f"options.{name}")]


@pytest.mark.parametrize("name", [name for name, value in DEFAULTS.items() if isinstance(value, bool)])
def test_a_switch_may_be_turned(name):
    """What is on or off by its ruling may be agreed the other way."""
    turned = not DEFAULTS[name]
    assert getattr(created_game(options=choosing(name, turned)).game.options, name) is turned


@pytest.mark.rule("AN-TERRAIN-18")
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
def test_the_greatest_size_for_hard_cover_may_be_any(size):
    """Every size may be the greatest that hard cover helps."""
    assert created_game(options=Options(hard_cover_size_limit=size)).game.options.hard_cover_size_limit == size
