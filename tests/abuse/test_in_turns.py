"""Every attack in turns on one service, each until it was turned away, while honest callers play on.

No time is asserted: an attack goes on until it was told what it should be told and every honest caller had answers
meanwhile, however long that takes here; how long it took is printed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from types import MappingProxyType
from typing import Any

import grpc
import pytest
from msgspec import Struct

from tests.abuse.attacker import ATTACKS
from tests.abuse.honest import Times, WebClient, play
from tests.abuse.test_attacks import CALLERS, MEMORY_MB, OWN, begun, forged, memory_mb
from tests.abuse.web_attacks import ATTACKS as WEB_ATTACKS
from tests.services.conftest import free_ports
from tests.services.fixtures import Client
from tests.torture.services import ROOT, RunningService

pytestmark = [pytest.mark.abuse, pytest.mark.timeout(900)]
# Answers that every honest caller has while an attack goes on.
ANSWERS = 2
LEAST_SECONDS = 0.5
# What never ends within this is no attack that is turned away.
MOST_SECONDS = 120


class Due(Struct, frozen=True):
    """What an attacker has to be told before it ends, all of it, and what it may never be told."""

    told: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


LIMITED, INVALID, UNKNOWN = "RESOURCE_EXHAUSTED", "INVALID_ARGUMENT", "UNAUTHENTICATED"
# Where nothing is due the attacker asks for nothing, or sends what has no answer: others alone can tell what it does.
DUE: Mapping[str, Due] = MappingProxyType(
    {
        "health_watches": Due((LIMITED,), ("OK",)),
        "bad_tokens": Due((UNKNOWN,), ("OK",)),
        "forged_uploads": Due(("VERDICT_FAIL", LIMITED), ("VERDICT_PASS", "VERDICT_PASS_WITH_NOTES")),
        "flood_of_reads": Due(("OK", LIMITED)),
        "flood_of_commands": Due((LIMITED,), ("OK",)),
        "spectator_takes_all_streams": Due((LIMITED,)),
        "slow_readers": Due(),
        "calls_that_send_nothing": Due((LIMITED,), ("OK",)),
        "garbage": Due((INVALID, LIMITED)),
        "pings": Due(),
        "rapid_resets": Due(),
        "connections": Due(),
        "flood_of_exports": Due(("OK",)),
        "web_connections": Due(),
        "web_slow_headers": Due(),
        "web_slow_bodies": Due(),
        "web_slow_readers": Due(),
        "web_watches": Due(),
        "web_bad_tokens": Due((UNKNOWN,), ("OK",)),
        "web_garbage": Due((INVALID,)),
        "web_bad_invites": Due(never=("join: 200",)),
    }
)


def test_every_attack_has_what_is_due() -> None:
    """An attack that is new has to say what it should be told."""
    assert DUE.keys() == {**ATTACKS, **WEB_ATTACKS}.keys()


class Attackers:
    """The process in which attackers are at work, one after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def _told(self) -> dict[str, int] | None:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the attacker has given up: see what it wrote to standard error"
        found: dict[str, int] | None = json.loads(line)
        return found

    @asynccontextmanager
    async def at_work(self, name: str) -> AsyncIterator[AsyncIterator[dict[str, int]]]:
        """Let one attack; gives what it was told so far, again and again."""
        self._say(name)

        async def reports() -> AsyncIterator[dict[str, int]]:
            while (found := await self._told()) is not None:
                yield found

        yield reports()
        self._say("")
        while await self._told() is not None:
            pass


async def turned_away(attackers: Attackers, name: str, honest: list[Times]) -> dict[str, int]:
    """Let one attack until it was told what is due and every honest caller was answered meanwhile."""
    due, told = DUE[name], dict[str, int]()
    before = [len(times.seconds) for times in honest]
    began = time.perf_counter()
    async with attackers.at_work(name) as reports, asyncio.timeout(MOST_SECONDS):
        async for told in reports:
            answered = [len(times.seconds) - count for times, count in zip(honest, before, strict=True)]
            done = min(answered) >= ANSWERS and set(due.told) <= told.keys()
            if done and time.perf_counter() - began > LEAST_SECONDS:
                break
    print(f"{name}: {time.perf_counter() - began:.1f} s, told {told}, honest callers' answers {answered}")
    assert not set(due.never) & told.keys(), f"{name} was told {told}"
    assert [times.failed for times in honest] == [[]] * len(honest)
    return told


async def test_each_attack_is_turned_away_and_honest_callers_are_answered(tmp_path: Any) -> None:
    """Whoever attacks is refused as documented and moves no game; no call of an honest caller is left unanswered."""
    web = f"127.0.0.1:{free_ports(1)[0]}"
    async with RunningService(tmp_path / "data", limited="no", web=web) as service, AsyncExitStack() as stack:
        channels = [grpc.aio.insecure_channel(service.address, OWN) for _ in range(CALLERS)]
        clients = [Client(await stack.enter_async_context(channel)) for channel in channels]
        clients[::2] = [WebClient(web) for _ in clients[::2]]
        games = [await begun(client, service.owner) for client in clients]
        target = await begun(clients[1], service.owner)
        head = (await target.call("Get", "red")).receipt
        replay = b"".join([chunk.data async for chunk in target.start("Export", "auditor")])
        (tmp_path / "forged").write_bytes(forged(replay))
        facts = {
            "game": target.id.hex(),
            "token": target.tokens["spectator"],
            "seat": target.tokens["red"],
            "file": str(tmp_path / "forged"),
        }
        (tmp_path / "facts").write_text(json.dumps(facts))
        command = [sys.executable, "-m", "tests.abuse.in_turns", service.address, web, str(tmp_path / "facts")]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdin=pipe, stdout=pipe, start_new_session=True
        )
        stop, honest = asyncio.Event(), [Times() for _ in games]
        playing = [
            asyncio.create_task(play(client, game, times, stop))
            for client, game, times in zip(clients, games, honest, strict=True)
        ]
        try:
            for name in DUE:
                await turned_away(Attackers(process), name, honest)
                assert memory_mb(service) < MEMORY_MB, name
            stop.set()
            await asyncio.gather(*playing)
        finally:
            for player in playing:
                player.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            # the attacker that is at work is a child of that process
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        assert [times.failed for times in honest] == [[]] * len(honest)
        assert (await target.call("Get", "red")).receipt == head, "an attacker has moved the game"
        assert "internal error" not in service.log.read_text(), "see the incident in the service's log"
        print(f"answers of honest callers: {sorted(len(times.seconds) for times in honest)}")
