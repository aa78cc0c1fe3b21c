"""The desk of events: their states in memory, brought up to their logs, and entries that are given once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.record.log import Conflict, StoreDown
from services.events.log.entries import Body, EventCreated, TokenRevoked, write_record
from services.events.log.state import EventState, Given
from services.games.refusals import CommandIdReused
from services.rpc.access.credentials import Credential, Denied, Role
from services.rpc.errors import NotDone, NotFound
from services.sessions.noted_logs import bring_up

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import Entry
    from adjudicator.kernel.record.record import Actor
    from services.sessions.head_notes import HeadNotes
    from services.store.event_feeds import EventStore

KEPT: Final = 200
TRIES: Final = 4
NO_EVENT: Final = "there is no such event: Events.List gives those that there are"
OTHER_EVENT: Final = "This token is for no event of that id: use a token of the event."

Check = Callable[[EventState], None]


def nothing(_state: EventState) -> None:
    """Refuse nothing."""


def _nobody(_state: EventState) -> None:
    """Follow no event."""


class EventDesk:
    """Holds the events; `now()` is in ms. No event is given out whose log does not hold the last head signed here."""

    def __init__(self, store: EventStore, now: Callable[[], int], notes: HeadNotes) -> None:
        self._log = store.log
        self._notes = notes
        self.feeds = store.feeds
        self.now = now
        self._states: OrderedDict[bytes, EventState] = OrderedDict()
        self._locks: dict[bytes, asyncio.Lock] = {}
        self._users: dict[bytes, int] = {}
        self.follow: Callable[[EventState], None] = _nobody

    @asynccontextmanager
    async def _locked(self, event: bytes) -> AsyncIterator[EventState]:
        lock = self._locks.setdefault(event, asyncio.Lock())
        self._users[event] = self._users.get(event, 0) + 1
        try:
            async with lock:
                yield await self._current(event)
        finally:
            self._users[event] -= 1
            if not self._users[event]:
                del self._users[event], self._locks[event]

    async def _current(self, event: bytes) -> EventState:
        """Bring the state of an event up to its log.

        Raises LogFault, StoreDown.
        """
        state = self._states.get(event) or EventState(event)
        await bring_up(state, self._log, self._notes)
        if state.is_there:
            self._states[event] = state
            self._states.move_to_end(event)
            if len(self._states) > KEPT:
                self._states.popitem(last=False)
        return state

    async def find(self, event: bytes) -> EventState:
        """Give an event as it stands, whoever asks; one that is not there has no terms."""
        async with self._locked(event) as state:
            return state

    async def known(self, event: bytes) -> EventState:
        """Give an event as this process last saw it, read where it never did."""
        return self._states.get(event) or await self.find(event)

    async def reached(self, credential: Credential, event: bytes) -> EventState:
        """Give an event that a credential is for; another one is answered as one that is not there.

        Raises NotFound, Denied, LogFault, StoreDown.
        """
        if credential.game is not None or credential.event not in (None, event):
            raise Denied(OTHER_EVENT)
        state = await self.find(event)
        if not state.is_there or (credential.role is Role.OWNER and state.owner != credential.kid):
            raise NotFound(NO_EVENT)
        return state

    async def seat_of(self, event: bytes, game: bytes, person: str) -> int | None:
        """Give the seat of a person in a game, None where there is none."""
        state = self._states.get(event)
        if state is None or game not in state.games:
            state = await self.find(event)
        return state.seat_of(game, person)

    async def give(
        self, event: bytes, command_id: bytes, actor: Actor, body: Body, check: Check = nothing
    ) -> tuple[EventState, Given]:
        """Append an entry once; a retry gets the first one. `check` refuses what does not fit the event as it stands.

        Raises CommandIdReused, NotDone, Conflict, LogFault, StoreDown, and what `check` raises.
        """
        async with self._locked(event):
            for _ in range(TRIES):
                state = await self._current(event)
                known = state.given.get(command_id)
                if known is not None:
                    if (known.actor, known.body) != (actor, body):
                        raise CommandIdReused(known.seq if known.actor == actor else None)
                    self.follow(state)
                    return state, known
                if state.closed and not isinstance(body, TokenRevoked):
                    raise NotDone("EVENT_CLOSED", "the event is closed: nothing is added to it; create another one")
                if not isinstance(body, EventCreated):
                    check(state)
                try:
                    await self._append(state, body, actor, command_id)
                except Conflict:
                    continue  # another process was first
                except StoreDown as fault:
                    if not fault.outcome_unknown or command_id not in (await self._current(event)).given:
                        raise
            raise Conflict(state.seq, state.head)

    async def _append(self, state: EventState, body: Body, actor: Actor, command_id: bytes) -> None:
        record = state.record(body, actor, command_id, self.now())
        await self._log.append(state.event, record.seq, state.head, write_record(record), None)

    def entries(self, event: bytes, after: int) -> AsyncIterator[Entry]:
        """Give the entries of the log of an event after one."""
        return self._log.read(event, after)
