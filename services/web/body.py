"""The body of a request, read as far as somebody asks for it: what is not asked for waits at its sender."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from services.web.codecs import require_size

Receive = Callable[[], Awaitable[Any]]


class CallerLeft(Exception):
    """The connection ended before the request did."""


class Body:
    """Pieces of a body as they come."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._data = bytearray()
        self._given = False
        self.ended = False

    @property
    def waiting(self) -> int:
        """Bytes that have come and were not asked for."""
        return len(self._data)

    async def whole(self, most: int) -> bytes | None:
        """Give all of it, None the second time.

        Raises Limited.
        """
        if self._given:
            return None
        while await self._more():
            require_size(len(self._data), most)
        self._given = True
        return bytes(self._data)

    async def exactly(self, size: int) -> bytes:
        """Give the next so many bytes, fewer where it ends before."""
        while len(self._data) < size and await self._more():
            pass
        found = bytes(self._data[:size])
        if len(found) == size:
            del self._data[:size]
        return found

    async def _more(self) -> bool:
        """Wait for a piece; whether there was one.

        Raises CallerLeft.
        """
        if self.ended:
            return False
        message = await self._receive()
        if message["type"] != "http.request":
            raise CallerLeft
        self._data += message.get("body", b"")
        self.ended = not message.get("more_body", False)
        return True
