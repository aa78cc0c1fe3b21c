"""A cluster that loses workers, or its scheduler, loses nothing that was written."""

import http.client
import json
import signal
import subprocess
import sys
import time

import psutil
import pytest

from replays.archive.work.cluster import Where, client_of
from tests.replays.archive.clusters import cluster
from tests.replays.archive.files import game, single, written

pytestmark = pytest.mark.archive


def started(folder, out, *words):
    command = [sys.executable, "-m", "services.cli", "archive", "audit", str(folder), "--out", str(out), *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


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
    folder = written(tmp_path / "files", {f"game-{n:02}": game() for n in range(12)})
    out = tmp_path / "out"
    with cluster() as running:
        run = started(folder, out, "--dask", running.address)
        wait_for(out, 2, run)
        running.workers[0].kill()
        wait_for(out, 5, run)
        running.scheduler.kill()
        _, said = run.communicate()
    assert run.returncode == 4
    assert f"is lost: {len(lines(out))} results are kept in {out}/results.jsonl" in said
    assert 5 <= len(lines(out)) < 12
    kept = lines(out)
    again = started(folder, out, "--jobs", "1")
    again.communicate()
    assert again.returncode == 0
    assert lines(out)[: len(kept)] == kept
    assert len(lines(out)) == 12
    expected = single(folder / "game-00.replay")
    assert reports(out) == {str(path): expected for path in folder.iterdir()}


def test_a_cluster_that_is_not_there_is_named(tmp_path):
    """Nothing is begun, and the program says what to do."""
    folder = written(tmp_path / "files", {"game": b"foreign"})
    run = started(folder, tmp_path / "out", "--dask", "tcp://127.0.0.1:9")
    _, said = run.communicate()
    assert run.returncode == 4
    assert "no scheduler answers at tcp://127.0.0.1:9" in said


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
    folder = written(tmp_path / "files", {f"game-{n:02}": game() for n in range(30)})
    out = tmp_path / "out"
    run = started(folder, out, "--jobs", "1", "--seconds", "30")
    wait_for(out, 2, run)
    below = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(sign)
    _, said = run.communicate()
    assert below
    assert psutil.wait_procs(below, timeout=60)[1] == []
    kept = lines(out)
    assert {row["verdict"] for row in map(json.loads, kept)} == {"PASS"}
    assert len(kept) < 30
    if sign == signal.SIGINT:
        assert run.returncode == 4
        assert f"ended: {len(kept)} results are kept in {out}/results.jsonl" in said
