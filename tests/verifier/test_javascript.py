"""The verifier in JavaScript says of every file what the audit says at L0, and ends like it as a program."""

import gzip
import json
import subprocess

import pytest

from replays.audit.audit import audit
from replays.audit.report import EXIT
from replays.wallet.reading import read_wallet
from tests.replays.fixtures import find
from tests.replays.wallet.steps import wallet
from tests.verifier.others import ROOT, compare, first_words, javascript_verifier, quiet, toy_tables
from tests.verifier.test_go import GOLDENS, KEPT, file_of_golden

pytestmark = pytest.mark.verifier


@pytest.fixture(scope="module")
def command():
    return javascript_verifier()


def judged(data):
    return audit(data, levels=("L0",), find=quiet(find))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_kept_games(javascript, path):
    """Games of every edition have the same verdict."""
    data = gzip.decompress(path.read_bytes())
    compare(javascript, judged(data), data, [])


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_games(javascript, path):
    """Golden games, whose faces are of no seed, have the same first finding."""
    data = file_of_golden(path)
    report = judged(data)
    assert report.result == "FAIL"
    compare(javascript, report, data, [])


def test_what_it_leaves_open_is_said(command, tmp_path):
    """Each report lists the checks of L1 that are not made, and names L1 as no level that was run."""
    path = tmp_path / "game.replay"
    path.write_bytes(gzip.decompress(KEPT[0].read_bytes()))
    said = json.loads(subprocess.run([*command, "--json", str(path)], capture_output=True, check=False).stdout)
    assert list(said["levels"]) == ["L0"]
    assert {row.split(":")[0] for row in said["not_checked"]} >= {"L1", "L2", "L3"}


def test_exit_codes(command, tmp_path):
    """Exit codes are the audit's; of many files the worst counts; what can not be read is an argument's fault."""
    good, bad, none = (tmp_path / f"{name}.replay" for name in ("good", "bad", "none"))
    kept = next(path for path in KEPT if path.name.startswith("antares"))
    good.write_bytes(gzip.decompress(kept.read_bytes()))
    bad.write_bytes(good.read_bytes()[:-40])
    fine = EXIT[judged(good.read_bytes()).result]
    for files, code in (([good], fine), ([bad], 2), ([good, bad, good], 2), ([good, none], 4), ([], 4)):
        run = subprocess.run([*command, *map(str, files)], capture_output=True, check=False)
        assert run.returncode == code, run.stderr


def test_lines_are_those_of_go(command, go_command, case, tmp_path):
    """Both write code and entry of what they find in one form, and the same of a wallet that the log contradicts."""
    held, path = tmp_path / "own.wallet", tmp_path / "game.replay"
    held.write_bytes(wallet(case, 0))
    assert read_wallet(held.read_bytes(), "own").receipts
    del case.entries[-4:]
    path.write_bytes(case.operated())
    options = ["--receipts", str(held), "--kinds", str(toy_tables(tmp_path)), str(path)]
    both = [
        subprocess.run([*program, *options], capture_output=True, text=True, check=False).stdout.splitlines()
        for program in (command, [*go_command, "--level", "L0"])
    ]
    rows = [[line.split(": expected")[0] for line in lines if " at entry " in line] for lines in both]
    assert sorted(set(rows[0])) == sorted(set(rows[1]))
    assert any("TRUNCATED_LOG" in row for row in rows[0])


def test_it_needs_nothing_but_the_checks():
    """It is made of the checks that the page carries and of Node alone: no code of the client, no package."""
    source = ROOT / "clients/typescript/src"
    for path in (source / "verifier.ts", *(source / "verify").rglob("*.ts")):
        names = [line.split('"')[1] for line in path.read_text().splitlines() if " from " in line and '"' in line]
        assert all(name.startswith(("./", "node:", "../")) for name in names), path
    assert first_words(judged(b"")) == ("FAIL", "BUNDLE_MALFORMED", 0)
