"""A desk with a clock that a test turns, on a log in memory."""

from __future__ import annotations

import asyncio
import hashlib

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame, Seat
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import Actor
from services.games.command_handler import CommandHandler
from services.games.heartbeats import Processes
from services.games.requests import CommandRequest
from services.games.timing.clock import Clock
from services.sessions.session import Session
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import toy_rules

GAME = b"\x0a" * 16
SECRET = b"\x0b" * 32
# time at which a table opens, in ms
START = 1_000_000


async def turns():
    """Let the clock have its turns, however long the machine stands still meanwhile."""
    for _ in range(6):
        await asyncio.sleep(0.005)


class Table:
    """A desk with a clock that a test turns."""

    def __init__(self):
        self.ms = START
        self.log = MemoryLog(asyncio.Event)
        self.store = MemoryKeys()
        self.processes = Processes(self.store)
        self.restart()
        self.count = 0

    def restart(self):
        self.command_handler = CommandHandler(
            self.log, lambda _: toy_rules(), lambda _: SECRET, lambda: self.ms, lambda: b"s" * 32
        )
        self.command_handler.leave_to_others(self.processes)
        self.clock = Clock(
            self.command_handler, self.store, lambda _: SECRET, lambda: self.ms, tick=0.005, processes=self.processes
        )

    async def open(self, **terms):
        given = {
            "ruleset": "toy",
            "edition": toy_rules().edition,
            "package": toy_rules().package,
            "engine": b"",
            "seats": tuple(Seat(name=name, bot=False) for name in ("red", "blue")),
            "pace": "auto",
            "dice_mode": "seeded",
            "profile": "P0",
            "response_limit": 0,
            "referee": False,
            "appeal_window": 0,
            "test": True,
            "signed": False,
            "master_key": "",
            "log_key": "",
            "commitment": wgdice.commit(GAME, SECRET),
        }
        await self.clock.add(await self.give(REFEREE, OpenGame(**{**given, **terms})))

    async def give(self, party, command):
        self.count += 1
        role = 1 if party == REFEREE else 3
        command_id = hashlib.sha256(bytes([self.count])).digest()[:16]
        head = None if isinstance(command, OpenGame) else (await self.session()).protocol.head
        request = CommandRequest(GAME, command_id, command, Actor(role, party, "k"), head)
        answer = await self.command_handler.submit(request)
        self.clock.update(answer.session)
        await self.clock.aclose()
        return answer.session

    async def entries(self):
        """Kind of the command, time since the beginning (ms) and kinds of the events of every entry."""
        async with self.command_handler.locked(GAME) as session:
            past = Session(GAME, session.rules, len(session.protocol.seats))
        rows = []
        async for entry in self.log.read(GAME):
            record, opened = past.take(entry)
            rows.append((type(opened.command).__name__, record.time - START))
        return rows

    async def later(self, seconds):
        """Let time pass and the clock tick once."""
        self.ms += round(1000 * seconds)
        ticking = asyncio.create_task(self.clock.run())
        await self.all_done()
        ticking.cancel()
        await self.clock.aclose()

    async def all_done(self):
        """Let the clock, which runs, do all that is due, however long that takes."""
        await turns()
        async with asyncio.timeout(60):
            while self._is_at_work():  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.005)

    def _is_at_work(self):
        clock = self.clock
        loading = clock._loading is not None and not clock._loading.done()
        return (
            loading or clock._fallen_due or clock._immediate or any(due <= self.ms for due in clock._waiting.values())
        )

    async def session(self):
        async with self.command_handler.locked(GAME) as session:
            return session

    async def top(self):
        stack = (await self.session()).game.stack
        return stack[-1].kind if stack else ""
