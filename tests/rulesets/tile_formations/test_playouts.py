"""Bots play whole games through views and offers alone, and all that they make is allowed."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.bots import games
from adjudicator.rulesets.tile_formations.bots.bot import BOT
from adjudicator.rulesets.tile_formations.model.messages import GameEnded
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.conformance.driver import MODES, Driver, kernel_command
from tests.kit import seeded
from tests.rulesets.tables import DrawnInTurn, UncheckedTable
from tests.rulesets.tile_formations.fixtures import rules

GAME = "tile_formations"


class ScenarioDriver(Driver):
    """A driver whose bots agree on one scenario, and choose at random where that is asked for."""

    def __init__(self, scenario, seed, way="auto", seats=2, *, wild=False, kind=DrawnInTurn):
        super().__init__(kind(rules(), seats, dice=seeded(seed), **MODES[way]), seed, probes=1)
        self.scenario, self.wild = scenario, wild

    def answer(self, party, top):
        if top.kind == self.rules.opening_window:
            return games.create(self.scenario, self.generator)
        made = kernel_command(self, party, top)
        if made is None and self.wild:
            return BOT.choose_at_random(self.table.sight(party), self.generator)
        return super().answer(party, top) if made is None else made


def ends(played):
    """Count the ends of a game."""
    return sum(isinstance(event, GameEnded) for filled in played.log for event, _ in filled.events)


@pytest.mark.parametrize("kind", [UncheckedTable, pytest.param(DrawnInTurn, marks=pytest.mark.long)])
@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(sorted(games.SCENARIOS), 1)))
def test_random_choices_end_every_scenario(seed, scenario, kind):
    """Whoever takes any offer with any values is never refused, and the game ends."""
    played = ScenarioDriver(scenario, seed, wild=True, kind=kind).play()
    assert ends(played) == 1


@pytest.mark.parametrize(
    ("scenario", "seed", "way", "seats"),
    [
        ("small_heath", 1, "step", 2),
        ("readings", 2, "auto", 2),
        ("outside_turns", 3, "auto", 2),
        ("hex", 4, "reported", 2),
        pytest.param("old_fort", 5, "auto", 4, marks=pytest.mark.long),
        ("drawn", 6, "auto", 3),
    ],
)
def test_purposeful_games_end(scenario, seed, way, seats):
    """A game to a purpose ends once, with referee or without, with any number of seats."""
    played = ScenarioDriver(scenario, seed, way, seats).play()
    assert ends(played) == 1
    assert played.game.ended


async def test_a_seed_gives_a_game_that_passes_its_audit():
    """The same seed gives the same game, byte for byte, and its audit passes."""
    games = []
    for _ in range(2):
        played = BotTable(GAME, 11, scenario="small_heath")
        session = await played.play()
        assert session.game.result is not None
        games.append(await played.replay())
    assert games[0] == games[1]
    assert audit(games[0]).result == "PASS"
