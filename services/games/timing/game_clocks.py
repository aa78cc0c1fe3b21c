"""What is due in a game by its clocks, the same in every process; and what is shown of them, to everybody alike."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import GiveBackOutage
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.referee.clocks import loses_time
from adjudicator.kernel.referee.dues import Due, clock_dues

if TYPE_CHECKING:
    from adjudicator.kernel.protocol.protocol_state import ProtocolState

# A shorter gap in the service's own time is none, in ms.
LEAST_GAP_MS: Final = 3_000
Gap = tuple[int, int]


def first_of(protocol: ProtocolState, gap: Gap | None = None) -> Due | None:
    """Give what is due first in a game by its clocks, before any other entry; None where nothing ever is.

    `gap` is a time in which the service was down, ms: what it took since the last entry is given back before all else.
    """
    return given_back(protocol, gap) or min(clock_dues(protocol), key=lambda due: due.at, default=None)


def given_back(protocol: ProtocolState, gap: Gap | None) -> Due | None:
    """Give back what a gap in the service took of the time since the last entry, where anybody's time ran."""
    held = protocol.docket.clocks
    if gap is None or not loses_time(protocol):
        return None
    since = max(held.time, gap[0])
    if gap[1] - max(since, held.starts) < LEAST_GAP_MS:
        return None
    return Due(gap[1], GiveBackOutage(from_ms=since, to_ms=gap[1]), f"after {protocol.seq}")


def own_id(game: bytes, due: Due) -> bytes:
    """Make the id of a command of the service's own, which every process would choose."""
    name = f"{type(due.command).__name__} {due.about}".encode()
    return hashlib.sha256(b"adjudicator/1/clock\0" + game + name).digest()[:16]


class ShownClock(Struct, frozen=True):
    """The clock of a seat; times in ms, `due` as a time of the server or None for never."""

    bank: int
    free: int
    running: bool
    flagged: bool
    due: int | None


class ShownClocks(Struct, frozen=True):
    """The clocks of a game after an entry at `time`, and when silence may be taken for all who are asked (ms).

    `absent` are the seats for which it is taken at once.
    """

    time: int
    seats: tuple[ShownClock, ...]
    silence: int | None
    absent: tuple[int, ...] = ()


def shown_clocks(protocol: ProtocolState) -> ShownClocks:
    """Give the clocks of a game as they stand after its last entry."""
    docket = protocol.docket
    held, runs = docket.clocks, clocks.running(docket)
    seats = tuple(
        ShownClock(row.bank, row.free, seat in runs and not row.flag, row.flag > 0, clocks.due_of(docket, seat))
        for seat, row in enumerate(held.seats)
    )
    return ShownClocks(held.time, seats, silence_ms(protocol), tuple(sorted(docket.absences)))


def silence_ms(protocol: ProtocolState) -> int | None:
    """Give when (ms) the time to answer the open question runs out; None where it never does."""
    top = protocol.docket.clocks.top
    if top is None or protocol.open_game is None:
        return None
    limit = limit_ms(top, protocol.terms.response_limit, protocol.terms.event_terms)
    return clocks.waits_until(protocol.docket, limit) if limit else None
