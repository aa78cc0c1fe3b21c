"""Connect and gRPC-Web as the library connectrpc reads and writes them; messages stay bytes, calls see to the rest.

One application serves every method, since handlers are found by path elsewhere: it has a path for calls whose messages
are whole bodies and one for calls whose messages stand in frames, and one limit of size.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, Protocol

import grpc
from connectrpc.code import Code
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import any_pb2
from google.protobuf.json_format import MessageToDict
from protobuf.wkt import Any as Packed
from protobuf.wkt import Value

from services.rpc.access.statuses import Status
from services.rpc.errors import Limited, Unsupported
from services.rpc.wire_values import Invalid
from services.web.answers import Answered
from services.web.codecs import unzipped

UNARY, FRAMED = "/unary", "/framed"
CODES: Final[Mapping[int, Code]] = {
    code.value[0]: Code["CANCELED" if code is grpc.StatusCode.CANCELLED else code.name]
    for code in grpc.StatusCode
    if code is not grpc.StatusCode.OK
}
Unread = Invalid | Limited | Unsupported


class Call(Protocol):
    """What a call does while the library reads and writes it."""

    def begin(self, context: RequestContext[bytes, bytes]) -> None:
        """See its headers, before anything of its body is read.

        Raises Told.
        """

    async def one(self, request: bytes) -> bytes:
        """Answer a request that has come whole.

        Raises Told.
        """

    def many(self, requests: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Answer requests that come one by one.

        Raises Told.
        """

    async def end(self, error: Exception | None) -> None:
        """End, before the status is written.

        Raises Told in place of an error that is none.
        """


CALL: Final[ContextVar[Call]] = ContextVar("CALL")


class Told(ConnectError):
    """A status of ours."""

    def __init__(self, status: Status, *, spelled_out: bool) -> None:
        details = [_Detail(detail, spelled_out=spelled_out) for detail in status.details]
        super().__init__(CODES[status.code], status.message, details)


class _Detail(ErrorDetail):
    """A detail as it was packed; beside it what it says, for those who speak JSON."""

    def __init__(self, detail: any_pb2.Any, *, spelled_out: bool) -> None:
        super().__init__(Packed(type_url=detail.type_url, value=detail.value))
        self._shown: Value | None = None
        if spelled_out:
            with suppress(TypeError):  # a message that only another release knows
                shown = MessageToDict(detail)
                shown.pop("@type", None)
                self._shown = Value.from_python(shown.get("value", shown))

    def value(self, _kind: Any = None, /) -> Any:
        """Give what it says."""
        return self._shown


class _Bytes:
    """Messages as they came: what is JSON is made of them, and read, beside the event loop where that takes long."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name

    def encode(self, message: bytes) -> bytes:
        return message

    def decode(self, data: bytes | bytearray, _kind: Any) -> bytes:
        return bytes(data)


class _OneMember(GzipCompression):
    """Gzip of one member: a request of many small ones would be copied once for each."""

    def decompress(self, data: bytes | bytearray | memoryview, read_max_bytes: int | None = None) -> bytes:
        try:
            return unzipped(bytes(data), read_max_bytes or 0) if data else b""
        except Limited as fault:
            raise ConnectError(Code.RESOURCE_EXHAUSTED, str(fault)) from None


class _Seen:
    """Tells a call of its beginning and of its end."""

    async def on_start(self, ctx: RequestContext[bytes, bytes]) -> Call:
        call = CALL.get()
        call.begin(ctx)
        return call

    async def on_end(self, token: Call, _ctx: RequestContext[bytes, bytes], error: Exception | None, /) -> None:
        await token.end(error)


class _Application(ConnectASGIApplication[None]):
    @property
    def path(self) -> str:
        return "/"


@cache
def application(most: int) -> Any:
    """Give what reads and writes calls, each message of at most so many bytes."""
    return _Application(
        service=None,
        endpoints=lambda _: {
            UNARY: Endpoint.unary(_method(StreamType.UNARY), lambda request, _: CALL.get().one(request)),
            FRAMED: Endpoint.bidi_stream(_method(StreamType.BIDI_STREAM), lambda found, _: CALL.get().many(found)),
        },
        interceptors=[_Seen()],
        read_max_bytes=most,
        compressions=[_OneMember()],
        codecs=[_Bytes("proto"), _Bytes("json")],
    )


def _method(kind: StreamType) -> MethodInfo[bytes, bytes]:
    level = IdempotencyLevel.UNKNOWN
    return MethodInfo(
        name=kind.name, service_name="", input=bytes, output=bytes, idempotency_level=level, stream_type=kind
    )


def unread(error: Exception, most: int) -> Unread | None:
    """Say in our words why the library could not read a request; None of any other error.

    Its own words are kept where they name sizes and places alone, not what was sent.
    """
    if not isinstance(error, ConnectError):
        return None
    if error.code is Code.RESOURCE_EXHAUSTED:
        return Limited(f"a request of more than {most} bytes: this method takes no more", reason="size")
    if error.code is Code.UNIMPLEMENTED:
        return Unsupported("messages are taken here as they are, or compressed by gzip")
    if error.code in (Code.INVALID_ARGUMENT, Code.INTERNAL):
        return Invalid("", f"the request can not be read: {error.message}")
    return None


class _Refused:
    """A call that is refused at once."""

    def __init__(self, status: Status) -> None:
        self._status = status

    def begin(self, _context: RequestContext[bytes, bytes]) -> None:
        raise Told(self._status, spelled_out=False)


async def refusal(status: Status) -> Answered:
    """Write a status as Connect does."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": UNARY,
        "root_path": "",
        "headers": [(b"content-type", b"application/json")],
    }
    before = CALL.set(_Refused(status))  # type: ignore[arg-type]
    try:
        await application(0)(scope, None, send)
    finally:
        CALL.reset(before)
    start, body = sent
    length = (b"content-length", str(len(body["body"])).encode())
    return Answered(start["status"], [*start["headers"], length], body["body"])
