"""Server time: the machine's clock, whose jumps are not believed at once.

A clock that jumps ahead would let every time to answer run out in that moment. Between two looks the time goes on as a
steady clock says; where the machine's clock has gone elsewhere, ours follows it by a tenth of the time that passes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from services.logs import log

# Milliseconds that a clock is set by in the ordinary course of things.
ORDINARY: Final = 1_000
_SHARE: Final = 10
_NS: Final = 1_000_000


class ServerTime:
    """Tells the time; `wall()` and `steady()` are in nanoseconds."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        """Begin with the machine's clock as it is."""
        self._wall = wall
        self._steady = steady
        self._time, self._seen = wall(), steady()
        self._away = False

    def now(self) -> int:
        """Milliseconds since 1970."""
        steady = self._steady()
        passed, self._seen = steady - self._seen, steady
        gap = self._wall() - (self._time + passed)
        away = abs(gap) > ORDINARY * _NS
        if away and not self._away:
            log.error("clock jumped", ms=gap // _NS)
        step = min(abs(gap), passed // _SHARE) if away else abs(gap)
        if gap < 0:
            step = min(step, passed)  # it never goes back
        self._time += passed + (step if gap > 0 else -step)
        self._away = away
        return self._time // _NS
