"""Calls: a seat calls the referee, who answers; the clocks stop as the terms say (WG-CALL-01, WG-CALL-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, Words, offer, optional
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.stops import Call
from adjudicator.kernel.messages import AnswerCall, CallClosed, CallReferee, RefereeCalled, WithdrawCall
from adjudicator.kernel.protocol.deadlines import referee_ms, stop_terms
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import REASON_MOST, grounds_domain, require_grounds, rule

CALL = "WG-CALL-01"
STOPS = "WG-CALL-02"


def call_referee(ruling: Ruling[Tables], command: CallReferee) -> None:
    """WG-CALL-01 A seat calls the referee about a question or entries; one call of a seat is open at a time."""
    protocol, docket = ruling.protocol, ruling.protocol.docket
    ruling.require(is_seat(ruling.actor), CALL, "not-a-seat")
    ruling.require(protocol.referee, CALL, "no-referee")
    ruling.require(protocol.finished is None, CALL, "closed-already")
    ruling.require(_call_of(protocol, ruling.actor) is None, CALL, "call-open")
    ruling.require(command.question.strip() or command.about, CALL, "question-missing", "question")
    for place, seq in enumerate(command.about):
        known = 1 <= seq < ruling.seq
        ruling.require(known, CALL, "entry-unknown", f"about[{place}]", entry=seq, last=ruling.seq - 1)
    terms = protocol.terms.event_terms
    stops = stop_terms(terms)
    counted = docket.called.get(ruling.actor, 0) < stops.calls
    playing = ruling.game.result is None and docket.halt is None
    lapses = ruling.time + referee_ms(terms)
    until = min(ruling.time + stops.call_ms, lapses) if counted and playing and stops.call_ms else 0
    called = RefereeCalled(
        by=ruling.actor, question=command.question, about=command.about, until_ms=until, lapses_ms=lapses
    )
    ruling.record(called, CALL, STOPS)


def answer_call(ruling: Ruling[Tables], command: AnswerCall) -> None:
    """WG-CALL-01 The referee answers a call."""
    require_grounds(ruling, command.grounds)
    _require_open(ruling, command.call)
    rule(ruling, command.grounds)
    ruling.record(CallClosed(call=command.call, end="answered"), CALL)


def withdraw_call(ruling: Ruling[Tables], command: WithdrawCall) -> None:
    """WG-CALL-01 Whoever has called withdraws the call."""
    call = _require_open(ruling, command.call)
    ruling.require(call.by == ruling.actor, CALL, "not-your-call", "call")
    ruling.record(CallClosed(call=command.call, end="withdrawn"), CALL)


def _require_open(ruling: Ruling[Tables], seq: int) -> Call:
    found = next((call for call in ruling.protocol.docket.calls if call.seq == seq), None)
    ruling.require(found is not None, CALL, "no-such-call", "call", entry=seq)
    assert found is not None  # noqa: S101  (required above; says so to the type checker)
    return found


def _call_of(protocol: ProtocolState, party: Party) -> Call | None:
    return next((call for call in protocol.docket.calls if call.by == party), None)


# -- offers


def _call_offers(_rules: Any, _game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    free = is_seat(party) and protocol.referee and protocol.finished is None
    if not free or _call_of(protocol, party) is not None:
        return []
    entries = tuple(str(seq) for seq in range(max(1, protocol.seq - 19), protocol.seq + 1))
    about = optional(Some(entries, 0, len(entries)))
    return [offer(CallReferee, CALL, question=Words(REASON_MOST, least=1), about=about)]


def _answer_offers(_rules: Any, _game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    # nothing is ruled upon in a game that is closed
    calls = tuple(str(call.seq) for call in protocol.docket.calls) if protocol.finished is None else ()
    return [offer(AnswerCall, CALL, grounds=grounds_domain(), call=Choice(calls))] if calls else []


def _withdraw_offers(_rules: Any, _game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    call = _call_of(protocol, party)
    return [offer(WithdrawCall, CALL, call=Choice((str(call.seq),)))] if call is not None else []


# -- reducers


def referee_called(_game: Tables, _event: RefereeCalled) -> None:
    """The docket keeps it."""


def call_closed(_game: Tables, _event: CallClosed) -> None:
    """The docket keeps it."""


CALLS = Part(
    handlers=handlers(call_referee, answer_call, withdraw_call),
    reducers=reducers(referee_called, call_closed),
    anytime=frozenset({CallReferee, AnswerCall, WithdrawCall}),
    desk_offers={CallReferee: _call_offers, AnswerCall: _answer_offers, WithdrawCall: _withdraw_offers},
)
