"""Records as an earlier build of an edition wrote them: fields that were appended to messages since are missing."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from adjudicator.kernel.record.mpint import pack
from adjudicator.kernel.record.record import Record


def as_old_as(record: Record, found: bytes) -> bytes:
    """Write a record with messages as short as in `found`, where what is left out is what older entries are read as."""
    return pack(_shortened(record, msgspec.msgpack.decode(found)))


def _shortened(value: Any, found: Any) -> Any:
    if isinstance(value, Struct):
        values = _values(value, len(found)) if isinstance(found, list) else _values(value)
    elif isinstance(value, list | tuple):
        values = list(value)
    else:
        return value
    rows = found if isinstance(found, list) else []
    return [_shortened(one, row) for one, row in zip_longest(values, rows[: len(values)])]


def _values(message: Struct, size: int | None = None) -> list[Any]:
    """Give the name and the values of a message as a record has them; no more than `size` where the rest is unsaid."""
    tag = message.__struct_config__.tag
    values = [] if tag is None else [tag]
    fields = msgspec.structs.fields(message)
    values += [getattr(message, field.name) for field in fields]
    for field in reversed(fields):
        if size is None or len(values) <= size or field.default is NODEFAULT or values[-1] != field.default:
            break
        values.pop()
    return values
