"""Events of an earlier edition beside those that these rules make: what the older log could not say is not compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

Ruled: TypeAlias = tuple[Struct, tuple[str, ...]]


def likened(due: Sequence[Ruled], found: Sequence[Ruled]) -> list[Ruled]:
    """Give the events that are due, with clauses and unsaid fields as they are found.

    Fields are appended to messages from edition to edition. The last fields of a message that hold their defaults may
    not have been there yet; clauses are what is cited, and no part of the game.
    """
    same = [(_likened(event, other), clauses) for (event, _), (other, clauses) in zip(due, found, strict=False)]
    return [*same, *due[len(same) :]]


def _likened(due: Any, found: Any) -> Any:
    if type(due) is not type(found):
        return due
    if isinstance(due, Struct):
        unsaid = set(_unsaid(found))
        names = due.__struct_fields__
        values = {name: (getattr(due, name), getattr(found, name)) for name in names}
        return replace(due, **{n: other if n in unsaid else _likened(one, other) for n, (one, other) in values.items()})
    if isinstance(due, tuple) and len(due) == len(found):
        return tuple(_likened(one, other) for one, other in zip(due, found, strict=True))
    return due


def _unsaid(message: Struct) -> Iterator[str]:
    for field in reversed(fields(message)):
        if field.default is NODEFAULT or getattr(message, field.name) != field.default:
            return
        yield field.name
