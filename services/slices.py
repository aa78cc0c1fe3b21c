"""Long work on the event loop in slices: others get their turn in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final, TypeVar

SLICE_SECONDS: Final = 0.01

T = TypeVar("T")


async def sliced(items: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
    """Give the same items; whoever takes them holds the loop for a slice at most, and one item's work."""
    until = time.perf_counter() + SLICE_SECONDS
    async with aclosing(items):
        async for item in items:
            yield item
            if time.perf_counter() >= until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE_SECONDS
