"""Jobs for bounded processes that go wrong as no audit should."""

import os
import signal
import sys

from replays.archive.audit.job import audit_bytes, prepare

__all__ = ["prepare"]
JOB = "tests.replays.archive.poison:audit_or_worse"


def audit_or_worse(data):
    """Audit a file, but for those that say how to go wrong."""
    if data.startswith(b"hang"):
        while True:
            pass
    if data.startswith(b"eat"):
        return len([bytes(1 << 24) for _ in range(1 << 10)])
    if data.startswith(b"die"):
        os.kill(os.getpid(), signal.SIGKILL)
    if data.startswith(b"end the keeper"):
        os.kill(os.getppid(), signal.SIGKILL)
    if data.startswith(b"print"):
        print("among the answers", flush=True)
        sys.stdout.buffer.write(b"and more")
    if data.startswith(b"raise"):
        raise ValueError("a fault of the code")
    return audit_bytes(data)
