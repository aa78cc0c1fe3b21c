"""Games as those who ask see them: as they stand, or, to spectators, as they stood so long ago as their terms say.

What spectators see late is the game folded from its first entries, and no part of what came after them: whatever is
answered from it can tell of nothing else.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from services.sessions.session import Session, fold_up_to

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import EventLog
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.games.command_handler import CommandHandler
    from services.rpc.access.credentials import Credential

# Games that are kept as they are seen late, though nobody reads them just now.
KEPT: Final = 1_000
# Server time may go otherwise than the clock by which we sleep: it is looked at again after so long.
LONGEST_SECONDS: Final = 30.0


class _Late:
    """A game as it is seen late, folded further as its entries come due."""

    def __init__(self, game: bytes, rules: LoadedRuleset[Any], seats: int) -> None:
        self.lock = asyncio.Lock()
        self.readers = 0
        self._start = game, rules, seats
        self._session = Session(game, rules, seats)

    async def reach(self, log: EventLog, last: int) -> Session:
        """Give the game as it stood after this entry, or a later one that somebody has seen meanwhile.

        Raises as `services.sessions.session.take`, StoreDown.
        """
        if self._session.protocol.seq < last:
            try:
                # whoever breaks it off leaves it folded so far, and the next goes on there
                await fold_up_to(self._session, log, last)
            except Exception:
                # the log may be another by then, as after a repair
                self._session = Session(*self._start)
                raise
        return self._session


class SeenGames:
    """Gives games as a credential sees them."""

    def __init__(self, command_handler: CommandHandler, *, keep: int = KEPT) -> None:
        self._command_handler = command_handler
        self._keep = keep
        self._late: OrderedDict[bytes, _Late] = OrderedDict()

    def now(self) -> int:
        """Give server time, in ms."""
        return self._command_handler.now()

    @asynccontextmanager
    async def reading(self, credential: Credential, game: bytes) -> AsyncIterator[Session]:
        """Hold a game as the caller sees it while reading it.

        Raises GameUnknown, EditionUnreadable, ServedElsewhere, LogFault, StoreDown.
        """
        async with self._command_handler.locked(game) as session:
            delay = delay_of(session, credential)
            if not delay:
                yield session
                return
        # beside the lock of the game: no player waits for what a spectator sees
        async with self._held_at(session, delay) as seen:
            yield seen

    async def late(self, game: bytes, delay: int) -> Session:
        """Give a game as it is seen so late; it goes on when more is seen.

        Raises as `reading`.
        """
        return (await self.late_until(game, delay))[0]

    async def late_until(self, game: bytes, delay: int) -> tuple[Session, int | None]:
        """Give a game as `late` does, and when its next entry was written, in ms, None where there is none yet.

        Raises as `reading`.
        """
        async with self._command_handler.locked(game) as session:
            pass
        async with self._held_at(session, delay) as seen:
            times, seq = session.protocol.times, seen.protocol.seq
            return seen, times[seq] if seq < len(times) else None

    async def wait(self, time: int, delay: int) -> None:
        """Return when what was written at this time is seen so late."""
        while True:
            left = time + delay - self.now()
            if left <= 0:
                return
            await asyncio.sleep(min(left / 1000, LONGEST_SECONDS))

    @asynccontextmanager
    async def _held_at(self, session: Session, delay: int) -> AsyncIterator[Session]:
        """Hold a game, here as it stands, as it is seen so late."""
        game = session.game_id
        late = self._late.get(game)
        if late is None:
            late = self._late[game] = _Late(game, session.rules, len(session.protocol.seats))
        self._late.move_to_end(game)
        late.readers += 1
        try:
            async with late.lock:
                last = seen_up_to(session.protocol.times, self.now() - delay)
                yield await late.reach(self._command_handler.log, last)
        finally:
            late.readers -= 1
            idle = [key for key, row in self._late.items() if not row.readers]
            for key in idle[: max(0, len(idle) - self._keep)]:
                del self._late[key]


def delay_of(session: Session, credential: Credential) -> int:
    """Say how much later than it is a caller sees a game, in ms."""
    return session.spectator_delay if credential.sees_late else 0


def seen_up_to(times: Sequence[int], time: int) -> int:
    """Give the last entry that was written by this time; the first one is always seen.

    `times` are those of the entries, in order. The opening tells what is played under which terms and nothing of the
    game, and without it there would be nothing to wait for.
    """
    return max(1, bisect_right(times, time))
