"""The programs of the README run as they stand there."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

from adjudicator_client import Receipts

README = Path(__file__).parents[1] / "README.md"
ADDRESS = "127.0.0.1:50051"
GAME = re.compile(r"Save this as `game\.py` and run it:\n\n```python\n(.*?)```", re.DOTALL)
REWIND = re.compile(r"## A referee takes a game back\n.*?```python\n(.*?)```", re.DOTALL)


async def run(pattern, service, folder, lines_most):
    """Run the program that a pattern finds; gives what it prints."""
    found = pattern.search(README.read_text())
    assert found
    assert len([line for line in found[1].splitlines() if line.strip()]) <= lines_most
    (folder / "game.py").write_text(found[1].replace(ADDRESS, service.address))
    (folder / "adjudicator-data").mkdir()
    (folder / "adjudicator-data/owner.token").write_text(os.environ["ADJUDICATOR_TOKEN"])
    ran = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "game.py", cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = (data.decode() for data in await ran.communicate())
    assert ran.returncode == 0, err
    return out


async def test_the_game_of_the_readme(service, tmp_path):
    """In thirty lines: it tells what happens while it happens, and leaves a replay file, receipts and a wallet."""
    out = await run(GAME, service, tmp_path, 30)
    assert re.match(r" +6  owner gives \w+", out)
    assert {line.split()[1] for line in out.splitlines()[:-2]} == {"owner", "red", "blue"}
    assert re.search(
        r"^\d+ entries, \w+, winner: \w+\nverified: \d+ receipts, \d+ signatures, [1-9]\d* dice\n\Z", out, re.MULTILINE
    )
    assert (tmp_path / "game.replay").stat().st_size > 1_000
    assert len(Receipts.load(tmp_path / "red.receipts.json").kept) > 3
    kinds = {json.loads(line).get("kind") for line in (tmp_path / "red.wallet").read_text().splitlines()}
    assert kinds >= {"log_key", "seat", "opening", "inclusion", "contribution", "command", "receipt"}


async def test_the_rewind_of_the_readme(service, tmp_path):
    """The ruling makes an entry void, what was decided before it is stale, and the questions are asked anew."""
    out = await run(REWIND, service, tmp_path, 40)
    found = re.fullmatch(
        r"ABORTED stale-head: .*; entry (\d+) went back before entry (\d+)\n"
        r"entry (\d+) makes void: (\d+)\n"
        r"void in all: (\d+)\n"
        r"asked anew:(?: \w+)*\n",
        out,
    )
    assert found, out
    ruled, to, told, *void = map(int, found.groups())
    assert (ruled, void) == (told, [to, to])
    assert to == ruled - 1
