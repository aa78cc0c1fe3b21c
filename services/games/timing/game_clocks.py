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
    from collections.abc import Sequence

    from adjudicator.kernel.protocol.protocol_state import ProtocolState

# A shorter gap in the service's own time is none, in ms.
LEAST_GAP_MS: Final = 3_000
Gap = tuple[int, int]


def first_of(protocol: ProtocolState, gaps: Sequence[Gap] = ()) -> Due | None:
    """Give what is due first in a game by its clocks, before any other entry; None where nothing ever is.

    `gaps` are times in which the service was down, or the game frozen, ms: what they took since the last entry is given
    back before all else.
    """
    return given_back(protocol, gaps) or min(clock_dues(protocol), key=lambda due: due.at, default=None)


def given_back(protocol: ProtocolState, gaps: Sequence[Gap]) -> Due | None:
    """Give back what gaps took of the time since the last entry, where anybody's time ran.

    Those that meet are one; of those that do not the longest is given back, since an entry names one.
    """
    if not gaps or not loses_time(protocol):
        return None
    held = protocol.docket.clocks
    found = [(max(held.time, since), until) for since, until in sorted(gaps)]
    whole: list[Gap] = []
    for since, until in found:
        if whole and since <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(until, whole[-1][1])
        else:
            whole.append((since, until))
    since, until = max(whole, key=lambda gap: gap[1] - max(gap[0], held.starts))
    if until - max(since, held.starts) < LEAST_GAP_MS:
        return None
    return Due(until, GiveBackOutage(from_ms=since, to_ms=until), f"after {protocol.seq}")


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
