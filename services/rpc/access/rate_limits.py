"""How many calls a credential or an address may make: token buckets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from services.rpc.access.slots import address_of
from services.rpc.errors import Limited

KEPT: Final = 10_000


class Rate(Struct, frozen=True):
    """Calls a second, and calls at once."""

    each_second: float
    burst: int


COMMANDS: Final = Rate(5, 20)
READS: Final = Rate(20, 40)
FAILURES: Final = Rate(10 / 60, 10)
PROBES: Final = Rate(20, 40)
# Files of pages: one page has a handful, and a hall may share one address.
FILES: Final = Rate(50, 300)


class Rates:
    """Buckets by key id and address; nothing is refused unless `limited`. `clock()` is in seconds."""

    def __init__(self, clock: Callable[[], float], *, limited: bool) -> None:
        self.limited = limited
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, kid: str, *, command: bool) -> None:
        """Take one call out of a credential's bucket.

        Raises Limited where it is empty.
        """
        self._take("command" if command else "read", kid, COMMANDS if command else READS)

    def failed(self, peer: str) -> None:
        """Take one failed login out of an address's bucket; calls with a valid token are not counted there.

        Raises Limited where it is empty.
        """
        if self.limited and self._left("login", address_of(peer), FAILURES, 1) < 0:
            self._left("login", address_of(peer), FAILURES, -1)
            raise Limited("too many calls without a valid token from this address", 60, reason="logins")

    def probed(self, peer: str) -> None:
        """Take one call that needs no token out of an address's bucket.

        Raises Limited where it is empty.
        """
        if self.limited and self._left("probe", address_of(peer), PROBES, 1) < 0:
            self._left("probe", address_of(peer), PROBES, -1)
            raise Limited("too many calls without a token from this address", 1, reason="probes")

    def fetched(self, peer: str) -> None:
        """Take one file of a page out of an address's bucket.

        Raises Limited where it is empty.
        """
        if self.limited and self._left("file", address_of(peer), FILES, 1) < 0:
            self._left("file", address_of(peer), FILES, -1)
            raise Limited("too many files fetched from this address", 1, reason="files")

    def _take(self, kind: str, key: str, rate: Rate) -> None:
        if self._left(kind, key, rate, 1) < 0:
            self._left(kind, key, rate, -1)
            raise Limited(f"more than {rate.each_second:g} calls a second with this token", 1, reason="rate")

    def _left(self, kind: str, key: str, rate: Rate, spent: int) -> float:
        now = self._clock()
        level, then = self._buckets.pop((kind, key), (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - then) * rate.each_second) - spent
        self._buckets[kind, key] = level, now
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return level
