"""What an event's own log says in public: roles, keys, interpretations, its end, as leaves of its register."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown
from replays.register.leaves import Body, EventEnded, Interpreted, KeyAdded, KeyRevoked, RoleGiven, RoleRevoked
from services.events.log.entries import (
    ClauseInterpreted,
    EventClosed,
    EventCreated,
    Person,
    RosterChanged,
    TokenMade,
    TokenRevoked,
)
from services.logs import log
from services.rpc.access.credentials import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from services.events.log.state import EventState
    from services.register.registers import Registers

# Whose roles stand in the register: those that act on games; who watches does not.
ACTING: Final = frozenset({Role.OWNER, Role.REFEREE, Role.HEAD_REFEREE})


class Registering:
    """Enters what happens to events into their registers, behind the calls that make it happen."""

    def __init__(self, registers: Registers | None) -> None:
        self._registers = registers
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, state: EventState) -> None:
        """Enter what is new; what can not be entered now is with the next call."""
        if self._registers is None or not state.seq:
            return
        entries = [
            (given.seq, bodies)
            for given in sorted(state.given.values(), key=_seq)
            if (bodies := leaves_of(state, given))
        ]
        task = asyncio.create_task(self._enter(state.event, entries))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _enter(self, event: bytes, entries: list[tuple[int, tuple[Body, ...]]]) -> None:
        if self._registers is None:
            return
        try:
            await self._registers.put_all(event, entries)
        except (Conflict, LogFault, StoreDown) as fault:
            log.warning("event not registered", id=event.hex(), kind=type(fault).__name__)

    async def aclose(self) -> None:
        """Let what is under way finish."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))


def _seq(given: Any) -> int:
    return int(given.seq)


def leaves_of(state: EventState, given: Any) -> tuple[Body, ...]:
    """Give the leaves that an entry of an event's log is told by; none for most."""
    body = given.body
    if isinstance(body, EventCreated):
        return tuple(_keys(body.roster))
    if isinstance(body, RosterChanged):
        return (*_keys(body.added), *(KeyRevoked(name, body.reason) for name in body.withdrawn))
    if isinstance(body, TokenMade) and body.role in ACTING:
        return (RoleGiven(body.kid, body.role, body.name, body.affiliation, body.keys, body.expires),)
    if isinstance(body, TokenRevoked) and state.tokens[body.kid].made.role in ACTING:
        return (RoleRevoked(body.kid, body.reason),)
    if isinstance(body, ClauseInterpreted):
        number = 1 + [row.seq for row in state.interpretations].index(given.seq)
        return (Interpreted(f"I-{number}", body.clause, body.text, body.replaces),)
    if isinstance(body, EventClosed):
        return (EventEnded(body.reason),)
    return ()


def _keys(persons: Iterable[Person]) -> Iterable[Body]:
    return (KeyAdded(person.name, tuple(key.hex() for key in person.keys)) for person in persons if person.keys)
