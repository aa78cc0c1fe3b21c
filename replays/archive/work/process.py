"""A process that forks others from itself, which do jobs with bounds.

`python -m replays.archive.work.process MODULE...` imports the modules once and calls the function `prepare` of each
that has one, so that a job costs a fork and no start.
A request on standard input is [job, seconds, memory, data, warm]: `job` names a function of bytes that gives bytes, as
"module:function". The answer on standard output is [end, data]. It ends when its input does.

A job has a process of its own, forked for it, which ends with it: nothing stays for the next. `warm` jobs share one
with those before them, and so their caches, until it goes beyond the bounds of a job, ends by itself, or has grown.
What ends a process that had done other jobs before is done once more by a fresh one, but for what took too long: so
how a job ends says nothing of those before it.
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
# Bytes by which a process of warm jobs may grow before a fresh one follows it, or this part of its bound if less.
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
    """Has one process for warm jobs at most."""

    def __init__(self) -> None:
        self._warm: _Worker | None = None

    def answer(self, request: list[Any]) -> tuple[str, bytes]:
        """Have a job done, and say how that ended."""
        *work, warm = request
        worker, self._warm = self._warm, None
        if worker is not None and not warm:  # a process of a job's own has no way to another
            worker.end()
            worker = None
        used = worker is not None
        worker = worker or _Worker(work, warm)
        end, data, grown = worker.do(work)
        if end == DONE:
            if warm and not grown:
                self._warm = worker
            else:
                worker.end()
        elif used and end != TIME:
            return self.answer(request)
        return end, data


class _Worker:
    """A process forked from this one, with its first job in hand."""

    def __init__(self, first: list[Any], warm: bool) -> None:
        self._first = True
        asked, self._requests = os.pipe()
        self._answers, given = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._requests)
            os.close(self._answers)
            _work(first, asked if warm else None, given)
        os.close(asked)
        os.close(given)

    def do(self, request: list[Any]) -> tuple[str, bytes, bool]:
        """Have a job done; gives how that ended, what it gave, and whether the process has grown by it."""
        until = time.monotonic() + _PATIENCE * request[1]
        try:
            if not self._first:
                with os.fdopen(os.dup(self._requests), "wb") as target:
                    write_frame(target, request)
            self._first = False
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


def _work(first: list[Any], further: int | None, answers: int) -> Never:
    """Do a job, and `further` ones until there are no more; a fault of one ends the process."""
    code, taken = BROKEN, 0
    try:
        _bound_all()
        source, target = None if further is None else os.fdopen(further, "rb"), os.fdopen(answers, "wb")
        size = _memory()
        request: list[Any] | None = first
        while request is not None:
            job, seconds, memory, data = request
            _bound(taken + seconds, memory, final=source is None)
            module, _, name = job.partition(":")
            answer: bytes = getattr(import_module(module), name)(data)
            write_frame(target, [answer, _memory() - size > min(_GROWN, memory // _PART)])
            request = read_frame(source) if source is not None else None
            taken = math.ceil(time.process_time())
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _memory() -> int:
    """Give the most bytes that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIB


def _bound_all() -> None:
    """Set what holds for all jobs of a process: it ends with its parent, and writes no file."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _bound(seconds: int, memory: int, *, final: bool) -> None:
    """Set how much processor time and memory there is; where that is `final`, no job can set more."""
    # the first limit of time ends it by a signal of its own, the second is for what would not heed that
    for kind, soft, hard in ((resource.RLIMIT_CPU, seconds, seconds + 1), (resource.RLIMIT_AS, memory, memory)):
        given = resource.getrlimit(kind)[1]
        most = hard if given == resource.RLIM_INFINITY else min(hard, given)
        resource.setrlimit(kind, (min(soft, most), most if final else given))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
