"""Logs on stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.store.redis_client import Link


@pytest_asyncio.fixture
async def stream_log(link: Link) -> AsyncIterator[RedisLog]:
    """Give a log on every kind of server in turn."""
    log = RedisLog(link)
    yield log
    await log.aclose()


@pytest_asyncio.fixture
async def own_log(embedded_link: Link) -> AsyncIterator[RedisLog]:
    """Give a log on a store that this test may hurt."""
    log = RedisLog(embedded_link)
    yield log
    await log.aclose()
