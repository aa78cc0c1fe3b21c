"""Stops in the docket: open calls, pauses and adjournments, and the time that nobody's clock has run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import (
    CallClosed,
    CommandSealed,
    GameStopped,
    OutageGivenBack,
    RefereeCalled,
    ResultReached,
    Rewound,
    SealedTaken,
    SealedVoid,
    SealNext,
    StopEnded,
)

CALL, PAUSE, ADJOURNMENT = "call", "pause", "adjournment"


class Stop(Struct, frozen=True):
    """What stops the clocks, by the number of its entry: its kind, whose it is, and since and until when, in ms."""

    seq: int
    kind: str
    by: Party
    since: int
    until: int


class Call(Struct, frozen=True):
    """A call that nobody has answered, by the number of its entry; it lapses at `lapses`, in ms."""

    seq: int
    by: Party
    lapses: int


class Envelope(Struct, frozen=True):
    """The entry of a sealed command; it is void where a ruling has changed the game after entry `since`."""

    seq: int
    since: int
    command: SealNext


class Shelved(Struct, frozen=True):
    """What a result has ended, by the number of its entry: taken up again where a rewind voids the result.

    `valid` are the entries of the sealed commands that no ruling had made void by then.
    """

    seq: int
    stops: tuple[Stop, ...]
    valid: tuple[int, ...]


def referee_called(docket: Any, event: RefereeCalled, heard: Heard) -> None:
    """Note the call; within the number that the terms allow it stops the clocks."""
    docket.calls = (*docket.calls, Call(heard.seq, event.by, event.lapses_ms))
    if event.until_ms:
        docket.called = {**docket.called, event.by: docket.called.get(event.by, 0) + 1}
        _stop(docket, Stop(heard.seq, CALL, event.by, heard.time, event.until_ms))


def call_closed(docket: Any, event: CallClosed, heard: Heard) -> None:
    """Forget the call, and what it has stopped."""
    docket.calls = tuple(call for call in docket.calls if call.seq != event.call)
    _leave(docket, (stop for stop in docket.stops if stop.seq != event.call), heard.time)


def game_stopped(docket: Any, event: GameStopped, heard: Heard) -> None:
    """Note the stop."""
    _stop(docket, Stop(heard.seq, event.kind, REFEREE, heard.time, event.until_ms))


def stop_ended(docket: Any, event: StopEnded, heard: Heard) -> None:
    """Forget the stop."""
    _leave(docket, (stop for stop in docket.stops if stop.seq != event.stop), heard.time)


def outage_given_back(docket: Any, event: OutageGivenBack, _heard: Heard) -> None:
    """Let what waits for a referee, or for its own end, wait so much longer; an adjournment ends when it was to end."""
    docket.outages = (*docket.outages, (event.from_ms, event.to_ms))
    docket.calls = tuple(replace(call, lapses=_later(call.lapses, event)) for call in docket.calls)
    docket.stops = tuple(
        stop if stop.kind == ADJOURNMENT else replace(stop, until=_later(stop.until, event)) for stop in docket.stops
    )


def _later(end: int, gap: OutageGivenBack) -> int:
    return end + gap.to_ms - gap.from_ms if gap.from_ms < end else end


def result_reached(docket: Any, _event: ResultReached, heard: Heard) -> None:
    """Nothing is stopped once there is a result; an adjournment is taken up again where the result becomes void."""
    if docket.shelved is None:  # a result that is named once more has ended nothing
        _shelve(docket, heard.seq, heard.time)


def _shelve(docket: Any, seq: int, time: int) -> None:
    valid = tuple(row.seq for row in docket.envelopes.values() if is_valid(docket, row))
    docket.shelved = Shelved(seq, tuple(stop for stop in docket.stops if stop.kind == ADJOURNMENT), valid)
    _leave(docket, (), time)


def rewound(docket: Any, event: Rewound, heard: Heard) -> None:
    """Take an adjournment up again whose end by a result is void; sealed commands of before it hold again.

    Where the rewind makes an earlier one void, and with it a result stands again, nothing is stopped.
    """
    if docket.shelved is not None and event.to <= docket.shelved.seq:
        _take_up(docket, docket.shelved, event, heard)
    standing = _first_result(docket, event.to - 1) if docket.shelved is None else 0
    if standing:
        _shelve(docket, standing, heard.time)


def _first_result(docket: Any, seq: int) -> int:
    """Give the entry of the result that ended the game as it stood after an entry, 0 where none did."""
    results = frozenset(docket.clocks.results)
    path = docket.path(seq) if results else ()
    return next((at for at in path if at in results), 0)


def _take_up(docket: Any, shelved: Shelved, event: Rewound, heard: Heard) -> None:
    docket.shelved = None
    held = [stop for stop in shelved.stops if stop.seq < event.to]
    for stop in held:
        _stop(docket, replace(stop, since=heard.time))
    for party, row in docket.envelopes.items():
        if held and row.seq < event.to and row.seq in shelved.valid:
            docket.envelopes = {**docket.envelopes, party: replace(row, since=heard.seq)}


def command_sealed(docket: Any, event: CommandSealed, heard: Heard) -> None:
    """Note where the sealed command stands."""
    command = heard.command
    if isinstance(command, SealNext):
        docket.envelopes = {**docket.envelopes, event.by: Envelope(heard.seq, heard.seq, command)}


def sealed_used(docket: Any, event: SealedTaken | SealedVoid, _heard: Heard) -> None:
    """Forget the sealed command."""
    docket.envelopes = {party: row for party, row in docket.envelopes.items() if party != event.by}


def is_valid(docket: Any, envelope: Envelope) -> bool:
    """Tell whether no ruling has changed the game since a command was sealed."""
    return bool(docket.changed <= envelope.since)


def stopped_ms(docket: Any, since: int, now: int) -> int:
    """Count the ms between two times in which the clocks were stopped."""
    still = docket.still if docket.stopped_since is None else (*docket.still, (docket.stopped_since, now))
    return sum(max(0, min(end, now) - max(start, since)) for start, end in still)


def outage_ms(docket: Any, since: int) -> int:
    """Count the ms since a time in which the service was down."""
    return sum(max(0, end - max(start, since)) for start, end in docket.outages)


def _stop(docket: Any, stop: Stop) -> None:
    if not docket.stops:
        docket.stopped_since = stop.since
    docket.stops = (*docket.stops, stop)


def _leave(docket: Any, left: Iterable[Stop], time: int) -> None:
    docket.stops = tuple(left)
    if not docket.stops and docket.stopped_since is not None:
        docket.still = (*docket.still, (docket.stopped_since, time))
        docket.stopped_since = None


REDUCERS: DocketReducers = {
    RefereeCalled: referee_called,
    CallClosed: call_closed,
    GameStopped: game_stopped,
    OutageGivenBack: outage_given_back,
    StopEnded: stop_ended,
    ResultReached: result_reached,
    Rewound: rewound,
    CommandSealed: command_sealed,
    SealedTaken: sealed_used,
    SealedVoid: sealed_used,
}
