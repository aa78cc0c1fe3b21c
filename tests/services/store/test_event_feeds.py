"""Feeds of events: what goes with an entry stands or falls with it, and a feed that is lost begins anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Conflict, MemoryLog, Told
from services.store.event_feeds import EventStore, FeedRenewed, Position, Standing, event_store
from services.store.event_keys import event_log_key, told_keys
from services.store.event_scripts import PUT_SIGNS, RESET, Plain
from services.store.freezes import bucket
from services.store.redis_client import connect
from services.store.redis_log import RedisLog, log_key
from tests.services.conftest import SERVERS
from tests.services.store.steps import head, read_all, record

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adjudicator.kernel.record.log import EventLog
    from services.store.redis_client import Link


def event_of(game_id: bytes) -> bytes:
    """Give an event in the bucket of a game, another for each: tests share a store."""
    number = int.from_bytes(game_id[:8], "big")
    while bucket(number.to_bytes(16, "big")) != bucket(game_id):
        number += 1
    return number.to_bytes(16, "big")


def told(event: bytes, seq: int, *, sign: bool = False) -> Told:
    """Say what is told of an entry."""
    return Told(event, b"digest \xff%d" % seq, b"row \x00%d" % seq, sign)


async def tell(log: EventLog, event: bytes, game_id: bytes, *seqs: int, sign: bool = False) -> None:
    """Append entries that are told of."""
    for seq in seqs:
        await log.append(game_id, seq, head(seq - 1), record(seq), None, told(event, seq, sign=sign))


async def _ranges(client: Any) -> int:
    """Say how often ranges of streams were read."""
    return int((await client.info("commandstats")).get("cmdstat_xrange", {"calls": 0})["calls"])


def other_game(game_id: bytes) -> bytes:
    """Give another game of the same bucket, another for each."""
    number = int.from_bytes(game_id[8:], "big")
    while bucket(number.to_bytes(16, "big")) != bucket(game_id):
        number += 1
    return number.to_bytes(16, "big")


async def tell_as(log: EventLog, event: bytes, game_id: bytes, seq: int) -> None:
    """Append an entry whose digest names its game, and is a sign."""
    said = Told(event, b"digest %d" % seq + game_id, b"row" + game_id, sign=True)
    await log.append(game_id, seq, head(seq - 1), record(seq), None, said)


class TestFeeds:
    """Every store tells the same."""

    @pytest.fixture(params=["memory", *SERVERS])
    def place(self, request: pytest.FixtureRequest) -> str:
        """Give the URL of every kind of server in turn, and of none."""
        known = {"memory": "memory"}
        return known.get(request.param) or request.getfixturevalue(f"{request.param}_url")

    @pytest_asyncio.fixture
    async def log(self, place: str) -> AsyncIterator[EventLog]:
        """Give every kind of log in turn."""
        if place == "memory":
            yield MemoryLog(asyncio.Event)
            return
        link = await connect(place)
        log = RedisLog(link)
        yield log
        await log.aclose()
        await link.aclose()

    @pytest_asyncio.fixture
    async def store(self, log: EventLog) -> AsyncIterator[EventStore]:
        """Give what has the events beside this log."""
        store = event_store(log)
        yield store
        await store.aclose()

    async def test_what_is_told_comes_back(self, log: EventLog, store: EventStore, game_id: bytes) -> None:
        """Digests come in order behind a position, the last row of a game alone, and signs apart."""
        event, feeds = event_of(game_id), store.feeds
        await tell(log, event, game_id, 1, 2)
        await tell(log, event, game_id, 3, sign=True)
        end = await feeds.position(event)
        begun = Position(end.epoch, end.number - 3)
        assert await feeds.read(event, begun) == [
            (end.number - 2, b"digest \xff1"),
            (end.number - 1, b"digest \xff2"),
            (end.number, b"digest \xff3"),
        ]
        assert await feeds.read(event, end) == []
        assert (await feeds.rows(event))[game_id] == b"row \x003"
        assert (await feeds.signs(event))[-1] == b"digest \xff3"

    async def test_a_refused_entry_is_not_told(self, log: EventLog, store: EventStore, game_id: bytes) -> None:
        """Of an entry that comes second nothing is told."""
        event = event_of(game_id)
        await tell(log, event, game_id, 1)
        before = await store.feeds.position(event)
        with pytest.raises(Conflict):
            await log.append(game_id, 1, GENESIS_PREV, b"other", None, told(event, 1))
        assert await store.feeds.position(event) == before

    async def test_a_feed_begun_anew(self, log: EventLog, store: EventStore, game_id: bytes) -> None:
        """A feed is begun anew once, has another epoch, and a position of the one before is refused."""
        event, feeds = event_of(game_id), store.feeds
        await tell(log, event, game_id, 1, sign=True)
        before = await feeds.position(event)
        assert await feeds.renew(event, before.epoch)
        assert not await feeds.renew(event, before.epoch)
        assert (await feeds.rows(event), await feeds.signs(event)) == ({game_id: b"row \x001"}, [b"digest \xff1"])
        with pytest.raises(FeedRenewed):
            await feeds.read(event, before)
        await tell(log, event, game_id, 2)
        after = await feeds.position(event)
        assert after.epoch not in (0, before.epoch)
        assert [data for _, data in await feeds.read(event, Position(after.epoch, 0))] == [b"digest \xff2"]

    async def test_a_row_is_put_where_nothing_was_told_since(
        self, log: EventLog, store: EventStore, game_id: bytes
    ) -> None:
        """A row takes the place of the one that was read, and of no later one."""
        event, feeds = event_of(game_id), store.feeds
        await feeds.renew(event, (await feeds.position(event)).epoch)
        assert await feeds.put_row(event, game_id, b"", b"first")
        assert not await feeds.put_row(event, game_id, b"", b"late")
        assert await feeds.put_row(event, game_id, b"first", b"second")
        assert await feeds.rows(event) == {game_id: b"second"}

    async def test_a_game_is_whole_from_its_first_entry_on(
        self, log: EventLog, store: EventStore, game_id: bytes
    ) -> None:
        """A game that was not told of from its first entry on has told everything only once that is noted."""
        event, feeds = event_of(game_id), store.feeds
        await log.append(game_id, 1, head(0), record(1), None)
        await tell(log, event, game_id, 2)
        assert await feeds.standing(event) == ({game_id: b"row \x002"}, frozenset())
        assert await feeds.game(event, game_id) == (b"row \x002", False)
        assert not await feeds.put_game(event, game_id, b"", b"late", [b"sign"])
        assert (await feeds.game(event, game_id), await feeds.signs(event)) == ((b"row \x002", False), [])
        assert await feeds.put_game(event, game_id, b"row \x002", b"put", [b"sign", b"other"])
        assert (await feeds.game(event, game_id), await feeds.signs(event)) == ((b"put", True), [b"sign", b"other"])
        await tell(log, event, game_id, 3)
        assert await feeds.standing(event) == ({game_id: b"row \x003"}, frozenset([game_id]))
        other = bytes(15) + b"\x01"
        assert await feeds.game(event, other) == (b"", False)

    async def test_a_game_told_of_from_the_first_entry_on_is_whole(
        self, log: EventLog, store: EventStore, game_id: bytes
    ) -> None:
        """Nobody has to note of a game that it told everything, where it did."""
        event = event_of(game_id)
        await tell(log, event, game_id, 1, 2)
        assert (await store.feeds.standing(event)).whole == {game_id}

    async def test_of_a_forgotten_game_stays_what_is_plain(
        self, log: EventLog, store: EventStore, game_id: bytes
    ) -> None:
        """Row and signs are plain, the feed has the last digest alone, and a reader of any entry before goes on."""
        event, feeds, other = event_of(game_id), store.feeds, other_game(game_id)
        for seq in (1, 2):
            await tell_as(log, event, other, seq)
            await tell_as(log, event, game_id, seq)
        end = await feeds.position(event)

        def digest(data: bytes) -> bytes | None:
            return b"plain" + game_id if game_id in data else None

        plain = Plain(game_id, lambda _: b"row", digest, lambda _: b"last" + game_id)
        for _ in range(2):
            await feeds.forget(event, plain)
            mine, others = b"digest 1" + other, b"digest 2" + other
            assert await feeds.rows(event) == {game_id: b"row", other: b"row" + other}
            assert sorted(await feeds.signs(event)) == sorted([mine, others, *[b"plain" + game_id] * 2])
            last = (end.number + 1, b"last" + game_id)
            assert await feeds.position(event) == Position(end.epoch, last[0])
            told = [(2, mine), (4, others), last]
            for number in range(end.number + 2):
                left = [entry for entry in told if entry[0] > number]
                assert await feeds.read(event, Position(end.epoch, number)) == left
            assert not await feeds.put_game(event, game_id, b"row", b"late", [b"late"])
        with pytest.raises(FeedRenewed):
            await feeds.read(event, Position(end.epoch, end.number + 2))
        await tell_as(log, event, other, 3)
        assert (await feeds.read(event, Position(end.epoch, end.number)))[1:] == [(end.number + 2, b"digest 3" + other)]

    async def test_who_waits_is_woken(self, log: EventLog, store: EventStore, game_id: bytes) -> None:
        """A wait ends with what is told."""
        event, feeds = event_of(game_id), store.feeds
        await tell(log, event, game_id, 1)
        waiting = asyncio.create_task(feeds.wait(event, await feeds.position(event)))
        await asyncio.sleep(0)
        await tell(log, event, game_id, 2)
        await asyncio.wait_for(waiting, 60)

    async def test_the_log_of_an_event_is_no_game(self, log: EventLog, store: EventStore, game_id: bytes) -> None:
        """An event's own log is chained as a game's, and is not listed among the games."""
        await store.log.append(game_id, 1, GENESIS_PREV, record(1), None)
        assert [entry.record for entry in await read_all(store.log, game_id)] == [record(1)]
        assert game_id not in [game async for game in log.games()]


class TestStoredFeeds:
    """What only a store can do wrong."""

    async def test_keys_share_a_slot(self) -> None:
        """All keys of an event carry its bucket."""
        keys = (event_log_key(bytes(16)), *told_keys(bytes(16)), log_key(bytes(16)))
        assert {key.partition(":")[0] for key in keys} == {"{b085}"}

    @pytest.mark.parametrize("harm", ["trimmed", "string", "gone"])
    async def test_a_broken_feed_stops_no_game(self, link: Link, game_id: bytes, harm: str) -> None:
        """Whatever became of a feed: the entry is written, and the feed goes on or begins anew."""
        log = RedisLog(link)
        event, client = event_of(game_id), link.client
        feed = told_keys(event)[0]
        await tell(log, event, game_id, 1, 2)
        if harm == "trimmed":
            await client.eval("return redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)", 1, feed)
        else:
            await client.eval("return redis.call('DEL', KEYS[1])", 1, feed)
        if harm == "string":
            await client.set(feed, b"no stream")
        await tell(log, event, game_id, 3)
        store = event_store(log)
        end: Any = await store.feeds.position(event)
        assert [data for _, data in await store.feeds.read(event, Position(end.epoch, 0))] == [b"digest \xff3"]
        assert len(await read_all(log, game_id)) == 3
        await store.aclose()
        await log.aclose()

    async def test_a_row_that_alone_was_lost_is_put_again(self, link: Link, game_id: bytes) -> None:
        """Of a game that had told everything, and of which the row is gone, row and signs can be put."""
        log = RedisLog(link)
        event, client, store = event_of(game_id), link.client, event_store(log)
        await tell(log, event, game_id, 1)
        await client.eval("return redis.call('HDEL', KEYS[1], ARGV[1])", 1, told_keys(event)[1], game_id)
        assert await store.feeds.game(event, game_id) == (b"", False)
        assert await store.feeds.put_game(event, game_id, b"", b"row", [b"sign"])
        assert await store.feeds.game(event, game_id) == (b"row", True)
        await store.aclose()
        await log.aclose()

    async def test_a_game_is_forgotten_while_the_rest_is_made_anew(
        self, link: Link, game_id: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of what is kept while a feed is taken away nothing stays that was taken out of it at that moment."""
        log = RedisLog(link)
        event, store, other = event_of(game_id), event_store(log), other_game(game_id)
        for game in (game_id, other):
            await tell_as(log, event, game, 1)
        plain = Plain(game_id, lambda _: b"row", lambda data: b"plain" if game_id in data else None, lambda _: b"last")
        call, forgetting = store.feeds._eval, iter([True])  # type: ignore[attr-defined]

        async def call_late(script: bytes, *rest: Any) -> Any:
            if script == RESET and next(forgetting, False):
                await store.feeds.forget(event, plain)
            return await call(script, *rest)

        async def keeps(game: bytes) -> bool:
            return game == game_id

        monkeypatch.setattr(store.feeds, "_eval", call_late)
        await store.feeds.reset(event, keeps, lambda data: other if other in data else game_id)
        assert await store.feeds.signs(event) == [b"plain"]
        assert await store.feeds.standing(event) == Standing({game_id: b"row"}, frozenset({game_id}))
        assert await store.feeds.position(event) == (0, 0)
        await store.aclose()
        await log.aclose()

    async def test_signs_change_while_they_are_read(
        self, link: Link, game_id: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of a game that is forgotten between two pages of its signs nothing is kept but what is plain, once."""
        log = RedisLog(link)
        event, store = event_of(game_id), event_store(log)
        await tell_as(log, event, game_id, 1)
        plain = b"plain" + game_id
        leaves = Plain(game_id, lambda _: b"row", lambda _: plain, lambda _: b"last")
        whole, forgetting = store.feeds._entries, iter([True])  # type: ignore[attr-defined]

        async def entries(key: str, start: str = "-") -> AsyncIterator[tuple[bytes, bytes]]:
            async for place, data in whole(key, start):
                yield place, data
            if key == told_keys(event)[2] and next(forgetting, False):
                await store.feeds.forget(event, leaves)
                async for row in whole(key, f"({place.decode()}"):
                    yield row

        async def keeps(_: bytes) -> bool:
            return True

        monkeypatch.setattr(store.feeds, "_entries", entries)
        await store.feeds.reset(event, keeps, lambda _: game_id)
        assert await store.feeds.signs(event) == [plain]
        await store.aclose()
        await log.aclose()

    async def test_signs_are_made_anew_while_a_game_is_forgotten(
        self, link: Link, game_id: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Signs that have moved to other places since they were read are made plain all the same."""
        log = RedisLog(link)
        event, store = event_of(game_id), event_store(log)
        for seq in (1, 2):
            await tell_as(log, event, game_id, seq)
        plain = b"plain" + game_id
        leaves = Plain(game_id, lambda _: b"row", lambda _: plain, lambda _: b"last")
        call, resetting = store.feeds._eval, iter([True])  # type: ignore[attr-defined]

        async def keeps(_: bytes) -> bool:
            return True

        async def call_late(script: bytes, *rest: Any) -> Any:
            if script == PUT_SIGNS and next(resetting, False):
                await store.feeds.reset(event, keeps, lambda _: game_id)
            return await call(script, *rest)

        monkeypatch.setattr(store.feeds, "_eval", call_late)
        await store.feeds.forget(event, leaves)
        assert await store.feeds.signs(event) == [plain, plain]
        await store.aclose()
        await log.aclose()

    @pytest.mark.parametrize("forgotten", [True, False])
    async def test_a_busy_event_is_made_anew(
        self, link: Link, game_id: bytes, monkeypatch: pytest.MonkeyPatch, forgotten: bool
    ) -> None:
        """Where signs come at every moment it ends after few tries: with the signs of what is kept, as they are now."""
        log = RedisLog(link)
        event, store, other = event_of(game_id), event_store(log), other_game(game_id)
        for game in (game_id, other):
            await tell_as(log, event, game, 1)
        first, plain = await store.feeds.signs(event), b"plain" + game_id
        leaves = Plain(game_id, lambda _: b"row", lambda data: plain if game_id in data else None, lambda _: b"last")
        call, seqs = store.feeds._eval, iter(range(2, 20))  # type: ignore[attr-defined]

        async def call_late(script: bytes, *rest: Any) -> Any:
            if script == RESET:
                seq = next(seqs)
                await tell_as(log, event, other, seq)
                if forgotten and seq == 4:
                    await store.feeds.forget(event, leaves)
            return await call(script, *rest)

        async def keeps(game: bytes) -> bool:
            return game == game_id

        monkeypatch.setattr(store.feeds, "_eval", call_late)
        await store.feeds.reset(event, keeps, lambda data: other if other in data else game_id)
        assert next(seqs) < 10
        assert await store.feeds.signs(event) == ([plain] if forgotten else first[:1])
        assert list(await store.feeds.rows(event)) == [game_id]
        await store.aclose()
        await log.aclose()

    async def test_signs_are_looked_up_only_at_last(self, link: Link, game_id: bytes) -> None:
        """Signs that are kept cost the store no look-up each, and are the same in the same order."""
        log, client = RedisLog(link), link.client
        event, store = event_of(game_id), event_store(log)
        for seq in range(1, 51):
            await tell_as(log, event, game_id, seq)
        signs = await store.feeds.signs(event)

        async def keeps(_game: bytes) -> bool:
            return True

        before = await _ranges(client)
        await store.feeds.reset(event, keeps, lambda _: game_id)
        assert await _ranges(client) - before < 10
        assert await store.feeds.signs(event) == signs
        await store.aclose()
        await log.aclose()

    async def test_rows_that_are_none_are_taken_away(self, link: Link, game_id: bytes) -> None:
        """Where something else stands in the place of rows it goes, so that they are made anew."""
        log = RedisLog(link)
        event, store = event_of(game_id), event_store(log)
        await link.client.set(told_keys(event)[1], b"no rows")

        async def keeps(_game: bytes) -> bool:
            return True

        await store.feeds.reset(event, keeps, lambda _: game_id)
        assert await store.feeds.rows(event) == {}
        await store.aclose()
        await log.aclose()

    async def test_a_feed_without_its_beginning_forgets(self, link: Link, game_id: bytes) -> None:
        """Of a forgotten game nothing stays in a feed of which the first entries are gone, the epoch with them."""
        log = RedisLog(link)
        event, client, store = event_of(game_id), link.client, event_store(log)
        await tell(log, event, game_id, 1, 2, 3)
        feed = told_keys(event)[0]
        await client.eval("return redis.call('XTRIM', KEYS[1], 'MAXLEN', 2)", 1, feed)
        plain = Plain(game_id, lambda _: b"row", lambda data: data and b"plain", lambda _: b"last")
        await store.feeds.forget(event, plain)
        end: Any = await store.feeds.position(event)
        assert (end.epoch > 0, await store.feeds.read(event, Position(end.epoch, 0))) == (True, [])
        await store.aclose()
        await log.aclose()
