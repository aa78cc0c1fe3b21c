"""Which processes serve this store, by their heartbeats, so that what one leaves behind is done by another."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.record.log import StoreDown
from services.logs import log

if TYPE_CHECKING:
    from services.store.redis_keys import KeyStore

PROCESSES: Final = "{clock}:processes"
_BEAT: Final = "{clock}:beat:"
# Seconds without a heartbeat after which a process counts as gone.
GONE_SECONDS: Final = 3.0


class Processes:
    """The processes of a store; times are taken from our own steady clock, and no two machines' are compared."""

    def __init__(
        self, keys: KeyStore, *, gone: float = GONE_SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = secrets.token_bytes(8)
        self._keys = keys
        self._gone = gone
        self._now = now
        self._count = 0
        self._others: dict[bytes, tuple[bytes | None, float]] = {}

    async def beat(self) -> bool:
        """Say that we are here; whether another process is gone since the last time."""
        try:
            return await self._beat()
        except StoreDown:
            # nobody could be heard meanwhile
            self._others = {name: (value, self._now()) for name, (value, _) in self._others.items()}
            return False

    async def leave(self) -> None:
        """Say that we are gone; StoreDown."""
        await self._keys.drop_members(PROCESSES, [self.name])
        await self._keys.delete(_BEAT + self.name.hex())

    def is_ours(self, game: bytes) -> bool:
        """Whether we are the one who takes over a game: all who see the same processes say the same."""
        return all(_weight(self.name, game) >= _weight(name, game) for name in self._others)

    async def _beat(self) -> bool:
        self._count += 1
        await self._keys.set(_BEAT + self.name.hex(), b"%d" % self._count)
        members = set(await self._keys.common_members([PROCESSES]))
        if self.name not in members:
            await self._keys.add_members(PROCESSES, [self.name])
        left = self._others.keys() - members
        for name in left:
            del self._others[name]
        silent = [name for name in sorted(members - {self.name}) if not await self._heard(name)]
        for name in silent:
            self._others.pop(name, None)
            await self._keys.drop_members(PROCESSES, [name])
            await self._keys.delete(_BEAT + name.hex())
        if left or silent:
            log.warning("processes gone", count=len(left) + len(silent))
        return bool(left or silent)

    async def _heard(self, name: bytes) -> bool:
        """Whether a process has given a sign of life lately."""
        value, now = await self._keys.get(_BEAT + name.hex()), self._now()
        known = self._others.get(name)
        if known is None or known[0] != value:
            self._others[name] = value, now
            return True
        return now - known[1] <= self._gone


def _weight(name: bytes, game: bytes) -> bytes:
    return hashlib.sha256(name + game).digest()
