"""What the contract may not hold: faults that name the line of proto/ and what to do."""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterator, Sequence
from typing import Any

from tools.contract import (
    BUILTINS,
    BY_THE_SERVICE,
    DURATION,
    INTEGER_MESSAGES,
    INTEGERS,
    KERNEL,
    OURS,
    OWNER,
    PARTY,
    SCALARS,
    TIMESTAMP,
    Contract,
    Field,
    Message,
    Part,
    Unit,
    annotation,
    imports,
    shout,
    type_word,
    words_of,
)


def word_faults(contract: Contract, unit: Unit) -> Iterator[str]:
    """Say which enums have words for some of their choices only, or one word twice."""
    folder = f"{unit.package.replace('.', '/')}/"
    rows = [row for path, source in contract.sources.items() if path.startswith(folder) for row in source.enums]
    for part, enum in rows:
        if f".{unit.package}.{enum.name}" not in unit.words:
            continue
        words = {value.name: value.options.Extensions[contract.extensions["word"]] for value in enum.value}
        zero = next(value.name for value in enum.value if value.number == 0)
        given = [word for name, word in words.items() if name != zero]
        if words[zero] or not zero.endswith("_UNSPECIFIED"):
            yield part.fault(f"zero is {zero} = {words[zero]!r}: it must be unspecified and have no word")
        if "" in given or len(set(given)) < len(given):
            yield part.fault(
                "has a choice without a word, or one word twice: every choice but zero has a word of its own"
            )


def faults(contract: Contract, made: Sequence[Unit]) -> Iterator[str]:
    """Name everything that stands against generating."""
    kinds = {message.name for message in made[0].marked}
    for row in made:
        for message in row.messages:
            yield from shape_faults(row, message, made[0])
            yield from appended_faults(contract, message)
        for message in row.marked:
            yield from mark_faults(contract, message, event=message in row.events)
            if row is not made[0] and message.name in kinds:
                yield message.part.fault("is a name of the kernel's already: a kind is a bare name in the log")
        yield from service_faults(contract, row)
        yield from arm_faults(row)
        yield from enum_faults(row)
        yield from word_faults(contract, row)
        yield from name_faults(row)
    yield from time_faults(contract, made)


def time_faults(contract: Contract, made: Sequence[Unit]) -> Iterator[str]:
    """Say which times have no integer of milliseconds, or one whose name stands for another field, too."""
    stands = dict[str, str]()
    parts = [field for source in contract.sources.values() for message in source.messages for field in message.fields]
    for field in parts:
        name, own = contract.mark(field, "in_ms"), field.proto.name
        yield from _time_marks(field, name, below_zero=contract.mark(field, "below_zero"))
        if name and stands.setdefault(name, own) != own:
            yield field.fault(f"is {name} in milliseconds, and so is {stands[name]}: one name for one thing")
    yield from (
        field.fault("has a name that a time has in milliseconds: name it otherwise")
        for field in parts
        if field.proto.name in stands
    )
    for unit in made:
        for field in (field for message in unit.messages for field in message.fields):
            name = contract.mark(field, "in_ms")
            if field.proto.type_name == TIMESTAMP and not name:
                yield field.fault("is a Timestamp that may be logged: mark it `in_ms`")
            if name and unit is not made[0]:
                yield field.fault(f"is {name} in milliseconds, which only times of {KERNEL} can be")


def _time_marks(field: Part, name: str, *, below_zero: bool) -> Iterator[str]:
    """Say what is wrong with the marks of one field."""
    kind = field.proto.type_name
    if below_zero and not (name and kind == DURATION):
        yield field.fault("is marked `below_zero`, which only a Duration with `in_ms` can be")
    single = field.proto.label != Field.LABEL_REPEATED and not field.proto.proto3_optional
    if name and not (single and kind in (DURATION, TIMESTAMP)):
        yield field.fault("is marked `in_ms`, which only a Duration or a Timestamp can be, once and not `optional`")
    if name and not name.endswith("_ms"):
        yield field.fault(f"is {name} in milliseconds: end that name in `_ms`")


def shape_faults(unit: Unit, message: Message, kernel: Unit) -> Iterator[str]:
    """Say what can not be logged about a message's fields."""
    numbers = [slot if isinstance(slot, int) else slot.proto.number for slot in message.slots()]
    missing = sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers))
    if missing:
        yield message.part.fault(f"numbers {missing} are neither used nor reserved: number densely from 1")
    scope = f".{unit.package}.{message.name}"
    maps = [f"{scope}.{nested.name}" for nested in message.proto.nested_type if nested.options.map_entry]
    if len(message.proto.nested_type) > len(maps) or message.proto.enum_type:
        yield message.part.fault("types are nested in it: lift them to the top level of the file")
    for field in message.fields:
        if field.proto.type_name in maps:
            yield field.fault("is a map, which has no order: use a repeated message")
        elif field.proto.HasField("oneof_index") and not field.proto.proto3_optional:
            yield field.fault("stands in a oneof: use `optional` fields")
        elif annotation(field, unit, kernel) is None:
            yield field.fault(f"{type_word(field)} has no place in the log or no Struct")
        if keyword.iskeyword(field.proto.name) or field.proto.name in BUILTINS:
            yield field.fault("is a word of Python: name it otherwise")


