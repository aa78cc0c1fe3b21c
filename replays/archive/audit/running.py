"""Many files audited: what is known is taken from the results that are kept, the others are handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.audit.job import JOB
from replays.archive.audit.result import CRASHED, MEMORY, TIME, UNREADABLE, Judgement, Result, result_of
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import Ready, run_all
from replays.archive.work.kinds import GAME
from replays.archive.work.program import program, require_this_program
from replays.archive.work.sources import Source
from replays.files import Unusable

# Verdicts that say nothing of a file: with other bounds, or on another day, it may get another.
UNDECIDED: Final = (TIME, MEMORY, CRASHED, UNREADABLE)


class About(Struct, frozen=True):
    """A file whose audit is under way."""

    name: str
    sha256: str
    size: int


def work_on(bounds: Bounds, data: bytes) -> tuple[str, Outcome]:
    """Audit a file in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, data, bounds)


def audit_all(
    client: Any, files: Sequence[Source], known: Sequence[Result], bounds: Bounds, passed: Callable[[Result], None]
) -> Iterator[list[Result]]:
    """Audit files; gives results that are new as they come, in whatever order, and hands those that are known on.

    Raises Unusable where a worker runs another program, SchedulerLost where the scheduler is gone.
    """
    decided = {(row.name, row.sha256): row for row in known if _stands(row)}
    unread: list[Result] = []

    def made(source: Source) -> tuple[About, tuple[bytes]] | None:
        try:
            data = source.read()
        except Unusable as fault:
            unread.append(Result(source.name, "", 0, program(), UNREADABLE, GAME, str(fault)))
            return None
        about = About(source.name, hashlib.sha256(data).hexdigest(), len(data))
        standing = decided.get((about.name, about.sha256))
        if standing is None:
            return about, (data,)
        passed(standing)
        return None

    for batch in run_all(client, partial(work_on, bounds), files, made):
        yield [_found(ready, bounds) for ready in batch]
    if unread:
        yield unread


def names_known(files: Iterable[Source], rows: Iterable[Result]) -> set[str]:
    """Name the files of which a result is kept; of one whose content has changed since it is not taken."""
    names = {row.name for row in rows if _stands(row)}
    return {source.name for source in files if source.name in names}


def _found(ready: Ready[About], bounds: Bounds) -> Result:
    if ready.fault:
        return _ended(ready.about, CRASHED, ready.fault)
    by, outcome = ready.value
    return _result(ready.about, by, outcome, bounds)


def _stands(row: Result) -> bool:
    return row.program == program() and row.verdict not in UNDECIDED


def _result(about: About, by: str, outcome: Outcome, bounds: Bounds) -> Result:
    require_this_program(by)
    if outcome.done:
        judgement = msgspec.msgpack.decode(outcome.data, type=Judgement)
        return result_of(about.name, about.sha256, about.size, by, judgement)
    if outcome.end == "time":
        return _ended(about, TIME, f"its audit took more than {bounds.seconds} s; raise --seconds")
    if outcome.end == "memory":
        return _ended(about, MEMORY, f"its audit took more than {bounds.memory >> 20} MiB; raise --memory")
    return _ended(about, CRASHED, f"its audit ended by {outcome.end}")


def _ended(about: About, verdict: str, note: str) -> Result:
    return Result(about.name, about.sha256, about.size, program(), verdict, GAME, note)
