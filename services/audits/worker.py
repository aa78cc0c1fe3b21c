"""The process of one audit: reads a file, writes a report, and can do nothing else to the service.

`python -m services.audits.worker FIND SECONDS BYTES FINDINGS`: FIND names the function that finds rulesets, the others
are the limits of processor time, of memory and of findings of one code.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from importlib import import_module
from typing import Final

import msgspec

from replays.audit.audit import Find, audit

# Exit codes besides 0.
OUT_OF_MEMORY: Final = 3
_DEATH_SIGNAL: Final = 1
_NICENESS: Final = 10


def main(find: str, seconds: int, memory: int, most: int) -> int:
    """Audit what stands on stdin; the exit code."""
    _limit(seconds, memory)
    try:
        report = audit(sys.stdin.buffer.read(), find=_function(find), most=most)
        sys.stdout.buffer.write(msgspec.msgpack.encode(report))
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _limit(seconds: int, memory: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)  # it ends with the service, however that ends
    os.nice(_NICENESS)
    # the first limit ends it by a signal of its own, the second is for what would not heed that
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _function(name: str) -> Find:
    module, _, function = name.partition(":")
    found: Find = getattr(import_module(module), function)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
