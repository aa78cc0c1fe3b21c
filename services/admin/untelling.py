"""What a game has told its event, as it stays when the game is forgotten: nothing that anybody wrote in it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.record.log import LogFault
from services.events.messages import read_digest, read_row
from services.store.event_scripts import Plain

if TYPE_CHECKING:
    from collections.abc import Container

    from services.events.desk import EventDesk
    from services.events.rebuild import Rebuild
    from services.games.digests import Digest, Row, Sign

# An id of a clause, or the number of an interpretation; games of earlier releases have cited any text.
CLAUSE: Final = re.compile(r"[A-Z]{2,4}-[A-Z0-9.-]{1,20}|[1-9][0-9]{0,8}")


class Untelling:
    """Takes what a game has told its event out of it; what results and counts need stays."""

    def __init__(self, desk: EventDesk, rebuild: Rebuild) -> None:
        self._desk = desk
        self._rebuild = rebuild

    async def make_whole(self, event: bytes) -> None:
        """Make what the event has lost of its games, as long as all of them can be read; LogFault, StoreDown."""
        await self._rebuild.rows(await self._desk.find(event))

    async def untell(self, event: bytes, game: bytes) -> None:
        """Leave results, scores, and what counts as penalty; names stay that the event itself has on its roster.

        An event whose own log is lost keeps no name. Raises StoreDown.
        """
        names: Container[str] = ()
        with suppress(LogFault):
            names = (await self._desk.find(event)).roster
        await self._desk.feeds.forget(event, plain_of(game, names))


def plain_of(game: bytes, names: Container[str]) -> Plain:
    """Say what stays of a game; of names those."""

    def digest(data: bytes) -> bytes | None:
        if game not in data or (read := read_digest(data)).game != game:
            return None
        return msgspec.msgpack.encode(_plain_digest(read, names))

    def last(data: bytes) -> bytes:
        return msgspec.msgpack.encode(replace(_plain_digest(read_digest(data), names), signs=()))

    return Plain(game, lambda data: msgspec.msgpack.encode(_plain_row(read_row(data), names)), digest, last)


def _plain_digest(digest: Digest, names: Container[str]) -> Digest:
    signs = tuple(_plain_sign(sign, names) for sign in digest.signs)
    return replace(digest, signs=signs, row=_plain_row(digest.row, names))


def _plain_sign(sign: Sign, names: Container[str]) -> Sign:
    """Leave words of the rules alone: the one name among them is that of whoever takes a seat over."""
    is_name = sign.kind == "substitution" and sign.act not in names
    clause = sign.clause if CLAUSE.fullmatch(sign.clause) else ""
    return replace(sign, act="" if is_name else sign.act, clause=clause, reason="")


def _plain_row(row: Row, names: Container[str]) -> Row:
    return replace(row, substitutes=tuple((seat, name if name in names else "") for seat, name in row.substitutes))
