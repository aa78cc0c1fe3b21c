"""Players who know nothing but offers finish battles of every scenario; nothing offered is refused (GA-2.1-01)."""

import pytest

from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from tests.conformance.by_offers.scenario_games import MODES, play_to_end

PATH = "adjudicator.rulesets.grinding_annihilation"
LONG_SEEDS = range(2, 3)
FEW = ("scientist_capture", "no_mans_land")


def play(scenario, seed, mode):
    """Play a battle of a scenario to its end; a refusal fails in it."""
    game = play_to_end(PATH, scenario, seed, probes=1, **mode)
    assert game.table.game.battle.scenario == scenario
    return game


@pytest.mark.rule("GA-2.1-01")
@pytest.mark.parametrize("scenario", FEW)
def test_a_battle_of_a_scenario_is_played_by_offers_alone(scenario):
    """A battle is set up and fought by what is offered, no offer is refused; other scenarios are in the long suite."""
    play(scenario, 1, {})


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG_SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_in_any_mode_are_played_by_offers_alone(scenario, seed):
    """The same holds step by step, with a referee, with reported dice and with contributions to the seed."""
    play(scenario, seed, MODES[seed % len(MODES)])
