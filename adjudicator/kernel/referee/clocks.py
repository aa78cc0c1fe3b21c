"""Clocks: flags that fall, banks that a referee sets, seats that do not come, time that is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import REFEREE, Party, is_seat
from adjudicator.kernel.decide.results import BY_CLOCK, FLAG, NO_SHOW, TIME_CALLED, VOID
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind
from adjudicator.kernel.docket import clocks
from adjudicator.kernel.docket.appeals import APPEAL
from adjudicator.kernel.docket.clocks import Clocks, Due
from adjudicator.kernel.docket.course import silent_until
from adjudicator.kernel.docket.questions import Place
from adjudicator.kernel.docket.stops import ADJOURNMENT
from adjudicator.kernel.messages import (
    AfterFlagGiven,
    AnswerAbsent,
    CallFlag,
    CallNoShow,
    CallTime,
    ClockSet,
    EnforceDeadline,
    FlagFell,
    GiveBackOutage,
    OutageGivenBack,
    Rewound,
    SeatScore,
    SeatsMissing,
    SetClock,
    TimeCalled,
    TurnTimed,
)
from adjudicator.kernel.protocol.clock_terms import MOST_MS
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.protocol.lifecycle import answer_by_silence, is_resumed
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule

ADDED = "WG-CLOCK-02"
FALLS = "WG-CLOCK-03"
SETS = "WG-CLOCK-04"
MISSED = "WG-CLOCK-05"
CALLED = "WG-CLOCK-06"
DOWN = "WG-CLOCK-07"
LOSS, TURN, FOR_EVER = "loss", "defaults_turn", "defaults_game"

# -- flags


def call_flag(ruling: Ruling[Tables], command: CallFlag) -> None:
    """WG-CLOCK-03 A flag falls when it is due; for a seat whose flag has fallen silence is taken, as the terms say."""
    docket, seat = ruling.protocol.docket, command.seat
    resumed = is_resumed(ruling, command)
    if not resumed:
        due = clocks.overdue(docket, ruling.time)
        ruling.require(due is not None and due.seat == seat, FALLS, "flag-not-due", "seat")
        assert due is not None  # noqa: S101  (required above; says so to the type checker)
        if not docket.clocks.seats[seat].flag:
            _fall(ruling, due)
            return
    window, kind = asked_of(ruling, seat)
    _take_silence(ruling, window, kind, seat)


def _fall(ruling: Ruling[Tables], due: Due) -> None:
    """Let a flag fall; silence is taken for the open question at once, unless that may need dice of the table."""
    docket, seat = ruling.protocol.docket, due.seat
    held: Clocks = docket.clocks
    runs = seat in clocks.running(docket)
    row = clocks.charged(held.seats[seat], clocks.passed(docket, ruling.time)) if runs else held.seats[seat]
    follows = held.clock.on_flag
    silent = follows in (TURN, FOR_EVER)
    until = _turn_window(ruling) if follows == TURN else 0
    ruling.record(FlagFell(seat=seat, bank_ms=row.bank, silent=silent, until=until), FALLS)
    if follows == LOSS:
        _lose(ruling, [seat, *_falls_with(docket, due)])
        return
    asked = silent and _asks(ruling, seat) and not ruling.protocol.reported
    window, kind = asked_of(ruling, seat) if asked else (None, None)
    if window is not None and kind is not None and not kind.after_flag:
        _take_silence(ruling, window, kind, seat)


def _falls_with(docket: Any, due: Due) -> list[Party]:
    """List the other seats whose flags fall in the same ms."""
    seats = range(len(docket.clocks.seats))
    return [seat for seat in seats if seat != due.seat and clocks.due_of(docket, seat) == due.at]


def _turn_window(ruling: Ruling[Tables]) -> int:
    """Give the innermost window that stands open for a turn; the open question where there is none."""
    kinds = ruling.rules.windows
    turns = [window.id for window in ruling.game.stack if kinds[window.kind].turn]
    return turns[-1] if turns else ruling.game.stack[-1].id


def _asks(ruling: Ruling[Tables], seat: Party) -> bool:
    top = ruling.top()
    return top is not None and seat in top[0].asks


def asked_of(ruling: Ruling[Tables], seat: Party) -> tuple[Window, WindowKind]:
    """Give the innermost window, which asks this seat."""
    top = ruling.top()
    if top is None or seat not in top[0].asks:
        message = f"seat {seat} is asked nothing"
        raise AssertionError(message)
    return top


def _take_silence(ruling: Ruling[Tables], window: Window, kind: WindowKind, seat: Party) -> None:
    """WG-CLOCK-03 Take silence for this seat alone; where it is no answer to the question the seat has lost."""
    if is_answer(ruling, window, kind, seat):
        answer_by_silence(ruling, window, kind, seat)
    else:
        _lose(ruling, [seat])


def is_answer(ruling: Ruling[Tables], window: Window, kind: WindowKind, seat: Party) -> bool:
    """Whether silence of this seat ends the question."""
    answers = kind.default_command is not None and kind.default_command(ruling.game, window, seat) is not None
    return answers or kind.silence_passes


def _lose(ruling: Ruling[Tables], seats: Sequence[Party]) -> None:
    """End the game: the opponents of all these seats have won; nobody, where there are none."""
    ruling.conclude(FLAG, opponents(ruling, seats), FALLS, by=BY_CLOCK)


def opponents(ruling: Ruling[Tables], seats: Sequence[Party]) -> tuple[Party, ...]:
    """List the opponents that all these seats have in common."""
    number = len(ruling.protocol.seats)
    winners = [seat for seat in range(number) if seat not in seats]
    for seat in seats:
        others = ruling.rules.opponents(ruling.game, seat, number)
        winners = [winner for winner in winners if winner in others]
    return tuple(winners)


# -- rulings


def set_clock(ruling: Ruling[Tables], command: SetClock) -> None:
    """WG-CLOCK-04 A referee sets the clock of a seat, naming what its bank was after the last entry."""
    require_grounds(ruling, command.grounds)
    held: Clocks = ruling.protocol.docket.clocks
    seat = command.seat
    ruling.require(bool(held.seats), SETS, "no-clock")
    ruling.require(seat is not None and seat < len(held.seats), SETS, "unknown-id", "seat")
    ruling.require(ruling.game.result is None, SETS, "result-stands")
    assert seat is not None  # noqa: S101  (required above; says so to the type checker)
    row = held.seats[seat]
    ruling.require(command.old_ms == row.bank, SETS, "other-bank", "old_ms", bank=row.bank, found=command.old_ms)
    fits = 0 <= command.new_ms <= MOST_MS
    ruling.require(fits, SETS, "time-range", "new_ms", field="new_ms", found=command.new_ms, least=0, most=MOST_MS)
    enough = not row.flag or command.new_ms >= held.least
    ruling.require(enough, SETS, "too-little-time", "new_ms", least=held.least)
    rule(ruling, command.grounds)
    ruling.record(ClockSet(seat=seat, old_ms=row.bank, new_ms=command.new_ms), SETS)


def lift_fallen(ruling: Ruling[Any], voids: Sequence[int]) -> None:
    """WG-CLOCK-04 Give each seat whose fall of the flag a rewind makes void the least time of the terms."""
    held: Clocks = ruling.protocol.docket.clocks
    for seat, row in enumerate(held.seats):
        # a flag whose turn is over is up again, and its fall is void all the same
        if any(fall.seat == seat and fall.seq > row.lifted and fall.seq in voids for fall in held.falls):
            ruling.record(ClockSet(seat=seat, old_ms=row.bank, new_ms=max(row.bank, held.least)), SETS)


# -- the course of a round


def no_show_ms(protocol: ProtocolState) -> int | None:
    """Give when (ms) seats that have not come have lost; None where none is missing, or it never will."""
    held: Clocks = protocol.docket.clocks
    limit = held.terms.no_show_ms if held.terms is not None else 0
    if not limit or held.over or not missing(protocol) or clocks.stopped(protocol.docket):
        return None
    return held.starts + limit + _lost(protocol)


def missing(protocol: ProtocolState) -> tuple[Party, ...]:
    """List the seats that have given no entry; one that a referee has ordered absent is not missing."""
    known = {*protocol.last_by, *protocol.docket.excused}
    return tuple(seat for seat in range(len(protocol.seats)) if seat not in known)


def time_called_ms(protocol: ProtocolState) -> int | None:
    """Give when (ms) the time of the game is over; None where it has no limit, or a result."""
    held: Clocks = protocol.docket.clocks
    limit = held.terms.time_called_ms if held.terms is not None else 0
    if not limit or held.over or clocks.stopped(protocol.docket):
        return None
    return held.starts + limit + _lost(protocol)


def _lost(protocol: ProtocolState) -> int:
    """Give how long (ms) since the start the game was stopped, or the service down."""
    held: Clocks = protocol.docket.clocks
    return held.outage + protocol.docket.stopped_ms(held.starts, held.time)


def call_no_show(ruling: Ruling[Tables], _command: CallNoShow) -> None:
    """WG-CLOCK-05 Who has not come has lost; where nobody has, the game counts for nothing."""
    due = no_show_ms(ruling.protocol)
    ruling.require(due is not None and ruling.time >= due, MISSED, "no-show-not-due")
    seats = missing(ruling.protocol)
    ruling.record(SeatsMissing(seats=seats), MISSED)
    if len(seats) == len(ruling.protocol.seats):
        ruling.conclude(VOID, (), MISSED, by=BY_CLOCK, played=False)
    else:
        ruling.conclude(NO_SHOW, opponents(ruling, seats), MISSED, by=BY_CLOCK)


def call_time(ruling: Ruling[Tables], _command: CallTime) -> None:
    """WG-CLOCK-06 The game counts as it stands: by its scores, else as a draw; not at all where it has not begun."""
    due = time_called_ms(ruling.protocol)
    ruling.require(due is not None and ruling.time >= due, CALLED, "time-not-due")
    ruling.record(TimeCalled(), CALLED)
    if ruling.protocol.transcript is None:
        ruling.conclude(VOID, (), CALLED, by=BY_CLOCK, played=False)
    else:
        ruling.conclude(TIME_CALLED, seats_ahead(ruling.rules.score(ruling.game)), CALLED, by=BY_CLOCK)


def seats_ahead(scores: Sequence[SeatScore]) -> tuple[Party, ...]:
    """Give the seats with the best score, ties in their order; nobody where all have the same, or nothing counts."""
    ranks = [(score.total, *(tie.value for tie in score.ties)) for score in scores]
    best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return () if len(best) == len(ranks) else tuple(best)


def give_back_outage(ruling: Ruling[Tables], command: GiveBackOutage) -> None:
    """WG-CLOCK-07 Time in which the service was down, since the last entry, is nobody's."""
    held: Clocks = ruling.protocol.docket.clocks
    ruling.require(held.terms is not None, DOWN, "no-clock")
    ruling.require(ruling.protocol.finished is None, DOWN, "closed-already")
    fits = held.time <= command.from_ms <= command.to_ms <= ruling.time
    ruling.require(fits, DOWN, "outage-not-here", "from_ms")
    ruling.record(OutageGivenBack(from_ms=command.from_ms, to_ms=command.to_ms), DOWN)


