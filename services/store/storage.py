"""The store as the service opens it: connected to, checked, and where it is our own child, kept running."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from services.logs import frames, log
from services.operation.stop import end_task
from services.store.embedded import EmbeddedStore, StoreNotStarted
from services.store.redis_check import check_server, require_safe
from services.store.redis_client import connect
from services.store.redis_keys import KeyStore, RedisKeys
from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import EventLog
    from services.config import Config

# Seconds before the tries to start what has ended: the first at once, then twice as long each time.
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 30.0
# Seconds after which what was started counts as running, and the pauses begin anew.
SETTLED: Final = 60.0
_END_SECONDS: Final = 1.0
_LEAST_FREE: Final = 16 * 1024 * 1024


@asynccontextmanager
async def storage(config: Config, *, supervised: bool = False) -> AsyncIterator[tuple[EventLog, KeyStore]]:
    """Connect to the store, a child process where none is named, started again where it ends if `supervised`.

    Raises StoreNotStarted, StoreDown, UnsafeStore.
    """
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        url = config.redis_url
        if not url:
            embedded = await stack.enter_async_context(EmbeddedStore(config.data / "store"))
            url = embedded.url
            if supervised:
                supervisor = asyncio.create_task(supervise(embedded))
                stack.push_async_callback(end_task, supervisor, _END_SECONDS)
        link = await connect(url)
        stack.push_async_callback(link.aclose)
        if config.unsafe_store:
            for problem in await check_server(link, replicas=config.replicas):
                log.warning("unsafe store", fault=problem)
        else:
            await require_safe(link, replicas=config.replicas)
        events = RedisLog(link, replicas=config.replicas)
        stack.push_async_callback(events.aclose)
        keys = RedisKeys(link, replicas=config.replicas)
        stack.push_async_callback(keys.aclose)
        yield events, keys


async def supervise(store: EmbeddedStore, *, first: float = FIRST_PAUSE) -> None:
    """Start a store again whenever it ends, for ever, with growing pauses while it does not stay up.

    Meanwhile calls get the status that it is down, what is in memory can be read, and nothing acknowledged is lost.
    """
    waits = pauses(first)
    while True:
        began = time.monotonic()
        try:
            code = await store.wait()
        except Exception as error:  # noqa: BLE001  (whatever it is, nobody else would start the store again)
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            code = None
        if time.monotonic() - began > SETTLED:
            waits = pauses(first)
        log.error("store ended", code=code, fault=problem_of(store))
        await _start_again(store, waits)


async def _start_again(store: EmbeddedStore, waits: Iterator[float]) -> None:
    for pause in waits:
        await asyncio.sleep(pause)
        try:
            await store.restart()
        except (StoreNotStarted, OSError) as fault:
            log.error("store does not start", kind=type(fault).__name__, fault=problem_of(store))
        except Exception as error:  # noqa: BLE001  (as above)
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
        else:
            log.info("store started again")
            return


def pauses(first: float = FIRST_PAUSE) -> Iterator[float]:
    """Give the seconds to wait before each try to start something anew."""
    yield 0.0
    while True:
        yield first
        first = min(2 * first, LONGEST_PAUSE)


def problem_of(store: EmbeddedStore) -> str:
    """Say what keeps a store from running: a full disk, or the last line of its log."""
    try:
        free = shutil.disk_usage(store.folder).free
    except OSError as fault:
        return f"the folder of the store can not be read ({fault.strerror})"
    if free < _LEAST_FREE:
        return f"the disk of {store.folder} is full: make room"
    return store.last_line()
