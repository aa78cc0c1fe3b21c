"""Who sits in the games of an event, by what the event has at hand: its pairings, and the rows of its games.

Thousands of games are told apart so without holding one of them; what a game itself says comes first nevertheless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from services.events.messages import read_row

if TYPE_CHECKING:
    from services.events.log.state import OpenedGame
    from services.games.digests import Row


class _Taken(Struct, frozen=True, array_like=True):
    """A row as far as it says who has taken a seat over; one of an earlier build does not say it."""

    seq: int
    time: msgspec.Raw
    status: msgspec.Raw
    asked: msgspec.Raw
    since: msgspec.Raw
    due: msgspec.Raw
    clocks: msgspec.Raw
    scores: msgspec.Raw
    result: msgspec.Raw
    matters: msgspec.Raw
    absent: msgspec.Raw = msgspec.Raw()
    waiting: msgspec.Raw = msgspec.Raw()
    substitutes: tuple[tuple[int, str], ...] | None = None


_TAKEN: Final = msgspec.msgpack.Decoder(_Taken)


def row_of(data: bytes | None) -> Row | None:
    """Read what a game has told last; None where it has told nothing that can be read."""
    if not data:
        return None
    try:
        return read_row(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def seated_by(opened: OpenedGame | None, data: bytes | None) -> frozenset[str] | None:
    """Name who sits in a game by its pairing and its row; None where only the game itself can say."""
    if opened is None or not data:
        return None
    try:
        row = _TAKEN.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if row.seq == 0 or row.substitutes is None:  # the game could not be read, or its row tells of no seats
        return None
    paired = {seat: row.person for seat, row in enumerate(opened.row.seats)}
    return frozenset((paired | dict(row.substitutes)).values())
