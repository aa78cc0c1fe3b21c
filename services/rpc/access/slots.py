"""Slots: how many calls may be open at once by address, by connection and by token, and who gives way to whom."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv6Address, ip_network
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from services.rpc.errors import Limited

V6_PREFIX: Final = 64
STREAMS: Final = 64
LOOKUPS_AT_ONCE: Final = 8


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
    """Slots of calls that no token stands for."""

    def __init__(self, room: Room) -> None:
        self._room = room
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
            raise Limited("too many calls without a token are open: close one", 1, reason="open-calls")
        self._total += 1
        self._connections[peer] += 1
        self._addresses[address] += 1
        try:
            yield
        finally:
            self._total -= 1
            _give_back(self._connections, peer)
            _give_back(self._addresses, address)


class LookupSlots:
    """Turns of tokens that this process does not know yet, a few of an address at once."""

    def __init__(self) -> None:
        self._slots = OpenSlots(LOOKUPS)
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, peer: str) -> AsyncIterator[None]:
        """Wait for a turn.

        Raises Limited where too many wait.
        """
        address = address_of(peer)
        with self._slots.take(peer):
            turns = self._turns.setdefault(address, asyncio.Semaphore(LOOKUPS_AT_ONCE))
            self._users[address] += 1
            try:
                async with turns:
                    yield
            finally:
                _give_back(self._users, address)
                if address not in self._users:
                    del self._turns[address]


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
            if not streams:
                self._streams.pop(kid, None)


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
