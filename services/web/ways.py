"""The ways in which a call can be written, told apart by its content type; what of its headers the library reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from services.rpc.wire_values import Invalid
from services.web.answers import Headers
from services.web.codecs import Binary, Codec, Json, Types, UnknownJson, types_of

TAKEN: Final = (
    b"application/proto, application/json, application/connect+proto, application/connect+json, "
    b"application/grpc-web+proto, application/grpc-web+json"
)
_WEB, _STREAM, _CONNECT = "application/grpc-web", "application/connect+", "application/"
_COMPRESSED: Final = (b"content-encoding", b"connect-content-encoding", b"grpc-encoding")
# What the library would refuse before a call has begun, so without details and before it is known whose call it is.
_OF_CONNECT: Final = (
    (b"connect-protocol-version", re.compile(rb"1"), "must be 1"),
    (b"connect-timeout-ms", re.compile(rb"[0-9]{1,10}"), "must be a number of at most ten digits"),
)
_OF_WEB: Final = (
    (b"grpc-timeout", re.compile(rb"[0-9]{1,8}[HMSmun]"), "must be a number of at most eight digits and its unit"),
)


class Way(Struct, frozen=True):
    """How a call is written: its content type, whether its messages stand in frames, and how each is written."""

    kind: str
    framed: bool
    codec: Codec

    def spoken(self, given: Mapping[bytes, bytes]) -> tuple[Headers, Invalid | None]:
        """Give the headers that the library reads, and what is wrong with those that it can not.

        No word of the caller's about the compression of answers is among them: answers are not compressed.
        """
        rows = [(b"content-type", self.kind.encode())]
        rows += [(name, given[name].decode("latin-1").encode()) for name in _COMPRESSED if name in given]
        fault = None
        for name, form, problem in _OF_WEB if self.kind.startswith(_WEB) else _OF_CONNECT:
            if name not in given:
                continue
            if form.fullmatch(given[name]):
                rows.append((name, given[name]))
            else:
                fault = fault or Invalid("", f"the header {name.decode()} {problem}")
        return rows, fault


def way_of(given: Mapping[bytes, bytes], path: str) -> Way | None:
    """Find how a call is written, None where it is not a way that its method takes."""
    kind = given.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
    types = types_of(path)
    if kind.startswith(_WEB):
        codec = _codec(kind.removeprefix(_WEB).removeprefix("+") or "proto", types)
        return None if codec is None else Way(f"{_WEB}+{codec.name}", framed=True, codec=codec)
    framed = kind.startswith(_STREAM)
    if types is not None and types.stream != framed:
        return None
    codec = _codec(kind.removeprefix(_STREAM if framed else _CONNECT), types)
    return None if codec is None else Way(kind, framed=framed, codec=codec)


def _codec(name: str, types: Types | None) -> Codec | None:
    """Find a codec; JSON needs to know the messages."""
    if name == "proto":
        return Binary(types)
    if name == "json":
        return UnknownJson() if types is None else Json(types)
    return None
