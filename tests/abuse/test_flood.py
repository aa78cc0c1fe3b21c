"""One connection on which much is sent and nothing is read: it is cut off, and nobody else is."""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import AsyncExitStack

import grpc
import pytest

from tests.abuse.attacker import OWN, PREFACE, SETTINGS, frame
from tests.abuse.honest import Times, play
from tests.services.fixtures import Client, ToyGame, open_request
from tests.torture.services import ROOT, RunningService

pytestmark = [pytest.mark.abuse, pytest.mark.timeout(240)]
ROUNDS = 1_000_000
# Longer than a connection is muted before it is closed.
PATIENCE = 120


async def begun(client, owner):
    """Open a game that lasts."""
    game = ToyGame(client, await client.call("Open", owner, open_request()), owner, ("red", "blue"))
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=ROUNDS)
    return game


async def seen(stream, numbers):
    """Note the number of every entry that a stream brings."""
    async for entry in stream:
        numbers.append(entry.seq)


def watch(client, game):
    """Follow a game from its start, as a spectator."""
    metadata = (("authorization", f"Bearer {game.tokens['spectator']}"),)
    return client.start_with("Watch", game.request("Watch"), metadata, 2 * PATIENCE)


async def test_who_sends_and_reads_nothing(tmp_path):
    """A flood is held up, then cut off; who plays meanwhile is answered, streams go on, and the silent may stay."""
    async with RunningService(tmp_path / "data", limited="no") as service, AsyncExitStack() as stack:
        client = Client(await stack.enter_async_context(grpc.aio.insecure_channel(service.address, OWN)))
        game = await begun(client, service.owner)
        host, _, port = service.address.rpartition(":")
        silent = stack.enter_context(socket.create_connection((host, int(port))))
        silent.sendall(PREFACE + frame(SETTINGS, 0, 0, b""))
        numbers: list[int] = []
        stream = watch(client, game)
        following = asyncio.create_task(seen(stream, numbers))
        stop, times = asyncio.Event(), Times()
        playing = asyncio.create_task(play(client, game, times, stop))
        flood = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.abuse.flood", service.address), cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.timeout(PATIENCE):
                assert await flood.stdout.read() == b"held\ncut\n"
        finally:
            if flood.returncode is None:
                flood.kill()
            await flood.wait()
        assert not following.done()
        stop.set()
        await playing
        assert times.failed == []
        assert times.tries == len(times.seconds), "every call was answered at its first try"
        head = (await game.call("Get", "red")).receipt.seq
        async with asyncio.timeout(30):
            while not numbers or numbers[-1] < head:  # noqa: ASYNC110 - the stream fills it
                await asyncio.sleep(0.05)
        assert numbers == list(range(1, head + 1))
        stream.cancel()
        silent.setblocking(False)
        assert silent.recv(65_536)  # the service's settings, and no end after them
        with pytest.raises(BlockingIOError):
            silent.recv(65_536)
