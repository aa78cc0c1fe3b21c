"""Connections by address: whoever has more than its share loses the newest of them.

The gRPC library takes a connection in before anybody sees it, and has no hook for that. So the sockets of this process
are looked over from time to time, and those beyond an address's share are shut down, whether they have sent anything or
not; to the library that is a client that went away.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote

from services.logs import frames, log
from services.operation.sockets import FILES, borrowed, listed, place_of
from services.rpc.access.slots import address_of
from services.rpc.access.unread import UnreadWatch

EVERY: Final = 0.25
# Of the time, the share that looking may take, as long as that is no longer a pause than LONGEST.
SHARE: Final = 0.2
LONGEST: Final = 1.0
# Connections of an address to the port for processes of which none has shown a certificate of the deployment.
UNPROVEN: Final = 64
# Calls without a valid token, and none with one between them, from which on their connection is closed.
STRANGE_CALLS: Final = 500
# Connections that are remembered as proven, or for calls without a token, between two looks.
KEPT: Final = 16_384


def watches(
    address: str, peers: str, most: int, proven: Proven, strangers: Strangers, closed: Callable[[int], object]
) -> Iterator[ConnectionWatch | UnreadWatch]:
    """Limit the connections of an address to ours, 0 for any number, and those of nobody we know to the other port.

    Where they are limited strangers are closed who call on and on. Whoever sends and reads nothing loses his
    connection at both.
    """
    public, other = place_of(address), place_of(peers)
    if most and isinstance(public, int):
        yield ConnectionWatch(public, most, closed, strangers=strangers)
    if isinstance(other, int):
        yield ConnectionWatch(other, UNPROVEN, closed, proven=proven)
    yield UnreadWatch({place for place in (public, other) if isinstance(place, int)}, closed)


class _Seen(NamedTuple):
    """A file as it was at a look: which one it is, the look that saw it first, and who is connected by it, if any."""

    inode: int
    look: int
    address: str
    peer: str = ""


class Proven:
    """Connections over which a process has called that showed a certificate of the deployment."""

    def __init__(self) -> None:
        self._peers: dict[str, None] = {}

    def __contains__(self, peer: str) -> bool:
        """Whether a connection is one of them."""
        return peer in self._peers

    def note(self, peer: str) -> None:
        """Remember the connection of a peer, as the library names it."""
        self._peers[unquote(peer)] = None
        if len(self._peers) > KEPT:
            del self._peers[next(iter(self._peers))]

    def keep(self, peers: Collection[str]) -> None:
        """Forget the connections that are no more: their ports are anybody's."""
        for peer in [peer for peer in list(self._peers) if peer not in peers]:
            self._peers.pop(peer, None)


class Strangers:
    """Calls without a valid token by the connection that they come over, since the last one there that had one."""

    def __init__(self) -> None:
        self._calls: dict[str, int] = {}
        self._far = False

    def failed(self, peer: str) -> None:
        """Count a call of a peer, as the library names it."""
        name = unquote(peer)
        count = self._calls[name] = self._calls.pop(name, 0) + 1
        self._far = self._far or count >= STRANGE_CALLS
        if len(self._calls) > KEPT:
            del self._calls[next(iter(self._calls))]

    def known(self, peer: Callable[[], str]) -> None:
        """Forget what a peer did before a call with a valid token."""
        if self._calls:
            self._calls.pop(unquote(peer()), None)

    @property
    def any_far(self) -> bool:
        """Whether there may be connections that are to be closed."""
        return self._far

    def take_far(self, peers: Collection[str]) -> set[str]:
        """Give those of these connections that are to be closed, and forget them, and those that are no more."""
        self._far = False
        calls = list(self._calls.items())
        far = {peer for peer, count in calls if count >= STRANGE_CALLS}
        for peer in [peer for peer, _ in calls if peer in far or peer not in peers]:
            self._calls.pop(peer, None)
        return far


class ConnectionWatch:
    """Keeps the connections of each address to a port of ours at `most`; `closed` is told how many were shut down.

    Those that are `proven` are not counted and never closed; those of `strangers` who call on and on are closed too.
    """

    def __init__(
        self,
        port: int,
        most: int,
        closed: Callable[[int], object],
        *,
        proven: Proven | None = None,
        strangers: Strangers | None = None,
    ) -> None:
        self._port = port
        self._most = most
        self._closed = closed
        self._proven = Proven() if proven is None else proven
        self._strangers = Strangers() if strangers is None else strangers
        self._looks = 0
        self._known: dict[int, _Seen] = {}

    async def run(self) -> None:
        """Look over them for ever."""
        if not listed():
            log.warning("connections not limited", reason="this system does not list the files of a process")
            return
        while True:
            began = time.perf_counter()
            try:
                count = await asyncio.to_thread(self.look)
            except Exception as error:  # noqa: BLE001  (whatever it is, the next look may do)
                log.error("internal error", kind=type(error).__name__, frames=frames(error))
                count = 0
            if count:
                self._closed(count)
                log.warning("connections closed", count=count)
            await asyncio.sleep(min(LONGEST, max(EVERY, (time.perf_counter() - began) / SHARE)))

    def look(self) -> int:
        """Shut down what is beyond a share, the newest first, and strangers; how many that were."""
        files = os.listdir(FILES)  # noqa: PTH208  (of thousands, as fast as can be)
        if len(files) <= self._most and not self._strangers.any_far:
            return 0
        self._looks += 1
        self._known = dict(self._seen(files))
        peers = {seen.peer for seen in self._known.values()}
        self._proven.keep(peers)
        far = self._strangers.take_far(peers)
        shares: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for file, seen in self._known.items():
            if seen.address and seen.peer not in self._proven:
                shares[seen.address].append((seen.look, file))
        beyond = [file for share in shares.values() for _, file in sorted(share)[self._most :]]
        beyond += [file for file, seen in self._known.items() if seen.peer in far and file not in beyond]
        return sum(self._shut(file) for file in beyond)

    def _seen(self, files: Iterable[str]) -> Iterator[tuple[int, _Seen]]:
        """Give what each file is: one that was there at the last look is not looked at again."""
        for name in files:
            file = int(name)
            try:
                inode = os.fstat(file).st_ino
            except OSError:
                continue
            known = self._known.get(file)
            yield file, known if known is not None and known.inode == inode else self._new(file, inode)

    def _new(self, file: int, inode: int) -> _Seen:
        try:
            with borrowed(file, inode) as connection:
                peer = self._peer_of(connection)
                return _Seen(inode, self._looks, address_of(peer) if peer else "", peer)
        except OSError:
            return _Seen(inode, self._looks, "")

    def _peer_of(self, connection: socket.socket) -> str:
        """Say as the library does from where a connection to our port comes, "" where it is none."""
        ours = connection.getsockname()
        if not isinstance(ours, tuple) or ours[1] != self._port:
            return ""
        host, port = connection.getpeername()[:2]
        host = host.removeprefix("::ffff:")
        return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"

    def _shut(self, file: int) -> bool:
        """Shut a connection down, if the file still is the one that was looked at."""
        try:
            with borrowed(file, self._known[file].inode) as connection:
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return False
        return True
