"""Parameters that change nothing: what an offer does not tell of is refused, or the record shows what it did.

Commands are made of offers; then one parameter after the other gets a value of its type that was not offered. Where
such a command is accepted with the very events and dice of the first one, it asked for something and was given nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import Party, is_seat
from services.rpc import available_offers, found_places
from services.rpc.wire_values import Invalid
from tests.conformance.by_offers.offer_games import REFEREE_ROLE, SEAT_ROLE, converter_at
from tests.conformance.by_offers.offer_player import INTEGERS, OfferPlayer, holds, is_milliseconds, words_of
from tests.kit import Table, seeded

NOBODY: Final = "zz"
NUMBERS: Final = (1, 7)
DICE: Final = 7
# judged as a whole, and a way is not kept: coordinates are no parameters
POSITIONS: Final = frozenset({"Pose", "Spot"})


class Given(NamedTuple):
    """A command with one parameter that was not offered: the path of the parameter, without indices, and its value."""

    path: str
    value: str
    message: Any


class Idle(NamedTuple):
    """What was accepted and changed nothing: a parameter of a command, its value, and the first such command."""

    parameter: str
    value: str
    message: str


class IdleParameters:
    """Looks at positions of one ruleset's games for parameters that change nothing.

    `free` are those that may: a parameter, or with "=" one value of it, and why. `found` is what else changed nothing,
    `refused` and `changed` count the others, parameter by parameter.
    """

    def __init__(self, path: str, seed: int, free: Mapping[str, str]) -> None:
        self.converter = converter_at(path)
        self.chance = Random(seed)
        self.free = free
        self.found: dict[tuple[str, str], Idle] = {}
        self.refused: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        self.table: Table
        self.party: Party

    def look(self, table: Table, party: Party, most: int) -> None:
        """Look at up to so many of a party's offers, of the ruleset's own commands."""
        self.table, self.party = table, party
        own = {kind.__name__ for kind in table.rules.own}
        session: Any = SimpleNamespace(rules=table.rules, game=table.game, protocol=table.protocol)
        credential: Any = SimpleNamespace(role=SEAT_ROLE if is_seat(party) else REFEREE_ROLE, party=party, kid="k")
        rows = [*table.offers(party), *available_offers.anytime(session, credential)]
        offers: list[Any] = [self.converter.to_pb(row) for row in rows if row.command in own]
        player = OfferPlayer(table.rules.package, self.chance, _no_octets, self._find)
        for offer in self.chance.sample(offers, min(most, len(offers))):
            self._try(offer.command, player.command(offer), offer.fields)

    def _try(self, name: str, message: Any, domains: Sequence[Any]) -> None:
        before = self._ruled(message)
        assert before is not None, f"{name} was offered to {self.party} and is refused: {message}"
        for given in self._variants(message, domains):
            parameter, after = f"{name}.{given.path}", self._ruled(given.message)
            if after is None:
                self.refused[parameter] += 1
            elif after != before:
                self.changed[parameter] += 1
            else:
                self._note(parameter, given)

    def _note(self, parameter: str, given: Given) -> None:
        if parameter not in self.free and f"{parameter}={given.value}" not in self.free:
            self.found.setdefault((parameter, given.value), Idle(parameter, given.value, str(given.message)))

    def _ruled(self, message: Any) -> object:
        """Rule on a command, with the same dice each time; None where it is refused."""
        table = self.table
        try:
            command = self.converter.to_struct(message)
            ruling = adjudicate(table.rules, table.game, table.protocol, self.party, command, seeded(DICE), table.time)
        except (Invalid, Rejected):
            return None
        return tuple(ruling.events), tuple(ruling.rolls)

    def _variants(self, command: Any, domains: Sequence[Any]) -> Iterator[Given]:
        for path, message, field, known in _leaves(command, domains, command, ""):
            for value, word in _others(message, field, known):
                yield Given(path, word, _with(command, message, field, value))

    def _find(self, command: str, field: str, chosen: dict[str, str]) -> Sequence[Any]:
        session: Any = SimpleNamespace(rules=self.table.rules, game=self.table.game, protocol=self.table.protocol)
        found = found_places.places(session, self.party, command, field, chosen)
        return [self.converter.to_pb(spot) for spot in found]


def _no_octets(_command: str, field: str, _size: int) -> bytes:
    raise AssertionError(f"{field}: a ruleset's own command asks for bytes")


def _others(message: Any, field: FieldDescriptor, known: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """Give values of a field's type that are not offered, do not stand there, and ask for something."""
    now = _value(message, field)
    offered = {word for row in known for word in row.one_of.values}
    rows: Iterable[tuple[Any, str]] = []
    if field.enum_type is not None:
        rows = words_of(field.enum_type).items()
    elif field.type == FieldDescriptor.TYPE_BOOL:
        rows = [(True, "true")]
    elif field.type == FieldDescriptor.TYPE_STRING:
        rows = [(NOBODY, NOBODY)]
    elif field.cpp_type in INTEGERS:
        rows = [(number, str(number)) for number in NUMBERS if not _in_range(number, known)]
    if not {row.WhichOneof("values") for row in known} & {"flag", "words"}:
        yield from ((value, word) for value, word in rows if value and value != now and word not in offered)


def _leaves(message: Any, domains: Sequence[Any], command: Any, at: str) -> Iterator[tuple[str, Any, Any, list[Any]]]:
    """List the fields of a message that have no parts and are no lists, each with its domains that hold.

    Of messages within it those of the first in each list.
    """
    for field in message.DESCRIPTOR.fields:
        inner_type = field.message_type
        if (
            field.name == "header"
            or (inner_type is not None and inner_type.name in POSITIONS)
            or is_milliseconds(field)
        ):
            continue
        rows = (row for row in domains if row.field == field.name)
        known = [row for row in rows if all(holds(term, message, command) for term in row.conditions)]
        path = f"{at}{field.name}"
        if inner_type is not None:
            inner = [part for row in known for part in _parts(row)]
            for part in _present(message, field)[:1]:
                yield from _leaves(part, inner, command, f"{path}.")
        elif not field.is_repeated:
            yield path, message, field, known


def _present(message: Any, field: FieldDescriptor) -> Sequence[Any]:
    if field.is_repeated:
        return list(getattr(message, field.name))
    return [getattr(message, field.name)] if message.HasField(field.name) else []


def _parts(domain: Any) -> Iterator[Any]:
    kind = domain.WhichOneof("values")
    if kind == "shape":
        yield from domain.shape.parts
    elif kind in {"items", "places"}:
        for row in domain.items.of if kind == "items" else domain.places.spots:
            yield from _parts(row)


def _with(command: Any, message: Any, field: FieldDescriptor, value: Any) -> Any:
    """Copy a command with another value in a field of a message within it."""
    kept, copied = _value(message, field), type(command)()
    setattr(message, field.name, value)
    copied.CopyFrom(command)
    message.ClearField(field.name)
    if kept is not None:
        setattr(message, field.name, kept)
    return copied


def _value(message: Any, field: FieldDescriptor) -> Any:
    return None if field.has_presence and not message.HasField(field.name) else getattr(message, field.name)


def _in_range(number: int, known: Iterable[Any]) -> bool:
    ranges = (row.range for row in known if row.WhichOneof("values") == "range")
    return any(row.least <= number <= row.most for row in ranges)
