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

from replays.archive.lab import job, playing
from replays.archive.lab.games import GameRow, play, same
from replays.archive.lab.plan import game_of
from replays.archive.lab.playing import play_again, play_left, play_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.store import Games
from replays.archive.lab.report.study import study_of
from replays.archive.lab.sequential import Progress
from replays.archive.work.bounded import Bounds, Outcome, do_bounded
from replays.archive.work.cluster import client_of
from replays.archive.work.where import Where
from replays.bundle import read_bundle
from replays.files import Unusable
from services.cli import main
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


def test_every_game_of_a_report_is_played_again(folder):
    """With more games than the plan has, the command of the last one in the report gives that game."""
    out = folder / "out"
    play_plan(folder / "plan.toml", out, Where(1), games_each=5, quiet=True)
    page = out.joinpath("report.html").read_text()
    assert "--game 10 --replay game-10.replay" in page
    told = play_again(folder / "plan.toml", 10, folder / "ten.replay")
    row = kept(out)[9]
    assert told.startswith(f"Game 10, {row.setting}, seed {row.seed}.")
    assert len(read_bundle(folder.joinpath("ten.replay").read_bytes()).records) == row.entries


def test_two_runs_in_one_folder(folder):
    """While a run plays into a folder, another is refused there and writes nothing; afterwards it goes on."""
    out = folder / "out"
    with Games(out, plan()) as games:
        before = games.path.read_bytes()
        run = archive(folder, "play", "plan.toml", "--out", "out", "--games", "1")
        _, complaints = run.communicate()
        assert run.returncode == 4
        path = games.path.relative_to(folder)
        assert (
            complaints == f"archive play: {path} is being written by another run; wait for it, or name another --out\n"
        )
        assert games.path.read_bytes() == before
        with pytest.raises(Unusable, match="is being written by another run"):
            Games(out, plan())
    with Games(out, plan()) as again:
        assert again.rows == []


def test_games_beyond_bounds_are_told(folder, monkeypatch, capsys):
    """Games that took more than their bounds are counted with the reason and the fix, and the exit code is not 0."""
    words = ["archive", "play", "plan.toml", "--out", "out", "--jobs", "1", "--games", "2", "--memory", "700"]
    monkeypatch.chdir(folder)
    do = do_bounded

    def poor(name, data, bounds, *, warm):
        ends = {2: "memory", 3: "time", 4: "memory"}
        end = ends.get(msgspec.msgpack.decode(data, type=job.Given).number)
        return Outcome(end, b"") if end else do(name, data, bounds, warm=warm)

    with monkeypatch.context() as patch:
        patch.setattr(job, "do_bounded", poor)
        assert main(words) == 3
    told = capsys.readouterr().out
    assert "2 games not decided: it took more than 700 MiB; raise --memory\n" in told
    assert "1 game not decided: it took more than 300 s; raise --seconds\n" in told
    assert told.endswith("Give the command again so: it plays those alone.\n")
    assert main(words) == 0
    assert "not decided" not in capsys.readouterr().out
    assert sorted(row.number for row in kept(folder / "out")) == [1, 2, 2, 3, 3, 4, 4]


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (("--out", "a", "--out", "b"), "argument --out: it is given twice; give it once", 2),
        (("--out", "a", "--jobs", "0"), "--jobs: 0 is no number of games at once; give one from 1 to 512", 4),
    ],
)
def test_arguments_that_nothing_can_be_done_with(folder, words, told, code):
    """A second folder, or a number of processes that plays nothing, is refused in its words."""
    run = archive(folder, "play", "plan.toml", *words)
    assert told in run.communicate()[1]
    assert run.returncode == code
    assert not folder.joinpath("a").exists()


@pytest.mark.parametrize("verb", ["audit", "tables", "judge"])
def test_no_verb_takes_its_folder_twice(folder, verb):
    """Of two folders none is taken in silence, whatever verb of the archive is called."""
    run = archive(folder, verb, "plan.toml", "--out", "a", "--out", "b")
    assert "argument --out: it is given twice; give it once" in run.communicate()[1]
    assert run.returncode == 2


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
    for text, number, told in (
        (SMALL, 0, "the plan has games 1 to 20000000, and no 0"),
        (SMALL, 20_000_001, "the plan has games 1 to 20000000, and no 20000001"),
        (SMALL.replace("games = 4", "seeds = [5]"), 5, "the plan has games 1 to 4, and no 5"),
    ):
        folder.joinpath("other.toml").write_text(text)
        with pytest.raises(Unusable, match=told):
            play_again(folder / "other.toml", number, folder / "x.replay")
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


@pytest.mark.parametrize(
    ("kinds", "named"),
    [((), ""), (("MusterArmy",), "MusterArmy"), (("MusterArmy", "HoldBack"), "MusterArmy and HoldBack")],
)
def test_the_page_says_what_is_alike(rows, kinds, named):
    """The page names every kind of command that both sides gave alike, and says nothing of it where there is none."""
    given = plan(alike=kinds)
    study = study_of(given, {"two turns": rows[:1], "one turn, other bots": rows[1:2]})
    page = page_of(given, "", "plan.toml", study, rows[:2], frozenset({1, 2}))
    said = f"<p>Both sides give the same {named}: what the one gave first, the other gives too.</p>"
    assert (said in page) == ("Both sides" in page) == bool(kinds)


def test_games_of_another_build_are_not_gone_on_with(tmp_path, monkeypatch):
    """Dice follow from the build too: games of one are never mixed with those of another."""
    with Games(tmp_path, plan()):
        pass
    with Games(tmp_path, plan()) as again:
        assert again.rows == []
    monkeypatch.setattr("replays.archive.lab.report.store.engine_digest", lambda _name: bytes(32))
    with pytest.raises(Unusable, match="games of another build"):
        Games(tmp_path, plan())


def test_names_are_printed_as_they_can_be(folder, monkeypatch, capsys):
    """What a plan and its file are called reaches the terminal escaped; a name that is no text costs no report."""
    monkeypatch.chdir(folder)
    path = os.fsdecode(b"pl\xff\x1b[31mn.toml")
    text = SMALL.replace("two turns", r"two\u001b[31m turns")
    folder.joinpath(path).write_text(text.replace('"random"', '"clever"'))
    words = ["archive", "play", path, "--out", "out", "--jobs", "1", "--games", "1", "--quiet"]
    assert main(words) == 4
    assert r"pl\udcff\x1b[31mn.toml: settings[1] " in capsys.readouterr().err
    folder.joinpath(path).write_text(text)
    assert main(words) == 0
    said = capsys.readouterr().out
    assert r"two\x1b[31m turns: " in said
    assert "\x1b" not in said
    assert r"adjudicator archive play" in folder.joinpath("out/report.html").read_text()
    assert main(["archive", "play", path, "--game", "1", "--replay", "one.replay"]) == 0
    assert capsys.readouterr().out.startswith(r"Game 1, two\x1b[31m turns, seed ")


def test_a_report_has_the_plan_that_was_played(folder, monkeypatch):
    """A plan that is changed while its games are played stands in the report as it was when they began."""
    path = folder / "plan.toml"

    def changing(*arguments):
        path.write_text("no plan any more")
        return play_left(*arguments)

    monkeypatch.setattr(playing, "play_left", changing)
    play_plan(path, folder / "out", Where(1), games_each=1, quiet=True)
    page = folder.joinpath("out/report.html").read_text()
    assert "no plan any more" not in page
    assert "title = " in page
