"""The sockets of this process, which the gRPC library opens and shows to nobody.

Its own stop answers calls that arrive meanwhile with CANCELLED, as if their callers had given up. Shut down by us, to
the library a listener is one that takes no more, and a connection one whose client went away; to a client it is a
connection lost, which is UNAVAILABLE.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

FILES: Final = Path("/proc/self/fd")


def listed() -> bool:
    """Whether this system lists the files of a process."""
    return FILES.is_dir()


def place_of(address: str) -> int | str:
    """Name what listens at an address: its port, or the path of a Unix socket."""
    return address.removeprefix("unix:") if address.startswith("unix:") else int(address.rpartition(":")[2])


def shut_listeners(places: Collection[int | str]) -> int:
    """Take no more connections at our ports and paths; how many listeners there were."""
    return sum(_shut(own) for own in _ours(places) if _listens(own))


def shut_connections(places: Collection[int | str]) -> int:
    """End the connections to our ports and paths; how many there were."""
    return sum(_shut(own) for own in _ours(places) if not _listens(own))


def borrowed(file: int, inode: int | None = None) -> socket.socket:
    """Open a file of the library's a second time, so that it stays what it is while it is looked at.

    Raises OSError where it is no socket, is closed already, or is not the one with this inode: the library closes and
    opens connections meanwhile, and a number that is free goes to the next.
    """
    copy = os.dup(file)
    if inode is not None and os.fstat(copy).st_ino != inode:
        os.close(copy)
        raise OSError(errno.EBADF, "another file has this number by now")
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise


def _ours(places: Collection[int | str]) -> Iterator[socket.socket]:
    for name in os.listdir(FILES):  # noqa: PTH208  (of thousands, as fast as can be)
        try:
            own = borrowed(int(name))
        except OSError:
            continue
        with own:
            if _place(own) in places:
                yield own


def _place(own: socket.socket) -> int | str | None:
    try:
        name = own.getsockname()
    except OSError:
        return None
    if isinstance(name, tuple):
        return int(name[1]) if own.family in (socket.AF_INET, socket.AF_INET6) else None
    return name or None


def _listens(own: socket.socket) -> bool:
    return bool(own.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def _shut(own: socket.socket) -> bool:
    try:
        own.shutdown(socket.SHUT_RDWR)
    except OSError:
        return False
    return True
