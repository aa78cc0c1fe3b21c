"""The stop of the process: at any moment, within its grace, and callers are told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog, StoreDown
from services import server
from services.operation import stop
from services.operation.stop import end_task
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import Client, serve_toy

ROOT = Path(__file__).parents[3]
Code = grpc.StatusCode
SERVER = "tests.services.toy_server"


# both signals and all pauses; the other pairs of them in the long suite
STOPS = [
    pytest.param(number, pause, marks=() if place % 2 == other else pytest.mark.long)
    for other, number in enumerate((signal.SIGTERM, signal.SIGINT))
    for place, pause in enumerate((None, 0.0, 0.02, 0.1))
]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "pause"), STOPS)
async def test_stopped_at_once(tmp_path, pause, number):
    """A service that is told to stop while it starts, or right after, ends; its store with it."""
    command = [sys.executable, "-m", SERVER, str(tmp_path), f"unix:{tmp_path}/service.sock"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    if pause is None:
        while not (tmp_path / "store" / "server.lock").exists():  # noqa: ASYNC110 - a file tells nobody
            await asyncio.sleep(0.001)
    else:
        await asyncio.wait_for(process.stdout.readline(), 60)
        await asyncio.sleep(pause)
    process.send_signal(number)
    assert await asyncio.wait_for(process.wait(), 60) == 0
    pid = int((tmp_path / "store" / "server.lock").read_text().split()[0] or 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_work_that_ends_stops_the_process(tmp_path):
    """Where a fault ends what goes on beside the calls, the process stops in order, names it, and is no success."""
    code = """
import sys
from services import cli
from services.sessions.head_notes import HeadNotes
async def run(_notes):
    raise ZeroDivisionError
HeadNotes.run = run
sys.exit(cli.main(["serve", "--data", sys.argv[1], "--listen", "unix:" + sys.argv[1] + "/service.sock"]))
"""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-c", code, str(tmp_path)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=pipe, stderr=pipe)
    said, log = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == stop.CUT_OFF
    assert b"adjudicator serves" in said
    assert b"HeadNotes has ended, and its work is nobody's: start the process again" in log
    pid = int((tmp_path / "store" / "server.lock").read_text().split()[0] or 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
async def test_a_stop_that_hangs(tmp_path):
    """A process whose loop never turns again ends all the same, within its grace."""
    code = """
import asyncio, sys
from services.operation.stop import on_signals
async def main():
    on_signals(print, 1)
    print("ready", flush=True)
    while True:
        pass
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    await asyncio.wait_for(process.stdout.readline(), 60)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 60) == stop.CUT_OFF


async def test_cancelled_until_it_ends():
    """A task that takes a cancellation for something else, as a lost connection, is cancelled again."""
    swallowed = 0

    async def stubborn():
        nonlocal swallowed
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if swallowed == 2:
                    raise
                swallowed += 1

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await end_task(task, 30)
    assert task.cancelled()
    assert swallowed == 2


class Stuck(MemoryLog):
    """A log whose appends do not come back until a test lets them."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.stuck = asyncio.Event()
        self.go = asyncio.Event()
        self.armed = False

    async def append(self, *entry):
        if self.armed:
            self.stuck.set()
            await self.go.wait()
        await super().append(*entry)


def threads_of_its_own():
    """Count the threads that are not the event loop's own pool, which grows as it is used."""
    return sum(not thread.name.startswith("asyncio_") for thread in threading.enumerate())


async def test_calls_that_are_cut_off(tmp_path):
    """Callers whose calls a stop cuts off, and watchers, are told that the service is unavailable and to come again."""
    log = Stuck()
    async with serve_toy(tmp_path, log=log, grace=1) as toy_service:
        game = await toy_service.match()
        channel = grpc.aio.insecure_channel(toy_service.service.address)  # outlives the service
        game.client = Client(channel)
        stream = game.start("Watch", "spectator", after=5)
        assert (await asyncio.wait_for(stream.read(), 20)).seq == 6
        log.armed = True
        command = asyncio.ensure_future(game.refused("PlotMarch", "red", heading="west"))
        await asyncio.wait_for(log.stuck.wait(), 20)
        threads = threads_of_its_own()
        ended = asyncio.ensure_future(stream.read())
        await asyncio.sleep(0)
    for call in (ended, command):
        await asyncio.wait({call}, timeout=20)
    log.go.set()
    await channel.close()
    assert (await command).code() == Code.UNAVAILABLE
    assert ended.exception().code() == Code.UNAVAILABLE
    assert "stopping" in str((await command).details())
    assert threads_of_its_own() <= threads


class AwayKeys(MemoryKeys):
    """A store that goes away: it fails at once, or answers nobody."""

    fails = hangs = False

    async def set(self, key, value):
        if self.hangs:
            await asyncio.Event().wait()
        if self.fails:
            raise StoreDown("the store is away")
        await super().set(key, value)


@pytest.mark.parametrize("how", ["fails", "hangs"])
async def test_drained_while_the_store_is_away(tmp_path, how, monkeypatch):
    """Who drains without a store serves for as long as it was told to, and no longer, and then ends."""
    monkeypatch.setattr(server, "TELL_SECONDS", 0.2)
    keys = AwayKeys()
    told: list[float] = []
    ended: list[float] = []
    async with serve_toy(tmp_path, keys=keys, grace=1) as toy_service:
        service, clock = toy_service.service, asyncio.get_running_loop().time
        await service.processes.beat()
        setattr(keys, how, True)
        service.processes.seconds, began = 1, clock()
        service.processes.ordered.set()
        draining = asyncio.create_task(service.drain_when_told(told.append))
        draining.add_done_callback(lambda _: ended.append(clock()))
        await asyncio.wait_for(draining, 60)
        assert ended[0] - began >= 1
        assert told == [2]
        setattr(keys, how, False)


def test_a_countdown():
    """A process that has been told how long it may take is ended then."""
    ended = threading.Event()
    countdown = stop.end_within(0.05, lambda code: ended.set() if code == stop.CUT_OFF else None)
    assert ended.wait(20)
    assert countdown.daemon
