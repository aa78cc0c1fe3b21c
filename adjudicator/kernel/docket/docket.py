"""The docket: what a rewind does not touch, folded from all entries of a game, void ones too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.docket import rewinds, rulings
from adjudicator.kernel.docket.heard import DocketReducers, EntryNote, Heard
from adjudicator.kernel.docket.rewinds import Proposal
from adjudicator.kernel.docket.rulings import NotedRuling

REDUCERS: DocketReducers = {**rulings.REDUCERS, **rewinds.REDUCERS}


class Docket:
    """What the desk knows of a game. Every slot is an immutable value, or a dict that is replaced and never changed.

    `entries` has a note of every entry in order, and none in a fork; `rulings` are by the number of their entry;
    `changed` is the last ruling that changed the game, or 0; `rewinds` map the entry of a rewind to the entry it
    went back to: that, and what came after it, is void; `proposal` is what waits for the agreement of others.
    """

    __slots__ = ("changed", "entries", "proposal", "rewinds", "rulings")

    changed: int
    entries: list[EntryNote]
    proposal: Proposal | None
    rewinds: dict[int, int]
    rulings: dict[int, NotedRuling]

    def __init__(self) -> None:
        self.changed = 0
        self.entries = []
        self.proposal = None
        self.rewinds = {}
        self.rulings = {}

    def fork(self) -> Self:
        """Give a docket that goes its own way."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.entries = []  # a fork hears events, and takes no entry
        return twin

    def hear(self, event: Struct, heard: Heard) -> None:
        """Take one event of an entry."""
        reducer = REDUCERS.get(type(event))
        if reducer is not None:
            reducer(self, event, heard)

    def enter(self, heard: Heard, events: Sequence[tuple[Struct, Any]], rolls: tuple[Roll, ...] = ()) -> None:
        """Take one entry of the log."""
        for event, _ in events:
            self.hear(event, heard)
        kinds = tuple(type(event) for event, _ in events)
        kept = (heard.command, rolls) if rolls else ()
        self.entries.append(EntryNote(heard.actor, type(heard.command), kinds, *kept))

    def note(self, seq: int) -> EntryNote:
        """Give what is kept of an entry."""
        return self.entries[seq - 1]

    def path(self, seq: int) -> list[int]:
        """List the entries that the game after entry `seq` is folded from, the first entry first."""
        found: list[int] = []
        while seq > 0:
            found.append(seq)
            seq = self.rewinds.get(seq, seq) - 1
        return found[::-1]
