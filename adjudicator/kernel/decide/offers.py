"""Offers: what a party may do now, as domains of a command's fields rather than finished commands."""

from typing import TypeAlias

from msgspec import Struct


class Choice(Struct, frozen=True):
    """One of these values."""

    values: tuple[str, ...]


class Some(Struct, frozen=True):
    """Some of these values, each at most once."""

    values: tuple[str, ...]
    least: int = 0
    most: int = 0


class Range(Struct, frozen=True):
    """An integer from least to most, both included."""

    least: int
    most: int


class Places(Struct, frozen=True):
    """Positions or paths for pieces; `reach` in thousandths of an inch or steps, `region` as x0, y0, x1, y1."""

    pieces: tuple[str, ...]
    reach: int = 0
    region: tuple[int, ...] = ()


class Shape(Struct, frozen=True):
    """A structured value: a message of the contract, with hints for its parts."""

    message: str
    parts: "tuple[Domain, ...]" = ()


Values: TypeAlias = Choice | Some | Range | Places | Shape


class Domain(Struct, frozen=True):
    """What one field of an offered command may hold."""

    field: str
    values: Values


class Offer(Struct, frozen=True):
    """One thing that a party may do now: the kind of command, what its fields may hold, and the clause."""

    command: str
    fields: tuple[Domain, ...] = ()
    clause: str = ""


def offer(command: type[Struct], clause: str, **fields: Values) -> Offer:
    """Offer a command with these domains, in the order given."""
    return Offer(command.__name__, tuple(Domain(name, values) for name, values in fields.items()), clause)
