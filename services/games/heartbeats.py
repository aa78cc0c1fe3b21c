"""Which processes serve this store, by their heartbeats, so that what one leaves behind is done by another."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.record.log import StoreDown
from services.games.announcements import Announcement, Seal
from services.logs import log

if TYPE_CHECKING:
    from services.games.timing.server_time import SharedTime
    from services.store.redis_keys import KeyStore

PROCESSES: Final = "{clock}:processes"
_BEAT: Final = "{clock}:beat:"
_SAYS: Final = "{clock}:says:"
_ORDER: Final = "{clock}:drain:"
# Seconds without a heartbeat after which a process counts as gone.
GONE_SECONDS: Final = 3.0
NAME_SIZE: Final = 8
_LOOK_SECONDS: Final = 0.25


class _Other(NamedTuple):
    """Another process: its last counter, when it changed on our steady clock, and what it says of itself."""

    beat: bytes | None
    heard: float
    says: Announcement | None


class Processes:
    """The processes of a store; times are taken from our own steady clock, and no two machines' are compared.

    Without a `seal` nothing is announced, and nobody's announcement is believed.
    """

    def __init__(
        self,
        keys: KeyStore,
        *,
        gone: float = GONE_SECONDS,
        now: Callable[[], float] = time.monotonic,
        seal: Seal | None = None,
        name: bytes | None = None,
        time: SharedTime | None = None,
    ) -> None:
        self.name = name or secrets.token_bytes(NAME_SIZE)
        self._keys = keys
        self._gone = gone
        self._now = now
        self._seal = seal
        self._time = time
        self._count = 0
        # Set once somebody orders us to drain, and then how many seconds our streams go on.
        self.ordered = asyncio.Event()
        self.seconds = 0
        self._others: dict[bytes, _Other] = {}
        # When no process could serve, last, as far as we know: from and to, in ms of the server's time.
        self.outage: tuple[int, int] | None = None
        self._beaten: int | None = None
        self._lost = False
        self._ours: Announcement | None = None
        self._says: bytes | None = None

    # -- ourselves

    async def begin(self, *, believe_clock: bool = False) -> None:
        """Hear who is there, and take their time over, unless our own clock is to be believed; StoreDown."""
        self._beaten = None if self._time is None else await self._time.last_told()
        await self._begin(believe_clock=believe_clock)
        # while any process is there, one of them tells the time
        self._note_outage()

    async def _begin(self, *, believe_clock: bool) -> None:
        await self.look()
        if self._time is None or believe_clock or await self._time.begin():
            return
        until = self._now() + self._gone
        while self._others and self._now() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            if await self._time.begin_with_others():
                return

    async def announce(self, announcement: Announcement) -> None:
        """Say from now on what we serve, and where; StoreDown."""
        self._ours = announcement
        if self._seal is not None:
            self._says = self._seal.announce(announcement)
            await self._keys.set(_SAYS + self.name.hex(), self._says)

    @property
    def draining(self) -> bool:
        """Whether we take nothing over any more."""
        return self._ours is not None and self._ours.draining

    async def drain(self) -> None:
        """Say that we take nothing over any more, and leave what is due in our games to the others; StoreDown."""
        if self._ours is not None:
            await self.announce(replace(self._ours, draining=True))

    async def beat(self) -> bool:
        """Say that we are here; whether another process is gone, or leaves its games, since the last time."""
        try:
            changed = await self._beat()
        except StoreDown:
            self._lost = True
            # nobody could be heard meanwhile
            self._others = {name: other._replace(heard=self._now()) for name, other in self._others.items()}
            return False
        if self._lost or not self._others:
            self._note_outage()
        self._lost, self._beaten = False, None if self._time is None else self._time.now()
        return changed

    def _note_outage(self) -> None:
        """Note how long nobody served, where that was too long for a pause between two heartbeats."""
        if self._time is None or self._beaten is None:
            return
        now = self._time.now()
        if now - self._beaten >= 1000 * self._gone:
            self.outage = self._beaten, now
            log.warning("outage noted", ms=now - self._beaten)

    async def leave(self) -> None:
        """Say that we are gone; StoreDown."""
        await self._forget(self.name)

    # -- the others

    @property
    def others(self) -> list[bytes]:
        """Names of the processes that are there besides us, ascending."""
        return sorted(self._others)

    def announced(self) -> list[Announcement]:
        """What the processes besides us say of themselves, by name."""
        return [says for name in self.others if (says := self._others[name].says) is not None]

    def all_announce(self) -> bool:
        """Whether none of the others is of a release that does not say what it serves."""
        return len(self.announced()) == len(self._others)

    def who_serves(self, ruleset: str, edition: str | None, game: bytes = b"") -> list[Announcement]:
        """Give the other processes that serve an edition, in the order in which all ask them for this game."""
        return self.in_turn([says for says in self.announced() if says.serves(ruleset, edition)], game)

    def of_other_releases(self) -> list[Announcement]:
        """Give the other processes that are of another release than we are."""
        ours = self._ours.release if self._ours is not None else ""
        return [says for says in self.announced() if says.release != ours and not says.draining]

    def in_turn(self, found: list[Announcement], game: bytes) -> list[Announcement]:
        """Give processes in the order in which all ask them for this game."""
        return sorted(found, key=lambda says: _weight(says.name, game), reverse=True)

    def is_ours(self, game: bytes) -> bool:
        """Whether we are the one of our release who takes over a game: all who see the same processes say the same."""
        same = [name for name, other in self._others.items() if self._is_like_us(other.says)]
        return not self.draining and all(_weight(self.name, game) >= _weight(name, game) for name in same)

    def _is_like_us(self, says: Announcement | None) -> bool:
        if says is None or self._ours is None:
            return says is self._ours
        return says.editions == self._ours.editions and not says.draining

    async def order_to_drain(self, name: bytes, seconds: int) -> None:
        """Leave an order to drain for a process; StoreDown."""
        if self._seal is not None:
            await self._keys.set(_ORDER + name.hex(), self._seal.order(name, seconds))

    async def look(self) -> list[bytes]:
        """Look who is there, without a word of ours; the names of those gone since the last time; StoreDown."""
        members = set(await self._keys.common_members([PROCESSES])) - {self.name}
        gone = sorted(self._others.keys() - members)
        for name in gone:
            del self._others[name]
        for name in sorted(members):
            if not await self._heard(name):
                gone.append(name)
                self._others.pop(name, None)
        return gone

    async def _beat(self) -> bool:
        self._count += 1
        await self._keys.set(_BEAT + self.name.hex(), b"%d" % self._count)
        await self._say_again()
        if self.name not in await self._keys.common_members([PROCESSES]):
            await self._keys.add_members(PROCESSES, [self.name])
        before = self._draining_names()
        gone = await self.look()
        for name in gone:
            await self._forget(name)
        if gone:
            log.warning("processes gone", count=len(gone))
        if self._time is not None:
            await self._time.agree(leads=self._leads())
        await self._read_order()
        return bool(gone or self._draining_names() - before)

    async def _say_again(self) -> None:
        """Announce once more what is no longer in the store: others took us for gone while we stood still."""
        says, key = self._says, _SAYS + self.name.hex()
        if says is not None and await self._keys.get(key) != says:
            await self._keys.set(key, says)

    def _leads(self) -> bool:
        """Whether ours is the time that the others follow: that of the first of those that stay."""
        staying = [name for name, other in self._others.items() if other.says is None or not other.says.draining]
        return not staying or (not self.draining and self.name < min(staying))

    async def _read_order(self) -> None:
        data = await self._keys.get(_ORDER + self.name.hex())
        seconds = None if self._seal is None else self._seal.read_order(self.name, data)
        if seconds is not None and not self.ordered.is_set():
            self.seconds = seconds
            self.ordered.set()

    def _draining_names(self) -> set[bytes]:
        return {says.name for says in self.announced() if says.draining}

    async def _forget(self, name: bytes) -> None:
        await self._keys.drop_members(PROCESSES, [name])
        for key in (_BEAT, _SAYS, _ORDER):
            await self._keys.delete(key + name.hex())

    async def _heard(self, name: bytes) -> bool:
        """Whether a process has given a sign of life lately."""
        beat, now = await self._keys.get(_BEAT + name.hex()), self._now()
        says = self._read(name, await self._keys.get(_SAYS + name.hex()))
        known = self._others.get(name)
        if known is None or known.beat != beat:
            self._others[name] = _Other(beat, now, says)
            return True
        self._others[name] = known._replace(says=says)
        return now - known.heard <= self._gone

    def _read(self, name: bytes, data: bytes | None) -> Announcement | None:
        return None if self._seal is None else self._seal.read(name, data)


def _weight(name: bytes, game: bytes) -> bytes:
    return hashlib.sha256(name + game).digest()
