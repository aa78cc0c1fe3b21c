"""Copies that are awaited: what is answered survives the primary, and what might not is not answered."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from redis.asyncio import Redis

from services import logs
from services.rpc.errors import read_status
from services.store.embedded import EmbeddedStore
from services.store.redis_client import connect
from services.store.redis_keys import RedisKeys
from services.store.redis_log import RedisLog
from tests.services.conftest import free_ports
from tests.services.fixtures import serve_toy
from tests.services.gate import Gate

Code = grpc.StatusCode


class Pair:
    """A primary behind one gate, and a replica that copies it through another."""

    def __init__(self, folder: Any) -> None:
        self.ports = free_ports(2)
        self.stores = [
            EmbeddedStore(
                folder / str(port), settings={"port": str(port), "bind": "127.0.0.1", "repl-diskless-sync-delay": "0"}
            )
            for port in self.ports
        ]
        self.clients, self.copying = Gate(self.ports[0]), Gate(self.ports[0])

    async def __aenter__(self):
        self.stack = AsyncExitStack()
        for store in self.stores:
            await self.stack.enter_async_context(store)
        for gate in (self.clients, self.copying):
            await self.stack.enter_async_context(gate)
        await self.copy(1, self.copying.port)
        self.link = await connect(f"redis://127.0.0.1:{self.clients.port}", call_timeout=2)
        self.stack.push_async_callback(self.link.aclose)
        self.log, self.keys = RedisLog(self.link, replicas=1), RedisKeys(self.link, replicas=1)
        self.stack.push_async_callback(self.log.aclose)
        self.stack.push_async_callback(self.keys.aclose)
        return self

    async def __aexit__(self, *_):
        await self.stack.aclose()

    async def ask(self, number, *command):
        async with Redis.from_url(self.stores[number].url, protocol=2) as client:
            return await client.execute_command(*command)

    async def copy(self, number, port):
        """Let a server copy what listens at a port, and wait until it does."""
        await self.ask(number, "REPLICAOF", "127.0.0.1", port)
        async with asyncio.timeout(20):
            while (await self.ask(number, "ROLE"))[3] != b"connected":  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)

    async def fail_over(self):
        """Let the primary die, and the replica be the primary."""
        self.clients.lead_to(self.ports[1])
        await self.stores[0].stop()
        await self.ask(1, "REPLICAOF", "NO", "ONE")

    async def old_primary_copies(self):
        """Bring the dead server back as a copy of the new primary."""
        await self.stores[0].start()
        await self.copy(0, self.ports[1])


@pytest.fixture
async def pair(tmp_path):
    async with Pair(tmp_path / "stores") as pair:
        yield pair


def retry_seconds(error):
    """What a refused call says about when to try again."""
    info = error_details_pb2.RetryInfo()
    return sum(info.retry_delay.seconds for detail in read_status(error).details if detail.Unpack(info))


@pytest.mark.slow
async def test_failover_after_a_partition(pair, tmp_path, capfd):
    """What is answered survives a partition and a failover; what no copy has is not answered, retries included."""
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        logs.configure("warning")
        game = await toy_service.match()
        first = game.request("PlotMarch", command_id=secrets.token_bytes(16), heading="west")
        answer = await toy_service.call("PlotMarch", game.tokens["red"], first)

        pair.copying.cut = True
        second = {"heading": "east", "command_id": secrets.token_bytes(16)}
        for _ in range(3):
            error = await game.refused("PlotMarch", "blue", **second)
            assert (error.code(), retry_seconds(error)) == (Code.UNAVAILABLE, 1)
        assert (await game.call("View", "red")).seq == answer.receipt.seq
        assert '"event": "copies missing"' in capfd.readouterr().err

        await pair.fail_over()
        await toy_service.call("PlotMarch", game.tokens["red"], first)
        error = await game.refused("PlotMarch", "blue", **second)
        assert (error.code(), retry_seconds(error)) == (Code.UNAVAILABLE, 1)
        assert "copies" in (error.details() or "")

        await pair.old_primary_copies()
        done = await game.call("PlotMarch", "blue", **second)
        assert done.receipt.seq == answer.receipt.seq + 1
        assert await toy_service.call("PlotMarch", game.tokens["red"], first) == answer
        assert await game.call("PlotMarch", "blue", **second) == done
        await game.play_on("red", "blue")


@pytest.mark.slow
async def test_copies_that_come_back(pair, tmp_path):
    """An entry that waited for its copies is answered, and not written twice, once they have it."""
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        game = await toy_service.match()
        pair.copying.cut = True
        wanted = {"heading": "west", "command_id": secrets.token_bytes(16)}
        assert (await game.refused("PlotMarch", "red", **wanted)).code() == Code.UNAVAILABLE
        pair.copying.cut = False
        pair.copying.close_connections()
        await pair.copy(1, pair.copying.port)
        done = await game.call("PlotMarch", "red", **wanted)
        assert (done.receipt.seq, (await game.call("View", "red")).seq) == (7, 7)


@pytest.mark.slow
async def test_another_process_reads_what_no_copy_has(pair, tmp_path):
    """An entry that another process wrote is not shown, nor a game opened upon it, before a copy has it."""
    other = RedisLog(pair.link, replicas=1)
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        game = await toy_service.match()
        async with serve_toy(tmp_path / "data", log=other, keys=pair.keys) as second:
            pair.copying.cut = True
            assert (await game.refused("PlotMarch", "red", heading="west")).code() == Code.UNAVAILABLE
            second.service.command_handler.sessions.clear()
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await second.call("View", game.tokens["red"], game.request("View"))
            assert fault.value.code() == Code.UNAVAILABLE
    await other.aclose()
