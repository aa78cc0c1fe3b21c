"""Offers of answers that have many parts: each such offer is one finished command that may be given as it stands.

A field that holds several values is offered once for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some, Values

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
        if isinstance(value, tuple) and value and not isinstance(value[0], Struct):
            words = tuple(str(row) for row in value)
            yield Domain(name, Some(words, len(words), len(words)))
        elif isinstance(value, tuple):
            yield from (Domain(name, _shape(row)) for row in value)
        elif value is not None:
            yield Domain(name, _only(value))


def _only(value: object) -> Values:
    if isinstance(value, Struct):
        return _shape(value)
    if isinstance(value, bool):
        return Choice((str(value).lower(),))
    if isinstance(value, int):
        return Range(value, value)
    return Choice((str(value),))


def _shape(message: Struct) -> Shape:
    return Shape(type(message).__name__, tuple(_fields(message)))
