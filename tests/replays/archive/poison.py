"""Jobs for bounded processes that go wrong as no audit should."""

import os
import resource
import signal
import sys
import time
from pathlib import Path

from replays.archive.audit.job import audit_bytes, prepare

__all__ = ["prepare"]
JOB = "tests.replays.archive.poison:audit_or_worse"
# Seconds of the processor that a job spins for: much less than its bound, of which a busy machine may give it a part.
SPUN = 0.25
_left: list[bytes] = []


def audit_or_worse(data):
    """Audit a file, but for those that say how to go wrong."""
    for beginning, worse in WORSE.items():
        if data.startswith(beginning):
            return worse(data)
    return audit_bytes(data)


def _hang(_data):
    while True:
        pass


def _eat(_data):
    return len([bytes(1 << 24) for _ in range(1 << 10)])


def _die(_data):
    os.kill(os.getpid(), signal.SIGKILL)


def _die_used(data):
    return _die(data) if _left else audit_bytes(data)


def _end_keeper(_data):
    os.kill(os.getppid(), signal.SIGKILL)


def _print(data):
    print("among the answers", flush=True)
    sys.stdout.buffer.write(b"and more")
    return audit_bytes(data)


def _raise_bounds(data):
    for kind in (resource.RLIMIT_CPU, resource.RLIMIT_AS):
        resource.setrlimit(kind, (1 << 40, resource.getrlimit(kind)[1]))
    return audit_bytes(data)


def _raise(_data):
    raise ValueError("a fault of the code")


def _spin(data):
    until = time.process_time() + SPUN
    while time.process_time() < until:
        pass
    return _leave(data)


def _leave(data):
    _left.append(data)
    return b"%d" % len(_left)


WORSE = {
    b"hang": _hang,
    b"eat": _eat,
    b"die where others were": _die_used,
    b"die": _die,
    b"end the keeper": _end_keeper,
    b"print": _print,
    b"raise the bounds": _raise_bounds,
    b"raise": _raise,
    b"spin": _spin,
    b"leave": _leave,
}


def do_or_end(gate, do, *arguments):
    """Do a job, but end the process of the worker that has it where something is at the gate, which goes with it."""
    try:
        Path(gate).unlink()
    except FileNotFoundError:
        return do(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def end_at(poison, number):
    """Give a number back, but end the process of whatever worker has the one that is poison."""
    if number == poison:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def once(done, number):
    """Give a number back, but end the process of the worker where something at a path says that it was given before."""
    if Path(done).exists():
        os.kill(os.getpid(), signal.SIGKILL)
    Path(done).touch()
    return number


def while_held(hold, number):
    """Turn a number round, once nothing is at a path any more."""
    while Path(hold).exists():
        time.sleep(0.01)
    return -number


def first_again_at(done, gate, number):
    """Give a number back; nought tells its process the first time, and waits for a gate to be there the next."""
    if number == 0:
        if Path(done).exists():
            while not Path(gate).exists():
                time.sleep(0.01)
        Path(done).write_text(str(os.getpid()))
    return number
