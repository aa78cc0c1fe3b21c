"""The page about the replay file agrees with the code."""

import re
import subprocess
import sys
from pathlib import Path

from adjudicator.kernel.messages import OpenGame
from replays.audit.report import CODES
from replays.bundle import ENTRY_MAX, FILE_MAX, FORMAT, MEMBERS, OPTIONAL_MEMBERS
from tests.replays.fixtures import recorded

PAGE = (Path(__file__).parents[2] / "docs" / "replay-format.md").read_text()


def test_snippet(tmp_path, recorder):
    """The program on the page checks a chain without a line of ours."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "game.replay"
    path.write_bytes(recorded(1))
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout == f"30 entries, head {recorder.head.hex()}\n"


def test_names():
    """Members, format and limits on the page are those of the code."""
    assert all(f"`{name}`" in PAGE for name in (*MEMBERS, *OPTIONAL_MEMBERS, FORMAT))
    assert (FILE_MAX, ENTRY_MAX) == (256 << 20, 1 << 20)
    assert "256 MiB a file, 1 MiB an entry" in PAGE


def test_findings():
    """Every finding about a game's file stands on the page, with what it is found by."""
    missing = [code for code in CODES if not code.startswith("EVENT_") and f"`{code}`" not in PAGE]
    assert missing == []


def test_terms():
    """The fields of the terms stand on the page in their order and with their numbers."""
    rows = re.findall(r"\| (\d+) \| ([a-z_]+) \|", PAGE)
    named = {int(number): name for number, name in rows}
    fields = OpenGame.__struct_fields__
    assert [named[number] for number in range(1, len(named) + 1)] == list(fields[: len(named)])
    assert len(named) >= 21
