"""The sessions of a process: games at the head of their logs, one lock each, the latest kept in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from adjudicator.kernel.record.log import LogFault, StoreDown
from services.logs import log
from services.sessions.head_notes import NoteNotWritten, when_free
from services.sessions.meter import Meter
from services.sessions.session import RulesOf, Session, load, refresh
from services.store.archive import GameForgotten

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import EventLog
    from services.sessions.head_notes import HeadNotes


class Sessions:
    """Finds, brings up to date and keeps the sessions; `keep` of them stay in memory.

    With `notes` no session is given out whose history does not hold the last head that was signed here.
    """

    def __init__(
        self,
        log: EventLog,
        rules_of: RulesOf,
        *,
        keep: int = 1_000,
        notes: HeadNotes | None = None,
        meter: Meter | None = None,
        learn: Callable[[bytes], Awaitable[None]] | None = None,
    ) -> None:
        self._log = log
        self._learn = learn
        self._rules_of = rules_of
        self._keep = keep
        self._notes = notes
        self.meter = meter or Meter()
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()
        self._locks: dict[bytes, asyncio.Lock] = {}
        self._lock_users: dict[bytes, int] = {}

    @property
    def count(self) -> int:
        """Number of games that are in memory."""
        return len(self._sessions)

    @asynccontextmanager
    async def lock(self, game_id: bytes) -> AsyncIterator[None]:
        """Hold the lock of a game."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        self._lock_users[game_id] = self._lock_users.get(game_id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._lock_users[game_id] -= 1
            if not self._lock_users[game_id]:
                del self._lock_users[game_id]
                del self._locks[game_id]

    async def known(self, game_id: bytes) -> Session | None:
        """Give the session that is in memory as it is, or load it; None where there is no such game.

        Raises LogFault, StoreDown.
        """
        session = self._sessions.get(game_id) or await self._load(game_id)
        if session is None:
            session = await self._noted(game_id)
        if session is None:
            return None
        await self._vouch(session)
        self.remember(session)
        return session

    async def _noted(self, game_id: bytes) -> Session | None:
        """Load a game that the store did not know; its note, where there is one, says that it had to.

        Another process may have opened it since: what a note knows of was in the store before it was
        noted, so only a store that still knows nothing has lost the game.
        """
        if self._notes is None or self._notes.last(game_id) is None:
            return None
        session = await self._load(game_id)
        if session is None:
            self._notes.require_none(game_id)
        return session

    async def _load(self, game_id: bytes) -> Session | None:
        began = perf_counter()
        session = await load(self._log, game_id, self._rules_of)
        if session is None:
            return None
        self.meter.loaded(perf_counter() - began)
        if self._learn is not None and session.protocol.terms.test:
            await self._learn(game_id)
        return session

    async def current(self, game_id: bytes) -> Session | None:
        """Give the session at the head of its log, None where there is no such game.

        While the store is away a session in memory is given as it is: all of it was acknowledged.
        Raises LogFault, StoreDown.
        """
        session = self._sessions.get(game_id)
        if session is None:
            return await self.known(game_id)
        try:
            await self.refresh(session)
        except NoteNotWritten:
            raise
        except StoreDown as fault:
            log.debug("read from memory", game=game_id.hex(), kind=type(fault).__name__)
        return session

    async def refresh(self, session: Session) -> bool:
        """Bring a session up to its log; whether there was anything new.

        Raises LogFault, StoreDown.
        """
        before = session.protocol.seq
        if before == 0:
            return await self._log.exists(session.game_id)
        try:
            await refresh(session, self._log)
        except GameForgotten:
            self.drop(session.game_id)
            raise
        await self._vouch(session)
        return session.protocol.seq > before

    async def committed(self, session: Session) -> None:
        """Keep a session that has a new entry, and note its head.

        Raises LogFault, StoreDown.
        """
        self.remember(session)
        await self._vouch(session, grown=True)

    def remember(self, session: Session) -> None:
        """Keep a session in memory."""
        self._sessions[session.game_id] = session
        self._sessions.move_to_end(session.game_id)
        while len(self._sessions) > self._keep:
            self._sessions.popitem(last=False)

    def has(self, game_id: bytes) -> bool:
        """Whether a game is in memory."""
        return game_id in self._sessions

    def drop(self, game_id: bytes) -> None:
        """Forget the session of a game: its next call reads its log."""
        self._sessions.pop(game_id, None)

    def clear(self) -> None:
        """Forget all sessions: the next call of a game reads its log."""
        self._sessions.clear()

    async def _vouch(self, session: Session, *, grown: bool = False) -> None:
        """Note the head of a session; another process may have gone on since it was read.

        Only a log that gives nothing more while the note knows of more has lost anything.
        """
        while self._notes is not None:
            before = session.protocol.seq
            try:
                await when_free(partial(self._notes.vouch, session, grown=grown))
            except LogFault as fault:
                if fault.name != "TRUNCATED_LOG":
                    raise
                await refresh(session, self._log)
                if session.protocol.seq == before:
                    raise
            else:
                return
