"""Tasks on several processes, or on a cluster: handed out as workers come free, taken back as they are done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from replays.files import Unusable

K = TypeVar("K", bound=Hashable)
AHEAD: Final = 3
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
    done = as_completed()

    def hand_out() -> None:
        wanted = max(1, sum(client.nthreads().values())) * AHEAD
        while len(keys) < wanted:
            task = next(left, None)
            if task is None:
                return
            key, args = task
            future = client.submit(do, *args, pure=False)
            keys[future.key] = key
            done.add(future)

    hand_out()
    while keys:
        future = next(done)
        key = keys.pop(future.key)
        yield key, _result(future)
        hand_out()


def _result(future: Any) -> bytes | Lost:
    from distributed import KilledWorker  # noqa: PLC0415

    try:
        found: bytes = future.result()
    except KilledWorker as error:
        return Lost(f"the process that had it ended each time: {error}")
    return found
