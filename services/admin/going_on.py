"""Work that goes on to its end when its caller has left, until the service stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeVar

from services.operation.stop import end_task

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
END_SECONDS: Final = 1.0


class GoingOn:
    """What is under way; a call may end before its work does."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work and give what it gives; where the caller is cancelled it goes on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that nobody warns of it

    async def aclose(self, seconds: float) -> None:
        """Let it end within so many seconds; then it is cut off, and can be asked for again."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        await asyncio.gather(*(end_task(task, END_SECONDS) for task in self._tasks))