def loses_time(protocol: ProtocolState) -> bool:
    """Whether anything runs that an outage takes time of: a clock, a time to answer, to come, to appeal, a stop."""
    docket = protocol.docket
    held: Clocks = docket.clocks
    if held.terms is None or protocol.finished is not None or held.top is None:
        return False
    asked = held.top.kind == APPEAL or limit_ms(held.top, protocol.terms.response_limit, held.terms) > 0
    stops = docket.calls or any(stop.kind != ADJOURNMENT for stop in docket.stops)
    course = no_show_ms(protocol) is not None or time_called_ms(protocol) is not None
    return bool(stops or course or clocks.running(docket) or (asked and not clocks.stopped(docket)))


# -- what clocks have to hear of a ruling


def note_for_clocks(ruling: Ruling[Any]) -> None:
    """Record what the clocks follow and no other event says: a turn that is over, a question that a flag leaves."""
    held: Clocks = ruling.protocol.docket.clocks
    if not held.seats or ruling.game.result is not None:
        return
    _note_turns(ruling, held)
    _note_spared(ruling, held)


def _note_turns(ruling: Ruling[Any], held: Clocks) -> None:
    """Record whose turn is over, by the events of the ruling; silence earns nothing."""
    silence = isinstance(ruling.command, AnswerAbsent | CallFlag | EnforceDeadline)
    if held.clock.per != clocks.PER_TURN or ruling.asked_anew or silence:
        return
    turns, game = ruling.rules.turns, ruling.game
    over = {seat for event, _ in ruling.events if type(event) in turns for seat in turns[type(event)](game, event)}
    if over:
        ruling.record(TurnTimed(seats=tuple(sorted(over))), ADDED)


