"""A large archive of games of all rulesets, damaged files of all kinds among them: audited, written, searched.

Its audit loses a worker and the scheduler on the way, and loses no result.

ARCHIVE_GAMES says how many games (8), ARCHIVE_DAMAGED how many damaged files (11); ARCHIVE_FOLDER keeps the games for
the next run.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

import pytest

from replays.archive.search.database import ask, opened
from services.cli import main
from tests.replays.archive.clusters import cluster
from tests.replays.archive.files import RULESETS, damages, game, single

GAMES = int(os.environ.get("ARCHIVE_GAMES", "8"))
DAMAGED = int(os.environ.get("ARCHIVE_DAMAGED", "11"))
SECONDS = 2  # a game, to be played, audited and written, on two cores that others use too
pytestmark = [pytest.mark.archive, pytest.mark.timeout(max(1200, SECONDS * (GAMES + DAMAGED)))]
COMPARED = 8
ROOT = Path(__file__).parents[3]


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
    code = main(["archive", *map(str, words)])
    return code, time.monotonic() - began


def lines(out):
    path = out / "results.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def started(*words):
    command = [sys.executable, "-m", "tests.replays.archive.gated", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def wait_for(out, number, run):
    while len(lines(out)) < number:
        assert run.poll() is None, run.stderr.read()
        time.sleep(0.05)


def test_a_large_audit_loses_a_worker_and_the_scheduler_and_nothing_else(large, tmp_path):
    """The audit goes on without a worker, then without a cluster, and what was written before stays as it was."""
    out = tmp_path / "audit"
    words = ["audit", str(large), "--out", str(out), "--quiet"]
    files = GAMES + DAMAGED
    with cluster() as running, started(*words, "--dask", running.address) as run:
        wait_for(out, 1, run)
        running.workers[0].kill()
        wait_for(out, max(2, files // 4), run)
        running.scheduler.kill()
        run.communicate()
    before = lines(out)
    assert run.returncode == 4 or len(before) == files  # few files may have been done before the scheduler was lost
    began = time.monotonic()
    with started(*words, "--jobs", "2") as again:
        again.communicate()
    print(f"\n{len(before)} of {files} files before the scheduler was lost, then {time.monotonic() - began:.1f} s")
    after = lines(out)
    assert again.returncode == 2
    assert after[: len(before)] == before
    assert sorted(row["name"] for row in map(json.loads, after)) == sorted(map(str, large.iterdir()))


def test_a_large_archive_is_audited_written_and_searched(large, tmp_path, capsys):
    """Games pass, damaged files are found and named, tables hold every game that passed, and each clause is counted."""
    code, seconds = timed("audit", large, "--out", tmp_path / "audit", "--json", "--quiet")
    summary = json.loads(capsys.readouterr().out)
    assert code == 2
    assert summary["files"] == GAMES + DAMAGED
    assert summary["verdicts"] == {"FAIL": DAMAGED, "PASS": GAMES}
    failed = {Path(row["file"]).name for row in summary["rows"] if row["verdict"] == "FAIL"}
    assert all(name.startswith("damaged-") for name in failed)
    reports = {row["name"]: row["report"] for row in map(json.loads, (tmp_path / "audit/results.jsonl").open())}
    every = sorted(reports)[:: max(1, len(reports) // COMPARED)]
    assert all(reports[name] == single(Path(name)) for name in every)
    code, writing = timed("tables", large, "--out", tmp_path / "tables", "--json", "--quiet")
    said = json.loads(capsys.readouterr().out)
    assert (code, said["games"]) == (1, GAMES)
    assert {Path(name).name for name in said["left_out"]} == failed
    with opened(tmp_path / "tables") as database:
        entries = ask(database, "SELECT sum(entries) FROM games").rows
        assert entries == ask(database, "SELECT count(*) FROM entries").rows
        assert ask(database, "SELECT count(*) FROM games WHERE NOT finished").rows == [[0]]
    question = "SELECT clause, count(*) AS cited FROM clauses GROUP BY ALL ORDER BY cited DESC, clause LIMIT 5"
    code, asking = timed("sql", question, "--tables", tmp_path / "tables", "--format", "json")
    cited = json.loads(capsys.readouterr().out)
    assert (code, len(cited)) == (0, 5)
    code, finding = timed("clause", cited[0]["clause"], "--tables", tmp_path / "tables", "--json")
    assert json.loads(capsys.readouterr().out)["counts"]
    assert code == 0
    print(f"\n{GAMES + DAMAGED} files audited in {seconds:.1f} s, written in {writing:.1f} s")
    print(f"asked in {asking:.2f} s, {cited[0]['clause']} found in {finding:.2f} s")
