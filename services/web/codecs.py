"""How a message is written: binary as gRPC has it, or JSON; handlers know the binary alone."""

from __future__ import annotations

import zlib
from typing import Any, Final, Protocol

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from services import slices
from services.rpc.errors import Limited, UnknownMethod, Unsupported
from services.rpc.methods import LARGE, SMALL
from services.rpc.wire_values import Invalid
from services.slices import aside
from wargame.v1 import options_pb2

# JSON writes names of fields and base64: what is small in binary may be several times as long.
JSON_SHARE: Final = 8
JSON_MOST: Final = 2 * LARGE
_GZIP: Final = 16 + zlib.MAX_WBITS


class Types(Struct, frozen=True):
    """What is known of a method: its messages, the most bytes of a request, and whether it is a stream."""

    request: type[Message]
    response: type[Message]
    most: int
    stream: bool


class Codec(Protocol):
    """Reads requests into binary, and writes binary responses."""

    name: str
    most: int

    async def read(self, data: bytes) -> bytes:
        """Give a request in binary."""

    async def write(self, data: bytes) -> bytes:
        """Give a response as the caller wants it."""


class Binary:
    """Messages as they are, of methods of which nothing is known too."""

    name = "proto"

    def __init__(self, types: Types | None = None) -> None:
        self.most = LARGE if types is None else types.most

    async def read(self, data: bytes) -> bytes:
        """Give it as it is."""
        return data

    async def write(self, data: bytes) -> bytes:
        """Give it as it is."""
        return data


class Json:
    """Messages in the JSON that belongs to protobuf; unknown fields of a request are left out, as binary ones are."""

    name = "json"

    def __init__(self, types: Types) -> None:
        self._types = types
        self.most = min(JSON_SHARE * types.most, JSON_MOST)

    async def read(self, data: bytes) -> bytes:
        """Give the message of a text; beside the event loop where it is large.

        Raises Invalid.
        """
        return await aside(self._read, data) if len(data) > slices.LARGE_BYTES else self._read(data)

    async def write(self, data: bytes) -> bytes:
        """Give the text of a message; beside the event loop where it is large.

        Raises Unsupported.
        """
        return await aside(self._write, data) if len(data) > slices.LARGE_BYTES else self._write(data)

    def _read(self, data: bytes) -> bytes:
        try:
            return Parse(data, self._types.request(), ignore_unknown_fields=True).SerializeToString()
        except (ParseError, DecodeError, RecursionError, ValueError, TypeError):
            # the library's own words repeat what was sent
            raise Invalid("", "the request is no JSON of this method's message") from None

    def _write(self, data: bytes) -> bytes:
        try:
            return MessageToJson(self._types.response.FromString(data), indent=None).encode()
        except TypeError:  # another release has answered, with messages of its own
            raise Unsupported("the answer has messages that can not be written in JSON here: ask in binary") from None


class UnknownJson:
    """JSON of a method that is not known here: its message can not be read, and the caller is told so."""

    name = "json"
    most = LARGE

    async def read(self, _data: bytes) -> bytes:
        """Raise UnknownMethod."""
        raise UnknownMethod

    async def write(self, _data: bytes) -> bytes:
        """Raise UnknownMethod."""
        raise UnknownMethod


def types_of(path: str) -> Types | None:
    """Find what is known of a method by its path, None where no method has it."""
    service, _, name = path.removeprefix("/").partition("/")
    try:
        method: MethodDescriptor = descriptor_pool.Default().FindMethodByName(f"{service}.{name}")
    except KeyError:
        return None
    marks: Any = method.GetOptions().Extensions
    uploads = marks[options_pb2.uploads]
    return Types(
        GetMessageClass(method.input_type),
        GetMessageClass(method.output_type),
        LARGE if uploads else SMALL,
        method.client_streaming or method.server_streaming,
    )


def require_size(size: int, most: int) -> None:
    """Refuse a request of which so much is more than is read.

    Raises Limited.
    """
    if size > most:
        raise Limited(f"a request of more than {most} bytes: this method takes no more", reason="size")


def unzipped(data: bytes, most: int) -> bytes:
    """Undo gzip, of one member; no more is unpacked than may be read.

    Raises Limited, Invalid.
    """
    unpacker = zlib.decompressobj(_GZIP)
    try:
        found = unpacker.decompress(data, most + 1)
    except zlib.error:
        raise Invalid("", "the request is no gzip") from None
    require_size(len(found), most)
    if not unpacker.eof or unpacker.unused_data:
        raise Invalid("", "the request is no gzip of one member")
    return found
