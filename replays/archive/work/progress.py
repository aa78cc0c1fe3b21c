"""Progress on the error output: a bar with an estimate, or a line now and then where nobody looks at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

EVERY: Final = 10.0


@contextmanager
def progress(
    what: str, total: int, *, done: int = 0, quiet: bool = False, brief: bool = False
) -> Iterator[Callable[[], None]]:
    """Show progress until the block ends; gives what is called once for each file.

    `done` were done before. With `brief` nobody hears of work that is over before its first line is due.
    """
    if quiet or sys.stderr is None:  # which is closed
        yield lambda: None
        return
    if not sys.stderr.isatty():
        yield _Lines(what, total, done, brief=brief)
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task(what, total=total, completed=done)
        yield lambda: shown.advance(task)


class _Lines:
    def __init__(self, what: str, total: int, done: int, *, brief: bool) -> None:
        self._what, self._total, self._done, self._before = what, total, done, done
        self._brief = brief
        self._began = self._told = time.monotonic()

    def __call__(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told >= EVERY or (self._done == self._total and not (self._brief and self._told == self._began)):
            self._told = now
            left = (self._total - self._done) * (now - self._began) / (self._done - self._before)
            with suppress(OSError):  # nobody reads it any more: the work goes on
                print(f"{self._what}: {self._done} of {self._total}, about {left:.0f} s left", file=sys.stderr)  # noqa: T201
