"""Many files read into tables, each in a bounded process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.tables.job import JOB, Given, Made
from replays.archive.tables.schema import TABLES
from replays.archive.tables.writing import Writer
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import run_all
from replays.archive.work.program import program, require_this_program
from replays.archive.work.sources import Source
from replays.files import Unusable

_FINISHED: Final = TABLES["games"].names.index("finished")


class Left(Struct, frozen=True):
    """A file of which the tables have nothing, and why."""

    file: str
    why: str
    goes_on: bool = False


def work_on(bounds: Bounds, file: str, sha256: str, data: bytes) -> tuple[str, Outcome]:
    """Read a file in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, msgspec.msgpack.encode(Given(file, sha256, data)), bounds)


def write_all(
    client: Any,
    files: Sequence[Source],
    writer: Writer,
    bounds: Bounds,
    refusals: dict[str, list[list[Any]]],
    step: Callable[[], None],
    *,
    finished: bool = False,
) -> list[Left]:
    """Add files to the tables, or those of games that are `finished` alone; gives those that were left out.

    Raises Unusable where a worker runs another program, SchedulerLost where the scheduler is gone.
    """
    left: list[Left] = []

    def given(source: Source) -> tuple[tuple[str, str], tuple[str, str, bytes]] | None:
        try:
            data = source.read()
        except Unusable as fault:
            left.append(Left(source.name, str(fault)))
            step()
            return None
        sha256 = hashlib.sha256(data).hexdigest()
        if (source.name, sha256) in writer.known:
            step()
            return None
        return (source.name, sha256), (source.name, sha256, data)

    for ready in chain.from_iterable(run_all(client, partial(work_on, bounds), files, given)):
        file, sha256 = ready.about
        if ready.fault:
            made = Made(why=ready.fault)
        else:
            by, outcome = ready.value
            made = _made(by, outcome)
        if finished and not made.why and not made.rows["games"][0][_FINISHED]:
            left.append(Left(file, "its game goes on", goes_on=True))
        elif why := made.why or _add(writer, file, sha256, made, refusals):
            left.append(Left(file, why))
        step()
    writer.flush()
    return sorted(left, key=lambda row: row.file)


def _made(by: str, outcome: Outcome) -> Made:
    require_this_program(by)
    if not outcome.done:
        return Made(why=f"reading it ended by {outcome.end}")
    return msgspec.msgpack.decode(outcome.data, type=Made)


def _add(writer: Writer, file: str, sha256: str, made: Made, refusals: dict[str, list[list[Any]]]) -> str:
    game = made.rows["games"][0][1]
    if made.mark in writer.games:
        return f"its game is there already, from {writer.games[made.mark]}"
    made.rows["refusals"] = [[file, game, *row] for row in refusals.get(game, ())]
    writer.add(file, sha256, made.mark, made.rows)
    return ""
