"""Audits of uploads: each in a process of its own, within limits, and no longer than somebody waits for it."""

from __future__ import annotations

import asyncio
import os

import grpc
import pytest

from replays.audit.report import FAIL, NOTES
from services.audits.room import AuditRoom
from services.operation.metrics import Metrics
from services.rpc.access.statuses import status_of
from services.rpc.errors import AuditFailed, Limited
from tests.replays.fixtures import recorded
from tests.services.fixtures import FIND, serve_toy
from wargame.v1 import games_pb2

Code = grpc.StatusCode
HELD_UP = "tests.services.audited"


def room(find=FIND, **limits):
    return AuditRoom(Metrics(), find=find, **limits)


@pytest.fixture(scope="module")
def replay():
    """Give the replay file of a whole game."""
    return recorded()


async def until(holds):
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.01)


async def until_there(room):
    """Wait until a process runs; its id."""
    await until(lambda: room.pids)
    return next(iter(room.pids))


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_report(replay):
    """The report of the process is the audit's own."""
    report = await room().audit(replay)
    assert (report.result, report.levels[0]) == (NOTES, ("L0", "done"))  # of other code than this build's
    report = await room().audit(b"hello")
    assert (report.result, report.findings[0].code) == (FAIL, "BUNDLE_MALFORMED")


@pytest.mark.parametrize(
    ("function", "limits", "reason"),
    [
        ("spin", {"seconds": 1}, "audit-time"),
        ("sleep", {"seconds": 1}, "audit-time"),
        ("swell", {"memory": 300_000_000}, "audit-memory"),
    ],
)
async def test_limits(replay, function, limits, reason):
    """An audit that takes more time or memory than it gets is ended, and its caller is told why; the next one runs."""
    held_up = room(f"{HELD_UP}:{function}", **limits)
    with pytest.raises(Limited) as fault:
        await held_up.audit(replay)
    assert fault.value.reason == reason
    assert not held_up.pids


async def test_a_fault_is_not_told_as_a_limit(replay):
    """An audit that ends by a fault says that it is one, and nothing of time, memory or the file; the next one runs."""
    broken = room(f"{HELD_UP}:crash")
    with pytest.raises(AuditFailed):
        await broken.audit(replay)
    assert not broken.pids
    status = status_of(AuditFailed())
    assert status.code == grpc.StatusCode.INTERNAL.value[0]
    assert "says nothing of the file" in status.message
    assert (await room().audit(replay)).result == NOTES


async def test_caller_leaves(replay):
    """An audit whose caller leaves is stopped, and makes room for the next."""
    held_up = room(f"{HELD_UP}:sleep", at_once=1)
    first = asyncio.create_task(held_up.audit(replay))
    pid = await until_there(held_up)
    second = asyncio.create_task(held_up.audit(replay))
    first.cancel()
    await asyncio.wait({first}, timeout=60)
    assert first.cancelled()
    assert gone(pid)
    assert await until_there(held_up) != pid
    second.cancel()
    await asyncio.wait({second}, timeout=60)
    assert not held_up.pids


async def test_caller_of_the_service_leaves(tmp_path, replay):
    """The same over the wire; exports have room of their own meanwhile, and a stop waits for no audit."""
    async with serve_toy(tmp_path, find=f"{HELD_UP}:sleep", grace=2) as toy_service:
        game = await toy_service.match()
        audits = toy_service.service.audits
        chunks = [games_pb2.Chunk(data=replay)]
        calls = [toy_service.start("Audit", game.tokens[who], iter(chunks)) for who in ("red", "blue", "auditor")]
        await until(lambda: len(audits.pids) == 2)
        assert b"".join([row.data async for row in game.start("Export", "spectator")])
        pids = set(audits.pids)
        calls[0].cancel()
        calls[1].cancel()
        calls[2].cancel()
        await until(lambda: not audits.pids & pids)
        assert all(map(gone, pids))
        last = toy_service.start("Audit", game.tokens["auditor"], iter(chunks))
        pid = await until_there(audits)
    assert gone(pid)
    assert last.cancelled() or await last.code() == Code.UNAVAILABLE
