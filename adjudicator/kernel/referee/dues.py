"""What the service has to do in a game by itself, and when."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.appeals import APPEAL, appeals_close
from adjudicator.kernel.docket.clocks import absent_asked, first_due
from adjudicator.kernel.messages import AnswerAbsent, CallFlag, CallNoShow, CallTime, EndStop, EnforceDeadline, Finish
from adjudicator.kernel.protocol.deadlines import left_ms
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.clocks import no_show_ms, time_called_ms


class Due(Struct, frozen=True):
    """A command of the service, and when it is due, in ms; `about` tells apart those of one kind in a game."""

    at: int
    command: Struct
    about: str


def next_due(rules: Any, game: Tables, protocol: ProtocolState, now: int) -> Due | None:
    """Give what the service has to do next but showing the secret; None where nothing will be due."""
    if not game.stack:
        return None
    found = [*clock_dues(protocol), *_stops(protocol), *_question(rules, game, protocol, now)]
    return min(found, key=lambda due: due.at, default=None)


def clock_dues(protocol: ProtocolState) -> list[Due]:
    """Give what will be due by the clocks of the seats, by the course of the round, and at once of absent seats."""
    about = f"after {protocol.seq}"
    flag, missed, called = first_due(protocol.docket), no_show_ms(protocol), time_called_ms(protocol)
    absent = absent_asked(protocol.docket)
    return [
        *([Due(protocol.docket.clocks.time, AnswerAbsent(seat=absent), about)] if absent is not None else []),
        *([Due(flag.at, CallFlag(seat=flag.seat), about)] if flag is not None else []),
        *([Due(missed, CallNoShow(), about)] if missed is not None else []),
        *([Due(called, CallTime(), about)] if called is not None else []),
    ]


def _stops(protocol: ProtocolState) -> list[Due]:
    if protocol.finished is not None:
        return []
    docket = protocol.docket
    ends = [(call.lapses, call.seq, "call") for call in docket.calls]
    ends += [(stop.until, stop.seq, "stop") for stop in docket.stops]
    return [Due(at, EndStop(stop=seq), f"{kind} {seq}") for at, seq, kind in ends]


def _question(rules: Any, game: Tables, protocol: ProtocolState, now: int) -> list[Due]:
    """What the innermost question is due for; none while the clocks are stopped."""
    window = game.stack[-1]
    about = str(window.id)
    if window.kind == "result":
        return [Due(0, Finish(), about)] if TABLE in window.asks else []
    if window.kind == APPEAL:
        return [Due(appeals_close(protocol, window), Finish(), about)] if TABLE in window.asks else []
    # a question without a default command waits: ended, it would leave nobody anything to do
    if protocol.docket.stopped or not rules.windows[window.kind].may_lapse:
        return []
    left = left_ms(protocol, window, now)
    return [] if left is None else [Due(now + left, EnforceDeadline(window=window.id), about)]
