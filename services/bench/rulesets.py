"""Every ruleset against one baseline, in turns in one run: commands a second at 1 and at 64 in flight.

`python -m services.bench.rulesets [RULESET ...]`: battles of bots are recorded beforehand, as `adjudicator bench` does;
in each turn the baseline is measured, then each ruleset, and then the baseline once more, so that what the machine does
meanwhile tells for none. A ratio is to the mean of both baselines of its turn; its median over the turns counts.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import uvloop
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from adjudicator.registry import RULESETS
from services import logs
from services.bench.load import Figures, Recorded, record
from services.bench.verb import CONCURRENCY, SETUP, measure_baseline, measure_service

FLIGHTS: Final = ("1", str(CONCURRENCY))


class Row(Struct, frozen=True):
    """A ruleset at so many in flight: medians over the turns, and the least and the greatest ratio."""

    ruleset: str
    flight: str
    rate: float
    p50: float
    p99: float
    ratio: float
    least: float
    greatest: float


async def recorded(folder: Path, rulesets: list[str], commands: int, console: Console) -> dict[str, list[Recorded]]:
    """Let bots play the beginnings of battles of each ruleset, whose keys and tokens stay in a folder of its name."""
    found = {}
    for ruleset in rulesets:
        with console.status(f"battles of {ruleset} are recorded"):
            own = folder / ruleset
            own.mkdir(mode=0o700)
            found[ruleset] = await record(own, ruleset, CONCURRENCY + 1, SETUP + commands, lambda _done: None)
    return found


async def measure(folder: Path, battles: dict[str, list[Recorded]], turns: int, console: Console) -> list[Row]:
    """Measure all rulesets in turns."""
    figures: dict[tuple[str, str], list[tuple[Figures, float]]] = {
        (ruleset, flight): [] for ruleset in battles for flight in FLIGHTS
    }
    for turn in range(turns):
        with console.status(f"turn {turn + 1} of {turns}"):
            before = await _baseline()
            # from both ends in turns
            order = list(battles)[:: 1 if turn % 2 == 0 else -1]
            found = {name: await _service(folder / name, battles[name]) for name in order}
            after = await _baseline()
        for (ruleset, flight), taken in figures.items():
            rate = (before[flight].rate + after[flight].rate) / 2
            taken.append((found[ruleset][flight], found[ruleset][flight].rate / rate))
    return [_row(ruleset, flight, taken) for (ruleset, flight), taken in figures.items()]


async def _baseline() -> dict[str, Figures]:
    with TemporaryDirectory(prefix="adjb") as name:
        return await measure_baseline(Path(name))


async def _service(folder: Path, battles: list[Recorded]) -> dict[str, Figures]:
    """Measure with a copy of what was recorded, in which no battle was played yet."""
    with TemporaryDirectory(prefix="adjb") as name:
        shutil.copytree(folder, name, dirs_exist_ok=True)
        return await measure_service(Path(name), battles)


def _row(ruleset: str, flight: str, taken: list[tuple[Figures, float]]) -> Row:
    ratios = [ratio for _, ratio in taken]
    return Row(
        ruleset,
        flight,
        statistics.median(found.rate for found, _ in taken),
        statistics.median(found.p50 for found, _ in taken),
        statistics.median(found.p99 for found, _ in taken),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*", default=sorted(RULESETS))
    parser.add_argument("--commands", type=int, default=100, help="commands of each battle that are counted")
    parser.add_argument("--turns", type=int, default=3)
    args = parser.parse_args()
    logs.configure("error")
    console = Console(stderr=True)
    with TemporaryDirectory(prefix="adjb") as name:
        folder = Path(name)
        battles = uvloop.run(recorded(folder, args.rulesets, args.commands, console))
        rows = uvloop.run(measure(folder, battles, args.turns, console))
    title = f"medians of {args.turns} turns, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    table = Table(
        "ruleset", "in flight", "a second", "p50 ms", "p99 ms", "/ baseline", "least to greatest", title=title
    )
    for row in rows:
        figures = (f"{row.rate:,.0f}", f"{row.p50:.2f}", f"{row.p99:.2f}", f"{row.ratio:.2f}")
        table.add_row(row.ruleset, row.flight, *figures, f"{row.least:.2f} to {row.greatest:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
