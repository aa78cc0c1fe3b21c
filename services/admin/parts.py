"""The parts of the service that operators' verbs work on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from services.audits.room import AuditRoom
from services.games.command_handler import CommandHandler
from services.games.keys import Keys
from services.games.quotas import Quotas
from services.games.timing.clock import Clock
from services.rpc.access.credentials import Credentials
from services.sessions.head_notes import HeadNotes
from services.store.archive import Archive
from services.store.redis_keys import KeyStore

# Takes a frozen game that ends with this entry out of the store; whether it was.
Remove: TypeAlias = Callable[[bytes, int, bytes], Awaitable[bool]]


class ToldEvents(Protocol):
    """What events have been told by their games; StoreDown from all."""

    async def make_whole(self, event: bytes, game: bytes) -> None:
        """Make what an event has lost of its games, of this one at least."""
        ...

    async def reset(self, event: bytes, keeps: Callable[[bytes], Awaitable[bool]]) -> None:
        """Let it be made anew, but for what games have told that it `keeps`."""
        ...

    async def untell(self, event: bytes, game: bytes) -> None:
        """Leave of what a game has told nothing that anybody wrote in it."""
        ...


@dataclass(frozen=True, slots=True)
class AdminParts:
    """All of them; `remove` is None where the store can not, `stored` tells whether a game has entries in the store."""

    command_handler: CommandHandler
    store: KeyStore
    keys: Keys
    credentials: Credentials
    clock: Clock
    notes: HeadNotes
    archive: Archive
    audits: AuditRoom
    quotas: Quotas
    told: ToldEvents
    remove: Remove | None
    stored: Callable[[bytes], Awaitable[bool]]

    @property
    def now(self) -> Callable[[], int]:
        """Server time, in ms."""
        return self.clock.now

    @property
    def process(self) -> str:
        """Name of this process, as the others know it."""
        return self.clock.process
