"""A cluster that loses workers, or its scheduler, loses nothing that was written."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import dask
import msgspec
import psutil
import pytest
from distributed import Client, LocalCluster, Status

from replays.archive.audit.running import work_on as audit_on
from replays.archive.lab.games import GameRow
from replays.archive.lab.job import work_on as play_on
from replays.archive.work.bounded import Bounds
from replays.archive.work.cluster import Tasks, client_of, run_all
from replays.archive.work.portions import Portions
from replays.archive.work.where import Where
from services.cli import main
from tests.replays.archive.clusters import cluster
from tests.replays.archive.files import game, single, written
from tests.replays.archive.gated import gated
from tests.replays.archive.lab.plans import plan
from tests.replays.archive.poison import do_or_end, end_at, first_again_at, once, while_held

# workers that are killed take their time on a busy machine
pytestmark = [pytest.mark.archive, pytest.mark.timeout(400)]
ROOT = Path(__file__).parents[3]
PATIENCE = 180


def started(folder, out, *words):
    command = [sys.executable, "-m", "tests.replays.archive.gated", "audit", str(folder), "--out", str(out), *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def lines(out):
    """Give the lines that are whole: one may be being written."""
    path = out / "results.jsonl"
    return path.read_text().rpartition("\n")[0].splitlines() if path.exists() else []


def wait_for(out, number, run):
    while len(lines(out)) < number:
        assert run.poll() is None, run.stderr.read()
        time.sleep(0.05)


def reports(out):
    return {row["name"]: row["report"] for row in map(json.loads, lines(out))}


def test_what_was_written_stays_when_workers_and_the_scheduler_are_lost(tmp_path):
    """The files of a killed worker go to another; without a scheduler the run says how to go on, and goes on so."""
    first, second = tmp_path / "first", tmp_path / "second"
    # of the four threads one has no file that waits, and of the two that are left one has not what waits to the end:
    # so results come, in whatever order Dask begins what is handed out
    files = [game()] * 7 + [gated(first, game())] * 2 + [gated(second, game())]
    folder = written(tmp_path / "files", {f"game-{number}": data for number, data in enumerate(files)})
    out = tmp_path / "out"
    with cluster(threads=2) as running:
        run = started(folder, out, "--dask", running.address)
        wait_for(out, 1, run)
        running.workers[0].kill()
        running.wait_for_workers(1)
        first.touch()
        wait_for(out, 9, run)
        running.scheduler.kill()
        _, said = run.communicate()
    assert run.returncode == 4
    kept = lines(out)
    assert len(kept) == 9
    assert f"is lost: 9 results are kept in {out}/results.jsonl" in said
    second.touch()
    again = started(folder, out, "--jobs", "1")
    again.communicate()
    assert again.returncode == 0
    assert lines(out)[:9] == kept
    assert len(lines(out)) == 10
    expected = single(folder / "game-0.replay")
    assert reports(out) == {str(path): expected for path in folder.iterdir()}


def test_a_file_that_takes_long_keeps_no_others_from_the_disk(tmp_path):
    """What a task has done is on disk while one of its files is still under way, and each file has one row in the end.

    So it is once the run was killed meanwhile, too.
    """
    gate = tmp_path / "gate"
    files = [game(), gated(gate, game())] + [game()] * 6  # two to a task
    folder = written(tmp_path / "files", {f"game-{number}": data for number, data in enumerate(files)})
    quick, late = (str(folder / f"game-{number}.replay") for number in range(2))
    ended, out = tmp_path / "ended", tmp_path / "out"
    for where in (ended, out):
        run = started(folder, where, "--jobs", "1")
        while quick not in reports(where):
            assert run.poll() is None, run.stderr.read()
            time.sleep(0.05)
        if where == ended:
            run.kill()
        else:
            gate.touch()
        run.communicate()
    assert run.returncode == 0
    assert late not in reports(ended)
    assert set(lines(ended)) <= set(lines(out))
    assert sorted(row["name"] for row in map(json.loads, lines(out))) == sorted(map(str, folder.iterdir()))


@contextmanager
def nannied():
    """Run workers that are started again when they end; what has ended two of them is given up."""
    quiet = {"dashboard_address": None, "silence_logs": 50, "memory_limit": 0}
    settings = {
        "distributed.scheduler.allowed-failures": 1,
        "distributed.comm.timeouts.connect": "10s",  # so long those that are gone are asked again
        # a worker that is slow to start is waited for; otherwise nobody is left where both were killed
        "distributed.deploy.lost-worker-timeout": "1h",
    }
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **quiet) as running,
        Client(running, set_as_default=False) as client,
    ):
        try:
            yield client
        finally:
            with suppress(TimeoutError):  # Dask can not close one that is being started
                wait_for_workers(client, 30)


def wait_for_workers(client, seconds=PATIENCE):
    """Wait until both are there."""
    nannies = client.cluster.workers.values()

    def there():
        started = [nanny for nanny in nannies if nanny.process and nanny.process.status is Status.running]
        return len(started) == len(client.nthreads()) == 2

    wait_until(there, seconds)


def test_a_worker_that_is_killed_loses_no_file_and_no_game(tmp_path):
    """What a worker had when it was killed is done by another, once; what kills whichever has it is given up, alone."""
    given = plan(games=3)
    kinds = {
        "audit": (partial(audit_on, Bounds()), [game(), game(seed=2), b"foreign", b""]),
        "play": (partial(play_on, msgspec.json.encode(given), Bounds()), range(1, 5)),
    }
    with nannied() as client:
        for kind, (do, work) in kinds.items():
            gate = tmp_path / kind
            wait_for_workers(client)
            gate.touch()
            job = partial(do_or_end, str(gate), do)
            found = in_order(client, job, list(work))
            assert not gate.exists()
            assert [(row.about, row.fault) for row in found] == [(at, "") for at in range(4)]
            assert [outcome(kind, row.value) for row in found] == [outcome(kind, do(data)) for data in work]
        wait_for_workers(client)
        found = in_order(client, partial(end_at, 3), range(8))
    assert [row.value for row in found] == [0, 1, 2, None, 4, 5, 6, 7]
    assert [row.about for row in found if row.fault.startswith("KilledWorker: ")] == [3]


def killed(client):
    """Kill all workers, and with them what they have done and nobody has fetched."""
    wait_for_workers(client)
    for pid in client.run(os.getpid).values():
        os.kill(pid, signal.SIGKILL)


def statuses(client):
    return [state.status for state in list(client.futures.values())]


def rest(tasks):
    """Give what comes of all tasks that are left."""
    rows: list[Any] = []
    while True:
        tasks.hand_out(2)
        if not tasks.under_way:
            return rows
        rows += tasks.ready()


def test_what_a_worker_did_and_took_with_it_is_done_again(tmp_path):
    """Results that die with their worker after they were told of are had all the same, each once."""
    rows: list[Any] = []
    hold = tmp_path / "hold"  # so that nothing is done again before it was seen that it is to be
    with nannied() as client:
        tasks = Tasks(client, partial(while_held, str(hold)), Portions(range(40), lambda at: (at, (at,))))
        for _ in range(2):
            tasks.hand_out(2)
            wait_until(lambda: statuses(client) == ["finished"] * 4)
            hold.touch()
            killed(client)
            wait_until(lambda: "finished" not in statuses(client))
            rows += tasks.ready()
            assert tasks.under_way
            hold.unlink()
        rows += rest(tasks)
    assert sorted((row.about, row.value, row.fault) for row in rows) == [(at, -at, "") for at in range(40)]


def test_results_that_are_not_there_hold_up_nobody(tmp_path, monkeypatch):
    """While what died as it was fetched is done again, the others' results come, and new tasks are handed out."""
    done, gate = tmp_path / "done", tmp_path / "gate"
    portions = Portions(range(40), lambda at: (at, (at,)))
    first = portions.size(2)
    with nannied() as client:
        tasks = Tasks(client, partial(first_again_at, str(done), str(gate)), portions)
        tasks.hand_out(2)
        key, gather = next(iter(client.futures)), client.gather

        def late(future, **options):
            if future.key == key:
                monkeypatch.undo()
                os.kill(int(done.read_text()), signal.SIGKILL)
            return gather(future, **options)

        monkeypatch.setattr(client, "gather", late)
        rows: list[Any] = []
        while len(rows) < 40 - first:
            tasks.hand_out(2)
            rows += tasks.ready()
        assert {row.about for row in rows} == set(range(first, 40))
        gate.touch()
        rows += rest(tasks)
    assert sorted((row.about, row.value) for row in rows) == [(at, at) for at in range(40)]


