"""Bots: programs that play through views and offers alone, with a generator that they are handed."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel.offers import Offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.windows import Window

T = TypeVar("T")


class Generator(Protocol):
    """Where a bot's whims come from: never the dice of a game."""

    def randrange(self, stop: int, /) -> int:
        """Give an integer from 0 to stop - 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Give one of a sequence."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into another order, in place."""


class Sight(Struct, frozen=True):
    """What a bot knows: its party, its view, the open questions and what it may do."""

    party: Party
    view: Any
    windows: tuple[Window, ...]
    offers: tuple[Offer, ...]


Choose: TypeAlias = Callable[[Sight, Generator], Struct]
Create: TypeAlias = Callable[[str, Generator], Struct]

__all__ = ["Choose", "Create", "Generator", "Sight"]
