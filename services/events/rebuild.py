"""What events have lost of their games is made anew from the logs: of each game that lacks any, and of no other."""

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
from services.operation.stop import end_task
from services.sessions.session import EditionUnreadable, Session, reread_entry, take
from services.slices import sliced

if TYPE_CHECKING:
    from services.events.log.state import EventState
    from services.store.event_feeds import Feeds

TRIES: Final = 3
END_SECONDS: Final = 1.0
# The row of a game whose log can not be read.
UNREAD: Final = msgspec.msgpack.encode(Row(0, 0, 0, (), 0, 0, (), (), None, 0))


class Rebuild:
    """Makes feeds whole."""

    def __init__(self, feeds: Feeds, command_handler: CommandHandler) -> None:
        self._feeds = feeds
        self._command_handler = command_handler
        self._lock = asyncio.Lock()
        self._under_way: dict[bytes, asyncio.Task[None]] = {}
        # games that this process could not read: another one, or the next, may
        self._unread: set[bytes] = set()

    async def aclose(self) -> None:
        """Break off what is under way: whoever asks next begins anew."""
        for task in list(self._under_way.values()):
            await end_task(task, END_SECONDS)

    async def rows(self, state: EventState) -> dict[bytes, bytes]:
        """Give the last row of each game; what was lost is made anew first, once for all who ask.

        It is made to its end whether or not they wait for it: an event may take longer than a call may.
        """
        while True:
            rows, whole = await self._feeds.standing(state.event)
            if not self._missing(state, whole):
                return rows
            await asyncio.shield(self._under_way.get(state.event) or self._begin(state))

    def _missing(self, state: EventState, whole: frozenset[bytes]) -> list[bytes]:
        return [game for game in state.games if game not in whole and game not in self._unread]

    def _begin(self, state: EventState) -> asyncio.Task[None]:
        task = self._under_way[state.event] = asyncio.create_task(self._make_whole(state))

        def end(_: asyncio.Task[None]) -> None:
            del self._under_way[state.event]
            if not task.cancelled():
                task.exception()  # retrieved, so that nobody warns of it

        task.add_done_callback(end)
        return task

    async def _make_whole(self, state: EventState) -> None:
        async with self._lock:
            position = await self._feeds.position(state.event)
            missing = self._missing(state, (await self._feeds.standing(state.event)).whole)
            # who follows the feed has to read the rows again; where another process is first, it tells them
            if missing and await self._feeds.renew(state.event, position.epoch):
                log.warning("feed made anew", count=len(missing))
            for game in missing:
                if not await self._feeds.is_whole(state.event, game):
                    await self._make_game(state.event, game)

    async def _make_game(self, event: bytes, game: bytes) -> None:
        """Put row and signs of a game; what happens meanwhile tells of itself. The note that they are there is last."""
        try:
            session, signs = await self._read(game)
        except (LogFault, GameUnknown, ServedElsewhere, EditionUnreadable) as fault:
            log.error("game not in the feed", game=game.hex(), kind=type(fault).__name__)
            await self._feeds.put_row(event, game, b"", UNREAD)
            self._unread.add(game)
            return
        await self._feeds.put_signs(event, signs)
        await self._put_row(event, game, session)
        await self._feeds.put_whole(event, game)

    async def _put_row(self, event: bytes, game: bytes, session: Session) -> None:
        """Put the row of a game, unless it has told of itself meanwhile."""
        protocol = session.protocol
        row = row_after(
            session.rules, session.game, protocol, protocol.docket, protocol.seq, protocol.times[-1], protocol.terms, []
        )
        for _ in range(TRIES):
            before = (await self._feeds.rows(event)).get(game, b"")
            if before and read_row(before).seq >= row.seq:
                break
            if await self._feeds.put_row(event, game, before, msgspec.msgpack.encode(row)):
                break

    async def _read(self, game: bytes) -> tuple[Session, list[bytes]]:
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
                signs.append(msgspec.msgpack.encode(digest))
        return session, signs
