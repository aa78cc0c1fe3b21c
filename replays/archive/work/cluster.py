"""Jobs handed to Dask: threads of this machine, or a cluster that is named; results come as they are ready."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, Final, Generic, TypeVar

import dask
from distributed import Client, LocalCluster, Worker, wait
from distributed.comm import get_address_host_port
from msgspec import Struct

from replays.archive.work.lost import SchedulerLost
from replays.files import Unusable

A = TypeVar("A")
CONNECTING: Final = 15
NO_PAGE: Final = "127.0.0.1:0"
# Seconds until it is looked again whether the scheduler is there and how many workers it has.
_LOOK: Final = 3
_NO_WARNING: Final = "1TB"
# What Dask and what it stands on say of late callbacks on a busy machine is nothing that a user could act upon.
_QUIET: Final = ("distributed", "tornado", "asyncio")
# Jobs that are handed out for each that can be worked on, so that nobody waits for the next.
_AHEAD: Final = 2


class Where(Struct, frozen=True):
    """Where the work is done: this many at once on this machine, or on the cluster at an address.

    `dashboard` is an address for Dask's own page about a local cluster, such as 127.0.0.1:8787; empty for none.
    """

    jobs: int = 0
    dask: str = ""
    dashboard: str = ""


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


def run_all(client: Any, job: Callable[..., Any], work: Iterable[tuple[A, tuple[Any, ...]]]) -> Iterator[Ready[A]]:
    """Hand out jobs, a few ahead, and give each when it is ready, in whatever order.

    `work` gives what a job is about, and its arguments. A job that ends workers gets a fault, as one that raises does.
    Raises SchedulerLost.
    """
    rest = iter(work)
    open_jobs: dict[Any, A] = {}
    threads = _Threads(client)
    while True:
        with _watched(client):
            room = _AHEAD * threads.count() - len(open_jobs)
            for about, arguments in _some(rest, room):
                open_jobs[client.submit(job, *arguments, pure=False)] = about
            if not open_jobs:
                return
            with suppress(TimeoutError), client.as_current():
                wait(list(open_jobs), timeout=_LOOK, return_when="FIRST_COMPLETED")
            ready = [future for future in open_jobs if future.done()]
            found = [_ready(future, open_jobs.pop(future)) for future in ready]
        yield from found


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


def _some(rest: Iterator[A], most: int) -> Iterator[A]:
    for _ in range(most):
        try:
            yield next(rest)
        except StopIteration:
            return


def _ready(future: Any, about: A) -> Ready[A]:
    if future.status == "error":
        return Ready(about, None, f"{type(future.exception()).__name__}: {future.exception()}")
    if future.status in ("cancelled", "lost"):
        raise SchedulerLost
    return Ready(about, future.result())


@contextmanager
def _watched(client: Any) -> Iterator[None]:
    """Tell a scheduler that is lost from other faults."""
    try:
        yield
    except (CancelledError, OSError) as fault:
        raise SchedulerLost from fault
    if client.status != "running":
        raise SchedulerLost
