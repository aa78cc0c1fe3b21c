"""`archive play`: the same games whatever the number of workers and whatever was killed meanwhile; its report."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import chain
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from replays.archive.lab import job
from replays.archive.lab.games import GameRow, play, same
from replays.archive.lab.plan import game_of
from replays.archive.lab.playing import play_left, play_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.store import Games
from replays.archive.lab.report.study import study_of
from replays.archive.lab.sequential import Progress
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import client_of
from replays.archive.work.where import Where
from replays.files import Unusable
from tests.replays.archive.clusters import cluster
from tests.replays.archive.lab.plans import SMALL, plan

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def rows() -> list[GameRow]:
    """Give the games of the small plan, played one by one in this process."""
    prepared = Prepared(plan())
    return [play(prepared, game_of(prepared.plan, number)) for number in range(1, prepared.plan.size + 1)]


@pytest.fixture
def folder(tmp_path):
    tmp_path.joinpath("plan.toml").write_text(SMALL)
    return tmp_path


def archive(folder, *words, **more):
    """Run `adjudicator archive` in a folder."""
    command = [sys.executable, "-m", "services.cli", "archive", *map(str, words)]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def kept(folder) -> list[GameRow]:
    lines = folder.joinpath("games.jsonl").read_bytes().splitlines()[1:]
    return sorted((msgspec.json.decode(line, type=GameRow) for line in lines), key=lambda row: row.number)


def played(given, where, bounds=Bounds()):  # noqa: B008  (frozen)
    """Play a plan, and give its rows in their order."""
    found = chain.from_iterable(play_left(given, Progress(given), where, bounds))
    return sorted(found, key=lambda row: row.number)


def test_two_workers_play_what_one_process_does(rows):
    """Handed out to two processes, every game has the row that it has in this one, however they come back."""
    found = sorted(
        chain.from_iterable(play_left(plan(), Progress(plan()), Where(2), Bounds())), key=lambda row: row.number
    )
    assert same(found) == same(rows)


def test_a_cluster_is_reached_by_its_address(rows):
    """With the address of a scheduler its workers play, and the games are the same."""
    small = plan(games=1)
    with cluster() as running:
        found = played(small, Where(1, running.address))
    assert same(found) == same(rows[:2])


def test_a_game_that_ends_its_process_stops_nobody(rows, monkeypatch):
    """Whatever ends the process of one game, its row says so, counts for nothing, and the others are played."""
    do = do_bounded

    def poisoned(name, data, bounds, *, warm):
        number = msgspec.msgpack.decode(data, type=job.Given).number
        return Outcome("time", b"") if number == 3 else do(name, data, bounds, warm=warm)

    monkeypatch.setattr(job, "do_bounded", poisoned)
    found = sorted(
        chain.from_iterable(play_left(plan(), Progress(plan()), Where(2), Bounds(7))), key=lambda r: r.number
    )
    assert found[2].failed == "not decided: it took more than 7 s; raise --seconds"
    assert [row.number for row in found if not job.decided(row)] == [3]
    assert same(found[:2] + found[3:]) == same(rows[:2] + rows[3:])


def test_goes_on_after_it_was_killed(folder, rows):
    """Killed outright with some games done, and the last line torn, the same command plays what is left."""
    out = folder / "out"
    first = archive(folder, "play", "plan.toml", "--out", "out", "--jobs", "1", start_new_session=True)
    while not out.joinpath("games.jsonl").exists() or not kept(out):
        assert first.poll() is None, first.stderr.read()
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    done = kept(out)
    assert done
    with out.joinpath("games.jsonl").open("ab") as file:
        file.write(b'{"number":7,"sett')
    second = archive(folder, "play", "plan.toml", "--out", "out", "--jobs", "1")
    told, complaints = second.communicate()
    assert second.returncode == 0, complaints
    assert same(kept(out)) == same(rows)
    assert [row for row in kept(out) if row.number in {row.number for row in done}] == done  # not played again
    assert "8 games of tile_formations." in told
    assert_report(out, rows)


def assert_report(out, rows) -> None:
    """The tables hold every game, and the page lists each with its seed and command, and loads nothing."""
    from pyarrow import parquet

    table = parquet.read_table(out / "games.parquet").to_pylist()
    assert [row["seed"] for row in table] == [row.seed for row in rows]
    assert [tuple(row["scores"]) for row in table] == [row.scores for row in rows]
    assert json.loads(out.joinpath("games.json").read_text()) == table
    with out.joinpath("games.csv").open(newline="") as file:
        assert [int(row["entries"]) for row in csv.DictReader(file)] == [row.entries for row in rows]
    page = out.joinpath("report.html").read_text()
    for row in rows:
        assert f"<td>{row.seed}</td>" in page
        assert f"adjudicator archive play plan.toml --game {row.number} --replay game-{row.number}.replay" in page
    assert not re.search(r"(?:src|href)=|url\(|@import|<script", page)
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        fromstring(svg)  # noqa: S314  (our own)


def test_a_game_by_its_number(folder, rows):
    """The command that the report gives writes a replay file, which the audit passes."""
    run = archive(folder, "play", "plan.toml", "--game", "2", "--replay", "two.replay")
    told, complaints = run.communicate()
    assert (run.returncode, complaints) == (0, "")
    assert told == f"Game 2, one turn, other bots, seed {rows[1].seed}. Written to two.replay.\n"
    audited = subprocess.run(
        [sys.executable, "-m", "services.cli", "replay", "audit", "two.replay"],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert (audited.returncode, audited.stdout[:6]) == (0, "PASS  ")


def test_what_can_not_be_used(folder):
    """A bad plan, a number that is none of its games, and a folder of other games are refused with the fix."""
    folder.joinpath("bad.toml").write_text(SMALL.replace('"random"', '"clever"'))
    run = archive(folder, "play", "bad.toml", "--out", "out")
    _, complaints = run.communicate()
    assert run.returncode == 4
    assert complaints == (
        "archive play: bad.toml: settings[1] (one turn, other bots).a.bot: there is no bot 'clever'; "
        "there are usual, steady, random\n"
    )
    run = archive(folder, "play", "plan.toml", "--game", "9", "--replay", "x.replay")
    assert "the plan has games 1 to 8, and no 9" in run.communicate()[1]
    assert run.returncode == 4
    with Games(folder / "out", plan(seed=2)):
        pass
    with pytest.raises(Unusable, match="games of another plan"):
        play_plan(folder / "plan.toml", folder / "out", Where(1))
    with pytest.raises(Unusable, match="no scheduler answers at"), client_of(Where(1, "tcp://127.0.0.1:9")):
        pass


def test_the_page_says_what_does_not_count(rows):
    """Games beyond the one at which a test stopped are listed as not counted."""
    text = page_of(
        plan(),
        SMALL,
        "plan.toml",
        study_of(plan(), {"two turns": rows[:1], "one turn, other bots": []}),
        rows[:2],
        frozenset({1}),
    )
    assert text.count("(not counted)") == 1
    assert "1 game more played and not counted" in text


def test_games_of_another_build_are_not_gone_on_with(tmp_path, monkeypatch):
    """Dice follow from the build too: games of one are never mixed with those of another."""
    with Games(tmp_path, plan()):
        pass
    with Games(tmp_path, plan()) as again:
        assert again.rows == []
    monkeypatch.setattr("replays.archive.lab.report.store.engine_digest", lambda _name: bytes(32))
    with pytest.raises(Unusable, match="games of another build"):
        Games(tmp_path, plan())
