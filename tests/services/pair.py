"""A primary behind one gate, and a replica that copies it through another."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Self

from redis.asyncio import Redis

from services.store.embedded import EmbeddedStore, StoreNotStarted
from tests.services.conftest import free_ports
from tests.services.gate import Gate

COPYING_SECONDS = 20
START_TRIES = 20


class Pair:
    """Two servers: `primary` is the number of the one that is written to; the other copies it.

    Clients come through `clients`, the copy through `copying`.
    """

    def __init__(self, folder: Path, gate: type[Gate] = Gate) -> None:
        self.ports = free_ports(2)
        self.stores = [
            EmbeddedStore(
                folder / str(port), settings={"port": str(port), "bind": "127.0.0.1", "repl-diskless-sync-delay": "0"}
            )
            for port in self.ports
        ]
        self.primary = 0
        self.clients, self.copying = gate(self.ports[0]), Gate(self.ports[0])

    @property
    def url(self) -> str:
        """Where clients reach the primary."""
        return f"redis://127.0.0.1:{self.clients.port}"

    async def __aenter__(self) -> Self:
        self.stack = AsyncExitStack()
        for store in self.stores:
            await self.stack.enter_async_context(store)
        for gate in (self.clients, self.copying):
            await self.stack.enter_async_context(gate)
        await self.copy(1, self.copying.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stack.aclose()

    async def ask(self, number: int, *command: Any) -> Any:
        """Ask one of the servers."""
        async with Redis.from_url(self.stores[number].url, protocol=2) as client:
            return await client.execute_command(*command)

    async def copy(self, number: int, port: int) -> None:
        """Let a server copy what listens at a port, and wait until it does."""
        await self.ask(number, "REPLICAOF", "127.0.0.1", port)
        async with asyncio.timeout(COPYING_SECONDS):
            while (await self.ask(number, "ROLE"))[3] != b"connected":  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)

    async def fail_over(self) -> None:
        """Let the primary die, and the other be the primary."""
        self.primary = 1 - self.primary
        dead = self.stores[1 - self.primary]
        os.kill(dead.pid, signal.SIGKILL)
        await dead.stop()
        self.clients.lead_to(self.ports[self.primary])
        await self.ask(self.primary, "REPLICAOF", "NO", "ONE")

    async def _start(self, store: EmbeddedStore) -> None:
        """Start a server that was killed, again and again: its port may be taken for a moment."""
        for _ in range(START_TRIES):
            with suppress(StoreNotStarted):
                await store.start()
                return
            await asyncio.sleep(0.3)
        await store.start()

    async def old_primary_copies(self) -> None:
        """Bring the dead server back as a copy of the new primary."""
        self.copying.cut = False
        self.copying.lead_to(self.ports[self.primary])
        await self._start(self.stores[1 - self.primary])
        await self.copy(1 - self.primary, self.copying.port)
