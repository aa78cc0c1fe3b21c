"""A log whose appends are timed and counted while they are under way."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator

from adjudicator.kernel.record.log import Entry, EventLog, Told
from services.operation.metrics import Metrics
from services.operation.tracing import span


class MeteredLog:
    """An EventLog in front of another."""

    def __init__(self, log: EventLog, metrics: Metrics) -> None:
        self._log = log
        self._metrics = metrics
        self._waiting = 0
        metrics.watch("store_appends_waiting", "appends that the store has not acknowledged yet", lambda: self._waiting)

    async def append(
        self, game_id: bytes, seq: int, head: bytes, record: bytes, openings: bytes | None, told: Told | None = None
    ) -> None:
        """Write an entry; Conflict, LogFault, StoreDown."""
        began = time.perf_counter()
        self._waiting += 1
        try:
            with span("append"):
                await self._log.append(game_id, seq, head, record, openings, told)
        finally:
            self._waiting -= 1
            self._metrics.append.observe(time.perf_counter() - began)

    def read(self, game_id: bytes, after: int = 0, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`."""
        return self._log.read(game_id, after, head)

    def follow(self, game_id: bytes, after: int, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give them, and then those that come."""
        return self._log.follow(game_id, after, head)

    async def entry(self, game_id: bytes, seq: int) -> Entry | None:
        """Give one entry."""
        return await self._log.entry(game_id, seq)

    async def exists(self, game_id: bytes) -> bool:
        """Whether the game has a log."""
        return await self._log.exists(game_id)

    def games(self) -> AsyncIterator[bytes]:
        """Give the ids of all games."""
        return self._log.games()
