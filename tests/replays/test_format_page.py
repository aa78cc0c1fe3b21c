"""The page about the replay file agrees with the code."""

import re
import subprocess
import sys
from pathlib import Path

from replays.bundle import ENTRY_MAX, FILE_MAX, FORMAT, MEMBERS
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
    assert all(f"`{name}`" in PAGE for name in (*MEMBERS, FORMAT))
    assert (FILE_MAX, ENTRY_MAX) == (256 << 20, 1 << 20)
    assert "256 MiB a file, 1 MiB an entry" in PAGE
