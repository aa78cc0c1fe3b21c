"""The log of a game as the rest of the program sees it, and one in memory.

A log speaks bytes, so that what is hashed is what is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import require_size
from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable


class Entry(Struct, frozen=True):
    """One accepted command: its bytes, and the openings of its sealed parts."""

    seq: int
    record: bytes
    openings: bytes | None
    hash: bytes


class Told(Struct, frozen=True):
    """What those who follow an event are told of an entry of one of its games.

    `digest` goes into the feed of the event (16 bytes), and among its `signs` where somebody looks for it; `row` takes
    the place of the game's last one.
    """

    event: bytes
    digest: bytes
    row: bytes
    sign: bool = False


class Conflict(Exception):
    """Somebody was first: the log does not end where this writer had read to.

    `seq` and `head` are where it does end; an empty log ends at 0 with 32 zero bytes.
    """

    def __init__(self, seq: int, head: bytes) -> None:
        """Keep the actual end, which the next try starts from."""
        super().__init__(f"the log ends at entry {seq} with {head.hex()}: read on, rule again")
        self.seq = seq
        self.head = head


class LogFault(Exception):
    """The log can not be believed; `name` is a check of the audit.

    The game is frozen until it is repaired: nothing is merged or guessed.
    """

    def __init__(self, name: str, seq: int, text: str) -> None:
        """Name the fault, the entry it stands at, and the fix."""
        super().__init__(f"{name} at entry {seq}: {text}")
        self.name = name
        self.seq = seq
        self.text = text


class StoreDown(Exception):
    """The store did not do what it was asked for.

    Where `outcome_unknown`, the append may stand in the log all the same: read its end
    and answer from it, and never roll again.
    """

    def __init__(self, text: str, *, outcome_unknown: bool = False) -> None:
        """Say what is wrong with the store, and what became of the append."""
        super().__init__(text)
        self.outcome_unknown = outcome_unknown


class StoreReadOnly(StoreDown):
    """The store answers, but takes no writes; nothing was written."""


class StoreFull(StoreDown):
    """The store has no memory or no disk left; nothing was written."""


class EventLog(Protocol):
    """One log per game (16 bytes), entries numbered from 1 without gaps."""

    async def append(
        self, game_id: bytes, seq: int, head: bytes, record: bytes, openings: bytes | None, told: Told | None = None
    ) -> None:
        """Write entry `seq` after the entry with hash `head`, durably; with it goes what is `told` of it.

        Conflict, LogFault, StoreDown.
        An append that was begun is finished even if its caller is cancelled.
        """
        ...

    def read(self, game_id: bytes, after: int = 0, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`, oldest first; LogFault, StoreDown.

        Entry `after` must be there, with hash `head` if that is given.
        """
        ...

    def follow(self, game_id: bytes, after: int, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Like `read`, and then wait for what comes, for ever."""
        ...

    async def entry(self, game_id: bytes, seq: int) -> Entry | None:
        """Give one entry, or None where the log does not have it."""
        ...

    async def exists(self, game_id: bytes) -> bool:
        """Say whether the game has a log."""
        ...

    def games(self) -> AsyncIterator[bytes]:
        """Give the ids of all games with a log, in no order, each once."""
        ...


class Signal(Protocol):
    """What a follower waits for; `asyncio.Event` is one."""

    def set(self) -> None:
        """Wake who waits."""

    async def wait(self) -> object:
        """Return once `set` was called."""


def make_entry(seq: int, record: bytes, openings: bytes | None) -> Entry:
    """Give the entry of these bytes."""
    return Entry(seq, record, openings, entry_hash(record))


def require_place(game_id: bytes, seq: int, head: bytes) -> None:
    """Refuse a place that no entry can have, ValueError."""
    require_size(16, game_id=game_id)
    require_size(32, head=head)
    if seq < 1:
        message = f"entry {seq}: entries are numbered from 1"
        raise ValueError(message)


def require_resume(found: Entry | None, after: int, head: bytes | None) -> None:
    """Refuse to go on after an entry that the log has lost or has another of."""
    if found is None:
        text = "it was read from this log and is gone; restore the store or append it again"
        raise LogFault("TRUNCATED_LOG", after, text)
    if head not in (None, found.hash):
        text = f"the log has {found.hash.hex()} here, the reader another history; restore the store"
        raise LogFault("HEAD_MISMATCH", after, text)


class MemoryLog:
    """A log that ends with the process, for tests and demonstrations.

    `signal` makes what followers wait for, `asyncio.Event` under asyncio: the kernel
    knows no event loop. Without it nobody can follow. `told` has what was told of every
    event's entries, in order.
    """

    def __init__(self, signal: Callable[[], Signal] | None = None) -> None:
        """Begin without games."""
        self._games: dict[bytes, list[Entry]] = {}
        self.told: dict[bytes, list[tuple[bytes, Told]]] = {}
        self._signal = signal
        self._waiting: list[Signal] = []

    async def append(
        self, game_id: bytes, seq: int, head: bytes, record: bytes, openings: bytes | None, told: Told | None = None
    ) -> None:
        """Write one entry and wake the followers; Conflict."""
        require_place(game_id, seq, head)
        log = self._games.get(game_id, [])
        end = (log[-1].seq, log[-1].hash) if log else (0, GENESIS_PREV)
        if end != (seq - 1, head):
            raise Conflict(*end)
        log.append(make_entry(seq, record, openings))
        self._games[game_id] = log
        if told is not None:
            self.told.setdefault(told.event, []).append((game_id, told))
        waiting, self._waiting = self._waiting, []
        for signal in waiting:
            signal.set()

    async def grown(self) -> None:
        """Wait until any game has one more entry."""
        if self._signal is None:
            message = "this MemoryLog can not be followed: make it with MemoryLog(asyncio.Event)"
            raise RuntimeError(message)
        signal = self._signal()
        self._waiting.append(signal)
        await signal.wait()

    async def read(self, game_id: bytes, after: int = 0, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`; LogFault."""
        log = self._games.get(game_id, [])
        if after:
            require_resume(log[after - 1] if after <= len(log) else None, after, head)
        for entry in log[after:]:
            yield entry

    async def follow(self, game_id: bytes, after: int, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`, and then those that come; LogFault."""
        if self._signal is None:
            message = "this MemoryLog can not be followed: make it with MemoryLog(asyncio.Event)"
            raise RuntimeError(message)
        while True:
            signal = self._signal()
            self._waiting.append(signal)
            async for entry in self.read(game_id, after, head):
                yield entry
                after, head = entry.seq, entry.hash
            await signal.wait()

    async def entry(self, game_id: bytes, seq: int) -> Entry | None:
        """Give one entry, or None."""
        log = self._games.get(game_id, [])
        return log[seq - 1] if 1 <= seq <= len(log) else None

    async def exists(self, game_id: bytes) -> bool:
        """Say whether the game has a log."""
        return game_id in self._games

    async def games(self) -> AsyncIterator[bytes]:
        """Give the ids of all games."""
        for game_id in list(self._games):
            yield game_id
