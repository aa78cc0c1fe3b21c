"""What is told of the entries of a game to one party, kept for all who look on as it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import Asked
from adjudicator.kernel.record.record import OpenedPart, Record
from replays.page.telling import EntryTeller
from services.rpc.wire_values import words_of
from services.slices import aside
from wargame.v1 import boards_pb2, record_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.decide.parties import Party
    from services.boards.course import Course

OPERATIONS: Final = words_of(record_pb2.Operation.DESCRIPTOR)
SOURCES: Final = words_of(boards_pb2.ThrowSource.DESCRIPTOR)
MILLION: Final = 1_000_000
# Entries that are told at once, beside the event loop.
AT_ONCE: Final = 16
Plain = dict[str, Any]


class Entered(Struct, frozen=True):
    """An entry as an EntryTeller takes it."""

    record: Record
    parts: tuple[OpenedPart, ...]
    asked: Window | None
    asks: Window | None


class Telling:
    """Tells a game to one party, from the first entry on: sentences name what earlier ones have said."""

    def __init__(self, course: Course, viewer: Party) -> None:
        self._course = course
        self._teller = EntryTeller(course.rules, course.names, viewer)
        self._stack: list[Window] = []
        self._told: list[bytes] = []
        self._lock = asyncio.Lock()

    async def told(self, seq: int) -> bytes:
        """Give what is told of an entry, as a part of a BoardStep.

        Raises LogFault, StoreDown.
        """
        async with self._lock:
            if len(self._told) < seq:
                await self._go_on(seq)
        return self._told[seq - 1]

    async def _go_on(self, seq: int) -> None:
        waiting: list[tuple[Record, tuple[OpenedPart, ...]]] = []
        async with aclosing(self._course.entries(len(self._told), seq)) as entries:
            async for row in entries:
                waiting.append(row)
                if len(waiting) == AT_ONCE:
                    await aside(self._tell, waiting)
                    waiting = []
        if len(waiting) == 1:
            self._tell(waiting)
        elif waiting:
            await aside(self._tell, waiting)

    def _tell(self, rows: Sequence[tuple[Record, tuple[OpenedPart, ...]]]) -> None:
        for record, parts in rows:
            self._told.append(self.tell(record, parts))

    def tell(self, record: Record, parts: tuple[OpenedPart, ...]) -> bytes:
        """Tell the next entry."""
        asked = self._stack[-1] if self._stack else None
        for event, _ in record.events:
            if isinstance(event, Asked):
                self._stack[event.keep :] = event.windows
        asks = self._stack[-1] if self._stack else None
        plain = self._teller.entry(Entered(record, parts, asked, asks))
        return boards_pb2.BoardStep(told=_told(plain)).SerializeToString()


def _told(plain: Plain) -> boards_pb2.Told:
    return boards_pb2.Told(
        by=plain["by"],
        details=plain["with"],
        headings=plain.get("head", ()),
        events=map(_event, plain["ev"]),
        asks=plain.get("asks", ""),
        desk=plain.get("desk", False),
    )


def _event(row: Plain) -> boards_pb2.ToldEvent:
    return boards_pb2.ToldEvent(
        name=row["k"],
        sentence=row.get("t", ""),
        clauses=row.get("c", ()),
        tallies=map(_tally, row.get("sums", ())),
        dice=map(_throw, row.get("throws", ())),
        chances=map(_chance, row.get("odds", ())),
    )


def _tally(row: Plain) -> boards_pb2.ToldTally:
    made = boards_pb2.ToldTally(name=row["name"], length="inches" in row)
    made.tally.total = row["total"]
    for clause, operation, value in row["terms"]:
        number: Any = OPERATIONS[operation]
        made.tally.terms.add(clause=clause, operation=number, value=value)
    return made


def _throw(row: Plain) -> boards_pb2.ToldThrow:
    source: Any = SOURCES[row["src"]]
    return boards_pb2.ToldThrow(sentence=row["for"], by=row["by"], source=source, sides=row["d"], faces=row["f"])


def _chance(row: Sequence[int]) -> boards_pb2.ToldChance:
    seat, good, of, success = row
    ratio = Fraction(good, of)
    made = boards_pb2.ToldChance(seat=seat, success=bool(success))
    made.chance.ratio = f"{ratio.numerator}/{ratio.denominator}"
    made.chance.per_million = ratio.numerator * MILLION // ratio.denominator
    return made
