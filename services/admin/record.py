"""The record of what operators did: a chain of rows in the store, each naming the hash of the one before."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from services.logs import log
from services.store.redis_keys import Time

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from services.store.redis_keys import KeyStore

RECORD: Final = "{admin}:record:"
_TAG: Final = b"adjudicator/1/admin record\0"
# Rows that are read at once, at most.
PAGE: Final = 1000
# Rows that are read at once to be shown: as many as an answer takes.
SHOWN: Final = 200


class Row(Struct, frozen=True, array_like=True):
    """One act: when (ms), by which key id, which verb, on which game, why, with what, after which row.

    `game` is None where the act is not about one; `outcome` is "begun", "done" or what went wrong.
    """

    time: Time
    kid: str
    verb: str
    game: bytes | None
    reason: str
    outcome: str
    detail: str
    before: bytes


# A row that was altered so that it can not be read; it follows from none.
UNREADABLE: Final = Row(0, "", "", None, "", "can not be read", "", b"")


class AdminRecord:
    """Writes and reads the record; rows are never changed."""

    def __init__(self, keys: KeyStore, now: Callable[[], int]) -> None:
        self._keys = keys
        self._now = now
        self._count = 0
        self._head = bytes(32)
        # count and head change together, over what is awaited
        self._lock = asyncio.Lock()

    async def write(
        self, kid: str, verb: str, game: bytes | None, reason: str, outcome: str = "done", detail: str = ""
    ) -> int:
        """Add a row; its number. StoreDown."""
        async with self._lock:
            number = 0
            while True:
                await self._catch_up()
                if self._count < number:
                    # the place is taken, and yet no row is there: a key that is none, behind which it goes on
                    self._count, self._head = number, hash_of(b"")
                number = self._count + 1
                row = Row(self._now(), kid, verb, game, reason, outcome, detail, self._head)
                data = msgspec.msgpack.encode(row)
                if await self._keys.put_if_absent(_key(number), data):
                    self._count, self._head = number, hash_of(data)
                    log.warning("admin", method=verb, kid=kid, game=game.hex() if game else None, reason=outcome)
                    return number

    async def rows(self, after: int = 0) -> AsyncIterator[tuple[int, Row, bool]]:
        """Give the rows after one, each with its number and whether it follows from the one before; StoreDown.

        Rows behind one that is missing are given too: whoever takes one away hides no other.
        """
        last = (await self._page(after - 1, 1))[0] if after else None
        head = hash_of(last or b"") if after else bytes(32)
        while set(page := await self._page(after, SHOWN)) != {None}:
            for number, data in enumerate(page, after + 1):
                if data is None:
                    continue
                try:
                    row = msgspec.msgpack.decode(data, type=Row)
                except (ValueError, RecursionError):  # the latter by lists within lists, very deep
                    row = UNREADABLE
                yield number, row, row.before == head
                head = hash_of(data)
            after += SHOWN

    async def _catch_up(self) -> None:
        """Read on to the end, which another process may have moved, past gaps: what is missing is not filled up."""
        count = SHOWN
        while True:
            found = await self._page(self._count, count)
            there = [(number, data) for number, data in enumerate(found, self._count + 1) if data is not None]
            if not there:
                return
            self._count, self._head = there[-1][0], hash_of(there[-1][1])
            count = PAGE

    async def _page(self, after: int, count: int) -> list[bytes | None]:
        return await self._keys.get_many([_key(number) for number in range(after + 1, after + count + 1)])


def hash_of(data: bytes) -> bytes:
    """Hash a row as it is stored."""
    return hashlib.sha256(_TAG + data).digest()


def _key(number: int) -> str:
    return f"{RECORD}{number:010d}"
