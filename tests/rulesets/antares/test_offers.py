"""Players who know nothing but offers finish games of every scenario; nothing offered is refused (AN-WIN-01)."""

import pytest

from adjudicator.rulesets.antares.roster.library import SCENARIOS
from tests.conformance.by_offers.scenario_games import MODES, play_to_end

PATH = "adjudicator.rulesets.antares"
LONG_SEEDS = range(1, 5)


def play(scenario, seed):
    """Play a game of a scenario to its end; a refusal fails in it."""
    game = play_to_end(PATH, scenario, seed, probes=1, **MODES[seed % len(MODES)])
    assert game.table.game.terms.scenario == scenario


@pytest.mark.rule("AN-WIN-01")
@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(SCENARIOS, 1)))
def test_a_game_of_a_scenario_is_played_by_offers_alone(scenario, seed):
    """A game of each scenario is set up and played by what is offered, and no offer is refused."""
    play(scenario, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG_SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_games_are_played_by_offers_alone(scenario, seed):
    """The same holds for many games."""
    play(scenario, seed)
