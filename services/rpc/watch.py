"""Watching: one follower per game, its entries serialised once per viewpoint, resumed from any entry without a gap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from adjudicator.kernel.protocol.protocol_state import ZERO_HEAD
from adjudicator.kernel.record.log import Entry, EventLog, LogFault
from services import slices
from services.games.command_handler import CommandHandler
from services.games.editions import ServedElsewhere
from services.operation.stop import end_task
from services.rpc.access.credentials import Credential
from services.rpc.access.reach import Reach, require_held
from services.rpc.access.seen_games import SeenGames, delay_of
from services.rpc.errors import Limited, OtherHistory
from services.rpc.wire_values import Invalid
from services.sessions.session import Session, reread_entry, time_of
from services.slices import sliced
from wargame.v1.play_pb2 import ReadRequest, WatchRequest

if TYPE_CHECKING:
    from services.rpc.loaded_rulesets import LoadedRulesets

# a request for entries: of Games, or of whoever shows them otherwise
Asks: TypeAlias = Any
QUEUE: Final = 1_000
# Until a follower that nobody needs any more must have ended.
END_SECONDS: Final = 30.0


class Viewpoint(Struct, frozen=True):
    """Whose view a stream shows, and whether with the records' bytes."""

    name: str
    viewer: int
    records: bool


class Step(Struct, frozen=True):
    """An entry with the game at or after it, what the caller is in that game, and whether it has come just now."""

    session: Session
    credential: Credential
    entry: Entry
    new: bool

    @property
    def late(self) -> bool:
        """Whether the caller sees the game late."""
        return delay_of(self.session, self.credential) > 0


class Follower:
    """Follows the log of one game for all who watch it, or for all who watch it so many ms late."""

    def __init__(self, log: EventLog, session: Session, seen: SeenGames, delay: int) -> None:
        self.queues: set[asyncio.Queue[Entry | None]] = set()
        self._seen = seen
        self._delay = delay
        protocol = session.protocol
        self.task = asyncio.create_task(self._run(log, session.game_id, protocol.seq, protocol.head))

    async def _run(self, log: EventLog, game: bytes, seq: int, head: bytes) -> None:
        try:
            async for entry in log.follow(game, seq, head):
                if self._delay:
                    await self._seen.wait(time_of(entry), self._delay)
                for queue in self.queues:
                    with suppress(asyncio.QueueFull):
                        queue.put_nowait(entry)
        finally:
            for queue in self.queues:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)


