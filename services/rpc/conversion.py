"""Protobuf messages from and to Structs: closures per message, compiled from its descriptor at start-up.

Names of messages and fields are the same on both sides, so there is no mapping to write, but of times: the contract
says by `in_ms` under which name one is an integer of milliseconds in its Struct. A oneof of a message is one field of
its Struct, and the type of the value says which arm. A command's Header is left out: it belongs to the entry. A Party
and a Duration are integers in a Struct, and a choice of an enum whose choices have words is its word there: what is
logged does not know the wire.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import IntEnum
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any, Final, TypeAlias

import msgspec
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from adjudicator.board import inches
from adjudicator.kernel.decide import offers, windows
from adjudicator.kernel.dice import tally
from adjudicator.kernel.messages import TOLD_AS
from services.rpc.wire_values import (
    DURATION,
    MAX_INTEGER,
    SIZES,
    TIMESTAMP,
    Invalid,
    integer_reader,
    integer_writer,
    name_in_ms,
    require_size,
    words_of,
)

KERNEL: Final = "wargame.v1"
HEADER: Final = f"{KERNEL}.Header"
OPTIONS: Final = "Options"  # the message whose fields are the options of a game
OFFERED: Final = f"{KERNEL}.Domain.field"  # the name of a command's field in an offer
# enums that were strings of any word once, in terms of games of earlier releases: a word that means nothing is not said
ANY_WORD: Final = frozenset({f"{KERNEL}.EndingTerms.ending"})
HANDWRITTEN: Final[tuple[type[Struct], ...]] = (
    inches.Base,
    inches.Pose,
    offers.Choice,
    offers.Condition,
    offers.Domain,
    offers.Flag,
    offers.Items,
    offers.List,
    offers.Lists,
    offers.Octets,
    offers.Offer,
    offers.Places,
    offers.Range,
    offers.Shape,
    offers.Some,
    offers.Words,
    tally.Tally,
    tally.Term,
    windows.Window,
)
MAX_ITEMS: Final = 4_096  # parts of one list: more than any table holds, few enough to be judged at once
_INT64_TYPES: Final = (FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_SINT64, FieldDescriptor.TYPE_UINT64)
_INDEX: Final = re.compile(r"\$\[(\d+)\]`$")

Reader: TypeAlias = Callable[[Any], Any]
Writer: TypeAlias = Callable[[Any, Any], None]
Put: TypeAlias = Callable[[Any, Any], None]
Writers: TypeAlias = list[tuple[int, str, Writer]]
Member: TypeAlias = FieldDescriptor | OneofDescriptor

# files of the contract whose messages the kernel's Structs stand for; a ruleset need not import all of them
for stem in ("protocol", "values", "ready", "referee"):
    import_module(f"{KERNEL}.{stem}_pb2")


class Converter:
    """Converts the messages of the kernel's contract and of the rulesets whose modules it is given."""

    def __init__(
        self, modules: Iterable[tuple[str, ModuleType]], pool: descriptor_pool.DescriptorPool | None = None
    ) -> None:
        """Compile generated modules, each with its package; their `_pb2` modules must be imported before.

        Raises LookupError or TypeError where a Struct and its message do not fit each other.
        """
        self._pool = pool or descriptor_pool.Default()
        self._structs: dict[str, type[Struct]] = {}
        self._enums: dict[str, Mapping[int, IntEnum]] = {}
        self._readers: dict[str, Reader] = {}
        self._writers: dict[str, Writers] = {}
        self._makers: dict[type[Struct], tuple[type[Message], Writers]] = {}
        self._arms: dict[str, dict[type[Struct], tuple[str, Writers]]] = {}
        for struct in HANDWRITTEN:
            self.register(f"{KERNEL}.{struct.__name__}", struct)
        for name in [name for package, module in modules for name in self._register_module(package, module)]:
            self._reader(name)
            self._writer(name)

    def register(self, full_name: str, struct: type[Struct]) -> None:
        """Give a message the Struct that stands for it; the two are compared when first used."""
        self._structs[full_name] = struct

    def to_struct(self, message: Message) -> Any:
        """Read a command, without its Header, or a value.

        Raises Invalid for a missing part, an integer beyond the log's, and an unspecified or unknown choice.
        """
        name = message.DESCRIPTOR.full_name
        return (self._readers.get(name) or self._reader(name))(message)

    def to_pb(self, value: Struct, hidden: Collection[int] = ()) -> Message:
        """Write a Struct; fields at the hidden indices are left absent."""
        kind, writers = self._makers.get(type(value)) or self._maker(type(value))
        message = kind()
        _write_fields(writers, message, value, hidden)
        return message

    def event_to_pb(self, event: Struct, wrapper: type[Message], hidden: Collection[int] = ()) -> Message:
        """Write an event into its arm of the message that holds any event of its package."""
        message = wrapper()
        self.put_event(message, event, hidden)
        return message

    def put_event(self, target: Any, event: Struct, hidden: Collection[int] = ()) -> None:
        """Write an event into its arm of an empty message that holds any event."""
        name = target.DESCRIPTOR.full_name
        arm, writers = (self._arms.get(name) or self._wrapper(name))[type(event)]
        target = getattr(target, arm)
        target.SetInParent()
        _write_fields(writers, target, event, hidden)

    def _register_module(self, package: str, module: ModuleType) -> list[str]:
        names = []
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        for kind in own:
            if isinstance(kind, type) and issubclass(kind, Struct) and kind not in module.WITHOUT_MESSAGE:
                names.append(f"{package}.{kind.__name__}")
                self.register(names[-1], kind)
            elif isinstance(kind, type) and issubclass(kind, IntEnum):
                self._enums[f"{package}.{kind.__name__}"] = {choice.value: choice for choice in kind if choice}
        return names

    def _members(self, name: str) -> list[tuple[int, str, Member]]:
        struct = self._structs.get(name)
        if struct is None:
            raise LookupError(f"{name} has no Struct: register it, or give its module to Converter")
        members = _members_of(self._descriptor(name))
        fields = [(at, field) for at, field in enumerate(struct.__struct_fields__)]
        wanted = [(at, field) for at, field in fields if not re.fullmatch(r"reserved_\d+", field)]
        if {field for _, field in wanted} != set(members):
            differing = sorted({field for _, field in wanted} ^ set(members))
            raise TypeError(f"{name} and {struct.__qualname__} do not fit each other at {differing}: run `make proto`")
        return [(at, field, members[field]) for at, field in wanted]

    def _descriptor(self, name: str) -> Descriptor:
        try:
            return self._pool.FindMessageTypeByName(name)
        except KeyError:
            raise LookupError(f"no message {name}: import its _pb2 module before Converter is made") from None

    def _reader(self, name: str) -> Reader:
        if name not in self._readers:
            members, parts = self._members(name), list[tuple[str, Reader]]()
            self._readers[name] = _struct_reader(self._structs[name], parts)  # before its parts: it may hold itself
            parts.extend((field, self._member_reader(member)) for _, field, member in members)
        return self._readers[name]

    def _member_reader(self, member: Member) -> Reader:
        if isinstance(member, OneofDescriptor):
            return _oneof_reader(
                member.name, {arm.name: _single_reader(arm.name, self._value(arm)) for arm in member.fields}
            )
        value = self._value(member)
        if member.is_repeated:
            return _list_reader(member.name, value)
        if _message_of(member) == DURATION:
            return _single_reader(member.name, value)
        if _message_of(member) == TIMESTAMP:
            return _time_reader(member.name, _single_reader(member.name, value))
        if member.containing_oneof is not None:
            return _optional_reader(member.name, _single_reader(member.name, value))
        single = _single_reader(member.name, value)
        return _required_reader(member.name, single, member.message_type) if member.message_type else single

    def _value(self, field: FieldDescriptor) -> Reader | None:
        if field.message_type is not None:
            return integer_reader(field) or self._reader(field.message_type.full_name)
        if field.enum_type is not None:
            return _enum_reader(self._choices(field.enum_type))
        if field.full_name in SIZES:
            return partial(_sized, SIZES[field.full_name])
        return _bounded_integer if field.type in _INT64_TYPES else None

    def _choices(self, enum: EnumDescriptor) -> Mapping[int, Any]:
        """What the numbers of an enum stand for in a Struct: words, members of an IntEnum, or themselves."""
        words = words_of(enum)
        if words:
            return {0: "", **{number: word for word, number in words.items() if word}}
        return self._enums.get(enum.full_name) or {value.number: value.number for value in enum.values if value.number}

    def _writer(self, name: str) -> Writers:
        if name not in self._writers:
            members, writers = self._members(name), Writers()
            self._writers[name] = writers  # before its parts: it may hold itself
            writers.extend((at, field, self._member_writer(member)) for at, field, member in members)
        return self._writers[name]

    def _member_writer(self, member: Member) -> Writer:
        if isinstance(member, OneofDescriptor):
            arms = {_message_name(arm): arm for arm in member.fields}
            return _oneof_writer({self._structs[name]: (arm.name, self._writer(name)) for name, arm in arms.items()})
        put = self._put(member)
        if member.is_repeated:
            if put is None and member.enum_type is not None and (words := words_of(member.enum_type)):
                return _words_writer(member.name, words)
            return _list_writer(member.name, put)
        if put is None and member.enum_type is not None and (words := words_of(member.enum_type)):
            return _word_writer(member.name, words, any_word=member.full_name in ANY_WORD)
        if _message_of(member) == TIMESTAMP:
            return _time_writer(member.name, put)
        return _name_writer(member.name) if member.full_name == OFFERED else _field_writer(member.name, put)

    def _put(self, member: FieldDescriptor) -> Put | None:
        """What writes a value into a message of its own; None for what is no message."""
        if member.message_type is None:
            return None
        known = integer_writer(member)
        return known or partial(_write_fields, self._writer(member.message_type.full_name))

    def _maker(self, struct: type[Struct]) -> tuple[type[Message], Writers]:
        name = next((name for name, known in self._structs.items() if known is struct), None)
        if name is None:
            raise LookupError(f"{struct.__qualname__} stands for no message: register it")
        made = self._makers[struct] = (GetMessageClass(self._descriptor(name)), self._writer(name))
        return made

    def _wrapper(self, wrapper: str) -> dict[type[Struct], tuple[str, Writers]]:
        names = {_message_name(arm): arm.name for arm in self._descriptor(wrapper).oneofs_by_name["kind"].fields}
        made = self._arms[wrapper] = {self._structs[name]: (arm, self._writer(name)) for name, arm in names.items()}
        return made


