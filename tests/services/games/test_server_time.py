"""Server time: it follows the machine's clock, and lets no time to answer run out by a jump of it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from adjudicator.kernel.record.log import StoreDown
from services.games.announcements import Seal
from services.games.heartbeats import Processes
from services.games.timing.server_time import ServerTime, SharedTime, Sighting
from services.store.redis_keys import MemoryKeys

SECOND = 1_000_000_000
HOUR = 3_600
SEAL = Seal(lambda _: b"\x05" * 32)
KEY = "{clock}:time"


class Machine:
    """A wall clock that can be set, and a steady one that can not."""

    def __init__(self):
        self.wall = 1_000_000 * SECOND
        self.steady = 0
        self.time = ServerTime(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds):
        self.wall += seconds * SECOND
        self.steady += seconds * SECOND

    def seconds(self):
        return self.time.now() / 1000 - 1_000_000


def test_ordinary_time():
    """Time passes as the machine says, and a clock that is set by less than a second is followed."""
    machine = Machine()
    machine.passes(60)
    assert machine.seconds() == 60
    machine.wall += SECOND // 2
    assert machine.seconds() == 60.5


def test_a_jump_ahead():
    """A jump of three hours lets no three hours pass: ours is caught up by a tenth of what passes."""
    machine = Machine()
    machine.wall += 3 * HOUR * SECOND
    assert machine.seconds() == 0
    machine.passes(60)
    assert machine.seconds() == 66
    for _ in range(60 * 31):
        machine.passes(60)
        machine.seconds()
    assert machine.seconds() == 60 + 60 * 60 * 31 + 3 * HOUR


def test_a_jump_back():
    """A jump back stops no time either: it passes a tenth slower until both are together."""
    machine = Machine()
    machine.passes(100)
    machine.wall -= HOUR * SECOND
    assert machine.seconds() == 90
    machine.passes(100)
    assert machine.seconds() == 180


def test_a_jump_and_back():
    """A clock that is set right again has changed next to nothing, and ours has not gone back."""
    machine = Machine()
    machine.wall += 24 * HOUR * SECOND
    machine.passes(10)
    assert machine.seconds() == 11
    machine.wall -= 24 * HOUR * SECOND
    assert machine.seconds() == 11
    machine.passes(10)
    assert machine.seconds() == 20


class Group:
    """Processes on one store, on one machine or several; all clocks pass together, and each can be set."""

    def __init__(self):
        self.keys = MemoryKeys()
        self.steady = 10 * SECOND
        self.wall = 1_000_000 * SECOND
        self.processes: list[Any] = []

    async def start(self, name, *, boot="a", ahead=0, since=0):
        """Start a process whose machine's wall clock is so many seconds ahead, its steady one so many behind."""
        own = ServerTime(lambda: self.wall + ahead * SECOND, lambda: self.steady - since * SECOND)
        shared = SharedTime(self.keys, own, SEAL, boot=boot)
        process: Any = Processes(self.keys, name=name, time=shared, gone=0.6)
        await process.begin()
        self.processes.append(process)
        process.own = own
        return own

    async def passes(self, seconds):
        for _ in range(seconds):
            self.steady += SECOND
            self.wall += SECOND
            for process in self.processes:
                await process.beat()

    def apart(self):
        """Seconds between the first and the last."""
        times = [process.own.now() for process in self.processes]
        return (max(times) - min(times)) / 1000


async def test_a_process_that_is_started_after_a_jump():
    """Who comes later has the time of those that are there, whatever its machine's clock says; all go on as one."""
    group = Group()
    first = await group.start(b"b")
    await group.passes(3)
    group.wall += 3 * HOUR * SECOND
    before = first.now()
    second = await group.start(b"a")
    assert abs(second.now() - before) < 1_000
    await group.passes(600)
    assert group.apart() < 0.2
    assert 600 <= (first.now() - before) / 1000 <= 662


