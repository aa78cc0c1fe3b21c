"""Games of an event that are opened together fit the quota of their owner together, or none of them is opened."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import grpc
import pytest

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.log import MemoryLog, StoreDown
from services.games.command_handler import CommandHandler
from services.games.quotas import OPENED, Quotas
from services.rpc.games import Games
from services.slices import AT_ONCE
from services.store.redis_keys import MemoryKeys
from tests.services.admin.steps import do
from tests.services.events.steps import create, pairing
from tests.services.events.test_acts import fresh
from tests.services.fixtures import fault_of, open_request, serve_toy

SPENT = (grpc.StatusCode.RESOURCE_EXHAUSTED, "quota-spent")


def tables(count: int, first: int = 1) -> list[Any]:
    """Pair the same two persons at so many tables."""
    return [pairing("anna", "ben", table=str(number)) for number in range(first, first + count)]


async def limit(service, **quota):
    """Give everybody a quota."""
    await do(service, "SetQuota", quota={"everybody": {}, **quota}, reason="a small machine")


async def spent(call):
    """Give the text with which the quota refuses a call."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    assert fault_of(fault.value) == SPENT
    return fault.value.details()


async def count_of(service):
    """Count the games that there are."""
    return len([game async for game in service.log.games()])


@pytest.mark.parametrize("kind", ["open_games", "daily_games"])
async def test_more_games_than_have_room(toy_service, kind):
    """None is opened, the refusal says how many have room, and the same command is taken once all have."""
    event = await create(toy_service)
    await limit(toy_service, **{kind: 20})
    command_id = fresh()
    text = await spent(event.open(*tables(25), command_id=command_id))
    assert "has room for 20 of the 25 that are asked for" in text
    assert await count_of(toy_service) == 0
    assert not (await event.call("Games")).games
    await event.open(*tables(2))
    assert "has room for 18 of the 25" in await spent(event.open(*tables(25), command_id=command_id))
    assert "has room for 18 of the 19" in await spent(event.open(*tables(19)))
    await limit(toy_service, **{kind: 27})
    opened = await event.open(*tables(25), command_id=command_id)
    assert (len(opened), await count_of(toy_service)) == (25, 27)
    await limit(toy_service, **{kind: 1})
    again = await event.open(*tables(25), command_id=command_id)
    assert [row.game for row in again] == [row.game for row in opened]


async def test_a_refusal_says_when_there_may_be_room(toy_service):
    """Where a day's quota has room for all in time, the refusal says when; where it never has, it does not."""
    event = await create(toy_service)
    await limit(toy_service, daily_games=4)
    await event.open(*tables(3))
    assert "wait, or ask the operator" in await spent(event.open(*tables(4)))
    assert "ask the operator for a larger quota" in await spent(event.open(*tables(5)))


async def test_games_that_were_opened_by_an_earlier_try_need_no_room(toy_service, monkeypatch):
    """A retry asks for room for what is missing alone, and names all games in the event."""
    event = await create(toy_service)
    await limit(toy_service, open_games=20)
    command_id, whole, seen = fresh(), Games.open_game, 0

    async def torn(*arguments):
        nonlocal seen
        seen += 1
        if seen > 16:
            raise StoreDown("away")
        return await whole(*arguments)

    monkeypatch.setattr(Games, "open_game", torn)
    with pytest.raises(grpc.aio.AioRpcError):
        await event.open(*tables(20), command_id=command_id)
    monkeypatch.setattr(Games, "open_game", whole)
    assert await count_of(toy_service) == 16
    assert len(await event.open(*tables(20), command_id=command_id)) == 20
    assert (await count_of(toy_service), len((await event.call("Games")).games)) == (20, 20)


async def test_two_calls_of_an_owner_at_once(toy_service, monkeypatch):
    """One of them has its room to its end, however long it takes; the other opens nothing, nor does a single game."""
    # a game that is not open yet passes for one that is being opened no more
    monkeypatch.setattr("services.games.quotas._OPENING_MS", 0)
    event, other = await create(toy_service), await create(toy_service)
    await limit(toy_service, open_games=30)
    whole, begun, go_on = Games.open_game, asyncio.Event(), asyncio.Event()

    async def slow(*arguments):
        begun.set()
        await go_on.wait()
        return await whole(*arguments)

    monkeypatch.setattr(Games, "open_game", slow)
    first = asyncio.create_task(event.open(*tables(25)))
    await begun.wait()
    assert "has room for 5 of the 10" in await spent(other.open(*tables(10)))
    second = asyncio.create_task(other.open(*tables(5)))
    await asyncio.sleep(0.2)
    go_on.set()
    assert (len(await first), len(await second), await count_of(toy_service)) == (25, 5, 30)
    await spent(toy_service.call("Open", toy_service.owner, open_request()))


class Read(MemoryKeys):
    """Keys that count how often sets are read."""

    reads = 0

    async def any_members(self, keys):
        self.reads += 1
        return await super().any_members(keys)


async def test_counting_costs_as_much_for_many_as_for_one(tmp_path):
    """The sets of games are read once for a call, not for each of its games."""
    keys = Read()
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        event = await create(toy_service)
        await limit(toy_service, open_games=50)
        keys.reads = 0
        await event.open(*tables(40))
        assert keys.reads == 1


