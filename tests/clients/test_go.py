"""The client for Go: laid out and vetted, its own suite against a service, and the game of its page as it stands.

Everything is built once: with the race detector, where there is the C compiler that it needs.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess

import pytest

from replays.register.watching import CLAIMED, NOTHING
from replays.wallet.reading import read_wallet
from services.cli import main
from tests.clients.served import CLIENTS, GAME_LINES, ROOT, check_told, code_lines, left_by_suite, needs, run
from tests.clients.wallets import ALTERED, alter_line, audited, codes, place_of, watched
from tests.rotated_game import write_rotated_game
from tests.verifier.others import go_verifier
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


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder for what the suite leaves behind of one game: wallets of both seats, a statement and the replay file."""
    return tmp_path_factory.mktemp("kept")


async def test_its_suite(served, tmp_path, kept):
    """Vectors, games of every ruleset, a line that breaks, tampering, changed keys; and no goroutines that race."""
    rotated = str(await write_rotated_game(tmp_path))
    environment = {**served.environment, "ROTATED_GAME": rotated, "ADJUDICATOR_WALLETS": str(kept)}
    said = await asyncio.to_thread(run, "go", "test", *DETECT, "-count=1", "-v", "./...", folder=FOLDER, **environment)
    assert "--- SKIP" not in said
    assert "--- PASS: TestAWholeGameOverALineThatBreaks" in said
    assert "--- PASS: TestAGameWithWallets" in said


def verified(folder, file, *wallets):
    """Let the verifier in Go look at a file with wallets; gives exit code and findings."""
    words = [*go_verifier(folder), "--json", *(word for wallet in wallets for word in ("--receipts", str(wallet)))]
    ran = subprocess.run([*words, str(file)], capture_output=True, check=False)
    return ran.returncode, json.loads(ran.stdout)["findings"]


@pytest.fixture(scope="module")
def left(kept):
    """What the suite has left behind."""
    return left_by_suite(kept)


def test_its_wallets_are_audited(left, capsys, tmp_path):
    """An audit and the verifier find nothing in the wallets of an honest game; refusals are told to be right."""
    wallets = left / "red.wallet", left / "blue.wallet"
    code, report = audited(capsys, left / "game.replay", wallets, wallets)
    assert (code, report["result"], report["findings"], report["levels"]["L3"]) == (0, "PASS", [], "done")
    assert len(report["refusals"]) == 2
    assert all("rightly refused" in row for row in report["refusals"])
    assert verified(tmp_path, left / "game.replay", *wallets) == (0, [])
    held = read_wallet(wallets[0].read_bytes(), "red.wallet")
    assert [len(held.log_keys), len(held.seats), len(held.openings), len(held.contributions)] == [1] * 4
    assert [len(held.refusals), len(held.statements), len(held.inclusions)] == [1] * 3
    assert (len(held.players), sum(held.unknown.values()), held.torn) == (2, 0, False)


def test_its_statements_are_compared(left, capsys):
    """The program that compares two players' histories takes wallet and statement."""
    assert main(["wallet", "check", str(left / "red.wallet"), str(left / "blue.statement")]) == 0
    assert "the same history" in capsys.readouterr().out


def test_its_games_stand_in_the_register(served, left, capsys, tmp_path):
    """A monitor of the register finds the game of a wallet there, and says where a proof does not hold."""
    text = (left / "red.wallet").read_text(encoding="utf-8")
    _, place = place_of(served, [left / "red.wallet"])
    altered = tmp_path / "red.wallet"
    altered.touch(0o600)
    altered.write_text(text.replace("tlog-proof@v1", "tlog-proof@v2"), encoding="utf-8")
    for wallet, due in ((left / "red.wallet", (NOTHING, [])), (altered, (CLAIMED, ["PROOF_INVALID"]))):
        status, found = watched(capsys, place, [wallet])
        assert (status, [row["code"] for row in found["noticed"]]) == due


@pytest.mark.parametrize(("kind", "name", "code"), ALTERED)
def test_altered_wallets(left, capsys, tmp_path, kind, name, code):
    """Each line matters: where one is altered the audit says so, and the verifier as far as it judges."""
    path = tmp_path / "red.wallet"
    alter_line(left / "red.wallet", path, kind, name)
    status, report = audited(capsys, left / "game.replay", [path], [path])
    assert (status, codes(report)) == (1, {code})
    if kind != "refusal":
        said = verified(tmp_path, left / "game.replay", path)
        assert (said[0], {row["code"] for row in said[1]}) == (1, {code})


def test_the_game_of_its_page(served, tmp_path, capsys):
    """In thirty lines it plays a game, verifies it and keeps a wallet that an audit takes, and both pages have it."""
    game = game_of(FOLDER / "README.md")
    assert code_lines(game) <= GAME_LINES
    assert game_of(PAGE) == game
    (tmp_path / "main.go").write_text(game)
    run("go", "build", *DETECT, "-o", tmp_path / "game", tmp_path / "main.go", folder=FOLDER)
    said = run(tmp_path / "game", folder=tmp_path, **served.environment)
    check_told(said)
    assert (tmp_path / "red.receipts.json").stat().st_size > 0
    wallet = [tmp_path / "red.wallet"]
    code, report = audited(capsys, tmp_path / "game.replay", wallet, wallet)
    assert (code, report["findings"], report["levels"]["L3"]) == (0, [], "done")
