"""Tests of the access to a store: what its failures become, what it is called."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.log import StoreDown, StoreFull, StoreReadOnly
from services.store.embedded import EmbeddedStore
from services.store.redis_client import connect, store_errors
from services.store.redis_log import RedisLog
from tests.services.conftest import free_ports
from tests.services.store.steps import entry, head, read_all, take, write

if TYPE_CHECKING:
    from services.store.redis_client import Link


class TestStoreDown:
    """A store that can not write says so, and leaves no entry."""

    async def test_down(self, own_log: RedisLog, embedded_store: EmbeddedStore, game_id: bytes) -> None:
        """A store that is away was not written to, and everything says it is down."""
        await write(own_log, game_id, 1, 1)
        await embedded_store.stop()

        with pytest.raises(StoreDown, match="does not answer") as refused:
            await write(own_log, game_id, 2, 2)
        assert not refused.value.outcome_unknown
        for call in (own_log.exists(game_id), read_all(own_log, game_id)):
            with pytest.raises(StoreDown):
                await call

        await embedded_store.start()
        await write(own_log, game_id, 2, 2)
        assert await read_all(own_log, game_id) == [entry(1), entry(2)]

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

    async def test_silent(self, embedded_store: EmbeddedStore, game_id: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        """After a timeout the outcome is unknown; the log's end tells it."""
        link = await connect(embedded_store.url, call_timeout=30)
        log = RedisLog(link)
        await write(log, game_id, 1, 1)
        (connection,) = log._connections._connections.values()
        assert connection._timeout == 30
        monkeypatch.setattr(connection, "_timeout", 1)
        os.kill(embedded_store.pid, signal.SIGSTOP)
        results = await asyncio.gather(
            write(log, game_id, 2, 2), write(log, entry_hash(b"")[:16], 1, 1), return_exceptions=True
        )
        os.kill(embedded_store.pid, signal.SIGCONT)
        monkeypatch.undo()

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
            (("CONFIG", "SET", "min-replicas-to-write", 1), ("CONFIG", "SET", "min-replicas-to-write", 0)),
        ):
            await client.execute_command(*setting)
            with pytest.raises(StoreReadOnly, match="nothing was written") as refused:
                await write(own_log, game_id, 2, 2)
            assert not refused.value.outcome_unknown
            await client.execute_command(*undo)

        assert await read_all(own_log, game_id) == [entry(1)]

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

        assert await read_all(own_log, game_id) == [entry(1)]
        await write(own_log, game_id, 2, 2)


class TestErrors:
    """What the client library raises, whatever it is, is the store's fault and never ours."""

    @pytest.mark.parametrize("kind", [KeyError, IndexError, AttributeError, ValueError, RuntimeError])
    def test_errors_inside_the_library(self, kind: type[Exception]) -> None:
        """A client that trips over its own tables while a cluster changes is a store that does not answer."""
        for module, expected in (("redis.asyncio.cluster", StoreDown), ("services.store.redis_log", kind)):
            names = {"__name__": module, "kind": kind}
            exec("def fail():\n    raise kind('slot')", names)  # noqa: S102 - a function of another module
            with pytest.raises(expected), store_errors(writes=True):
                names["fail"]()  # type: ignore[operator]

    def test_errors_below_the_library(self) -> None:
        """What the event loop says of a connection that was lost while the client wrote to it is no fault of ours."""
        below: dict[str, Any] = {"__name__": "uvloop.loop"}
        exec("def write():\n    raise RuntimeError('the handler is closed')", below)  # noqa: S102 - as above
        names: dict[str, Any] = {"__name__": "redis.asyncio.connection", "write": below["write"]}
        exec("def send():\n    write()", names)  # noqa: S102 - as above
        with pytest.raises(StoreDown), store_errors():
            names["send"]()


class TestConnect:
    """Connecting finds out what the store is."""

    async def test_a_cluster_is_recognised(self, cluster_url: str) -> None:
        """A plain URL of a cluster's server leads to the cluster."""
        link = await connect(cluster_url.replace("+cluster", ""))

        assert link.clustered
        await link.aclose()

    async def test_a_password_is_not_shown(self, embedded_store: EmbeddedStore) -> None:
        """A link's name for people has no credentials in it."""
        link = await connect(embedded_store.url)
        shown = type(link)("redis://me:secret@host:1/0", link.client, link.waiting, 1).place
        await link.aclose()

        assert shown == "redis://host:1/0"
