"""However calls that open games of an owner end, what is there counts, and what is given back is nobody else's."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.kernel.record.log import StoreDown
from services.games.quotas import OPENED, OPENING, Quota, QuotaSpent
from tests.services.games.quota_steps import made


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


@pytest.mark.parametrize("cancelled", [False, True])
async def test_without_a_quota_what_was_not_opened_takes_no_room(two, cancelled):
    """Of games of a call that breaks off those that are there count, and a quota that comes later has room for more."""
    one, other, log, time = two
    keys = one.quotas._keys
    timed, seeded = made(time, 2), b"\xff" * 16
    begun = asyncio.Event()

    async def first():
        async with one.room([*timed, seeded]):
            log.games.add(timed[0])
            await keys.add_members("open", timed[:1])
            begun.set()
            await asyncio.sleep(60 if cancelled else 0)
            raise ZeroDivisionError

    call = asyncio.create_task(first())
    await begun.wait()
    assert not keys._members.get(OPENED + "kid")
    assert await one.quotas.games_of("kid") == (3, 2)  # as long as it goes on, in this process
    if cancelled:
        call.cancel()
    with pytest.raises(asyncio.CancelledError if cancelled else ZeroDivisionError):
        await call
    assert keys._members[OPENED + "kid"] == {timed[0]}
    assert await other.quotas.games_of("kid") == (1, 1)
    await one.quotas.put(None, Quota(open_games=2, daily_games=2))
    async with other.room(timed[1:]):
        pass


async def test_without_a_quota_a_call_that_breaks_off_takes_no_room_from_another(two, monkeypatch):
    """What another process has opened meanwhile counts, though the call that broke off looked before it was there."""
    one, other, log, time = two
    keys, drop = one.quotas._keys, one.quotas._drop
    (game,) = made(time, 1)

    async def late(kid, games):
        async with other.room([game]):
            log.games.add(game)
            await keys.add_members("open", [game])
        await drop(kid, games)

    monkeypatch.setattr(one.quotas, "_drop", late)
    with pytest.raises(ZeroDivisionError):
        async with one.room([game]):
            raise ZeroDivisionError
    assert await other.quotas.games_of("kid") == (1, 1)


async def test_a_retry_that_is_refused_gives_back_what_the_store_left(two):
    """Where the store was away as a call broke off, a retry has its room given back, be it that it is refused."""
    one, _, log, time = two
    keys = one.quotas._keys
    await one.quotas.put(None, Quota(open_games=2))
    games, (beyond,) = made(time, 2), [b"\xff" + game[1:] for game in made(time, 1)]

    async def away(_game):
        raise StoreDown("away")

    with pytest.raises(ZeroDivisionError):
        async with one.quotas.room("kid", games, log, away):
            raise ZeroDivisionError
    await one.quotas.put(None, Quota(open_games=1))
    with pytest.raises(QuotaSpent):
        async with one.room(games):
            pass
    assert not keys._members[OPENING + "kid"]
    time[0] += 60_000
    async with one.room([beyond]):
        pass
