"""Players who know nothing but offers finish games on every ready map; nothing offered is refused (TF-GRID-01)."""

import pytest

from adjudicator.rulesets.tile_formations.model.messages import BattlefieldCreated
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS
from tests.conformance.by_offers.scenario_games import MODES, play_to_end

PATH = "adjudicator.rulesets.tile_formations"
LONG_SEEDS = range(2, 4)
FEW = ("small_heath",)
# so many commands, then parties also do what ends a game at any time
PATIENCE = 300


def play(name, seed, mode):
    """Play a game on a map to its end; a refusal fails in it."""
    game = play_to_end(PATH, {"map_name": name}, seed, patience=PATIENCE, **mode)
    (made,) = (event for entry in game.table.log for event, _ in entry.events if isinstance(event, BattlefieldCreated))
    assert made.map_name == name


@pytest.mark.rule("TF-GRID-01")
@pytest.mark.parametrize("name", FEW)
def test_a_game_on_a_map_is_played_by_offers_alone(name):
    """A game is set up and played by what is offered, no offer is refused; other maps are in the long suite."""
    play(name, 1, {})


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG_SEEDS)
@pytest.mark.parametrize("name", READY_MAPS)
def test_games_in_any_mode_are_played_by_offers_alone(name, seed):
    """The same holds step by step, with a referee, with reported dice and with contributions to the seed."""
    play(name, seed, MODES[(seed + list(READY_MAPS).index(name)) % len(MODES)])
