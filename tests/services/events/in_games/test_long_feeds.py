"""Long feeds: who reads one from its beginning holds up nobody, and what is not asked for is not written."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, suppress
from itertools import pairwise

from google.protobuf.duration_pb2 import Duration

from services.events.following import Following
from services.store.event_feeds import MemoryFeeds
from tests.services.events.steps import create, pairing
from tests.services.fixtures import serve_toy
from tests.services.rpc.late_games import Hands
from wargame.v1 import events_pb2

FROM_THE_START = events_pb2.FeedPosition()
PAGE = 4


async def played(service, **changes):
    """An event with games in which much has happened, and of which one has a result."""
    event = await create(service, referee=False, **changes)
    opened = await event.open(*(pairing("anna", "ben", table=str(number)) for number in range(20)))
    for row in opened:
        await event.game(row).call("CreateMatch", "owner", rounds=1)
    await event.game(opened[0]).call("Concede", "red")
    return event, event.game(opened[1])


@asynccontextmanager
async def pages(monkeypatch):
    """Give small pages, and how many turns others have had when each of them was read."""
    turns, seen, whole = 0, [], MemoryFeeds.read

    async def read(self, event, after):
        seen.append(turns)
        return (await whole(self, event, after))[:PAGE]

    async def others():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(MemoryFeeds, "read", read)
    task = asyncio.create_task(others())
    try:
        yield seen
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_signs_alone_are_written(toy_service, monkeypatch):
    """Of a stream of signs the entries without any are not written at all; what comes is shown once and in order."""
    event, game = await played(toy_service)
    written, whole = [], Following.show

    async def show(self, which, position, data):
        written.append(position.number)
        return await whole(self, which, position, data)

    monkeypatch.setattr(Following, "show", show)
    stream = event.start("Follow", after=FROM_THE_START, signs_only=True)
    first = await stream.read()
    assert (first.command, written) == ("Concede", [first.position.number])
    await game.call("Concede", "blue")
    second = await stream.read()
    assert (second.command, second.game) == ("Concede", game.id)
    assert second.position.number == first.position.number + 1
    later = event.start("Follow", after=second.position, signs_only=True)
    await asyncio.sleep(0.1)
    later.cancel()
    whole_stream = event.start("Follow", after=FROM_THE_START)
    numbers = [(await whole_stream.read()).position.number for _ in range(second.position.number - 1)]
    assert numbers == list(range(2, second.position.number + 1))
    for call in (stream, whole_stream):
        call.cancel()


async def test_others_have_their_turn_between_pages(toy_service, monkeypatch):
    """Whoever looks for signs from the beginning holds the service for a page at most."""
    event, _ = await played(toy_service)
    async with pages(monkeypatch) as seen:
        stream = event.start("Follow", after=FROM_THE_START, signs_only=True)
        await stream.read()
        stream.cancel()
    assert len(seen) > 8
    assert all(before < after for before, after in pairwise(seen))


async def test_others_have_their_turn_while_a_feed_is_seen_late(tmp_path, monkeypatch):
    """Nor does whoever sees the games of an event late hold the service for longer."""
    hands = Hands(monkeypatch)
    async with serve_toy(tmp_path) as toy_service:
        event, game = await played(toy_service, spectator_delay=Duration(seconds=1))
        screen = await event.token("spectator", "screen")
        hands.ms += 1_000
        await game.call("Concede", "blue")
        async with pages(monkeypatch) as seen:
            rows = (await event.call("Games", screen)).games
    assert (rows[1].game, rows[1].HasField("result")) == (game.id, False)
    assert len(seen) > 8
    # the last page of one look and the first of the next may come in one turn
    assert max(Counter(seen).values()) <= 3
