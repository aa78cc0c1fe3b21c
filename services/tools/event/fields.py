"""Messages of the contract out of plain values: what files and command lines hold.

Bytes are hex, enums are their words, times are RFC 3339, durations whole seconds, parties a seat's number or a word.
What the contract marks `in_ms` is an integer of milliseconds, under the name that it has there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from services.events.plain_values import DURATION, PARTIES, PARTY, TIME, names_of
from services.rpc.wire_values import MOST_SECONDS, SECOND, integer_writer, name_in_ms, words_of

TRUTHS: Final = {"true": True, "yes": True, "false": False, "no": False}
MOST_MS: Final = SECOND * MOST_SECONDS
# fields that hold the number of a seat, for which its name may be written
SEATS: Final = frozenset({"seat", "winners", "seats"})
INTEGERS: Final = frozenset(
    {
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT32,
        FieldDescriptor.CPPTYPE_UINT64,
    }
)


class Unfit(ValueError):
    """A value that a field can not hold: where, and what may stand there."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)


# -- into messages


def fill(message: Any, values: Mapping[str, Any], place: str = "", seats: Sequence[str] = ()) -> None:
    """Put plain values into a message; `seats` are the names that stand for their numbers.

    Raises Unfit.
    """
    for name, value in values.items():
        at = f"{place}.{name}" if place else name
        field = known_fields(message.DESCRIPTOR).get(name)
        if field is None:
            raise Unfit(at, f"there is no such field; there {_are(message.DESCRIPTOR)}")
        if field.is_repeated:
            rows = value if isinstance(value, list) else [value]
            for number, row in enumerate(rows):
                _add(getattr(message, name), field, row, f"{at}[{number}]", seats)
        elif name_in_ms(field):
            _fill_milliseconds(getattr(message, field.name), field, value, at)
        elif field.message_type is not None:
            nested = getattr(message, name)
            nested.SetInParent()
            _fill_message(nested, field.message_type, value, at, seats)
        else:
            setattr(message, name, _single(field, value, at, seats))


def known_fields(kind: Any) -> dict[str, FieldDescriptor]:
    """Give the fields of a message, by its descriptor: each by the name that it has in plain values."""
    return {name_in_ms(field) or field.name: field for field in kind.fields}


def _fill_milliseconds(message: Any, field: FieldDescriptor, value: Any, at: str) -> None:
    milliseconds = _integer(value, at)
    if abs(milliseconds) > MOST_MS:
        raise Unfit(at, f"{value!r} is no number of milliseconds within a thousand years")
    message.SetInParent()
    integer_writer(field)(message, milliseconds)  # type: ignore[misc]


def _are(kind: Any) -> str:
    names = [name for name in known_fields(kind) if name != "header"]
    return f"are {', '.join(names)}" if len(names) > 1 else f"is {names[0]}" if names else "are none"


def _add(rows: Any, field: FieldDescriptor, value: Any, at: str, seats: Sequence[str]) -> None:
    if field.message_type is None:
        rows.append(_single(field, value, at, seats))
    else:
        _fill_message(rows.add(), field.message_type, value, at, seats)


def _fill_message(message: Any, kind: Any, value: Any, at: str, seats: Sequence[str]) -> None:
    if kind.full_name == TIME:
        message.FromDatetime(_time(value, at))
    elif kind.full_name == DURATION:
        message.seconds = _integer(value, at)
    elif kind.full_name == PARTY:
        _fill_party(message, value, at, seats)
    elif isinstance(value, Mapping):
        fill(message, value, at, seats)
    else:
        raise Unfit(at, f"holds fields: there {_are(kind)}")


def _fill_party(message: Any, value: Any, at: str, seats: Sequence[str]) -> None:
    if value in PARTIES:
        message.named = PARTIES[value]
    else:
        message.seat = _seat(value, at, seats)


def _time(value: Any, at: str) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise Unfit(at, "is no time: write it with its zone, as 2026-11-21T09:30:00Z")
    return value.astimezone(UTC)


def _single(field: FieldDescriptor, value: Any, at: str, seats: Sequence[str]) -> Any:
    if field.enum_type is not None:
        return _choice(field.enum_type, value, at)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return _truth(value, at)
    if field.cpp_type in INTEGERS:
        return _seat(value, at, seats) if field.name in SEATS else _integer(value, at)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return _bytes(value, at)
    if not isinstance(value, str):
        raise Unfit(at, "is text: put it in quotes")
    return value


def _choice(enum: EnumDescriptor, value: Any, at: str) -> int:
    words = {word: number for word, number in words_of(enum).items() if word} or {
        word: number for number, word in names_of(enum).items()
    }
    if value not in words:
        raise Unfit(at, f"{value!r} is none of {', '.join(words)}")
    return words[value]


def _truth(value: Any, at: str) -> bool:
    found = value if isinstance(value, bool) else TRUTHS.get(str(value).lower())
    if found is None:
        raise Unfit(at, f"{value!r} is neither true nor false")
    return found


def _seat(value: Any, at: str, seats: Sequence[str]) -> int:
    if isinstance(value, str) and value in seats:
        return list(seats).index(value)
    try:
        return _integer(value, at)
    except Unfit:
        known = f"; the seats are {', '.join(seats)}" if seats else ""
        raise Unfit(at, f"{value!r} is no seat: write its name, or its number from 0{known}") from None


def _integer(value: Any, at: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Unfit(at, f"{value!r} is no whole number")
    try:
        return int(value)
    except ValueError:
        raise Unfit(at, f"{value!r} is no whole number") from None


def _bytes(value: Any, at: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise Unfit(at, "is no hex: two digits for each byte") from None


# -- `field=value` on a command line


def read_pairs(message: Any, pairs: Sequence[str], short: str = "", seats: Sequence[str] = ()) -> None:
    """Put what is written as `field=value` into a message: nested fields with dots, lists with commas, or as JSON.

    A name that the message does not have is looked for in its field `short`.

    Raises Unfit.
    """
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Unfit(pair, "write FIELD=VALUE")
        *outer, last = name.split(".")
        known = known_fields(message.DESCRIPTOR)
        if not outer and last not in known and short in known:
            outer = [short] if last in known_fields(getattr(message, short).DESCRIPTOR) else []
        target = message
        for part in outer:
            field = target.DESCRIPTOR.fields_by_name.get(part)
            if field is None or field.message_type is None or field.is_repeated:
                raise Unfit(name, f"{part} holds no fields; there {_are(target.DESCRIPTOR)}")
            target = getattr(target, part)
            target.SetInParent()
        fill(target, {last: _read(known_fields(target.DESCRIPTOR).get(last), text, name)}, ".".join(outer), seats)


def _read(field: FieldDescriptor | None, text: str, name: str) -> Any:
    if field is None:
        return text
    if text[:1] in ("[", "{") and (field.is_repeated or field.message_type is not None):
        try:
            return json.loads(text)
        except json.JSONDecodeError as fault:
            raise Unfit(name, f"is no JSON at column {fault.colno}: {fault.msg}") from None
    if field.is_repeated:
        return text.split(",") if text else []
    return text