def _message_of(field: FieldDescriptor) -> str:
    return field.message_type.full_name if field.message_type is not None else ""


def _message_name(field: FieldDescriptor) -> str:
    if field.message_type is None:
        raise TypeError(f"{field.full_name} is no message, and only messages may stand in a oneof")
    return field.message_type.full_name


def _members_of(descriptor: Descriptor) -> dict[str, Member]:
    members: dict[str, Member] = {}
    for field in descriptor.fields:
        oneof = field.containing_oneof
        if oneof is not None and oneof.name != f"_{field.name}":  # `optional` makes a oneof of that name
            members[oneof.name] = oneof
        elif field.message_type is None or field.message_type.full_name != HEADER:
            members[name_in_ms(field) or field.name] = field
    return members


def _struct_reader(struct: type[Struct], parts: list[tuple[str, Reader]]) -> Reader:
    def read(message: Any) -> Any:
        return struct(**{name: part(message) for name, part in parts})

    def convert(message: Any) -> Any:
        try:
            return msgspec.convert([part(message) for _, part in parts], struct)
        except msgspec.ValidationError as error:
            place = _INDEX.search(str(error))
            path = parts[int(place[1])][0] if place else ""
            raise Invalid(path, f"is outside of what a {struct.__name__} allows") from None

    return convert if struct in HANDWRITTEN and struct.__struct_config__.array_like else read


