"""A process that forks a worker from itself, which does one job after the other, each with bounds.

`python -m replays.archive.work.process MODULE...` imports the modules once and calls the function `prepare` of each
that has one, so that a worker costs a fork and no start. A worker that goes beyond the bounds of a job, ends by itself,
or has grown, is followed by a fresh one. What ends a worker that had done other jobs before is done once more by a
fresh one, but for what took too long: so how a job ends says nothing of those before it.
A request on standard input is [job, seconds, memory, data]: `job` names a function of bytes that gives bytes, as
"module:function". The answer on standard output is [end, data]. It ends when its input does.
"""

from __future__ import annotations

import ctypes
import gc
import math
import os
import resource
import select
import signal
import sys
import time
from importlib import import_module
from typing import IO, Any, Final, Never

import msgspec

DONE, TIME, MEMORY = "done", "time", "memory"
OUT_OF_MEMORY, BROKEN = 3, 4
_DEATH_SIGNAL: Final = 1
_WORD: Final = 8
# Seconds of the clock that a job may take, for each of its processor's: it shares the machine.
_PATIENCE: Final = 4
_READ: Final = 1 << 20
_MOST: Final = 1 << 30
# Bytes by which a worker may grow before a fresh one follows it, or this part of its bound where that is less.
_GROWN: Final = 256 << 20
_PART: Final = 4
_KIB: Final = 1 if sys.platform == "darwin" else 1 << 10


class Left(Exception):
    """Whoever gave the work is gone."""


def read_frame(source: IO[bytes]) -> Any:
    """Read a message that a length stands before; None at the end."""
    length = source.read(_WORD)
    if len(length) < _WORD:
        return None
    size = int.from_bytes(length, "big")
    data = source.read(size)
    return msgspec.msgpack.decode(data) if len(data) == size else None


def write_frame(target: IO[bytes], message: Any) -> None:
    """Write a message with its length before it."""
    data = msgspec.msgpack.encode(message)
    target.write(len(data).to_bytes(_WORD, "big") + data)
    target.flush()


def main(modules: list[str]) -> int:
    """Work until the input ends."""
    for module in modules:
        getattr(import_module(module), "prepare", lambda: None)()
    gc.freeze()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # which goes nowhere: whatever a job prints must not stand among the answers
    keeper = _Keeper()
    while (request := read_frame(requests)) is not None:
        try:
            write_frame(answers, keeper.answer(request))
        except (Left, BrokenPipeError):
            break
    return 0


class _Keeper:
    """Has one worker at a time."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None

    def answer(self, request: list[Any]) -> tuple[str, bytes]:
        """Have a job done, and say how that ended."""
        worker = self._worker or _Worker()
        used = worker.used
        end, data, grown = worker.do(request)
        self._worker = worker if end == DONE and not grown else None
        if end == DONE and grown:
            worker.end()
        if used and end not in (DONE, TIME):
            return self.answer(request)
        return end, data


class _Worker:
    """A process forked from this one."""

    def __init__(self) -> None:
        self.used = False
        asked, self._requests = os.pipe()
        self._answers, given = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._requests)
            os.close(self._answers)
            _work(asked, given)
        os.close(asked)
        os.close(given)

    def do(self, request: list[Any]) -> tuple[str, bytes, bool]:
        """Have a job done; gives how that ended, what it gave, and whether the worker has grown by it."""
        self.used = True
        until = time.monotonic() + _PATIENCE * request[1]
        try:
            try:
                with os.fdopen(os.dup(self._requests), "wb") as target:
                    write_frame(target, request)
                found = _read(self._answers, until)
            except BrokenPipeError:
                found = b""
        except Left:
            self.end()
            raise
        if found is None:
            self.end()
            return TIME, b"", False
        if not found:
            return _end(self.end(ended=True)), b"", False
        data, grown = msgspec.msgpack.decode(found)
        return DONE, data, grown

    def end(self, *, ended: bool = False) -> int:
        """End it, if it has not ended by itself; gives its exit code, or below 0 the signal that ended it."""
        os.close(self._requests)
        if not ended:
            os.kill(self._pid, signal.SIGKILL)
        os.close(self._answers)
        _, status = os.waitpid(self._pid, 0)
        return os.waitstatus_to_exitcode(status)


def _end(code: int) -> str:
    """Say in a word how a worker ended: what of its bounds it had spent, or by which signal or code."""
    if code < 0 and -code != signal.SIGXCPU:
        return signal.Signals(-code).name
    return {OUT_OF_MEMORY: MEMORY, -signal.SIGXCPU: TIME}.get(code, f"exit code {code}")


def _read(pipe: int, until: float) -> bytes | None:
    """Read an answer that a length stands before; None where it is not there in time or too long, empty at the end.

    Raises Left where nobody waits for it any more.
    """
    found = bytearray()
    size = _WORD
    while len(found) < size:
        ready, _, _ = select.select([pipe, 0], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return None
        if 0 in ready:  # nothing is asked while an answer is awaited: this is the end of the input
            raise Left
        part = os.read(pipe, min(_READ, size - len(found)))
        if not part:
            return b""
        found += part
        if size == _WORD == len(found):
            size += int.from_bytes(found, "big")
            if size > _MOST:
                return None
    return bytes(found[_WORD:])


def _work(requests: int, answers: int) -> Never:
    """Do jobs until there are no more; a fault of one ends the process."""
    code = BROKEN
    try:
        _bound_all()
        source, target = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        size = _memory()
        while (request := read_frame(source)) is not None:
            job, seconds, memory, data = request
            _bound(seconds, memory)
            module, _, name = job.partition(":")
            answer: bytes = getattr(import_module(module), name)(data)
            write_frame(target, [answer, _memory() - size > min(_GROWN, memory // _PART)])
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _memory() -> int:
    """Give the most bytes that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIB


def _bound_all() -> None:
    """Set what holds for all jobs of a worker: it ends with its parent, and writes no file."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _bound(seconds: int, memory: int) -> None:
    """Set what the next job may take, beyond the processor time that those before it have taken."""
    taken = math.ceil(time.process_time())
    for kind, most in ((resource.RLIMIT_CPU, taken + seconds), (resource.RLIMIT_AS, memory)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
