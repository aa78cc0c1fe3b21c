"""A client of the web edge that is made of sockets, so that a test can send whatever it likes and stop anywhere.

async with serve_web(folder) as toy:
    web = Web(toy.service)
    answer = await web.unary("Get", token, request)          # binary; codec="json" for JSON
    async for message in web.stream("Read", token, request): ...
    with pytest.raises(WebFault) as fault: ...               # fault.value.status is the google.rpc.Status
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToJson, Parse
from google.rpc import error_details_pb2, status_pb2

from tests.services.fixtures import ToyService, methods, serve_toy

SECONDS = 30
CODES = {
    "canceled": 1,
    "unknown": 2,
    "invalid_argument": 3,
    "deadline_exceeded": 4,
    "not_found": 5,
    "already_exists": 6,
    "permission_denied": 7,
    "resource_exhausted": 8,
    "failed_precondition": 9,
    "aborted": 10,
    "out_of_range": 11,
    "unimplemented": 12,
    "internal": 13,
    "unavailable": 14,
    "data_loss": 15,
    "unauthenticated": 16,
}


class WebFault(Exception):
    """A call that failed: its status as gRPC has it, and that of HTTP."""

    def __init__(self, status: status_pb2.Status, http: int) -> None:
        super().__init__(f"{http}: {status.message}")
        self.status = status
        self.http = http


class Answer:
    """What came back: the status of HTTP, headers with small letters, and pieces of the body as they come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self.status = 0
        self.headers: dict[str, str] = {}

    async def begin(self) -> None:
        """Read status and headers; those of an answer that says to go on are passed over."""
        async with asyncio.timeout(SECONDS):
            self.status = int((await self._reader.readline()).split()[1])
            self.headers = {}
            while line := (await self._reader.readline()).decode().strip():
                name, _, value = line.partition(":")
                self.headers[name.lower()] = value.strip()
        if self.status == 100:
            await self.begin()

    async def pieces(self) -> AsyncIterator[bytes]:
        """Read the body."""
        if "content-length" in self.headers:
            yield await self._reader.readexactly(int(self.headers["content-length"]))
            return
        while True:
            async with asyncio.timeout(SECONDS):
                size = int((await self._reader.readline()).strip() or b"0", 16)
                data = await self._reader.readexactly(size + 2)
            if not size:
                return
            yield data[:-2]

    async def body(self) -> bytes:
        """Read all of the body."""
        return b"".join([piece async for piece in self.pieces()])

    async def frames(self) -> AsyncIterator[tuple[int, bytes]]:
        """Read the frames of a stream: flags and content."""
        data = b""
        async for piece in self.pieces():
            data += piece
            while len(data) >= 5 and len(data) >= 5 + (size := int.from_bytes(data[1:5], "big")):
                yield data[0], data[5 : 5 + size]
                data = data[5 + size :]
        assert data == b""


