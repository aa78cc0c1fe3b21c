"""Whatever an attacker does, honest callers are all answered; how long it takes them is measured beside it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack
from typing import Any

import grpc
import pytest

from tests.abuse.attacker import ATTACKS
from tests.abuse.honest import Times, WebClient, play
from tests.abuse.web_attacks import ATTACKS as WEB_ATTACKS
from tests.services.conftest import free_ports
from tests.services.fixtures import Client, ToyGame, open_request
from tests.torture.services import ROOT, RunningService

pytestmark = pytest.mark.abuse
SECONDS = float(os.environ.get("ABUSE_SECONDS", "6"))
CALLERS = 8
ROUNDS = 1_000_000
# An attacker is at work before the time counts.
WARM_SECONDS = 2.0
MEMORY_MB = 1_024
OWN = (("grpc.use_local_subchannel_pool", 1),)
FORGED_ENTRIES = 20_000


def forged(replay: bytes) -> bytes:
    """Make a file with many more entries than it has, all of them forged."""
    head, *rows = replay.split(b"\n")
    return b"\n".join([head, *(rows[:-2] * (FORGED_ENTRIES // max(1, len(rows)) + 1)), *rows[-2:]])


async def begun(client, owner):
    """Open a game that lasts."""
    game = ToyGame(client, await client.call("Open", owner, open_request()), owner, ("red", "blue"))
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=ROUNDS)
    return game


async def measured(games, clients):
    """Let honest callers play for a while."""
    stop, times = asyncio.Event(), Times()
    playing = [asyncio.create_task(play(*pair, times, stop)) for pair in zip(clients, games, strict=True)]
    await asyncio.sleep(SECONDS)
    stop.set()
    await asyncio.gather(*playing)
    return times


def memory_mb(service):
    """Memory that a service holds now."""
    with open(f"/proc/{service.process.pid}/status") as file:  # noqa: PTH123 - no disk behind it
        rows = dict(line.split(":", 1) for line in file)
    return int(rows["VmRSS"].split()[0]) // 1024


@pytest.mark.parametrize("name", [*ATTACKS, *WEB_ATTACKS])
async def test_honest_callers_are_answered(tmp_path, name):
    """Every call of every honest caller is answered while the attack goes on, and the service stays in its memory."""
    by_web = name in WEB_ATTACKS
    settings: dict[str, Any] = {"web": f"127.0.0.1:{free_ports(1)[0]}"} if by_web else {}
    # where calls are counted, attackers with a token are held back by that alone: this is the harder case
    async with RunningService(tmp_path / "data", limited="no", **settings) as service, AsyncExitStack() as stack:
        channels = [grpc.aio.insecure_channel(service.address, OWN) for _ in range(CALLERS)]
        clients = [Client(await stack.enter_async_context(channel)) for channel in channels]
        if by_web:  # half of the honest callers are browsers
            clients[::2] = [WebClient(settings["web"]) for _ in clients[::2]]
        games = [await begun(client, service.owner) for client in clients]
        target = await begun(clients[1], service.owner)
        replay = b"".join([chunk.data async for chunk in target.start("Export", "auditor")])
        (tmp_path / "forged").write_bytes(forged(replay))
        facts = {
            "game": target.id.hex(),
            "token": target.tokens["spectator"],
            "seat": target.tokens["red"],
            "file": str(tmp_path / "forged"),
        }
        before = await measured(games, clients)
        attackers = (
            ("tests.abuse.web_attacks", settings["web"]) if by_web else ("tests.abuse.attacker", service.address)
        )
        command = [sys.executable, "-m", attackers[0], name, attackers[1]]
        attacker = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        attacker.stdin.write(json.dumps(facts).encode())
        attacker.stdin.close()
        try:
            await asyncio.sleep(WARM_SECONDS)
            during = await measured(games, clients)
            assert attacker.returncode is None, "the attacker has given up"
        finally:
            if attacker.returncode is None:
                attacker.kill()
            await attacker.wait()
        print(
            f"\n{name}: p50 {1e3 * before.percentile(0.5):.1f} to {1e3 * during.percentile(0.5):.1f} ms,"
            f" p99 {1e3 * before.percentile(0.99):.1f} to {1e3 * during.percentile(0.99):.1f} ms,"
            f" ratio of p99 {during.percentile(0.99) / before.percentile(0.99):.1f},"
            f" tries for an answer {during.tries / max(1, len(during.seconds)):.2f},"
            f" answers {len(before.seconds)} to {len(during.seconds)}, memory {memory_mb(service)} MB"
        )
        assert (before.failed, during.failed) == ([], [])
        assert memory_mb(service) < MEMORY_MB
        # and the service is as it was before
        assert (await measured(games, clients)).failed == []
