"""Tests of the log on streams, and of every log against the one contract."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from redis.asyncio import RedisCluster

from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import Conflict, LogFault, MemoryLog, StoreDown, StoreFull, StoreReadOnly
from services.store import redis_log
from services.store.embedded import EmbeddedStore
from services.store.redis_check import UnsafeStore, check_server, require_safe
from services.store.redis_client import BLOCK, connect
from services.store.redis_log import RedisLog, feed_key, log_key
from tests.services.conftest import ALL_RIGHTS, SERVERS, free_ports
from tests.services.store.log_contract import LogContract, entry, every_part, head, record, take, write

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adjudicator.kernel.record.log import EventLog
    from services.store.redis_client import Link


@pytest_asyncio.fixture
async def stream_log(link: Link) -> AsyncIterator[RedisLog]:
    """Give a log on every kind of server in turn."""
    log = RedisLog(link)
    yield log
    await log.aclose()


@pytest_asyncio.fixture
async def own_log(embedded_link: Link) -> AsyncIterator[RedisLog]:
    """Give a log on a store that this test may hurt."""
    log = RedisLog(embedded_link)
    yield log
    await log.aclose()


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

        assert hints[-2:] == [
            {b"game": game_id, b"seq": b"1"},
            {b"game": game_id, b"seq": b"2"},
        ]

    async def test_a_server_that_forgot_the_script(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """The script is sent whole to a server that does not know it."""
        await write(stream_log, game_id, 1, 1)
        await link.client.script_flush()
        await write(stream_log, game_id, 2, 2)

        assert await every_part(stream_log, game_id) == [entry(1), entry(2)]

    async def test_appends_of_one_turn_share_a_pipeline(self, own_log: RedisLog, embedded_store: EmbeddedStore) -> None:
        """Two hundred games that append at once cost the server few writes to its file."""
        games = [number.to_bytes(16) for number in range(200)]
        await write(own_log, b"x" * 16, 1, 1)

        pipelines, writes = own_log.pipelines, _writes(embedded_store.pid)
        await asyncio.gather(*(write(own_log, game, 1, 1) for game in games))
        together = _writes(embedded_store.pid) - writes
        assert own_log.pipelines == pipelines + 1

        writes = _writes(embedded_store.pid)
        for game in games:
            await write(own_log, game, 2, 2)
        alone = _writes(embedded_store.pid) - writes
        assert own_log.pipelines == pipelines + 1 + len(games)
        assert together * 5 < alone

    async def test_a_stranded_call_does_not_shift_replies(self, own_log: RedisLog) -> None:
        """When half the callers leave, the others still get their own answers."""
        games = [number.to_bytes(16) for number in range(100)]
        tasks = [asyncio.create_task(write(own_log, game, 1, 1)) for game in games]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

        repeated = [own_log.append(game, 1, GENESIS_PREV, b"late", None) for game in games]
        refused = await asyncio.gather(*repeated, return_exceptions=True)
        assert [one.seq for one in refused if isinstance(one, Conflict)] == [1] * 100


class TestFaults:
    """A stream that was tampered with or torn is refused by name."""

    async def test_a_missing_entry(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Numbers with a gap are refused at the gap, by readers and followers."""
        for seq in (1, 2, 4):
            await _forge(link, game_id, f"{seq}-0", record(seq))

        with pytest.raises(LogFault, match=r"MISSING_ENTRY at entry 3.*4-0"):
            await every_part(stream_log, game_id)
        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 3"):
            await take(stream_log.follow(game_id, 0), 3)

    async def test_a_beginning_cut_off(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream that was trimmed from the front is refused at its first entry."""
        await write(stream_log, game_id, 1, 3)
        await link.client.xtrim(log_key(game_id), maxlen=2, approximate=False)

        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 1"):
            await every_part(stream_log, game_id)

    @pytest.mark.parametrize("foreign", ["2-1", "7000000000000-0"])
    async def test_an_id_of_another_kind(self, stream_log: RedisLog, link: Link, game_id: bytes, foreign: str) -> None:
        """An id that is not a number of ours is refused where it stands."""
        await write(stream_log, game_id, 1, 2)
        await _forge(link, game_id, foreign, record(3))

        with pytest.raises(LogFault, match="MISSING_ENTRY at entry 3"):
            await every_part(stream_log, game_id)
        with pytest.raises((LogFault, Conflict)):
            await stream_log.append(game_id, 3, head(2), record(3), None)

    async def test_an_altered_entry(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Bytes that are not those that were hashed are refused, alone and in a row."""
        await write(stream_log, game_id, 1, 1)
        await _forge(link, game_id, "2-0", b"altered", digest=head(2))

        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await every_part(stream_log, game_id)
        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await stream_log.entry(game_id, 2)
        with pytest.raises(LogFault, match="CHAIN_BREAK at entry 2"):
            await take(stream_log.follow(game_id, 1), 1)

    @pytest.mark.parametrize("fields", [{"r": "1"}, {"h": "1"}, {"r": "1", "h": "1", "y": "1"}])
    async def test_a_torn_entry(self, stream_log: RedisLog, link: Link, game_id: bytes, fields: dict[Any, Any]) -> None:
        """An entry without its bytes, without its hash or with a stranger is refused."""
        await link.client.xadd(log_key(game_id), fields, id="1-0")

        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await every_part(stream_log, game_id)

    async def test_a_tail_cut_off(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream whose last entry was deleted is neither read nor written."""
        await write(stream_log, game_id, 1, 3)
        await link.client.xdel(log_key(game_id), "3-0")

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await every_part(stream_log, game_id)
        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await stream_log.append(game_id, 3, head(2), b"another third", None)

    async def test_an_emptied_stream(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """A stream with all entries deleted is no new game."""
        await write(stream_log, game_id, 1, 1)
        await link.client.xdel(log_key(game_id), "1-0")

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 1"):
            await write(stream_log, game_id, 1, 1)
        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 1"):
            await every_part(stream_log, game_id)

    async def test_a_key_that_is_no_stream(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """Something else under a game's key is refused."""
        await link.client.set(log_key(game_id), b"1")

        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await write(stream_log, game_id, 1, 1)
        with pytest.raises(LogFault, match="BUNDLE_MALFORMED at entry 1"):
            await every_part(stream_log, game_id)

    async def test_a_follower_notices_a_lost_tail(
        self,
        stream_log: RedisLog,
        link: Link,
        game_id: bytes,
        monkeypatch: pytest.MonkeyPatch,
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


@pytest.mark.slow
async def test_a_quiet_game(own_log: RedisLog, game_id: bytes) -> None:
    """A follower to whom nothing comes for longer than one block goes on waiting."""
    await write(own_log, game_id, 1, 1)
    entries = own_log.follow(game_id, 0)
    await take(entries, 1)
    waiting = asyncio.create_task(take(entries, 1))
    await asyncio.sleep(BLOCK + 0.5)
    assert not waiting.done()
    await write(own_log, game_id, 2, 2)
    assert await waiting == [entry(2)]


class TestStoreDown:
    """A store that can not write says so, and leaves no entry."""

    async def test_down(self, own_log: RedisLog, embedded_store: EmbeddedStore, game_id: bytes) -> None:
        """A store that is away was not written to, and everything says it is down."""
        await write(own_log, game_id, 1, 1)
        await embedded_store.stop()

        with pytest.raises(StoreDown, match="does not answer") as refused:
            await write(own_log, game_id, 2, 2)
        assert not refused.value.outcome_unknown
        for call in (own_log.exists(game_id), every_part(own_log, game_id)):
            with pytest.raises(StoreDown):
                await call

        await embedded_store.start()
        await write(own_log, game_id, 2, 2)
        assert await every_part(own_log, game_id) == [entry(1), entry(2)]

    async def test_following(self, own_log: RedisLog, embedded_store: EmbeddedStore, game_id: bytes) -> None:
        """A follower whose store goes down gets an error, and goes on where it was."""
        await write(own_log, game_id, 1, 1)
        entries = own_log.follow(game_id, 0)
        assert await take(entries, 1) == [entry(1)]
        waiting = asyncio.create_task(take(entries, 1))
        await asyncio.sleep(0.02)
        await embedded_store.stop()
        with pytest.raises(StoreDown):
            await waiting

        await embedded_store.start()
        await write(own_log, game_id, 2, 2)
        assert await take(own_log.follow(game_id, 1, head(1)), 1) == [entry(2)]

    async def test_silent(self, embedded_store: EmbeddedStore, game_id: bytes) -> None:
        """After a timeout the outcome is unknown; the log's end tells it."""
        link = await connect(embedded_store.url, call_timeout=0.3)
        log = RedisLog(link)
        await write(log, game_id, 1, 1)
        os.kill(embedded_store.pid, signal.SIGSTOP)
        results = await asyncio.gather(
            write(log, game_id, 2, 2),
            write(log, entry_hash(b"")[:16], 1, 1),
            return_exceptions=True,
        )
        os.kill(embedded_store.pid, signal.SIGCONT)

        faults = [one for one in results if isinstance(one, StoreDown)]
        assert [one.outcome_unknown for one in faults] == [True, True]
        assert faults[0] is not faults[1]
        end = [found.seq async for found in log.read(game_id)][-1]
        await write(log, game_id, end + 1, end + 1)
        await log.aclose()
        await link.aclose()

    async def test_read_only(self, own_log: RedisLog, embedded_link: Link, game_id: bytes) -> None:
        """A replica refuses, and so does a primary that misses its replicas."""
        await write(own_log, game_id, 1, 1)
        client = embedded_link.client
        for setting, undo in (
            (("REPLICAOF", "127.0.0.1", free_ports(1)[0]), ("REPLICAOF", "NO", "ONE")),
            (
                ("CONFIG", "SET", "min-replicas-to-write", 1),
                ("CONFIG", "SET", "min-replicas-to-write", 0),
            ),
        ):
            await client.execute_command(*setting)
            with pytest.raises(StoreReadOnly, match="nothing was written") as refused:
                await write(own_log, game_id, 2, 2)
            assert not refused.value.outcome_unknown
            await client.execute_command(*undo)

        assert await every_part(own_log, game_id) == [entry(1)]

    async def test_no_rights(self, own_log: RedisLog, embedded_link: Link, game_id: bytes) -> None:
        """A user who may not write gets its own error."""
        await embedded_link.client.execute_command("ACL", "SETUSER", "default", "-xadd")

        with pytest.raises(StoreReadOnly, match="a user who may write"):
            await write(own_log, game_id, 1, 1)

        assert not await own_log.exists(game_id)

    async def test_full(self, own_log: RedisLog, embedded_link: Link, game_id: bytes) -> None:
        """A store without memory refuses, and goes on when it has some."""
        await write(own_log, game_id, 1, 1)
        await embedded_link.client.config_set("maxmemory", 1)
        with pytest.raises(StoreFull, match="the store is full") as refused:
            await write(own_log, game_id, 2, 2)
        assert not refused.value.outcome_unknown
        await embedded_link.client.config_set("maxmemory", 0)

        assert await every_part(own_log, game_id) == [entry(1)]
        await write(own_log, game_id, 2, 2)


class TestDurability:
    """What was acknowledged is there, whatever is killed."""

    async def test_a_killed_server_loses_nothing(self, tmp_path: Path) -> None:
        """Over three kills in the middle of appends no acknowledged entry is lost."""
        games = [number.to_bytes(16) for number in range(8)]
        ends = dict.fromkeys(games, 0)
        for limit in (150, 300, 450):
            async with EmbeddedStore(tmp_path) as store:
                link = await connect(store.url, call_timeout=2)
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

    async def test_replicas_are_awaited(self, tmp_path: Path, game_id: bytes) -> None:
        """With a replica to await, an entry counts only when the replica has it."""
        (port,) = free_ports(1)
        settings = {"port": str(port), "repl-diskless-sync-delay": "0"}
        primary = EmbeddedStore(tmp_path / "primary", settings=settings)
        async with primary, EmbeddedStore(tmp_path / "replica") as replica:
            link, copy = await connect(primary.url, call_timeout=1), await connect(replica.url)
            log = RedisLog(link, replicas=1)
            with pytest.raises(StoreDown, match="0 replicas of 1") as refused:
                await write(log, game_id, 1, 1)
            assert refused.value.outcome_unknown
            assert "REPLICAS_MISSING" in (await check_server(link, replicas=1))[0]

            await copy.client.execute_command("REPLICAOF", "127.0.0.1", port)
            confirmed = 0
            while not confirmed:
                await link.client.set("probe", 1)
                confirmed = await link.client.execute_command("WAIT", 1, 50)
            assert "REPLICAS_NOT_AWAITED" in (await check_server(link))[0]
            await write(log, game_id, 2, 3)
            assert await every_part(RedisLog(copy), game_id) == [entry(seq) for seq in (1, 2, 3)]
            assert await check_server(link, replicas=1) == []
            for one in (log, link, copy):
                await one.aclose()


class TestCluster:
    """A cluster may move a game's slot at any time."""

    async def test_a_game_whose_slot_moves(self, cluster_url: str, game_id: bytes) -> None:
        """Appends follow a slot while it moves and after it has moved."""
        link = await connect(cluster_url)
        log, client = RedisLog(link), link.client
        assert isinstance(client, RedisCluster)
        await client.initialize()
        slot = client.keyslot(log_key(game_id))
        source = client.get_node_from_key(log_key(game_id))
        assert source is not None
        target = next(node for node in client.get_primaries() if node.name != source.name)
        ids = {node.name: await node.execute_command("CLUSTER MYID") for node in (source, target)}
        keys = log_key(game_id), feed_key(game_id)
        move = ("MIGRATE", target.host, target.port, "", 0, 5000, "KEYS")
        await write(log, game_id, 1, 1)

        await target.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[source.name])
        await source.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target.name])
        await write(log, game_id, 2, 2)
        await source.execute_command(*move, keys[0])
        with pytest.raises(StoreDown, match="nothing was written") as refused:
            await write(log, game_id, 3, 3)
        assert not refused.value.outcome_unknown
        await source.execute_command(*move, keys[1])
        await write(log, game_id, 3, 4)
        for node in (target, source):
            await node.execute_command("CLUSTER", "SETSLOT", slot, "NODE", ids[target.name])
        await write(log, game_id, 5, 6)

        assert await every_part(log, game_id) == [entry(seq) for seq in range(1, 7)]
        await log.aclose()
        await link.aclose()

    async def test_a_cluster_is_recognised(self, cluster_url: str) -> None:
        """A plain URL of a cluster's server leads to the cluster."""
        link = await connect(cluster_url.replace("+cluster", ""))

        assert link.clustered
        await link.aclose()


