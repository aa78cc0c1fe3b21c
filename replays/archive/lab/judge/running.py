"""Many files judged again: what is known is taken from the results that are kept, the others are handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from replays.archive.lab.again import Judged
from replays.archive.lab.judge.job import JOB, Change, Given
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import client_of, run_all
from replays.archive.work.kept import Kept
from replays.archive.work.kinds import CRASHED, MEMORY, TIME, UNREADABLE, ended
from replays.archive.work.program import program, require_this_program
from replays.archive.work.sources import Source
from replays.archive.work.where import Where
from replays.files import Unusable

# a file by its name, and what came of it
Found = tuple[str, Judged]
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
    name: str
    sha256: str


def work_on(change: Change, bounds: Bounds, data: bytes) -> tuple[str, Outcome]:
    """Judge a file in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, msgspec.msgpack.encode(Given(data, change)), bounds)


def judge_files(
    files: Sequence[Source],
    change: Change,
    where: Where,
    bounds: Bounds = Bounds(),  # noqa: B008  (frozen)
    kept: Kept[Result] | None = None,
    step: Callable[[], None] = lambda: None,
) -> list[Found]:
    """Judge files again, and give each by its name with what came of it, in their order.

    What is kept of the same program, change, name and content is taken as it is; results that are new are kept. `step`
    is called for each file that is not known by name.
    Raises Unusable where there is no cluster, or a worker runs another program, SchedulerLost where it is gone.
    """
    found: dict[str, Judged] = {}
    rows = kept.rows if kept is not None else []
    known = {row.key: row.judged for row in rows if _stands(row, change)}
    before = names_known(files, rows, change)

    def done(name: str, judged: Judged) -> None:
        found[name] = judged
        if name not in before:
            step()

    def made(source: Source) -> tuple[_About, tuple[bytes]] | None:
        try:
            data = source.read()
        except Unusable as fault:
            done(source.name, Judged(UNREADABLE, str(fault)))
            return None
        about = _About(source.name, hashlib.sha256(data).hexdigest())
        if (about.name, about.sha256) not in known:
            return about, (data,)
        done(about.name, known[about.name, about.sha256])
        return None

    with client_of(where) as client:
        for batch in run_all(client, partial(work_on, change, bounds), files, made):
            new = [
                (row.about, Judged(CRASHED, row.fault) if row.fault else _judged(row.value, bounds)) for row in batch
            ]
            if kept is not None:
                kept.add(*(Result(about.name, about.sha256, program(), change, judged) for about, judged in new))
            for about, judged in new:
                done(about.name, judged)
    return [(source.name, found[source.name]) for source in files]


def names_known(files: Iterable[Source], rows: Iterable[Result], change: Change) -> set[str]:
    """Name the files of which a result is kept; of one whose content has changed since it is not taken."""
    names = {row.name for row in rows if _stands(row, change)}
    return {source.name for source in files if source.name in names}


def _stands(row: Result, change: Change) -> bool:
    return row.program == program() and row.change == change and row.judged.state not in UNDECIDED


def _judged(value: tuple[str, Outcome], bounds: Bounds) -> Judged:
    by, outcome = value
    require_this_program(by)
    if outcome.done:
        return msgspec.msgpack.decode(outcome.data, type=Judged)
    return Judged(*ended(outcome, bounds))
