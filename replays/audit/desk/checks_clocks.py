"""Level L1 of the audit: the clocks of the seats, computed again from the times of the entries, by code of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import (
    AbsenceEnded,
    AbsenceOrdered,
    AfterFlagGiven,
    Asked,
    CallClosed,
    ClockSet,
    FlagFell,
    GameStopped,
    OpenGame,
    OutageGivenBack,
    Penalised,
    RefereeCalled,
    Rewound,
    SeatsMissing,
    StopEnded,
    TurnTimed,
)
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.protocol.roles import SEAT_ROLE, SERVER_ROLE
from replays.audit.desk.asked_before import Course, Question
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

READ = (
    AbsenceEnded,
    AbsenceOrdered,
    AfterFlagGiven,
    Asked,
    CallClosed,
    ClockSet,
    FlagFell,
    GameStopped,
    OutageGivenBack,
    Penalised,
    RefereeCalled,
    Rewound,
    SeatsMissing,
    StopEnded,
    TurnTimed,
)
KINDS = {kind.__name__: kind for kind in READ}
# questions that no clock runs for
UNCLOCKED = ("confirm_result", "consent")
# what may stand before the fall of a flag that is due: without it the service could not write at all
BEFORE_A_FLAG = ("AnswerAbsent", "CallFlag", "GiveBackOutage", "AdoptEdition", "ChangeLogKey")
SECOND, MINUTE = 1_000, 60_000


class _Fall(NamedTuple):
    """The fall of a flag: its entry, the window until which silence is taken, and what that asks."""

    seq: int
    until: int | None
    question: Question | None


@dataclass
class _Seat:
    """What one seat has, in ms."""

    bank: int
    free: int = 0
    after: int = 0
    fell: int = 0
    until: int | None = None
    spared: int = 0
    lifted: int = 0


def check_clocks(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Check 57: flags fell when they were due and before all else, and nobody's clock was set but by a ruling."""
    if terms.event_terms is None or not entries:
        return
    clocks = _Clocks(terms, entries[0], findings)
    for raw in entries:
        clocks.take(raw)


