"""Watching: one follower per game, its entries shown once per pair of eyes, resumed from any entry without a gap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from adjudicator.kernel.protocol.protocol_state import ZERO_HEAD
from adjudicator.kernel.record.log import Entry, EventLog, LogFault
from services.games.command_handler import CommandHandler, GameUnknown
from services.games.session import Session, again
from services.rpc.conversion import Invalid
from services.rpc.errors import Elsewhere, Limited

if TYPE_CHECKING:
    from services.games.loaded_rulesets import LoadedRulesets
    from services.rpc.credentials import Credential

QUEUE: Final = 1_000


class Eyes(Struct, frozen=True):
    """Whose view a stream shows, and whether with the records' bytes."""

    name: str
    viewer: int
    records: bool


class Follower:
    """Follows the log of one game for all who watch it."""

    def __init__(self, log: EventLog, session: Session) -> None:
        self.queues: set[asyncio.Queue[Entry | None]] = set()
        protocol = session.protocol
        self.task = asyncio.create_task(self._run(log, session.game_id, protocol.seq, protocol.head))

    async def _run(self, log: EventLog, game: bytes, seq: int, head: bytes) -> None:
        try:
            async for entry in log.follow(game, seq, head):
                for queue in self.queues:
                    with suppress(asyncio.QueueFull):
                        queue.put_nowait(entry)
        finally:
            for queue in self.queues:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)


class Watch:
    """Serves Watch and Read of every ruleset."""

    def __init__(self, shelf: LoadedRulesets, desk: CommandHandler, *, queue: int = QUEUE) -> None:
        self._shelf = shelf
        self._desk = desk
        self._most = queue
        self._followers: dict[bytes, Follower] = {}
        self._shown: dict[bytes, tuple[int, dict[Eyes, bytes]]] = {}

    async def read(self, name: str, credential: Credential, request: Any) -> AsyncGenerator[bytes, None]:
        """Give the entries after `after` up to `up_to`."""
        session = await self._session(name, credential, request.game)
        if request.after > session.protocol.seq:
            raise Invalid("after", f"must be an entry of the game, 0 to {session.protocol.seq}")
        eyes = Eyes(name, credential.viewer, request.records)
        last = min(request.up_to or session.protocol.seq, session.protocol.seq)
        async for entry in self._desk.log.read(request.game, request.after):
            if entry.seq > last:
                break
            yield self._show(session, entry, eyes)

    async def watch(self, name: str, credential: Credential, request: Any) -> AsyncGenerator[bytes, None]:
        """Give the entries from `from` on, and then those that come."""
        session = await self._session(name, credential, request.game)
        after = max(getattr(request, "from"), 1) - 1
        head = request.hash if request.HasField("hash") else None
        await self._require_place(session, after, head)
        eyes = Eyes(name, credential.viewer, request.records)
        queue: asyncio.Queue[Entry | None] = asyncio.Queue(self._most)
        follower = self._join(session, queue)
        try:
            async for entry in self._desk.log.read(request.game, after):
                after = entry.seq
                session = await self._reached(session, entry.seq)
                yield self._show(session, entry, eyes)
            while True:
                entry = await self._next(queue, follower)
                if entry.seq > after:
                    _require_next(entry, after)
                    after = entry.seq
                    yield await self._show_new(session, entry, eyes)
        finally:
            self._leave(request.game, follower, queue)

    async def _session(self, name: str, credential: Credential, game: bytes) -> Session:
        credential.reach(game)
        async with self._desk.at(game) as session:
            if session.rules.name != name:
                raise GameUnknown(name)
            return session

    async def _require_place(self, session: Session, after: int, head: bytes | None) -> None:
        """Refuse to go on after an entry that the log does not have, or has another of."""
        entry = await self._desk.log.entry(session.game_id, after) if after else None
        found = entry.hash if entry else ZERO_HEAD
        if (after and entry is None) or head not in (None, found):
            raise Elsewhere(session.protocol.seq, session.protocol.head)

    def _join(self, session: Session, queue: asyncio.Queue[Entry | None]) -> Follower:
        follower = self._followers.get(session.game_id)
        if follower is None or follower.task.done():
            follower = self._followers[session.game_id] = Follower(self._desk.log, session)
        follower.queues.add(queue)
        return follower

    def _leave(self, game: bytes, follower: Follower, queue: asyncio.Queue[Entry | None]) -> None:
        follower.queues.discard(queue)
        if not follower.queues:
            follower.task.cancel()
            if self._followers.get(game) is follower:
                del self._followers[game]
            self._shown.pop(game, None)

    async def _next(self, queue: asyncio.Queue[Entry | None], follower: Follower) -> Entry:
        if queue.qsize() == self._most:
            raise Limited("entries came faster than they were read: go on from the last one you have", 1)
        entry = await queue.get()
        if entry is None:
            await follower.task
            raise asyncio.CancelledError
        return entry

    async def _show_new(self, session: Session, entry: Entry, eyes: Eyes) -> bytes:
        """Show an entry that has just come, once for all with the same eyes."""
        shown = self._shown.get(session.game_id)
        if shown is None or shown[0] != entry.seq:
            shown = self._shown[session.game_id] = entry.seq, {}
        if eyes not in shown[1]:
            session = await self._reached(session, entry.seq)
            shown[1][eyes] = self._show(session, entry, eyes)
        return shown[1][eyes]

    async def _reached(self, session: Session, seq: int) -> Session:
        """Give the game no earlier than after this entry, which may itself open what is sealed."""
        if session.protocol.seq >= seq:
            return session
        async with self._desk.at(session.game_id) as fresh:
            return fresh

    def _show(self, session: Session, entry: Entry, eyes: Eyes) -> bytes:
        record, opened = again(session, entry)
        projector = self._shelf.projectors[eyes.name]
        message = projector.entry(entry, record, opened, session.protocol, eyes.viewer, records=eyes.records)
        return message.SerializeToString()


def _require_next(entry: Entry, after: int) -> None:
    if entry.seq != after + 1:
        raise LogFault("MISSING_ENTRY", after + 1, f"entry {entry.seq} came after entry {after}")


__all__ = ["QUEUE", "Watch"]
