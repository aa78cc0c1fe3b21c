"""Offers: what a party may do now, as domains of a command's fields rather than finished commands.

Whoever knows the contract alone can give an offered command: every field that must be given has a domain, down to the
leaves, and any value of a domain may be given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class Choice(Struct, frozen=True):
    """One of these values."""

    values: tuple[str, ...]


class Some(Struct, frozen=True):
    """Some of these values, each at most once, in any order."""

    values: tuple[str, ...]
    least: int = 0
    most: int = 0


class Range(Struct, frozen=True):
    """An integer from least to most, both included."""

    least: int
    most: int


class List(Struct, frozen=True):
    """A list of words; one may come twice."""

    values: tuple[str, ...]


class Lists(Struct, frozen=True):
    """One of these lists, whole and in its order."""

    lists: tuple[List, ...]


class Words(Struct, frozen=True):
    """One line of text of so many characters; the first is a letter or a digit, the last is no blank."""

    most: int
    least: int = 0


class Flag(Struct, frozen=True):
    """True or false."""


class Octets(Struct, frozen=True):
    """So many bytes of the client's own."""

    size: int


class Items(Struct, frozen=True):
    """A list whose members follow one of `of` each; with `once` each of these is followed once at most, in order."""

    of: tuple[Domain, ...]
    least: int = 0
    most: int = 0
    once: bool = False


class Places(Struct, frozen=True):
    """Positions or paths for pieces; `reach` in thousandths of an inch or steps, `region` as x0, y0, x1, y1.

    Nothing outside of reach and region is legal, and `spots` are whole values of the field that are: at least one, or
    they are found on request, by the ruleset's `places`.
    """

    pieces: tuple[str, ...]
    reach: int = 0
    region: tuple[int, ...] = ()
    spots: tuple[Domain, ...] = ()
    on_request: bool = False


class Shape(Struct, frozen=True):
    """A structured value: a message of the contract, and what its fields may hold."""

    message: str
    parts: tuple[Domain, ...] = ()


Values: TypeAlias = Choice | Some | Range | Places | Shape | Items | Lists | Words | Flag | Octets


class Condition(Struct, frozen=True):
    """One of these values must stand in a field of the same message, or with a dot in front of the command.

    Where a path leads through a list, as in `.shots.target`, one of its members must have one of them.
    """

    field: str
    values: tuple[str, ...]


class Domain(Struct, frozen=True):
    """What one field may hold where all conditions hold; `field` is empty for a member of a list and for a spot."""

    field: str
    values: Values
    optional: bool = False
    conditions: tuple[Condition, ...] = ()


class Offer(Struct, frozen=True):
    """One thing that a party may do now: the kind of command, what its fields may hold, and the clause."""

    command: str
    fields: tuple[Domain, ...] = ()
    clause: str = ""


# what a field is offered: values, values with their terms, or several of these
Offered: TypeAlias = Values | Domain | Iterable[Domain]


def offer(command: type[Struct], clause: str, **fields: Offered) -> Offer:
    """Offer a command with these domains, in the order given."""
    return Offer(command.__name__, domains(**fields), clause)


def shape(message: type[Struct], **fields: Offered) -> Shape:
    """Describe a message with these domains of its fields, in the order given."""
    return Shape(message.__name__, domains(**fields))


def domains(**fields: Offered) -> tuple[Domain, ...]:
    """List the domains of fields, in the order given; one of several is a Domain, whose own field does not count."""
    return tuple(replace(domain, field=name) for name, given in fields.items() for domain in _each(given))


def items(*of: Values | Domain, least: int, most: int, once: bool = False) -> Items:
    """Describe a list whose members follow one of these each."""
    return Items(tuple(map(bare, of)), least, most, once)


def lists(rows: Iterable[Iterable[str]]) -> Lists:
    """Describe a list that is one of these."""
    return Lists(tuple(List(tuple(row)) for row in rows))


def bare(given: Values | Domain) -> Domain:
    """Give values as a domain of no field: a member of a list, a spot, or one of several domains of a field."""
    return given if isinstance(given, Domain) else Domain("", given)


def optional(given: Values | Domain) -> Domain:
    """Say that a field may be left out too."""
    return replace(bare(given), optional=True)


def where(given: Values | Domain, **fields: str | tuple[str, ...]) -> Domain:
    """Say that this holds only where these fields of the same message have one of these values."""
    more = tuple(Condition(name, (found,) if isinstance(found, str) else found) for name, found in fields.items())
    domain = bare(given)
    return replace(domain, conditions=(*domain.conditions, *more))


def _each(given: Offered) -> Iterable[Domain]:
    return (bare(given),) if isinstance(given, Values | Domain) else given
