"""A service for the suites of all clients, and a second address on which connections are cut again and again."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from tests.program import PATIENCE, running_for_browsers
from tests.services.gate import Gate

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "clients"
VECTORS = ROOT / "tests" / "kernel"
# what players say where games leave them the choice, so that these are short and end by their rules
WHOLE_GAMES = Path(__file__).with_name("whole_games.json")
GAME_LINES = 30  # of a whole game on a client's page
LEAST_PAUSE = 0.05
MOST_PAUSE = 0.6
STEP = re.compile(r" *\d+  (?:owner|red|blue) gives \w+(?: \d+)*")
END = re.compile(
    r"(\d+) entries, \w+, winner: (?:red|blue|nobody)\nverified: (\d+) receipts, (\d+) signatures, (\d+) dice\n"
)
HIDDEN = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")


@dataclass(frozen=True)
class Served:
    """Where the service is, for gRPC and for browsers, each also behind a line that breaks; and the owner's token."""

    address: str
    cut_address: str
    web_address: str
    web_cut_address: str
    token: str

    @property
    def environment(self) -> dict[str, str]:
        """What a client's suite reads."""
        given = {name: value for name, value in os.environ.items() if name not in HIDDEN}
        return given | {
            "ADJUDICATOR_ADDRESS": self.address,
            "ADJUDICATOR_CUT_ADDRESS": self.cut_address,
            "ADJUDICATOR_WEB_ADDRESS": self.web_address,
            "ADJUDICATOR_WEB_CUT_ADDRESS": self.web_cut_address,
            "ADJUDICATOR_TOKEN": self.token,
            "ADJUDICATOR_VECTORS": str(VECTORS),
            "ADJUDICATOR_WHOLE_GAMES": str(WHOLE_GAMES),
        }


@contextmanager
def cut_line(target: int, seed: int = 1) -> Iterator[int]:
    """Forward to a port, and end all connections after pauses of up to six tenths of a second; gives a port."""
    ready = threading.Event()
    found: list[int] = []
    loop = asyncio.new_event_loop()
    pauses = Random(seed)

    async def forward() -> None:
        async with Gate(target) as gate:
            found.append(gate.port)
            ready.set()
            while True:
                await asyncio.sleep(pauses.uniform(LEAST_PAUSE, MOST_PAUSE))
                gate.close_connections()

    def work() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    task = loop.create_task(forward())
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the line does not listen"
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(PATIENCE)


@contextmanager
def serving(data: Path, *flags: str) -> Iterator[Served]:
    """Serve until the block ends."""
    with (
        running_for_browsers(data, *flags) as (address, web, token),
        cut_line(port_of(address)) as cut,
        cut_line(port_of(web)) as web_cut,
    ):
        yield Served(address, f"127.0.0.1:{cut}", web, f"127.0.0.1:{web_cut}", token)


def port_of(address: str) -> int:
    """Read the port of an address."""
    return int(address.rpartition(":")[2])


def code_lines(program: str) -> int:
    """Count the lines of a program, imports and braces too, without the empty ones."""
    return len([line for line in program.splitlines() if line.strip()])


def check_told(said: str) -> None:
    """See to it that the game of a client's page was told step by step to its end, and verified."""
    end = END.search(said)
    assert end, said
    assert said.endswith(end[0])
    steps = said[: end.start()].splitlines()
    assert [line for line in steps if not STEP.fullmatch(line)] == []
    entries, receipts, signatures, dice = map(int, end.groups())
    assert entries > signatures >= len(steps) > 0
    assert entries > receipts > 0
    assert dice > 0


def needs(*programs: str) -> None:
    """Leave the test out, with a note, where a program is missing; in CI that is a failure."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        leave_out(f"needs {', '.join(missing)}: install it")


def left_by_suite(kept: Path) -> Path:
    """Give the folder in which a client's suite has left what it kept; where it has not, leave the test out."""
    if not (kept / "game.replay").exists():
        leave_out("the client's suite was not run before, or has failed: run the whole file")
    return kept


def leave_out(reason: str) -> NoReturn:
    """Leave the test out, with a note; in CI, where nothing may be left out, it fails."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def run(*command: object, folder: Path, **environment: str) -> str:
    """Run a program to its end; gives what it prints, and fails with all that it said."""
    words = [str(word) for word in command]
    given = {**os.environ, **environment}
    ran = subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{' '.join(words)}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout
