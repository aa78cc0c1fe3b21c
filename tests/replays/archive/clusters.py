"""A cluster of Dask on this machine: a scheduler and workers, each in a process that a test may kill."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

ROOT = Path(__file__).parents[3]


class Cluster:
    """A scheduler and two workers, each with so many threads."""

    def __init__(self, threads: int) -> None:
        self.threads = str(threads)
        self.processes: list[subprocess.Popen] = []
        self.scheduler = self._started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        for line in self.scheduler.stderr:
            found = re.search(r"Scheduler at:\s+(tcp://\S+)", line)
            if found:
                self.address = found[1]
                break
        self.workers = [self._worker() for _ in range(2)]
        self.wait_for_workers(2)

    def wait_for_workers(self, count: int) -> None:
        """Wait until the scheduler has exactly so many."""
        with Client(self.address, set_as_default=False) as client:
            while len(client.scheduler_info(n_workers=-1)["workers"]) != count:
                time.sleep(0.05)

    def _worker(self) -> subprocess.Popen:
        words = ("--no-nanny", "--no-dashboard", "--memory-limit", "0", "--host", "127.0.0.1")
        more = ("--nthreads", self.threads, "--preload", "tests.replays.archive.gated")
        return self._started("dask_worker", self.address, *words, *more)

    def _started(self, module: str, *words: str) -> subprocess.Popen:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        errors = subprocess.PIPE if module == "dask_scheduler" else subprocess.DEVNULL
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors, text=True)
        self.processes.append(process)
        return process


@contextmanager
def cluster(threads: int = 1) -> Iterator[Cluster]:
    """Run a cluster until the block ends."""
    made = Cluster(threads)
    try:
        yield made
    finally:
        for process in made.processes:
            process.kill()
            process.wait()