def earlier(contract: Contract, field: Part) -> Any:
    """Give what a field is read as where an entry is older than it, None where it has always been there.

    Raises ValueError where that is no JSON.
    """
    text = contract.mark(field, "earlier")
    return json.loads(text) if text else None


def appended_faults(contract: Contract, message: Message) -> Iterator[str]:
    """Say what keeps an entry from being read that was written before fields were appended."""
    after = ""
    for field in message.fields:
        absent = field.proto.label == Field.LABEL_REPEATED or field.proto.proto3_optional
        try:
            value = earlier(contract, field)
        except ValueError:
            value = ()
        if value is not None and (absent or not _is_readable(contract, field, value)):
            yield field.fault("is read in earlier entries as what it can not be: give `earlier` JSON of its type")
        if after and value is None and not absent:
            yield field.fault(f"comes after {after}, which was appended: mark it `earlier` too")
        after = after or (field.proto.name if value is not None else "")


def _is_readable(contract: Contract, field: Part, value: Any) -> bool:
    """Whether a field can be this value: one of its own type, or a word of its enum, the empty one included."""
    if field.proto.type == Field.TYPE_ENUM:
        return value in ("", *words_of(contract, field.proto.type_name))
    if field.proto.type_name in INTEGER_MESSAGES:
        return type(value) is int
    return type(value).__name__ == SCALARS.get(field.proto.type)


def mark_faults(contract: Contract, message: Message, *, event: bool) -> Iterator[str]:
    """Say what is wrong with the visibility of a command or event."""
    if not message.part.note:
        yield message.part.fault("has no comment: say in one sentence what it means")
    secret = [field for field in message.fields if contract.visible(message, field) == OWNER]
    owners = [field for field in message.fields if contract.mark(field, "owner")]
    whole = len(secret) == len(message.fields)
    for field in message.fields:
        if not contract.visible(message, field):
            yield field.fault("has no visibility: mark it `visible`, or its message `all`")
    for field in secret:
        if not field.proto.proto3_optional and not (whole and event and field in owners):
            yield field.fault("is OWNER: make it singular and `optional`, for others it is absent, never zero")
    if event and secret and len(owners) != 1:
        yield message.part.fault("has OWNER fields: mark the one field `owner` that names whose they are")
    for field in owners:
        if not event or (field.proto.type not in INTEGERS and field.proto.type_name != PARTY):
            yield field.fault("is marked `owner`: only a party's number in an event can be")


def service_faults(contract: Contract, unit: Unit) -> Iterator[str]:
    """Say which commands can not be called, and which methods say not by whom."""
    exempt = BY_THE_SERVICE if unit.package == KERNEL else ()
    for message in unit.given:
        method = unit.methods.get(message.name)
        expected = (f".{unit.package}.{message.name}", f".{unit.answer}")
        line = f"rpc {message.name}({expected[0][1:]}) returns ({unit.answer})"
        if method is None:
            if message.name not in exempt:
                yield message.part.fault(f"has no method in service {unit.service}: add `{line}`")
        elif (method.proto.input_type, method.proto.output_type) != expected:
            yield method.fault(f"has other types than its command: write `{line}`")
    for method in unit.methods.values():
        if not contract.mark(method, "by") and not contract.mark(method, "open"):
            yield method.fault("says not who may call it: set option `by`")


def arm_faults(unit: Unit) -> Iterator[str]:
    """Say which messages of the events' file are neither an event nor part of one."""
    used = {field.proto.type_name for message in unit.messages for field in message.fields}
    for message in unit.values:
        here = message.part.source.endswith(("/events.proto", "/protocol.proto"))
        if here and f".{unit.package}.{message.name}" not in used:
            yield message.part.fault("is no arm of the events' oneof, nor part of a message: give it an arm")


def enum_faults(unit: Unit) -> Iterator[str]:
    """Say which enums give zero a meaning."""
    for part, enum in unit.enums:
        zero = next(value.name for value in enum.value if value.number == 0)
        if not zero.endswith("_UNSPECIFIED"):
            yield part.fault(f"zero is {zero}: it must be {shout(enum.name)}_UNSPECIFIED and mean nothing")


def name_faults(unit: Unit) -> Iterator[str]:
    """Say which names the generated module needs for something else."""
    imported = {name for names in imports(unit).values() for name in names} | OURS
    for part in [message.part for message in unit.messages] + [part for part, _ in unit.enums]:
        if part.name in imported:
            yield part.fault("has a name that the generated module needs: name it otherwise")
