"""Requests and answers of HTTP that are no calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeAlias

from msgspec import Struct

from services.web.codecs import require_size

Headers: TypeAlias = list[tuple[bytes, bytes]]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
NOT_CHANGED: Final = 304


class Answered(Struct, frozen=True):
    """An answer: status, headers, body."""

    status: int
    headers: Headers
    body: bytes


async def answer(send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes = b"") -> None:
    """Answer at once; the length stands there where it is not that of the body."""
    rows = list(headers)
    if status != NOT_CHANGED and not any(name == b"content-length" for name, _ in rows):
        rows.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": rows})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class CallerLeft(Exception):
    """The connection ended before the request did."""


class Body:
    """The body of a request, read as far as somebody asks for it: the rest waits at its sender."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive

    async def whole(self, most: int) -> bytes:
        """Give all of it.

        Raises Limited, CallerLeft.
        """
        data, more = bytearray(), True
        while more:
            message = await self._receive()
            if message["type"] != "http.request":
                raise CallerLeft
            data += message.get("body", b"")
            require_size(len(data), most)
            more = message.get("more_body", False)
        return bytes(data)
