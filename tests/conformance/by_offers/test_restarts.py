"""A head referee who knows offers alone restarts a game: the new game is one of those that the offer names."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.access.credentials import Role
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.by_offers.served_games import ServedGame
from tests.conformance.driver import rules_at
from wargame.v1 import options_pb2, terms_pb2

RULESETS = (
    "tests.toy",
    "adjudicator.rulesets.antares",
    "adjudicator.rulesets.grinding_annihilation",
    "adjudicator.rulesets.hex_orders",
    "adjudicator.rulesets.tile_formations",
)
RESTART = "RestartGame"
SEEDED = {"profile": "PROFILE_P0", "pace": "PACE_AUTO", "dice_mode": "DICE_MODE_SEEDED", "referee": True}


class Refereed(ServedGame):
    """A game with a referee, who is its head referee too: it is of no event."""

    def restarts(self) -> list[Any]:
        """List the offers of RestartGame that its referee has, and take the referee's place."""
        self.token, self.seat = self.officials[options_pb2.ROLE_REFEREE], -1
        found = self.call("Offers", self.token, self.methods["Offers"].request(game=self.game))
        self.head: bytes = found.head
        return [offer for offer in found.anytime if offer.command == RESTART]


def named(offers: list[Any]) -> list[str]:
    """Give the ids that the offers of RestartGame name."""
    return [value for offer in offers for one in offer.fields if one.field == "new_game" for value in one.one_of.values]


@pytest.mark.parametrize("path", RULESETS)
async def test_a_game_is_restarted_by_offers_alone(path: str, tmp_path: Path) -> None:
    """Without a game that takes its place nothing is offered; then its id is, and giving it ends the old game."""
    converter_at(path)
    rules = rules_at(path)
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {rules.name: rules}) as service:
        stranger = await service.credentials.make(Role.OWNER)
        await asyncio.to_thread(_restart, service.address, service.owner_token, stranger, rules.name)


def _restart(address: str, owner: str, stranger: str, name: str) -> None:
    old = Refereed(address, owner, name, 1, **SEEDED)
    old.step()
    assert old.restarts() == [], "there is no game to name"
    Refereed(address, owner, name, 2, **SEEDED)
    Refereed(address, stranger, name, 3, **SEEDED, restarts=old.game)
    assert old.restarts() == [], "neither another game nor one of a stranger takes its place"
    new = [Refereed(address, owner, name, seed, **SEEDED, restarts=old.game) for seed in (4, 5)]
    (offer,) = old.restarts()
    assert named([offer]) == sorted(game.game.hex() for game in new)  # of one millisecond ids stand in any order
    assert new[0].restarts() == [], "it takes a place, and nothing takes its own"
    old.give(offer, old.head)
    assert old.end().result.ending == terms_pb2.ENDING_RESTARTED
    assert old.restarts() == [], "it has ended so"


async def test_what_is_not_offered_is_refused(tmp_path: Path) -> None:
    """Any other id is refused with the clause: what is offered is all of what an owner has, not a part by chance."""
    converter_at("tests.toy")
    rules = rules_at("tests.toy")
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {rules.name: rules}) as service:
        await asyncio.to_thread(_refused, service.address, service.owner_token, rules.name)


def _refused(address: str, owner: str, name: str) -> None:
    old = Refereed(address, owner, name, 1, **SEEDED)
    Refereed(address, owner, name, 2, **SEEDED, restarts=old.game)
    (offer,) = old.restarts()
    for other in (secrets.token_bytes(16), Refereed(address, owner, name, 3, **SEEDED).game):
        request = old.player.command(offer)
        request.header.game, request.header.command_id, request.header.head = (
            old.game,
            secrets.token_bytes(16),
            old.head,
        )
        request.new_game = other
        with pytest.raises(grpc.RpcError, match="does not take the place of this one"):
            old.call(RESTART, old.token, request)
