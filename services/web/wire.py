"""The protocols of the web edge, to the byte: Connect for one message, Connect for streams, gRPC-Web."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol
from urllib.parse import quote

from google.protobuf import any_pb2
from google.protobuf.json_format import MessageToDict
from msgspec import Struct

from services.rpc.access.statuses import DETAILS, Status
from services.rpc.errors import Unsupported
from services.rpc.wire_values import Invalid
from services.web.body import Body
from services.web.codecs import Codec, require_size, unzipped

Headers = list[tuple[bytes, bytes]]
Metadata = Sequence[tuple[str, Any]]
FRAME: Final = 5
COMPRESSED, CONNECT_END, GRPC_END = 0x01, 0x02, 0x80
OK: Final = 200
_CODES: Final[Mapping[int, tuple[str, int]]] = {
    1: ("canceled", 499),
    2: ("unknown", 500),
    3: ("invalid_argument", 400),
    4: ("deadline_exceeded", 504),
    5: ("not_found", 404),
    6: ("already_exists", 409),
    7: ("permission_denied", 403),
    8: ("resource_exhausted", 429),
    9: ("failed_precondition", 400),
    10: ("aborted", 409),
    11: ("out_of_range", 400),
    12: ("unimplemented", 501),
    13: ("internal", 500),
    14: ("unavailable", 503),
    15: ("data_loss", 500),
    16: ("unauthenticated", 401),
}
_MILLISECONDS: Final = re.compile(r"[0-9]{1,10}")
_GRPC_TIMEOUT: Final = re.compile(r"([0-9]{1,8})([HMSmun])")
_UNITS: Final = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}


class Start(Struct, frozen=True):
    """How an answer begins."""

    status: int
    headers: Headers


class Wire(Protocol):
    """One way to write a call: `stream` says that its answer is sent piece by piece, each in a frame."""

    stream: bool
    codec: Codec

    def require(self, headers: Mapping[bytes, bytes]) -> None:
        """Refuse what is not spoken here.

        Raises Invalid, Unsupported.
        """

    def seconds(self, headers: Mapping[bytes, bytes]) -> float | None:
        """Give how long the caller waits, None where it does not say.

        Raises Invalid.
        """

    async def read(self, body: Body) -> bytes | None:
        """Give the next message as it was sent, None behind the last."""

    def start(self, status: Status | None, metadata: Metadata) -> Start:
        """Begin an answer."""

    def pack(self, data: bytes) -> bytes:
        """Write a message of an answer."""

    def end(self, status: Status | None, metadata: Metadata) -> bytes:
        """Write what is behind the last message."""


class _Connect:
    """What both forms of Connect have in common."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec

    _encoding = b"content-encoding"
    _zipped = False

    def require(self, headers: Mapping[bytes, bytes]) -> None:
        """Take version 1, and messages as they are or by gzip."""
        if headers.get(b"connect-protocol-version", b"1") != b"1":
            raise Invalid("", "the header connect-protocol-version must be 1")
        self._zipped = _is_zipped(headers.get(self._encoding, b""))

    def seconds(self, headers: Mapping[bytes, bytes]) -> float | None:
        """Read Connect-Timeout-Ms."""
        given = headers.get(b"connect-timeout-ms")
        if given is None:
            return None
        if not _MILLISECONDS.fullmatch(given.decode("latin-1")):
            raise Invalid("", "the header connect-timeout-ms must be a number of at most ten digits")
        return int(given) / 1000

    def _error(self, status: Status) -> dict[str, Any]:
        details = [_detail(detail, debug=self.codec.name == "json") for detail in status.details]
        error: dict[str, Any] = {"code": _CODES[status.code][0], "message": status.message}
        return error | ({"details": details} if details else {})


class ConnectUnary(_Connect):
    """Connect with one message each way: they are the bodies, and errors are statuses of HTTP."""

    stream = False

    async def read(self, body: Body) -> bytes | None:
        """Give the whole body, once."""
        data = await body.whole(self.codec.most)
        return unzipped(data, self.codec.most) if data and self._zipped else data

    def start(self, status: Status | None, metadata: Metadata) -> Start:
        """Begin an answer: what goes back behind it are headers too."""
        trailers = [(f"trailer-{key}".encode(), _header(key, value)) for key, value in metadata]
        if status is None:
            return Start(OK, [(b"content-type", f"application/{self.codec.name}".encode()), *trailers])
        return Start(_CODES[status.code][1], [(b"content-type", b"application/json"), *trailers])

    def pack(self, data: bytes) -> bytes:
        """Give the body."""
        return data

    def end(self, status: Status | None, metadata: Metadata) -> bytes:
        """Give the body of an error."""
        return b"" if status is None else _json(self._error(status))


