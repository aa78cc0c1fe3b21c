"""The digest of the rules covers what decides a game and nothing else."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.registry import RULESETS, deciding_files

ROOT = Path(__file__).parents[1]
COMPUTE = (
    "import json; from adjudicator.registry import RULESETS, engine_digest; "
    "print(json.dumps({name: engine_digest(name).hex() for name in RULESETS}))"
)
DECIDING = ("rules", "roster", "model", "data")
SHOWING = ("bots", "odds", "reports", "texts")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the package that tests may change."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "adjudicator", folder / "adjudicator", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def unchanged(tree):
    """The digests of the copy as it was made."""
    return digests(tree)


def digests(tree):
    """The digest of every ruleset of a copy, computed by a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", COMPUTE], cwd=tree, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def digests_with_a_comment(tree, *paths):
    """The digests of a copy of which these files have one comment more."""
    files = [tree / "adjudicator" / path for path in paths]
    before = [file.read_bytes() for file in files]
    try:
        for file, data in zip(files, before, strict=True):
            file.write_bytes(data + b"# a comment\n")
        return digests(tree)
    finally:
        for file, data in zip(files, before, strict=True):
            file.write_bytes(data)


def one_file(folder, name):
    """A file of a ruleset's folder, as deep in it as there is one."""
    files = [
        path for path in (ROOT / "adjudicator/rulesets" / name / folder).rglob("*") if path.suffix in {".py", ".toml"}
    ]
    if not files:
        return None
    deepest = max(files, key=lambda path: (len(path.parts), path))
    return deepest.relative_to(ROOT / "adjudicator").as_posix()


def test_a_copy_has_the_same_digests(unchanged):
    """A digest is of files alone, wherever they lie and whatever was compiled of them."""
    assert unchanged == digests(ROOT)


@pytest.mark.parametrize("folder", DECIDING)
def test_what_decides_is_in_the_digest(tree, unchanged, folder):
    """A comment in a ruleset's rules, rosters, model or data changes the digest of every ruleset that has some."""
    files = {name: one_file(folder, name) for name in RULESETS}
    changed = digests_with_a_comment(tree, *filter(None, files.values()))
    assert [name for name in RULESETS if changed[name] == unchanged[name]] == [n for n in files if not files[n]]


@pytest.mark.parametrize("folder", SHOWING)
def test_what_shows_is_in_no_digest(tree, unchanged, folder):
    """A comment in a bot, in odds, in a report or in a text changes no digest."""
    files = filter(None, [one_file(folder, name) for name in RULESETS])
    assert digests_with_a_comment(tree, *files) == unchanged


def test_a_ruleset_is_in_no_other_digest(tree, unchanged):
    """A comment in the rules of one ruleset changes its own digest alone."""
    changed = digests_with_a_comment(tree, one_file("rules", "antares"))
    assert [name for name in RULESETS if changed[name] != unchanged[name]] == ["antares"]


@pytest.mark.parametrize(
    "path",
    [
        "board/paths.py",
        "kernel/decide/ruling.py",
        "kernel/decoding.py",
        "kernel/dice/wgdice.py",
        "kernel/messages.py",
        "kernel/options.py",
        "kernel/protocol/lifecycle.py",
        "kernel/record/record.py",
    ],
)
def test_what_all_rulesets_share_is_in_every_digest(tree, unchanged, path):
    """A comment in the deciding part of the kernel, its reader of data included, or in the board changes them all."""
    changed = digests_with_a_comment(tree, path)
    assert [name for name in RULESETS if changed[name] == unchanged[name]] == []


@pytest.mark.parametrize(
    "path",
    [
        "registry.py",
        "kernel/bot.py",
        "kernel/chances.py",
        "kernel/distribution.py",
        "kernel/labels.py",
        "kernel/ruleset.py",
        "kernel/sampling.py",
        "kernel/summary.py",
        "kernel/texts/__init__.py",
        "rulesets/hex_orders/__init__.py",
        "rulesets/hex_orders/reports/summary.py",
        "rulesets/hex_orders/texts/phrases_setup.toml",
    ],
)
def test_what_decides_nothing_is_in_no_digest(tree, unchanged, path):
    """A comment in the frames of bots, odds and reports, or in what puts a ruleset together, changes no digest."""
    assert digests_with_a_comment(tree, path) == unchanged


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_file_of_a_deciding_folder_is_in_the_digest(name):
    """Nothing that lies in a deciding folder of a ruleset is left out."""
    root = ROOT / "adjudicator"
    own = root / "rulesets" / name
    there = {path for folder in DECIDING for path in (own / folder).rglob("*") if path.is_file()}
    expected = {path.relative_to(root).as_posix() for path in there if "__pycache__" not in path.parts}
    assert {path for path, _ in deciding_files(name) if path.startswith("rulesets/")} == expected
