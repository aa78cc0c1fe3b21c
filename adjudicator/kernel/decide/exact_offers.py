"""Offers of answers that have many parts: each such offer is one finished command that may be given as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Domain, Items, Offer, Range, Shape, Values, items

MOST_OFFERS = 24


def exact_offer(command: Struct, clause: str) -> Offer:
    """Offer a command with just these values; fields that hold None or an empty list are left out."""
    return Offer(type(command).__name__, tuple(_fields(command)), clause)


def exact_offers(commands: Iterable[Struct], clause: str) -> list[Offer]:
    """Offer commands that differ, at most so many as a client can show."""
    different: list[Struct] = []
    for command in commands:
        if command not in different:
            different.append(command)
        if len(different) == MOST_OFFERS:
            break
    return [exact_offer(command, clause) for command in different]


def _fields(message: Struct) -> Iterator[Domain]:
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if isinstance(value, tuple) and value:
            yield Domain(name, exact_items(value))
        elif value is not None and value != ():
            yield Domain(name, _only(value))


def _only(value: object) -> Values:
    if isinstance(value, Struct):
        return exact_shape(value)
    if isinstance(value, bool):
        return Choice((str(value).lower(),))
    if isinstance(value, int):
        return Range(value, value)
    return Choice((str(value),))


def exact_shape(message: Struct) -> Shape:
    """Describe a message with just these values; fields that hold None or an empty list are left out."""
    return Shape(type(message).__name__, tuple(_fields(message)))


def exact_items(rows: Sequence[object]) -> Items:
    """Describe a list with just these members, in this order."""
    return items(*map(_only, rows), least=len(rows), most=len(rows), once=True)
