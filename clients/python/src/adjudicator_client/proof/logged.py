"""Commands as they are logged: their fields, sealed secrets, and the bytes that a seat signs."""

from __future__ import annotations

from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from adjudicator_client.marks import PARTY, place_of, secret_fields, slots, words_of
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.records import COMMAND_PART, sealed_hash
from adjudicator_client.times import integer_of, is_time

PARTIES: Final = {1: 255, 2: 254, 3: 253}  # what stands in the log for the choices of NamedParty
NOBODY: Final = 255


def logged(command: Message, game: bytes, party: int, command_id: bytes, head: bytes, salt: bytes | None) -> list[Any]:
    """Write a command as its record will have it: [id, head, [kind, fields...], seal]."""
    row = row_of(command)
    secret = _secret_places(command)
    seal = None
    if secret and salt is not None:
        seal = sealed_hash(game, party, COMMAND_PART, command_id, salt, encode(sealed_values(command)))
    for at in secret:
        row[at] = None
    return [command_id, head or None, [command.DESCRIPTOR.name, *row], seal]


def sealed_values(command: Message) -> list[Any]:
    """Give the secret fields of a command as they stand under its seal."""
    row = row_of(command)
    return [row[at] for at in _secret_places(command)]


def _secret_places(command: Message) -> list[int]:
    return [place_of(command.DESCRIPTOR, field.name) for field in secret_fields(command.DESCRIPTOR)]


def row_of(message: Message) -> list[Any]:
    """Write the fields of a message as the log has them.

    Raises ValueError where a time is none that a log can have.
    """
    return [None if field is None else _field(message, field) for field in slots(message.DESCRIPTOR)]


def party_of(party: Any) -> int:
    """Write a Party as the log has it."""
    return int(party.seat) if party.WhichOneof("who") == "seat" else PARTIES.get(party.named, NOBODY)


def _field(message: Message, field: FieldDescriptor) -> Any:
    value = getattr(message, field.name)
    if field.is_repeated:
        return [_single(member, field) for member in value]
    if field.has_presence and not message.HasField(field.name):
        return 0 if is_time(field) else None
    return _single(value, field)


def _single(value: Any, field: FieldDescriptor) -> Any:
    if field.enum_type is not None:
        return words_of(field.enum_type).get(value, value)
    if field.message_type is None:
        return value
    if field.message_type.full_name == PARTY:
        return party_of(value)
    return integer_of(value, field) if is_time(field) else row_of(value)
