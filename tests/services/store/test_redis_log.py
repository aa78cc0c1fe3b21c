"""Tests of the log on streams, and of every log against the one contract."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.log import Conflict, LogFault, MemoryLog, StoreDown
from services.store import redis_log
from services.store.embedded import EmbeddedStore
from services.store.redis_client import BLOCK, connect
from services.store.redis_log import RedisLog, feed_key, log_key
from tests.services.conftest import SERVERS
from tests.services.store.steps import LogContract, entry, head, read_all, record, take, write

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adjudicator.kernel.record.log import EventLog
    from services.store.redis_client import Link


class TestLogs(LogContract):
    """Every log keeps the contract."""

    @pytest.fixture(params=["memory", *SERVERS])
    def place(self, request: pytest.FixtureRequest) -> str:
        """Give the URL of every kind of server in turn, and of none."""
        known = {"memory": "memory"}
        return known.get(request.param) or request.getfixturevalue(f"{request.param}_url")

    @pytest_asyncio.fixture
    async def log(self, place: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EventLog]:
        """Give every kind of log in turn, read in pages of ten."""
        monkeypatch.setattr(redis_log, "_PAGE", 10)
        if place == "memory":
            yield MemoryLog(asyncio.Event)
            return
        link = await connect(place)
        log = RedisLog(link)
        yield log
        await log.aclose()
        await link.aclose()


class TestMemoryLog:
    """What is special about the log in memory."""

    async def test_following_needs_a_signal(self) -> None:
        """Without something to wait for, following fails at once and says what to do."""
        with pytest.raises(RuntimeError, match=r"MemoryLog\(asyncio.Event\)"):
            await anext(MemoryLog().follow(bytes(16), 0))


class TestAppend:
    """The append script and its pipelines."""

    async def test_keys_of_a_game_share_a_slot(self) -> None:
        """A game's stream and its feed carry the bucket of the game as hash tag."""
        assert log_key(bytes(16)) == "{b085}:log:" + "00" * 16
        assert feed_key(bytes(16)) == "{b085}:feed"

    async def test_the_feed_tells_of_each_entry(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Each entry leaves its game and number in the bucket's feed."""
        await write(stream_log, game_id, 1, 2)

        feed: Any = await link.client.xrange(feed_key(game_id))
        hints = [fields for _, fields in feed]

        assert hints[-2:] == [{b"game": game_id, b"seq": b"1"}, {b"game": game_id, b"seq": b"2"}]


class TestFaults:
    """A stream that was tampered with or torn is refused by name."""

    async def test_a_missing_entry(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Numbers with a gap are refused at the gap, by readers and followers."""
        for seq in (1, 2, 4):
            await _forge(link, game_id, f"{seq}-0", record(seq))

        with pytest.raises(LogFault, match=r"MISSING_ENTRY at entry 3.*4-0"):
            await read_all(stream_log, game_id)
        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 3"):
            await take(stream_log.follow(game_id, 0), 3)

    async def test_a_beginning_cut_off(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream that was trimmed from the front is refused at its first entry."""
        await write(stream_log, game_id, 1, 3)
        await link.client.xtrim(log_key(game_id), maxlen=2, approximate=False)

        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 1"):
            await read_all(stream_log, game_id)

    @pytest.mark.parametrize("foreign", ["2-1", "7000000000000-0"])
    async def test_an_id_of_another_kind(self, stream_log: RedisLog, link: Link, game_id: bytes, foreign: str) -> None:
        """An id that is not a number of ours is refused where it stands."""
        await write(stream_log, game_id, 1, 2)
        await _forge(link, game_id, foreign, record(3))

        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 3"):
            await read_all(stream_log, game_id)
        with pytest.raises((LogFault, Conflict)):
            await stream_log.append(game_id, 3, head(2), record(3), None)

    async def test_an_altered_entry(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Bytes that are not those that were hashed are refused, alone and in a row."""
        await write(stream_log, game_id, 1, 1)
        await _forge(link, game_id, "2-0", b"altered", digest=head(2))

        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await read_all(stream_log, game_id)
        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await stream_log.entry(game_id, 2)
        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await take(stream_log.follow(game_id, 1), 1)

    @pytest.mark.parametrize("fields", [{"r": "1"}, {"h": "1"}, {"r": "1", "h": "1", "y": "1"}])
    async def test_a_torn_entry(self, stream_log: RedisLog, link: Link, game_id: bytes, fields: dict[Any, Any]) -> None:
        """An entry without its bytes, without its hash or with a stranger is refused."""
        await link.client.xadd(log_key(game_id), fields, id="1-0")

        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await read_all(stream_log, game_id)

    async def test_a_tail_cut_off(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream whose last entry was deleted is neither read nor written."""
        await write(stream_log, game_id, 1, 3)
        await link.client.xdel(log_key(game_id), "3-0")

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await read_all(stream_log, game_id)
        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await stream_log.append(game_id, 3, head(2), b"another third", None)

    async def test_an_emptied_stream(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream with all entries deleted is no new game."""
        await write(stream_log, game_id, 1, 1)
        await link.client.xdel(log_key(game_id), "1-0")

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 1"):
            await write(stream_log, game_id, 1, 1)
        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 1"):
            await read_all(stream_log, game_id)

    async def test_a_key_that_is_no_stream(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Something else under a game's key is refused."""
        await link.client.set(log_key(game_id), b"1")

        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await write(stream_log, game_id, 1, 1)
        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await read_all(stream_log, game_id)

    async def test_a_follower_notices_a_lost_tail(
        self, stream_log: RedisLog, link: Link, game_id: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A follower to whom nothing comes looks whether its last entry is still there."""
        monkeypatch.setattr(redis_log, "_BLOCK_MS", 50)
        await write(stream_log, game_id, 1, 2)
        entries = stream_log.follow(game_id, 0)
        await take(entries, 2)
        await link.client.delete(log_key(game_id))
        await write(stream_log, game_id, 1, 1)

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 2"):
            await take(entries, 1)


@pytest.mark.parametrize("block", [0.3, pytest.param(BLOCK, marks=pytest.mark.long)])
async def test_a_quiet_game(own_log: RedisLog, game_id: bytes, monkeypatch: pytest.MonkeyPatch, block: float) -> None:
    """A follower to whom nothing comes for longer than one block goes on waiting."""
    monkeypatch.setattr(redis_log, "_BLOCK_MS", round(1000 * block))
    await write(own_log, game_id, 1, 1)
    entries = own_log.follow(game_id, 0)
    await take(entries, 1)
    waiting = asyncio.create_task(take(entries, 1))
    await asyncio.sleep(block + 0.5)
    assert not waiting.done()
    await write(own_log, game_id, 2, 2)
    assert await waiting == [entry(2)]


class TestDurability:
    """What was acknowledged is there, whatever is killed."""

    async def test_a_killed_server_loses_nothing(self, tmp_path: Path) -> None:
        """Over three kills in the middle of appends no acknowledged entry is lost."""
        games = [number.to_bytes(16) for number in range(8)]
        ends = dict.fromkeys(games, 0)
        for limit in (150, 300, 450):
            async with EmbeddedStore(tmp_path) as store:
                link = await connect(store.url, call_timeout=30)
                log = RedisLog(link)
                await _recount(log, ends)
                await asyncio.gather(*(_until_killed(log, game, ends, store, limit) for game in games))
                await log.aclose()
                await link.aclose()

        async with EmbeddedStore(tmp_path) as store:
            link = await connect(store.url)
            await _recount(RedisLog(link), ends)
            await link.aclose()
        assert sum(ends.values()) >= 450


async def _forge(link: Link, game_id: bytes, place: str, record: bytes, digest: bytes | None = None) -> None:
    fields: dict[Any, Any] = {"r": record, "h": digest or entry_hash(record)}
    await link.client.xadd(log_key(game_id), fields, id=place)


async def _recount(log: RedisLog, ends: dict[bytes, int]) -> None:
    """Check that all acknowledged entries are there, and at most one more."""
    for game, end in ends.items():
        found = await read_all(log, game)
        assert found == [entry(seq) for seq in range(1, len(found) + 1)]
        assert end <= len(found) <= end + 1
        ends[game] = len(found)


async def _until_killed(log: RedisLog, game: bytes, ends: dict[bytes, int], store: EmbeddedStore, limit: int) -> None:
    while True:
        try:
            await write(log, game, ends[game] + 1, ends[game] + 1)
        except StoreDown:
            return
        ends[game] += 1
        if sum(ends.values()) == limit:
            os.kill(store.pid, signal.SIGKILL)
