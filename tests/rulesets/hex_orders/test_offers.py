"""Players who know nothing but offers finish games of every scenario; nothing offered is refused (HX-MAP-01)."""

import pytest

from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.model.messages import GameCreated
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from tests.conformance.by_offers.scenario_games import MODES, play_to_end
from tests.rulesets.hex_orders.steps import events_of_kind

PATH = "adjudicator.rulesets.hex_orders"
# what tells the scenarios apart, in the fields of the command that creates a game
TERMS = {
    "as_printed": {"game_type": "standard", "map_name": "", "options": ""},
    "entrenched": {"game_type": "standard", "map_name": "", "options.entrenched_rows": "9"},
    "infantry": {"game_type": "infantry"},
    "pure_tank": {"game_type": "pure_tank"},
    "asymmetric": {"game_type": "asymmetric"},
    "advanced": {"options.advanced": "true"},
    "long_valley": {"game_type": "standard", "map_name": "long_valley"},
    "to_the_end": {"map_name": "", "options.victory": "last_standing", "options.weapons_start_loaded": "true"},
}
LONG_SEEDS = range(2, 3)
FEW = ("infantry",)
# so many commands, then parties also do what ends a game at any time
PATIENCE = 300


def play(scenario, seed, mode):
    """Play a game of a scenario to its end; a refusal fails in it."""
    game = play_to_end(PATH, TERMS[scenario], seed, patience=PATIENCE, **mode)
    (made,) = events_of_kind(game.table, GameCreated)
    check_terms(scenario, made, game.table.game.options)


def check_terms(scenario, made, options):
    """See to it that a game is one of its scenario."""
    found = {"game_type": made.game_type, "map_name": made.map_name}
    found |= {f"options.{name}": str(getattr(options, name)).lower() for name in options.__struct_fields__}
    wanted = {name: word for name, word in TERMS[scenario].items() if name != "options"}
    assert wanted.items() <= found.items()
    assert "options" not in TERMS[scenario] or options == OPTIONS.defaults


def test_terms_tell_all_scenarios_apart():
    """Every scenario of the ruleset is played here."""
    assert set(TERMS) == set(RULESET.scenarios)


@pytest.mark.rule("HX-MAP-01")
@pytest.mark.parametrize("scenario", FEW)
def test_a_game_of_a_scenario_is_played_by_offers_alone(scenario):
    """A game is set up and played by what is offered, no offer is refused; other scenarios are in the long suite."""
    play(scenario, 1, {})


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", LONG_SEEDS)
@pytest.mark.parametrize("scenario", TERMS)
def test_games_in_any_mode_are_played_by_offers_alone(scenario, seed):
    """The same holds step by step, with a referee, with reported dice and with contributions to the seed."""
    play(scenario, seed, MODES[(seed + list(TERMS).index(scenario)) % len(MODES)])
