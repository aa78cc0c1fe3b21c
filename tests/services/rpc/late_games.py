"""A game of the toy that spectators see late, and the same game cut off after an entry, in a service of its own."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from adjudicator.kernel.record.log import MemoryLog
from services.games.timing.server_time import ServerTime
from services.rpc.access import seen_games
from services.store.event_feeds import _IN_MEMORY, EventStore, MemoryFeeds
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import ToyService, serve_toy

DAY = 86_400_000
DELAY = {"seconds": DAY // 1_000}
BEGIN = 1_800_000_000_000


class Hands:
    """The time of all services, ms since 1970; streams look at it often."""

    def __init__(self, monkeypatch: Any) -> None:
        self.ms = BEGIN
        monkeypatch.setattr(ServerTime, "now", lambda _: self.ms)
        monkeypatch.setattr(seen_games, "LONGEST_SECONDS", 0.01)


class TickingLog(MemoryLog):
    """A log in memory: a second passes with every entry."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(asyncio.Event)
        self.hands = hands
        self.ticks = True

    async def append(self, *arguments: Any) -> None:
        """Write one entry."""
        await super().append(*arguments)
        self.hands.ms += 1_000 * self.ticks

    def length(self, game: bytes) -> int:
        """Number of entries of a game."""
        return len(self._games[game])

    def cut(self, game: bytes, last: int) -> MemoryLog:
        """Copy it without what came after an entry of a game, and without what the event was told of that."""
        cut = MemoryLog(asyncio.Event)
        cut._games = {key: list(entries) for key, entries in self._games.items()}
        cut._games[game] = cut._games[game][:last]
        for event, told in self.told.items():
            others = len([key for key, _ in told if key != game])
            assert not others, "one game an event, so that its digests are counted"
            cut.told[event] = told[:last]
        if self in _IN_MEMORY:
            _IN_MEMORY[cut] = EventStore(_IN_MEMORY[self].log, MemoryFeeds(cut))
        return cut


@asynccontextmanager
async def serve_cut(service: ToyService, keys: MemoryKeys, cut: MemoryLog, folder: Path) -> AsyncIterator[ToyService]:
    """Serve a log that was cut off, with the keys and tokens of the service that has the whole one."""
    shutil.copytree(service.service.config.data, folder, ignore=shutil.ignore_patterns("heads", "events"))
    copied = MemoryKeys()
    # what is due in games that go on is nothing that this service should do
    copied._values, copied._ordered = dict(keys._values), {key: list(rows) for key, rows in keys._ordered.items()}
    async with serve_toy(folder, log=cut, keys=copied, register=False) as other:
        yield other
