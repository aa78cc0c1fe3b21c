"""Who plays a seat now: whoever has taken it over, and no longer the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator.kernel.protocol.roles import SEAT_ROLE
from services.games.refusals import SeatTaken

if TYPE_CHECKING:
    from adjudicator.kernel.protocol.protocol_state import ProtocolState
    from services.games.requests import CommandRequest


class Claim(Protocol):
    """What a token says of the seat that it is for.

    `made` is when it was made, in ms, None where it is a person's for all games of an event: then `seated` is the entry
    by which that person has taken the seat, 0 from the start.
    """

    @property
    def seat(self) -> int | None:
        """The seat, None for none."""

    @property
    def made(self) -> int | None:
        """When it was made."""

    @property
    def seated(self) -> int:
        """Since which entry."""


def holds_seat(protocol: ProtocolState, claim: Claim) -> bool:
    """Whether a token is of the person who plays its seat now: made after that person took it, where it was taken."""
    row = protocol.docket.seats.get(claim.seat) if claim.seat is not None else None
    if claim.made is None:
        return (row.seq if row is not None else 0) == claim.seated or claim.seat is None
    return row is None or claim.made > protocol.time_of(row.seq)


def require_seated(protocol: ProtocolState, request: CommandRequest) -> None:
    """Refuse a command of a seat that another person plays now.

    Raises SeatTaken.
    """
    claim = request.claim
    if claim is not None and request.actor.role == SEAT_ROLE and not holds_seat(protocol, claim):
        raise SeatTaken