class Web:
    """Calls to the web edge of a service."""

    def __init__(self, address: str) -> None:
        self.address = address
        host, _, port = address.rpartition(":")
        self._place = host.strip("[]"), int(port)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection(*self._place)

    @asynccontextmanager
    async def request(
        self, path: str, headers: dict[str, str], body: Iterable[bytes] = (), *, method: str = "POST", end: bool = True
    ) -> AsyncIterator[Answer]:
        """Send a request, its body in chunks where it is not one piece; `end` False leaves it open."""
        reader, writer = await self.connect()
        rows = {"host": self.address, "connection": "close", **headers}
        pieces = list(body)
        if len(pieces) == 1 and end:
            rows["content-length"] = str(len(pieces[0]))
        elif pieces or not end:
            rows["transfer-encoding"] = "chunked"
        writer.write(f"{method} {path} HTTP/1.1\r\n".encode())
        writer.write("".join(f"{name}: {value}\r\n" for name, value in rows.items()).encode() + b"\r\n")
        for piece in pieces:
            chunked = "transfer-encoding" in rows
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if chunked else piece)
        if "transfer-encoding" in rows and end:
            writer.write(b"0\r\n\r\n")
        answer = Answer(reader, writer)
        try:
            yield answer
        finally:
            writer.transport.abort()

    async def send(
        self, path: str, headers: dict[str, str], *body: bytes, method: str = "POST"
    ) -> tuple[Answer, bytes]:
        """Send a request; its answer and the body of that."""
        async with self.request(path, headers, body, method=method) as answer:
            await answer.begin()
            return answer, b"" if method == "HEAD" else await answer.body()

    async def unary(self, name: str, token: str | None, request: Any, *, codec: str = "proto", **headers: str) -> Any:
        """Call a method with one answer."""
        _, data = await self.answered(name, token, request, codec=codec, **headers)
        return _read(name, data, codec)

    async def answered(
        self, name: str, token: str | None, request: Any, *, codec: str = "proto", **headers: str
    ) -> tuple[Answer, bytes]:
        """Call a method with one answer; what came back, byte for byte.

        Raises WebFault.
        """
        sent = _headers(token, f"application/{codec}", headers)
        answer, data = await self.send(methods()[name].path, sent, _write(request, codec))
        if answer.status != 200:
            raise WebFault(status_of(json.loads(data)), answer.status)
        return answer, data

    async def stream(
        self, name: str, token: str | None, *requests: Any, codec: str = "proto", **headers: str
    ) -> AsyncIterator[bytes]:
        """Call a method with streams; its answers, byte for byte where the codec is binary.

        Raises WebFault at its end.
        """
        sent = _headers(token, f"application/connect+{codec}", headers)
        frames = [frame(_write(row, codec)) for row in requests]
        async with self.request(methods()[name].path, sent, frames) as answer:
            await answer.begin()
            async for message in messages(answer):
                yield _read(name, message, codec).SerializeToString() if codec == "json" else message

    def opened(
        self, name: str, token: str | None, *requests: Any, codec: str = "proto", end: bool = True, **headers: str
    ) -> AbstractAsyncContextManager[Answer]:
        """Begin a method with streams."""
        sent = _headers(token, f"application/connect+{codec}", headers)
        return self.request(methods()[name].path, sent, [frame(_write(row, codec)) for row in requests], end=end)


async def messages(answer: Answer) -> AsyncIterator[bytes]:
    """Give the messages of a stream.

    Raises WebFault where it ends with one.
    """
    ended = False
    async for flags, data in answer.frames():
        assert not ended
        if flags == 0:
            yield data
            continue
        assert flags == 2
        ended, said = True, json.loads(data)
        if "error" in said:
            raise WebFault(status_of(said["error"]), answer.status)
    assert ended


def frame(data: bytes, flags: int = 0) -> bytes:
    """Put a message in its frame."""
    return bytes([flags]) + len(data).to_bytes(4, "big") + data


def status_of(error: dict[str, Any]) -> status_pb2.Status:
    """Read an error of Connect as a status of gRPC."""
    status = status_pb2.Status(code=CODES[error["code"]], message=error["message"])
    for detail in error.get("details", ()):
        value = base64.b64decode(detail["value"] + "=" * (-len(detail["value"]) % 4))
        status.details.add(type_url=f"type.googleapis.com/{detail['type']}", value=value)
    return status


def _headers(token: str | None, kind: str, more: dict[str, str]) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return {"content-type": kind, **({} if token is None else {"authorization": f"Bearer {token}"}), **named}


def _write(request: Any, codec: str) -> bytes:
    if isinstance(request, bytes):
        return request
    return MessageToJson(request).encode() if codec == "json" else bytes(request.SerializeToString())


def _read(name: str, data: bytes, codec: str) -> Any:
    kind = methods()[name].response
    return Parse(data, kind()) if codec == "json" else kind.FromString(data)


@asynccontextmanager
async def serve_web(folder: Path, **settings: Any) -> AsyncIterator[tuple[ToyService, Web]]:
    """Serve the toy on two free ports."""
    async with serve_toy(folder, web="127.0.0.1:0", **settings) as toy:
        assert toy.service.web is not None
        yield toy, Web(toy.service.web.address)


def reason(fault: Any) -> tuple[int, str]:
    """Code and reason of a call that failed."""
    info = error_details_pb2.ErrorInfo()
    for detail in fault.value.status.details:
        detail.Unpack(info)
    return fault.value.status.code, info.reason


async def closed(reader: asyncio.StreamReader) -> bytes:
    """Wait until the other side has closed a connection; what came before."""
    async with asyncio.timeout(SECONDS):
        try:
            return await reader.read()
        except ConnectionError:
            return b""
