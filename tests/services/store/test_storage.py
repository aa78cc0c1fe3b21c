"""The store as the service keeps it running: whatever goes wrong while it is watched, it is started again."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from services import logs
from services.store.embedded import EmbeddedStore
from services.store.storage import supervise


class Fragile:
    """A store that ends at once, and whose watching and starting fail as nobody expects."""

    def __init__(self, folder: Path, waits: list[Exception | None], starts: list[Exception | None]) -> None:
        self.folder = folder
        self.waits = waits
        self.starts = starts
        self.up = asyncio.Event()

    async def wait(self) -> int:
        fault = self.waits.pop(0) if self.waits else None
        if fault is not None:
            raise fault
        if self.up.is_set():
            await asyncio.sleep(3_600)
        return 1

    async def restart(self) -> None:
        fault = self.starts.pop(0) if self.starts else None
        if fault is not None:
            raise fault
        self.up.set()

    def last_line(self) -> str:
        return ""


async def test_no_fault_ends_the_watching(tmp_path: Path) -> None:
    """Whoever looks after a store goes on after any fault: nobody else would start it again."""
    logs.configure("error")
    store: Any = Fragile(tmp_path, [RuntimeError(), None], [ValueError(), OSError(), AttributeError(), None])
    watching = asyncio.create_task(supervise(store, first=0.01))
    await asyncio.wait_for(store.up.wait(), 20)
    await asyncio.sleep(0.05)
    assert not watching.done()
    assert store.starts == []
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    assert watching.cancelled()


async def test_a_stop_is_waited_for(tmp_path: Path) -> None:
    """Who is told to stop again and again, as a service is, does not leave before its server has ended."""
    store = EmbeddedStore(tmp_path / "store")
    await store.start()
    pid = int((tmp_path / "store" / "server.lock").read_text().split()[0])
    os.kill(pid, signal.SIGSTOP)  # its end takes a while
    stopping = asyncio.create_task(store.stop())
    for _ in range(5):
        await asyncio.sleep(0.02)
        stopping.cancel()
    assert not stopping.done()
    os.kill(pid, signal.SIGCONT)
    await asyncio.gather(stopping, return_exceptions=True)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