class _Clocks:
    """The clocks, entry after entry."""

    def __init__(self, terms: OpenGame, first: RawEntry, findings: Findings) -> None:
        assert terms.event_terms is not None  # noqa: S101  (there is nothing to check else)
        self.terms = terms.event_terms
        self.clock = self.terms.clock
        self.findings = findings
        self.starts = terms.starts_ms or first.time
        self.time = first.time
        self.seats = [_Seat(self.clock.bank_ms if self.clock else 0) for _ in terms.seats]
        self.stack: list[Window] = []
        self.course = Course()
        self.begun = False
        self.over = 0  # the first result that stands
        self.stops: dict[int, str] = {}
        self.shelved: tuple[int, dict[int, str]] | None = None
        self.added: list[tuple[int, int, int]] = []
        # the last fall of every seat, and whether there is a result: as they stand after every entry
        self.fallen: tuple[_Fall | None, ...] = (None,) * len(self.seats)
        self.stands: list[tuple[tuple[_Fall | None, ...], int]] = []
        self.came: set[int] = set()
        self.absent: set[int] = set()
        self.lost = 0
        self.waited = 0
        self.limit = terms.response_limit

    # -- one entry

    def take(self, raw: RawEntry) -> None:
        """Check an entry against what is due, and take it."""
        events = [event for event in _events(raw) if self._has_seats(raw, event)]
        due = self._first_due() if self.clock is not None else None
        self._check_due(raw, due)
        self._check_course(raw, events)
        runs, top = self._running(), self.stack[-1] if self.stack else None
        banks = [seat.bank for seat in self.seats]
        self._charge(raw, events, runs)
        place, waited = self._keep(runs), self.waited
        for event in events:
            self._hear(raw, event, banks)
        if any(isinstance(event, Asked) for event in events):
            self.waited = waited if self.course.place == place else self.course.waited_here()
        if self.clock is not None:
            self._answered(raw, events, runs, top, place)
        self.course.end()
        self.stands.append((self.fallen, self.over))
        if raw.role == SEAT_ROLE:
            self.came.add(raw.party)

    def _check_due(self, raw: RawEntry, due: tuple[int, int] | None) -> None:
        overdue = due is not None and due[0] <= raw.time
        if overdue and due is not None and raw.kind not in BEFORE_A_FLAG:
            self._add(raw, f"CallFlag for seat {due[1]}, due at {due[0]}", f"{raw.kind} at {raw.time}")
        if raw.kind == "CallFlag" and (not overdue or due is None or raw.arguments[0] != due[1]):
            found = "nothing is due" if due is None else f"seat {due[1]} at {due[0]}"
            self._add(raw, f"an entry when it is due: {found}", f"CallFlag for seat {raw.arguments[0]} at {raw.time}")

    def _check_course(self, raw: RawEntry, events: Sequence[Any]) -> None:
        if raw.kind == "CallNoShow":
            missing = tuple(seat for seat in range(len(self.seats)) if seat not in self.came)
            named = next((event.seats for event in events if isinstance(event, SeatsMissing)), ())
            self._check_waited(raw, self.terms.no_show_ms, self.starts + self.lost)
            if not missing or tuple(named) != missing:
                self._add(raw, f"seats {list(missing)} missing", f"seats {list(named)}")
        elif raw.kind == "CallTime":
            self._check_waited(raw, self.terms.time_called_ms, self.starts + self.lost)
        elif raw.kind == "EnforceDeadline" and raw.role == SERVER_ROLE and self.stack:
            self._check_silence(raw)
        for event in events:
            if isinstance(event, OutageGivenBack) and not self.time <= event.from_ms <= event.to_ms <= raw.time:
                self._add(raw, f"an outage from {self.time} to {raw.time}", f"from {event.from_ms} to {event.to_ms}")

    def _check_waited(self, raw: RawEntry, limit: int, since: int) -> None:
        if not limit or raw.time < since + limit or self.over or self.stops:
            due = f"from {since + limit} on" if limit else "no limit in the terms"
            self._add(raw, f"{raw.kind} {due}, in a game that goes on", f"at {raw.time}")

    def _check_silence(self, raw: RawEntry) -> None:
        """The time to answer, without stops, outages, and what was before the start."""
        limit = limit_ms(self.stack[-1], self.limit, self.terms)
        waited = self.waited + (0 if self.stops else max(0, raw.time - max(self.time, self.starts)))
        if waited < limit:
            self._add(raw, f"{limit} ms of silence", f"{waited} ms")

    # -- what is due

    def _running(self) -> list[int]:
        top = self.stack[-1] if self.stack else None
        if self.clock is None or top is None or not self.begun or self.over or self.stops or top.kind in UNCLOCKED:
            return []
        seats = (party for party in top.asks if is_seat(party) and party < len(self.seats))
        return [party for party in seats if party not in self.absent]

    def _first_due(self) -> tuple[int, int] | None:
        found = [(at, seat) for seat in range(len(self.seats)) if (at := self._due_of(seat)) is not None]
        return min(found, default=None)

    def _due_of(self, seat: int) -> int | None:
        if self.clock is None or not self.begun or self.over or self.stops:
            return None
        row, runs = self.seats[seat], seat in self._running()
        since = max(self.time, self.starts)
        if row.fell:
            if row.until is None or not runs:
                return None
            spared = row.spared == self.stack[-1].id
            return since + (max(0, self.clock.after_flag_ms - row.after) if spared else 0)
        left = row.bank + (self.clock.grace_ms or SECOND)
        if left <= 0:
            return self.time
        return since + row.free + left if runs else None

    # -- what an entry does

    def _charge(self, raw: RawEntry, events: Sequence[Any], runs: Sequence[int]) -> None:
        ms = max(0, raw.time - max(self.time, self.starts))
        if self.stops:
            self.lost += ms
            ms = 0
        for event in events:
            if isinstance(event, OutageGivenBack):
                gap = max(0, min(event.to_ms, raw.time) - max(event.from_ms, self.time, self.starts))
                self.lost += min(gap, ms)
                ms -= min(gap, ms)
        self.waited += ms
        for seat in runs:
            row = self.seats[seat]
            if row.fell:
                row.after += ms
                continue
            free = min(ms, row.free)
            row.free -= free
            row.bank -= ms - free
        self.time = raw.time

    def _keep(self, runs: Sequence[int]) -> tuple[int, Question | None]:
        """Keep what the open question has used; gives which it is."""
        step, question = self.course.place
        if question is not None:
            self.course.waited[step, question] = self.waited
            for seat in runs:
                row = self.seats[seat]
                self.course.used[question, seat] = (row.free, row.after, row.fell)
        return step, question

    def _hear(self, raw: RawEntry, event: Any, banks: Sequence[int]) -> None:
        if isinstance(event, Asked):
            self._ask(raw, event)
        elif isinstance(event, FlagFell | ClockSet | AfterFlagGiven | TurnTimed):
            self._hear_of_seats(raw, event, banks)
        elif isinstance(event, Penalised):
            for seat, row in enumerate(self.seats):
                row.bank -= event.amount if event.kind == "time" and seat == event.seat else 0
                row.bank += event.amount if event.kind == "time_other" and seat != event.seat else 0
        elif isinstance(event, Rewound):
            self._rewind(raw, event)
        elif event == "SeedFixed":
            self.begun = True
        elif event == "ResultReached":
            self.over = self.over or raw.seq
            self._shelve()
        else:
            self._seat(event)
            self._stop(raw, event)

    def _seat(self, event: Any) -> None:
        if isinstance(event, AbsenceOrdered):
            self.absent.add(event.seat)
            self.came.add(event.seat)
        elif isinstance(event, AbsenceEnded):
            self.absent.discard(event.seat)

    def _has_seats(self, raw: RawEntry, event: Any) -> bool:
        """Whether an event names seats that there are; a finding where it does not."""
        if not isinstance(event, FlagFell | ClockSet | AfterFlagGiven | TurnTimed):
            return True
        named = event.seats if isinstance(event, TurnTimed) else (event.seat,)
        known = all(0 <= seat < len(self.seats) for seat in named)
        if not known:
            self._add(raw, "seats of the game", f"seats {list(named)}")
        return known

    def _hear_of_seats(self, raw: RawEntry, event: Any, banks: Sequence[int]) -> None:
        if isinstance(event, FlagFell):
            self._fell(raw, event)
        elif isinstance(event, ClockSet):
            self._set(raw, event, banks)
        elif isinstance(event, AfterFlagGiven):
            self.seats[event.seat].spared = event.window
        else:
            for seat in event.seats:
                self._earn(raw.seq, seat)

    def _ask(self, raw: RawEntry, event: Asked) -> None:
        closed = self.stack[event.keep :]
        self.stack[event.keep :] = event.windows
        rewound = raw.event("Rewound")
        if rewound is None and not _asks_anew(raw):
            self.course.play(event, closed)
        else:
            self.course.anew(event, raw.seq, rewound[0] if rewound else None)

    def _stop(self, raw: RawEntry, event: Any) -> None:
        if isinstance(event, RefereeCalled) and event.until_ms:
            self.stops[raw.seq] = "call"
        elif isinstance(event, GameStopped):
            self.stops[raw.seq] = event.kind
        elif isinstance(event, CallClosed):
            self.stops.pop(event.call, None)
        elif isinstance(event, StopEnded):
            self.stops.pop(event.stop, None)

    def _fell(self, raw: RawEntry, event: FlagFell) -> None:
        row = self.seats[event.seat]
        if raw.kind != "CallFlag" or raw.arguments[0] != event.seat or row.bank != event.bank_ms or row.fell:
            self._add(raw, f"the fall of a flag with a bank of {row.bank} ms", f"{event.bank_ms} ms by {raw.kind}")
        until = event.until if event.silent else None
        fall = _Fall(raw.seq, until, self.course.question_of(until) if until else None)
        self.fallen = (*self.fallen[: event.seat], fall, *self.fallen[event.seat + 1 :])
        row.bank, row.fell, row.until, row.after = 0, raw.seq, until, 0

    def _set(self, raw: RawEntry, event: ClockSet, banks: Sequence[int]) -> None:
        row = self.seats[event.seat]
        if event.old_ms != banks[event.seat]:
            self._add(raw, f"a clock set from {banks[event.seat]} ms", f"from {event.old_ms} ms")
        if raw.event("RulingGiven") is None and raw.event("Rewound") is None:
            self._add(raw, "a clock that a ruling sets", raw.kind)
        row.bank, row.fell, row.until, row.lifted = event.new_ms, 0, None, raw.seq

    def _rewind(self, raw: RawEntry, event: Rewound) -> None:
        """Withdraw increments of void entries, and take up again what stood before them."""
        gone = [0] * len(self.seats)
        while self.added and self.added[-1][0] >= event.to:
            _, who, ms = self.added.pop()
            gone[who] += ms
        before = event.to - 2
        nothing = (None,) * len(self.seats), 0
        self.fallen, self.over = self.stands[before] if 0 <= before < len(self.stands) else nothing
        least = (self.clock.least_ms or MINUTE) if self.clock else 0
        for row, fall, ms in zip(self.seats, self.fallen, gone, strict=True):
            row.bank = max(row.bank - ms, min(row.bank, least))
            stands = fall is not None and fall.seq > row.lifted
            row.fell, row.until = (fall.seq, fall.until) if fall is not None and stands else (0, None)
        if self.shelved is not None and event.to <= self.shelved[0]:
            self.stops.update({seq: kind for seq, kind in self.shelved[1].items() if seq < event.to})
            self.shelved = None
        if self.over:
            self._shelve()

    def _shelve(self) -> None:
        """Nothing is stopped once there is a result; the first that stands has ended what was."""
        if self.shelved is None:
            self.shelved = self.over, {seq: kind for seq, kind in self.stops.items() if kind == "adjournment"}
        self.stops = {}

    def _answered(
        self,
        raw: RawEntry,
        events: Sequence[Any],
        runs: Sequence[int],
        top: Window | None,
        place: tuple[int, Question | None],
    ) -> None:
        assert self.clock is not None  # noqa: S101  (asked by the caller)
        changed = any(isinstance(event, Rewound) for event in events)
        own = raw.role == SEAT_ROLE and raw.party in runs and not changed and not self.over
        asked = top is not None and self.course.asks(top.id, raw.party)
        if own and not asked and self.clock.per != "turn":
            self._earn(raw.seq, raw.party)
        for seat, row in enumerate(self.seats):
            if row.until and self.course.question_of(row.until) is None:
                self._until_anew(raw, row, self.fallen[seat])
            if seat in self._running() and not (seat in runs and self.course.top == place[1]):
                fresh = (self.clock.delay_ms, 0, row.fell)
                row.free, after, fell = self.course.used.get((self.course.top or (), seat), fresh)
                row.after = after if fell == row.fell else 0

    def _until_anew(self, raw: RawEntry, row: _Seat, fall: _Fall | None) -> None:
        """Silence goes on where what it was taken for is asked anew; else the flag is up again."""
        question = fall.question if fall is not None and fall.seq == row.fell else None
        anew = raw.event("Rewound") is not None or _asks_anew(raw)
        window = self.course.window_of(question) if anew and question is not None else None
        row.fell, row.until = (0, None) if window is None else (row.fell, window)

    def _earn(self, seq: int, seat: int) -> None:
        assert self.clock is not None  # noqa: S101  (asked by the caller)
        row = self.seats[seat]
        bank = row.bank + self.clock.increment_ms
        if self.clock.cap_ms:
            bank = min(bank, max(self.clock.cap_ms, row.bank))
        if not row.fell and bank > row.bank:
            self.added.append((seq, seat, bank - row.bank))
            row.bank = bank

    def _add(self, raw: RawEntry, expected: str, found: str) -> None:
        self.findings.add("CLOCK_MISMATCH", raw.seq, expected, found)


def _asks_anew(raw: RawEntry) -> bool:
    """Whether an entry that goes nowhere back asks all questions anew."""
    adopted = raw.event("EditionAdopted")
    return raw.event("Corrected") is not None or (adopted is not None and True in adopted)


def _events(raw: RawEntry) -> Iterator[Any]:
    """Read the events that clocks depend on: as Structs, or by name where nothing but the kind matters."""
    for kind, *fields in (event[0] for event in raw.events):
        if kind in ("SeedFixed", "ResultReached"):
            yield kind
        elif kind in KINDS:
            try:
                yield msgspec.convert([kind, *fields], KINDS[kind])
            except msgspec.ValidationError:
                continue  # what can not be read is a finding at L2
