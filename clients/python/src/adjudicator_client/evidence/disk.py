"""Writing to a disk while something else is done: handing that to a thread costs less here than asyncio's own way."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import suppress
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


class Begun:
    """Something that a thread was asked to do; `fault` is what it has raised once it is `finished`.

    No lock is needed: who waits says so and looks again, the thread is finished and then looks who waits.
    """

    __slots__ = ("_act", "_waiting", "fault", "finished")

    def __init__(self, act: Callable[[], None]) -> None:
        self._act: Callable[[], None] | None = act
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self.fault: BaseException | None = None
        self.finished = False

    def do(self) -> None:
        """Do it, and let those go on who wait for it."""
        try:
            if self._act is not None:
                self._act()
        except BaseException as fault:  # noqa: BLE001 - it is raised where it is waited for
            self.fault = fault
        self._act = None  # what it was about may be gone before this is
        self.finished = True
        for loop, waiting in self._waiting:
            with suppress(RuntimeError):  # that loop is closed, and who waited in it gone
                loop.call_soon_threadsafe(_free, waiting)

    async def wait(self) -> None:
        """Wait until it is finished; who does not wait any more ends nothing."""
        loop = asyncio.get_running_loop()
        waiting = loop.create_future()
        self._waiting.append((loop, waiting))
        if not self.finished:
            await waiting


def _free(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


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
        self._asked: SimpleQueue[Begun] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, act: Callable[[], None]) -> Begun:
        """Let something be done; what it gives or raises is for `done`, and so is that there can be no thread."""
        begun = Begun(act)
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                try:
                    self._thread = self._start()
                except RuntimeError as fault:
                    begun.fault = OSError(f"no thread to write the wallet ({fault}): let this program have more")
                    begun.finished = True
                    return begun
            self._asked.put(begun)
        return begun

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="wallet", daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        while True:
            try:
                begun = self._asked.get(timeout=self._idle)
            except Empty:
                with self._starting:
                    if self._asked.empty():
                        self._thread = None
                        return
            else:
                begun.do()
                del begun


async def done(begun: Begun | None) -> None:
    """Wait for what was begun, if anything was.

    Raises what it has raised.
    """
    if begun is None:
        return
    if not begun.finished:
        await begun.wait()
    if begun.fault is not None:
        raise begun.fault
