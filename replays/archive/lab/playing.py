"""Playing a plan: its games handed out, written down as they are done, and told in tables and a report."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.sentences import counted
from replays.archive.lab.cluster import Lost, each, workers
from replays.archive.lab.games import GameRow, play_number, replay_of
from replays.archive.lab.plan import GAMES_MOST, SIDES, Plan, PlanFault, game_of, read_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.store import Games, write_tables
from replays.archive.lab.report.study import study_of
from replays.archive.lab.report.words import answer_words
from replays.archive.lab.sequential import Progress
from replays.archive.lab.table import NotFinished
from replays.files import Unusable

REPORT: Final = "report.html"


def prepared_at(path: Path) -> Prepared:
    """Read a plan and find everything that it names.

    Raises PlanFault, each line with the file.
    """
    plan = read_plan(path)
    try:
        return Prepared(plan)
    except PlanFault as fault:
        raise PlanFault("\n".join(f"{path}: {line}" for line in str(fault).splitlines())) from fault


def play_again(path: Path, number: int, replay: Path) -> str:
    """Play one game of a plan again to a replay file, and say so.

    Raises PlanFault, Unusable.
    """
    prepared = prepared_at(path)
    if not 1 <= number <= prepared.plan.size:
        raise Unusable(f"--game: the plan has games 1 to {prepared.plan.size}, and no {number}; take one of its report")
    try:
        data = replay_of(prepared, number)
        replay.write_bytes(data)
    except (NotFinished, Rejected, LookupError) as fault:
        raise Unusable(f"--game {number}: it has no end, and so no replay file: {fault}") from fault
    except OSError as error:
        raise Unusable(f"{replay} can not be written: {error.strerror}; name another file with --replay") from error
    game = game_of(prepared.plan, number)
    return f"Game {number}, {prepared.plan.settings[game.setting].name}, seed {game.seed}. Written to {replay}."


def play_plan(path: Path, folder: Path, jobs: int, dask: str = "", games_each: int | None = None) -> str:
    """Play what is left of a plan, write tables and report, and say what came out.

    `games_each` is the number of games of each setting, where it is not the plan's.

    Raises PlanFault, Unusable; KeyboardInterrupt where somebody stops it.
    """
    plan = sized(prepared_at(path).plan, games_each)
    with Games(folder, plan) as games:
        rows = {row.number: row for row in games.rows if row.number <= plan.size}
        progress = Progress(plan, list(rows.values()))
        if any(progress.due(number) for number in range(1, plan.size + 1)):
            for row in play_left(plan, progress, jobs, dask):
                games.add(row)
                rows[row.number] = row
    ordered = [rows[number] for number in sorted(rows)]
    return "\n".join([*report(path, folder, plan, progress, ordered), f"The report is {folder / REPORT}."])


def sized(plan: Plan, games: int | None) -> Plan:
    """Give a plan with another number of games for each setting. Raises Unusable."""
    if games is None:
        return plan
    if plan.seeds or not 1 <= games <= GAMES_MOST:
        raise Unusable(f"--games: {games} can not be played; give a number from 1, of a plan that lists no seeds")
    return msgspec.structs.replace(plan, games=games)


def play_left(plan: Plan, progress: Progress, jobs: int, dask: str = "") -> Iterator[GameRow]:
    """Play the games that are still due, and give each as it is done. Raises Unusable."""
    data = msgspec.json.encode(plan)
    tasks = ((number, (data, number)) for number in range(1, plan.size + 1) if progress.due(number))
    with progress_bar() as bar, workers(jobs, dask) as client:
        task = bar.add_task("playing", total=plan.size, completed=len(progress.known))
        for number, found in each(client, tasks, play_number):
            row = _lost(plan, number, found) if isinstance(found, Lost) else msgspec.json.decode(found, type=GameRow)
            progress.add(row)
            bar.advance(task)
            yield row


def _lost(plan: Plan, number: int, lost: Lost) -> GameRow:
    game = game_of(plan, number)
    sides = SIDES[::-1] if game.swapped else SIDES
    return GameRow(number, plan.settings[game.setting].name, game.index, game.seed, sides, failed=str(lost))


def progress_bar() -> Bar:
    """Give a bar with an estimate: on a terminal, nothing elsewhere."""
    columns: tuple[Any, ...] = (
        TextColumn("[bold]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Bar(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def report(path: Path, folder: Path, plan: Plan, progress: Progress, rows: Sequence[GameRow]) -> Iterator[str]:
    """Write the tables and the page, and give what came out of each setting in words.

    Raises Unusable where the folder can not be written.
    """
    study = study_of(plan, progress.counted)
    counts = frozenset(row.number for counted_rows in progress.counted.values() for row in counted_rows)
    try:
        write_tables(folder, plan, rows)
        page = page_of(plan, path.read_text(encoding="utf-8"), str(path), study, rows, counts)
        folder.joinpath(REPORT).write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Unusable(f"{folder} can not be written: {error.strerror}; name another folder with --out") from error
    yield f"{counted(len(counts), 'game')} of {plan.ruleset}."
    for answer in study.answers:
        yield f"{answer.setting}: {answer_words(plan, answer)}"
