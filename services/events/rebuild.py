"""A feed that is lost, or that games were appended to without it, is made anew from the logs of the games."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from adjudicator.kernel.record.log import LogFault
from services.events.messages import read_row
from services.games.command_handler import CommandHandler
from services.games.digests import Digest, Row, row_after, signs_of
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.sessions.session import EditionUnreadable, Session, reread_entry, take
from services.slices import sliced

if TYPE_CHECKING:
    from services.events.log.state import EventState
    from services.store.event_feeds import Feeds

TRIES: Final = 3
# The row of a game whose log can not be read.
UNREAD: Final = msgspec.msgpack.encode(Row(0, 0, 0, (), 0, 0, (), (), None, 0))


class Rebuild:
    """Makes feeds anew."""

    def __init__(self, feeds: Feeds, command_handler: CommandHandler) -> None:
        self._feeds = feeds
        self._command_handler = command_handler
        self._lock = asyncio.Lock()

    async def rows(self, state: EventState) -> dict[bytes, bytes]:
        """Give the last row of each game; a feed that has lost any is made anew first."""
        rows = await self._feeds.rows(state.event)
        if all(game in rows for game in state.games):
            return rows
        async with self._lock:  # whoever waited finds it done
            rows = await self._feeds.rows(state.event)
            if not all(game in rows for game in state.games):
                await self.rebuild(state, (await self._feeds.position(state.event)).epoch)
                rows = await self._feeds.rows(state.event)
        return rows

    async def rebuild(self, state: EventState, epoch: int) -> None:
        """Make rows and signs anew from the logs, under a new epoch; what happens meanwhile tells of itself."""
        if not await self._feeds.renew(state.event, epoch):
            return
        log.warning("feed made anew", count=len(state.games))
        for game in list(state.games):
            try:
                await self._put(state.event, game)
            except (LogFault, GameUnknown, ServedElsewhere, EditionUnreadable) as fault:
                log.error("game not in the feed", game=game.hex(), kind=type(fault).__name__)
                await self._feeds.put_row(state.event, game, b"", UNREAD)

    async def _put(self, event: bytes, game: bytes) -> None:
        """Put the row of a game, unless it has told of itself meanwhile, and the signs of its log."""
        session, signs = await self._read(game)
        protocol = session.protocol
        row = row_after(
            session.rules, session.game, protocol, protocol.docket, protocol.seq, protocol.times[-1], protocol.terms, []
        )
        # the row comes last: a game that has one is not made anew again
        await self._feeds.put_signs(event, [data for seq, data in signs])
        for _ in range(TRIES):
            before = (await self._feeds.rows(event)).get(game, b"")
            if before and read_row(before).seq >= row.seq:
                break
            if await self._feeds.put_row(event, game, before, msgspec.msgpack.encode(row)):
                break

    async def _read(self, game: bytes) -> tuple[Session, list[tuple[int, bytes]]]:
        """Fold a game, and make digests of those of its entries that have something to look for."""
        async with self._command_handler.locked(game) as current:
            session = Session(game, current.rules, len(current.protocol.seats))
        entries = self._command_handler.log.read
        signs = []
        async for entry in sliced(entries(game)):
            await take(session, entry, lambda: entries(game))
            record, opened = reread_entry(session, entry)
            found = tuple(signs_of([event for event, _ in opened.events]))
            if found:
                protocol = session.protocol
                row = row_after(
                    session.rules,
                    session.game,
                    protocol,
                    protocol.docket,
                    protocol.seq,
                    record.time,
                    protocol.terms,
                    [],
                )
                kind = type(opened.command).__name__
                digest = Digest(game, entry.seq, entry.hash, record.time, record.actor, kind, found, row)
                signs.append((entry.seq, msgspec.msgpack.encode(digest)))
        return session, signs
