"""How the archive's laboratory scales: games of a plan on one process and on two, and on a simulated cluster.

`python -m services.bench.archive PLAN` plays games of a plan with 1 and 2 processes in turns. Then it runs Dask's own
scheduler with as many workers as are asked for, all in this process, whose tasks take the time that the games took and
do nothing meanwhile. What they reach against workers / seconds a game is what handing out costs; scheduler, client and
workers share one core here, so a cluster does at least as well.
"""

from __future__ import annotations

import argparse
import gc
import logging
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.lab.job import row_of, work_on
from replays.archive.lab.plan import Plan, read_plan
from replays.archive.work import portions
from replays.archive.work.bounded import Bounds
from replays.archive.work.cluster import client_of, run_all
from replays.archive.work.portions import seconds_of
from replays.archive.work.where import Where

# Workers of a simulation look after themselves less often than real ones: they share one core. Each would look through
# the folders of all others when it begins.
_QUIET: Final = {
    "distributed.worker.use-file-locking": False,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "1s",
}


# Workers of a simulation whose games are simulated one by one; with more, their tasks are.
_WAKING: Final = 100


class Simulated(Struct, frozen=True):
    """What a simulated cluster did: games a second, and what so many workers would do if handing out cost nothing."""

    workers: int
    games: int
    tasks: int
    rate: float
    ideal: float

    @property
    def share(self) -> float:
        """Give the share of the ideal."""
        return self.rate / self.ideal

    @property
    def chunk(self) -> float:
        """Give the games of a task."""
        return self.games / self.tasks


def played(plan: Plan, jobs: int, first: int, games: int) -> tuple[float, list[float]]:
    """Play games of a plan from a number on; gives games a second, and the seconds of processor of each.

    Processes are started and the plan is prepared before the time is taken.
    """
    bounds = Bounds()
    job = partial(work_on, msgspec.json.encode(plan), bounds)
    with client_of(Where(jobs)) as client:
        client.gather([client.submit(job, 1, pure=False) for _ in range(jobs)])
        began = time.perf_counter()
        found = chain.from_iterable(
            run_all(client, job, range(first, first + games), lambda number: (number, (number,)))
        )
        seconds = [row_of(plan, ready.about, ready.value, bounds).seconds for ready in found]
        took = time.perf_counter() - began
    return games / took, seconds


@contextmanager
def simulated(number: int) -> Iterator[Any]:
    """Give a client of Dask's scheduler with so many workers in this process.

    What they have made when they have begun is left alone by the collector of garbage until the end: it would go
    through all workers again and again. Nothing is logged: each worker would take a note of what any of them logs.
    """
    import dask
    from distributed import Client, LocalCluster

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with (
            dask.config.set(_QUIET),
            LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                processes=False,
                dashboard_address=None,
                memory_limit=0,
                silence_logs=50,
            ) as cluster,
            Client(cluster) as client,
        ):
            client.wait_for_workers(number)
            gc.collect()
            gc.freeze()
            yield client
    finally:
        gc.unfreeze()
        logging.disable(before)


def simulate(client: Any, number: int, seconds: Sequence[float], lasting: float, portioned: bool = True) -> Simulated:
    """Hand out games that only last, as `archive play` hands games out, for about so many seconds.

    Without `portioned` each is a task of its own.
    """
    games = max(number, round(lasting * number / statistics.mean(seconds)))
    work = [seconds[place % len(seconds)] for place in range(games)]
    before = portions.MOST
    portions.MOST = before if portioned else 1
    tasks = 0
    submit = client.submit

    def counting(*given: Any, **more: Any) -> Any:
        nonlocal tasks
        tasks += 1
        return submit(*given, **more)

    client.submit = counting
    try:
        began = time.perf_counter()
        for _ in run_all(client, time.sleep, work, lambda taking: (None, (taking,))):
            continue
        took = time.perf_counter() - began
    finally:
        client.submit, portions.MOST = submit, before
    return Simulated(number, games, tasks, games / took, games * number / sum(work))


def handed_out(client: Any, number: int, rounds: int) -> Simulated:
    """Hand out tasks that only last, as long as a task of `archive play` does with so many workers.

    Each is one wait. The games of a task would each wake a thread of this process, and a thousand threads that wake
    five times a second leave the scheduler no time.
    """
    lasting = seconds_of(number)
    began = time.perf_counter()
    client.gather([client.submit(time.sleep, lasting, pure=False) for _ in range(rounds * number)])
    took = time.perf_counter() - began
    return Simulated(number, rounds * number, rounds * number, rounds * number / took, number / lasting)


def main(words: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m services.bench.archive", description="Measures how games scale.")
    parser.add_argument("plan", type=Path, help="the plan, in TOML")
    parser.add_argument("--games", type=int, default=20, help="games of each turn (20)")
    parser.add_argument("--turns", type=int, default=3, help="how often each number of processes is measured (3)")
    parser.add_argument("--workers", type=int, nargs="*", default=[10, 100, 1000], help="simulated (10 100 1000)")
    parser.add_argument("--lasting", type=float, default=20, help="seconds of each simulation if all went well (20)")
    args = parser.parse_args(words)
    seconds = _measured(read_plan(args.plan), args.games, args.turns)
    for number in args.workers:
        with simulated(number) as client:
            if number > _WAKING:
                row = handed_out(client, number, max(1, round(args.lasting / seconds_of(number))))
                print(
                    f"{number} workers, tasks of {seconds_of(number):.1f} s: {row.rate:.0f} tasks a second of "
                    f"{row.ideal:.0f} ({row.share:.2f})"
                )
                continue
            for portioned in (False, True):
                row = simulate(client, number, seconds, args.lasting, portioned=portioned)
                print(
                    f"{number} workers, {row.chunk:.1f} games a task: {row.rate:.1f} games a second of {row.ideal:.1f} "
                    f"({row.share:.2f}), {row.rate / row.chunk:.0f} tasks a second"
                )
    return 0


def _measured(plan: Plan, games: int, turns: int) -> list[float]:
    rates: dict[int, list[float]] = {1: [], 2: []}
    seconds: list[float] = []
    for _ in range(turns):
        for jobs, found in rates.items():
            rate, each_took = played(plan, jobs, 1, games)
            found.append(rate)
            seconds += each_took if jobs == 1 else []
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    print(f"1 process: {statistics.median(rates[1]):.2f} games a second; 2: {statistics.median(rates[2]):.2f}")
    print(f"2 processes over 1, in turns: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")
    print(f"{statistics.mean(seconds):.2f} s of processor a game")
    return seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
