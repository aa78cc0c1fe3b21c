"""Stores that a run does things to: one server of its own, and a cluster of three shards with a copy of each."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from adjudicator.kernel.record.log import EventLog
from services.store.embedded import EmbeddedStore
from services.store.redis_client import connect
from services.store.redis_log import RedisLog
from tests.services.conftest import SLOTS, free_ports

SHARDS = 3
FORMING_SECONDS = 60
NODE_TIMEOUT_MS = 1_500


async def ask(store: EmbeddedStore, *command: Any) -> Any:
    """Ask a server something."""
    async with Redis.from_url(store.url, protocol=2) as client:
        client.response_callbacks.clear()
        return await client.execute_command(*command)


def kill(store: EmbeddedStore) -> None:
    """End a server with SIGKILL."""
    os.kill(store.pid, signal.SIGKILL)


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[EventLog]:
    """Give the log of a store, past every service."""
    link = await connect(url)
    log = RedisLog(link)
    try:
        yield log
    finally:
        await log.aclose()
        await link.aclose()


@asynccontextmanager
async def one_server(
    folder: Path, binary: Path | None = None, settings: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[EmbeddedStore, int]]:
    """Run a server on a port of its own; give it and its port."""
    port = free_ports(1)[0]
    given = {"port": str(port), "bind": "127.0.0.1", **(settings or {})}
    async with EmbeddedStore(folder, binary=binary, settings=given) as store:
        yield store, port


def _known(nodes: bytes) -> int:
    """Count the servers that one has a line to and knows by their ids: until hands are shaken these are made up."""
    rows = [row.split() for row in nodes.splitlines()]
    return sum(row[7] == b"connected" and b"handshake" not in row[2] for row in rows)


class Cluster:
    """Three primaries and a copy of each, that fail over by themselves."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        self.ports = free_ports(4 * SHARDS)
        self.buses = self.ports[2 * SHARDS :]
        self.ports = self.ports[: 2 * SHARDS]
        self.stores = [
            EmbeddedStore(
                folder / str(port),
                binary=Path(binary) if binary else None,
                settings={
                    "port": str(port),
                    "bind": "127.0.0.1",
                    "cluster-enabled": "yes",
                    "cluster-port": str(bus),
                    "cluster-node-timeout": str(NODE_TIMEOUT_MS),
                    "repl-diskless-sync-delay": "0",
                },
            )
            for port, bus in zip(self.ports, self.buses, strict=True)
        ]

    @property
    def url(self) -> str:
        """Where clients reach it."""
        return f"redis+cluster://127.0.0.1:{self.ports[0]}"

    async def __aenter__(self) -> Self:
        try:
            await self._form()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for store in self.stores:
            await store.stop()

    async def _form(self) -> None:
        for number, store in enumerate(self.stores):
            await store.start()
            if number < SHARDS:
                first, last = SLOTS * number // SHARDS, SLOTS * (number + 1) // SHARDS - 1
                await ask(store, "CLUSTER", "ADDSLOTSRANGE", first, last)
            await ask(store, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for port, bus in list(zip(self.ports, self.buses, strict=True))[1:]:
            await ask(self.stores[0], "CLUSTER", "MEET", "127.0.0.1", port, bus)
        await self._until_known()
        for number, store in enumerate(self.stores[SHARDS:]):
            primary = await ask(self.stores[number], "CLUSTER", "MYID")
            await ask(store, "CLUSTER", "REPLICATE", primary)
        await self.until_whole()

    async def _until_known(self) -> None:
        async with asyncio.timeout(FORMING_SECONDS):
            for store in self.stores:
                while _known(await ask(store, "CLUSTER", "NODES")) < 2 * SHARDS:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

    async def until_whole(self) -> None:
        """Wait until every slot is served and every primary has its copy."""
        async with asyncio.timeout(FORMING_SECONDS):
            while not await self.whole():  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)

    async def whole(self) -> bool:
        """Whether every slot is served, and every primary has its copy."""
        roles = [await self._role(store) for store in self.stores]
        primaries = [role for role in roles if role and role[0] == b"master"]
        copies = [role for role in roles if role and role[0] == b"slave" and role[3] == b"connected"]
        if len(primaries) != SHARDS or len(copies) != SHARDS or not all(role[2] for role in primaries):
            return False
        states = [await ask(store, "CLUSTER", "INFO") for store in self.stores]
        return all(b"cluster_state:ok" in state for state in states)

    async def primaries(self) -> list[EmbeddedStore]:
        """Give the servers that are written to."""
        found = []
        for store in self.stores:
            role = await self._role(store)
            if role and role[0] == b"master":
                found.append(store)
        return found

    async def _role(self, store: EmbeddedStore) -> Any:
        with suppress(RedisError, OSError):
            return await ask(store, "ROLE")
        return None

    async def fail_over(self, store: EmbeddedStore) -> float:
        """Kill a primary, wait until its copy has taken its place, and bring it back; seconds until then."""
        began = time.monotonic()
        kill(store)
        async with asyncio.timeout(FORMING_SECONDS):
            while len(await self.primaries()) < SHARDS:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)
        took = time.monotonic() - began
        await store.restart()
        await self.until_whole()
        return took
