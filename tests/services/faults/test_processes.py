"""Several processes on one store: what one leaves behind another does, and one that ends is started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from services.games.heartbeats import Processes
from services.store.redis_keys import MemoryKeys
from tests.services.conftest import free_ports
from tests.services.fixtures import SEED, Client, ToyGame, open_request
from tests.services.process import ROOT

# A channel for each, so that the kernel may give each to another process.
CHANNELS = 12


class Beats:
    """Processes on one store whose steady clocks a test turns."""

    def __init__(self):
        self.seconds = 0.0
        self.keys = MemoryKeys()

    def process(self):
        return Processes(self.keys, now=lambda: self.seconds)


async def test_a_silent_process_is_gone():
    """A process without heartbeat for three seconds is gone, for all others, once; one that beats is not."""
    table = Beats()
    one, two, silent = (table.process() for _ in range(3))
    for process in (silent, one, two, silent, one):
        assert not await process.beat()
    for seconds in (1.0, 2.0, 3.0):
        table.seconds = seconds
        assert not await one.beat()
        assert not await two.beat()
    table.seconds = 3.5
    assert await one.beat()
    assert await two.beat()
    assert not await one.beat()
    assert not await two.beat()
    assert not await silent.beat()
    assert not await one.beat()


async def test_one_that_leaves_is_gone_at_once():
    """A process that stops in order says so, and the others do not wait."""
    table = Beats()
    one, two = table.process(), table.process()
    for process in (one, two, one):
        await process.beat()
    await two.leave()
    assert await one.beat()


async def test_each_game_falls_to_one():
    """All who see the same processes agree who takes over which game."""
    table = Beats()
    processes = [table.process() for _ in range(3)]
    for process in (*processes, *processes):
        await process.beat()
    owners = [sum(process.is_ours(bytes([game])) for process in processes) for game in range(100)]
    assert owners == [1] * 100
    assert all(any(process.is_ours(bytes([game])) for game in range(100)) for process in processes)


class Group:
    """Two toy processes under a supervisor."""

    def __init__(self, folder):
        self.folder = folder

    async def start(self):
        self.address = f"127.0.0.1:{free_ports(1)[0]}"
        command = [sys.executable, "-m", "tests.services.toy_server", str(self.folder), self.address, "2"]
        self.process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        assert f"{self.address} with 2 processes" in line.decode()

    @property
    def owner(self):
        return (self.folder / "owner.token").read_text().strip()

    @property
    def stands(self):
        """Whether the supervisor is there."""
        return self.process.returncode is None

    async def whole(self):
        """Wait until both processes are there and take calls."""
        async with asyncio.timeout(60):
            while sum(map(self._listens, self.pids())) < 2:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)

    def _listens(self, pid):
        """Whether a process has a socket that listens where the service is."""
        port = f":{int(self.address.rpartition(':')[2]):04X}"
        tables = [Path(f"/proc/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
        rows = [row.split() for table in tables for row in table]
        listening = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(port) and row[3] == "0A"}
        with suppress(OSError):
            return any(str(held.readlink()) in listening for held in Path(f"/proc/{pid}/fd").iterdir())
        return False

    def pids(self):
        """The serving processes: children of the supervisor that are no store."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"toy_server" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def channel(self):
        """A connection of its own."""
        return grpc.aio.insecure_channel(self.address, options=[("grpc.use_local_subchannel_pool", 1)])


one_group = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started(tmp_path_factory):
    """A group for all tests here, each with games of its own."""
    group = Group(tmp_path_factory.mktemp("group"))
    await group.start()
    yield group
    if group.stands:
        group.process.terminate()
        await asyncio.wait_for(group.process.wait(), 40)


@pytest_asyncio.fixture(loop_scope="module")
async def group(started):
    """The group, whole again where a test has killed a process, and started again where one has ended it."""
    if not started.stands:
        await started.start()
    await started.whole()
    return started


async def patiently(client, game, name, who, **fields):
    """Call until a process answers: connections to one that was killed break."""
    request = game.request(name, **fields)
    async with asyncio.timeout(60):
        while True:
            try:
                return await client.call(name, game.tokens[who], request)
            except grpc.aio.AioRpcError as fault:
                if fault.code() != grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.1)


@one_group
@pytest.mark.slow
async def test_a_group_of_two(group):
    """All processes serve all games, test games too; a killed one's deadlines fire, and it is started again."""
    channels = [group.channel() for _ in range(CHANNELS)]
    clients = [Client(channel) for channel in channels]
    games = []
    for number, client in enumerate(clients):
        terms: dict[str, Any] = {"response_limit": 4} | ({"test_seed": SEED} if number == 0 else {})
        opened = await client.call("Open", group.owner, open_request(**terms))
        games.append(ToyGame(client, opened, group.owner, ("red", "blue")))
    for client in clients:
        assert (await client.call("Get", games[0].tokens["red"], games[0].request("Get"))).terms.test

    before = group.pids()
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    async with group.channel() as fresh, asyncio.timeout(60):
        late = Client(fresh)
        for game in games:
            while (await patiently(late, game, "Get", "red")).windows[-1].kind != "create":  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.2)
        while len(after := group.pids()) < 2:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.1)
    assert before[1] in after
    assert before[0] not in after
    for channel in channels:
        await channel.close()


@one_group
@pytest.mark.slow
async def test_games_that_a_killed_process_had_ended(group):
    """The time for appeals in games of a killed process runs out by another, and their secrets are shown."""
    channels, games = [group.channel() for _ in range(CHANNELS)], []
    for channel in channels:
        client = Client(channel)
        opened = await client.call("Open", group.owner, open_request(profile="P0", appeal_window=8))
        games.append(game := ToyGame(client, opened, group.owner, ("red", "blue")))
        await game.call("CreateMatch", "owner", rounds=1)
        await game.call("Concede", "red")
    assert (await games[-1].call("Get", "red")).windows[-1].kind == "appeal"
    os.kill(group.pids()[0], signal.SIGKILL)
    async with group.channel() as fresh, asyncio.timeout(90):
        late = Client(fresh)
        for game in games:
            while (await patiently(late, game, "Get", "red")).windows[-1].kind != "confirm_result":  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.2)
            for seat in ("red", "blue"):
                await patiently(late, game, "ConfirmResult", seat)
            while not (await patiently(late, game, "Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)
    for channel in channels:
        await channel.close()


@one_group
@pytest.mark.slow
async def test_a_group_stops(group):
    """A group that is told to stop stops, its processes and its store with it."""
    pids = group.pids()
    store = int((group.folder / "store" / "server.lock").read_text().split()[0])
    group.process.terminate()
    assert await asyncio.wait_for(group.process.wait(), 40) == 0
    for pid in (*pids, store):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def there(pid):
    """Whether there is such a process."""
    return Path(f"/proc/{pid}").exists()


@one_group
@pytest.mark.long
async def test_a_killed_supervisor(group):
    """Processes end with their supervisor, so that the next one finds address and store free."""
    pids = group.pids()
    group.process.kill()
    await group.process.wait()
    async with asyncio.timeout(30):
        while any(map(there, pids)):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)
    await group.start()
