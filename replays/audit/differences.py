"""Where two values differ first: the path of the field, with what stands at it in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

# names of the places of a record
RECORD: Final = (
    "format",
    "game",
    "seq",
    "prev",
    "time",
    "actor",
    "command",
    "signature",
    "dice",
    "events",
    "sealed",
    "state",
)
_WITHIN: Final = {
    "actor": ("role", "party", "key"),
    "command": ("id", "head", "body", "seal"),
    "state": ("public", "keyed"),
}
_ROW: Final = {
    "dice": ("stream", "epoch", "index", "sides", "faces", "label", "roller"),
    "events": ("event", "clauses"),
    "sealed": ("owner", "commitment"),
}
NOTHING: Final = "nothing"
Differing = tuple[str, Any, Any]


def in_events(
    due: Sequence[tuple[Struct, tuple[str, ...]]], found: Sequence[tuple[Struct, tuple[str, ...]]]
) -> Differing | None:
    """Find the first field that differs in two lists of events with their clauses; None where they are equal."""
    for place in range(max(len(due), len(found))):
        if place >= len(due) or place >= len(found):
            return f"events[{place}]", _at(due, place), _at(found, place)
        (event, clauses), (other, others) = due[place], found[place]
        if type(event) is not type(other):
            return f"events[{place}]", event, other
        differing = _in_structs(event, other) or _in_values(clauses, others, ".clauses")
        if differing is not None:
            path, one, two = differing
            return f"events[{place}].{type(event).__name__}{path}", one, two
    return None


def in_records(due: bytes, found: bytes) -> Differing | None:
    """Find the first field that differs in two records; None where they are equal or one can not be read."""
    try:
        one, two = msgspec.msgpack.decode(due), msgspec.msgpack.decode(found)
    except msgspec.DecodeError:
        return None
    if not isinstance(one, list) or not isinstance(two, list) or len(one) != len(two):
        return None
    for name, left, right in zip(RECORD, one, two, strict=False):
        differing = _in_part(name, left, right)
        if differing is not None:
            return differing
    return None


def in_states(due: Sequence[Any] | None, found: Sequence[Any] | None) -> Differing:
    """Find which of the two hashes of the state differs."""
    one, two = (None if state is None else list(state) for state in (due, found))
    return _in_part("state", one, two) or ("state", one, two)


def _in_part(name: str, due: Any, found: Any) -> Differing | None:
    """Compare a part of a record, whose own parts have names."""
    if name in _WITHIN and isinstance(due, list) and isinstance(found, list) and len(due) == len(found):
        rows = zip(_WITHIN[name], due, found, strict=False)
        return next((row for part, one, two in rows if (row := _in_values(one, two, f"{name}.{part}"))), None)
    if name in _ROW and isinstance(due, list) and isinstance(found, list):
        for place, (one, two) in enumerate(zip(due, found, strict=False)):
            if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
                for part, left, right in zip(_ROW[name], one, two, strict=False):
                    differing = _in_values(left, right, f"{name}[{place}].{part}")
                    if differing is not None:
                        return differing
    return _in_values(due, found, name)


def _in_structs(due: Any, found: Any) -> Differing | None:
    for name in due.__struct_fields__:
        one, two = getattr(due, name), getattr(found, name)
        if isinstance(one, Struct) and type(one) is type(two):
            inner = _in_structs(one, two)
            differing = None if inner is None else (f".{name}{inner[0]}", inner[1], inner[2])
        else:
            differing = _in_values(one, two, f".{name}")
        if differing is not None:
            return differing
    return None


def _in_values(due: Any, found: Any, path: str) -> Differing | None:
    if isinstance(due, list | tuple) and isinstance(found, list | tuple):
        for place in range(max(len(due), len(found))):
            if place >= len(due) or place >= len(found):
                return f"{path}[{place}]", _at(due, place), _at(found, place)
            one, two = due[place], found[place]
            if isinstance(one, Struct) and type(one) is type(two):
                inner = _in_structs(one, two)
                differing = None if inner is None else (f"{path}[{place}]{inner[0]}", inner[1], inner[2])
            else:
                differing = _in_values(one, two, f"{path}[{place}]")
            if differing is not None:
                return differing
        return None
    same = type(due) is type(found) and due == found
    return None if same else (path, due, found)


def _at(values: Sequence[Any], place: int) -> Any:
    return values[place] if place < len(values) else NOTHING


def shown(path: str, value: Any) -> str:
    """Write a field with its value, as a finding has it."""
    return f"{path}: {value.hex() if isinstance(value, bytes) else value}"
