"""Long work in slices on the event loop, or on threads beside it: others get their turn meanwhile."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from contextvars import copy_context
from typing import Any, Final, Generic, TypeVar

SLICE_SECONDS: Final = 0.01
# Games that are worked on at once: their writes to the store share its syncs.
AT_ONCE: Final = 16
# Bytes of a message from which on reading, judging or writing it may take longer than a slice.
LARGE_BYTES: Final = 4_096
# Seconds for which a thread may keep the interpreter while the event loop wants it.
_SWITCH_SECONDS: Final = 0.001
# Few, since they share one interpreter with the event loop.
_THREADS: Final = ThreadPoolExecutor(2, "aside")

# What is left of a kind's longest work with every work after it.
FADING: Final = 0.98

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)


async def sliced(items: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
    """Give the same items; whoever takes them holds the loop for a slice at most, and one item's work."""
    until = time.perf_counter() + SLICE_SECONDS
    async with aclosing(items):
        async for item in items:
            yield item
            if time.perf_counter() >= until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE_SECONDS


async def at_once(work: Callable[[T], Awaitable[R]], items: Sequence[T]) -> AsyncGenerator[R, None]:
    """Do work on items, some of them at once, and give what comes of each, in their order; raises what it raises.

    Then nothing is under way any more, and what came of others that were begun together with it was given before.
    """
    for first in range(0, len(items), AT_ONCE):
        results = await asyncio.gather(*map(work, items[first : first + AT_ONCE]), return_exceptions=True)
        faults = [result for result in results if isinstance(result, BaseException)]
        for result in results:
            if not isinstance(result, BaseException):
                yield result
        if faults:
            raise faults[0]


async def aside(work: Callable[..., T], *arguments: Any) -> T:
    """Do work on a thread, in this task's context; raises what it raises.

    What the work reads nobody may change meanwhile: hold the lock of its game. A thread can not be stopped, so a
    caller that is cancelled goes on, and gives its lock back, once the work has ended; work not begun never begins.
    """
    begun = _THREADS.submit(copy_context().run, work, *arguments)
    result = asyncio.wrap_future(begun)
    try:
        await asyncio.wait({result})
    except asyncio.CancelledError:
        if not begun.cancel():
            await _until_done(result)
        raise
    return await result


class Paced(Generic[K]):
    """Work by kinds: beside the event loop where a kind is new or has taken longer than a slice, else on it."""

    def __init__(self) -> None:
        self._dearest: dict[K, float] = {}

    async def work(self, kind: K, work: Callable[..., T], *arguments: Any) -> T:
        """Do work of a kind, and note how long it took; raises what it raises.

        Hold the lock of its game, as for `aside`.
        """

        def timed() -> T:
            used = time.thread_time()
            try:
                return work(*arguments)
            finally:
                dearest = max(time.thread_time() - used, FADING * self._dearest.get(kind, 0.0))
                self._dearest[kind] = dearest

        if self._dearest.get(kind, SLICE_SECONDS) >= SLICE_SECONDS:
            return await aside(timed)
        return timed()


async def _until_done(result: asyncio.Future[Any]) -> None:
    """Wait for a result that nobody wants any more, however often we are cancelled meanwhile."""
    while not result.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait({result})
    if not result.cancelled():
        result.exception()  # retrieved, so that nobody warns of it


def share_interpreter() -> None:
    """Let the event loop have the interpreter soon where a thread keeps it; for a whole process."""
    sys.setswitchinterval(_SWITCH_SECONDS)
