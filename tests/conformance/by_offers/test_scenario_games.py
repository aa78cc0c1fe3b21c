"""The player that knows offers alone finishes games of the two rulesets in inches on a service."""

import asyncio

import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.by_offers.served_games import ServedGame
from tests.conformance.driver import rules_at

INCHES = ("adjudicator.rulesets.antares", "adjudicator.rulesets.grinding_annihilation")


@pytest.mark.parametrize("path", INCHES)
async def test_games_in_inches_are_played_over_grpc(path, tmp_path):
    """The player opens and finishes a game on a service, and asks it for places where offers say so."""
    converter_at(path)
    rules = rules_at(path)
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {rules.name: rules}) as service:
        played = await asyncio.to_thread(_play, service.address, service.owner_token, rules.name)
    assert played.finished
    assert played.result.outcome


def _play(address, owner, name):
    return (
        ServedGame(address, owner, name, 3, profile="PROFILE_P1", pace="PACE_AUTO", dice_mode="DICE_MODE_SEEDED")
        .play()
        .end()
    )
