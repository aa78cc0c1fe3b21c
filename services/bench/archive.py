"""How the archive's laboratory scales: games of a plan on one process and on two, and on a simulated cluster.

`python -m services.bench.archive PLAN` plays games of a plan with 1 and 2 processes in turns. Then it runs Dask's own
scheduler with as many workers as are asked for, all in this process, whose tasks take the time that the games took and
do nothing meanwhile. What they reach against workers / seconds a game is what handing out costs; scheduler, client and
workers share one core here, so a cluster does at least as well.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.lab.cluster import Lost, each, workers
from replays.archive.lab.games import GameRow, play_number
from replays.archive.lab.plan import Plan, read_plan

ENOUGH: Final = 0.9


class Simulated(Struct, frozen=True):
    """What a simulated cluster did: games a second, and what so many workers would do if handing out cost nothing."""

    workers: int
    chunk: int
    tasks: int
    rate: float
    ideal: float

    @property
    def share(self) -> float:
        """Give the share of the ideal."""
        return self.rate / self.ideal


def played(plan: Plan, jobs: int, first: int, games: int) -> tuple[float, list[float]]:
    """Play games of a plan from a number on; gives games a second, and the seconds of processor of each.

    Processes are started and the plan is prepared before the time is taken.
    """
    data = msgspec.json.encode(plan)
    with workers(jobs) as client:
        client.gather([client.submit(play_number, data, 1, workers=[one], pure=False) for one in client.nthreads()])
        began = time.perf_counter()
        tasks = ((number, (data, number)) for number in range(first, first + games))
        rows = [_row(found) for _, found in each(client, tasks, play_number)]
        took = time.perf_counter() - began
    return games / took, [row.seconds for row in rows]


def _row(found: bytes | Lost) -> GameRow:
    if isinstance(found, Lost):
        raise found
    return msgspec.json.decode(found, type=GameRow)


async def rest(seconds: float) -> bytes:
    """Take the time of a task, and do nothing."""
    await asyncio.sleep(seconds)
    return b""


@contextmanager
def simulated(number: int) -> Iterator[Any]:
    """Give a client of Dask's scheduler with so many workers in this process."""
    import dask
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
    with (
        dask.config.set(settings),
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
        yield client


def simulate(client: Any, number: int, chunk: int, seconds: Sequence[float], rounds: int = 3) -> Simulated:
    """Hand out tasks of `chunk` games each, so many to each worker, as `archive play` hands them out."""
    lasting = itertools.cycle(seconds)
    tasks = [sum(itertools.islice(lasting, chunk)) for _ in range(number * rounds)]
    began = time.perf_counter()
    do: Any = rest  # a worker waits for it
    for _ in each(client, ((index, (task,)) for index, task in enumerate(tasks)), do):
        continue
    took = time.perf_counter() - began
    games = chunk * len(tasks)
    return Simulated(number, chunk, len(tasks), games / took, games * number / sum(tasks))


def enough(rows: Sequence[Simulated]) -> dict[int, int]:
    """Give for each number of workers the fewest games a task with which they reach nine tenths of the ideal."""
    good = [row for row in rows if row.share >= ENOUGH]
    return {
        number: min(row.chunk for row in good if row.workers == number) for number in sorted({r.workers for r in good})
    }


def main(words: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m services.bench.archive", description="Measures how games scale.")
    parser.add_argument("plan", type=Path, help="the plan, in TOML")
    parser.add_argument("--games", type=int, default=20, help="games of each turn (20)")
    parser.add_argument("--turns", type=int, default=3, help="how often each number of processes is measured (3)")
    parser.add_argument("--workers", type=int, nargs="*", default=[10, 100, 1000], help="simulated (10 100 1000)")
    parser.add_argument("--chunks", type=int, nargs="*", default=[1, 4, 16], help="games a task (1 4 16)")
    args = parser.parse_args(words)
    seconds = _measured(read_plan(args.plan), args.games, args.turns)
    rows = []
    for number in args.workers:
        with simulated(number) as client:
            for chunk in args.chunks:
                rows.append(simulate(client, number, chunk, seconds))
                row = rows[-1]
                print(
                    f"{number} workers, {chunk} games a task: {row.rate:.1f} games a second of {row.ideal:.1f} "
                    f"({row.share:.2f}), {row.rate / chunk:.0f} tasks a second"
                )
    for number, chunk in enough(rows).items():
        print(f"{number} workers reach {ENOUGH} of the ideal with {chunk} games a task")
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
