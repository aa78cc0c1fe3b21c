"""Events over the death of a process, and over two of them on one store."""

import asyncio
import secrets
import signal

import grpc
import pytest

from services.config import Config
from services.server import serving
from services.store.storage import storage
from tests.services.events.steps import create, pairing, start
from tests.services.fixtures import FIND, ToyService, methods, toy_rules
from tests.services.process import Process
from wargame.v1 import events_pb2, games_pb2

# games that are to be opened, and those that are before the service is killed
GAMES, BEFORE = 80, 50


class Known(ToyService):
    """A client of a service that runs elsewhere."""

    def __init__(self, channel, owner):
        self.channel = channel
        self.owner = owner


async def read(call):
    """Read a stream to its end."""
    return [message async for message in call]


@pytest.mark.slow
async def test_opening_goes_on_after_a_kill(tmp_path, monkeypatch):
    """A service that is killed while games are opened leaves none twice: a retry opens the rest, and all were told."""
    methods()
    process = Process(tmp_path)
    with monkeypatch.context() as patch:
        patch.setenv("TOY_GAMES", str(BEFORE))
        await process.start()
    command_id = secrets.token_bytes(16)
    pairings = [pairing("anna", "ben", table=str(number)) for number in range(GAMES)]
    async with grpc.aio.insecure_channel(process.socket) as channel:
        service = Known(channel, process.owner)
        event = await create(service)
        begun = asyncio.ensure_future(read(event.start("OpenGames", command_id=command_id, pairings=pairings)))
        stream = event.start("Follow", after=events_pb2.FeedPosition())
        for _ in range(3):
            await stream.read()
        await process.end(signal.SIGKILL)
        await asyncio.wait({begun})
        assert begun.exception() is not None
    await process.start()
    async with grpc.aio.insecure_channel(process.socket) as channel:
        event.service = service = Known(channel, process.owner)
        opened = await event.open(*pairings, command_id=command_id)
        rows = await event.call("Games", page_size=200)
        assert [row.game for row in rows.games] == [row.game for row in opened]
        # the service may by then have given back the time in which it was down
        assert {row.seq for row in rows.games} <= {1, 2}
        stream = event.start("Follow", after=events_pb2.FeedPosition(epoch=rows.position.epoch))
        told: list[bytes] = []
        while len(told) < GAMES:
            entry = await stream.read()
            told += [entry.game] if entry.seq == 1 else []
        assert sorted(told) == sorted(row.game for row in opened)
        stream.cancel()
        log = await event.all("ReadLog")
        assert [entry.kind for entry in log] == ["EventCreated", "GamesOpened"]
        await process.end(signal.SIGTERM)


async def test_two_services_share_events(tmp_path):
    """Two services on one store open the same games for the same command, and each follows what the other does."""
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    command_id = secrets.token_bytes(16)
    async with (
        storage(config) as (log, keys),
        serving(config, log, keys, {"toy": toy_rules()}, find=FIND) as one,
        serving(config, log, keys, {"toy": toy_rules()}, find=FIND) as two,
        grpc.aio.insecure_channel(one.address) as first,
        grpc.aio.insecure_channel(two.address) as second,
    ):
        here, there = (ToyService(service, channel, log) for service, channel in ((one, first), (two, second)))
        event = await create(here)
        position = (await event.call("Games")).position
        stream = start(there, "Follow", there.owner, event=event.id, after=position)
        pairings = [pairing("anna", "ben", table=str(number)) for number in range(8)]
        request = {"event": event.id, "command_id": command_id, "pairings": pairings}
        both = await asyncio.gather(
            *(read(start(service, "OpenGames", service.owner, **request)) for service in (here, there))
        )
        assert both[0] == both[1]
        told = [await stream.read() for _ in range(8)]
        assert {entry.game for entry in told} == {row.game for row in both[0]}
        seat = await event.token("seat", "anna")
        assert (await there.call("Get", seat, games_pb2.GetRequest(game=both[0][5].game))).game == both[0][5].game
        stream.cancel()
