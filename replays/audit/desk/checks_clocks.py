"""Level L1 of the audit: the clocks of the seats, computed again from the times of the entries, by code of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import (
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
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

READ = (
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
BEFORE_A_FLAG = ("CallFlag", "GiveBackOutage", "AdoptEdition", "ChangeLogKey")
SECOND, MINUTE = 1_000, 60_000


@dataclass
class _Seat:
    """What one seat has, in ms."""

    bank: int
    free: int = 0
    asked: int = 0
    known: set[int] = field(default_factory=set)
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
        self.begun = False
        self.over = False
        self.stops: dict[int, str] = {}
        self.shelved: tuple[int, dict[int, str]] | None = None
        self.added: list[tuple[int, int, int]] = []
        self.falls: list[tuple[int, int, int | None]] = []
        self.results: list[int] = []
        self.back: dict[int, int] = {}
        self.came: set[int] = set()
        self.outage = 0
        self.waited = 0
        self.limit = terms.response_limit

    # -- one entry

    def take(self, raw: RawEntry) -> None:
        """Check an entry against what is due, and take it."""
        events = list(_events(raw))
        due = self._first_due() if self.clock is not None else None
        self._check_due(raw, due)
        self._check_course(raw, events)
        runs, top = self._running(), self.stack[-1] if self.stack else None
        banks = [seat.bank for seat in self.seats]
        self._charge(raw, events, runs)
        for event in events:
            self._hear(raw, event, banks)
        if self.clock is not None:
            self._answered(raw, events, runs, top)
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
            self._check_waited(raw, self.terms.no_show_ms, self.starts + self.outage)
            if not missing or tuple(named) != missing:
                self._add(raw, f"seats {list(missing)} missing", f"seats {list(named)}")
        elif raw.kind == "CallTime":
            self._check_waited(raw, self.terms.time_called_ms, self.starts)
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
        return [party for party in top.asks if is_seat(party)]

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
            return since + (max(0, self.clock.after_flag_ms - row.asked) if spared else 0)
        left = row.bank + (self.clock.grace_ms or SECOND)
        if left <= 0:
            return self.time
        return since + row.free + left if runs else None

    # -- what an entry does

    def _charge(self, raw: RawEntry, events: Sequence[Any], runs: Sequence[int]) -> None:
        ms = 0 if self.stops else max(0, raw.time - max(self.time, self.starts))
        for event in events:
            if isinstance(event, OutageGivenBack):
                gap = max(0, min(event.to_ms, raw.time) - max(event.from_ms, self.time, self.starts))
                self.outage += min(gap, ms)
                ms -= min(gap, ms)
        self.waited += ms
        for seat in runs:
            row = self.seats[seat]
            row.asked += ms
            if not row.fell:
                free = min(ms, row.free)
                row.free -= free
                row.bank -= ms - free
        self.time = raw.time

    def _hear(self, raw: RawEntry, event: Any, banks: Sequence[int]) -> None:
        if isinstance(event, Asked):
            self.stack[event.keep :] = event.windows
            self.waited = 0
        elif isinstance(event, FlagFell):
            self._fell(raw, event)
        elif isinstance(event, ClockSet):
            self._set(raw, event, banks)
        elif isinstance(event, TurnTimed):
            for seat in event.seats:
                self._earn(raw.seq, seat)
        elif isinstance(event, AfterFlagGiven):
            self.seats[event.seat].spared = event.window
        elif isinstance(event, Penalised):
            for seat, row in enumerate(self.seats):
                row.bank -= event.amount if event.kind == "time" and seat == event.seat else 0
                row.bank += event.amount if event.kind == "time_other" and seat != event.seat else 0
        elif isinstance(event, Rewound):
            self._rewind(raw, event)
        elif event == "SeedFixed":
            self.begun = True
        elif event == "ResultReached":
            self.over = True
            self.results.append(raw.seq)
            self.shelved = raw.seq, {seq: kind for seq, kind in self.stops.items() if kind == "adjournment"}
            self.stops = {}
        else:
            self._stop(raw, event)

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
        self.falls.append((raw.seq, event.seat, until))
        row.bank, row.fell, row.until = 0, raw.seq, until

    def _set(self, raw: RawEntry, event: ClockSet, banks: Sequence[int]) -> None:
        row = self.seats[event.seat]
        if event.old_ms != banks[event.seat]:
            self._add(raw, f"a clock set from {banks[event.seat]} ms", f"from {event.old_ms} ms")
        if raw.event("RulingGiven") is None and raw.event("Rewound") is None:
            self._add(raw, "a clock that a ruling sets", raw.kind)
        row.bank, row.fell, row.until, row.lifted = event.new_ms, 0, None, raw.seq

    def _rewind(self, raw: RawEntry, event: Rewound) -> None:
        self.back[raw.seq] = event.to
        path = self._path(raw.seq)
        void = set(event.voids)
        least = (self.clock.least_ms or MINUTE) if self.clock else 0
        for seat, row in enumerate(self.seats):
            gone = sum(ms for seq, who, ms in self.added if who == seat and seq in void)
            row.bank = max(row.bank - gone, min(row.bank, least))
            stands = [
                (seq, until)
                for seq, who, until in self.falls
                if who == seat and seq in path and seq > row.lifted and not until
            ]
            row.fell, row.until = stands[-1] if stands else (0, None)
        self.added = [row for row in self.added if row[0] not in void]
        self.over = any(seq in path for seq in self.results)
        if self.shelved is not None and event.to <= self.shelved[0]:
            self.stops.update({seq: kind for seq, kind in self.shelved[1].items() if seq < event.to})
            self.shelved = None

    def _path(self, seq: int) -> set[int]:
        path = set()
        while seq > 0:
            path.add(seq)
            seq = self.back.get(seq, seq) - 1
        return path

    def _answered(self, raw: RawEntry, events: Sequence[Any], runs: Sequence[int], top: Window | None) -> None:
        assert self.clock is not None  # noqa: S101  (asked by the caller)
        changed = any(isinstance(event, Rewound) for event in events)
        own = raw.role == SEAT_ROLE and raw.party in runs and not changed and not self.over
        asked = top is not None and any(row.id == top.id and raw.party in row.asks for row in self.stack)
        if own and not asked and self.clock.per != "turn":
            self._earn(raw.seq, raw.party)
        open_ids, runs = {row.id for row in self.stack}, self._running()
        for seat, row in enumerate(self.seats):
            row.known &= open_ids
            if row.until and row.until not in open_ids:
                row.fell, row.until = 0, None
            if seat in runs and self.stack[-1].id not in row.known:
                row.known.add(self.stack[-1].id)
                row.free, row.asked = self.clock.delay_ms, 0

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


def _events(raw: RawEntry) -> Iterator[Any]:
    """Read the events that clocks depend on: as Structs, or by name where nothing but the kind matters."""
    for kind, *fields in (event[0] for event in raw.events):
        if kind in ("SeedFixed", "ResultReached"):
            yield kind
        elif kind in KINDS:
            yield msgspec.convert([kind, *fields], KINDS[kind])
