"""What goes on beside the calls: deadlines, notes, looks at the store and at connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol

from services.logs import frames, log
from services.operation.stop import end_task


class Work(Protocol):
    """Something that goes on until the service ends, or that has nothing to do on this system."""

    def run(self) -> Coroutine[Any, Any, None]:
        """Do it, for ever."""


@asynccontextmanager
async def at_work(works: Iterable[Work], failed: Callable[[str], object]) -> AsyncIterator[None]:
    """Let all of them go on; `failed` is told the name of one that a fault ends: nobody does its work any more."""
    tasks = [asyncio.create_task(work.run(), name=type(work).__name__) for work in works]
    tell = partial(_tell, failed)
    for task in tasks:
        task.add_done_callback(tell)
    try:
        yield
    finally:
        for task in tasks:
            task.remove_done_callback(tell)
            await end_task(task, 1)


def _tell(failed: Callable[[str], object], task: asyncio.Task[None]) -> None:
    error = asyncio.CancelledError() if task.cancelled() else task.exception()
    if error is not None:
        log.error("work ended", kind=type(error).__name__, fault=task.get_name(), frames=frames(error))
        failed(task.get_name())
