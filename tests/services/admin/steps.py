"""What tests of operators' verbs share."""

from __future__ import annotations

import argparse
import asyncio
import secrets

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.rpc.wire_values import words_of
from services.tools import admin
from tests.services.fixtures import ToyGame, fault_of, methods
from wargame.v1 import admin_pb2

Code = grpc.StatusCode


class RemovableLog(MemoryLog):
    """A log in memory of which an archived game can be dropped, and whose tail can be lost."""

    def __init__(self):
        super().__init__(asyncio.Event)

    async def remove(self, game, seq, head):
        log = self._games.get(game)
        if not log or (log[-1].seq, log[-1].hash) != (seq, head):
            return False
        del self._games[game]
        return True

    def entries(self, game):
        """The stored entries themselves."""
        return self._games[game]


async def do(toy_service, name, token=None, **fields):
    """Call an operator's verb."""
    return await toy_service.call(name, token or toy_service.admin, methods()[name].request(**fields))


async def each(toy_service, name, token=None, **fields):
    """All messages of a verb that gives a stream of them."""
    call = toy_service.start(name, token or toy_service.admin, methods()[name].request(**fields))
    return [row async for row in call]


async def refused(call):
    """Code and reason of a refused call."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault_of(fault.value)


async def closed(toy_service, **terms):
    """A match that the operator has closed, and whose secret is shown."""
    game = await toy_service.match(**terms)
    await close(toy_service, game)
    return game


async def close(toy_service, game):
    """Close a game and wait for its reveal."""
    await do(toy_service, "Close", game=game.id, reason="nobody plays on", command_id=secrets.token_bytes(16))
    async with asyncio.timeout(60):
        while not (await do(toy_service, "Look", game=game.id)).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


async def record_of(toy_service):
    """Verb, game and outcome of every row of the record; that each follows from the one before."""
    rows = (await do(toy_service, "Record")).rows
    assert all(row.follows for row in rows)
    word = {number: word for word, number in words_of(admin_pb2.RecordOutcome.DESCRIPTOR).items()}
    went = [": ".join([word[row.outcome], *([row.fault] if row.HasField("fault") else [])]) for row in rows]
    return [(row.verb, row.game, how, row.reason) for row, how in zip(rows, went, strict=True)]


def in_service(toy_service, game):
    """The same game by another service."""
    return ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))


async def exported(game, who="red"):
    """The replay file that somebody gets."""
    return b"".join([chunk.data async for chunk in game.start("Export", who)])


async def operate(toy_service, *words):
    """Run the verb `admin` on the service."""
    parser = argparse.ArgumentParser()
    admin.add(parser.add_subparsers())
    folder = toy_service.service.config.data
    args = parser.parse_args(["admin", "--data", str(folder), "--address", toy_service.service.address, *words])
    return await asyncio.to_thread(args.run, args)
