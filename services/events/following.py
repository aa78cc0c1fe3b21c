"""The games of an event: how they stand, and one stream of what happens in all of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.record.log import StoreDown
from services.events.messages import feed_entry, game_of, read_digest, read_row
from services.events.seen_late import delay_in
from services.logs import frames, log
from services.operation.stop import end_task
from services.rpc.errors import Limited, PositionGone
from services.rpc.wire_values import Invalid
from services.slices import aside, sliced
from services.store.event_feeds import FeedRenewed, Position
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from services.events.desk import EventDesk
    from services.events.log.state import EventState
    from services.events.rebuild import Rebuild
    from services.events.seen_late import SeenLate
    from services.rpc.access.credentials import Credential
    from services.rpc.conversion import Converter

PAGE, PAGE_MOST = 200, 2_000
QUEUE: Final = 1_000
# Digits of a page token.
TOKEN_MOST: Final = 10
ROWS_KEPT: Final = 20_000
# Rows that are written on the event loop itself.
FEW_ROWS: Final = 50
RETRY_SECONDS: Final = 1.0
END_SECONDS: Final = 30.0


class Shown(Struct, frozen=True):
    """An entry as all streams show it; `sign` says that it has something to look for."""

    position: Position
    data: bytes
    sign: bool


class _SignsOf(Struct, frozen=True, array_like=True):
    """The first fields of a digest, up to what it has to look for."""

    game: msgspec.Raw
    seq: msgspec.Raw
    hash: msgspec.Raw
    time: msgspec.Raw
    actor: msgspec.Raw
    command: msgspec.Raw
    signs: tuple[msgspec.Raw, ...]


_SIGNS: Final = msgspec.msgpack.Decoder(_SignsOf)


class Following:
    """Serves Games and Follow."""

    def __init__(
        self, desk: EventDesk, converter: Converter, rebuild: Rebuild, late: SeenLate, *, queue: int = QUEUE
    ) -> None:
        self._desk = desk
        self._late = late
        self._converter = converter
        self._rebuild = rebuild
        self._queue_size = queue
        self._rows: OrderedDict[bytes, tuple[bytes, int, events_pb2.EventGame]] = OrderedDict()
        # by event, and whether for those who see its games late
        self._followers: dict[tuple[bytes, bool], EventFollower] = {}
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def followers(self) -> int:
        """Number of streams that follow an event."""
        return sum(len(follower.queues) for follower in list(self._followers.values()))

    # -- rows

    async def games(
        self, credential: Credential, request: events_pb2.EventGamesRequest
    ) -> events_pb2.EventGamesResponse:
        """List games with how they stand; the position is read before them."""
        after = _read_page_token(request.page_token)
        state = await self._desk.reached(credential, request.event)
        delay = delay_in(state, credential)
        position = await self._position(request.event, delay)
        rows = await self._rebuild.rows(state)
        if (await self._desk.feeds.position(request.event)).epoch != position.epoch:
            position = await self._position(request.event, delay)
            rows = await self._rebuild.rows(state)
        end: bytes | None = None
        if delay:
            rows, end = await self._late.page_rows(state, rows, delay, list(state.games)[after:])
        if len(rows) > FEW_ROWS:
            reply = await aside(self._page, state, rows, request, after, end)
        else:
            reply = self._page(state, rows, request, after, end)
        reply.position.epoch, reply.position.number = position
        return reply

    async def _position(self, event: bytes, delay: int) -> Position:
        """Give the end of a feed, as it is seen so late."""
        return await (self._late.position(event, delay) if delay else self._desk.feeds.position(event))

    async def warm(self, state: EventState) -> None:
        """Write the rows that were never asked for, so that the first list of many new games need not."""
        rows = await self._desk.feeds.rows(state.event)

        def write() -> None:
            for game in list(state.games):
                self._row(state, game, rows.get(game))

        await aside(write)

    def _page(
        self,
        state: EventState,
        rows: dict[bytes, bytes],
        request: events_pb2.EventGamesRequest,
        after: int,
        end: bytes | None,
    ) -> events_pb2.EventGamesResponse:
        """Write a page; it ends before the game `end` at the latest."""
        reply = events_pb2.EventGamesResponse()
        most = min(request.page_size or PAGE, PAGE_MOST)
        for game, opened in list(state.games.items())[after:]:
            shown = None if game == end else self._row(state, game, rows.get(game))
            if shown is not None and not _asked_for(shown, request):
                continue
            if shown is None or len(reply.games) == most:
                reply.next_page_token = str(opened.number - 1)
                break
            reply.games.append(shown)
        return reply

    def _row(self, state: EventState, game: bytes, data: bytes | None) -> events_pb2.EventGame:
        """Write a row, or give it as it was written before."""
        known = self._rows.get(game)
        if known is not None and known[0] == data:
            return known[2]
        shown = game_of(game, state.games[game], read_row(data) if data else None, self._converter)
        self._rows[game] = data or b"", state.games[game].number, shown
        if len(self._rows) > ROWS_KEPT:
            self._rows.popitem(last=False)
        return shown

    # -- the stream

    async def follow(
        self, credential: Credential, request: events_pb2.FollowEventRequest
    ) -> AsyncGenerator[bytes, None]:
        """Give what happened after a position, and then what comes; PositionGone."""
        state = await self._desk.reached(credential, request.event)
        await self._rebuild.rows(state)
        queue: asyncio.Queue[Shown | None] = asyncio.Queue(self._queue_size)
        delay = delay_in(state, credential)
        follower = await self._join(request.event, queue, delay)
        try:
            last = follower.position
            if request.HasField("after"):
                last = Position(request.after.epoch, request.after.number)
                end = follower.position
                async for shown in sliced(self._read(request.event, last, end, signs_only=request.signs_only)):
                    yield shown.data
                if last == Position(0, 0) or (last.epoch == end.epoch and last.number < end.number):
                    last = end  # what the follower hands out once more is known
            while True:
                shown = await self._next(queue, follower)
                if shown.position.number > last.number or shown.position.epoch != last.epoch:
                    last = shown.position
                    if shown.sign or not request.signs_only:
                        yield shown.data
        finally:
            self._leave((request.event, delay > 0), follower, queue)

    async def _read(
        self, event: bytes, after: Position, end: Position, *, signs_only: bool
    ) -> AsyncGenerator[Shown, None]:
        """Give what is there after a position, as far as the follower had got when it was joined.

        What has nothing to look for is left before it is written: most of a feed is such.
        """
        if after.epoch == 0 and after.number == 0:
            after = Position(end.epoch, 0)
        while after.epoch != end.epoch or after.number < end.number:
            try:
                found = await self._desk.feeds.read(event, after)
            except FeedRenewed:
                raise PositionGone from None
            for number, data in found:
                if number > end.number:
                    return
                after = Position(after.epoch, number)
                if not signs_only or _SIGNS.decode(data).signs:
                    yield await self.show(event, after, data)
            if not found:
                return
            await asyncio.sleep(0)  # a page may have shown nothing

    async def show(self, event: bytes, position: Position, data: bytes) -> Shown:
        """Write an entry as all streams show it."""
        digest = read_digest(data)
        await self._desk.seat_of(event, digest.game, "")  # an event that does not know the game is read on
        opened = (await self._desk.known(event)).games.get(digest.game)
        entry = feed_entry(position.epoch, position.number, digest, opened, self._converter)
        return Shown(position, entry.SerializeToString(), bool(digest.signs))

    async def _join(self, event: bytes, queue: asyncio.Queue[Shown | None], delay: int) -> EventFollower:
        key = event, delay > 0
        follower = self._followers.get(key)
        if follower is None or follower.task.done():
            begun = await self._position(event, delay)
            follower = self._followers.get(key)
            if follower is None or follower.task.done():
                follower = self._followers[key] = EventFollower(self, self._desk, event, begun, self._late, delay)
        follower.queues.add(queue)
        return follower

    def _leave(self, key: tuple[bytes, bool], follower: EventFollower, queue: asyncio.Queue[Shown | None]) -> None:
        follower.queues.discard(queue)
        if not follower.queues:
            ending = asyncio.create_task(end_task(follower.task, END_SECONDS))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            if self._followers.get(key) is follower:
                del self._followers[key]

    async def _next(self, queue: asyncio.Queue[Shown | None], follower: EventFollower) -> Shown:
        if queue.qsize() == self._queue_size:
            raise Limited("entries came faster than they were read: go on from the last position you have", 1)
        shown = await queue.get()
        if shown is None:
            await follower.task
            raise asyncio.CancelledError
        return shown


class EventFollower:
    """Follows the feed of one event for all streams, or for all that are so many ms late; `position` is how far."""

    def __init__(
        self, following: Following, desk: EventDesk, event: bytes, begun: Position, late: SeenLate, delay: int
    ) -> None:
        self._late = late
        self._delay = delay
        self.queues: set[asyncio.Queue[Shown | None]] = set()
        self.position = begun
        self._following = following
        self._feeds = desk.feeds
        self._event = event
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while True:
                try:
                    await self._step()
                except StoreDown as fault:
                    log.warning("store down", kind=type(fault).__name__)
                    await asyncio.sleep(RETRY_SECONDS)
        except FeedRenewed:
            raise PositionGone from None
        except Exception as error:
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            raise
        finally:
            for queue in self.queues:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def _step(self) -> None:
        """Wait for what comes, and hand it out."""
        await self._feeds.wait(self._event, self.position)
        if self.position.epoch == 0:
            end = await self._feeds.position(self._event)
            if end.epoch == 0:
                return
            self.position = Position(end.epoch, 0)
        for number, data in await self._feeds.read(self._event, self.position):
            if self._delay:
                await self._late.wait(data, self._delay)
            self.position = Position(self.position.epoch, number)
            shown = await self._following.show(self._event, self.position, data)
            for queue in self.queues:
                with suppress(asyncio.QueueFull):
                    queue.put_nowait(shown)


def _read_page_token(token: str) -> int:
    """Read after how many games a page begins.

    Raises Invalid for what is no page token.
    """
    if token and not (token.isascii() and token.isdecimal() and len(token) <= TOKEN_MOST):
        raise Invalid("page_token", "is not from a response of this method")
    return int(token or 0)


def _asked_for(shown: events_pb2.EventGame, request: events_pb2.EventGamesRequest) -> bool:
    return (
        (not request.rounds or shown.round in request.rounds)
        and (not request.statuses or shown.status in request.statuses)
        and (not request.rulesets or shown.ruleset in request.rulesets)
        and (not request.open_matters or shown.open_matters > 0)
    )
