"""Slots: how many calls may be open at once by address, by connection and by token, and who gives way to whom."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv6Address, ip_network
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from services.rpc.errors import Limited

V6_PREFIX: Final = 64
STREAMS: Final = 64
# How long the refusal of a call without a token waits, and how many of them do at once.
LATE_SECONDS: Final = 5.0
LATE_MOST: Final = 4_096
# Look-ups at once of an address, and in all.
LOOKUPS_AT_ONCE: Final = 8
LOOKUPS_RUNNING: Final = 32


OPEN_CALLS: Final = "too many calls without a token are open: close one"
LOOKED_UP: Final = "too many tokens are being looked up: come again"


class Room(Struct, frozen=True):
    """Most calls that may be open at once: on a connection, from an address, in all."""

    connection: int
    address: int
    total: int


PROBES: Final = Room(16, 64, 256)
HEALTH_STREAMS: Final = Room(4, 64, 256)
REFLECTIONS: Final = Room(2, 8, 16)
LOOKUPS: Final = Room(256, 1_024, 4_096)


def address_of(peer: str) -> str:
    """Name the address that a call comes from; one network of IPv6 counts as one."""
    kind, _, rest = unquote(peer).partition(":")
    host = rest.rpartition(":")[0].strip("[]")
    if kind != "ipv6" or not host:
        return f"{kind}:{host}"
    address = IPv6Address(host.partition("%")[0])
    mapped = address.ipv4_mapped
    return f"ipv4:{mapped}" if mapped else f"ipv6:{ip_network((address, V6_PREFIX), strict=False)}"


class OpenSlots:
    """Slots of calls that no token stands for; who finds none is told the problem and the pause, in seconds."""

    def __init__(self, room: Room, problem: str = OPEN_CALLS, pause: Callable[[], float] = lambda: 1.0) -> None:
        self._room = room
        self._problem = problem
        self._pause = pause
        self._connections: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._total = 0

    @contextmanager
    def take(self, peer: str) -> Iterator[None]:
        """Hold a slot.

        Raises Limited where connection, address or all have theirs.
        """
        address, room = address_of(peer), self._room
        full = self._connections[peer] >= room.connection or self._addresses[address] >= room.address
        if full or self._total >= room.total:
            raise Limited(self._problem, self._pause(), reason="open-calls")
        self._total += 1
        self._connections[peer] += 1
        self._addresses[address] += 1
        try:
            yield
        finally:
            self._total -= 1
            _give_back(self._connections, peer)
            _give_back(self._addresses, address)


class LateRefusals:
    """Lets the refusals of calls without a token wait: whoever is refused at once comes again at once."""

    def __init__(self, seconds: float = LATE_SECONDS, most: int = LATE_MOST) -> None:
        self._seconds = seconds
        self._most = most
        self.waiting = 0

    async def wait(self) -> None:
        """Wait before a refusal, unless too many do; spread, so that they do not all come again in one moment."""
        if self.waiting >= self._most:
            return
        self.waiting += 1
        try:
            await asyncio.sleep(self._seconds * random.uniform(0.5, 1.5))
        finally:
            self.waiting -= 1


class LookupSlots:
    """Turns of tokens that this process does not know yet: so many at once, address by address in turn.

    Where all that may wait do, the newest of the address that has most of them gives way. Who is refused is asked to
    come again after `pause()` seconds, as on a busy service, and after one at least.
    """

    def __init__(
        self,
        room: Room = LOOKUPS,
        running: int = LOOKUPS_RUNNING,
        at_once: int = LOOKUPS_AT_ONCE,
        *,
        pause: Callable[[], float] = lambda: 1.0,
    ) -> None:
        def seconds() -> float:
            return max(1.0, pause())

        self._pause = seconds
        self._slots = OpenSlots(Room(room.connection, room.address, 2 * room.total), LOOKED_UP, seconds)
        self._most_waiting = room.total
        self._most_running = running
        self._at_once = at_once
        self._running: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.running = 0
        self.waiting = 0

    @asynccontextmanager
    async def take(self, peer: str) -> AsyncIterator[None]:
        """Wait for a turn.

        Raises Limited where too many wait.
        """
        address = address_of(peer)
        with self._slots.take(peer):
            await self._turn(address)
            try:
                yield
            finally:
                self._finish(address)

    async def _turn(self, address: str) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(waiting)
        self.waiting += 1
        self._give_turns()
        if self.waiting > self._most_waiting:
            self._refuse_one()
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting in self._queues.get(address, ()):
                self._queues[address].remove(waiting)
                self._forget(address)
            elif not waiting.cancelled() and waiting.exception() is None:
                self._finish(address)  # its turn had just come
            raise

    def _finish(self, address: str) -> None:
        self.running -= 1
        _give_back(self._running, address)
        self._give_turns()

    def _give_turns(self) -> None:
        while self.running < self._most_running:
            free = (address for address in self._queues if self._running[address] < self._at_once)
            address = next(free, None)
            if address is None:
                return
            waiting = self._queues[address].popleft()
            self._queues.move_to_end(address)
            self._forget(address)
            if not waiting.done():  # whose caller has left does not wait any more
                self.running += 1
                self._running[address] += 1
                waiting.set_result(None)

    def _refuse_one(self) -> None:
        address = max(self._queues, key=lambda other: len(self._queues[other]))
        refused = self._queues[address].pop()
        self._forget(address)
        if not refused.done():
            refused.set_exception(Limited(LOOKED_UP, self._pause(), reason="open-calls"))

    def _forget(self, address: str) -> None:
        self.waiting -= 1
        if not self._queues[address]:
            del self._queues[address]


class Stream(Struct, eq=False):
    """An open stream: whose it is, where it comes from, and what ends it."""

    kid: str
    peer: str
    address: str
    end: Callable[[], object]


class StreamSlots:
    """Streams of tokens; who shares a token shares its streams, evenly by address and by connection."""

    def __init__(self, most: int = STREAMS) -> None:
        self.most = most
        self._streams: dict[str, list[Stream]] = {}

    @property
    def count(self) -> int:
        """Number of open streams; the figures ask for it on a thread of theirs."""
        return sum(len(streams) for streams in list(self._streams.values()))

    @contextmanager
    def take(self, kid: str, peer: str, end: Callable[[], object]) -> Iterator[None]:
        """Hold a slot; where all are taken, the newest stream of whoever holds most gives way through its `end`.

        Raises Limited where that is the caller.
        """
        streams = self._streams.setdefault(kid, [])
        mine = Stream(kid, peer, address_of(peer), end)
        if len(streams) >= self.most:
            loser = _who_gives_way(streams, mine)
            if loser is None:
                raise Limited(f"this token has {self.most} streams open: close one", 1, reason="streams")
            streams.remove(loser)
            loser.end()
        streams.append(mine)
        try:
            yield
        finally:
            if mine in streams:
                streams.remove(mine)
            if not streams and self._streams.get(kid) is streams:
                del self._streams[kid]


def _who_gives_way(streams: list[Stream], mine: Stream) -> Stream | None:
    """Find the newest stream of the address, or of the connection in it, that holds more than its even share."""
    addresses = Counter(stream.address for stream in streams)
    address, held = addresses.most_common(1)[0]
    if held > addresses[mine.address] + 1:
        return next(stream for stream in reversed(streams) if stream.address == address)
    connections = Counter(stream.peer for stream in streams if stream.address == mine.address)
    if connections:
        peer, held = connections.most_common(1)[0]
        if held > connections[mine.peer] + 1:
            return next(stream for stream in reversed(streams) if stream.peer == peer)
    return None


def _give_back(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
