"""The page "Compare rules with bots" runs as written."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.archive
PAGE = Path(__file__).parents[4] / "docs/how-to/compare-rules-with-bots.md"


def test_the_page_as_written(tmp_path):
    """The plan is saved as the page says, and its commands are given in their order: each does what is said of it."""
    text = PAGE.read_text(encoding="utf-8")
    [plan] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    tmp_path.joinpath("plan.toml").write_text(plan)
    lines = [line for block in re.findall(r"```bash\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    told = []
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "adjudicator"
        command = [sys.executable, "-m", "services.cli", *words]
        done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
        # on a slow machine a line tells how far it is
        errors = re.sub(r"^.*: \d+ of \d+, about \d+ s left\n", "", done.stderr, flags=re.MULTILINE)
        assert (done.returncode, errors) == (0, ""), line
        told.append(done.stdout)
    assert "8 games of tile_formations." in told[0]
    assert told[1].startswith("Game 3, as printed, seed ")
    assert told[2].startswith("PASS  ")
    assert told[3].startswith("1 file: 1 game judged.\nUnder zoc_radius = 1: ")
    assert "with bots playing on, and the game's own dice going on, " in told[4]
    assert {path.name for path in tmp_path.joinpath("study").iterdir()} == {
        "games.jsonl",
        "games.parquet",
        "games.csv",
        "games.json",
        "report.html",
        "reports.jsonl",
    }
