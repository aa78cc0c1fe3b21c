"""One call from the web as those see it who serve it: the same to them as a call by gRPC."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from ipaddress import ip_address
from typing import Any, Final, NoReturn

import grpc

from services.operation.calls import REQUEST_ID
from services.rpc.access.statuses import DETAILS, Status
from services.rpc.errors import Unsupported
from services.rpc.wire_values import Invalid
from services.web.body import Body, CallerLeft
from services.web.wire import Headers, Wire

Send = Callable[[Any], Awaitable[None]]
# What of the headers means something to a handler, or goes along to another process.
PASSED: Final = frozenset({b"authorization", b"x-request-id", b"traceparent", b"tracestate"})


class Aborted(Exception):
    """The call has ended with a status that is not OK."""


class WebContext:
    """A call; its answer goes out by `send` as its protocol `wire` writes it, each with the headers `always`."""

    def __init__(self, wire: Wire, headers: Headers, body: Body, send: Send, *, peer: str, always: Headers) -> None:
        self._wire = wire
        self._body = body
        self._send = send
        self._peer = peer
        self._always = always
        self._metadata = tuple(
            (key.decode("latin-1"), value.decode("latin-1")) for key, value in headers if key in PASSED
        )
        self._trailing: tuple[tuple[str, Any], ...] = ()
        self._answers: list[bytes] = []
        self._started = False
        self._status: Status | None = None
        self._until: float | None = None
        self._refused: Exception | None = None
        self._take(dict(headers))

    def _take(self, headers: Mapping[bytes, bytes]) -> None:
        """Look how the call is written; what is wrong with that is told once it is known whose it is."""
        try:
            seconds = self._wire.seconds(headers)
            self._until = None if seconds is None else time.monotonic() + seconds
            self._wire.require(headers)
        except (Invalid, Unsupported) as fault:
            self._refused = fault

    # -- what handlers see

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """Give the headers that mean something to a handler."""
        return self._metadata

    def peer(self) -> str:
        """Say from where the call comes."""
        return self._peer

    def peer_identities(self) -> None:
        """No process of the deployment calls from the web."""

    def time_remaining(self) -> float | None:
        """Give the seconds that the caller still waits."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    async def read(self) -> Any:
        """Give the next message in binary, grpc.aio.EOF behind the last.

        Raises Invalid, Unsupported, Limited.
        """
        if self._refused is not None:
            raise self._refused
        try:
            data = await self._wire.read(self._body)
        except CallerLeft:
            raise asyncio.CancelledError from None
        return grpc.aio.EOF if data is None else await self._wire.codec.read(data)

    async def messages(self) -> AsyncIterator[Any]:
        """Give all messages."""
        while (data := await self.read()) is not grpc.aio.EOF:
            yield data

    async def write(self, message: bytes, /) -> None:
        """Send a message; of a call with one answer it waits for the end."""
        written = await self._wire.codec.write(message)
        if not self._wire.stream:
            self._answers.append(written)
            return
        await self._start(None)
        await self._send_body(self._wire.pack(written), more=True)

    async def send_initial_metadata(self, _initial_metadata: Any, /) -> None:
        """Begin the answer of a stream."""
        if self._wire.stream:
            await self._start(None)

    def set_trailing_metadata(self, trailing_metadata: Iterable[tuple[str, Any]], /) -> None:
        """Set what goes back behind the answer."""
        self._trailing = tuple(trailing_metadata)

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Iterable[tuple[str, Any]] = (), /
    ) -> NoReturn:
        """End the call with a status."""
        found = tuple(trailing_metadata)
        packed = [value for key, value in found if key == DETAILS]
        self._status = Status.FromString(packed[0]) if packed else Status(code=code.value[0], message=details)
        self._trailing = tuple((key, value) for key, value in found if key != DETAILS)
        raise Aborted

    # -- what the edge does

    @property
    def streams(self) -> bool:
        """Whether its answer goes out piece by piece."""
        return self._wire.stream

    async def finish(self, status: Status | None = None) -> None:
        """Send what is left: the answer, or the status that the call ended with, or this one."""
        status = self._status or status
        if self._started:
            await self._send_body(self._wire.end(status, self._behind), more=False)
            return
        last = self._wire.end(status, self._behind)
        data = b"".join([*(self._answers if status is None else ()), last])
        await self._start(status, None if self._wire.stream else len(data))
        await self._send_body(data, more=False)

    @property
    def _behind(self) -> tuple[tuple[str, Any], ...]:
        """What goes back behind the answer; the request id stands before it, and clients would read it twice."""
        return tuple((key, value) for key, value in self._trailing if key != REQUEST_ID)

    async def _start(self, status: Status | None, length: int | None = None) -> None:
        if self._started:
            return
        self._started = True
        start = self._wire.start(status, self._behind)
        ids = [(key.encode(), value.encode()) for key, value in self._trailing if key == REQUEST_ID]
        sized = [] if length is None else [(b"content-length", str(length).encode())]
        await self._send(
            {
                "type": "http.response.start",
                "status": start.status,
                "headers": [*start.headers, *sized, *ids, *self._always],
            }
        )

    async def _send_body(self, data: bytes, *, more: bool) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


def peer_of(client: tuple[str, int] | None, connection: tuple[str, int] | None) -> str:
    """Write a peer as the gRPC library does; what a proxy says of it counts where it is an address."""
    for found in (client, connection):
        try:
            host, port = ip_address(found[0] if found else ""), found[1] if found else 0
        except ValueError:
            continue
        return f"ipv4:{host}:{port}" if host.version == 4 else f"ipv6:[{host}]:{port}"  # noqa: PLR2004  (IPv4)
    return "unix:"
