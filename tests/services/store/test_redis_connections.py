"""Tests of the pipelined connections: what shares a pipeline, and servers that move slots or lag behind."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import RedisCluster

from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Conflict, StoreDown
from services.store.embedded import EmbeddedStore
from services.store.redis_check import check_server
from services.store.redis_client import connect
from services.store.redis_log import RedisLog, feed_key, log_key
from tests.services.conftest import free_ports
from tests.services.store.steps import entry, read_all, write

if TYPE_CHECKING:
    from services.store.redis_client import Link


class TestPipelines:
    """One pipeline for all appends of a turn."""

    async def test_a_server_that_forgot_the_script(self, stream_log: RedisLog, link: Link, game_id: bytes) -> None:
        """The script is sent whole to a server that does not know it."""
        await write(stream_log, game_id, 1, 1)
        await link.client.script_flush()
        await write(stream_log, game_id, 2, 2)

        assert await read_all(stream_log, game_id) == [entry(1), entry(2)]

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


class TestServers:
    """Appends follow slots and wait for replicas."""

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

        assert await read_all(log, game_id) == [entry(seq) for seq in range(1, 7)]
        await log.aclose()
        await link.aclose()

    async def test_replicas_are_awaited(self, tmp_path: Path, game_id: bytes) -> None:
        """With a replica to await, an entry counts only when the replica has it."""
        (port,) = free_ports(1)
        settings = {"port": str(port), "repl-diskless-sync-delay": "0"}
        primary = EmbeddedStore(tmp_path / "primary", settings=settings)
        async with primary, EmbeddedStore(tmp_path / "replica") as replica:
            # a fifth of it is what a copy may take
            link, copy = await connect(primary.url, call_timeout=60), await connect(replica.url)
            log = RedisLog(link, replicas=1)
            with pytest.raises(StoreDown, match="0 replicas of 1") as refused:
                await write(log, game_id, 1, 1)
            assert not refused.value.outcome_unknown
            assert not await log.exists(game_id)
            assert "REPLICAS_MISSING" in (await check_server(link, replicas=1))[0]

            await copy.client.execute_command("REPLICAOF", "127.0.0.1", port)
            confirmed = 0
            while not confirmed:
                await link.client.set("probe", 1)
                confirmed = await link.client.execute_command("WAIT", 1, 50)
            assert "REPLICAS_NOT_AWAITED" in (await check_server(link))[0]
            await write(log, game_id, 1, 3)
            assert await read_all(RedisLog(copy), game_id) == [entry(seq) for seq in (1, 2, 3)]
            assert await check_server(link, replicas=1) == []
            for one in (log, link, copy):
                await one.aclose()


def _writes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["syscw"])
