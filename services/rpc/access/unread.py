"""Connections whose clients go on sending and read nothing: nothing more is taken from them, then they are closed.

The gRPC library answers a ping as soon as it comes, and closes a connection on which too many come once that answer is
out. From a client that reads nothing it never is: the answers pile up in the library, which moves all of them for each
one more, on threads of its own that nobody else can hold back. The system knows of each connection how much has come
and how much of ours was taken, so such a client is seen from outside. Closed at once he would come again at once; so
the system first drops for a while whatever he sends, which costs nobody anything but him.
It goes on with that where the library ends such a connection itself, until it gives up sending him the rest.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import socket
import struct
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from services.logs import frames, log
from services.operation.sockets import FILES, borrowed, listed

EVERY: Final = 0.25
LONGEST: Final = 2.0
# Of the time, the share that looking may take, as long as that is no longer a pause than LONGEST.
SHARE: Final = 0.05
# Bytes that a client may send while it takes next to nothing of what waits for it: its system may take a little that
# it does not read itself.
MOST: Final = 64 * 1024
NEXT_TO_NOTHING: Final = 16 * 1024
# How long nothing is taken from them before they are closed.
MUTED_SECONDS: Final = 30.0
# What the library holds for each of them is memory.
MUTED_MOST: Final = 16
# Linux's option by which a filter decides what a socket takes; ours is one instruction that takes nothing.
_ATTACH_FILTER: Final = 26
_NOTHING: Final = ctypes.create_string_buffer(struct.pack("=HBBI", 0x06, 0, 0, 0))
# Where Linux tells, in what it says of a connection, the bytes taken by the other side, those that came, and those of
# ours that could not even be sent.
_INFO_SIZE: Final = 160
_COUNTS: Final = struct.Struct("=QQ8xI")
_COUNTS_AT: Final = 120


class _Seen(NamedTuple):
    """A file as it was at a look: which one it is, whether it is ours; bytes taken, and come when that last changed.

    `too_much` says that more had come since than may; a single look can meet an honest client in the middle of a long
    message, while one frame of ours waits.
    """

    inode: int
    ours: bool
    taken: int = 0
    came: int = 0
    too_much: bool = False


class UnreadWatch:
    """Mutes, then closes connections to our ports on which much comes and nothing is read; tells `closed` how many."""

    def __init__(self, ports: Collection[int], closed: Callable[[int], object]) -> None:
        self._ports = ports
        self._closed = closed
        self._known: dict[int, _Seen] = {}
        self._muted: dict[tuple[int, int], float] = {}

    async def run(self) -> None:
        """Look over them for ever."""
        if not listed():
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
                log.warning("connections closed", count=count, reason="they send and read nothing")
            await asyncio.sleep(min(LONGEST, max(EVERY, (time.perf_counter() - began) / SHARE)))

    def look(self) -> int:
        """Mute those that, two looks in a row, had sent too much since they last took anything; how many there were."""
        known, self._known = self._known, {}
        found = sum(self._look_at(int(name), known) for name in self._files())
        self._close_muted()
        return found

    def _files(self) -> Iterator[str]:
        yield from os.listdir(FILES)  # noqa: PTH208  (of thousands, as fast as can be)

    def _look_at(self, file: int, known: dict[int, _Seen]) -> bool:
        """Look at one file; whether it was a connection that had to be closed."""
        try:
            inode = os.fstat(file).st_ino
            before = known.get(file)
            if before is None or before.inode != inode:
                with borrowed(file, inode) as connection:
                    before = _Seen(inode, self._is_ours(connection))
            self._known[file] = before
            if not before.ours or (file, inode) in self._muted:
                return False
            with borrowed(file, inode) as connection:
                return self._judge(file, before, connection)
        except OSError:
            return False

    def _judge(self, file: int, before: _Seen, connection: socket.socket) -> bool:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_SIZE)
        if len(info) < _COUNTS_AT + _COUNTS.size:
            return False  # a system that does not count
        taken, came, waits = _COUNTS.unpack_from(info, _COUNTS_AT)
        if not waits or taken - before.taken > NEXT_TO_NOTHING:
            self._known[file] = before._replace(taken=taken, came=came, too_much=False)
            return False
        if came - before.came <= MOST:
            return False
        if not before.too_much:
            self._known[file] = before._replace(too_much=True)
            return False
        program = struct.pack("@HP", 1, ctypes.addressof(_NOTHING))
        connection.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, program)
        self._muted[file, before.inode] = time.monotonic() + MUTED_SECONDS
        return True

    def _close_muted(self) -> None:
        """Close those whose time is over, and the first of too many."""
        for place, until in list(self._muted.items()):
            file, inode = place
            seen = self._known.get(file)
            if seen is not None and seen.inode == inode:
                if len(self._muted) <= MUTED_MOST and time.monotonic() < until:
                    continue
                with suppress(OSError), borrowed(file, inode) as connection:
                    connection.shutdown(socket.SHUT_RDWR)
            del self._muted[place]

    def _is_ours(self, connection: socket.socket) -> bool:
        """Whether it is a connection to one of our ports."""
        if connection.family not in (socket.AF_INET, socket.AF_INET6) or connection.type != socket.SOCK_STREAM:
            return False
        if connection.getsockname()[1] not in self._ports:
            return False
        return not connection.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
