"""Games of an owner are counted in several processes that share a store: by what they open, fail to open and leave."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.kernel.record.log import StoreDown
from services.games.quotas import OPENED, OPENING, Quota, Quotas, QuotaSpent
from services.store.redis_keys import MemoryKeys


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
    assert keys.asked == ["get_many"]


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


async def test_a_call_that_is_cancelled_before_its_turn_takes_nothing(two):
    """It has claimed nothing yet: what a retry of it opens meanwhile counts."""
    one, other, log, time = two
    keys = one.quotas._keys
    await one.quotas.put(None, Quota(open_games=1))
    (game,) = made(time, 1)

    async def first():
        async with one.room([game]):
            pass

    turn = one.quotas._turn("kid")
    async with turn:
        call = asyncio.create_task(first())
        await asyncio.sleep(0)
        call.cancel()
        await asyncio.sleep(0)
        async with other.room([game]):
            log.games.add(game)
            await keys.add_members("open", [game])
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await other.quotas.games_of("kid") == (1, 1)


async def test_a_call_that_the_store_left_is_ended_by_its_retry(two):
    """Where the store was away as a call broke off, its game counts on, and no more once a retry has opened it."""
    one, _, log, time = two
    keys = one.quotas._keys
    await one.quotas.put(None, Quota(open_games=1))
    (game,), (beyond,) = made(time, 1), [b"\xff" + game[1:] for game in made(time, 1)]

    async def away(_game):
        raise StoreDown("away")

    with pytest.raises(ZeroDivisionError):
        async with one.quotas.room("kid", [game], log, away):
            raise ZeroDivisionError
    time[0] += 60_000
    with pytest.raises(QuotaSpent):
        async with one.room([beyond]):
            pass
    async with one.room([game]):
        log.games.add(game)  # it is over at once
    assert not keys._members[OPENING + "kid"]
    async with one.room([beyond]):
        pass


async def test_a_call_that_could_not_be_counted_takes_nothing(two, monkeypatch):
    """The store may fail a call before it has a game counted, and again as it ends: it has nothing to give up."""
    one, other, log, time = two
    keys = one.quotas._keys
    add = keys.add_members
    await one.quotas.put(None, Quota(open_games=1))
    (game,) = made(time, 1)
    answers = [False]

    class Away:
        async def exists(self, _game):
            if not answers:
                raise StoreDown("away")
            return answers.pop()

    async def away(*_arguments):
        raise StoreDown("away")

    async def opened_elsewhere(_game):
        monkeypatch.setattr(keys, "add_members", add)
        async with other.room([game]):
            log.games.add(game)
            await keys.add_members("open", [game])
        return False

    monkeypatch.setattr(keys, "add_members", away)
    with pytest.raises(StoreDown):
        async with one.quotas.room("kid", [game], Away(), opened_elsewhere):
            pass
    monkeypatch.setattr(keys, "add_members", add)
    await opened_elsewhere(game)
    time[0] += 60_000
    assert await other.quotas.games_of("kid") == (1, 1)


async def test_a_call_that_breaks_off_leaves_what_the_store_left_meanwhile(two, monkeypatch):
    """Of two calls of a process one may open a game and not be able to count it: the other's end takes it no room."""
    one, other, log, time = two
    keys, drop = one.quotas._keys, one.quotas._drop
    add = keys.add_members
    await one.quotas.put(None, Quota(open_games=1))
    (game,), (beyond,) = made(time, 1), [b"\xff" + game[1:] for game in made(time, 1)]
    begun, go_on, end = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(kid, games):
        if end.is_set():
            begun.set()
            await go_on.wait()
        await drop(kid, games)

    async def away(*_arguments):
        raise StoreDown("away")

    async def breaks_off():
        async with one.room([game]):
            await end.wait()
            raise ZeroDivisionError

    monkeypatch.setattr(one.quotas, "_drop", slow)
    async with one.room([game]):
        call = asyncio.create_task(breaks_off())
        await asyncio.sleep(0.05)
        end.set()
        await begun.wait()
        with pytest.raises(ZeroDivisionError):
            async with other.room([game]):
                raise ZeroDivisionError
        log.games.add(game)
        await keys.add_members("open", [game])
        monkeypatch.setattr(keys, "add_members", away)
    monkeypatch.setattr(keys, "add_members", add)
    go_on.set()
    with pytest.raises(ZeroDivisionError):
        await call
    time[0] += 60_000
    assert await other.quotas.games_of("kid") == (1, 1)
    with pytest.raises(QuotaSpent):
        async with other.room([beyond]):
            pass


@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_fault_while_a_call_is_ended_hides_no_other(two, cancelled):
    """What broke a call off is what its caller gets, be it that he was cancelled; its games count on a while."""
    one, other, log, time = two
    await one.quotas.put(None, Quota(open_games=1))
    begun = asyncio.Event()

    async def broken(_game):
        raise LookupError

    async def first():
        async with one.quotas.room("kid", made(time, 1), log, broken):
            begun.set()
            await asyncio.sleep(60 if cancelled else 0)
            raise ZeroDivisionError

    call = asyncio.create_task(first())
    await begun.wait()
    if cancelled:
        call.cancel()
    with pytest.raises(asyncio.CancelledError if cancelled else ZeroDivisionError):
        await call
    time[0] += 60_000
    with pytest.raises(QuotaSpent):
        async with other.room(made(time, 1)):
            pass


async def test_what_the_store_left_is_kept_in_mind_as_long_as_it_counts(two):
    """A process that meets a store that is away does not grow with every call: after ten minutes a row is nothing."""
    one, _, log, time = two
    await one.quotas.put(None, Quota(open_games=200))

    async def away(_game):
        raise StoreDown("away")

    for number in range(100):
        time[0] += 1_000
        for game in (time[0].to_bytes(6, "big") + bytes(10), b"\0" * 8 + bytes([number]) * 8):
            with pytest.raises(ZeroDivisionError):
                async with one.quotas.room("kid", [game], log, away):
                    raise ZeroDivisionError
    assert len(one.quotas._left) == 200
    time[0] += 10 * 60_000
    with pytest.raises(ZeroDivisionError):
        async with one.quotas.room("kid", made(time, 1), log, away):
            raise ZeroDivisionError
    assert list(one.quotas._left) == [("kid", *made(time, 1))]


async def test_two_owners_may_open_the_same_game(two):
    """A seeded game may be given to two owners at once: what ends for one of them stays as it is for the other."""
    one, _, log, time = two
    keys = one.quotas._keys
    await one.quotas.put(None, Quota(open_games=1))
    (game,) = made(time, 1)
    time[0] += 60_000
    async with one.quotas.room("second", [game], log, log.exists):
        with pytest.raises(ZeroDivisionError):
            async with one.room([game]):
                raise ZeroDivisionError
        assert [await one.quotas.games_of(kid) for kid in ("kid", "second")] == [(0, 0), (1, 1)]
        async with one.room([game]):
            pass
        assert not keys._members[OPENING + "kid"]
        log.games.add(game)
    assert not keys._members[OPENING + "second"]


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
