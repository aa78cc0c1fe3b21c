"""Room for audits: a few at once, each in a process of its own with limits, ended when its caller leaves."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from logging import ERROR, WARNING
from typing import Final

import msgspec

from replays.audit.report import Report
from services.audits.worker import OUT_OF_MEMORY
from services.config import PREFIX
from services.logs import log
from services.operation.metrics import Metrics
from services.rpc.errors import AuditFailed, Limited

REGISTERED: Final = "replays.audit.audit:registered"
AT_ONCE: Final = 2
SECONDS: Final = 60
MEMORY: Final = 1536 * 1024 * 1024
FINDINGS: Final = 200
BY_HAND: Final = "audit it with `adjudicator replay audit`, which has no limits"
# What a worker may take besides its processor time: it shares the machine.
_PATIENCE: Final = 2
# How a worker ends that has spent what it may; any other end is a fault.
_ENDS: Final = {OUT_OF_MEMORY: "memory", -signal.SIGXCPU: "time"}


def _environment() -> dict[str, str]:
    """Give what a worker needs to start, and none of the service's own settings, which may hold passwords."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}


class AuditRoom:
    """Runs audits; `find` names the function that finds rulesets, as "module:function"."""

    def __init__(
        self,
        metrics: Metrics,
        *,
        find: str = REGISTERED,
        at_once: int = AT_ONCE,
        seconds: int = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        self._metrics = metrics
        self._command = [sys.executable, "-m", "services.audits.worker", find, str(seconds), str(memory), str(FINDINGS)]
        self._turns = asyncio.Semaphore(at_once)
        self._seconds = seconds
        self.pids: set[int] = set()
        self._ends: set[asyncio.Task[None]] = set()

    async def audit(self, data: bytes) -> Report:
        """Audit a file.

        Raises Limited where it takes more time or memory than an upload gets, AuditFailed where it ends otherwise.
        """
        async with self._turns:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_environment()
            )
            self.pids.add(process.pid)
            end = "left"
            try:
                end, report = await self._report_of(process, data)
            finally:
                self._metrics.audits.labels(end).inc()
                await asyncio.shield(self._ending(process))
        if end == "failed":
            raise AuditFailed
        if report is None:
            raise Limited(f"the audit took more {end} than an uploaded file gets: {BY_HAND}", reason=f"audit-{end}")
        return report

    async def _report_of(self, process: Process, data: bytes) -> tuple[str, Report | None]:
        """Give how the process ended, and its report."""
        try:
            async with asyncio.timeout(_PATIENCE * self._seconds):
                out, _ = await process.communicate(data)
        except TimeoutError:
            return "time", None
        if process.returncode == 0:
            return "done", msgspec.msgpack.decode(out, type=Report)
        end = _ENDS.get(process.returncode or 0, "failed")
        log.log(WARNING if end != "failed" else ERROR, "audit ended", code=process.returncode, reason=end)
        return end, None

    async def aclose(self) -> None:
        """Wait until no process is left; their callers have been told to go."""
        if self._ends:
            await asyncio.wait(self._ends)

    def _ending(self, process: Process) -> asyncio.Task[None]:
        """End a process, whatever becomes of the call that had it."""
        task = asyncio.create_task(self._end(process))
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)
        return task

    async def _end(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self.pids.discard(process.pid)
