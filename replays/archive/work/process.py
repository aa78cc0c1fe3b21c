"""A process that works on one file after the other, each in a process of its own, forked from it and bounded.

`python -m replays.archive.work.process MODULE...` imports the modules once and calls the function `prepare` of each, so
that a file costs a fork and no start.
A request on standard input is [job, seconds, memory, data]: `job` names a function of bytes that gives bytes, as
"module:function". The answer on standard output is [end, data]. It ends when its input does.
"""

from __future__ import annotations

import ctypes
import gc
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
# Seconds of the clock that a file may take, for each of its processor's: it shares the machine.
_PATIENCE: Final = 4
_READ: Final = 1 << 20
_MOST: Final = 1 << 30


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
        import_module(module).prepare()
    gc.freeze()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # which goes nowhere: whatever a job prints must not stand among the answers
    while (request := read_frame(requests)) is not None:
        try:
            write_frame(answers, _answer(*request))
        except (Left, BrokenPipeError):
            break
    return 0


def _answer(job: str, seconds: int, memory: int, data: bytes) -> tuple[str, bytes]:
    """Do a job in a process of its own, and say how that ended."""
    mine, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(mine)
        _work(job, (seconds, memory), data, its)
    os.close(its)
    try:
        found = _read(mine, time.monotonic() + _PATIENCE * seconds)
    except Left:
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        os.close(mine)
    if found is None:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return (TIME, b"") if found is None else (_end(os.waitstatus_to_exitcode(status)), found)


def _end(code: int) -> str:
    """Say in a word how a process ended: done, what of its bounds it had spent, or by which signal or code."""
    if code < 0 and -code != signal.SIGXCPU:
        return signal.Signals(-code).name
    return {0: DONE, OUT_OF_MEMORY: MEMORY, -signal.SIGXCPU: TIME}.get(code, f"exit code {code}")


def _read(pipe: int, until: float) -> bytes | None:
    """Read all of an answer; None where it is not there in time, or too long.

    Raises Left where nobody waits for it any more.
    """
    parts: list[bytes] = []
    while sum(map(len, parts)) <= _MOST:
        ready, _, _ = select.select([pipe, 0], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return None
        if 0 in ready:  # nothing is asked while an answer is awaited: this is the end of the input
            raise Left
        part = os.read(pipe, _READ)
        if not part:
            return b"".join(parts)
        parts.append(part)
    return None


def _work(job: str, bounds: tuple[int, int], data: bytes, target: int) -> Never:
    code = BROKEN
    try:
        _bound(*bounds)
        module, _, name = job.partition(":")
        answer: bytes = getattr(import_module(module), name)(data)
        with os.fdopen(target, "wb") as out:
            out.write(answer)
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _bound(seconds: int, memory: int) -> None:
    _die_with_parent()
    # the first limit ends it by a signal of its own, the second is for what would not heed that
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
