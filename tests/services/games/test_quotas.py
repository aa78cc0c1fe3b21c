"""Games of an owner are counted in several processes that share a store: by what they open, fail to open and leave."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from services.games.quotas import OPENED, OPENING, Quota, QuotaSpent
from services.store.redis_keys import MemoryKeys
from tests.services.games.quota_steps import NOW, Log, Process, made

HOUR = 3_600_000


class Seen(MemoryKeys):
    """Keys that note how many values each answer about a set was made of, by the key of the set."""

    def __init__(self):
        super().__init__()
        self.seen = []

    async def any_members(self, keys):
        found = await super().any_members(keys)
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
    *mine, beyond = made(time, 4)
    await keys.add_members("open", [bytes([0xFF]) * 8 + number.to_bytes(8, "big") for number in range(5_000)])
    for game in mine:
        async with process.room([game]):
            log.games.add(game)
            await keys.add_members("open", [game])
    time[0] += 60_000  # they are open, and not only being opened
    with pytest.raises(QuotaSpent):
        async with process.room([beyond]):
            pass
    assert {key for key, _ in keys.seen} == {"open", OPENED + "kid", OPENING + "kid"}
    assert max(count for _, count in keys.seen) == 4
    await keys.drop_members("open", mine[:1])
    async with process.room([beyond]):
        pass


class Asked(MemoryKeys):
    """Keys that note what they are asked, in order."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def __getattribute__(self, name):
        if not name.startswith("_") and name not in ("asked", "set"):
            self.asked.append(name)
        return super().__getattribute__(name)


@pytest.mark.parametrize("whose", [None, "kid", "everybody"])
async def test_an_open_asks_the_store_seldom(whose):
    """Each question waits for the one before: there are two where no quota is, and seven where one is."""
    keys, log, time = Asked(), Log(), [NOW]
    process = Process(keys, log, time)
    if whose is not None:
        await process.quotas.put(None if whose == "everybody" else whose, Quota(open_games=3))
    keys.asked.clear()
    async with process.room(made(time, 1)):
        log.games.update(made(time, 1))
    counted = ["add_members", "any_members", "among_members"]
    ended = ["add_members", "drop_members"]
    assert keys.asked == ["get_many", "add_members", *([] if whose is None else [*counted, *ended])]
    keys.asked.clear()
    async with process.room(made(time, 1)):
        pass
    assert not keys.asked


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


async def test_a_try_that_fails_leaves_no_room_to_others(two):
    """While another process opens games of the same command, what the first try gives back is nobody else's."""
    one, other, log, time = two
    keys = one.quotas._keys
    third = Process(keys, log, time)
    await one.quotas.put(None, Quota(open_games=10))
    games, (beyond,) = made(time, 10), [b"\xff" + game[1:] for game in made(time, 1)]
    async with other.room(games):
        with pytest.raises(ZeroDivisionError):
            async with one.room(games):
                raise ZeroDivisionError
        with pytest.raises(QuotaSpent):
            async with third.room([beyond]):
                pass
        log.games.update(games)
        await keys.add_members("open", games)
    time[0] += 60_000
    with pytest.raises(QuotaSpent):
        async with third.room([beyond]):
            pass
    assert not keys._members[OPENING + "kid"]


async def test_a_refusal_takes_no_room_from_a_retry_elsewhere(two, monkeypatch):
    """Of one command given to two processes, one may be refused and the other not: what is opened counts."""
    one, other, log, time = two
    keys = one.quotas._keys
    third = Process(keys, log, time)
    await one.quotas.put(None, Quota(open_games=1))
    (over,) = made(time, 1)
    async with one.room([over]):
        log.games.add(over)
        await keys.add_members("open", [over])
    time[0] += 60_000
    (game,), (beyond,) = made(time, 1), [time[0].to_bytes(6, "big") + b"\xff" * 10]
    refused, go_on, drop = asyncio.Event(), asyncio.Event(), one.quotas._drop

    async def slow(kid, games):
        if games:
            refused.set()
            await go_on.wait()
            await drop(kid, games)

    async def first():
        async with one.room([game]):
            pass

    monkeypatch.setattr(one.quotas, "_drop", slow)
    call = asyncio.create_task(first())
    await refused.wait()
    await keys.drop_members("open", [over])
    async with other.room([game]):
        go_on.set()
        with pytest.raises(QuotaSpent):
            await call
        with pytest.raises(QuotaSpent):
            async with third.room([beyond]):
                pass
        log.games.add(game)
        await keys.add_members("open", [game])
    time[0] += 60_000
    assert (await third.quotas.games_of("kid"))[0] == 1


