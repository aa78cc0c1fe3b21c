"""From an offer to a command: every choice that it leaves open is put to a chooser, in the order of the domains."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from adjudicator_client.contract.pool import POOL
from adjudicator_client.contract.wargame.v1 import record_pb2
from adjudicator_client.errors import OfferFault
from adjudicator_client.marks import message_of, words_of
from adjudicator_client.times import name_in_ms, put_milliseconds

SHARED: Final = "wargame.v1"
HEX: Final = re.compile("([0-9a-f]{2})*")
DIGITS: Final = re.compile("0|-?[1-9][0-9]{0,15}")
MOST: Final = (1 << 53) - 1
# The least and the most of each kind of integer; a log holds none that is larger.
INTEGERS: Final = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-MOST, MOST),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, MOST),
}

Domain: TypeAlias = record_pb2.Domain
Kind: TypeAlias = Literal[
    "include",
    "domain",
    "one_of",
    "some_of",
    "range",
    "words",
    "flag",
    "octets",
    "lists",
    "count",
    "member",
    "members",
    "spot",
]


@dataclass(frozen=True)
class Choice:
    """One choice that an offer leaves open, and what answers it.

    | kind | question | answer |
    |---|---|---|
    | `include` | is the field given, which may be left out? | truth value |
    | `domain` | which of the `domains` that hold is followed? | its index |
    | `one_of` | which of `values`? | the value |
    | `some_of` | which of `values`, `least` to `most` of them? | a list of values |
    | `range` | which integer from `least` to `most`? a time is milliseconds | the integer |
    | `words` | what text of `least` to `most` characters? | the text |
    | `flag` | true or false? | truth value |
    | `octets` | what bytes, `most` of them? | the bytes |
    | `lists` | which of the `lists`? | its index |
    | `count` | how many members, `least` to `most`? | the number |
    | `member` | which of the `domains` does the next member follow? | its index |
    | `members` | which of the `domains` are followed, `least` to `most` of them, each once? | ascending indices |
    | `spot` | which of the places in `domains`? | its index |
    """

    path: str
    kind: Kind
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    domains: tuple[Domain, ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()


Choose: TypeAlias = Callable[[Choice], Any]
Find: TypeAlias = Callable[[str, str, Mapping[str, str]], Awaitable[Sequence[Domain]]]


async def build(offer: record_pb2.Offer, choose: Choose, find: Find, package: str) -> Any:
    """Make the command of an offer; its header is left empty.

    Raises OfferFault where the offer does not fit the contract, or an answer the offer.
    """
    descriptor = command_type(offer.command, package)
    command: Any = message_of(descriptor.full_name)()
    await _Walk(command, choose, find).fill(command, offer.fields, offer.command)
    return command


def command_type(name: str, package: str) -> Descriptor:
    """Find a command by its name in an offer: in the ruleset's package, or in the one that all share.

    Raises OfferFault.
    """
    for place in (package, SHARED):
        try:
            return POOL.FindMessageTypeByName(f"{place}.{name}")
        except KeyError:
            continue
    raise OfferFault(name, f"no such command in {package} or {SHARED}: this client is of an earlier release")


class _Walk:
    """The way through one offer."""

    def __init__(self, command: Any, choose: Choose, find: Find) -> None:
        self.command = command
        self.choose = choose
        self.find = find

    async def fill(self, message: Any, domains: Sequence[Domain], path: str) -> None:
        """Fill a message's fields, in the order of their domains."""
        grouped: dict[str, list[Domain]] = {}
        for domain in domains:
            grouped.setdefault(domain.field, []).append(domain)
        for name, several in grouped.items():
            field, place = message.DESCRIPTOR.fields_by_name.get(name), f"{path}.{name}"
            _require(field is not None, place, "the message has no such field")
            holding = [row for row in several if all(self.holds(term, message) for term in row.conditions)]
            if not holding:
                continue
            domain = holding[0] if len(holding) == 1 else holding[self.index(place, "domain", holding)]
            if not domain.optional or self.ask(Choice(place, "include"), bool):
                await self.put(message, field, domain, place)

    def holds(self, condition: record_pb2.Condition, message: Any) -> bool:
        """Tell whether a condition holds: with a dot in front of the command, in a list of one member."""
        targets, path = [message], condition.field.split(".")
        if condition.field.startswith("."):
            targets, path = [self.command], condition.field[1:].split(".")
        for name in path[:-1]:
            targets = [inner for target in targets for inner in _inside(target, name)]
        return any(word_of(target, path[-1]) in condition.values for target in targets)

    async def put(self, message: Any, field: FieldDescriptor, domain: Domain, path: str) -> None:
        """Put a value into a field."""
        if domain.WhichOneof("values") == "places":
            domain = await self.spot(message, field, domain.places, path)
        if field.is_repeated:
            await self.put_list(getattr(message, field.name), field, domain, path)
        elif name_in_ms(field):
            put_milliseconds(getattr(message, field.name), self.single(field, domain, path))
        elif field.message_type is not None:
            nested = getattr(message, field.name)
            nested.SetInParent()
            await self.put_shape(nested, domain, path)
        else:
            setattr(message, field.name, self.single(field, domain, path))

    async def spot(self, message: Any, field: FieldDescriptor, places: record_pb2.Places, path: str) -> Domain:
        """Choose a place, listed or found on request."""
        spots: Sequence[Domain] = places.spots
        if places.on_request:
            _require(message is self.command, path, "places on request stand in a field of the command itself")
            plain = [row.name for row in message.DESCRIPTOR.fields if row.message_type is None]
            chosen = {name: word_of(message, name) for name in plain}
            given = {name: value for name, value in chosen.items() if value}
            spots = await self.find(message.DESCRIPTOR.name, field.name, given)
        return spots[self.index(path, "spot", spots)]

    async def put_list(self, values: Any, field: FieldDescriptor, domain: Domain, path: str) -> None:
        """Put members into a list."""
        kind = domain.WhichOneof("values")
        if kind in ("some_of", "lists"):
            words = self.some_of(domain.some_of, path) if kind == "some_of" else self.one_list(domain.lists, path)
            values.extend(read_word(field, value, path) for value in words)
            return
        _require(kind == "items", path, f"{kind} makes no list")
        for number, member in enumerate(self.members(domain.items, path)):
            place = f"{path}[{number}]"
            _require(not member.field and not member.conditions, place, "a member has a field or conditions")
            if field.message_type is not None:
                await self.put_shape(values.add(), member, place)
            else:
                values.append(self.single(field, member, place))

    def some_of(self, some: record_pb2.Some, path: str) -> list[str]:
        """Choose some of a list."""
        answer = self.ask(Choice(path, "some_of", tuple(some.values), some.least, some.most), list)
        fits = some.least <= len(answer) <= some.most and len(set(answer)) == len(answer)
        _require(fits and set(answer) <= set(some.values), path, f"{answer} is not {some.least} to {some.most} of them")
        return [str(value) for value in answer]

    def one_list(self, lists: record_pb2.Lists, path: str) -> list[str]:
        """Choose one of several lists."""
        found = [tuple(row.values) for row in lists.lists]
        answer = self.ask(Choice(path, "lists", most=len(found), lists=tuple(found)), int)
        _require(0 <= answer < len(found), path, f"{answer} is no index of {len(found)} lists")
        return list(found[answer])

    def members(self, items: record_pb2.Items, path: str) -> list[Domain]:
        """Choose the domains that the members of a list follow."""
        of = list(items.of)
        if items.once:
            answer = self.ask(Choice(path, "members", (), items.least, items.most, tuple(of)), list)
            fits = items.least <= len(answer) <= items.most and list(answer) == sorted(set(answer))
            fits = fits and all(type(at) is int and 0 <= at < len(of) for at in answer)
            _require(fits, path, f"{answer} are not {items.least} to {items.most} indices below {len(of)}, ascending")
            return [of[at] for at in answer]
        count = self.integer(Choice(path, "count", (), items.least, items.most, tuple(of)))
        return [of[self.index(f"{path}[{number}]", "member", of)] for number in range(count)]

    async def put_shape(self, message: Any, domain: Domain, path: str) -> None:
        """Fill a message."""
        name, kind = message.DESCRIPTOR.name, domain.WhichOneof("values")
        _require(kind == "shape", path, f"{kind} makes no {name}")
        _require(domain.shape.message == name, path, f"the shape of a {domain.shape.message}, where a {name} stands")
        await self.fill(message, domain.shape.parts, path)

    def single(self, field: FieldDescriptor, domain: Domain, path: str) -> Any:
        """Choose a value without parts."""
        kind = domain.WhichOneof("values")
        if kind == "one_of":
            answer = self.ask(Choice(path, "one_of", tuple(domain.one_of.values)), str)
            _require(answer in domain.one_of.values, path, f"{answer!r} is none of the values")
            return read_word(field, answer, path)
        if kind == "range" and (field.cpp_type in INTEGERS or name_in_ms(field)):
            return self.integer(Choice(path, "range", (), domain.range.least, domain.range.most))
        if kind == "words" and field.type == FieldDescriptor.TYPE_STRING:
            least, most = domain.words.least, domain.words.most
            text: str = self.ask(Choice(path, "words", (), least, most), str)
            _require(least <= len(text) <= most, path, f"{len(text)} characters are not {least} to {most}")
            return text
        if kind == "flag" and field.type == FieldDescriptor.TYPE_BOOL:
            return self.ask(Choice(path, "flag"), bool)
        if kind == "octets" and field.type == FieldDescriptor.TYPE_BYTES:
            size = domain.octets.size
            data: bytes = self.ask(Choice(path, "octets", (), size, size), bytes)
            _require(len(data) == size, path, f"{len(data)} bytes are not {size}")
            return data
        raise OfferFault(path, f"{kind} does not fit the field's type")

    def index(self, path: str, kind: Kind, domains: Sequence[Domain]) -> int:
        """Choose one of several domains."""
        _require(domains, path, "nothing to choose from")
        answer = self.ask(Choice(path, kind, most=len(domains) - 1, domains=tuple(domains)), int)
        _require(0 <= answer < len(domains), path, f"{answer} is no index of {len(domains)}")
        return int(answer)

    def integer(self, choice: Choice) -> int:
        """Choose an integer."""
        answer = self.ask(choice, int)
        fits = choice.least <= answer <= choice.most
        _require(fits, choice.path, f"{answer} is not {choice.least} to {choice.most}")
        return int(answer)

    def ask(self, choice: Choice, kind: type) -> Any:
        """Put a choice to the chooser."""
        answer = self.choose(choice)
        if kind is list and isinstance(answer, tuple):
            answer = list(answer)
        _require(type(answer) is kind, choice.path, f"{choice.kind} wants a {kind.__name__}, not {answer!r:.40}")
        return answer


