"""What events have lost of their games is made anew from the logs: of each game that lacks any, and of no other."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from adjudicator.kernel.record.log import LogFault
from services.events.messages import read_row
from services.games.command_handler import CommandHandler
from services.games.digests import Digest, Row, plain_of, row_after, signs_of
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.operation.stop import end_task
from services.sessions.session import EditionUnreadable, Session, reread_entry, take
from services.slices import sliced
from services.store.archive import GameForgotten

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container

    from services.events.desk import EventDesk
    from services.events.log.state import EventState
    from services.store.event_feeds import Feeds

TRIES: Final = 3
END_SECONDS: Final = 1.0
# A game that could not be read is tried again after so long, and nobody waits for it.
AGAIN_SECONDS: Final = 60.0
# The row of a game whose log can not be read.
UNREAD: Final = msgspec.msgpack.encode(Row(0, 0, 0, (), 0, 0, (), (), None, 0))


class Rebuild:
    """Makes feeds whole."""

    def __init__(self, feeds: Feeds, command_handler: CommandHandler) -> None:
        self._feeds = feeds
        self._command_handler = command_handler
        self._lock = asyncio.Lock()
        self._under_way: dict[bytes, asyncio.Task[None]] = {}
        # games that this process could not read, and when it tried: another one may, or this one after a repair
        self._unread: dict[bytes, float] = {}

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
            if self._missing(state, rows, whole):
                await asyncio.shield(self._under_way.get(state.event) or self._begin(state))
                continue
            if self._due(state, whole) and state.event not in self._under_way:
                self._begin(state)
            return rows

    async def make_game(self, event: bytes, game: bytes) -> None:
        """Make what the event has lost of one game, whatever became of the event's own log."""
        async with self._lock:
            await self._make_game(event, game, (await self._feeds.position(event)).epoch)

    async def signs(self, state: EventState) -> list[bytes]:
        """Give all digests that somebody looks for; what was lost is made anew first, as for `rows`."""
        await self.rows(state)
        return await self._feeds.signs(state.event)

    def _missing(self, state: EventState, rows: dict[bytes, bytes], whole: frozenset[bytes]) -> list[bytes]:
        """Give the games that lack anything; one that could not be read has a row that says so, until that is lost."""
        return [game for game in state.games if game not in whole and not (game in rows and game in self._unread)]

    def _due(self, state: EventState, whole: frozenset[bytes]) -> list[bytes]:
        """Give the games that could not be read and may be tried again."""
        since = time.monotonic() - AGAIN_SECONDS
        return [game for game in state.games if game not in whole and self._unread.get(game, since + 1) <= since]

    def _begin(self, state: EventState) -> asyncio.Task[None]:
        task = self._under_way[state.event] = asyncio.create_task(self._make_whole(state))

        def end(_: asyncio.Task[None]) -> None:
            del self._under_way[state.event]
            if not task.cancelled():
                task.exception()  # retrieved, so that nobody warns of it

        task.add_done_callback(end)
        return task

    async def _make_whole(self, state: EventState) -> None:
        position = await self._feeds.position(state.event)
        rows, whole = await self._feeds.standing(state.event)
        missing = self._missing(state, rows, whole)
        for game in dict.fromkeys([*missing, *self._due(state, whole)]):
            async with self._lock:  # game by game: a small event does not wait until a large one is done
                await self._make_game(state.event, game, position.epoch)

    async def _make_game(self, event: bytes, game: bytes, epoch: int) -> None:
        """Put row and signs of a game, unless another process has; `epoch` is that of the feed when this was begun."""
        if (await self._feeds.game(event, game))[1]:
            return
        try:
            session, signs = await self._read(game)
        except GameForgotten:
            # what it has told is all that there will ever be
            row, _ = await self._feeds.game(event, game)
            await self._feeds.put_game(event, game, row, row or UNREAD, [])
            return
        except (LogFault, GameUnknown, ServedElsewhere, EditionUnreadable) as fault:
            if game not in self._unread:
                log.error("game not in the feed", game=game.hex(), kind=type(fault).__name__)
            await self._feeds.put_row(event, game, b"", UNREAD)
            self._unread[game] = time.monotonic()
            return
        # who follows the feed has to read the rows again; where another process is first, it tells them
        if await self._feeds.renew(event, epoch):
            log.warning("feed made anew", of_event=event.hex())
        await self._put_game(event, game, session, signs)
        self._unread.pop(game, None)

    async def _put_game(self, event: bytes, game: bytes, session: Session, signs: list[bytes]) -> None:
        """Put the signs of a game and its row, or leave the row that it has told of meanwhile."""
        protocol = session.protocol
        row = row_after(
            session.rules, session.game, protocol, protocol.docket, protocol.seq, protocol.times[-1], protocol.terms, []
        )
        for _ in range(TRIES):
            before, _ = await self._feeds.game(event, game)
            newer = before and read_row(before).seq >= row.seq
            if await self._feeds.put_game(event, game, before, before if newer else msgspec.msgpack.encode(row), signs):
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


class Untelling:
    """Takes what a game has told its event out of it; what results and counts need stays."""

    def __init__(self, desk: EventDesk, rebuild: Rebuild) -> None:
        self._desk = desk
        self._rebuild = rebuild

    async def make_whole(self, event: bytes, game: bytes) -> None:
        """Make what the event has lost of its games; of this one, whatever was tried of it before; StoreDown."""
        with suppress(LogFault):
            await self._rebuild.rows(await self._desk.find(event))
        await self._rebuild.make_game(event, game)

    async def reset(self, event: bytes, keeps: Callable[[bytes], Awaitable[bool]]) -> None:
        """Let what the event was told be made anew, but for games that it `keeps`: theirs stays as it is."""
        await self._desk.feeds.reset(event, keeps, _game_of)

    async def untell(self, event: bytes, game: bytes) -> None:
        """Leave results, scores, and what counts as penalty; names stay that the event itself has on its roster.

        An event whose own log is lost keeps no name. Raises StoreDown.
        """
        names: Container[str] = ()
        with suppress(LogFault):
            names = (await self._desk.find(event)).roster
        await self._desk.feeds.forget(event, plain_of(game, names))


def _game_of(digest: bytes) -> bytes:
    """Give the game of a digest, empty for what is none."""
    try:
        return msgspec.msgpack.decode(digest, type=Digest).game
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return b""
