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

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin the work and give its task; whoever waits for that shields it, or takes it along when he leaves."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def to_its_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work and give what it gives, or raise what it raises; where the caller is cancelled it goes on."""
        return await asyncio.shield(self.begin(work))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that nobody warns of it

    async def wait(self, seconds: float) -> None:
        """Let it end within so many seconds; what is not over then goes on."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def aclose(self, seconds: float) -> None:
        """Let it end within so many seconds; then it is cut off, and can be asked for again."""
        await self.wait(seconds)
        await asyncio.gather(*(end_task(task, END_SECONDS) for task in self._tasks))
