"""The course of one game for all who look at it: what everybody sees of each entry, and the game after any of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.decide.adjudicate import fold_events
from adjudicator.kernel.messages import Rewound
from adjudicator.kernel.record.record import OpenedPart, Record, read_opened_parts
from replays.tell.moments import Moment
from services.games.timing.game_clocks import shown_clocks
from services.rpc.redaction import put_clocks, put_windows
from services.rpc.wire_values import put_party, timestamp_of
from services.sessions.session import Session, read_record, reread_entry, take
from services.slices import sliced
from wargame.v1 import boards_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.decide.state import Tables
    from adjudicator.kernel.record.log import Entry, EventLog

# A copy of the game is kept after so many entries: from there on it is folded to any entry between.
KEPT_EVERY: Final = 64


class Course:
    """Folds a game once for all; `seq` is how far it has come."""

    def __init__(self, log: EventLog, session: Session) -> None:
        """Begin with the first entry of the game that another session holds."""
        self._log = log
        self._session = Session(session.game_id, session.rules, len(session.protocol.seats))
        self._lock = asyncio.Lock()
        self._kept: dict[int, Tables] = {}
        self._public: list[bytes] = []
        self._latest: deque[Entry] = deque(maxlen=KEPT_EVERY)
        self.rules = session.rules
        self.names = session.protocol.seats

    @property
    def seq(self) -> int:
        """Last entry that was taken."""
        return self._session.protocol.seq

    def public(self, seq: int) -> bytes:
        """Give what everybody sees of an entry that was reached, as the beginning of a BoardStep."""
        return self._public[seq - 1]

    async def reach(self, seq: int) -> None:
        """Take the entries up to this one.

        Raises as `services.sessions.session.take`, StoreDown.
        """
        async with self._lock:
            session = self._session
            if session.protocol.seq >= seq:
                return
            log = self._log.read(session.game_id, session.protocol.seq, session.protocol.head)
            async with aclosing(sliced(log)) as entries:
                async for entry in entries:
                    if entry.seq > seq:
                        break
                    record, _ = await take(session, entry, lambda: self._log.read(session.game_id))
                    self._public.append(entry_part(entry, record) + state_part(session))
                    self._latest.append(entry)
                    if entry.seq % KEPT_EVERY == 0:
                        self._kept[entry.seq] = session.game.fork()

    async def entries(self, after: int, last: int) -> AsyncGenerator[tuple[Record, tuple[OpenedPart, ...]], None]:
        """Give the entries after this one up to that one, which were reached, each with its opened parts.

        Raises LogFault, StoreDown.
        """
        async with aclosing(self._read(after, last)) as entries:
            async for entry in entries:
                yield read_record(self.rules, entry), read_opened_parts(entry.openings)

    async def moments(self, first: int, last: int) -> AsyncGenerator[Moment, None]:
        """Give these entries, which were reached, each with a copy of the game after it.

        Raises LogFault, StoreDown.
        """
        game: Tables | None = None
        async with aclosing(self._read(first - 1, last)) as entries:
            async for entry in entries:
                record, opened = reread_entry(self._session, entry)
                if game is None or any(isinstance(event, Rewound) for event, _ in record.events):
                    game = await self._game(entry.seq)
                else:
                    fold_events(self.rules, game, record, opened)
                parts = read_opened_parts(entry.openings)
                yield Moment(entry.seq, record, parts, game.fork(), self._session.protocol)

    async def _read(self, after: int, last: int) -> AsyncGenerator[Entry, None]:
        """Read entries again: the latest are in memory."""
        latest = list(self._latest)
        if latest and latest[0].seq <= after + 1:
            for entry in latest:
                if after < entry.seq <= last:
                    yield entry
            return
        async with aclosing(sliced(self._log.read(self._session.game_id, after))) as entries:
            async for entry in entries:
                if entry.seq > last:
                    return
                yield entry

    async def _game(self, seq: int) -> Tables:
        """Fold the game as it stood after an entry, from the nearest copy on its path."""
        protocol = self._session.protocol
        if seq == protocol.seq:
            return self._session.game.fork()
        path = set(protocol.docket.path(seq))
        near = max((kept for kept in self._kept if kept in path), default=0)
        game = self._kept[near].fork() if near else self.rules.start(len(self.names))
        async with aclosing(self._read(near, seq)) as entries:
            async for entry in entries:
                if entry.seq in path:
                    fold_events(self.rules, game, *reread_entry(self._session, entry))
        return game


def entry_part(entry: Entry, record: Record) -> bytes:
    """Write what everybody sees of an entry, as a part of a BoardStep."""
    shown = boards_pb2.BoardStep(
        seq=entry.seq, hash=entry.hash, time=timestamp_of(record.time), command=type(record.command.body).__name__
    )
    actor = record.actor
    shown.actor.role, shown.actor.key = actor.role, actor.key  # type: ignore[assignment]
    put_party(shown.actor.party, actor.party)
    return shown.SerializeToString()


def state_part(session: Session) -> bytes:
    """Write what everybody sees of how a game stands after its last entry, as a part of a BoardStep."""
    protocol = session.protocol
    shown = boards_pb2.BoardStep(finished=protocol.finished is not None, revealed=protocol.secret is not None)
    put_windows(shown.windows, session.game.stack)
    put_clocks(shown.clocks, shown_clocks(protocol))
    return shown.SerializeToString()