class ConnectStream(_Connect):
    """Connect with streams: messages in frames, and the end of the answer in a frame of its own."""

    stream = True
    _encoding = b"connect-content-encoding"

    async def read(self, body: Body) -> bytes | None:
        """Give the next frame's message."""
        return await _framed(body, self.codec.most, zipped=self._zipped)

    def start(self, status: Status | None, metadata: Metadata) -> Start:
        """Begin an answer; whether it succeeds is said at its end."""
        return Start(OK, [(b"content-type", f"application/connect+{self.codec.name}".encode())])

    def pack(self, data: bytes) -> bytes:
        """Give the message in its frame."""
        return _frame(0, data)

    def end(self, status: Status | None, metadata: Metadata) -> bytes:
        """Give the last frame: the error if there is one, and what goes back behind the answer."""
        said: dict[str, Any] = {} if status is None else {"error": self._error(status)}
        behind: dict[str, list[str]] = {}
        for key, value in metadata:
            behind.setdefault(key, []).append(_header(key, value).decode("latin-1"))
        return _frame(CONNECT_END, _json(said | ({"metadata": behind} if behind else {})))


class GrpcWeb:
    """gRPC-Web: messages in frames, and the trailers of gRPC in a frame of their own."""

    stream = True
    _zipped = False

    def __init__(self, codec: Codec) -> None:
        self.codec = codec

    def require(self, headers: Mapping[bytes, bytes]) -> None:
        """Take messages as they are or by gzip."""
        self._zipped = _is_zipped(headers.get(b"grpc-encoding", b""))

    def seconds(self, headers: Mapping[bytes, bytes]) -> float | None:
        """Read grpc-timeout."""
        given = headers.get(b"grpc-timeout")
        if given is None:
            return None
        found = _GRPC_TIMEOUT.fullmatch(given.decode("latin-1"))
        if found is None:
            raise Invalid("", "the header grpc-timeout must be a number of at most eight digits and its unit")
        return int(found[1]) * _UNITS[found[2]]

    async def read(self, body: Body) -> bytes | None:
        """Give the next frame's message."""
        return await _framed(body, self.codec.most, zipped=self._zipped)

    def start(self, status: Status | None, metadata: Metadata) -> Start:
        """Begin an answer; whether it succeeds is said at its end."""
        return Start(OK, [(b"content-type", f"application/grpc-web+{self.codec.name}".encode())])

    def pack(self, data: bytes) -> bytes:
        """Give the message in its frame."""
        return _frame(0, data)

    def end(self, status: Status | None, metadata: Metadata) -> bytes:
        """Give the frame of trailers."""
        rows = [("grpc-status", str(status.code if status else 0).encode())]
        if status is not None:
            rows.append(("grpc-message", quote(status.message, safe=" ").encode()))
            if status.details:
                rows.append((DETAILS, _header(DETAILS, status.SerializeToString())))
        rows += [(key, _header(key, value)) for key, value in metadata]
        return _frame(GRPC_END, b"".join(key.encode() + b": " + value + b"\r\n" for key, value in rows))


def _framed_end(body: Body) -> Invalid:
    return Invalid("", f"the call ends within a message, after {body.waiting} bytes of it")


async def _framed(body: Body, most: int, *, zipped: bool) -> bytes | None:
    head = await body.exactly(FRAME)
    if not head:
        return None
    if len(head) < FRAME:
        raise _framed_end(body)
    flags, size = head[0], int.from_bytes(head[1:], "big")
    if flags & ~COMPRESSED or (flags and not zipped):
        raise Invalid("", "the frame of a message has flags that are not known here")
    require_size(size, most)
    data = await body.exactly(size)
    if len(data) < size:
        raise _framed_end(body)
    return unzipped(data, most) if flags and data else data


def _frame(flags: int, data: bytes) -> bytes:
    return bytes((flags,)) + len(data).to_bytes(4, "big") + data


def _is_zipped(encoding: bytes) -> bool:
    if encoding not in (b"", b"identity", b"gzip"):
        raise Unsupported("messages are taken here as they are, or compressed by gzip")
    return encoding == b"gzip"


def _detail(detail: any_pb2.Any, *, debug: bool) -> dict[str, Any]:
    found = {"type": detail.TypeName(), "value": _base64(detail.value)}
    if not debug:
        return found
    shown = MessageToDict(detail)
    shown.pop("@type", None)
    return found | {"debug": shown.get("value", shown)}


def _header(key: str, value: str | bytes) -> bytes:
    """Write a value of metadata: bytes, whose names end with -bin, in base64."""
    return _base64(value).encode() if isinstance(value, bytes) else value.encode("latin-1", "replace")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode().rstrip("=")


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
