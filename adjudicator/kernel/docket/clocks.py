"""The clocks in the docket: what every seat has left, from the times of the entries alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.windows import Stack, Window
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.docket.questions import Place, Question
from adjudicator.kernel.messages import (
    AfterFlagGiven,
    Asked,
    ClockSet,
    ClockTerms,
    FlagFell,
    GameTerms,
    OpenGame,
    Penalised,
    ResultReached,
    Rewound,
    SeedFixed,
    TurnTimed,
)

# questions that no clock runs for
UNCLOCKED: Final = frozenset({"confirm_result", "consent"})
# where the terms say 0, in ms
GRACE_MS: Final = 1_000
LEAST_MS: Final = 60_000
PER_TURN: Final = "turn"
# words of the contract's enum PenaltyKind
TIME, TIME_OTHER = "time", "time_other"


class SeatClock(Struct, frozen=True):
    """The clock of one seat after an entry; times in ms.

    `free` is what is left of the delay of its question, `after_ms` how long that has been asked of it since its flag
    fell. `flag` is the entry at which its flag fell, 0 where it has not; `until` is None while it answers by itself,
    else the window until which silence is taken for it, 0 for ever. `spared` is the window that it may answer all the
    same, and `lifted` the last entry that took a flag back.
    """

    bank: int
    free: int = 0
    after_ms: int = 0
    flag: int = 0
    until: int | None = None
    spared: int = 0
    lifted: int = 0


class Fall(Struct, frozen=True):
    """The fall of a flag: its entry, its seat, until when silence is taken, and what the window of that asks."""

    seq: int
    seat: Party
    until: int | None
    question: Question | None = None


class Added(Struct, frozen=True):
    """An increment: its entry, its seat, ms."""

    seq: int
    seat: Party
    ms: int


class Clocks(Struct, frozen=True):
    """The clocks of a game after an entry.

    `terms` are the game's in its event; without a clock in them `seats` is empty. `starts` is the time before which
    nothing runs, `time` that of the last entry (ms); `begun` says that the dice are fixed, `over` that a result stands.
    `stack` are the open windows, `place` what they ask, `waited` how long (ms) the questions have stood as they do,
    without stops and outages; `outage` is what outages have taken of the time since the start in which the game was not
    stopped, in ms.
    """

    terms: GameTerms | None = None
    seats: tuple[SeatClock, ...] = ()
    starts: int = 0
    time: int = 0
    begun: bool = False
    over: bool = False
    stack: Stack = ()
    place: Place = Place()
    waited: int = 0
    outage: int = 0
    added: tuple[Added, ...] = ()
    falls: tuple[Fall, ...] = ()
    results: tuple[int, ...] = ()

    @property
    def clock(self) -> ClockTerms:
        """The terms of the clock.

        Raises LookupError where there is none.
        """
        if self.terms is None or self.terms.clock is None:
            message = "the game has no clock"
            raise LookupError(message)
        return self.terms.clock

    @property
    def grace(self) -> int:
        """How far a bank may be overdrawn, in ms."""
        return self.clock.grace_ms or GRACE_MS

    @property
    def least(self) -> int:
        """What a seat has at least after its flag was lifted, in ms."""
        return self.clock.least_ms or LEAST_MS

    @property
    def top(self) -> Window | None:
        """The innermost window."""
        return self.stack[-1] if self.stack else None


class Due(NamedTuple):
    """Something that is due of a seat: when (ms), of which seat."""

    at: int
    seat: Party


def stopped(docket: Any) -> bool:
    """Whether the game stands still, so that no clock runs."""
    return bool(docket.stopped)


# -- what runs


def running(docket: Any) -> tuple[Party, ...]:
    """List the seats whose clocks run after the last entry: those here that the innermost window asks."""
    clocks: Clocks = docket.clocks
    top = clocks.top
    if not clocks.seats or not clocks.begun or clocks.over or top is None or top.kind in UNCLOCKED or stopped(docket):
        return ()
    return tuple(party for party in top.asks if is_seat(party) and party not in docket.absences)


def absent_asked(docket: Any) -> Party | None:
    """Give the first seat that is asked something while it is absent by order; None where there is none."""
    clocks: Clocks = docket.clocks
    top = clocks.top
    if not docket.absences or clocks.over or top is None or top.kind in UNCLOCKED or stopped(docket):
        return None
    return next((party for party in top.asks if party in docket.absences), None)


def passed(docket: Any, time: int) -> int:
    """Give how long (ms) clocks have run from the last entry to a time."""
    clocks: Clocks = docket.clocks
    return 0 if stopped(docket) else max(0, time - max(clocks.time, clocks.starts))


def waited(docket: Any, time: int) -> int:
    """Give how long (ms) the open questions have stood as they do, at a time."""
    return int(docket.clocks.waited) + passed(docket, time)


def waits_until(docket: Any, limit: int) -> int | None:
    """Give when (ms) the open questions will have stood so long; None under a stop."""
    clocks: Clocks = docket.clocks
    return None if stopped(docket) else max(clocks.time, clocks.starts) + limit - clocks.waited


def charged(row: SeatClock, ms: int) -> SeatClock:
    """Charge so much time to a clock: first what is free, then the bank; nothing to a flag that has fallen."""
    if row.flag:
        return replace(row, after_ms=row.after_ms + ms)
    free = min(ms, row.free)
    return replace(row, free=row.free - free, bank=row.bank - ms + free)


def due_of(docket: Any, seat: Party) -> int | None:
    """Give when (ms) the flag of a seat falls, or silence is taken for it, if nothing else happens; None for never."""
    clocks: Clocks = docket.clocks
    if not clocks.seats or not clocks.begun or clocks.over or stopped(docket):
        return None
    row, runs, top = clocks.seats[seat], seat in running(docket), clocks.top
    since = max(clocks.time, clocks.starts)
    if row.flag:
        if row.until is None or not runs or top is None:
            return None
        spare = clocks.clock.after_flag_ms - row.after_ms if row.spared == top.id else 0
        return since + max(0, spare)
    left = row.bank + clocks.grace
    if left <= 0:
        return clocks.time
    return since + row.free + left if runs else None


def first_due(docket: Any) -> Due | None:
    """Give what is due first, of equal times that of the first seat; None where nothing ever is."""
    found = (Due(at, seat) for seat in range(len(docket.clocks.seats)) if (at := due_of(docket, seat)) is not None)
    return min(found, default=None)


def overdue(docket: Any, time: int) -> Due | None:
    """Give what is due first at a time; None where nothing is."""
    due = first_due(docket)
    return due if due is not None and due.at <= time else None


# -- the fold


def opened(docket: Any, heard: Heard) -> None:
    """Set the clocks as the terms of the game say."""
    command = heard.command
    if isinstance(command, OpenGame):
        terms = command.event_terms
        clock = terms.clock if terms is not None else None
        rows = () if clock is None else (SeatClock(clock.bank_ms),) * len(command.seats)
        docket.clocks = Clocks(terms=terms, seats=rows, starts=command.starts_ms or heard.time, time=heard.time)


def add_increment(docket: Any, seq: int, seats: Sequence[Party]) -> None:
    """Add the increment to these clocks, but where the flag has fallen."""
    clocks: Clocks = docket.clocks
    if not clocks.seats:
        return
    terms = clocks.clock
    rows, added = list(clocks.seats), list(clocks.added)
    for seat in seats:
        row = rows[seat]
        bank = row.bank + terms.increment_ms
        if terms.cap_ms:
            bank = min(bank, max(terms.cap_ms, row.bank))
        if not row.flag and bank > row.bank:
            rows[seat] = replace(row, bank=bank)
            added.append(Added(seq, seat, bank - row.bank))
    docket.clocks = replace(clocks, seats=tuple(rows), added=tuple(added))


# -- events


def asked(docket: Any, event: Asked, _heard: Heard) -> None:
    """Follow the stack of questions; the time to answer begins anew, but where `course` knows better."""
    stack = (*docket.clocks.stack[: event.keep], *event.windows)
    docket.clocks = replace(docket.clocks, stack=stack, waited=0)


def seed_fixed(docket: Any, _event: SeedFixed, _heard: Heard) -> None:
    """Let the clocks run from here on."""
    docket.clocks = replace(docket.clocks, begun=True)


def result_reached(docket: Any, _event: ResultReached, heard: Heard) -> None:
    """Stop all clocks."""
    docket.clocks = replace(docket.clocks, over=True, results=(*docket.clocks.results, heard.seq))


def turn_timed(docket: Any, event: TurnTimed, heard: Heard) -> None:
    """Add the increments of a turn."""
    add_increment(docket, heard.seq, event.seats)


def flag_fell(docket: Any, event: FlagFell, heard: Heard) -> None:
    """Note the fall; the bank is 0 from here on."""
    clocks: Clocks = docket.clocks
    until = event.until if event.silent else None
    asked = (question for window, question in zip(clocks.stack, clocks.place.asked, strict=False) if window.id == until)
    fall = Fall(heard.seq, event.seat, until, next(asked, None))
    docket.clocks = replace(clocks, falls=(*clocks.falls, fall))
    _set(docket, event.seat, bank=0, flag=heard.seq, until=until, after_ms=0)


def after_flag_given(docket: Any, event: AfterFlagGiven, _heard: Heard) -> None:
    """Note which question is left to the seat."""
    _set(docket, event.seat, spared=event.window)


def penalised(docket: Any, event: Penalised, _heard: Heard) -> None:
    """Take time from a seat, or give it to all others: the bank alone changes, and a flag that has fallen stays."""
    if event.kind not in (TIME, TIME_OTHER):
        return
    for seat, row in enumerate(docket.clocks.seats):
        if event.kind == TIME and seat == event.seat:
            _set(docket, seat, bank=row.bank - event.amount)
        elif event.kind == TIME_OTHER and seat != event.seat:
            _set(docket, seat, bank=row.bank + event.amount)


def clock_set(docket: Any, event: ClockSet, heard: Heard) -> None:
    """Set the bank; a flag that has fallen is lifted."""
    _set(docket, event.seat, bank=event.new_ms, flag=0, until=None, lifted=heard.seq)


def rewound(docket: Any, event: Rewound, heard: Heard) -> None:
    """Withdraw increments of void entries, and follow the path: which flags have fallen, whether a result stands."""
    clocks: Clocks = docket.clocks
    path = set(docket.path(heard.seq))
    void = set(event.voids)
    rows = tuple(_after_rewind(clocks, seat, void, path) for seat in range(len(clocks.seats)))
    over = any(seq in path for seq in clocks.results)
    added = tuple(row for row in clocks.added if row.seq not in void)
    docket.clocks = replace(clocks, seats=rows, over=over, added=added)


def _after_rewind(clocks: Clocks, seat: Party, void: set[int], path: set[int]) -> SeatClock:
    row = clocks.seats[seat]
    withdrawn = sum(added.ms for added in clocks.added if added.seat == seat and added.seq in void)
    bank = max(row.bank - withdrawn, min(row.bank, clocks.least))
    stands = [fall for fall in clocks.falls if fall.seat == seat and fall.seq in path and fall.seq > row.lifted]
    # silence that was taken until a window closes ends where that is not asked anew: `course` looks at it
    fall = stands[-1] if stands else None
    if fall is None:
        return replace(row, bank=bank, flag=0, until=None)
    return replace(row, bank=bank, flag=fall.seq, until=fall.until)


def _set(docket: Any, seat: Party, **fields: Any) -> None:
    clocks: Clocks = docket.clocks
    rows = tuple(replace(row, **fields) if number == seat else row for number, row in enumerate(clocks.seats))
    docket.clocks = replace(clocks, seats=rows)


REDUCERS: DocketReducers = {
    Asked: asked,
    SeedFixed: seed_fixed,
    ResultReached: result_reached,
    TurnTimed: turn_timed,
    FlagFell: flag_fell,
    AfterFlagGiven: after_flag_given,
    ClockSet: clock_set,
    Penalised: penalised,
    Rewound: rewound,
}
