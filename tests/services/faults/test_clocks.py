"""Clocks survive a killed service: another process goes on with them, from the log alone."""

from __future__ import annotations

import asyncio
import signal

import pytest

from replays.audit.audit import audit
from services.rpc.wire_values import span_of
from tests.services.audited import find
from tests.services.fixtures import ToyGame, open_request
from tests.services.process import Process
from tests.verdicts import holds
from wargame.v1 import terms_pb2

CLOCK = terms_pb2.ClockTerms(bank=span_of(3_000), grace=span_of(1), on_flag=terms_pb2.ON_FLAG_LOSS)


async def until(entries, command):
    """Read entries up to the first of this command."""
    found = []
    async for entry in entries:
        found.append(entry)
        if entry.command == command:
            return found
    raise AssertionError(f"no {command}")


@pytest.mark.slow
async def test_a_flag_falls_although_the_service_was_killed(tmp_path):
    """The seat has what it had, and what the outage took besides; the log passes every level of the audit."""
    process = Process(tmp_path)
    await process.start()
    try:
        async with process.client() as client:
            request = open_request(event_terms=terms_pb2.GameTerms(clock=CLOCK))
            game = ToyGame(client, await client.call("Open", process.owner, request), process.owner, ("red", "blue"))
            await game.contribute("red", "blue")
            await game.call("CreateMatch", "owner", rounds=1)
            shown = (await game.call("PlotMarch", "red", heading="west")).clocks.seats[1]
            assert (shown.running, shown.flag) == (True, False)
        await process.end(signal.SIGKILL)
        await process.start()
        async with process.client() as client, asyncio.timeout(60):
            later = ToyGame(client, game.opened, process.owner, ("red", "blue"))
            entries = await until(later.start("Watch", "red"), "CallFlag")
            for who in ("red", "blue"):
                await later.call("ConfirmResult", who)
            await until(later.start("Watch", "red"), "Reveal")
            result = (await later.call("Get", "red")).result
            data = b"".join([row.data async for row in later.start("Export", "auditor")])
    finally:
        if process.process.returncode is None:
            await process.end(signal.SIGKILL)
    assert (list(result.winners), result.ending, result.by) == ([0], terms_pb2.ENDING_FLAG, 3)
    assert entries[-1].time.ToMilliseconds() >= shown.due_time.ToMilliseconds()
    assert [entry.command for entry in entries[7:]] in (["CallFlag"], ["GiveBackOutage", "CallFlag"])
    assert holds(audit(data, find=find))
