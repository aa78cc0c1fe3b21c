"""Several processes on one address, under one supervisor that starts again what ends.

The supervisor owns the embedded store and holds the address; the processes listen on it side by side (SO_REUSEPORT),
so that the kernel spreads the connections, and those of one that ends go to the others.
"""

from __future__ import annotations

import asyncio
import ctypes
import dataclasses
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from services import logs
from services.config import PREFIX
from services.games.keys import load_keys
from services.operation.stop import end_task, on_signals
from services.store.embedded import EmbeddedStore
from services.store.storage import SETTLED, pauses, supervise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services.config import Config

# How one process is started; its settings are in its environment.
COMMAND: Final = (sys.executable, "-m", "services.cli", "serve")
# What all of it may take beyond the grace.
LATE_SECONDS: Final = 2.0
# What a process may take beyond its own grace before it is killed: the store has the rest, be the grace a second.
KILL_SECONDS: Final = 1.0
# Exit code of a process that was drained: it is not started again.
DRAINED: Final = 5
_DEATH_SIGNAL: Final = 1
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


class ProcessNotStarted(OSError):
    """A process ended before it was ready for the first time; its own text says why."""


async def serve_processes(config: Config, command: Sequence[str] = COMMAND) -> None:
    """Serve with several processes until SIGINT or SIGTERM; one line on stdout says that all are ready.

    Raises KeyFault, StoreNotStarted, ProcessNotStarted, OSError.
    """
    logs.configure(config.log_level)
    stopped = asyncio.Event()
    on_signals(stopped.set, config.grace + LATE_SECONDS)
    load_keys(config.data, config.log_name)
    async with AsyncExitStack() as stack:
        listen = stack.enter_context(_held(config.listen))
        web = stack.enter_context(_held(config.web)) if config.web else ""
        url = config.redis_url or await _unless_stopped(_store(stack, config), stopped)
        if url is None:
            return
        shared = dataclasses.replace(config, listen=listen, web=web, redis_url=url, processes=1, shared=True)
        workers = [Worker(command, of_process(shared, number)) for number in range(config.processes)]
        tasks = [asyncio.create_task(worker.run()) for worker in workers]
        try:
            await _until_ready(workers, tasks, stopped)
            if not stopped.is_set():
                print(  # noqa: T201  (the one line that a person or a script waits for)
                    f"adjudicator serves at {listen} with {len(workers)} processes, "
                    f"{f'browsers at {web}, ' if web else ''}data in {config.data}, "
                    f"owner's token in {config.data / 'owner.token'}",
                    flush=True,
                )
            await _until_ended(tasks, stopped)
            logs.log.info("stopping")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(worker.stop() for worker in workers))


async def _unless_stopped(starting: Coroutine[Any, Any, str], stopped: asyncio.Event) -> str | None:
    """Wait for what starts; None where it is to stop before."""
    start, stop = asyncio.create_task(starting), asyncio.create_task(stopped.wait())
    await asyncio.wait({start, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if start.done():
        return start.result()
    await end_task(start, LATE_SECONDS)
    return None


class Worker:
    """One process: started, and started again with growing pauses whenever it ends."""

    def __init__(self, command: Sequence[str], config: Config) -> None:
        self._command = command
        self._environ = {**os.environ, **environment(config)}
        self._grace = config.grace + KILL_SECONDS
        self._process: asyncio.subprocess.Process | None = None
        self.ready = asyncio.Event()

    async def run(self) -> None:
        """Keep it running until it is drained.

        Raises ProcessNotStarted where it has never been ready.
        """
        waits = pauses()
        while True:
            began = time.monotonic()
            try:
                code = await self._run_once()
            except OSError as fault:
                if not self.ready.is_set():
                    raise
                logs.log.error("process not started", kind=type(fault).__name__)
                code = -1
            if not self.ready.is_set():
                raise ProcessNotStarted(f"a process ended with {code} before it was ready")
            if time.monotonic() - began > SETTLED:
                waits = pauses()
            if code == DRAINED:
                logs.log.info("process drained")
                return
            logs.log.error("process ended", code=code)
            await asyncio.sleep(next(waits))

    async def stop(self) -> None:
        """Let it end in its own time, but not for ever."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), self._grace)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _run_once(self) -> int:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            env=self._environ,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl-C at a terminal is for the supervisor alone, which stops all in order.
            start_new_session=True,
            preexec_fn=_end_with(os.getpid()),
        )
        async for _ in _lines(self._process):
            self.ready.set()
            logs.log.info("process ready", pid=self._process.pid)
        return await self._process.wait()


def of_process(config: Config, number: int) -> Config:
    """Give the settings of one process: its figures and peers are at ports of its own, counted up from the first.

    It has half of the grace, a second at least: the rest is for the store, which ends after it.
    """
    metrics, peers = (_counted_up(address, number) for address in (config.metrics, config.peers))
    return dataclasses.replace(config, metrics=metrics, peers=peers, grace=max(1, config.grace // 2))


def _counted_up(address: str, number: int) -> str:
    """Give the address with its port so much higher; port 0 is any free one."""
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + number}" if port not in ("", "0") else address


def environment(config: Config) -> dict[str, str]:
    """Write settings as the variables of a process's environment."""
    found = {}
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if value is not None and value != "":
            text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            found[PREFIX + field.name.upper()] = text
    return found


async def _store(stack: AsyncExitStack, config: Config) -> str:
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = await stack.enter_async_context(EmbeddedStore(config.data / "store"))
    supervisor = asyncio.create_task(supervise(store))
    stack.push_async_callback(end_task, supervisor, LATE_SECONDS)
    return store.url


async def _until_ready(workers: list[Worker], tasks: list[asyncio.Task[None]], stopped: asyncio.Event) -> None:
    """Wait until all are ready, or one can not start, or we are told to stop."""
    ready = asyncio.gather(*(worker.ready.wait() for worker in workers))
    stopping = asyncio.create_task(stopped.wait())
    both: set[asyncio.Future[Any]] = {ready, stopping, *tasks}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    for waiting in (ready, stopping):
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
    for task in tasks:
        if task.done():
            task.result()


async def _until_ended(tasks: list[asyncio.Task[None]], stopped: asyncio.Event) -> None:
    """Wait until we are told to stop, or all processes are drained."""
    stopping, drained = asyncio.create_task(stopped.wait()), asyncio.gather(*tasks)
    both: set[asyncio.Future[Any]] = {stopping, drained}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if drained.done():
        drained.result()


@contextmanager
def _held(listen: str) -> Iterator[str]:
    """Hold an address, so that nobody else takes it while the processes come and go; give it with its port."""
    host, _, port = listen.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            holder.bind((host.strip("[]"), int(port)))
        except OSError:
            raise OSError(f"{listen} can not be listened on: it is in use, or not an address of this machine") from None
        yield f"{host}:{holder.getsockname()[1]}"


async def _lines(process: asyncio.subprocess.Process) -> AsyncIterator[bytes]:
    if process.stdout is not None:
        async for line in process.stdout:
            yield line


def _end_with(parent: int) -> Callable[[], None]:
    def prepare() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
