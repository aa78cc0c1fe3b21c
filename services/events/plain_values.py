"""Messages of the contract as plain values: what exported files and `--json` hold.

Bytes are hex, enums are their words, times are RFC 3339, durations whole seconds, parties a seat's number or a word.
What the contract marks `in_ms` is an integer of milliseconds, under the name that it has there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass

from services.rpc.wire_values import name_in_ms, read_any_span, read_time, words_of

TIME: Final = "google.protobuf.Timestamp"
DURATION: Final = "google.protobuf.Duration"
ANY: Final = "google.protobuf.Any"
PARTY: Final = "wargame.v1.Party"
PARTIES: Final = {"table": 1, "referee": 2, "everyone": 3}


def plain(message: Any) -> dict[str, Any]:
    """Give a message as values for JSON; what is absent is left out."""
    found: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        value = getattr(message, field.name)
        if name := name_in_ms(field):
            found[name] = read_any_span(value) if isinstance(value, Duration) else read_time(value)
        else:
            found[field.name] = [_plain(field, row) for row in value] if field.is_repeated else _plain(field, value)
    return found


def word_of(enum: EnumDescriptor, number: int) -> str:
    """Give the word of a choice; empty for none."""
    words = {value: word for word, value in words_of(enum).items()}
    if words:
        return words.get(number, str(number))
    return names_of(enum).get(number, str(number)) if number else ""


def party_word(message: Any) -> int | str:
    """Give a party: the number of a seat, or a word."""
    if message.WhichOneof("who") == "seat":
        return int(message.seat)
    return next((word for word, number in PARTIES.items() if number == message.named), "")


def names_of(enum: EnumDescriptor) -> dict[int, str]:
    """Give the choices of an enum without words, by what their names do not share."""
    zero = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {value.number: value.name.removeprefix(zero).lower() for value in enum.values if value.number}


def _plain(field: FieldDescriptor, value: Any) -> Any:
    if field.enum_type is not None:
        return word_of(field.enum_type, value)
    if field.message_type is None:
        return value.hex() if isinstance(value, bytes) else value
    write: Callable[[Any], Any] = WRITERS.get(field.message_type.full_name, plain)
    return write(value)


def _unpacked(value: Packed) -> dict[str, Any]:
    name = value.TypeName()
    try:
        kind = GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))
    except KeyError:
        return {"type": name, "value": value.value.hex()}
    return {"type": name, **plain(kind.FromString(value.value))}


WRITERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    TIME: lambda value: value.ToJsonString(),
    DURATION: lambda value: value.seconds,
    PARTY: party_word,
    ANY: _unpacked,
}