def _single_reader(name: str, value: Reader | None) -> Reader:
    get = attrgetter(name)
    if value is None:
        return get

    def read(message: Any) -> Any:
        try:
            return value(get(message))
        except Invalid as fault:
            raise fault.under(name) from None

    return read


def _list_reader(name: str, value: Reader | None) -> Reader:
    whole = attrgetter(name)

    def get(message: Any) -> Any:
        found = whole(message)
        if len(found) > MAX_ITEMS:
            raise Invalid(name, f"has {len(found)} parts: {MAX_ITEMS} at most")
        return found

    if value is None:
        return lambda message: tuple(get(message))

    def read(message: Any) -> tuple[Any, ...]:
        values: list[Any] = []
        found = get(message)
        try:
            for item in found:
                values.append(value(item))  # noqa: PERF401  (its length says where a fault is)
        except Invalid as fault:
            raise fault.under(f"{name}[{len(values)}]") from None
        return tuple(values)

    return read


def _optional_reader(name: str, single: Reader) -> Reader:
    return lambda message: single(message) if message.HasField(name) else None


def _time_reader(name: str, single: Reader) -> Reader:
    return lambda message: single(message) if message.HasField(name) else 0


def _required_reader(name: str, single: Reader, kind: Descriptor) -> Reader:
    remedy = f"send a {kind.full_name}{'; an empty one keeps every default' if kind.name == OPTIONS else ''}"

    def read(message: Any) -> Any:
        if not message.HasField(name):
            raise Invalid(name, f"is missing: {remedy}")
        return single(message)

    return read


