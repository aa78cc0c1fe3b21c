"""The embedded store ends and does not come back at once: tried again with growing pauses, games are read meanwhile."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from contextlib import suppress
from itertools import islice

import grpc
import pytest

from adjudicator.kernel.record.log import StoreDown
from services.rpc.access.credentials import FRESH_MS
from services.store.embedded import EmbeddedStore, find_binary
from services.store.redis_client import connect
from services.store.redis_log import RedisLog
from services.store.storage import LONGEST_PAUSE, pauses, supervise
from tests.services.fixtures import Client, ToyGame, open_request
from tests.services.process import Process
from tests.services.store.steps import entry, read_all, write

Code = grpc.StatusCode
# As much as the disk holds, in blocks of 512 bytes.
FULL_DISK = """#!/bin/sh
trap '' XFSZ
[ -e "{mark}" ] && ulimit -f 40
exec {binary} "$@"
"""


@pytest.fixture
async def process(tmp_path):
    process = Process(tmp_path)
    await process.start()
    yield process
    if process.process.returncode is None:
        await process.end(signal.SIGKILL)


def test_pauses():
    """The first try is at once, the pauses grow, and stay where they are long."""
    found = list(islice(pauses(0.25), 12))
    assert found[:4] == [0.0, 0.25, 0.5, 1.0]
    assert found[-1] == found[-2] == LONGEST_PAUSE


@pytest.mark.slow
async def test_a_store_that_does_not_start(process):
    """While the store can not start commands get UNAVAILABLE and games are read; then all goes on, nothing lost."""
    store = process.folder / "store"
    async with grpc.aio.insecure_channel(process.socket) as channel:
        client = Client(channel)
        game = ToyGame(client, await client.call("Open", process.owner, open_request()), process.owner, ("red", "blue"))
        await game.contribute("red", "blue")
        await game.call("CreateMatch", "owner", rounds=1)
        await game.call("PlotMarch", "red", heading="west")
        before = await game.call("View", "blue")

        (store / "appendonlydir").rename(store / "kept")
        (store / "appendonlydir").touch()
        os.kill(int((store / "server.lock").read_text().split()[0]), signal.SIGKILL)
        await asyncio.sleep(2 * FRESH_MS / 1000)
        wanted = {"heading": "east", "command_id": secrets.token_bytes(16)}
        assert (await game.refused("PlotMarch", "blue", **wanted)).code() == Code.UNAVAILABLE
        assert await game.call("View", "blue") == before
        assert (await game.call("Get", "red")).receipt.seq == before.seq
        assert (await game.call("Offers", "blue")).offers
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await client.call("View", "wg1_seat_000000000000_" + 43 * "a", game.request("View"))
        assert fault.value.code() == Code.UNAVAILABLE
        assert process.process.returncode is None

        (store / "appendonlydir").unlink()
        (store / "kept").rename(store / "appendonlydir")
        async with asyncio.timeout(60):
            while (done := await answer(game.call("PlotMarch", "blue", **wanted))) is None:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.2)
        assert done.receipt.seq == before.seq + 1
        await game.play_on("red", "blue")
    assert await process.end(signal.SIGTERM) == 0


async def answer(call):
    """The answer of a call, None while the store is away."""
    try:
        return await call
    except grpc.aio.AioRpcError as fault:
        if fault.code() != Code.UNAVAILABLE:
            raise
        return None


@pytest.mark.slow
async def test_a_full_disk(tmp_path, game_id):
    """A store that ends with each write, as on a full disk, is started again, read, and goes on once there is room."""
    mark, binary = tmp_path / "full", tmp_path / "server"
    binary.write_text(FULL_DISK.format(mark=mark, binary=find_binary()))
    binary.chmod(0o700)
    async with EmbeddedStore(tmp_path / "store", binary=binary) as store:
        supervisor = asyncio.create_task(supervise(store, first=0.05))
        link = await connect(store.url, call_timeout=2)
        log = RedisLog(link)
        await write(log, game_id, 1, 3)
        mark.touch()
        os.kill(store.pid, signal.SIGKILL)
        ends: set[int] = set()
        async with asyncio.timeout(60):
            while len(ends) < 3:
                with suppress(StoreDown):
                    await log.append(bytes(16), 1, bytes(32), bytes(100_000), None)
                    raise AssertionError("there is room")
                ends.add(store.pid)
                await asyncio.sleep(0.02)
            while (found := await there(log, game_id)) is None:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)
        assert found == [entry(seq) for seq in range(1, 4)]
        mark.unlink()
        os.kill(store.pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while not await written(log, game_id):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)
        assert await read_all(log, game_id) == [entry(seq) for seq in range(1, 5)]
        supervisor.cancel()
        await log.aclose()
        await link.aclose()


async def there(log, game_id):
    """All entries, None while the store is away."""
    with suppress(StoreDown):
        return await read_all(log, game_id)
    return None


async def written(log, game_id):
    """Whether entry 4 could be written, or was already."""
    found = await there(log, game_id)
    if found is not None and len(found) < 4:
        with suppress(StoreDown):
            await write(log, game_id, 4, 4)
        return False
    return found is not None
