"""Jobs in bounded processes, from the side of whoever gives them: a process kept ready, started anew where it ended."""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from subprocess import DEVNULL, PIPE
from typing import Final

from msgspec import Struct

from replays.archive.work.process import DONE, read_frame, write_frame

PROCESS: Final = "replays.archive.work.process"
KILLED: Final = "its process was killed twice"
MIB: Final = 1 << 20


class Bounds(Struct, frozen=True):
    """What a job may take: seconds of processor time, and bytes of memory."""

    seconds: int = 300
    memory: int = 2048 * MIB


class Outcome(Struct, frozen=True):
    """How a job ended ("done", "time", "memory", or by which signal or exit code), and what it gave."""

    end: str
    data: bytes

    @property
    def done(self) -> bool:
        """Whether it came to its end."""
        return self.end == DONE


class BoundedProcess:
    """One process that has jobs done, one after the other, and has imported the modules of those it is ready for."""

    def __init__(self, *ready: str) -> None:
        self._ready = ready
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    def start(self) -> None:
        """Start the process, where there is none; it gets ready by itself."""
        if self._process is None:
            command = [sys.executable, "-m", PROCESS, *self._ready]
            self._process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)

    def do(self, job: str, data: bytes, bounds: Bounds, *, warm: bool = False) -> Outcome:
        """Do a job. Where the process that it is forked from is killed, it is done once more.

        A `warm` job may find what those before it have left in caches: none that strangers had a hand in.
        """
        for _ in range(2):
            try:
                answer = self._ask([job, bounds.seconds, bounds.memory, data, warm])
            except BrokenPipeError:
                answer = None
            if answer is not None:
                return Outcome(*answer)
            self.close()
        return Outcome(KILLED, b"")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, request: list[object]) -> tuple[str, bytes] | None:
        self.start()
        assert self._process is not None  # noqa: S101  (it was started)
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: S101, PT018  (pipes)
        write_frame(self._process.stdin, request)
        found: tuple[str, bytes] | None = read_frame(self._process.stdout)
        return found


# Processes that nobody uses now, by the module of the jobs that they are ready for.
_idle: defaultdict[str, list[BoundedProcess]] = defaultdict(list)


def start_bounded(job: str, count: int) -> None:
    """Start processes before there is work for them: they get ready while the rest of the program does."""
    module = _module(job)
    with suppress(OSError):  # a machine that starts no more: whoever needs one tries again, and is told
        for _ in range(count - len(_idle[module])):
            process = BoundedProcess(module)
            process.start()
            _idle[module].append(process)


def do_bounded(job: str, data: bytes, bounds: Bounds, *, warm: bool = False) -> Outcome:
    """Do a job by a process that nobody uses now, or a new one: `warm` in one with others before it, else alone."""
    module = _module(job)
    idle = _idle[module]
    try:
        process = idle.pop()  # one step for all threads
    except IndexError:
        process = BoundedProcess(module)
    try:
        return process.do(job, data, bounds, warm=warm)
    finally:
        idle.append(process)


def _module(job: str) -> str:
    return job.partition(":")[0]
