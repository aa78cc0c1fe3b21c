"""The game of the README is played as it stands there."""

import asyncio
import os
import re
import sys
from pathlib import Path

from adjudicator_client import Receipts

README = Path(__file__).parents[1] / "README.md"
ADDRESS = "127.0.0.1:50051"
GAME = re.compile(r"Save this as `game\.py` and run it:\n\n```python\n(.*?)```", re.DOTALL)


async def test_the_game_of_the_readme(service, tmp_path):
    """It tells what happens while it happens, ends, and leaves a replay file and receipts."""
    found = GAME.search(README.read_text())
    assert found
    assert found[1].count("\n") <= 36
    (tmp_path / "game.py").write_text(found[1].replace(ADDRESS, service.address))
    (tmp_path / "adjudicator-data").mkdir()
    (tmp_path / "adjudicator-data/owner.token").write_text(os.environ["ADJUDICATOR_TOKEN"])
    ran = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "game.py", cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = (data.decode() for data in await ran.communicate())
    assert ran.returncode == 0, err
    assert re.match(r" +6  owner gives \w+", out)
    assert re.search(r"^verified: \d+ receipts, \d+ signatures, [1-9]\d* dice$", out, re.MULTILINE)
    assert (tmp_path / "game.replay").stat().st_size > 1_000
    assert len(Receipts.load(tmp_path / "red.receipts.json").kept) > 3
