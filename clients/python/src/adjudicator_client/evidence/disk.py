"""Writing to a disk while something else is done: handing that to a thread costs less here than asyncio's own way."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final, Protocol
from weakref import WeakSet

IDLE_SECONDS: Final = 5.0


class Forked(Protocol):
    """Something with locks or threads, of which a program that was forked has those that nobody will ever free."""

    def begin_anew(self) -> None:
        """Take locks that are free, and no thread: nobody else has this yet."""


_FORKED: Final[WeakSet[Forked]] = WeakSet()


def renew_when_forked(one: Forked) -> None:
    """Let something begin anew in every program that is forked, as long as it is there."""
    _FORKED.add(one)


def _renew() -> None:
    for one in list(_FORKED):
        one.begin_anew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)


class DiskThread:
    """Does one thing after the other on a thread of its own, which ends where it has had nothing to do for a while.

    Nobody is woken up who does not wait: what was asked for is mostly done by the time at which it is needed.
    """

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        """Start no thread before there is something to do; `idle` seconds without are its end."""
        self._idle = idle
        self.begin_anew()
        renew_when_forked(self)

    def begin_anew(self) -> None:
        """Have no thread and nothing to do: what waits in the program that was forked is done there."""
        self._asked: SimpleQueue[tuple[Future[None], Callable[[], None]]] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, act: Callable[[], None]) -> Future[None]:
        """Let something be done; what it gives or raises is for `done`, and so is that there can be no thread."""
        made: Future[None] = Future()
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                try:
                    self._thread = self._start()
                except RuntimeError as fault:
                    made.set_exception(OSError(f"no thread to write the wallet ({fault}): let this program have more"))
                    return made
            self._asked.put((made, act))
        return made

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="wallet", daemon=True)
        thread.start()
        return thread

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
