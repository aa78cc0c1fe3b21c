"""Registers over HTTP: the files of a folder, under their names, and nothing else."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

PREFIX: Final = "/register/"
_NAME: Final = r"(?:event/[0-9a-f]{32}|day/[0-9]{4}-[0-9]{2}-[0-9]{2})"
_TILE: Final = r"tile/(?:[0-9]|[1-5][0-9]|6[0-3]|entries)/(?:x[0-9]{3}/){0,5}[0-9]{3}(?:\.p/[0-9]{1,3})?"
_PATH: Final = re.compile(rf"({_NAME})/(checkpoint|key|{_TILE})")
TEXT: Final = b"text/plain; charset=utf-8"
BYTES: Final = b"application/octet-stream"

Headers = list[tuple[bytes, bytes]]


class RegisterFiles:
    """Gives the files of registers; `refresh` brings one up before its checkpoint or key is given, by its path."""

    def __init__(self, folder: Path, refresh: Callable[[str], Awaitable[object]] | None = None) -> None:
        self._folder = folder
        self._refresh = refresh

    async def find(self, path: str) -> tuple[int, Headers, bytes]:
        """Give status, headers and bytes of a path below the registers: "" lists them."""
        if not path:
            names = await asyncio.to_thread(self._names)
            return 200, _headers(TEXT, b"no-cache"), "".join(f"{name}\n" for name in names).encode()
        found = _PATH.fullmatch(path)
        if found is None:
            return 404, _headers(TEXT, b"no-cache"), b""
        name, part = found.groups()
        if not part.startswith("tile/") and self._refresh is not None:
            await self._refresh(name)
        try:
            data = (self._folder / name / part).read_bytes()
        except OSError:
            return 404, _headers(TEXT, b"no-cache"), b""
        if part.startswith("tile/"):
            return 200, _headers(BYTES, b"public, max-age=31536000, immutable"), data
        return 200, _headers(TEXT, b"no-cache"), data

    def _names(self) -> list[str]:
        return sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in self._folder.glob("*/*/checkpoint"))

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer a request of ASGI."""
        if scope["type"] != "http":
            return
        inside = scope["path"].startswith(PREFIX) and scope["method"] in ("GET", "HEAD")
        status, headers, data = await self.find(scope["path"].removeprefix(PREFIX)) if inside else (404, [], b"")
        await answer(send, status, headers, data, bare=scope["method"] == "HEAD")


def _headers(kind: bytes, caching: bytes) -> Headers:
    return [(b"content-type", kind), (b"cache-control", caching), (b"x-content-type-options", b"nosniff")]


async def answer(send: Any, status: int, headers: Headers, data: bytes, *, bare: bool = False) -> None:
    """Send an answer; `bare` leaves out what it holds."""
    rows = [*headers, (b"content-length", str(len(data)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": rows})
    await send({"type": "http.response.body", "body": b"" if bare else data, "more_body": False})
