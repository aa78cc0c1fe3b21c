"""The limits of a process that works beside the service, from its own side."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Final

# Exit code of a process that has no memory left.
OUT_OF_MEMORY: Final = 3
_DEATH_SIGNAL: Final = 1
_NICENESS: Final = 10


def limit(seconds: int, memory: int) -> None:
    """Limit this process to so much processor time and memory; it writes no file, and ends with the service."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)  # however that ends
    os.nice(_NICENESS)
    # the first limit ends it by a signal of its own, the second is for what would not heed that
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