def read_word(field: FieldDescriptor, word: str, path: str) -> Any:
    """Read a word of a domain as a value of a field.

    Raises OfferFault.
    """
    if field.type == FieldDescriptor.TYPE_STRING:
        return word
    if field.type == FieldDescriptor.TYPE_BOOL:
        _require(word in ("true", "false"), path, f"{word!r} is no truth value")
        return word == "true"
    if field.enum_type is not None:
        numbers = {name: number for number, name in enum_words(field).items()}
        _require(word in numbers, path, f"{word!r} is no choice of {field.enum_type.name}")
        return numbers[word]
    if field.type == FieldDescriptor.TYPE_BYTES:
        _require(HEX.fullmatch(word), path, f"{word!r} is no hex")
        return bytes.fromhex(word)
    _require(field.cpp_type in INTEGERS and DIGITS.fullmatch(word), path, f"{word!r} is no integer")
    least, most = INTEGERS[field.cpp_type]
    _require(least <= int(word) <= most, path, f"{word} is not {least} to {most}")
    return int(word)


def word_of(message: Any, name: str) -> str:
    """Write the value of a field as domains write it; "" where it is empty."""
    field = message.DESCRIPTOR.fields_by_name[name]
    value = getattr(message, name)
    if field.is_repeated or field.message_type is not None or (field.has_presence and not message.HasField(name)):
        return ""
    if field.enum_type is not None:
        return enum_words(field).get(value, str(value))
    if isinstance(value, bytes):
        return value.hex()
    return str(value).lower() if isinstance(value, bool) else str(value)


def _inside(message: Any, name: str) -> list[Any]:
    """List the messages that stand in a field."""
    found = getattr(message, name)
    return list(found) if message.DESCRIPTOR.fields_by_name[name].is_repeated else [found]


def enum_words(field: FieldDescriptor) -> dict[int, str]:
    """Give what stands for the choices of an enum in domains: their words, or their names where they have none."""
    enum: Any = field.enum_type
    return words_of(enum) or {choice.number: choice.name for choice in enum.values}


def _require(fits: object, path: str, problem: str) -> None:
    if not fits:
        raise OfferFault(path, problem)
