"""MP-int: the part of MessagePack that leaves a writer no choice of bytes.

None, True, False, whole numbers within 2^53 - 1 of zero, text, bytes, and
arrays at most sixteen deep; a Struct is written as the array of its fields.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

MAX_DEPTH: Final = 16
MAX_INTEGER: Final = 2**53 - 1

_SCALARS: Final = frozenset({type(None), bool, str, bytes})

_encoder = msgspec.msgpack.Encoder(order="deterministic")
_decoder = msgspec.msgpack.Decoder()


class NotMpint(ValueError):
    """A value or some bytes that the profile has no place for."""


def _fitting(values: list[Any], depth: int) -> bool:
    for value in values:
        kind = type(value)
        if kind is int:
            if not -MAX_INTEGER <= value <= MAX_INTEGER:
                return False
        elif kind is list:
            if depth == MAX_DEPTH or not _fitting(value, depth + 1):
                return False
        elif kind not in _SCALARS:
            return False
    return True


def _fault(value: object, path: str, depth: int) -> str | None:
    """Name the first thing out of place, once something is known to be."""
    if isinstance(value, list) and depth < MAX_DEPTH:
        faults = (_fault(item, f"{path}[{n}]", depth + 1) for n, item in enumerate(value))
        return next((fault for fault in faults if fault), None)
    if _fitting([value], depth):
        return None
    return f"{type(value).__name__} {value!r:.40} at {path}"


def decode(data: bytes) -> Any:
    """Read values within the profile; whether the shortest bytes were used is not asked."""
    try:
        value = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise NotMpint(f"outside of MP-int: {error}") from error
    if not _fitting([value], 0):
        raise NotMpint(f"outside of MP-int: {_fault(value, '$', 0)}")
    return value


def pack(value: object) -> bytes:
    """Write a Struct whose fields' types keep within the profile; what they hold is not looked at again."""
    return _encoder.encode(value)


def encode(value: object) -> bytes:
    """Write a value; NotMpint names what it may not hold, and where."""
    try:
        data = _encoder.encode(value)
    except (OverflowError, RecursionError, TypeError, UnicodeEncodeError) as error:
        raise NotMpint(f"outside of MP-int: {error}") from error
    decode(data)
    return data
