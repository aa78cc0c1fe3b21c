"""A cluster that loses workers, or its scheduler, loses nothing that was written."""

import http.client
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from replays.archive.work.cluster import client_of
from replays.archive.work.where import Where
from services.cli import main
from tests.replays.archive.clusters import cluster
from tests.replays.archive.files import game, single, written
from tests.replays.archive.gated import gated

pytestmark = pytest.mark.archive
ROOT = Path(__file__).parents[3]


def started(folder, out, *words):
    command = [sys.executable, "-m", "tests.replays.archive.gated", "audit", str(folder), "--out", str(out), *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def lines(out):
    path = out / "results.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def wait_for(out, number, run):
    while len(lines(out)) < number:
        assert run.poll() is None, run.stderr.read()
        time.sleep(0.05)


def reports(out):
    return {row["name"]: row["report"] for row in map(json.loads, lines(out))}


def test_what_was_written_stays_when_workers_and_the_scheduler_are_lost(tmp_path):
    """The files of a killed worker go to another; without a scheduler the run says how to go on, and goes on so."""
    first, second = tmp_path / "first", tmp_path / "second"
    # four are handed out to two workers, and two to one; Dask may begin those that are handed out in any order
    files = [game()] * 4 + [gated(first, game())] * 4 + [gated(second, game())] * 2
    folder = written(tmp_path / "files", {f"game-{number}": data for number, data in enumerate(files)})
    out = tmp_path / "out"
    with cluster() as running:
        run = started(folder, out, "--dask", running.address)
        wait_for(out, 1, run)
        running.workers[0].kill()
        running.wait_for_workers(1)
        first.touch()
        wait_for(out, 7, run)
        running.scheduler.kill()
        _, said = run.communicate()
    assert run.returncode == 4
    kept = lines(out)
    assert 7 <= len(kept) <= 8
    assert f"is lost: {len(kept)} results are kept in {out}/results.jsonl" in said
    second.touch()
    again = started(folder, out, "--jobs", "1")
    again.communicate()
    assert again.returncode == 0
    assert lines(out)[: len(kept)] == kept
    assert len(lines(out)) == 10
    expected = single(folder / "game-0.replay")
    assert reports(out) == {str(path): expected for path in folder.iterdir()}


def test_a_cluster_that_is_not_there_is_named(tmp_path, monkeypatch, capsys):
    """Nothing is begun, and the program says what to do."""
    monkeypatch.setattr("replays.archive.work.cluster.CONNECTING", 1)
    folder = written(tmp_path / "files", {"game": b"foreign"})
    words = ["archive", "audit", str(folder), "--out", str(tmp_path / "out"), "--dask", "tcp://127.0.0.1:9"]
    assert main(words) == 4
    assert "no scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
    assert lines(tmp_path / "out") == []


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://host:port", "carrier://pigeon:1"])
def test_what_is_no_address_is_named_before_anybody_is_asked(tmp_path, monkeypatch, capsys, address):
    """No client is made of a word that is no address: it would take half a minute to be ended."""
    monkeypatch.setattr("replays.archive.work.cluster.Client", lambda *_, **__: pytest.fail("a client was made"))
    folder = written(tmp_path / "files", {"game": b"foreign"})
    assert main(["archive", "audit", str(folder), "--dask", address]) == 4
    assert f"archive audit: no scheduler answers at {address} (" in capsys.readouterr().err


def test_work_on_this_machine_is_out_of_reach():
    """Nothing listens beyond 127.0.0.1, and what does has no page; after the work nothing does."""
    with client_of(Where(2)) as client:
        assert client.submit(sum, [1, 2]).result() == 3
        listening = listeners()
        assert {address.ip for address in listening} <= {"127.0.0.1"}
        assert {asked(address.port, path) for address in listening for path in PAGES} <= {404}
    assert listeners() == []


PAGES = ("/", "/status", "/health", "/json/counts.json", "/info/main/workers.html", "/metrics")


def listeners():
    return [row.laddr for row in psutil.Process().net_connections() if row.status == psutil.CONN_LISTEN]


def asked(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    return connection.getresponse().status


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_leaves_whole_results_and_no_process(tmp_path, sign):
    """After Ctrl-C the program says how to go on; however it ends, its processes end too."""
    files = [game()] * 3 + [gated(tmp_path / "never", game())]
    folder = written(tmp_path / "files", {f"game-{number}": data for number, data in enumerate(files)})
    out = tmp_path / "out"
    run = started(folder, out, "--jobs", "1")
    wait_for(out, 2, run)
    below = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(sign)
    _, said = run.communicate()
    assert below
    assert psutil.wait_procs(below, timeout=60)[1] == []
    kept = lines(out)
    assert {row["verdict"] for row in map(json.loads, kept)} == {"PASS"}
    assert 2 <= len(kept) <= 3
    if sign == signal.SIGINT:
        assert run.returncode == 4
        assert f"ended: {len(kept)} results are kept in {out}/results.jsonl" in said
