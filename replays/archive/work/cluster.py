"""Jobs handed to Dask: threads of this machine, or a cluster that is named; results come as they are ready."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

import dask
from distributed import Client, LocalCluster, Worker, as_completed, get_worker
from distributed.comm import get_address_host_port
from distributed.protocol.pickle import dumps, loads
from msgspec import Struct

from replays.archive.work.lost import SchedulerLost
from replays.archive.work.portions import Arguments, Done, Portions, seconds_of, work_through
from replays.archive.work.where import Where
from replays.files import Unusable

A = TypeVar("A")
S = TypeVar("S")
CONNECTING: Final = 15
NO_PAGE: Final = "127.0.0.1:0"
# Seconds until it is looked again whether the scheduler is there and how many workers it has.
_LOOK: Final = 3
_NO_WARNING: Final = "1TB"
# What Dask and what it stands on say of late callbacks, and of workers that went, is nothing to act upon.
_QUIET: Final = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")
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
    tasks: Tasks[S, A] = Tasks(client, job, Portions(given, made))
    threads = _Threads(client)
    while True:
        with _watched(client):
            tasks.hand_out(threads.count())
            if not tasks.under_way:
                return
            found = tasks.ready()
        if found:
            yield found


def _work(job: Callable[..., Any], work: Sequence[Arguments], seconds: float, topic: str) -> list[Done]:
    """Work through a task, and tell what of it is done where that takes long: what a worker of Dask runs."""
    worker = get_worker()
    key = worker.get_current_task()
    return work_through(job, work, seconds, lambda done: worker.log_event(topic, [key, dumps(done)]))


@dataclass
class _Task(Generic[A]):
    """A task that is handed out: its jobs, and of how many of them it is known what they gave.

    One that is handed out `alone` has the workers for itself: what ends them then is nothing else.
    """

    jobs: list[tuple[A, Arguments]]
    alone: bool
    known: int = 0


class Tasks(Generic[S, A]):
    """The tasks that are handed out."""

    def __init__(self, client: Any, job: Callable[..., Any], portions: Portions[S, A]) -> None:
        self._client, self._job, self._portions = client, job, portions
        self._open: dict[str, _Task[A]] = {}
        self._done = as_completed(loop=client.loop)
        self._told: deque[tuple[str, bytes]] = deque()
        self._fetched: deque[tuple[Any, concurrent.futures.Future[list[Done]]]] = deque()
        self._topic = f"archive-{uuid4().hex}"
        client.subscribe_topic(self._topic, self._hear)

    @property
    def under_way(self) -> bool:
        """Tell whether there are any."""
        return bool(self._open)

    def hand_out(self, workers: int) -> None:
        """Hand tasks out until there are a few for each of so many workers, or one whose jobs may have ended some."""
        while len(self._open) < self._most(workers):
            alone = self._portions.suspected
            jobs = self._portions.next(workers)
            if not jobs:
                return
            arguments = [row for _, row in jobs]
            seconds = seconds_of(workers)
            future = self._client.submit(_work, self._job, arguments, seconds, self._topic, pure=False)
            self._open[future.key] = _Task(jobs, alone)
            self._done.add(future)

    def _most(self, workers: int) -> int:
        alone = self._portions.suspected or (len(self._open) == 1 and next(iter(self._open.values())).alone)
        return 1 if alone else AHEAD * workers

    def ready(self) -> list[Ready[A]]:
        """Give what came of jobs since it was asked before, after a while nothing; what is left of tasks goes back.

        Results are fetched while others are worked on: those that died with their worker are had when Dask has done
        them again, and hold up nobody. Raises SchedulerLost.
        """
        with self._done.thread_condition:
            if not (self._done.has_ready() or self._told or self._fetched):
                self._done.thread_condition.wait(_LOOK)
        found: list[Ready[A]] = []
        while self._told:
            key, data = self._told.popleft()
            if key in self._open:
                found += self._new(self._open[key], loads(data))
        for future in self._done.next_batch(block=False):
            found += self._ended(future)
        while self._fetched:
            found += self._taken(*self._fetched.popleft())
        return found

    def _hear(self, event: tuple[float, tuple[str, bytes]]) -> None:
        """Take what a task tells while it is under way, in the thread of the client's loop."""
        self._told.append(event[1])
        self._wake()

    def _wake(self) -> None:
        with self._done.thread_condition:
            self._done.thread_condition.notify()

    def _new(self, task: _Task[A], results: list[Done]) -> list[Ready[A]]:
        """Give those results of a task that were not known; one that is worked on again has the same once more."""
        fresh = results[task.known :]
        self._portions.learn(row.seconds for row in fresh)
        jobs = task.jobs[task.known : len(results)]
        task.known = max(task.known, len(results))
        return [Ready(about, row.value, row.fault) for (about, _), row in zip(jobs, fresh, strict=True)]

    def _ended(self, future: Any) -> list[Ready[A]]:
        """Fetch what a task gave; one that is not done any more, since its worker died, is waited for again."""
        if future.status == "finished":
            self._fetch(future)
        elif future.status in ("error", "cancelled"):
            return self._failed(future)
        else:
            self._done.add(future)
        return []

    def _fetch(self, future: Any) -> None:
        """Begin to fetch what a task gave, which is had again from another where its worker dies meanwhile."""

        def told(fetched: concurrent.futures.Future[list[Done]]) -> None:
            self._fetched.append((future, fetched))
            self._wake()

        fetching = self._client.gather(future, asynchronous=True)
        asyncio.run_coroutine_threadsafe(fetching, self._client.loop.asyncio_loop).add_done_callback(told)

    def _taken(self, future: Any, fetched: concurrent.futures.Future[list[Done]]) -> list[Ready[A]]:
        fault = fetched.exception()
        if fault is None:
            task = self._open.pop(future.key)
            found = self._new(task, fetched.result())
            self._portions.back(task.jobs[task.known :])
            return found
        if future.status in ("error", "cancelled"):
            return self._failed(future)
        raise fault

    def _failed(self, future: Any) -> list[Ready[A]]:
        """Hand a task out again, alone, since it may be blamed for another of its worker; alone it has a fault."""
        fault = future.exception()
        if fault is None:
            raise SchedulerLost
        task = self._open.pop(future.key)
        if not task.alone:
            self._portions.back(task.jobs[task.known :], alone=True)
            return []
        return [Ready(task.jobs[0][0], None, f"{type(fault).__name__}: {fault}")]


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
