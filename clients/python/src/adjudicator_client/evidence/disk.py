"""Writing to a disk while something else is done: handing that to a thread costs less here than asyncio's own way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final

IDLE_SECONDS: Final = 5.0


class DiskThread:
    """Does one thing after the other on a thread of its own, which ends where it has had nothing to do for a while.

    Nobody is woken up who does not wait: what was asked for is mostly done by the time at which it is needed.
    """

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        """Start no thread before there is something to do; `idle` seconds without are its end."""
        self._asked: SimpleQueue[tuple[Future[None], Callable[[], None]]] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._idle = idle

    def begin(self, act: Callable[[], None]) -> Future[None]:
        """Let something be done; what it gives is for `done`."""
        made: Future[None] = Future()
        with self._starting:
            self._asked.put((made, act))
            if self._thread is None or not self._thread.is_alive():  # that of a program which was forked is not here
                self._thread = threading.Thread(target=self._run, name="wallet", daemon=True)
                self._thread.start()
        return made

    def _run(self) -> None:
        while True:
            try:
                made, act = self._asked.get(timeout=self._idle)
            except Empty:
                with self._starting:
                    if self._asked.empty():
                        self._thread = None
                        return
            else:
                _do(made, act)
                del made, act  # what it was about may be gone while this waits


async def done(begun: Future[None] | None) -> None:
    """Wait for what was begun, if anything was.

    Raises what it has raised.
    """
    if begun is None:
        return
    if not begun.done():
        await asyncio.wrap_future(begun)
    begun.result()


def _do(made: Future[None], act: Callable[[], None]) -> None:
    if not made.set_running_or_notify_cancel():
        return
    try:
        act()
    except BaseException as fault:  # noqa: BLE001 - it is raised where it is waited for
        made.set_exception(fault)
    else:
        made.set_result(None)
