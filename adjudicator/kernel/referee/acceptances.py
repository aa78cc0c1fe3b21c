"""Seats of an event's game accept a referee of the affiliation of one of them (WG-REF-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Words, offer
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import AcceptReferee, RefereeAccepted
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import require_open

ACCEPT = "WG-REF-01"
KEY_MOST = 40


def accept_referee(ruling: Ruling[Tables], command: AcceptReferee) -> None:
    """WG-REF-01 A seat accepts a referee of the affiliation of a seat, who rules once every seat has."""
    require_open(ruling)
    protocol = ruling.protocol
    ruling.require(is_seat(ruling.actor), ACCEPT, "not-a-seat")
    ruling.require(protocol.terms.event is not None and protocol.referee, ACCEPT, "no-event-referee")
    ruling.require(1 <= len(command.key) <= KEY_MOST, ACCEPT, "key-missing", "key")
    ruling.record(RefereeAccepted(seat=ruling.actor, key=command.key), ACCEPT)


def _offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    may = is_seat(party) and protocol.terms.event is not None and protocol.referee
    if not may or not game.stack or protocol.finished is not None:
        return []
    return [offer(AcceptReferee, ACCEPT, key=Words(KEY_MOST, 1))]


def referee_accepted(_game: Tables, _event: RefereeAccepted) -> None:
    """The docket keeps it."""


ACCEPTANCES = Part(
    handlers=handlers(accept_referee),
    reducers=reducers(referee_accepted),
    anytime=frozenset({AcceptReferee}),
    desk_offers={AcceptReferee: _offers},
)