class TestCheck:
    """A store that would lose games is refused."""

    async def test_safe_stores(self, link: Link) -> None:
        """Servers with our settings have no problems."""
        assert await check_server(link) == []

    async def test_unsafe_settings(self, tmp_path: Path) -> None:
        """Each setting that loses or drops entries is named, with its fix."""
        settings = {
            "appendonly": "no",
            "appendfsync": "everysec",
            "maxmemory-policy": "allkeys-lru",
        }
        async with EmbeddedStore(tmp_path, settings=settings) as store:
            link = await connect(store.url)
            with pytest.raises(UnsafeStore) as refused:
                await require_safe(link)
            await link.aclose()

        assert [line.partition(":")[0] for line in refused.value.problems] == [
            "AOF_OFF",
            "FSYNC_NOT_ALWAYS",
            "EVICTION",
        ]

    async def test_a_server_that_hides_its_settings(self, tmp_path: Path) -> None:
        """Where CONFIG is refused, INFO vouches for all but the fsync policy."""
        settings = {"user": ALL_RIGHTS["user"] + " -config"}
        async with EmbeddedStore(tmp_path, settings=settings) as store:
            link = await connect(store.url)
            problems = await check_server(link)
            await link.aclose()

        assert problems == ["FSYNC_NOT_ALWAYS: appendfsync is not shown by the server; set appendfsync always"]

    async def test_a_password_is_not_shown(self, embedded_store: EmbeddedStore) -> None:
        """A link's name for people has no credentials in it."""
        link = await connect(embedded_store.url)
        shown = type(link)("redis://me:secret@host:1/0", link.client, link.waiting, 1).place
        await link.aclose()

        assert shown == "redis://host:1/0"


def _writes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["syscw"])


async def _forge(link: Link, game_id: bytes, place: str, record: bytes, digest: bytes | None = None) -> None:
    fields: dict[Any, Any] = {"r": record, "h": digest or entry_hash(record)}
    await link.client.xadd(log_key(game_id), fields, id=place)


async def _recount(log: RedisLog, ends: dict[bytes, int]) -> None:
    """Check that all acknowledged entries are there, and at most one more."""
    for game, end in ends.items():
        found = await every_part(log, game)
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
