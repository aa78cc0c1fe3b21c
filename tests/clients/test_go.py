"""The client for Go: laid out and vetted, its own suite against a service, and the game of its page as it stands.

Everything is built once: with the race detector, where there is the C compiler that it needs.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil

import pytest

from tests.clients.served import CLIENTS, ROOT, needs, run
from tests.rotated_game import write_rotated_game
from tools.packages.faults import ToolMissing
from tools.packages.go import MODULE, generate, with_go

pytestmark = [pytest.mark.clients, pytest.mark.timeout(300)]
FOLDER = CLIENTS / "go"
PAGE = ROOT / "docs/how-to/client-go.md"
DETECT = ["-race"] if shutil.which("gcc") else []
GAME = re.compile(r"^```go\n(package main\n.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module", autouse=True)
def generated():
    """Generate the contract's code; the tests are left out where Go is missing."""
    with pytest.MonkeyPatch.context() as patch:
        try:
            patch.setenv("PATH", with_go(os.environ)["PATH"])
        except ToolMissing:
            needs("go")
        patch.setenv("CGO_ENABLED", "1" if DETECT else "0")
        generate(ROOT, os.environ)
        yield


def game_of(page):
    """Give the program on a page that plays a whole game."""
    (found,) = GAME.findall(page.read_text())
    return found


def test_it_is_laid_out_and_vetted():
    """Gofmt has nothing to change, and go vet nothing to say."""
    assert run("gofmt", "-l", ".", folder=FOLDER) == ""
    run("go", "vet", *DETECT, "./...", folder=FOLDER)


def test_its_locks_are_whole():
    """What the module and its generators need is named with sums, and nothing else is."""
    for folder in (FOLDER, FOLDER / "generate"):
        run("go", "mod", "tidy", "-diff", folder=folder)


def test_the_verifier_needs_the_standard_library_alone():
    """Package verify imports nothing else, so that a verifier can be built of it alone."""
    kind = "{{if not .Standard}}{{.ImportPath}}{{end}}"
    assert run("go", "list", "-deps", "-f", kind, "./verify", folder=FOLDER).split() == [f"{MODULE}/verify"]


async def test_its_suite(served, tmp_path):
    """Vectors, games of every ruleset, a line that breaks, tampering, changed keys; and no goroutines that race."""
    environment = {**served.environment, "ROTATED_GAME": str(await write_rotated_game(tmp_path))}
    said = await asyncio.to_thread(run, "go", "test", *DETECT, "-count=1", "-v", "./...", folder=FOLDER, **environment)
    assert "--- SKIP" not in said
    assert "--- PASS: TestAWholeGameOverALineThatBreaks" in said


def test_the_game_of_its_page(served, tmp_path):
    """The program plays a game and verifies it, and is the same on both pages."""
    game = game_of(FOLDER / "README.md")
    assert game_of(PAGE) == game
    (tmp_path / "main.go").write_text(game)
    run("go", "build", *DETECT, "-o", tmp_path / "game", tmp_path / "main.go", folder=FOLDER)
    said = run(tmp_path / "game", folder=tmp_path, **served.environment)
    entries, signatures, dice = map(int, re.findall(r"\d+", said))
    assert entries > signatures > 0
    assert dice > 0
    assert (tmp_path / "red.receipts.json").stat().st_size > 0
