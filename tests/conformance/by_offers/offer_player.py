"""A player that knows no ruleset: it makes commands of offers, their domains and the contract's descriptors alone.

What an offer leaves open is drawn by a seed. An offer that does not fit the contract is an OfferFault, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message_factory import GetMessageClass

from wargame.v1 import options_pb2

KERNEL: Final = "wargame.v1"
TEXT_MOST: Final = 12
LIST_MORE: Final = 6
HEX: Final = re.compile("([0-9a-f]{2})*")
INTEGERS: Final = frozenset(
    {
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT32,
        FieldDescriptor.CPPTYPE_UINT64,
    }
)

# finds places of a field on request, from command, field and what is chosen so far
Find: TypeAlias = Callable[[str, str, dict[str, str]], Sequence[Any]]
# the bytes that a field asks for, from command, field and size
Octets: TypeAlias = Callable[[str, str, int], bytes]


class OfferFault(AssertionError):
    """An offer says what can not stand in the field that it names."""


class OfferPlayer:
    """Makes commands of offers.

    `package` is that of the ruleset's contract, `octets` gives bytes of the client's own, `find` asks for places. One
    field in `one_in` of those that may be left out is given.
    """

    def __init__(self, package: str, chance: Random, octets: Octets, find: Find, *, one_in: int = 2) -> None:
        self.package = package
        self.chance = chance
        self.octets = octets
        self.find = find
        self.one_in = one_in

    def command(self, offer: Any) -> Any:
        """Make a command of an offer; its header is left empty."""
        descriptor = self.message_type(offer.command)
        made: Any = GetMessageClass(descriptor)()
        self.fill(made, offer.fields, made, offer.command)
        return made

    def message_type(self, name: str) -> Descriptor:
        """Find a message by its name in an offer, in the ruleset's package or the kernel's."""
        for package in (self.package, KERNEL):
            try:
                return descriptor_pool.Default().FindMessageTypeByName(f"{package}.{name}")
            except KeyError:
                continue
        raise OfferFault(f"no message {name} in {self.package} or {KERNEL}")

    def fill(self, message: Any, domains: Sequence[Any], command: Any, place: str) -> None:
        """Fill the fields of a message, in the order of their domains."""
        fields = message.DESCRIPTOR.fields_by_name
        grouped: dict[str, list[Any]] = {}
        for domain in domains:
            grouped.setdefault(domain.field, []).append(domain)
        for name, several in grouped.items():
            if name not in fields:
                raise OfferFault(f"{place} has no field {name}")
            holding = [row for row in several if all(holds(term, message, command) for term in row.conditions)]
            if not holding:
                continue
            domain = self.chance.choice(holding)
            if domain.optional and self.chance.randrange(self.one_in):
                continue
            self.put(message, fields[name], domain, command, f"{place}.{name}")

    def put(self, message: Any, field: FieldDescriptor, domain: Any, command: Any, place: str) -> None:
        """Put a value of a domain into a field."""
        if domain.WhichOneof("values") == "places":
            domain = self.spot(domain.places, message, field, command, place)
        if field.is_repeated:
            self.put_list(getattr(message, field.name), field, domain, command, place)
        elif is_milliseconds(field):
            require(domain.WhichOneof("values") == "range", place, "no milliseconds for a time")
            getattr(message, field.name).FromMilliseconds(self.number(domain, place))
        elif field.message_type is not None:
            nested = getattr(message, field.name)
            nested.SetInParent()
            self.put_shape(nested, domain, command, place)
        else:
            setattr(message, field.name, self.single(field, domain, place))

    def put_list(self, values: Any, field: FieldDescriptor, domain: Any, command: Any, place: str) -> None:
        """Put values into a list."""
        for number, member in enumerate(self.members(domain, place)):
            at = f"{place}[{number}]"
            if isinstance(member, str):
                values.append(read(field, member, at))
            elif field.message_type is not None:
                self.put_shape(values.add(), member, command, at)
            else:
                values.append(self.single(field, member, at))

    def members(self, domain: Any, place: str) -> Sequence[Any]:
        """Choose the members of a list: words, or domains of one member each."""
        kind = domain.WhichOneof("values")
        if kind == "some_of":
            some = domain.some_of
            require(
                some.least <= some.most <= len(set(some.values)), place, f"{some.least} to {some.most} of {some.values}"
            )
            return self.chance.sample(list(some.values), self.chance.randint(some.least, some.most))
        if kind == "lists":
            require(domain.lists.lists, place, "one of no lists")
            return list(self.chance.choice(domain.lists.lists).values)
        require(kind == "items", place, f"{kind} does not make a list")
        items = domain.items
        most = min(items.most, items.least + LIST_MORE)
        require(items.least <= items.most, place, f"{items.least} to {items.most} members")
        count = self.chance.randint(items.least, most)
        require(not count or items.of, place, "members of no kind")
        require(
            not items.once or items.most <= len(items.of), place, f"{items.most} of {len(items.of)} members, each once"
        )
        require(not any(row.field or row.conditions for row in items.of), place, "a member has a field or conditions")
        if items.once:
            return [items.of[at] for at in sorted(self.chance.sample(range(len(items.of)), count))]
        return [self.chance.choice(items.of) for _ in range(count)]

    def put_shape(self, message: Any, domain: Any, command: Any, place: str) -> None:
        """Fill a message."""
        require(domain.WhichOneof("values") == "shape", place, f"{domain.WhichOneof('values')} makes no message")
        name = message.DESCRIPTOR.name
        require(domain.shape.message == name, place, f"the shape of a {domain.shape.message} where a {name} stands")
        self.fill(message, domain.shape.parts, command, place)

    def number(self, domain: Any, place: str) -> int:
        """Choose an integer."""
        require(domain.range.least <= domain.range.most, place, "an empty range")
        return self.chance.randint(domain.range.least, domain.range.most)

    def single(self, field: FieldDescriptor, domain: Any, place: str) -> Any:
        """Choose a value that has no parts."""
        kind = domain.WhichOneof("values")
        if kind == "one_of":
            require(domain.one_of.values, place, "one of nothing")
            return read(field, self.chance.choice(domain.one_of.values), place)
        if kind == "range" and field.cpp_type in INTEGERS:
            return self.number(domain, place)
        if kind == "words" and field.type == FieldDescriptor.TYPE_STRING:
            return "w" * self.chance.randint(domain.words.least, min(domain.words.most, domain.words.least + TEXT_MOST))
        if kind == "flag" and field.type == FieldDescriptor.TYPE_BOOL:
            return bool(self.chance.randrange(2))
        if kind == "octets" and field.type == FieldDescriptor.TYPE_BYTES:
            return self.octets(field.containing_type.name, field.name, domain.octets.size)
        raise OfferFault(f"{place}: {kind} does not fit its type")

    def spot(self, places: Any, message: Any, field: FieldDescriptor, command: Any, place: str) -> Any:
        """Choose a place that is legal, out of the offer or found on request."""
        spots = places.spots
        if places.on_request:
            require(message is command, place, "places on request stand in the command itself")
            chosen = {
                row.name: word(message, row.name) for row in message.DESCRIPTOR.fields if row.message_type is None
            }
            spots = self.find(
                message.DESCRIPTOR.name, field.name, {key: value for key, value in chosen.items() if value}
            )
        require(spots, place, "places without a spot")
        return self.chance.choice(spots)


def require(fits: object, place: str, problem: str) -> None:
    """Raise OfferFault where something does not fit."""
    if not fits:
        raise OfferFault(f"{place}: {problem}")


def read(field: FieldDescriptor, value: str, place: str) -> Any:
    """Read a word as a value of a field."""
    if field.type == FieldDescriptor.TYPE_STRING:
        return value
    if field.type == FieldDescriptor.TYPE_BOOL:
        require(value in {"true", "false"}, place, f"{value!r} is no truth value")
        return value == "true"
    if field.enum_type is not None:
        numbers = {choice: number for number, choice in words_of(field.enum_type).items()}
        require(value in numbers, place, f"{value!r} is no choice of the enum")
        return numbers[value]
    if field.type == FieldDescriptor.TYPE_BYTES:
        require(HEX.fullmatch(value), place, f"{value!r} is no hex")
        return bytes.fromhex(value)
    require(field.cpp_type in INTEGERS and value.lstrip("-").isdigit(), place, f"{value!r} does not fit its type")
    return int(value)


def words_of(enum: EnumDescriptor) -> dict[int, str]:
    """Write the choices of an enum as in a domain: by their words, or by their names where they have none."""
    mark: Any = options_pb2.word
    words = {value.number: str(value.GetOptions().Extensions[mark]) for value in enum.values}
    return words if any(words.values()) else {value.number: value.name for value in enum.values}


def holds(condition: Any, message: Any, command: Any) -> bool:
    """Tell whether a condition of a domain holds; on a path through a list, for one of its members."""
    start, *path = (
        (command, *condition.field[1:].split(".")) if condition.field.startswith(".") else (message, condition.field)
    )
    targets = [start]
    for name in path[:-1]:
        targets = [inner for target in targets for inner in inside(target, name)]
    return any(word(target, path[-1]) in condition.values for target in targets)


def inside(message: Any, name: str) -> list[Any]:
    """List the messages that stand in a field."""
    found = getattr(message, name)
    return list(found) if message.DESCRIPTOR.fields_by_name[name].is_repeated else [found]


def word(message: Any, name: str) -> str:
    """Write the value of a field as in a domain; "" where it is empty."""
    field = message.DESCRIPTOR.fields_by_name[name]
    value = getattr(message, name)
    if field.is_repeated or field.message_type is not None or (field.has_presence and not message.HasField(name)):
        return ""
    if field.enum_type is not None:
        return words_of(field.enum_type)[value]
    if isinstance(value, bytes):
        return value.hex()
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_milliseconds(field: FieldDescriptor) -> bool:
    """Tell whether a time is milliseconds in a domain."""
    mark: Any = options_pb2.in_ms
    return bool(field.GetOptions().Extensions[mark])


def leaves(descriptor: Descriptor, seen: tuple[str, ...] = ()) -> set[str]:
    """List the paths of all leaves of a message, its header left out; a message within itself is left out too."""
    found: set[str] = set()
    for field in descriptor.fields:
        inner = field.message_type
        if inner is None or is_milliseconds(field):
            found.add(field.name)
        elif inner.full_name != f"{KERNEL}.Header" and inner.full_name not in seen:
            found |= {f"{field.name}.{leaf}" for leaf in leaves(inner, (*seen, inner.full_name))}
    return found


def told(domains: Sequence[Any]) -> set[str]:
    """List the paths of all leaves that domains tell of."""
    found: set[str] = set()
    for domain in domains:
        kind = domain.WhichOneof("values")
        inner = told(_inner(domain))
        here = {f"{domain.field}.{leaf}" if domain.field else leaf for leaf in inner}
        found |= here or ({domain.field} if kind not in {"shape", "places"} and domain.field else set())
    return found


def _inner(domain: Any) -> Sequence[Any]:
    kind = domain.WhichOneof("values")
    if kind == "shape":
        return domain.shape.parts
    if kind == "items":
        return domain.items.of
    return domain.places.spots if kind == "places" else ()
