"""MP-int, the part of MessagePack in which every value has one spelling.

None, True, False, integers within 2^53 - 1 of zero, str, bytes, and lists at most sixteen deep.
"""

from __future__ import annotations

import struct
from typing import Any, Final

DEPTH_MOST: Final = 16
INTEGER_MOST: Final = 2**53 - 1
POSITIVE_END: Final = 0x80  # integers below it are one byte
NEGATIVE_BEGIN: Final = 0xE0  # from it on the byte is the integer less 256
_HEADS: Final[
    dict[Any, tuple[int, int, tuple[tuple[int, str], ...]]]
] = {  # short form and its limit, then (head byte, format of the length)
    str: (0xA0, 32, ((0xD9, ">B"), (0xDA, ">H"), (0xDB, ">I"))),
    bytes: (0, 0, ((0xC4, ">B"), (0xC5, ">H"), (0xC6, ">I"))),
    list: (0x90, 16, ((0xDC, ">H"), (0xDD, ">I"))),
}
_POSITIVE: Final = ((0xCC, ">B"), (0xCD, ">H"), (0xCE, ">I"), (0xCF, ">Q"))
_NEGATIVE: Final = ((0xD0, ">b"), (0xD1, ">h"), (0xD2, ">i"), (0xD3, ">q"))
_SCALARS: Final = {0xC0: None, 0xC2: False, 0xC3: True}
_NUMBERS: Final = dict((*_POSITIVE, *_NEGATIVE))
_SIZED: Final = {head: (kind, form) for kind, (_, _, forms) in _HEADS.items() for head, form in forms}


class NotMpint(ValueError):
    """A value that has no place in MP-int, or bytes that are not the one spelling of a value."""


def encode(value: Any) -> bytes:
    """Write a value.

    Raises NotMpint.
    """
    parts: list[bytes] = []
    _write(value, parts, 0)
    return b"".join(parts)


def _write(value: Any, parts: list[bytes], depth: int) -> None:
    if value is None or value is True or value is False:
        parts.append(b"\xc0" if value is None else b"\xc3" if value else b"\xc2")
    elif type(value) is int:
        parts.append(_integer(value))
    elif type(value) is str:
        try:
            data = value.encode()
        except UnicodeEncodeError as error:
            raise NotMpint(f"text that is not Unicode: {error}") from None
        parts += (_head(str, len(data)), data)
    elif type(value) is bytes:
        parts += (_head(bytes, len(value)), value)
    elif type(value) in (list, tuple):
        if depth == DEPTH_MOST:
            raise NotMpint(f"lists more than {DEPTH_MOST} deep")
        parts.append(_head(list, len(value)))
        for member in value:
            _write(member, parts, depth + 1)
    else:
        raise NotMpint(f"no place for a {type(value).__name__}")


def _integer(value: int) -> bytes:
    if not -INTEGER_MOST <= value <= INTEGER_MOST:
        raise NotMpint(f"an integer beyond {INTEGER_MOST}: {value}")
    if NEGATIVE_BEGIN - 0x100 <= value < POSITIVE_END:
        return struct.pack(">b" if value < 0 else ">B", value)
    for head, form in _POSITIVE if value >= 0 else _NEGATIVE:
        bits = 8 * struct.calcsize(form) - (value < 0)
        if -(2**bits) <= value < 2**bits:
            return bytes([head]) + struct.pack(form, value)
    raise AssertionError("every integer within the limit fits eight bytes")


def _head(kind: type, size: int) -> bytes:
    short, limit, forms = _HEADS[kind]
    if size < limit:
        return bytes([short | size])
    for head, form in forms:
        if size < 2 ** (8 * struct.calcsize(form)):
            return bytes([head]) + struct.pack(form, size)
    raise NotMpint(f"a {kind.__name__} of {size}")


def decode(data: bytes) -> Any:
    """Read a value, and see to it that these bytes are its one spelling.

    Raises NotMpint.
    """
    try:
        value, end = _read(data, 0, 0)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise NotMpint(f"not MP-int: {error}") from None
    if end != len(data):
        raise NotMpint(f"{len(data) - end} bytes behind the value")
    if encode(value) != data:
        raise NotMpint("a longer spelling than the value needs")
    return value


def _read(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    head = data[at]
    at += 1
    if head < POSITIVE_END or head >= NEGATIVE_BEGIN:
        return (head if head < POSITIVE_END else head - 0x100), at
    if head in _SCALARS:
        return _SCALARS[head], at
    if head in _NUMBERS:
        return struct.unpack_from(_NUMBERS[head], data, at)[0], at + struct.calcsize(_NUMBERS[head])
    kind, size, at = _size(data, head, at)
    if kind is not list:
        if at + size > len(data):
            raise NotMpint(f"{size} bytes are said and {len(data) - at} are there")
        part = data[at : at + size]
        return (part.decode() if kind is str else part), at + size
    if depth == DEPTH_MOST:
        raise NotMpint(f"lists more than {DEPTH_MOST} deep")
    values = []
    for _ in range(size):
        value, at = _read(data, at, depth + 1)
        values.append(value)
    return values, at


def _size(data: bytes, head: int, at: int) -> tuple[type, int, int]:
    for kind, (short, limit, _) in _HEADS.items():
        if limit and short <= head < short + limit:
            return kind, head - short, at
    if head not in _SIZED:
        raise NotMpint(f"no value begins with {head:02x}")
    kind, form = _SIZED[head]
    return kind, struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
