"""The course of an entry in the docket: its time is charged, and what is asked after it is followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Stack
from adjudicator.kernel.docket.clocks import PER_TURN, Clocks, SeatClock, add_increment, charged, passed, running
from adjudicator.kernel.docket.heard import Heard
from adjudicator.kernel.docket.questions import Place, Questions, Used
from adjudicator.kernel.messages import Asked, Corrected, EditionAdopted, OpenGame, OutageGivenBack, Rewound
from adjudicator.kernel.protocol.roles import SEAT_ROLE

# events that may ask all questions anew without going back
ANEW: frozenset[type[Struct]] = frozenset({Corrected, EditionAdopted})


class Course:
    """One entry: the clocks before its events, with its time charged, and the seats whose clocks ran up to it."""

    def __init__(self, docket: Any, heard: Heard, events: Sequence[tuple[Struct, Any]], kinds: Sequence[type]) -> None:
        self.heard = heard
        self.runs = running(docket)
        # every entry of every game comes by here, and few have any of these: the kinds alone are looked at
        _charge(docket, heard, events if OutageGivenBack in kinds else (), self.runs)
        self.before: Clocks = docket.clocks
        self.to = _first(events) if Rewound in kinds else None
        self.anew = self.to is not None or (
            not ANEW.isdisjoint(kinds) and any(_asks_anew(event) for event, _ in events)
        )
        self.asks = Asked in kinds

    def keep(self, docket: Any) -> None:
        """Keep what the open question has used."""
        questions: Questions = docket.questions
        if isinstance(self.heard.command, OpenGame):
            questions.kept = _is_timed(self.heard.command)
        if not questions.kept:
            return
        rows = ((seat, self.before.seats[seat]) for seat in self.runs)
        used = tuple(Used(seat, row.free, row.after_ms, row.flag) for seat, row in rows)
        questions.keep(self.before.place, self.before.waited, used)

    def follow(self, docket: Any) -> None:
        """After the events of the entry: note what is asked, and of whom, and add what its answer has earned."""
        questions: Questions = docket.questions
        if questions.kept and self.asks:
            place = self._place(questions, docket.clocks.stack)
            before = self.before.place
            same = (place.step, place.top) == (before.step, before.top)
            waited = self.before.waited if same else questions.waited_at(place)
            docket.clocks = replace(docket.clocks, place=place, waited=waited)
        if docket.clocks.seats:
            self._earn(docket)
            rows = tuple(self._row(docket, seat) for seat in range(len(docket.clocks.seats)))
            docket.clocks = replace(docket.clocks, seats=rows)

    def _place(self, questions: Questions, stack: Stack) -> Place:
        if self.anew:
            return questions.asked_anew(self.before.place, self.to, stack, self.heard.seq)
        return questions.after_play(self.before.place, self.before.stack, stack)

    def _earn(self, docket: Any) -> None:
        """Add the increment of an answer: its seat is asked no more what it was asked before."""
        clocks: Clocks = docket.clocks
        seat, window = self.heard.actor.party, self.before.top
        own = self.heard.actor.role == SEAT_ROLE and seat in self.runs and docket.changed != self.heard.seq
        if not own or clocks.over or clocks.clock.per == PER_TURN or window is None:
            return
        if not any(row.id == window.id and seat in row.asks for row in clocks.stack):
            add_increment(docket, self.heard.seq, (seat,))

    def _row(self, docket: Any, seat: Party) -> SeatClock:
        clocks: Clocks = docket.clocks
        row = silent_until(clocks, seat, clocks.stack, clocks.place if self.anew else Place())
        if seat not in running(docket):
            return row
        if seat in self.runs and clocks.place.top == self.before.place.top:
            return row
        used = docket.questions.used_of(clocks.place, seat)
        if used is None:
            return replace(row, free=clocks.clock.delay_ms, after_ms=0)
        return replace(row, free=used.free, after_ms=used.after if used.flag == row.flag else 0)


def silent_until(clocks: Clocks, seat: Party, stack: Stack, place: Place) -> SeatClock:
    """Give the clock of a seat with these windows open; `place` is what they ask where all is asked anew, else empty.

    Silence is taken for it until a window closes that is not asked anew; then its flag is up again.
    """
    row = clocks.seats[seat]
    if not row.until or any(window.id == row.until for window in stack):
        return row
    question = next((fall.question for fall in clocks.falls if (fall.seq, fall.seat) == (row.flag, seat)), None)
    anew = (window.id for window, asked in zip(stack, place.asked, strict=False) if asked == question)
    until = next(anew, None)
    return replace(row, flag=0, until=None) if until is None else replace(row, until=until)


def _asks_anew(event: Struct) -> bool:
    return isinstance(event, Corrected) or (isinstance(event, EditionAdopted) and event.asked_anew)


def _is_timed(opening: OpenGame) -> bool:
    terms = opening.event_terms
    return bool(opening.response_limit or opening.referee or (terms is not None and terms.clock is not None))


def _first(events: Sequence[tuple[Struct, Any]]) -> int:
    return next(event.to for event, _ in events if isinstance(event, Rewound))


def _charge(docket: Any, heard: Heard, events: Sequence[tuple[Struct, Any]], runs: Sequence[Party]) -> None:
    """Charge the time up to an entry."""
    clocks: Clocks = docket.clocks
    ms = passed(docket, heard.time)
    gap = min(
        ms, sum(_gap(clocks, event) for event, _ in events if isinstance(event, OutageGivenBack)) if events else 0
    )
    rows = clocks.seats
    if runs and ms > gap:
        rows = tuple(charged(row, ms - gap) if seat in runs else row for seat, row in enumerate(rows))
    docket.clocks = replace(
        clocks, seats=rows, waited=clocks.waited + ms - gap, time=heard.time, outage=clocks.outage + gap
    )


def _gap(clocks: Clocks, event: OutageGivenBack) -> int:
    """Give how much (ms) of the time since the last entry an outage took."""
    return max(0, event.to_ms - max(event.from_ms, clocks.time, clocks.starts))