class Watch:
    """Serves Watch and Read of games of every ruleset."""

    def __init__(
        self,
        rulesets: LoadedRulesets,
        command_handler: CommandHandler,
        reach: Reach | None = None,
        seen: SeenGames | None = None,
        *,
        queue: int = QUEUE,
    ) -> None:
        self._reach = reach or Reach(command_handler.log)
        self.seen = seen or SeenGames(command_handler)
        self._rulesets = rulesets
        self._command_handler = command_handler
        self._queue_size = queue
        # by game, and whether for those who see it late
        self._followers: dict[tuple[bytes, bool], Follower] = {}
        self._shown: dict[tuple[bytes, bool], tuple[int, dict[Viewpoint, bytes]]] = {}
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def watchers(self) -> int:
        """Number of streams that watch a game; the figures ask for it on a thread of theirs."""
        return sum(len(follower.queues) for follower in list(self._followers.values()))

    @property
    def longest_queue(self) -> int:
        """Entries that wait for the slowest watcher; asked for as `watchers` is."""
        queues = (queue for row in list(self._followers.values()) for queue in list(row.queues))
        return max((queue.qsize() for queue in queues), default=0)

    async def read(self, credential: Credential, request: ReadRequest) -> AsyncGenerator[bytes, None]:
        """Give the entries after `after` up to `up_to`."""
        async with aclosing(self.entries_there(credential, request)) as steps:
            async for step in steps:
                yield await self._show(step.session, step.entry, _viewpoint(step, request.records))

    async def watch(self, credential: Credential, request: WatchRequest) -> AsyncGenerator[bytes, None]:
        """Give the entries after `after`, and then those that come."""
        async with aclosing(self.entries(credential, request)) as steps:
            async for step in steps:
                viewpoint = _viewpoint(step, request.records)
                if step.new:
                    yield await self._show_new(step, viewpoint)
                else:
                    yield await self._show(step.session, step.entry, viewpoint)

    async def entries_there(self, credential: Credential, request: Asks) -> AsyncGenerator[Step, None]:
        """Give the entries after `after` up to `up_to`, each with its game and with what the caller is in it."""
        session, credential = await self.session_of(credential, request.game)
        last = last_of(session, request)
        async with aclosing(sliced(self._command_handler.log.read(request.game, request.after))) as entries:
            async for entry in entries:
                if entry.seq > last:
                    break
                yield Step(session, credential, entry, new=False)

    async def entries(self, credential: Credential, request: Asks) -> AsyncGenerator[Step, None]:
        """Give the entries after `after`, then those that come, each with its game and what the caller is in it."""
        session, credential = await self.session_of(credential, request.game)
        delay, after = delay_of(session, credential), request.after
        head = request.hash if request.HasField("hash") else None
        if delay:
            await self._require_seen(session, after, head)
        await self._require_entry(session, after, head)
        queue: asyncio.Queue[Entry | None] = asyncio.Queue(self._queue_size)
        follower = self._join(session, queue, delay)
        try:
            async with aclosing(self._there(session, after, delay)) as found:
                async for entry in found:
                    session = await self._reached(session, entry.seq, delay)
                    require_held(session, credential)
                    yield Step(session, credential, entry, new=False)
                    after, head = entry.seq, entry.hash
            while True:
                entry = await self._next(queue, follower)
                if entry.seq > after:
                    _require_next(entry, after)
                    session = await self._reached(session, entry.seq, delay)
                    require_held(session, credential)
                    yield Step(session, credential, entry, new=True)
                    after, head = entry.seq, entry.hash
        except ServedElsewhere as moved:
            raise _from_here(moved, request, after, head) from moved
        finally:
            self._leave((request.game, delay > 0), follower, queue)

    async def _there(self, session: Session, after: int, delay: int) -> AsyncGenerator[Entry, None]:
        """Give the entries that are there, or that are seen so late by now: the follower hands out all others."""
        game = session.game_id
        last = (await self.seen.late(game, delay)).protocol.seq if delay else None
        async with aclosing(sliced(self._command_handler.log.read(game, after))) as entries:
            async for entry in entries:
                if last is not None and entry.seq > last:
                    return
                yield entry

    async def session_of(self, credential: Credential, game: bytes) -> tuple[Session, Credential]:
        """Give a game, and what the caller is in it."""
        credential = await self._reach.narrow(credential, game)
        async with self.seen.reading(credential, game) as session:
            require_held(session, credential)
            return session, credential

    async def _require_entry(self, session: Session, after: int, head: bytes | None) -> None:
        """Refuse to go on after an entry that the log does not have, or has another of."""
        entry = await self._command_handler.log.entry(session.game_id, after) if after else None
        found = entry.hash if entry else ZERO_HEAD
        if (after and entry is None) or head not in (None, found):
            raise OtherHistory(session.protocol.seq, session.protocol.head)

    async def _require_seen(self, session: Session, after: int, head: bytes | None) -> None:
        """Refuse to go on after an entry that is not seen yet, as after one that is not there.

        Who names its hash has seen it: from a process whose clock is ahead of ours.
        """
        entry = await self._command_handler.log.entry(session.game_id, after) if after > session.protocol.seq else None
        if after > session.protocol.seq and (entry is None or entry.hash != head):
            raise OtherHistory(session.protocol.seq, session.protocol.head)

    def _join(self, session: Session, queue: asyncio.Queue[Entry | None], delay: int) -> Follower:
        key = session.game_id, delay > 0
        follower = self._followers.get(key)
        if follower is None or follower.task.done():
            follower = self._followers[key] = Follower(self._command_handler.log, session, self.seen, delay)
        follower.queues.add(queue)
        return follower

    def _leave(self, key: tuple[bytes, bool], follower: Follower, queue: asyncio.Queue[Entry | None]) -> None:
        follower.queues.discard(queue)
        if not follower.queues:
            # again and again: a client library may take a cancellation for a lost connection
            ending = asyncio.create_task(end_task(follower.task, END_SECONDS))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            if self._followers.get(key) is follower:
                del self._followers[key]
            self._shown.pop(key, None)

    async def _next(self, queue: asyncio.Queue[Entry | None], follower: Follower) -> Entry:
        if queue.qsize() == self._queue_size:
            raise Limited("entries came faster than they were read: go on from the last one you have", 1)
        entry = await queue.get()
        if entry is None:
            await follower.task
            raise asyncio.CancelledError
        return entry

    async def _show_new(self, step: Step, viewpoint: Viewpoint) -> bytes:
        """Show an entry that has just come, once for all of the same viewpoint."""
        session, entry, key = step.session, step.entry, (step.session.game_id, step.late)
        shown = self._shown.get(key)
        if shown is None or shown[0] != entry.seq:
            shown = self._shown[key] = entry.seq, {}
        if viewpoint not in shown[1]:
            session = await self._reached(session, entry.seq, delay_of(session, step.credential))
            shown[1][viewpoint] = await self._show(session, entry, viewpoint)
        return shown[1][viewpoint]

    async def _reached(self, session: Session, seq: int, delay: int) -> Session:
        """Give the game after this entry or a later one: the entry may itself open what is sealed."""
        if session.protocol.seq < seq and delay:
            return await self.seen.late(session.game_id, delay)
        if session.protocol.seq >= seq:
            if not delay:
                self._command_handler.require_here(session)
            return session
        async with self._command_handler.locked(session.game_id) as fresh:
            return fresh

    async def _show(self, session: Session, entry: Entry, viewpoint: Viewpoint) -> bytes:
        """Show an entry; beside the event loop where it is large."""
        if len(entry.record) > slices.LARGE_BYTES:
            return await slices.aside(self._shown_to, session, entry, viewpoint)
        return self._shown_to(session, entry, viewpoint)

    def _shown_to(self, session: Session, entry: Entry, viewpoint: Viewpoint) -> bytes:
        record, opened = reread_entry(session, entry)
        redactor = self._rulesets.redactors[viewpoint.name]
        message = redactor.entry(entry, record, opened, session.protocol, viewpoint.viewer, records=viewpoint.records)
        return message.SerializeToString()


