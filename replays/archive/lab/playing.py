"""Playing a plan: its games handed out, written down as they are done, and told in tables and a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.sentences import counted
from replays.archive.lab.games import GameRow, replay_of
from replays.archive.lab.job import JOB, decided, row_of, undecided, work_on
from replays.archive.lab.plan import GAMES_MOST, Plan, PlanFault, bytes_of, game_of, plan_of, uneven, variant_words
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.reported import REPORTS, Reported, earlier, reported
from replays.archive.lab.report.store import Games, write_tables
from replays.archive.lab.report.study import study_of
from replays.archive.lab.report.words import answer_words, looked_words
from replays.archive.lab.sequential import Progress
from replays.archive.lab.table import NotFinished
from replays.archive.work.bounded import Bounds, start_bounded
from replays.archive.work.kept import kept_at
from replays.archive.work.progress import progress
from replays.archive.work.where import Where
from replays.files import Unusable

REPORT: Final = "report.html"


class Played(Struct, frozen=True):
    """What a run says, and how many of the games that count are not decided: they went beyond their bounds."""

    text: str
    undecided: int


def prepared_at(path: Path) -> Prepared:
    """Read a plan and find everything that it names.

    Raises PlanFault, each line with the file.
    """
    return prepared_of(bytes_of(path), path)


def prepared_of(data: bytes, path: Path) -> Prepared:
    """Find everything that a plan names, of which these are the bytes. Raises PlanFault, each line with the file."""
    plan = plan_of(data, str(path))
    try:
        return Prepared(plan)
    except PlanFault as fault:
        raise PlanFault("\n".join(f"{path}: {line}" for line in str(fault).splitlines())) from fault


def play_again(path: Path, number: int, replay: Path) -> str:
    """Play one game of a plan again to a replay file, and say so.

    Raises PlanFault, Unusable.
    """
    prepared = prepared_at(path)
    last = prepared.plan.last  # and not that of the plan's own number: --games may have played more
    if not 1 <= number <= last:
        raise Unusable(f"--game: the plan has games 1 to {last}, and no {number}; take one of its report")
    try:
        data = replay_of(prepared, number)
        replay.write_bytes(data)
    except (NotFinished, Rejected, LookupError) as fault:
        raise Unusable(f"--game {number}: it has no end, and so no replay file: {fault}") from fault
    except OSError as error:
        raise Unusable(f"{replay} can not be written: {error.strerror}; name another file with --replay") from error
    game = game_of(prepared.plan, number)
    values = variant_words(prepared.plan, game.variant)
    words = [prepared.plan.settings[game.setting].name, values, f"seed {game.seed}"]
    return f"Game {number}, {', '.join(filter(None, words))}. Written to {replay}."


def play_plan(
    path: Path,
    folder: Path,
    where: Where,
    bounds: Bounds = Bounds(),  # noqa: B008  (frozen)
    games_each: int | None = None,
    *,
    quiet: bool = False,
) -> Played:
    """Play what is left of a plan, write tables and report, and say what came out.

    `games_each` is the number of games of each setting, where it is not the plan's.

    Raises PlanFault, Unusable, SchedulerLost; KeyboardInterrupt where somebody stops it.
    """
    data = bytes_of(path)
    plan = sized(prepared_of(data, path).plan, games_each)
    with Games(folder, plan) as games:
        rows = {row.number: row for row in games.rows if row.number <= plan.size and decided(row)}
        course = Progress(plan, list(rows.values()))
        with progress("played", plan.size, done=len(rows), quiet=quiet, brief=True) as step:
            for batch in play_left(plan, course, where, bounds):
                games.add(*batch)
                for row in batch:
                    rows[row.number] = row
                    step()
        lines = report((str(path), data.decode()), folder, plan, course, [rows[number] for number in sorted(rows)])
    left = [row.failed for found in course.counted.values() for row in found if not decided(row)]
    return Played("\n".join([*lines, f"The report is {folder / REPORT}.", *_left(left)]), len(left))


def _left(faults: Sequence[str]) -> Iterator[str]:
    """Say how many games are not decided, why, and what to do."""
    for fault, count in Counter(faults).items():
        yield f"{counted(count, 'game')} {fault}"
    if faults:
        yield "Give the command again so: it plays those alone."


def sized(plan: Plan, games: int | None) -> Plan:
    """Give a plan with another number of games for each setting. Raises Unusable."""
    if games is None:
        return plan
    if plan.seeds or not 1 <= games <= GAMES_MOST:
        raise Unusable(f"--games: {games} can not be played; give a number from 1, of a plan that lists no seeds")
    if games % plan.cycle:
        raise Unusable(f"--games: {uneven(plan, games)}")
    return msgspec.structs.replace(plan, games=games)


def play_left(plan: Plan, course: Progress, where: Where, bounds: Bounds) -> Iterator[list[GameRow]]:
    """Play the games that are still due, and give them as they are done.

    Raises Unusable where there is no cluster, or a worker runs another program, SchedulerLost where it is gone.
    """
    numbers = [number for number in range(1, plan.size + 1) if course.due(number)]
    if not numbers:
        return
    where = msgspec.structs.replace(where, jobs=min(where.jobs, len(numbers)))
    if not where.dask:  # while Dask is loaded
        start_bounded(JOB, where.jobs)
    from replays.archive.work.cluster import client_of, run_all  # noqa: PLC0415

    job = partial(work_on, msgspec.json.encode(plan), bounds)
    with client_of(where) as client:
        for batch in run_all(client, job, numbers, lambda number: (number, (number,)) if course.due(number) else None):
            rows = [
                undecided(plan, ready.about, ready.fault)
                if ready.fault
                else row_of(plan, ready.about, ready.value, bounds)
                for ready in batch
            ]
            for row in rows:
                course.add(row)
            yield rows


def report(source: tuple[str, str], folder: Path, plan: Plan, course: Progress, rows: Sequence[GameRow]) -> list[str]:
    """Write the tables and the page, note that they were, and give what came out of each setting in words.

    `source` are name and text of the plan as it was read: its file may be another by now.

    Raises Unusable where the folder can not be written.
    """
    name, text = source
    study = study_of(plan, course.counted)
    counts = frozenset(row.number for counted_rows in course.counted.values() for row in counted_rows)
    now = reported(plan, course.counted)
    with kept_at(folder / REPORTS, Reported) as kept:
        # a sequential test may be looked at as often as one likes
        looked = looked_words(earlier(folder, kept, now), now) if plan.stop is None else ""
        try:
            write_tables(folder, plan, rows)
            page = page_of(plan, text, name, study, rows, counts, looked)
            made = folder / f"{REPORT}.part"
            made.write_text(page, encoding="utf-8", errors="backslashreplace", newline="\n")
            kept.add(now)  # before anybody can see it
            made.replace(folder / REPORT)
        except OSError as error:
            raise Unusable(f"{folder} can not be written: {error.strerror}; name another folder with --out") from error
    lines = [f"{counted(len(counts), 'game')} of {plan.ruleset}."]
    lines += [f"{answer.setting}: {answer_words(plan, answer)}" for answer in study.answers]
    return [*lines, looked] if looked else lines
