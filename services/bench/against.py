"""The bench of this tree against that of another revision, in turns on one machine: `bench --against REV`."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

HERE: Final = Path(__file__).parents[2]
# Figures by the names that they have, or had, in the bench's output for machines.
FIGURES: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "baseline, 1 in flight, a second": (("baseline", "1", "rate"), ("floor", "1", "rate")),
    "baseline, 64 in flight, a second": (("baseline", "64", "rate"), ("floor", "64", "rate")),
    "service, 1 in flight, a second": (("service", "1", "rate"),),
    "service, 64 in flight, a second": (("service", "64", "rate"),),
    "service / baseline, 1 in flight": (("ratio_1",),),
    "service / baseline, 64 in flight": (("ratio_64",),),
    "decoding, events a second": (("fold", "decode"),),
    "decoding and folding, events a second": (("fold", "fold"),),
    "re-adjudication, commands a second": (("audit", "rate"), ("again", "rate")),
    "memory of a live game, bytes": (("memory",),),
}


class NotMeasured(Exception):
    """A revision can not be measured; the text says why."""


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Check a revision out beside this tree, until the block ends; NotMeasured."""
    with TemporaryDirectory(prefix="adja") as name:
        tree = Path(name) / "tree"
        _git("worktree", "add", "--detach", str(tree), revision)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> None:
    git = shutil.which("git") or "git"
    made = subprocess.run([git, "-C", str(HERE), *words], check=False, capture_output=True, text=True)
    if made.returncode:
        raise NotMeasured(f"git {words[0]}: {made.stderr.strip()}")


def run_in(tree: Path, ruleset: str, commands: int) -> dict[str, Any]:
    """Run the bench of a tree with the packages of this environment; NotMeasured."""
    # before the packages of the environment, in which this tree is installed
    environ = {**os.environ, "PYTHONPATH": f"{tree}:{tree / 'proto/gen/python'}"}
    command = [sys.executable, "-m", "services.cli", "bench", ruleset, "--commands", str(commands), "--json"]
    made = subprocess.run(command, cwd=tree, env=environ, check=False, capture_output=True, text=True)
    if made.returncode:
        raise NotMeasured(f"the bench of {tree} ended with {made.returncode}: {made.stderr[-1_000:]}")
    return dict(json.loads(made.stdout))


def figures_of(found: Mapping[str, Any]) -> dict[str, float]:
    """Take the figures out of the bench's output, as far as they are there."""
    rows = {}
    for name, places in FIGURES.items():
        for place in places:
            value: Any = found
            for part in place:
                value = value.get(part) if isinstance(value, Mapping) else None
            if value is not None:
                rows[name] = float(value)
    return rows


def compare(
    revision: str, ruleset: str, commands: int, turns: int, on_progress: Callable[[str], None]
) -> dict[str, tuple[float, float]]:
    """Measure this tree and a revision in turns; of each figure the medians, ours first; NotMeasured."""
    ours, theirs = [], []
    with checked_out(revision) as tree:
        for turn in range(turns):
            on_progress(f"turn {turn + 1} of {turns}: this tree")
            ours.append(figures_of(run_in(HERE, ruleset, commands)))
            on_progress(f"turn {turn + 1} of {turns}: {revision}")
            theirs.append(figures_of(run_in(tree, ruleset, commands)))
    return {
        name: (statistics.median(row[name] for row in ours), statistics.median(row[name] for row in theirs))
        for name in ours[0]
        if name in theirs[0]
    }