def last_of(session: Session, request: Asks) -> int:
    """Give the last entry that a request for those that are there asks for.

    Raises Invalid where it begins after an entry that is not there, or ends before the first.
    """
    if request.after > session.protocol.seq:
        raise Invalid("after", f"must be an entry of the game, 0 to {session.protocol.seq}")
    if not request.HasField("up_to"):
        return session.protocol.seq
    if not request.up_to:
        raise Invalid("up_to", "must be at least 1: leave it out to read to the end")
    return min(int(request.up_to), session.protocol.seq)


def _viewpoint(step: Step, records: bool) -> Viewpoint:
    return Viewpoint(step.session.rules.name, step.credential.viewer, records)


def _require_next(entry: Entry, after: int) -> None:
    if entry.seq != after + 1:
        raise LogFault("MISSING_ENTRY", after + 1, f"entry {entry.seq} came after entry {after}")


def _from_here(moved: ServedElsewhere, request: Asks, after: int, head: bytes | None) -> ServedElsewhere:
    """Make the request with which a stream goes on elsewhere, behind the last entry that was shown."""
    rest = type(request)()
    rest.CopyFrom(request)
    rest.after = after
    if head is not None:
        rest.hash = head
    return ServedElsewhere(moved.ruleset, moved.edition, moved.game, rest.SerializeToString())
