"""Tasks of many jobs: as many as take a second or two, so that a scheduler has less to hand out than there is to do."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

A = TypeVar("A")
S = TypeVar("S")
Arguments = tuple[Any, ...]
# Seconds that a task should take at least, after which its worker hands the rest of it back.
SECONDS: Final = 1.5
# Tasks a second that a scheduler hands out beside its other work; where there are more workers tasks take longer.
EASY: Final = 100
# Tasks that last so many times that long tell what they have, so that one long job keeps no others' results from disk.
LATE: Final = 2
# Jobs of a task at most, and of one that is handed out before any job has ended.
MOST, START = 64, 4
# Bytes of a task at which it is given no further job.
BYTES: Final = 4 << 20
# Of what is left, a task holds this part of each worker's share at most: near the end nobody waits for one of them.
_PART: Final = 4
_NEWEST: Final = 0.1


def seconds_of(workers: int) -> float:
    """Give the seconds that a task should take where there are so many workers."""
    return max(SECONDS, workers / EASY)


class Done(Struct, frozen=True):
    """What a job gave, or why there is nothing, and the seconds that it took."""

    value: Any
    fault: str
    seconds: float


def work_through(
    job: Callable[..., Any],
    work: Sequence[Arguments],
    seconds: float,
    tell: Callable[[list[Done]], None] = lambda _: None,
) -> list[Done]:
    """Do jobs one after the other until so many seconds are over, the first in any case: what a worker runs.

    Where a job that is not the first is under way long after that, those before it are told, from another thread.
    """
    found: list[Done] = []
    late = threading.Timer(LATE * seconds, lambda: tell(list(found)) if found else None)
    late.daemon = True
    if len(work) > 1:
        late.start()
    began = now = time.monotonic()
    for arguments in work:
        if found and now - began >= seconds:
            break
        value, fault = _done(job, arguments)
        before, now = now, time.monotonic()
        found.append(Done(value, fault, now - before))
    late.cancel()
    return found


def _done(job: Callable[..., Any], arguments: Arguments) -> tuple[Any, str]:
    try:
        return job(*arguments), ""
    except Exception as error:  # noqa: BLE001  (whatever one job raises, the others are done)
        return None, f"{type(error).__name__}: {error}"


class Portions(Generic[S, A]):
    """Work put into tasks: what it is `given` is `made` into a job, or into None where nothing is to be done.

    A job is what it is about, and its arguments.
    """

    def __init__(self, given: Sequence[S], made: Callable[[S], tuple[A, Arguments] | None]) -> None:
        self._left = len(given)
        self._fresh = self._made(given, made)
        self._back: deque[tuple[A, Arguments]] = deque()
        self._alone: deque[tuple[A, Arguments]] = deque()
        self._mean = 0.0

    def _made(
        self, given: Iterable[S], made: Callable[[S], tuple[A, Arguments] | None]
    ) -> Iterator[tuple[A, Arguments]]:
        for one in given:
            self._left -= 1
            found = made(one)
            if found is not None:
                yield found

    def learn(self, seconds: Iterable[float]) -> None:
        """Take note of what jobs took; the newest count most."""
        for taken in seconds:
            self._mean += (taken - self._mean) * _NEWEST if self._mean else taken

    @property
    def suspected(self) -> bool:
        """Tell whether the next task is a job that came back to be done alone."""
        return bool(self._alone)

    def back(self, jobs: Iterable[tuple[A, Arguments]], *, alone: bool = False) -> None:
        """Take back jobs that were not done, to be handed out before all others; `alone` each in a task of its own."""
        (self._alone if alone else self._back).extend(jobs)

    def size(self, workers: int) -> int:
        """Give how many jobs the next task holds."""
        share = math.ceil((self._left + len(self._back)) / (_PART * workers))
        if not self._mean:
            return max(1, min(START, share, MOST))
        least = workers / EASY / _PART  # seconds: handing out smaller ones would take longer than what is left
        return max(1, min(int(seconds_of(workers) / self._mean), max(int(least / self._mean), share), MOST))

    def next(self, workers: int) -> list[tuple[A, Arguments]]:
        """Give the jobs of the next task; empty where nothing is left."""
        if self._alone:
            return [self._alone.popleft()]
        task: list[tuple[A, Arguments]] = []
        size, most = 0, self.size(workers)
        while len(task) < most and size < BYTES:
            one = self._back.popleft() if self._back else next(self._fresh, None)
            if one is None:
                break
            task.append(one)
            size += sum(len(value) for value in one[1] if isinstance(value, bytes))
        return task