def _note_spared(ruling: Ruling[Any], held: Clocks) -> None:
    fell = any(isinstance(event, FlagFell) for event, _ in ruling.events)
    top = ruling.top()
    if top is None or not top[1].after_flag or not (fell or any(row.until is not None for row in held.seats)):
        return
    clocks_now: Clocks = ruling.docket.clocks
    place = _place_anew(ruling) if ruling.asked_anew else Place()
    for seat in filter(is_seat, top[0].asks):
        row = silent_until(clocks_now, seat, ruling.game.stack, place)
        if row.until is not None and row.spared != top[0].id:
            ruling.record(AfterFlagGiven(seat=seat, window=top[0].id), FALLS)


def _place_anew(ruling: Ruling[Any]) -> Place:
    """Give what the questions are that this ruling asks anew."""
    docket = ruling.protocol.docket
    to = next((event.to for event, _ in ruling.events if isinstance(event, Rewound)), None)
    return docket.questions.asked_anew(docket.clocks.place, to, ruling.game.stack, ruling.seq)


# -- offers and reducers


def _set_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    held: Clocks = protocol.docket.clocks
    if party != REFEREE or not held.seats or game.result is not None:
        return []
    return [_set_offer(held, seat) for seat in range(len(held.seats))]


def _set_offer(held: Clocks, seat: Party) -> Offer:
    row = held.seats[seat]
    new = Range(held.least if row.flag else 0, MOST_MS)
    grounds, named = grounds_domain(), Choice((str(seat),))
    return offer(SetClock, SETS, grounds=grounds, seat=named, old_ms=Range(row.bank, row.bank), new_ms=new)


