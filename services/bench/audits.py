"""What auditing many files costs beside the audits, and what a second process gains.

`python -m services.bench.audits FOLDER` audits the replay files of a folder, made of games between bots where there is
none, one after the other in this process, and then by `adjudicator archive audit` with 1 and 2 jobs in turns. Seconds
of the clock say what a user waits for, and depend on what else the machine does; those of the processor say what part
of the work is audits.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from msgspec import Struct

from replays.archive.audit.job import audit_bytes, prepare
from services.tools.play import BotTable

RULESETS: Final = ("tile_formations", "hex_orders", "grinding_annihilation", "antares")
JOBS: Final = (1, 2)
_AUDIT: Final = "import sys; from services.cli import main; sys.exit(main(sys.argv[1:]))"


class Took(Struct, frozen=True):
    """Seconds of the clock and of processors."""

    clock: float
    processor: float


def made(folder: Path, games: int) -> list[Path]:
    """Give so many replay files of a folder, games of all rulesets; those that are not there are played.

    Every fourth is of a ruleset whose bots take long.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = [RULESETS[number % 2] if number % 4 else RULESETS[2 + number // 4 % 2] for number in range(games)]
    paths = [folder / f"{ruleset}-{number:05}.replay" for number, ruleset in enumerate(names)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(_play, paths, names, range(games)))
    return paths


def _play(path: Path, ruleset: str, seed: int) -> None:
    async def played() -> bytes:
        table = BotTable(ruleset, seed)
        await table.play()
        return await table.replay()

    if not path.exists():
        path.write_bytes(asyncio.run(played()))


def alone(paths: Sequence[Path]) -> Took:
    """Audit files one after the other in this process."""
    prepare()
    began, spent = time.perf_counter(), time.process_time()
    for path in paths:
        audit_bytes(path.read_bytes())
    return Took(time.perf_counter() - began, time.process_time() - spent)


def many(paths: Sequence[Path], jobs: int) -> Took:
    """Audit files as a user does, from the start of the program to its end, with all its processes."""
    words = ["archive", "audit", *map(str, paths), "--jobs", str(jobs), "--quiet", "--csv"]
    began, spent = time.perf_counter(), _children()
    found = subprocess.run([sys.executable, "-c", _AUDIT, *words], stdout=subprocess.DEVNULL, check=False)
    took = Took(time.perf_counter() - began, _children() - spent)
    if found.returncode > 1:
        raise SystemExit(f"the audit ended with {found.returncode}")
    return took


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(words: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m services.bench.audits", description="Measures audits of many.")
    parser.add_argument("folder", type=Path, help="replay files; games are played into it where there are too few")
    parser.add_argument("--games", type=int, default=100, help="games where the folder has none (100)")
    parser.add_argument("--turns", type=int, default=3, help="how often each is measured (3)")
    args = parser.parse_args(words)
    paths = sorted(args.folder.rglob("*.replay")) or made(args.folder, args.games)
    found: dict[int, list[Took]] = {0: [], **{jobs: [] for jobs in JOBS}}
    for _ in range(args.turns):
        for jobs, row in found.items():
            row.append(many(paths, jobs) if jobs else alone(paths))
    for line in told(len(paths), found):
        print(line)
    return 0


def told(files: int, found: dict[int, list[Took]]) -> list[str]:
    """Give what was measured in words, jobs 0 being audits alone."""
    names = {0: "audits alone", 1: "archive audit --jobs 1", 2: "archive audit --jobs 2"}
    lines = [
        f"{names[jobs]}: {files / statistics.median(took.clock for took in row):.1f} files a second, "
        f"{statistics.median(took.processor for took in row) / files * 1000:.1f} ms of processor a file"
        for jobs, row in found.items()
    ]
    gained = [one.clock / two.clock / 2 for one, two in zip(found[1], found[2], strict=True)]
    lines.append(f"2 jobs over twice 1, in turns: {_listed(gained)}")
    parts = [before.processor / took.processor for before, took in zip(found[0], found[2], strict=True)]
    lines.append(f"part of the processor's time that audits alone take, in turns: {_listed(parts)}")
    return lines


def _listed(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:.2f}" for number in numbers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