def test_what_can_not_be_done_again_is_a_fault(tmp_path, monkeypatch):
    """What dies while it is fetched, of a job that ends whoever does it again, is a fault of that job."""
    with nannied() as client:
        gather = client.gather

        def late(*futures, **options):
            monkeypatch.undo()
            killed(client)
            return gather(*futures, **options)

        monkeypatch.setattr(client, "gather", late)
        found = in_order(client, partial(once, str(tmp_path / "done")), range(1))
    assert [row.fault.partition(":")[0] for row in found] == ["KilledWorker"]


def wait_until(reached, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.01)


def in_order(client, job, work):
    """Have work done, and give what came of it in its order."""
    found = run_all(client, job, range(len(work)), lambda at: (at, (work[at],)))
    return sorted(chain.from_iterable(found), key=lambda row: row.about)


def outcome(kind, value):
    """Give what a worker said, without the seconds that a game took."""
    by, found = value
    if kind == "audit":
        return by, found
    return by, msgspec.structs.replace(msgspec.json.decode(found.data, type=GameRow), seconds=0.0)


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
    before = listeners()  # of other tests, which may be about to close them
    with client_of(Where(2)) as client:
        assert client.submit(sum, [1, 2]).result() == 3
        listening = listeners() - before
        assert {address.ip for address in listening} <= {"127.0.0.1"}
        assert {asked(address.port, path) for address in listening for path in PAGES} <= {404}
    assert listeners() <= before


PAGES = ("/", "/status", "/health", "/json/counts.json", "/info/main/workers.html", "/metrics")


def listeners():
    return {row.laddr for row in psutil.Process().net_connections() if row.status == psutil.CONN_LISTEN}


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
