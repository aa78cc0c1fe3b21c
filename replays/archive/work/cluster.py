"""Jobs handed to Dask: threads of this machine, or a cluster that is named; results come as they are ready."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, Final, Generic, TypeVar

import dask
from distributed import Client, LocalCluster, Worker, as_completed
from distributed.comm import get_address_host_port
from msgspec import Struct

from replays.archive.work.lost import SchedulerLost
from replays.archive.work.portions import SECONDS, Arguments, Portions, work_through
from replays.archive.work.where import Where
from replays.files import Unusable

A = TypeVar("A")
S = TypeVar("S")
CONNECTING: Final = 15
NO_PAGE: Final = "127.0.0.1:0"
# Seconds until it is looked again whether the scheduler is there and how many workers it has.
_LOOK: Final = 3
_NO_WARNING: Final = "1TB"
# What Dask and what it stands on say of late callbacks on a busy machine is nothing that a user could act upon.
_QUIET: Final = ("distributed", "tornado", "asyncio")
# Tasks that are handed out for each that can be worked on, so that nobody waits for the next.
AHEAD: Final = 2


class Ready(Struct, Generic[A], frozen=True):
    """A job that ended: what it was, and what it gave, or why there is nothing."""

    about: A
    value: Any
    fault: str = ""


@contextmanager
def client_of(where: Where) -> Iterator[Any]:
    """Give a client of Dask's scheduler.

    A local cluster is threads of this process, which reach each other inside it, and each has a process for its files.
    Dask opens ports for pages about them all the same: they are those of 127.0.0.1, and have no page unless asked for.
    Raises Unusable where there is no cluster at the address.
    """
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    settings: dict[str, Any] = {
        "distributed.comm.timeouts.connect": f"{CONNECTING}s",
        "distributed.admin.large-graph-warning-threshold": _NO_WARNING,  # files travel with their jobs
        "distributed.admin.tick.interval": "1s",  # fifty times a second else, for a warning that nobody sees
    }
    if not where.dashboard:
        settings |= {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
    with dask.config.set(settings):
        if where.dask:
            try:
                get_address_host_port(where.dask)  # a client of what is no address waits half a minute to be ended
                client = Client(where.dask, timeout=CONNECTING, set_as_default=False)
            except (OSError, ValueError) as fault:
                message = f"no scheduler answers at {where.dask} ({fault}): start one there, or use --jobs"
                raise Unusable(message) from fault
            with _closing(client):
                yield client
            return
        cluster = LocalCluster(
            n_workers=1,
            threads_per_worker=where.jobs or os.cpu_count() or 1,
            processes=False,
            dashboard_address=where.dashboard or NO_PAGE,
            worker_dashboard_address=NO_PAGE,
            scheduler_kwargs={"dashboard": bool(where.dashboard)},
            worker_class=_worker,
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
        with cluster, _closing(Client(cluster, set_as_default=False)) as client:
            yield client


def _worker(*arguments: Any, **options: Any) -> Any:
    """Make a worker without a page about it."""
    return Worker(*arguments, **options | {"dashboard": False})


@contextmanager
def _closing(client: Any) -> Iterator[Any]:
    try:
        yield client
    finally:
        with suppress(Exception):  # a scheduler that is gone can not be told
            client.close(timeout=_LOOK)


def run_all(
    client: Any, job: Callable[..., Any], given: Sequence[S], made: Callable[[S], tuple[A, Arguments] | None]
) -> Iterator[list[Ready[A]]]:
    """Hand out jobs in tasks of several, a few tasks ahead, and give them as they are ready, in whatever order.

    What is `given` is `made` into what a job is about, and its arguments, when its turn comes; None where nothing is to
    be done. A job that raises gets a fault, as does one that ends the workers that have it: the others of its task are
    done. Raises SchedulerLost.
    """
    portions = Portions(given, made)
    open_tasks: dict[str, list[tuple[A, Arguments]]] = {}
    threads = _Threads(client)
    done = as_completed(loop=client.loop)
    while True:
        with _watched(client):
            while len(open_tasks) < AHEAD * threads.count() and (task := portions.next(threads.count())):
                future = client.submit(work_through, job, [arguments for _, arguments in task], SECONDS, pure=False)
                open_tasks[future.key] = task
                done.add(future)
            if not open_tasks:
                return
            found = _ended(client, _next_batch(done), open_tasks, portions)
        if found:
            yield found


def _next_batch(done: Any) -> list[Any]:
    """Give the tasks that have ended; after a while none."""
    with done.thread_condition:
        if not done.has_ready():
            done.thread_condition.wait(_LOOK)
    ready: list[Any] = done.next_batch(block=False)
    return ready


def _ended(
    client: Any, futures: list[Any], open_tasks: dict[str, list[tuple[A, Arguments]]], portions: Portions[S, A]
) -> list[Ready[A]]:
    """Give what came of tasks; what is left of them goes back.

    Raises SchedulerLost.
    """
    if any(future.status in ("cancelled", "lost") for future in futures):
        raise SchedulerLost
    whole = [future for future in futures if future.status == "finished"]
    found: list[Ready[A]] = []
    for future, results in zip(whole, client.gather(whole), strict=True):
        task = open_tasks.pop(future.key)
        found += [Ready(about, row.value, row.fault) for (about, _), row in zip(task, results, strict=False)]
        portions.learn(row.seconds for row in results)
        portions.back(task[len(results) :])
    for future in futures:
        if future.status == "error":
            task = open_tasks.pop(future.key)
            if len(task) > 1:
                portions.back(task, alone=True)
            else:
                found.append(Ready(task[0][0], None, f"{type(future.exception()).__name__}: {future.exception()}"))
    return found


class _Threads:
    """How many jobs a cluster works on at once, asked now and then: it is a question to the scheduler each time."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._count, self._asked = 0, 0.0

    def count(self) -> int:
        now = time.monotonic()
        if not self._count or now - self._asked >= _LOOK:
            self._count, self._asked = sum(self._client.nthreads().values()), now
        return max(1, self._count)


@contextmanager
def _watched(client: Any) -> Iterator[None]:
    """Tell a scheduler that is lost from other faults."""
    try:
        yield
    except (CancelledError, OSError) as fault:
        raise SchedulerLost from fault
    if client.status != "running":
        raise SchedulerLost
