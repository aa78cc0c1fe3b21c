"""Report labels: how a ruleset wants its games told to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

NOTHING: Mapping[Any, Any] = MappingProxyType({})
# says several messages of one kind together
Listed: TypeAlias = Callable[[Sequence[Any]], str]


class Chance(NamedTuple):
    """A throw that succeeds or fails: whose it was, `good` chances out of `of`, and how it came out."""

    seat: int
    good: int
    of: int
    success: bool


Luck: TypeAlias = Callable[[Struct], Iterator[Chance]]


class Labels(Struct, frozen=True):
    """Headings by kind of event, fields that are lengths, words for values, lists said together, throws that matter.

    `words` says what values are called, `lists` how messages of a kind are said together, `luck` gives every throw of
    an event that succeeds or fails; what only one seat may know is left out.
    """

    headings: Mapping[str, str] = NOTHING
    lengths: frozenset[str] = frozenset()
    words: Mapping[str, str] = NOTHING
    lists: Mapping[type[Struct], Listed] = NOTHING
    luck: Luck | None = None


NO_LABELS = Labels()


def at_least(needed: int, sides: int) -> int:
    """Count the faces of a die that reach a number."""
    return min(sides, max(0, sides + 1 - needed))
