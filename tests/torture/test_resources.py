"""The store has no memory or no disk left for a while, and clocks jump."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
from contextlib import contextmanager, suppress

import pytest

from services.store.embedded import find_binary
from services.store.storage import supervise
from tests.torture.run import Run
from tests.torture.services import RunningService
from tests.torture.stores import ask, kill, one_server, reading

pytestmark = pytest.mark.faults
HOUR_MS = 3_600_000
# As much as a file may hold, in blocks of 512 bytes, where no small disk can be mounted.
LIMITED = """#!/bin/sh
trap '' XFSZ
[ -e "{mark}" ] && ulimit -f 40
exec {binary} "$@"
"""
DISK_MB = 8
KEPT_BYTES = 64 * 1024


@contextmanager
def small_disk(folder):
    """Mount a disk of a few megabytes; whether it could be mounted."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=700", "adjudicator-test", str(folder)],
        check=False,
        capture_output=True,
    )
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(path):
    """Take what is left of a disk, but for a little."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4_096))
    os.truncate(path, max(0, path.stat().st_size - KEPT_BYTES))


async def test_full_memory(tmp_path):
    """A store without memory takes nothing, says so, and goes on when it has some again."""
    chance = random.Random(4)
    async with one_server(tmp_path / "store") as (store, port):
        url = f"redis://127.0.0.1:{port}"
        async with RunningService(tmp_path / "data", redis_url=url) as service:
            run = Run("full memory", tmp_path, [service.address], service.owner)

            async def harm(calm):
                count = 0
                while not calm.is_set():
                    await ask(store, "CONFIG", "SET", "maxmemory", "1mb")
                    await asyncio.sleep(chance.uniform(0.2, 1.2))
                    await ask(store, "CONFIG", "SET", "maxmemory", "0")
                    await asyncio.sleep(chance.uniform(0.2, 0.8))
                    count += 1
                return count

            await run.play(harm)
            async with reading(url) as log:
                await run.judge(log)


async def test_full_disk(tmp_path):
    """A store whose disk is full loses nothing that was answered, and goes on once there is room."""
    mark, binary = tmp_path / "full", tmp_path / "server"
    binary.write_text(LIMITED.format(mark=mark, binary=find_binary()))
    binary.chmod(0o700)
    folder = tmp_path / "disk"
    with small_disk(folder) as mounted:
        async with one_server(folder / "store", binary) as (store, port):
            url = f"redis://127.0.0.1:{port}"
            supervisor = asyncio.create_task(supervise(store, first=0.05))
            async with RunningService(tmp_path / "data", redis_url=url) as service:
                kind = "a small disk" if mounted else "files that may not grow"
                run = Run(f"full disk ({kind})", tmp_path, [service.address], service.owner)

                async def harm(calm):
                    count = 0
                    while not calm.is_set():
                        if mounted:
                            fill(folder / "other")
                        else:
                            mark.touch()
                            kill(store)
                        await asyncio.sleep(2)
                        (folder / "other").unlink(missing_ok=True)
                        mark.unlink(missing_ok=True)
                        if not mounted:
                            kill(store)
                        await asyncio.sleep(1)
                        count += 1
                    return count

                await run.play(harm)
                async with reading(url) as log:
                    await run.judge(log)
            supervisor.cancel()


async def test_clock_jumps(tmp_path):
    """A clock that jumps by hours, ahead and back, costs nobody the time to answer."""
    chance, clock = random.Random(5), tmp_path / "clock"
    clock.write_text("0")
    async with one_server(tmp_path / "store") as (_, port):
        url = f"redis://127.0.0.1:{port}"
        async with RunningService(tmp_path / "data", redis_url=url, clock=clock) as service:
            run = Run("clock jumps", tmp_path, [service.address], service.owner)

            async def harm(calm):
                count = 0
                while not calm.is_set():
                    clock.write_text(str(chance.choice((-24, -1, 1, 24)) * HOUR_MS))
                    await asyncio.sleep(chance.uniform(0.2, 0.8))
                    count += 1
                clock.write_text("0")
                return count

            await run.play(harm, response_limit=1_800)
            async with reading(url) as log:
                figures = await run.judge(log)
                logs = await run.logs(log)
            # an entry that no client asked for would be the answer that silence stands for
            asked = {operation.id for operation in run.history.operations}
            begun = {game: seq for game, (seq, _) in run.history.starts.items()}
            own = [entry for game, log_ in logs.items() for entry in log_ if entry.seq > begun[game]]
            assert all(entry.id in asked for entry in own)
            assert figures.acknowledged == len(own)
