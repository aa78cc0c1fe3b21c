"""A large archive of games of all rulesets, damaged files of all kinds among them: audited, written, searched.

ARCHIVE_GAMES says how many games (8), ARCHIVE_DAMAGED how many damaged files (11); ARCHIVE_FOLDER keeps the games for
the next run.
"""

import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

import pytest

from replays.archive.search.database import ask, opened
from services.cli import main
from tests.replays.archive.files import RULESETS, damages, game, single

pytestmark = pytest.mark.archive
GAMES = int(os.environ.get("ARCHIVE_GAMES", "8"))
DAMAGED = int(os.environ.get("ARCHIVE_DAMAGED", "11"))
COMPARED = 8


def play(path, ruleset, seed):
    if not path.exists():
        path.write_bytes(game(ruleset, seed))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    folder = Path(os.environ.get("ARCHIVE_FOLDER") or tmp_path_factory.mktemp("large"))
    folder.mkdir(parents=True, exist_ok=True)
    # every fourth game is of a ruleset whose bots take long
    turns = [RULESETS[number % 2] if number % 4 else RULESETS[2 + number // 4 % 2] for number in range(GAMES)]
    paths = [folder / f"{ruleset}-{number:05}.replay" for number, ruleset in enumerate(turns)]
    # processes of their own: a fork would take over locks of threads that other tests have started
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(play, paths, turns, range(GAMES)))
    whole = [path.read_bytes() for path in paths[: max(1, DAMAGED // 5)]]
    made = cycle((name, data) for original in whole for name, data in damages(original).items())
    for number, (name, data) in enumerate(islice(made, DAMAGED)):
        folder.joinpath(f"damaged-{number:03}-{name}.replay").write_bytes(data)
    return folder


def timed(*words):
    began = time.monotonic()
    code = main(["archive", *map(str, words), "--quiet"])
    return code, time.monotonic() - began


def test_a_large_archive_is_audited_written_and_searched(large, tmp_path, capsys):
    """Games pass, damaged files are found and named, tables hold every game that passed, and each clause is counted."""
    code, seconds = timed("audit", large, "--out", tmp_path / "audit", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert code == 2
    assert summary["files"] == GAMES + DAMAGED
    assert summary["verdicts"] == {"FAIL": DAMAGED, "PASS": GAMES}
    failed = {Path(row["file"]).name for row in summary["rows"] if row["verdict"] == "FAIL"}
    assert all(name.startswith("damaged-") for name in failed)
    reports = {row["name"]: row["report"] for row in map(json.loads, (tmp_path / "audit/results.jsonl").open())}
    every = sorted(reports)[:: max(1, len(reports) // COMPARED)]
    assert all(reports[name] == single(Path(name)) for name in every)
    code, writing = timed("tables", large, "--out", tmp_path / "tables", "--json")
    said = json.loads(capsys.readouterr().out)
    assert (code, said["games"]) == (1, GAMES)
    assert {Path(name).name for name in said["left_out"]} == failed
    with opened(tmp_path / "tables") as database:
        entries = ask(database, "SELECT sum(entries) FROM games").rows
        assert entries == ask(database, "SELECT count(*) FROM entries").rows
        assert ask(database, "SELECT count(*) FROM games WHERE NOT finished").rows == [[0]]
    print(f"\n{GAMES + DAMAGED} files audited in {seconds:.1f} s, written in {writing:.1f} s")