async def test_a_late_refusal_takes_no_game_that_was_opened_elsewhere(two, monkeypatch):
    """A process may refuse a command when another has long carried it out: what was opened counts on."""
    one, other, log, time = two
    keys = one.quotas._keys
    third = Process(keys, log, time)
    await one.quotas.put(None, Quota(open_games=1))
    (over,) = made(time, 1)
    async with one.room([over]):
        log.games.add(over)
        await keys.add_members("open", [over])
    time[0] += 60_000
    (game,), (beyond,) = made(time, 1), [time[0].to_bytes(6, "big") + b"\xff" * 10]
    refused, go_on, drop = asyncio.Event(), asyncio.Event(), one.quotas._drop

    async def slow(kid, games):
        if games:
            refused.set()
            await go_on.wait()
        await drop(kid, games)

    async def first():
        async with one.room([game]):
            pass

    monkeypatch.setattr(one.quotas, "_drop", slow)
    call = asyncio.create_task(first())
    await refused.wait()
    await keys.drop_members("open", [over])
    async with other.room([game]):
        log.games.add(game)
        await keys.add_members("open", [game])
    go_on.set()
    with pytest.raises(QuotaSpent):
        await call
    time[0] += 60_000
    assert await third.quotas.games_of("kid") == (1, 2)
    with pytest.raises(QuotaSpent):
        async with third.room([beyond]):
            pass
    assert not keys._members[OPENING + "kid"]


@pytest.mark.parametrize("by_turn", [True, False])
async def test_a_try_that_is_settled_late_takes_no_game_that_was_opened_elsewhere(two, monkeypatch, by_turn):
    """What a process gives up once another has opened it counts, be it that a turn or the store kept it waiting."""
    one, other, log, time = two
    keys = one.quotas._keys
    third = Process(keys, log, time)
    await one.quotas.put(None, Quota(open_games=1))
    (game,), (beyond,) = made(time, 1), [b"\xff" + game[1:] for game in made(time, 1)]
    begun, go_on, drop = asyncio.Event(), asyncio.Event(), one.quotas._drop
    turn = one.quotas._turn("kid")

    async def slow(kid, games):
        if games:
            begun.set()
            await go_on.wait()
        await drop(kid, games)

    async def first():
        async with one.room([game]):
            if by_turn:
                await turn.acquire()
            raise ZeroDivisionError

    monkeypatch.setattr(one.quotas, "_drop", drop if by_turn else slow)
    call = asyncio.create_task(first())
    await (asyncio.sleep(0.05) if by_turn else begun.wait())
    async with other.room([game]):
        log.games.add(game)
        await keys.add_members("open", [game])
    go_on.set()
    if by_turn:
        turn.release()
    with pytest.raises(ZeroDivisionError):
        await call
    time[0] += 60_000
    assert await third.quotas.games_of("kid") == (1, 1)
    with pytest.raises(QuotaSpent):
        async with third.room([beyond]):
            pass
    assert not keys._members[OPENING + "kid"]


async def test_old_ids_that_are_being_opened(two):
    """Games whose ids were drawn days ago have their room while they are opened, as any."""
    one, other, _, time = two
    await one.quotas.put(None, Quota(open_games=10))
    old = made(time, 10)
    time[0] += 3 * 24 * 3600 * 1000
    async with one.room(old):
        with pytest.raises(QuotaSpent):
            async with other.room(made(time, 1)):
                pass
        time[0] += 10 * 60_000  # the process has died
        async with other.room(made(time, 1)):
            pass


async def test_ids_that_are_older_than_a_day(two):
    """Games that are opened by commands that were kept for another day count to the day in which they are opened."""
    one, other, log, time = two
    await one.quotas.put(None, Quota(daily_games=10))
    old = made(time, 10)
    time[0] += 30 * HOUR
    async with one.room(old):
        log.games.update(old)
    with pytest.raises(QuotaSpent):
        async with other.room(made(time, 1)):
            pass
    time[0] += 24 * HOUR
    async with other.room(made(time, 10)):
        pass


async def test_ids_that_lie_ready_count_to_the_day_in_which_they_are_used(two):
    """A try that is refused has its id all the same; games of such ids are as many in any day as the quota says."""
    one, other, log, time = two
    await one.quotas.put(None, Quota(daily_games=2))
    begin, opened, ids = time[0], [], []
    for hour in range(47):
        time[0] = begin + hour * HOUR
        ids.append(made(time, 2))
    for hour, games in enumerate(ids[:23]):
        # each is used just before it would count to no day any more
        time[0] = begin + (hour + 24) * HOUR - 1_000
        with suppress(QuotaSpent):
            async with (one, other)[hour % 2].room(games):
                log.games.update(games)
            opened.append(hour)
    assert opened == [0]
    assert await other.quotas.games_of("kid") == (0, 2)
    time[0] += 2 * HOUR
    async with one.room(ids[46]):
        log.games.update(ids[46])
    # what counts no more leaves nothing behind
    time[0] += 25 * HOUR
    assert await one.quotas.games_of("kid") == (0, 0)
    assert not one.quotas._keys._members[OPENED + "kid"]


async def test_a_late_game_that_is_not_opened_leaves_no_row(two):
    """What broke off counts to no day, and whoever has to wait is told how long by when games were opened."""
    one, _, log, time = two
    await one.quotas.put(None, Quota(daily_games=1))
    late, fresh = made(time, 2)
    time[0] += 5 * HOUR
    with pytest.raises(ZeroDivisionError):
        async with one.room([late]):
            raise ZeroDivisionError
    assert not one.quotas._keys._members[OPENED + "kid"]
    async with one.room([late]):
        log.games.add(late)
    time[0] += HOUR
    with pytest.raises(QuotaSpent) as spent:
        async with one.room([fresh]):
            pass
    assert spent.value.seconds == 23 * 3600
    assert {row[:16] for row in one.quotas._keys._members[OPENED + "kid"]} == {late}
