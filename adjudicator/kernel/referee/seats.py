"""Seats that another person takes over by ruling (WG-SEAT-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Octets, Offer, Words, items, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import AbsenceEnded, SeatSubstituted, Substitute
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.seed import BYTES, absent
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule

SEAT = "WG-SEAT-01"
KEYS_MOST = 4
NAME_MOST = 60


def substitute(ruling: Ruling[Tables], command: Substitute) -> None:
    """WG-SEAT-01 Another person plays a seat from here on; keys of no other seat sign for it."""
    require_grounds(ruling, command.grounds)
    protocol = ruling.protocol
    seat = command.seat
    ruling.require(
        seat is not None and seat < len(protocol.seats), SEAT, "seat-unknown", "seat", seats=len(protocol.seats)
    )
    assert seat is not None  # noqa: S101  (required above; says so to the type checker)
    ruling.require(protocol.finished is None, SEAT, "closed-already")
    ruling.require(ruling.game.result is None, SEAT, "result-stands")
    ruling.require(bool(command.person.strip()), SEAT, "person-missing", "person")
    ruling.require(not _has_played(protocol, seat, command.person), SEAT, "person-played-here", "person")
    ruling.require(bool(command.keys) or not protocol.terms.signed, SEAT, "keys-missing", "keys")
    ruling.require(len(command.keys) <= KEYS_MOST, SEAT, "too-many", "keys", found=len(command.keys), most=KEYS_MOST)
    for place, key in enumerate(command.keys):
        path = f"keys[{place}]"
        ruling.require(len(key) == BYTES, SEAT, "wrong-length", path, expected=BYTES, found=len(key))
        ruling.require(key not in played_with(protocol), SEAT, "key-played-here", path)
    rule(ruling, command.grounds)
    ruling.record(SeatSubstituted(seat=seat, person=command.person, keys=command.keys), SEAT)
    if seat in protocol.docket.absences:
        ruling.record(AbsenceEnded(seat=seat), SEAT)
    _contribution(ruling, seat)


def played_with(protocol: ProtocolState) -> frozenset[bytes]:
    """Give the keys that sign, or have signed, for a seat of this game."""
    first = (key for row in protocol.terms.seats for key in row.keys)
    return frozenset(
        (*first, *protocol.docket.retired_keys, *(k for row in protocol.docket.seats.values() for k in row.keys))
    )


def _has_played(protocol: ProtocolState, seat: Party, person: str) -> bool:
    """Whether a person plays, or has played, another seat of this game, as far as its log names persons."""
    names = [*enumerate(protocol.seats), *protocol.docket.players]
    return any(place != seat and same_name(name, person) for place, name in names)


def same_name(name: str, other: str) -> bool:
    """Tell whether two names are of one person: blanks around them and letters' case do not count."""
    return name.strip().casefold() == other.strip().casefold()


def _contribution(ruling: Ruling[Tables], seat: Party) -> None:
    """Ask a commitment of the new person, who does not know what the old one has committed to; else it is absent."""
    top = ruling.game.stack[-1] if ruling.game.stack else None
    if top is None or seat in ruling.protocol.absent:
        return
    if top.kind == "contribute" and seat not in top.asks:
        again = Window(top.id, top.kind, tuple(sorted((*top.asks, seat))), top.subject)
        ruling.game.stack = (*ruling.game.stack[:-1], again)
    elif top.kind == "open_contribution" and seat in top.asks:
        ruling.window = top
        absent(ruling, seat)


def _offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    if protocol.finished is not None or game.result is not None or not game.stack:
        return []
    seats = Choice(tuple(map(str, range(len(protocol.seats)))))
    keys = items(Octets(BYTES), least=1 if protocol.terms.signed else 0, most=1)
    return [offer(Substitute, SEAT, grounds=grounds_domain(), seat=seats, person=Words(NAME_MOST, 1), keys=keys)]


def seat_substituted(_game: Tables, _event: SeatSubstituted) -> None:
    """The docket keeps it."""


SEATS = Part(
    handlers=handlers(substitute),
    reducers=reducers(seat_substituted),
    anytime=frozenset({Substitute}),
    desk_offers={Substitute: _offers},
)
