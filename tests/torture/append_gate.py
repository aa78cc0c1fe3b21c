"""A gate to the store that reads what goes through it, and stops everything at one point of one append."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

from tests.services.gate import Gate

# Points of an append: before it is sent; once it is sent; once the store has answered it, and the answer is lost; once
# it is answered, and the WAIT behind it is never sent; once the WAIT is answered, and that answer is lost; after all.
POINTS: Final = ("before it is sent", "sent", "written", "before WAIT", "copied", "after")
CHUNK: Final = 65_536


class AppendGate(Gate):
    """Forwards RESP; once `arm` was called, the next append is led to its point, and then nothing goes through.

    Until `lead_to` leads to another server; `reached` is set in between.
    """

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.reached = asyncio.Event()
        self._point = ""
        self._stopped = False

    def arm(self, point: str) -> None:
        """Stop at this point of the next append."""
        self.reached.clear()
        self._point = point

    def stop_all(self) -> None:
        """Let nothing through any more."""
        self._point = ""
        self._stopped = True
        self.reached.set()

    def lead_to(self, target: int) -> None:
        """Take new connections to another port, and end those that there are."""
        self._stopped = False
        super().lead_to(target)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(back)
        line = _Line(self, writer, back)
        await asyncio.gather(line.requests(reader), line.replies(there))

    @property
    def point(self) -> str:
        """Where the next append is stopped, empty where it is not."""
        return self._point

    @property
    def stopped(self) -> bool:
        """Whether nothing goes through."""
        return self._stopped


class _Line:
    """One connection through the gate: for each request that was forwarded, what happens to its reply."""

    def __init__(self, gate: AppendGate, client: asyncio.StreamWriter, store: asyncio.StreamWriter) -> None:
        self._gate = gate
        self._client = client
        self._store = store
        self._due: deque[str] = deque()
        self._ours = False

    async def requests(self, reader: asyncio.StreamReader) -> None:
        """Forward what the client asks."""
        rest = b""
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                whole, rest = _split(rest + data)
                for request in whole:
                    self._request(request)
                await self._store.drain()
        self._store.transport.abort()

    def _request(self, request: bytes) -> None:
        gate = self._gate
        if gate.stopped:
            return
        what = ""
        if gate.point and not self._ours and b":log:" in request and b":feed" in request:
            self._ours = True
            if gate.point == "before it is sent":
                gate.stop_all()
                return
            what = {"written": "lose", "before WAIT": "last"}.get(gate.point, "")
            if gate.point == "sent":
                self._store.write(request)
                gate.stop_all()
                return
        elif self._ours and request.startswith(b"*3\r\n$4\r\nWAIT\r\n"):
            if gate.point in ("before WAIT", "written"):
                return
            what = {"copied": "lose", "after": "last"}.get(gate.point, "")
            self._ours = False
        self._due.append(what)
        self._store.write(request)

    async def replies(self, reader: asyncio.StreamReader) -> None:
        """Forward what the store answers."""
        rest = b""
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                whole, rest = _split(rest + data)
                for reply in whole:
                    self._reply(reply)
                await self._client.drain()
        self._client.transport.abort()

    def _reply(self, reply: bytes) -> None:
        what = self._due.popleft() if self._due else ""
        if what == "lose":
            self._gate.stop_all()
        if not self._gate.stopped:
            self._client.write(reply)
        if what == "last":
            self._gate.stop_all()


def _split(data: bytes) -> tuple[list[bytes], bytes]:
    """Split what came into whole RESP values and the rest."""
    whole, at = [], 0
    while (end := _end(data, at)) is not None:
        whole.append(data[at:end])
        at = end
    return whole, data[at:]


def _end(data: bytes, at: int) -> int | None:
    """Find the end of the value that begins here, None where it is not all there."""
    line = data.find(b"\r\n", at)
    if line < 0:
        return None
    kind, after = data[at : at + 1], line + 2
    if kind in b"*$" and int(data[at + 1 : line]) >= 0:
        return _end_of_parts(data, kind, int(data[at + 1 : line]), after)
    return after


def _end_of_parts(data: bytes, kind: bytes, count: int, at: int) -> int | None:
    if kind == b"$":
        return at + count + 2 if len(data) >= at + count + 2 else None
    for _ in range(count):
        end = _end(data, at)
        if end is None:
            return None
        at = end
    return at
