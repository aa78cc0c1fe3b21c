"""What a process says of itself in the store: what it serves, and where other processes reach it."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from services.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

_PURPOSE: Final = "announcement"


class Announcement(Struct, frozen=True):
    """A process: its release, the editions it serves by ruleset, and the host:port at which other processes reach it.

    `began` is its server time at its start, in ms. One that is `draining` takes nothing over.
    """

    name: bytes
    release: str
    editions: dict[str, str]
    address: str
    began: int = 0
    draining: bool = False

    def serves(self, ruleset: str, edition: str | None) -> bool:
        """Whether a game of this edition can be played there; None is any edition of the ruleset."""
        found = self.editions.get(ruleset)
        return found is not None and not self.draining and edition in (None, found)


class Seal:
    """Writes and reads what only holders of the deployment's secret can write; `derive` gives 32 bytes by purpose."""

    def __init__(self, derive: Callable[[str], bytes]) -> None:
        self._key = derive(_PURPOSE)

    def announce(self, announcement: Announcement) -> bytes:
        """Write an announcement with its code of authenticity."""
        data = msgspec.msgpack.encode(announcement)
        return self._code(b"says", data) + data

    def read(self, name: bytes, data: bytes | None) -> Announcement | None:
        """Read the announcement of a process; None where there is none that this deployment has written."""
        if data is None:
            return None
        code, body = data[:32], data[32:]
        if not hmac.compare_digest(code, self._code(b"says", body)):
            log.warning("announcement refused", fault="not written with this deployment's master.secret")
            return None
        try:
            found = msgspec.msgpack.decode(body, type=Announcement)
        except msgspec.MsgspecError:
            return None  # of a release that says something else
        return found if found.name == name else None

    def order(self, name: bytes, seconds: int) -> bytes:
        """Write the order to a process to drain, and to wait so long until its streams end."""
        data = b"%d" % seconds
        return self._code(b"drain" + name, data) + data

    def read_order(self, name: bytes, data: bytes | None) -> int | None:
        """Read the seconds of an order to drain; None where there is none that this deployment has written."""
        if data is None or not hmac.compare_digest(data[:32], self._code(b"drain" + name, data[32:])):
            return None
        return int(data[32:])

    def tell_time(self, data: bytes) -> bytes:
        """Write what the process that leads says of the time."""
        return self._code(b"time", data) + data

    def read_time(self, data: bytes) -> bytes | None:
        """Read what was said of the time; None where this deployment has not written it."""
        if hmac.compare_digest(data[:32], self._code(b"time", data[32:])):
            return data[32:]
        log.warning("time refused", fault="not written with this deployment's master.secret")
        return None

    def _code(self, kind: bytes, data: bytes) -> bytes:
        return hmac.digest(self._key, kind + b"\0" + data, "sha256")
