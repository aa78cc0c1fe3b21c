"""Services that a run starts, kills, stops and starts again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from services.config import PREFIX
from tests.services.conftest import free_ports

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
START_TRIES = 20


class RunningService:
    """One service process on a port of its own; several may share a data folder and a store."""

    def __init__(self, data: Path, /, clock: Path | None = None, edition: str = "", **settings: Any) -> None:
        self.data = data
        self.address = f"127.0.0.1:{free_ports(1)[0]}"
        # pytest's own limits of descriptors and its plugins are no business of the service
        given = {"listen": self.address, "data": data, "log_level": "error", "grace": 5, **settings}
        self.environ = {**os.environ, **{PREFIX + name.upper(): str(value) for name, value in given.items()}}
        if clock is not None:
            self.environ["TORTURE_CLOCK"] = str(clock)
        if edition:
            self.environ["TORTURE_EDITION"] = edition
        self.process: asyncio.subprocess.Process | None = None
        self.log = data.parent / f"{data.name}-{self.address.rpartition(':')[2]}.log"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.alive:
            with suppress(ProcessLookupError):
                self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self.process.wait(), 20)
            except TimeoutError:
                self.signal(signal.SIGKILL)
                await self.process.wait()

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.returncode is None

    @property
    def owner(self) -> str:
        """Token of the owner."""
        return (self.data / "owner.token").read_text().strip()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    async def start(self) -> None:
        """Start it and wait until it serves; AssertionError where it ends first."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.torture.server",
                cwd=ROOT,
                env=self.environ,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        line = await asyncio.wait_for(self.process.stdout.readline(), START_SECONDS)
        assert line, f"the service did not start: {self.log.read_text()[-2_000:]}"

    async def start_again(self) -> None:
        """Start it as a process manager does: again and again until the store is there."""
        for _ in range(START_TRIES):
            with suppress(AssertionError):
                await self.start()
                return
            await asyncio.sleep(0.3)
        raise AssertionError(f"the service does not start: {self.log.read_text()[-2_000:]}")

    async def kill(self) -> None:
        """End it with SIGKILL."""
        self.signal(signal.SIGKILL)
        await self.process.wait()

    async def stop_in_order(self) -> int:
        """End it with SIGTERM; its exit code."""
        self.signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), 30)

    async def pause(self, seconds: float) -> None:
        """Hold it with SIGSTOP for a while."""
        self.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.signal(signal.SIGCONT)
