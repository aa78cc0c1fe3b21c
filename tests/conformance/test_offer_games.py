"""A player that knows no ruleset finishes games of all of them by offers alone, and nothing offered is refused."""

import asyncio
from functools import cache
from typing import Any

import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.conformance.driver import rules_at
from tests.conformance.offer_games import OfferGame, converter_at, untold
from tests.conformance.served_games import ServedGame

TOY, TILES, HEXES = ("tests.toy", "adjudicator.rulesets.tile_formations", "adjudicator.rulesets.hex_orders")
MODES: dict[str, dict[str, Any]] = {
    "auto": {},
    "committed": {"profile": "P1"},
    "step-reported": {"pace": "step", "reported": True, "referee": True},
}
SEEDS = {TOY: range(20), TILES: range(3), HEXES: range(1)}
# so many commands, then parties also do what ends a game at any time
PATIENCE = 300
CASES = [(path, mode) for path in SEEDS for mode in MODES]

# what no offer tells of: who plays with whom and a map's text are free; forms that no list of ours has; what chance
# does not bring up in these games
UNTOLD: dict[str, set[str]] = {
    TOY: set(),
    TILES: {
        "BeginAction.road_march",
        "CreateBattlefield.sides.name",
        "CreateBattlefield.sides.side",
        "CreateBattlefield.text",
    },
}


@cache
def games(path, mode):
    """Play games of a ruleset once for all tests that look at them; refusals fail here."""
    return tuple(OfferGame(path, seed, patience=PATIENCE, **MODES[mode]).play() for seed in SEEDS[path])


@pytest.mark.parametrize(("path", "mode"), CASES)
def test_games_end_by_offers_alone(path, mode):
    """Whole games are played by offers alone; no offer, tried or taken, at its time or at any, is refused."""
    for game in games(path, mode):
        assert game.table.game.result is not None
        assert game.table.protocol.secret is not None


@pytest.mark.parametrize("path", UNTOLD)
def test_offers_tell_of_every_leaf(path):
    """Offers tell of every field of the commands that came up, down to the leaves of their messages."""
    played = [game for mode in MODES for game in games(path, mode)]
    seen = {name for game in played for name in game.told}
    missing = {leaf for leaf in untold(path, played) if leaf.partition(".")[0] in seen}
    assert missing <= UNTOLD[path]


@pytest.mark.parametrize("path", SEEDS)
async def test_games_are_played_over_grpc(path, tmp_path):
    """The same player opens and finishes a game on a service, contributions to its seed included."""
    converter_at(path)
    rules = rules_at(path)
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {rules.name: rules}) as service:
        played = await asyncio.to_thread(_play, service.address, service.owner_token, rules.name)
    assert played.finished
    assert played.result.outcome


def _play(address, owner, name):
    return ServedGame(address, owner, name, 3, profile="P1", pace="auto", dice_mode="seeded").play().end()
