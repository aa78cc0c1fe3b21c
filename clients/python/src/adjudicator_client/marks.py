"""What the contract says of messages besides their fields, read from descriptors: who sees a field, words of enums.

Options come from the library with classes of its default pool; they are read again with those of ours.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator_client.contract.google.protobuf import descriptor_pb2
from adjudicator_client.contract.pool import POOL
from adjudicator_client.contract.wargame.v1 import options_pb2

HEADER: Final = "wargame.v1.Header"
PARTY: Final = "wargame.v1.Party"
LOGGED_BELOW: Final = 100  # numbers of fields that are logged


@cache
def slots(message: Descriptor) -> tuple[FieldDescriptor | None, ...]:
    """List the fields of a message as the log has them, by number; None for a number that is reserved."""
    reserved = _proto(message).reserved_range
    found: dict[int, FieldDescriptor | None] = {
        number: None for row in reserved for number in range(row.start, min(row.end, LOGGED_BELOW))
    }
    found |= {
        field.number: field
        for field in message.fields
        if field.message_type is None or field.message_type.full_name != HEADER
    }
    return tuple(found[number] for number in sorted(found))


@cache
def place_of(message: Descriptor, name: str) -> int:
    """Tell at which place of the logged fields a field stands."""
    return next(at for at, field in enumerate(slots(message)) if field is not None and field.name == name)


@cache
def secret_fields(message: Descriptor) -> tuple[FieldDescriptor, ...]:
    """List the fields of a command that only its owner sees, by number."""
    whole = _options(message, descriptor_pb2.MessageOptions).Extensions[options_pb2.all]
    return tuple(
        field
        for field in slots(message)
        if field is not None
        and (_options(field, descriptor_pb2.FieldOptions).Extensions[options_pb2.visible] or whole)
        == options_pb2.VISIBILITY_OWNER
    )


@cache
def words_of(enum: EnumDescriptor) -> dict[int, str]:
    """Give the words of an enum's choices by their numbers; nothing where they have none."""
    words = {
        choice.number: str(_options(choice, descriptor_pb2.EnumValueOptions).Extensions[options_pb2.word])
        for choice in enum.values
    }
    return words if any(words.values()) else {}


def message_of(name: str) -> type[Message]:
    """Find the class of a message by its full name.

    Raises KeyError.
    """
    return GetMessageClass(POOL.FindMessageTypeByName(name))


def _options(described: Any, kind: Any) -> Any:
    return kind.FromString(described.GetOptions().SerializeToString())


def _proto(message: Descriptor) -> DescriptorProto:
    made = DescriptorProto()
    message.CopyToProto(made)
    return made
