"""A player that knows no ruleset finishes games of all of them by offers alone, and nothing offered is refused."""

import asyncio
from functools import cache
from typing import Any

import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.conformance.by_offers.offer_games import OfferGame, converter_at, untold
from tests.conformance.by_offers.served_games import ServedGame
from tests.conformance.driver import rules_at

TOY, TILES, HEXES = ("tests.toy", "adjudicator.rulesets.tile_formations", "adjudicator.rulesets.hex_orders")
MODES: dict[str, dict[str, Any]] = {
    "auto": {},
    "committed": {"profile": "P1"},
    "step-reported": {"pace": "step", "reported": True, "referee": True},
}
SEEDED = {"pace": "PACE_AUTO", "dice_mode": "DICE_MODE_SEEDED"}
# nobody referees: the owner is offered nothing that seats alone may do
REPORTED = {"pace": "PACE_STEP", "dice_mode": "DICE_MODE_REPORTED"}
SEEDS = {TOY: range(20), TILES: range(1), HEXES: range(1)}
# in the long suite
MORE = {TOY: range(20), TILES: range(3), HEXES: range(2)}
# so many commands, then parties also do what ends a game at any time
PATIENCE = 300
CASES = [(path, mode) for path in SEEDS for mode in MODES]

# what chance does not bring up in these games; test_every_leaf of a ruleset has what no offer tells of
UNTOLD: dict[str, set[str]] = {TOY: set(), TILES: {"BeginAction.road_march"}}


@cache
def game_of(path, mode, seed):
    """Play a game of a ruleset once for all tests that look at it; refusals fail here."""
    return OfferGame(path, seed, patience=PATIENCE, **MODES[mode]).play()


def games(path, mode, seeds):
    """Give the games of these seeds."""
    return tuple(game_of(path, mode, seed) for seed in seeds[path])


def check_ends(path, mode, seeds):
    """See to it that games have ended and shown their dice."""
    for game in games(path, mode, seeds):
        assert game.table.game.result is not None
        assert game.table.protocol.secret is not None


def check_leaves(path):
    """See to it that offers told of every field of the commands that came up."""
    played = [game for mode in MODES for game in games(path, mode, MORE)]
    seen = {name for game in played for name in game.told}
    missing = {leaf for leaf in untold(path, played) if leaf.partition(".")[0] in seen}
    assert missing <= UNTOLD[path]


@pytest.mark.parametrize(("path", "mode"), CASES)
def test_games_end_by_offers_alone(path, mode):
    """Whole games are played by offers alone; no offer, tried or taken, at its time or at any, is refused."""
    check_ends(path, mode, SEEDS)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("path", "mode"), CASES)
def test_more_games_end_by_offers_alone(path, mode):
    """The same with more seeds."""
    check_ends(path, mode, MORE)


def test_offers_of_the_toy_tell_of_every_leaf():
    """Offers tell of every field of the commands that came up, down to the leaves of their messages."""
    check_leaves(TOY)


@pytest.mark.parametrize(("path", "terms"), [*((path, SEEDED) for path in SEEDS), (TOY, REPORTED)])
async def test_games_are_played_over_grpc(path, terms, tmp_path):
    """The same player opens and finishes a game on a service, contributions to its seed included."""
    converter_at(path)
    rules = rules_at(path)
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {rules.name: rules}) as service:
        played = await asyncio.to_thread(_play, service.address, service.owner_token, rules.name, terms)
    assert played.finished
    assert played.result.outcome


def _play(address, owner, name, terms):
    return ServedGame(address, owner, name, 3, profile="PROFILE_P1", **terms).play().end()
