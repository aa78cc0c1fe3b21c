"""Many files judged again: what is known is taken from the results that are kept, the others are handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from replays.archive.lab.again import CRASHED, MEMORY, TIME, UNREADABLE, Judged
from replays.archive.lab.judge.job import JOB, Change, Given
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import client_of, run_all
from replays.archive.work.kept import Kept
from replays.archive.work.program import program, require_this_program
from replays.archive.work.sources import source_at
from replays.archive.work.where import Where
from replays.files import Unusable

Found = tuple[Path, Judged]
# States that say nothing of a file: with other bounds, or on another day, it may get another.
UNDECIDED: Final = (TIME, MEMORY, CRASHED)


class Result(Struct, frozen=True):
    """What came of the file of this name and content, by this program, under this change."""

    name: str
    sha256: str
    program: str
    change: Change
    judged: Judged

    @property
    def key(self) -> tuple[str, str]:
        """Name the file and its content."""
        return self.name, self.sha256


class _About(Struct, frozen=True):
    path: Path
    name: str
    sha256: str


def work_on(change: Change, bounds: Bounds, data: bytes) -> tuple[str, Outcome]:
    """Judge a file in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, msgspec.msgpack.encode(Given(data, change)), bounds)


def judge_files(
    paths: Sequence[Path],
    change: Change,
    where: Where,
    bounds: Bounds = Bounds(),  # noqa: B008  (frozen)
    kept: Kept[Result] | None = None,
    step: Callable[[], None] = lambda: None,
) -> list[Found]:
    """Judge files again, and give each with what came of it, in their order; `step` is called for each.

    What is kept of the same program, change, name and content is taken as it is; results that are new are kept.
    Raises Unusable where there is no cluster, or a worker runs another program, SchedulerLost where it is gone.
    """
    found: dict[Path, Judged] = {}
    known = {row.key: row.judged for row in kept.rows if _stands(row, change)} if kept is not None else {}

    def made(path: Path) -> tuple[_About, tuple[bytes]] | None:
        source = source_at(path)
        try:
            data = source.read()
        except Unusable as fault:
            found[path] = Judged(UNREADABLE, str(fault))
            step()
            return None
        about = _About(path, source.name, hashlib.sha256(data).hexdigest())
        if (about.name, about.sha256) not in known:
            return about, (data,)
        found[path] = known[about.name, about.sha256]
        step()
        return None

    with client_of(where) as client:
        for batch in run_all(client, partial(work_on, change, bounds), paths, made):
            rows = [
                (row.about, Judged(CRASHED, row.fault) if row.fault else _judged(row.value, bounds)) for row in batch
            ]
            if kept is not None:
                kept.add(*(Result(about.name, about.sha256, program(), change, judged) for about, judged in rows))
            for about, judged in rows:
                found[about.path] = judged
                step()
    return [(path, found[path]) for path in paths]


def _stands(row: Result, change: Change) -> bool:
    return row.program == program() and row.change == change and row.judged.state not in UNDECIDED


def _judged(value: tuple[str, Outcome], bounds: Bounds) -> Judged:
    by, outcome = value
    require_this_program(by)
    if outcome.done:
        return msgspec.msgpack.decode(outcome.data, type=Judged)
    ends = {
        "time": Judged(TIME, f"it took more than {bounds.seconds} s; raise --seconds"),
        "memory": Judged(MEMORY, f"it took more than {bounds.memory >> 20} MiB; raise --memory"),
    }
    return ends.get(outcome.end, Judged(CRASHED, f"its process ended by {outcome.end}"))