def flag_fell(_game: Tables, _event: FlagFell) -> None:
    """The docket keeps it."""


def clock_set(_game: Tables, _event: ClockSet) -> None:
    """The docket keeps it."""


def turn_timed(_game: Tables, _event: TurnTimed) -> None:
    """The docket keeps it."""


def after_flag_given(_game: Tables, _event: AfterFlagGiven) -> None:
    """The docket keeps it."""


def outage_given_back(_game: Tables, _event: OutageGivenBack) -> None:
    """The docket keeps it."""


def seats_missing(_game: Tables, _event: SeatsMissing) -> None:
    """The result is an event of its own."""


def time_called(_game: Tables, _event: TimeCalled) -> None:
    """The result is an event of its own."""


def _none(_rules: Any, _game: Tables, _protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    """The service gives these by itself."""
    return ()


SERVED = (CallFlag, CallNoShow, CallTime, GiveBackOutage)
CLOCKS = Part(
    handlers=handlers(call_flag, set_clock, call_no_show, call_time, give_back_outage),
    reducers=reducers(
        flag_fell, clock_set, turn_timed, after_flag_given, seats_missing, time_called, outage_given_back
    ),
    anytime=frozenset({SetClock, *SERVED}),
    desk_offers={SetClock: _set_offers, **dict.fromkeys(SERVED, _none)},
)
