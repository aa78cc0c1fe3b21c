"""Server time: the machine's clock, whose jumps are not believed at once, and which all processes of a store share.

A clock that jumps ahead would let every time to answer run out in that moment. Between two looks the time goes on as a
steady clock says; where the clock that counts has gone elsewhere, ours follows it by a tenth of the time that passes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from services.logs import log

if TYPE_CHECKING:
    from services.games.announcements import Seal
    from services.store.redis_keys import KeyStore

# Milliseconds that a clock is set by in the ordinary course of things.
ORDINARY: Final = 1_000
_SHARE: Final = 10
_NS: Final = 1_000_000
_KEY: Final = "{clock}:time"
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class ServerTime:
    """Tells the time; `wall()` and `steady()` are in nanoseconds."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        """Begin with the machine's clock as it is."""
        self._wall = wall
        self.steady = steady
        self._time, self._seen = wall(), steady()
        self._away = False
        self._followed: tuple[int, bool] | None = None

    def begin_at(self, offset: int) -> None:
        """Begin so many nanoseconds ahead of the steady clock, whatever the machine's clock says."""
        self._seen = self.steady()
        self._time = self._seen + offset

    def follow(self, offset: int | None, *, exact: bool = True) -> None:
        """Follow a time so many nanoseconds ahead of the steady clock from now on; None is the machine's clock.

        One that is not exact is followed only while it is further away than an ordinary correction.
        """
        self._followed = None if offset is None else (offset, exact)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.now_ns() // _NS

    def now_ns(self) -> int:
        """Nanoseconds since 1970."""
        steady = self.steady()
        passed, self._seen = steady - self._seen, steady
        gap = self._gap(self._time + passed, steady)
        step = min(abs(gap), passed // _SHARE) if abs(gap) > ORDINARY * _NS else abs(gap)
        if gap < 0:
            step = min(step, passed)  # it never goes back
        self._time += passed + (step if gap > 0 else -step)
        return self._time

    def _gap(self, now: int, steady: int) -> int:
        """How far the clock that counts is ahead of ours."""
        wall = self._wall() - now
        away = abs(wall) > ORDINARY * _NS
        if away and not self._away:
            log.error("clock jumped", ms=wall // _NS)
        self._away = away
        if self._followed is None:
            return wall
        offset, exact = self._followed
        gap = steady + offset - now
        return gap if exact or abs(gap) > ORDINARY * _NS else 0


class Sighting(Struct, frozen=True, array_like=True):
    """The time of the process that leads, in ns, when the steady clock of its machine's run stood at `steady`."""

    boot: str
    steady: int
    time: int


class SharedTime:
    """Lets the processes of a store have one time: one of them leads, and the others follow it.

    Processes of one machine have one steady clock, so there the time is shared exactly, and outlives them all until
    the machine starts anew; between machines to about a second. Only what is sealed with the deployment's secret is
    believed, and of a machine's run nothing that is older than what was heard of it.
    """

    def __init__(self, keys: KeyStore, own: ServerTime, seal: Seal, *, boot: str | None = None) -> None:
        self._keys = keys
        self._own = own
        self._seal = seal
        # How far the steady clock of each run of a machine has come, as we have heard.
        self._latest: dict[str, int] = {}
        self._boot = _boot_id() if boot is None else boot
        self._last: Sighting | None = None
        self._agreed = False

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._own.now()

    async def last_told(self) -> int | None:
        """Give when a process of the store last told the time, in ms; None where none ever has; StoreDown."""
        seen = await self._read()
        return None if seen is None else seen.time // _NS

    async def begin(self) -> bool:
        """Take the time over that others of this machine have left; whether there was one; StoreDown."""
        seen = self._last = await self._read()
        if seen is None or not self._is_ours(seen):
            return False
        self._own.begin_at(seen.time - seen.steady)
        return True

    async def begin_with_others(self) -> bool:
        """Take over another machine's time; whether a process there has told it since the last look; StoreDown."""
        before, seen = self._last, await self._read()
        self._last = seen
        if seen is None or seen == before:
            return False
        self._own.begin_at(seen.time - self._own.steady())
        return True

    async def agree(self, *, leads: bool) -> None:
        """Lead, or follow whoever leads; StoreDown."""
        first, self._agreed = not self._agreed, True
        if leads:
            self._own.follow(None)
            steady, now = self._own.steady(), self._own.now_ns()
            said = msgspec.msgpack.encode(Sighting(self._boot, steady, now))
            self._latest[self._boot] = steady
            await self._keys.set(_KEY, self._seal.tell_time(said))
            return
        before, seen = self._last, await self._read()
        self._last = seen
        if seen is None:
            return
        if first and seen != before:
            # we have begun at the same time as whoever leads, and neither could know of the other
            self._own.begin_at(seen.time - (seen.steady if self._is_ours(seen) else self._own.steady()))
        if self._is_ours(seen):
            self._own.follow(seen.time - seen.steady)
        elif seen != before:
            self._own.follow(seen.time - self._own.steady(), exact=False)

    def _is_ours(self, seen: Sighting) -> bool:
        return self._boot != "" and seen.boot == self._boot and seen.steady <= self._own.steady()

    async def _read(self) -> Sighting | None:
        data = await self._keys.get(_KEY)
        said = None if data is None else self._seal.read_time(data)
        try:
            seen = None if said is None else msgspec.msgpack.decode(said, type=Sighting)
        except msgspec.MsgspecError:
            return None  # of a release that says something else
        if seen is None:
            return None
        if seen.steady < self._latest.get(seen.boot, seen.steady):
            return self._last  # said before, and written again by somebody
        self._latest[seen.boot] = seen.steady
        return seen


def _boot_id() -> str:
    """Name this run of the machine, within which all processes have one steady clock; "" where that is not known."""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return ""
