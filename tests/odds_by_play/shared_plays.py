"""What plays of one situation have in common is ruled on once.

A ruling follows from the position, the command and the faces alone. So a position that many plays come by, such as the
one after a declaration without dice, is kept with all ways that went on from it: the commands, the throws that each
asks for, and for the faces that came the next position. A play that goes a known way draws its dice, in order, as it
would have done, and is given what was ruled before.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import Dice, Roll, Throw

ROOM = 20_000  # positions that are kept of one situation


class Position:
    """Where plays stand, and the ways on from there; the first one is where they begin."""

    __slots__ = ("game", "silent", "ways")

    def __init__(self, game: Any = None) -> None:
        self.game = game
        self.silent: tuple[Any, Struct] | None = None
        self.ways: dict[Hashable, Way] = {}


class Entry(NamedTuple):
    """What a command left for the log: its events with their clauses, and its throws."""

    events: Sequence[tuple[Struct, Sequence[str]]] = ()
    rolls: Sequence[Roll] = ()


class Ruled(NamedTuple):
    """What was ruled at the end of a way."""

    position: Position
    seq: int
    cursors: dict[int, int]
    events: list[Struct]
    entry: Entry = Entry()


class Way:
    """A command's way through its dice: the next throw, where each of its faces leads, or what was ruled."""

    __slots__ = ("leads", "ruled", "throw")

    def __init__(self) -> None:
        self.throw: Throw | None = None
        self.leads: dict[tuple[int, ...], Way] = {}
        self.ruled: Ruled | None = None


class DrawnDice:
    """Dice that first show again what a play has drawn on its way, and note where further ones lead."""

    def __init__(self, way: Way, drawn: list[tuple[int, ...]], dice: Dice) -> None:
        self.way = way
        self.drawn: Iterator[tuple[int, ...]] = iter(drawn)
        self.dice = dice

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Roll; a position and a command ask for the same throw wherever they did."""
        way = self.way
        assert way.throw is None or way.throw == ask, f"the same faces led to {way.throw} and to {ask}"
        way.throw = ask
        faces = next(self.drawn, None)
        if faces is None:
            faces = tuple(self.dice.throw(ask))
        self.way = way.leads.setdefault(faces, Way())
        return faces


def follow(way: Way, dice: Dice) -> tuple[Way, list[tuple[int, ...]]]:
    """Go a way as far as it is known, drawing its dice: where that is, and the faces."""
    drawn: list[tuple[int, ...]] = []
    while way.ruled is None and way.throw is not None:
        faces = tuple(dice.throw(way.throw))
        drawn.append(faces)
        found = way.leads.get(faces)
        if found is None:
            break
        way = found
    return way, drawn


class Shared:
    """The positions of one situation."""

    def __init__(self) -> None:
        self.root = Position()
        self.kept = 0

    def keep(self, way: Way, ruled: Ruled) -> None:
        """Keep what was ruled at the end of a way, as long as there is room."""
        if self.kept < ROOM:
            self.kept += 1
            way.ruled = ruled
