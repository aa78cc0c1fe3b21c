"""The game as it stood: folded along the path, since a rewind leaves out what it has voided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias, TypeVar

G = TypeVar("G")
# gives the game after an entry, on a fork of its own
Past: TypeAlias = Callable[[int], G]


class PastNeeded(Exception):
    """The game as it stood after entry `seq` is needed; whoever has the log gives it, and asks again."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"the game after entry {seq} is needed")
        self.seq = seq


def no_past(seq: int) -> NoReturn:
    """Say that the past is not at hand.

    Raises PastNeeded.
    """
    raise PastNeeded(seq)


def given_past(games: dict[int, Any]) -> Past[Any]:
    """Give games that are at hand.

    Raises PastNeeded for every other.
    """

    def past(seq: int) -> Any:
        if seq not in games:
            raise PastNeeded(seq)
        return games[seq].fork()

    return past
