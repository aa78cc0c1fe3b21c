import shutil
import subprocess

import pytest

from tests.tools.fixtures import ROOT

FIELD = "  bytes commitment = 4;\n"


@pytest.fixture
def tree(tmp_path):
    """A copy of the contract, kept as it is, with the tools that compare."""
    shutil.copytree(ROOT / "proto", tmp_path / "proto", ignore=shutil.ignore_patterns("gen", "lock.binpb"))
    for name in ("Makefile", "buf.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    assert make(tmp_path, "proto-keep").returncode == 0
    return tmp_path


def make(tree, target):
    """Run a target of the Makefile in a tree whose tools are installed."""
    return subprocess.run(["make", "-s", target, "READY="], cwd=tree, capture_output=True, text=True, check=False)


def test_an_unchanged_contract_passes(tree):
    """A contract breaks nothing that uses it as it is kept, and its comments may change."""
    games = tree / "proto/wargame/v1/games.proto"
    games.write_text(games.read_text().replace("// Terms of a new game.", "// The terms of a new game."))
    ran = make(tree, "proto-breaking")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_removed_field_is_refused(tree):
    """A field that is removed breaks clients, and is named."""
    games = tree / "proto/wargame/v1/games.proto"
    text = games.read_text()
    assert FIELD in text
    games.write_text(text.replace(FIELD, ""))
    ran = make(tree, "proto-breaking")
    assert ran.returncode != 0
    assert 'Previously present field "4" with name "commitment" on message "OpenResponse" was deleted' in ran.stdout


def test_a_missing_description_is_refused(tree):
    """Without the kept description nothing is compared, which is an error."""
    (tree / "proto/lock.binpb").unlink()
    ran = make(tree, "proto-breaking")
    assert ran.returncode != 0
    assert "proto/lock.binpb is missing, with which the contract is compared" in ran.stderr


def test_a_kept_description_is_the_same_each_time(tree):
    """The same contract gives the same bytes, so that the file changes with the contract alone."""
    kept = (tree / "proto/lock.binpb").read_bytes()
    assert make(tree, "proto-keep").returncode == 0
    assert (tree / "proto/lock.binpb").read_bytes() == kept
