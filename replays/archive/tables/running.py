"""Many files read into tables, each in a bounded process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.tables.job import JOB, Given, Made
from replays.archive.tables.refusals import Refused
from replays.archive.tables.schema import TABLES
from replays.archive.tables.writing import Writer
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import run_all
from replays.archive.work.kinds import CRASHED, GAME, UNREADABLE, ended
from replays.archive.work.program import program, require_this_program
from replays.archive.work.sources import Source
from replays.files import Unusable

_GAME, _FINISHED, _ENTRIES = map(TABLES["games"].names.index, ("game", "finished", "entries"))
GOES_ON: Final = "its game goes on"


class Left(Struct, frozen=True):
    """A file of which the tables have nothing, why, and of what kind it is: a game can be left out too.

    `goes_on` is true of a game that is not finished; `game` is its id.
    """

    file: str
    why: str
    goes_on: bool = False
    kind: str = GAME
    game: str = ""


def work_on(bounds: Bounds, file: str, sha256: str, data: bytes) -> tuple[str, Outcome]:
    """Read a file in a bounded process: what a worker runs. Gives its program, too."""
    return program(), do_bounded(JOB, msgspec.msgpack.encode(Given(file, sha256, data)), bounds)


def write_all(
    client: Any,
    files: Sequence[Source],
    writer: Writer,
    bounds: Bounds,
    wallets: Sequence[Refused],
    step: Callable[[], None],
    *,
    finished: bool = False,
) -> list[Left]:
    """Add files to the tables, or those of games that are `finished` alone; gives those that were left out.

    Then the refusals in `wallets` are added, to games that were there before too. `step` is called for each file that
    is not known by name.

    Raises Unusable where a worker runs another program, SchedulerLost where the scheduler is gone.
    """
    before = names_known(files, writer)
    left: list[Left] = []

    def done(file: str, why: Left | None) -> None:
        if why is not None:
            left.append(why)
        if file not in before:
            step()

    def given(source: Source) -> tuple[tuple[str, str], tuple[str, str, bytes]] | None:
        try:
            data = source.read()
        except Unusable as fault:
            done(source.name, Left(source.name, str(fault), kind=UNREADABLE))
            return None
        sha256 = hashlib.sha256(data).hexdigest()
        if (source.name, sha256) in writer.known:
            return None
        return (source.name, sha256), (source.name, sha256, data)

    for ready in chain.from_iterable(run_all(client, partial(work_on, bounds), files, given)):
        made = Made(why=ready.fault, kind=CRASHED) if ready.fault else _made(ready.value, bounds)
        done(ready.about[0], _added(writer, *ready.about, made, finished=finished))
    writer.flush()
    if wallets:
        known = writer.add_refusals(wallets)
        going = {row.game for row in left if row.goes_on}
        left += [_without_game(one, going) for one in wallets if one.game not in known]
    return sorted(left, key=lambda row: row.file)


def _added(writer: Writer, file: str, sha256: str, made: Made, *, finished: bool) -> Left | None:
    """Add what was made of a file to the tables, or say why it is left out."""
    if made.why:
        return Left(file, made.why, kind=made.kind)
    game = made.rows["games"][0]
    if finished and not game[_FINISHED]:
        return Left(file, GOES_ON, goes_on=True, game=game[_GAME])
    if why := writer.there(file, made.marks, game[_ENTRIES]):
        return Left(file, why)
    writer.add(file, sha256, made.marks, made.rows)
    return None


def _without_game(one: Refused, going: set[str]) -> Left:
    if one.game in going:
        return Left(one.wallet, GOES_ON, goes_on=True)
    return Left(one.wallet, f"a wallet of game {one.game}, which is not in these tables: name its replay file too")


def names_known(files: Iterable[Source], writer: Writer) -> set[str]:
    """Name the files that the tables have; one whose content has changed since is read all the same."""
    names = {file for file, _ in writer.known}
    return {source.name for source in files if source.name in names}


def _made(value: tuple[str, Outcome], bounds: Bounds) -> Made:
    by, outcome = value
    require_this_program(by)
    if not outcome.done:
        kind, why = ended(outcome, bounds)
        return Made(why=why, kind=kind)
    return msgspec.msgpack.decode(outcome.data, type=Made)
