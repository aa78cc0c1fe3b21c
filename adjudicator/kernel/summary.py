"""Summaries: a game told in a few lines, from its events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.messages import SideConceded

# gives lines from the names of the seats and the events as (entry, event)
Summarise: TypeAlias = Callable[[Sequence[str], Iterable[tuple[int, Struct]]], Sequence[str]]


def no_summary(_seats: Sequence[str], _events: Iterable[tuple[int, Struct]]) -> Sequence[str]:
    """Tell nothing of a game."""
    return ()


class Summary(ABC):
    """Gathers what is worth telling of a game between `seats`, event by event."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = seats
        self.gave_up = "a side"  # by name, once a seat has conceded

    @abstractmethod
    def take(self, seq: int, event: Struct) -> None:
        """Take one more event of entry `seq`."""

    @abstractmethod
    def lines(self) -> Sequence[str]:
        """Tell it."""

    @classmethod
    def of(cls, seats: Sequence[str], events: Iterable[tuple[int, Struct]]) -> Sequence[str]:
        """Tell a game from its events as (entry, event)."""
        summary = cls(seats)
        for seq, event in events:
            if isinstance(event, SideConceded):
                summary.gave_up = seats[event.seat]
            summary.take(seq, event)
        return summary.lines()
