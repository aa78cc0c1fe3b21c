"""Where the open dice of an entry may come from: the terms say it, a ruling may change it, silence draws one throw."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame
from replays.audit.entries import RawEntry

STREAMS = {"seeded": wgdice.PUBLIC, "reported": wgdice.REPORTED}
# events after which no command waits for dice of the table
_DONE = frozenset({"RollsTaken", "ResultReached", "Rewound", "Corrected"})


class DiceSource:
    """The source in force, entry after entry; `awaited` says that a command waits for dice of the real table."""

    def __init__(self, terms: OpenGame) -> None:
        self.stream = STREAMS.get(terms.dice_mode, wgdice.PUBLIC)
        self.awaited = False
        self.allowed: set[int] = set()
        self.drawn: list[list[Any]] = []

    def enter(self, raw: RawEntry) -> None:
        """Go on to the next entry: what its dice may come from, and what holds after it."""
        self.allowed = {self.stream, *((wgdice.REPORTED,) if self.awaited else ())}
        self.drawn = []
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "ThrowDrawn":
                self.drawn.append(list(fields[1]))
            elif kind == "RollRequested":
                self.awaited = True
            elif kind in _DONE:
                self.awaited = False
            elif kind == "DiceSourceChanged" and fields:
                self.stream = STREAMS.get(fields[0], self.stream)

    def allows(self, row: list[Any]) -> bool:
        """Tell whether a row of open dice may be of its stream; what silence draws is used up by its row."""
        stream, faces = row[0], row[4]
        if stream == wgdice.PUBLIC and self.drawn and self.drawn[0] == list(faces):
            self.drawn = self.drawn[1:]
            return True
        return stream in self.allowed or stream not in STREAMS.values()


def counted_rows(raw: RawEntry) -> list[list[Any]]:
    """Give the open rows of an entry without those that silence drew: the command that waited has these faces again."""
    rows = list(raw.dice)
    for kind, *fields in (event[0] for event in raw.events):
        drawn = [row for row in rows if row[0] == wgdice.PUBLIC and kind == "ThrowDrawn" and row[4] == fields[1]]
        if drawn:
            rows.remove(drawn[0])
    return rows