def _oneof_reader(name: str, arms: Mapping[str, Reader]) -> Reader:
    def read(message: Any) -> Any:
        arm = message.WhichOneof(name)
        if arm is None:
            raise Invalid(name, f"is missing: give one of {', '.join(arms)}")
        return arms[arm](message)

    return read


def _sized(size: int, value: bytes) -> bytes:
    require_size("", value, size)
    return value


def _enum_reader(choices: Mapping[int, Any]) -> Reader:
    def read(number: int) -> Any:
        choice = choices.get(number)
        if choice is None:
            raise Invalid("", "is not chosen" if number == 0 else "is no choice of this version")
        return choice

    return read


def _bounded_integer(number: int) -> int:
    if -MAX_INTEGER <= number <= MAX_INTEGER:
        return number
    raise Invalid("", "is beyond 2^53 - 1")


def _write_fields(writers: Writers, message: Any, value: Struct, hidden: Collection[int] = ()) -> None:
    for at, name, write in writers:
        part = getattr(value, name)
        if part is not None and not (hidden and at in hidden):
            write(message, part)


def _field_writer(name: str, put: Put | None) -> Writer:
    def write(message: Any, value: Any) -> None:
        setattr(message, name, value)

    def write_nested(message: Any, value: Any) -> None:
        target = getattr(message, name)
        target.SetInParent()
        put(target, value)  # type: ignore[misc]

    return write if put is None else write_nested


def _time_writer(name: str, put: Put | None) -> Writer:
    write = _field_writer(name, put)

    def write_known(message: Any, value: int) -> None:
        if value:
            write(message, value)

    return write_known


def _name_writer(name: str) -> Writer:
    def write(message: Any, value: str) -> None:
        setattr(message, name, TOLD_AS.get(value, value))

    return write


def _list_writer(name: str, put: Put | None) -> Writer:
    get = attrgetter(name)

    def write(message: Any, values: Any) -> None:
        get(message).extend(values)

    def write_nested(message: Any, values: Any) -> None:
        add = get(message).add
        for value in values:
            put(add(), value)  # type: ignore[misc]

    return write if put is None else write_nested


def _word_writer(name: str, words: Mapping[str, int], *, any_word: bool = False) -> Writer:
    def write(message: Any, word: str) -> None:
        setattr(message, name, words.get(word, 0) if any_word else words[word])

    return write


def _words_writer(name: str, words: Mapping[str, int]) -> Writer:
    def write(message: Any, values: Any) -> None:
        getattr(message, name).extend([words[word] for word in values])

    return write


def _oneof_writer(arms: Mapping[type[Struct], tuple[str, Writers]]) -> Writer:
    def write(message: Any, value: Any) -> None:
        name, writers = arms[type(value)]
        target = getattr(message, name)
        target.SetInParent()
        _write_fields(writers, target, value)

    return write
