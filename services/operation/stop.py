"""The stop: asked for by a signal, and over within its grace whatever happens."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from typing import Any, Final

from services.logs import log

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
# Exit code of a process whose stop was not over within its grace.
CUT_OFF: Final = 1
CANCEL_SECONDS: Final = 0.1
# Of the grace, the share after which calls are cut off; the rest is for what they leave, and for the store.
CALLS_SHARE: Final = 0.6
# The share in which commands whose callers were cut off may still end.
COMMANDS_SHARE: Final = 0.2


def on_signals(stop: Callable[[], object], grace: float, end: Callable[[int], object] = os._exit) -> None:
    """Call `stop` in the event loop at the first signal; after the grace the process ends, whatever it is at.

    The handler is the interpreter's and the countdown a thread's, so that neither needs a loop that turns.
    """
    loop = asyncio.get_running_loop()
    countdown = _countdown(grace, end)

    def received(_number: int, _frame: object) -> None:
        if not countdown.is_alive() and not countdown.finished.is_set():
            countdown.start()
        loop.call_soon_threadsafe(stop)

    for number in SIGNALS:
        signal.signal(number, received)


def end_within(seconds: float, end: Callable[[int], object] = os._exit) -> threading.Timer:
    """Let the process end after so many seconds, whatever it is at."""
    countdown = _countdown(seconds, end)
    countdown.start()
    return countdown


def _countdown(seconds: float, end: Callable[[int], object]) -> threading.Timer:
    countdown = threading.Timer(seconds, end, (CUT_OFF,))
    countdown.daemon = True
    return countdown


# Between the last answer and the end of its connection: the library sends it after our handler has ended.
FLUSH_SECONDS: Final = 0.1


async def end_task(task: asyncio.Task[Any], seconds: float) -> None:
    """Cancel a task until it has ended: a client library may take a cancellation for a lost connection."""
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while not task.done() and clock() < until:
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_SECONDS)
    if not task.done():
        log.error("a task does not end", kind=task.get_name())
    elif not task.cancelled() and task.exception() is not None:
        log.error("a task ended with an error", kind=type(task.exception()).__name__)
