"""Seats for which silence is taken by order of a referee (WG-SEAT-02, -03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.results import BY_RULING, FORFEIT, VOID
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.clocks import absent_asked
from adjudicator.kernel.messages import AbsenceEnded, AbsenceOrdered, AnswerAbsent, OrderAbsent, RevokeAbsent
from adjudicator.kernel.protocol.lifecycle import answer_by_silence, is_resumed
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.clocks import asked_of, is_answer, opponents
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule

ORDER = "WG-SEAT-02"
SILENCE = "WG-SEAT-03"


def order_absent(ruling: Ruling[Tables], command: OrderAbsent) -> None:
    """WG-SEAT-02 From here on silence is taken for a seat, until a referee revokes it or another person plays it."""
    require_grounds(ruling, command.grounds)
    seat = _seat(ruling, command.seat)
    ruling.require(ruling.game.result is None, ORDER, "result-stands")
    ruling.require(seat not in ruling.protocol.docket.absences, ORDER, "absent-already", "seat")
    rule(ruling, command.grounds)
    ruling.record(AbsenceOrdered(seat=seat), ORDER)


def revoke_absent(ruling: Ruling[Tables], command: RevokeAbsent) -> None:
    """WG-SEAT-02 The seat answers for itself again; after a result too, since that may be taken back."""
    require_grounds(ruling, command.grounds)
    seat = _seat(ruling, command.seat)
    ruling.require(seat in ruling.protocol.docket.absences, ORDER, "not-absent", "seat")
    rule(ruling, command.grounds)
    ruling.record(AbsenceEnded(seat=seat), ORDER)


def _seat(ruling: Ruling[Tables], seat: Party | None) -> Party:
    number = len(ruling.protocol.seats)
    ruling.require(seat is not None and seat < number, ORDER, "seat-unknown", "seat", seats=number)
    assert seat is not None  # noqa: S101  (required above; says so to the type checker)
    return seat


def answer_absent(ruling: Ruling[Tables], command: AnswerAbsent) -> None:
    """WG-SEAT-03 Silence is taken for an absent seat that is asked; where it is no answer, who is absent has lost."""
    docket, seat = ruling.protocol.docket, command.seat
    due = is_resumed(ruling, command) or absent_asked(docket) == seat
    ruling.require(due, SILENCE, "not-asked-absent", "seat")
    window, kind = asked_of(ruling, seat)
    if is_answer(ruling, window, kind, seat):
        answer_by_silence(ruling, window, kind, seat)
        return
    winners = opponents(ruling, sorted(docket.absences))
    ending = FORFEIT if winners else VOID
    ruling.conclude(ending, winners, SILENCE, by=BY_RULING, played=bool(winners), ruling=docket.absences[seat])


# -- offers and reducers


def _order_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if party != REFEREE or protocol.finished is not None or game.result is not None or not game.stack:
        return []
    here = [seat for seat in range(len(protocol.seats)) if seat not in protocol.docket.absences]
    return _offered(OrderAbsent, here)


def _revoke_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if party != REFEREE or protocol.finished is not None or not game.stack:
        return []
    return _offered(RevokeAbsent, sorted(protocol.docket.absences))


def _offered(kind: type[OrderAbsent | RevokeAbsent], seats: Sequence[Party]) -> Sequence[Offer]:
    named = Choice(tuple(map(str, seats)))
    return [offer(kind, ORDER, grounds=grounds_domain(), seat=named)] if seats else []


def _none(_rules: Any, _game: Tables, _protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    """The service gives it by itself."""
    return ()


def absence_ordered(_game: Tables, _event: AbsenceOrdered) -> None:
    """The docket keeps it."""


def absence_ended(_game: Tables, _event: AbsenceEnded) -> None:
    """The docket keeps it."""


ABSENCES = Part(
    handlers=handlers(order_absent, revoke_absent, answer_absent),
    reducers=reducers(absence_ordered, absence_ended),
    anytime=frozenset({OrderAbsent, RevokeAbsent, AnswerAbsent}),
    desk_offers={OrderAbsent: _order_offers, RevokeAbsent: _revoke_offers, AnswerAbsent: _none},
)
