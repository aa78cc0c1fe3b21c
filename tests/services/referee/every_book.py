"""A service of a rulebook in the place of the toy's: its games are brought to a moment by offers alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Final

import grpc

from adjudicator.kernel.protocol.dice_reports import DICE_WINDOWS
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from services import logs
from services.config import Config
from services.rpc.methods import Method, methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.conformance.by_offers.offer_player import OfferPlayer
from tests.services.fixtures import ToyGame, ToyService, methods

MOST: Final = 200
# commands of seats after which a game is being played
BEGUN: Final = 4
PARTIES: Final = ("owner", "red", "blue", "referee")


class BookService(ToyService):
    """A service of one ruleset."""

    ruleset = "hex_orders"
    package = "wargame.hex_orders.v1"

    @cached_property
    def plays(self) -> dict[str, Method]:
        """Every command of its ruleset."""
        return methods_of(f"{self.package}.Play")

    async def open(self, **terms: Any) -> ToyGame:
        """Open a game."""
        return await super().open(ruleset=self.ruleset, **terms)

    async def match(self, **terms: Any) -> ToyGame:
        """Open a game of which a command waits for dice of the real table."""
        game = await self.open(**terms)
        for _ in range(MOST):
            if any(row.kind in DICE_WINDOWS for row in (await game.call("Get", "owner")).windows):
                return game
            await self.step(game)
        raise AssertionError("no dice are thrown")

    async def begin(self, game: ToyGame) -> None:
        """Create the game by what is offered, and go on until seats have given some commands."""
        given = 0
        while given < BEGUN:
            given += await self.step(game) != "owner"

    async def throw(self, game: ToyGame) -> None:
        """Play until a seat has thrown a die."""
        for _ in range(MOST):
            before = (await game.call("Get", "owner")).receipt.seq
            who = await self.step(game)
            rows = [row async for row in game.start("Read", "owner", after=before)]
            if who != "owner" and any(row.rolls and row.actor.party.HasField("seat") for row in rows):
                return
        raise AssertionError("no seat has thrown")

    async def step(self, game: ToyGame) -> str:
        """Let one who is asked do something; tells who."""
        for who in PARTIES:
            reply = await game.call("Offers", who)
            if reply.offers:
                chance = Random(reply.seq)
                offer = chance.choice(list(reply.offers))
                command = OfferPlayer(self.package, chance, _octets, _nowhere).command(offer)
                command.header.game, command.header.head = game.id, reply.head
                command.header.command_id = chance.randbytes(16)
                method = self.plays.get(offer.command) or methods()[offer.command]
                await self.stub(method)(
                    command, metadata=(("authorization", f"Bearer {game.tokens[who]}"),), timeout=30
                )
                return who
        raise AssertionError("nobody is asked")


def _octets(_command: str, _field: str, size: int) -> bytes:
    return bytes(size)


def _nowhere(_command: str, _field: str, _chosen: Any) -> Any:
    return ()


@asynccontextmanager
async def serve_book(folder: Path) -> AsyncIterator[BookService]:
    """Serve the ruleset on a free port."""
    logs.configure("error")
    log, rules = MemoryLog(asyncio.Event), rules_of(BookService.ruleset)
    config = Config(listen="127.0.0.1:0", data=folder, allow_test_seeds=True)
    async with (
        serving(config, log, MemoryKeys(), {rules.name: rules}) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        yield BookService(service, channel, log)