async def test_a_process_that_is_started_alone_after_a_jump():
    """What a process had that was killed goes on in the next of the same machine; only the machine's start ends it."""
    group = Group()
    first = await group.start(b"a")
    await group.passes(3)
    group.processes.clear()
    group.wall += 3 * HOUR * SECOND
    assert abs((await group.start(b"b")).now() - first.now()) < 10
    group.processes.clear()
    await group.keys.drop_members("{clock}:processes", [b"a", b"b"])
    assert (await group.start(b"c", boot="anew")).now() == group.wall // 1_000_000


async def test_processes_of_several_machines():
    """Machines whose clocks differ by an hour have one time all the same, to about a second."""
    group = Group()
    first = await group.start(b"a")
    await group.passes(2)
    beating = asyncio.create_task(_beat(group))
    await group.start(b"b", boot="other", ahead=HOUR, since=5)
    beating.cancel()
    assert group.apart() < 2
    before = first.now()
    await group.passes(300)
    assert group.apart() < 2.5
    assert abs((first.now() - before) / 1000 - 300) < 35


async def _beat(group):
    while True:
        await asyncio.sleep(0.05)
        group.steady += SECOND // 20
        group.wall += SECOND // 20
        await group.processes[0].beat()


async def test_processes_that_start_together():
    """Two that begin in one moment agree with their first heartbeats, whatever their clocks say."""
    group = Group()
    await group.start(b"a")
    await group.start(b"b", boot="other", ahead=HOUR)
    await group.passes(2)
    assert group.apart() < 2


async def test_the_first_leads_and_another_follows_it():
    """Where the process that leads is gone, the next leads, and no time jumps by that."""
    group = Group()
    await group.start(b"a")
    await group.passes(1)
    second = await group.start(b"b", ahead=HOUR)
    await group.passes(5)
    before = second.now()
    await group.processes.pop(0).leave()
    await group.passes(1)
    assert 1_000 <= second.now() - before <= 1_200


async def test_who_writes_to_the_store_moves_no_time():
    """A time that was not sealed with the deployment's secret is not believed, nor one that was said before."""
    group = Group()
    await group.start(b"a")
    follower = await group.start(b"b", boot="other")
    await group.passes(3)
    early = await group.keys.get(KEY) or b""
    await group.passes(2 * HOUR)
    before, leader = follower.now(), group.processes.pop(0)
    group.processes[0].look = nothing_new  # the leader stands still, and the follower has not noticed
    foreign = Seal(lambda _: b"\x06" * 32)
    later = msgspec.msgpack.encode(Sighting("elsewhere", 0, (2_000_000 + HOUR) * SECOND))
    for written in (later, foreign.tell_time(later), early):
        await group.keys.set(KEY, written)
        await group.passes(60)
        assert await group.keys.get(KEY) == written
    assert abs(follower.now() - before - 180_000) < 200
    fresh = await group.start(b"d", boot="other")
    assert abs(fresh.now() - follower.now()) < 1_000
    assert leader.name == b"a"


async def nothing_new():
    return []


async def test_who_starts_after_an_outage_notes_it():
    """From the last time that any process told to the start, in ms; a process that is there lets none be noted."""
    group = Group()
    first = await group.start(b"a")
    await group.passes(3)
    told = first.now()
    await group.start(b"b")
    assert [process.outage for process in group.processes[1:]] == [None]
    killed, group.processes = group.processes, []
    group.steady += 20 * SECOND
    group.wall += 20 * SECOND
    later = await group.start(b"c")
    assert group.processes[0].outage == (told, told + 20_000)
    assert later.now() == told + 20_000
    assert killed[0].outage != group.processes[0].outage


async def test_a_store_that_was_away_is_an_outage(monkeypatch):
    """Nobody could serve meanwhile; a process notes it once it is heard again."""
    group = Group()
    own = await group.start(b"a")
    await group.passes(2)
    process, told, answers = group.processes[0], own.now(), group.keys.set

    async def away(*_):
        raise StoreDown("away")

    monkeypatch.setattr(group.keys, "set", away)
    await group.passes(5)
    monkeypatch.setattr(group.keys, "set", answers)
    await group.passes(1)
    assert process.outage == (told, told + 6_000)
