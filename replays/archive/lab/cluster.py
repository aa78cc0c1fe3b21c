"""Tasks on several processes, or on a cluster: handed out as workers come free, taken back as they are done."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from replays.files import Unusable

K = TypeVar("K", bound=Hashable)
AHEAD: Final = 3
# Seconds until the scheduler is asked again how many workers it has: with many of them the answer is long.
LOOK: Final = 1.0
CONNECT_SECONDS: Final = 10


class Lost(Exception):
    """A task ended the process that had it, as often as it was tried."""


@contextmanager
def workers(jobs: int, dask: str = "") -> Iterator[Any]:
    """Give a client of so many processes of this machine, or of the cluster whose scheduler has this address.

    Raises Unusable where there is no such scheduler.
    """
    from distributed import Client, LocalCluster  # noqa: PLC0415

    if dask:
        try:
            client = Client(dask, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            raise Unusable(f"--dask {dask}: no scheduler answers there ({error}); start one, or use --jobs") from error
        with client:
            yield client
        return
    quiet = logging.CRITICAL
    with (
        LocalCluster(
            n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=quiet
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def each(
    client: Any, tasks: Iterable[tuple[K, tuple[Any, ...]]], do: Callable[..., bytes]
) -> Iterator[tuple[K, bytes | Lost]]:
    """Do every task and give its result, as they are done; a task whose process dies is done again by another.

    `tasks` is asked for more only as workers come free, so that it may take back what is no longer needed.
    """
    from distributed import as_completed  # noqa: PLC0415

    left = iter(tasks)
    keys: dict[str, K] = {}
    done = as_completed(with_results=True, raise_errors=False)  # gathered meanwhile, and not one after the other
    slots = _Slots(client)

    def hand_out() -> None:
        while len(keys) < slots.number() * AHEAD:
            task = next(left, None)
            if task is None:
                return
            key, args = task
            future = client.submit(do, *args, pure=False)
            keys[future.key] = key
            done.add(future)

    hand_out()
    while keys:
        for future, found in done.next_batch():
            yield keys.pop(future.key), _result(future, found)
        hand_out()


class _Slots:
    """How many tasks a cluster can do at once, asked now and then."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._number, self._asked = 0, 0.0

    def number(self) -> int:
        now = time.monotonic()
        if not self._number or now - self._asked >= LOOK:
            self._number, self._asked = max(1, sum(self._client.nthreads().values())), now
        return self._number


def _result(future: Any, found: Any) -> bytes | Lost:
    from distributed import KilledWorker  # noqa: PLC0415

    if future.status == "finished":
        given: bytes = found
        return given
    try:
        future.result()  # raises what the task did
    except KilledWorker as error:
        return Lost(f"the process that had it ended each time: {error}")
    raise Unusable(f"a task was {future.status}; give the command again")