async def test_what_counts_no_more_is_dropped_without_a_quota(tmp_path, monkeypatch):
    """An owner without a quota keeps no set of games that grows for ever; what is open stays in it."""
    monkeypatch.setattr("services.games.quotas._TRIMMED_AFTER", 5)
    keys = MemoryKeys()
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        place, old = OPENED + toy_service.owner.split("_")[2], bytes([1]) * 16
        await keys.add_members(place, [old])
        event = await create(toy_service)
        opened = await event.open(*tables(4))
        assert old in keys._members[place]
        opened += await event.open(*tables(4))
        assert keys._members[place] == {row.game for row in opened}


async def test_a_call_that_fails_gives_its_room_back(toy_service, monkeypatch):
    """Games that were not opened count to no day; those that were do."""
    event = await create(toy_service)
    await limit(toy_service, daily_games=40)
    whole, seen = CommandHandler.submit, 0

    async def torn(self, request):
        nonlocal seen
        if isinstance(request.command, OpenGame):
            seen += 1
            if seen > 4:
                raise StoreDown("away")
        return await whole(self, request)

    monkeypatch.setattr(CommandHandler, "submit", torn)
    with pytest.raises(grpc.aio.AioRpcError):
        await event.open(*tables(40))
    monkeypatch.setattr(CommandHandler, "submit", whole)
    assert await count_of(toy_service) == 4
    assert "has room for 36 of the 37" in await spent(event.open(*tables(37)))
    assert len(await event.open(*tables(36))) == 36


async def test_a_single_game_that_is_not_opened_gives_its_room_back(toy_service, monkeypatch):
    """Whatever kept it from being opened, it counts no more; what is opened counts, and its retry needs no room."""
    await limit(toy_service, daily_games=2)
    whole = CommandHandler.submit

    async def away(_self, _request):
        raise StoreDown("away")

    monkeypatch.setattr(CommandHandler, "submit", away)
    for _ in range(3):
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await toy_service.call("Open", toy_service.owner, open_request())
        assert fault.value.code() is grpc.StatusCode.UNAVAILABLE
    monkeypatch.setattr(CommandHandler, "submit", whole)
    requests = [open_request(), open_request()]
    opened = [await toy_service.call("Open", toy_service.owner, request) for request in requests]
    await spent(toy_service.call("Open", toy_service.owner, open_request()))
    assert [await toy_service.call("Open", toy_service.owner, request) for request in requests] == opened


def waited_for(service):
    """Whether the service has a call for which somebody waits."""
    return any(not call.task.cancelling() for call in service.service.interceptor.calls._calls)


async def until(holds):
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


def held_up(monkeypatch, kind, name, count):
    """Hold up a method until the second event is set; the first is set as soon as so many wait in it."""
    begun, go_on, whole, waiting = asyncio.Event(), asyncio.Event(), getattr(kind, name), 0

    async def slow(self, *arguments):
        nonlocal waiting
        waiting += 1
        if waiting == count:
            begun.set()
        await go_on.wait()
        return await whole(self, *arguments)

    monkeypatch.setattr(kind, name, slow)
    return begun, go_on


@pytest.mark.parametrize("where", ["claimed", "opened"])
async def test_a_call_that_is_cancelled_gives_its_room_back(toy_service, monkeypatch, where):
    """Be it while its room is counted or while games are opened: only what is opened nevertheless counts."""
    event = await create(toy_service)
    quota = {"owner": toy_service.owner.split("_")[2], "daily_games": 40}
    await do(toy_service, "SetQuota", quota=quota, reason="a small machine")
    kind, name, count = (Quotas, "_counted", 1) if where == "claimed" else (MemoryLog, "append", AT_ONCE)
    with monkeypatch.context() as patch:
        begun, go_on = held_up(patch, kind, name, count)
        call = event.start("OpenGames", command_id=fresh(), pairings=tables(40))
        reading = asyncio.ensure_future(call.read())
        await begun.wait()
        call.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        await until(lambda: not waited_for(toy_service))
    go_on.set()
    count = 0 if where == "claimed" else AT_ONCE
    async with asyncio.timeout(60):
        while (await do(toy_service, "ListQuotas")).quotas[0].opened_today != count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    assert await count_of(toy_service) == count
    assert len(await event.open(*tables(40 - count))) == 40 - count


async def test_a_retry_that_is_cancelled_as_well_gives_the_room_back(toy_service, monkeypatch):
    """A call and its retry may both break off while the first games are being opened: only what is opened counts."""
    event = await create(toy_service)
    quota = {"owner": toy_service.owner.split("_")[2], "daily_games": 40}
    await do(toy_service, "SetQuota", quota=quota, reason="a small machine")
    command_id = fresh()
    with monkeypatch.context() as patch:
        begun, go_on = held_up(patch, MemoryLog, "append", AT_ONCE)
        for _ in range(2):
            call = event.start("OpenGames", command_id=command_id, pairings=tables(40))
            reading = asyncio.ensure_future(call.read())
            await begun.wait()
            await until(lambda: waited_for(toy_service))
            await asyncio.sleep(0.1)
            call.cancel()
            with suppress(asyncio.CancelledError):
                await reading
            await until(lambda: not waited_for(toy_service))
    go_on.set()
    async with asyncio.timeout(60):
        while (row := (await do(toy_service, "ListQuotas")).quotas[0]).opened_today != AT_ONCE:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.02)
    assert (row.open_now, await count_of(toy_service)) == (AT_ONCE, AT_ONCE)
    assert len(await event.open(*tables(40 - AT_ONCE))) == 40 - AT_ONCE
