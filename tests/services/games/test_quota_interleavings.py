"""Whatever order calls and their retries in several processes take, their owner stays within his quota."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import msgspec
import pytest

from adjudicator.kernel.record.log import StoreDown
from services.games.quotas import OPENED, OPENING, QUOTAS, Quota, Quotas, QuotaSpent
from services.store.redis_keys import MemoryKeys

NOW = 1_800_000_000_000
# Ids are drawn, and some time after that their games are opened: none counts because its id is new.
LATER = NOW + 20 * 60_000
# The same, and so much later that they count to the day in which they are opened.
MUCH_LATER = NOW + 5 * 3_600_000


class Pauses:
    """Keeps whoever asks the store waiting, before and after: for some turns of the loop. Some questions fail."""

    def __init__(self, seed, failing):
        self.random = random.Random(seed)
        self.failing = failing

    async def wait(self, most=20):
        for _ in range(self.random.choice([0, 1, 2, 5, self.random.randrange(most)])):
            await asyncio.sleep(0)

    def may_fail(self):
        if self.random.random() < self.failing:
            raise StoreDown("away")

    def slowed(self, work):
        async def slow(*arguments):
            await self.wait()
            self.may_fail()
            result = await work(*arguments)
            await self.wait()
            self.may_fail()
            return result

        return slow


class World:
    """Processes that share a store, and what there is of games."""

    def __init__(self, seed, failing, now):
        self.pauses, self.now = Pauses(seed, failing), now
        self.keys, self.games, self.most_games = MemoryKeys(), set(), 0
        for name in ("get_many", "add_members", "drop_members", "any_members", "among_members"):
            setattr(self.keys, name, self.pauses.slowed(getattr(self.keys, name)))
        self.exists = self.pauses.slowed(self._exists)
        self.processes = [Process(self) for _ in range(self.pauses.random.choice([1, 2, 3]))]

    async def _exists(self, game):
        return game in self.games

    async def call(self, games):
        """Give a command to some process, which may fail or be cut off."""
        chance = self.pauses.random
        process, failing = chance.choice(self.processes), {game for game in games if chance.random() < 0.25}
        call = asyncio.ensure_future(process.open(games, failing))
        if chance.random() < 0.5:
            for _ in range(chance.randrange(150)):
                await asyncio.sleep(0)
            call.cancel()
        with suppress(QuotaSpent, StoreDown, ZeroDivisionError, asyncio.CancelledError):
            await call

    async def retried(self, games):
        for _ in range(self.pauses.random.choice([1, 2, 3])):
            await self.call(games)

    async def at_rest(self):
        while any(process.quotas._settling._tasks or process.writing for process in self.processes):  # noqa: ASYNC110
            await asyncio.sleep(0)


class Process:
    """One of them: a game that it writes is written though its caller has gone."""

    def __init__(self, world):
        self.world = world
        self.quotas = Quotas(world.keys, lambda: world.now, "open")
        self.locks = {}
        self.writing = set()

    def lock(self, game):
        return self.locks.setdefault(game, asyncio.Lock())

    async def is_opened(self, game):
        async with self.lock(game):
            return await self.world.exists(game)

    async def write(self, game, fails):
        async with self.lock(game):
            await self.world.pauses.wait()
            if fails:
                raise ZeroDivisionError
            self.world.games.add(game)
            self.world.most_games = max(self.world.most_games, len(self.world.games))
            await self.world.pauses.wait()
        await MemoryKeys.add_members(self.world.keys, "open", [game])

    def _written(self, task):
        self.writing.discard(task)
        task.exception()  # its caller may have gone

    async def open(self, games, failing):
        async with self.quotas.room("kid", games, self.world, self.is_opened):
            for game in games:
                task = asyncio.ensure_future(self.write(game, game in failing))
                self.writing.add(task)
                task.add_done_callback(self._written)
                await asyncio.shield(task)


LIMITS = [(kind, failing, LATER) for kind in ("open_games", "daily_games") for failing in (0, 0.03)]
LATE = [("daily_games", failing, MUCH_LATER) for failing in (0, 0.03)]


@pytest.mark.parametrize(("kind", "failing", "now"), [*LIMITS, *LATE, (None, 0, LATER)])
async def test_calls_that_break_off_in_any_order(kind, failing, now):
    """Never are there more games than the quota has; in the end those that are there count, and nothing else does.

    Where the store fails at times, something else may count for a while, but what is there still does. Without a quota
    as many are opened as are asked for.
    """
    opened = 0
    for seed in range(150):
        world = World(seed, failing, now)
        chance = world.pauses.random
        most = chance.choice([1, 2, 3, 4])
        if kind is not None:
            await MemoryKeys.set(world.keys, QUOTAS + "kid", msgspec.msgpack.encode(Quota(**{kind: most})))
        commands = [
            [NOW.to_bytes(6, "big") + bytes([number, at]) * 5 for at in range(chance.randint(1, most))]
            for number in range(chance.choice([1, 2, 3]))
        ]
        async with asyncio.timeout(20):
            await asyncio.gather(*[world.retried(chance.choice(commands)) for _ in range(chance.choice([2, 3, 5]))])
            await world.at_rest()
        games, rows = [world.keys._members.get(key + "kid", set()) for key in (OPENED, OPENING)]
        games = {row[:16] for row in games}
        assert (seed, kind is None or world.most_games <= most) == (seed, True)
        if failing:
            assert (seed, world.games - games - {row[:16] for row in rows}) == (seed, set())
        else:
            assert (seed, games, rows) == (seed, world.games, set())
        opened += len(world.games)
    assert opened > 150
