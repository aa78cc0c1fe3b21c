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
from services.games.quotas import OPENED, Quota, Quotas, QuotaSpent
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

    async def common_members(self, keys):
        self.reads += 1
        return await super().common_members(keys)


async def test_counting_costs_as_much_for_many_as_for_one(tmp_path):
    """The sets of games are read once for a call, not for each of its games."""
    keys = Read()
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        event = await create(toy_service)
        await limit(toy_service, open_games=50)
        keys.reads = 0
        await event.open(*tables(40))
        assert keys.reads <= 4


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


@pytest.mark.parametrize("where", ["claimed", "opened"])
async def test_a_call_that_is_cancelled_gives_its_room_back(toy_service, monkeypatch, where):
    """Be it while its room is counted or while games are opened: only what is opened nevertheless counts."""
    event = await create(toy_service)
    quota = {"owner": toy_service.owner.split("_")[2], "daily_games": 40}
    await do(toy_service, "SetQuota", quota=quota, reason="a small machine")
    begun, go_on = asyncio.Event(), asyncio.Event()
    kind, name = (Quotas, "_counted") if where == "claimed" else (MemoryLog, "append")
    whole = getattr(kind, name)

    async def slow(self, *arguments):
        begun.set()
        await go_on.wait()
        return await whole(self, *arguments)

    monkeypatch.setattr(kind, name, slow)
    call = event.start("OpenGames", command_id=fresh(), pairings=tables(40))
    reading = asyncio.ensure_future(call.read())
    await begun.wait()
    call.cancel()
    with suppress(asyncio.CancelledError):
        await reading
    await asyncio.sleep(0.1)
    monkeypatch.setattr(kind, name, whole)
    go_on.set()
    count = 0 if where == "claimed" else AT_ONCE
    async with asyncio.timeout(20):
        while (await do(toy_service, "ListQuotas")).quotas[0].opened_today != count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    assert await count_of(toy_service) == count
    assert len(await event.open(*tables(40 - count))) == 40 - count


class Process:
    """The quotas of an owner as a process sees them that shares its store with others."""

    def __init__(self, keys, log, time):
        self.log = log
        self.quotas = Quotas(keys, lambda: time[0], "open")

    def room(self, games):
        return self.quotas.room("kid", games, self.log, self.log.exists)


class Log:
    """Says which games there are."""

    def __init__(self):
        self.games = set()

    async def exists(self, game):
        return game in self.games


NOW = 1_800_000_000_000


def made(time, count):
    """Make ids of games in ascending order."""
    return [time[0].to_bytes(6, "big") + number.to_bytes(10, "big") for number in range(count)]


class Seen(MemoryKeys):
    """Keys that note how many values each answer about a set was made of, by the key of the set."""

    def __init__(self):
        super().__init__()
        self.seen = []

    async def common_members(self, keys):
        found = await super().common_members(keys)
        self.seen += [(key, len(self._members.get(key, ()))) for key in keys]
        return found

    async def among_members(self, key, values):
        self.seen.append((key, len(values)))
        return await super().among_members(key, values)


async def test_an_open_costs_what_its_owner_has():
    """Under a quota the games of this owner are looked at, and not the thousands that others have open."""
    keys, log, time = Seen(), Log(), [NOW]
    process = Process(keys, log, time)
    await process.quotas.put(None, Quota(open_games=3))
    *mine, last, beyond = made(time, 4)
    await keys.add_members("open", [bytes([0xFF]) * 8 + number.to_bytes(8, "big") for number in range(5_000)])
    for game in (*mine, last):
        await process.quotas.require_room("kid", game, log)
        log.games.add(game)
        await keys.add_members("open", [game])
    time[0] += 60_000  # they are open, and not only being opened
    with pytest.raises(QuotaSpent):
        await process.quotas.require_room("kid", beyond, log)
    assert {key for key, _ in keys.seen} == {"open", OPENED + "kid"}
    assert max(count for _, count in keys.seen) == 4
    await keys.drop_members("open", mine[:1])
    await process.quotas.require_room("kid", beyond, log)


@pytest.fixture
def two():
    """Two processes on one store, what there is of games, and the time in ms."""
    keys, log, time = MemoryKeys(), Log(), [NOW]
    return Process(keys, log, time), Process(keys, log, time), log, time


async def test_an_opening_that_takes_long_keeps_its_room_in_other_processes(two):
    """Room that one process has given is not given by another while the games are opened, however long ids are old."""
    one, other, _, time = two
    await one.quotas.put(None, Quota(open_games=30))
    async with one.room(made(time, 25)):
        time[0] += 60_000
        with pytest.raises(QuotaSpent, match="room for 5 of the 6"):
            async with other.room(made(time, 6)):
                pass
        async with other.room(made(time, 5)):
            pass


@pytest.mark.parametrize("kind", ["open_games", "daily_games"])
async def test_a_process_that_dies_while_it_opens_games(two, kind):
    """Ids that it leaves count for ten minutes and not for a day; a game that is there counts on."""
    one, other, log, time = two
    await one.quotas.put(None, Quota(**{kind: 10}))
    games = made(time, 10)
    await one.room(games).__aenter__()
    log.games.add(games[0])
    await other.quotas._keys.add_members("open", games[:1])
    time[0] += 9 * 60_000
    with pytest.raises(QuotaSpent):
        async with other.room(made(time, 1)):
            pass
    time[0] += 60_000
    with pytest.raises(QuotaSpent, match="room for 9 of the 10"):
        async with other.room(made(time, 10)):
            pass
    async with other.room(made(time, 9)):
        pass


async def test_a_try_that_fails_takes_no_room_from_a_retry_elsewhere(two):
    """What another process opens of the same command counts, though the first try has given its room back meanwhile."""
    one, other, log, time = two
    await one.quotas.put(None, Quota(daily_games=10))
    games = made(time, 10)
    async with other.room(games):
        with pytest.raises(ZeroDivisionError):
            async with one.room(games):
                raise ZeroDivisionError
        log.games.update(games)
    assert (await other.quotas.games_of("kid"))[1] == 10


async def test_ids_that_are_older_than_a_day(two):
    """Under a daily quota games can not be opened by commands that were kept for another day."""
    one, _, _, time = two
    await one.quotas.put(None, Quota(daily_games=10))
    old = made(time, 10)
    time[0] += 24 * 3600 * 1000
    with pytest.raises(QuotaSpent, match="use a new command id"):
        async with one.room(old):
            pass
    async with one.room(made(time, 10)):
        pass
