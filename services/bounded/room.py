"""Room for work beside the service: a few processes at once, each with limits, ended when its caller leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from logging import ERROR, WARNING
from typing import Final

from services.bounded.limits import OUT_OF_MEMORY
from services.config import PREFIX
from services.logs import log

# How a process ended: it came to its end, it took more than its limits, by a fault, or because its caller left.
DONE, TIME, MEMORY, FAILED, LEFT = "done", "time", "memory", "failed", "left"
# What a process may take besides its processor time: it shares the machine.
_PATIENCE: Final = 2
# How a process ends that has spent what it may; any other end is a fault.
_ENDS: Final = {OUT_OF_MEMORY: MEMORY, -signal.SIGXCPU: TIME}


def _environment() -> dict[str, str]:
    """Give what a process needs to start, and none of the service's own settings, which may hold passwords."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}


class Room:
    """Runs a module of Python, which sets its own limits, on bytes; `what` names that in the service's log."""

    def __init__(self, what: str, *words: str, at_once: int, seconds: int) -> None:
        self._what = what
        self._command = [sys.executable, "-m", *words]
        self._turns = asyncio.Semaphore(at_once)
        self._seconds = seconds
        self.pids: set[int] = set()
        self._endings: set[asyncio.Task[None]] = set()

    async def run(self, data: bytes) -> tuple[str, bytes]:
        """Run it once there is room; gives how it ended, in one of the words above, and what it wrote."""
        async with self._turns:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_environment()
            )
            self.pids.add(process.pid)
            end, out = LEFT, b""
            try:
                end, out = await self._outcome(process, data)
            finally:
                self.count(end)
                await asyncio.shield(self._ending(process))
        return end, out

    def count(self, end: str) -> None:
        """Count how one ended, where somebody wants figures."""

    async def _outcome(self, process: Process, data: bytes) -> tuple[str, bytes]:
        try:
            async with asyncio.timeout(_PATIENCE * self._seconds):
                out, _ = await process.communicate(data)
        except TimeoutError:
            return TIME, b""
        if process.returncode == 0:
            return DONE, out
        end = _ENDS.get(process.returncode or 0, FAILED)
        level = ERROR if end == FAILED else WARNING
        log.log(level, f"{self._what} ended", code=process.returncode, reason=end)
        return end, b""

    async def aclose(self) -> None:
        """Wait until no process is left; their callers have been told to go."""
        if self._endings:
            await asyncio.wait(self._endings)

    def _ending(self, process: Process) -> asyncio.Task[None]:
        """End a process, whatever becomes of the call that had it."""
        task = asyncio.create_task(self._end(process))
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)
        return task

    async def _end(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self.pids.discard(process.pid)
