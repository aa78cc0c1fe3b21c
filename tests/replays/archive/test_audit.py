"""Many files audited at once say what single audits say, whatever happens to some of them."""

import csv
import errno
import io
import json
import os
from importlib import import_module

import pyarrow.parquet as pq
import pytest

from adjudicator.registry import rules_of
from replays.archive.audit import running
from replays.archive.audit.result import COLUMNS, EXIT, worst
from replays.archive.verb import VERBS
from services.cli import main
from tests.replays.archive import poison
from tests.replays.archive.files import damages, game, single, with_manifest, written

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    files = {"game-1": game(), "deep/hexes": game("hex_orders")}
    folder = tmp_path_factory.mktemp("archive")
    folder.joinpath("deep").mkdir()
    written(folder, files | damages(files["game-1"]))
    folder.joinpath("notes.txt").write_text("of the organiser")
    folder.joinpath("event.replay").write_bytes(b"the log of an event")
    return folder


def audited(capsys, *words):
    code = main(["archive", "audit", "--quiet", "--json", "--jobs", "1", *map(str, words)])
    return code, json.loads(capsys.readouterr().out)


def reports(folder):
    lines = folder.joinpath("results.jsonl").read_text().splitlines()
    return {row["name"]: row for row in map(json.loads, lines)}


@pytest.fixture(scope="module")
def first_run(archive, tmp_path_factory):
    """Give where an audit of the archive has its results, three files at once."""
    out = tmp_path_factory.mktemp("out")
    assert main(["archive", "audit", "--quiet", "--csv", str(archive), "--jobs", "3", "--out", str(out)]) == 2
    return out


def summary_in(out):
    return json.loads((out / "summary.json").read_text())


def test_every_file_has_the_result_of_its_single_audit(archive, first_run):
    """Reports are those of single audits."""
    paths = [path for path in archive.rglob("*.replay") if path.name != "event.replay"]
    kept = reports(first_run)
    assert {name: row["report"] for name, row in kept.items()} == {str(path): single(path) for path in paths}
    summary = summary_in(first_run)
    assert [row["file"] for row in summary["rows"]] == sorted(map(str, paths))
    assert summary["exit_code"] == 2
    assert summary["left_alone"] == [str(archive / "event.replay"), str(archive / "notes.txt")]


def test_the_number_of_files_at_once_changes_nothing(archive, first_run, tmp_path, capsys):
    """One file after the other, the same rows come, and the same reports."""
    code, summary = audited(capsys, archive, "--jobs", 1, "--out", tmp_path)
    assert (code, summary) == (2, summary_in(first_run))
    assert reports(tmp_path) == reports(first_run)


def test_what_is_no_game_of_this_build_is_named_and_counted(archive, first_run):
    """Torn, foreign and newer files are told apart, and so are games that were altered."""
    summary = summary_in(first_run)
    kinds = {row["file"].removeprefix(f"{archive}/").removesuffix(".replay"): row["kind"] for row in summary["rows"]}
    assert kinds == {
        "bit-further-on": "game",
        "bit-in-directory": "torn",
        "bit-in-entries": "game",
        "deep/hexes": "game",
        "empty": "foreign",
        "foreign": "foreign",
        "game-1": "game",
        "newer-edition": "newer",
        "newer-format": "newer",
        "newer-ruleset": "newer",
        "one-more-byte": "game",
        "other-zip": "foreign",
        "torn": "torn",
    }
    assert summary["kinds"] == {"foreign": 3, "game": 5, "newer": 3, "torn": 2}


def test_editions_are_counted(first_run, archive, capsys):
    """How many files are of which edition of which ruleset is counted, for machines and for people."""
    summary = summary_in(first_run)
    editions = {name: f"{name} {rules_of(name).edition}" for name in ("hex_orders", "tile_formations")}
    assert summary["editions"] == {
        editions["hex_orders"]: 1,
        "no_such_rules " + rules_of("tile_formations").edition: 1,
        editions["tile_formations"]: 4,
        "tile_formations 9999.1": 1,
    }
    main(["archive", "audit", "--quiet", str(archive), "--out", str(first_run)])
    told = capsys.readouterr().out.partition("\neditions\n")[2].splitlines()[:4]
    assert told == [f"    {count:>7}  {name}" for name, count in summary["editions"].items()]


def test_tables_say_the_same(first_run):
    """CSV and Parquet hold the rows of the summary, under the columns that are documented."""
    rows = list(csv.DictReader(io.StringIO((first_run / "results.csv").read_text())))
    kept = pq.read_table(first_run / "results.parquet").to_pylist()
    assert kept == summary_in(first_run)["rows"]
    assert list(kept[0]) == list(COLUMNS)
    assert [row["verdict"] for row in rows] == [row["verdict"] for row in kept]
    first = next(row for row in kept if row["file"].endswith("bit-in-entries.replay"))
    assert (first["verdict"], first["ruleset"], first["entries"] > 10) == ("FAIL", "tile_formations", True)
    assert first["code"]


def test_people_are_told_counts_and_the_files_that_did_not_pass(archive, first_run, capsys):
    """The table names verdicts with their numbers, first findings and places, and no file that just passed."""
    assert main(["archive", "audit", "--quiet", str(archive), "--out", str(first_run)]) == 2
    out = capsys.readouterr().out
    assert out.startswith("13 files\n")
    assert "PASS  " not in out.split("\nfiles\n")[-1]
    assert "newer-format.replay  newer  BUNDLE_MALFORMED  in the file  format wgreplay/9, this build reads" in out


# -- files that go wrong


def test_a_poisoned_file_gets_a_verdict_of_its_own_and_stops_nobody(tmp_path, capsys, monkeypatch):
    """Files that hang, eat memory or kill their process, or that process's keeper, cost nobody else a result."""
    monkeypatch.setattr(running, "JOB", poison.JOB)
    bad = {name: name.replace("-", " ").encode() for name in ("hang", "eat", "die", "end-the-keeper")}
    folder = written(tmp_path / "files", bad | {"good": game(), "other": b"GIF89a"})
    code, summary = audited(capsys, folder, "--seconds", 3, "--memory", 512, "--jobs", 2)
    verdicts = {row["file"].rpartition("/")[2].removesuffix(".replay"): row["verdict"] for row in summary["rows"]}
    assert verdicts == {
        "hang": "TIME",
        "eat": "MEMORY",
        "die": "CRASHED",
        "end-the-keeper": "CRASHED",
        "good": "PASS",
        "other": "FAIL",
    }
    assert code == 2
    notes = {row["verdict"]: row["note"] for row in summary["rows"]}
    assert notes["TIME"] == "its audit took more than 3 s; raise --seconds"
    assert notes["MEMORY"] == "its audit took more than 512 MiB; raise --memory"


def test_a_file_that_can_not_be_read_is_named(tmp_path, capsys):
    """What turns out to be no file has a verdict, and the others are audited."""
    folder = written(tmp_path, {"good": game()})
    link = folder / "gone.replay"
    link.symlink_to(tmp_path / "nowhere")
    code, summary = audited(capsys, str(folder / "good.replay"), str(folder / "*.replay"))
    assert {row["verdict"] for row in summary["rows"]} == {"PASS", "UNREADABLE"}
    assert code == 4


@pytest.mark.parametrize("verdicts", [["PASS", "FAIL", "INCOMPLETE"], ["UNREADABLE", "TIME"], ["PASS_WITH_NOTES"], []])
def test_the_worst_file_decides(verdicts):
    """The exit code is that of the worst verdict, in the order that is documented."""
    order = list(EXIT)
    assert worst(verdicts) == (EXIT[min(verdicts, key=order.index)] if verdicts else 0)


# -- going on


def test_a_second_run_takes_what_is_there(tmp_path, capsys):
    """With the same --out only files that are new, changed or not decided are audited."""
    folder = written(tmp_path / "files", {"one": game(), "two": b"GIF89a"})
    audited(capsys, folder, "--out", tmp_path / "out")
    before = reports(tmp_path / "out")
    written(folder, {"two": b"a changed file", "three": b"foreign"})
    _, summary = audited(capsys, folder, "--out", tmp_path / "out")
    lines = (tmp_path / "out/results.jsonl").read_text().splitlines()
    names = [json.loads(line)["name"].rpartition("/")[2] for line in lines]
    assert sorted(names[2:]) == ["three.replay", "two.replay"]
    assert [row["verdict"] for row in summary["rows"]] == ["PASS", "FAIL", "FAIL"]
    assert reports(tmp_path / "out")[str(folder / "one.replay")] == before[str(folder / "one.replay")]


def test_results_of_another_program_are_not_taken(tmp_path, capsys):
    """A result counts for the program that found it: of another version or digest the file is audited anew."""
    folder = written(tmp_path / "files", {"one": game()})
    audited(capsys, folder, "--out", tmp_path / "out")
    path = tmp_path / "out/results.jsonl"
    path.write_text(path.read_text().replace('"program":"', '"program":"0.0.1+').replace('"PASS"', '"FAIL"'))
    code, _ = audited(capsys, folder, "--out", tmp_path / "out")
    assert code == 0


def test_a_line_that_was_cut_off_is_taken_away(tmp_path, capsys):
    """A run that was killed while it wrote leaves a part of a line: what stands before it counts, and rows go on."""
    folder = written(tmp_path / "files", {"one": game(), "two": b"GIF89a"})
    _, whole = audited(capsys, folder, "--out", tmp_path / "out")
    path = tmp_path / "out/results.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    _, again = audited(capsys, folder, "--out", tmp_path / "out")
    assert again == whole
    assert len(reports(tmp_path / "out")) == 2


def test_two_runs_do_not_write_the_same_results(tmp_path, capsys):
    """A second run with the same --out is refused while the first one writes."""
    from replays.archive.audit.result import Result
    from replays.archive.work.kept import kept_at

    folder = written(tmp_path / "files", {"one": b"foreign"})
    with kept_at(tmp_path / "out/results.jsonl", Result):
        assert main(["archive", "audit", "--quiet", str(folder), "--out", str(tmp_path / "out")]) == 4
    assert "is being written by another run" in capsys.readouterr().err


def test_results_that_the_disk_does_not_take_end_the_run(tmp_path, capsys, monkeypatch):
    """With a full disk the run ends with the problem, the place and what to do, and the same command goes on."""
    folder = written(tmp_path / "files", {"one": game(), "two": b"GIF89a"})
    words = ["archive", "audit", "--quiet", str(folder), "--out", str(tmp_path / "out")]
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert main(words) == 4
    assert "results.jsonl can not be written: No space left on device; make room" in capsys.readouterr().err
    assert main(words) == 2
    assert len(reports(tmp_path / "out")) == 2


def full(_file):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_as_large_as_may_be_is_audited_without_a_word_of_the_scheduler(tmp_path, capsys, recwarn):
    """Files travel with their jobs: a large one is no matter for warnings."""
    folder = written(tmp_path / "files", {"large": bytes(12 << 20)})
    code, _ = audited(capsys, folder)
    assert code == 2
    assert [str(row.message) for row in recwarn if "graph" in str(row.message)] == []


# -- arguments


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "no file is named"),
        (["no-such-place"], "no-such-place does not exist"),
        (["no-such-*"], "no file is called no-such-*"),
        (["."], "holds no file named *.replay"),
        ([".", "--jobs", "0"], "--jobs: 0 is no number of files at once; give one from 1 to 512"),
        ([".", "--jobs", "1000"], "--jobs: 1000 is no number of files at once"),
        ([".", "--seconds", "-1"], "--seconds: -1 is no number of seconds"),
        ([".", "--memory", str(1 << 64)], "is no number of MiB"),
    ],
)
def test_words_that_name_nothing_are_refused(tmp_path, capsys, monkeypatch, words, text):
    """Each is told with what to name instead."""
    monkeypatch.chdir(tmp_path)
    assert main(["archive", "audit", *words]) == 4
    assert text in capsys.readouterr().err


def test_an_altered_manifest_is_a_finding_as_in_a_single_audit(tmp_path, capsys):
    """A game that says it is of a later edition is told as newer, and fails as its single audit does."""
    path = written(tmp_path, {"one": with_manifest(game(), edition="9999.1")}) / "one.replay"
    code, summary = audited(capsys, path)
    assert (code, summary["rows"][0]["kind"]) == (2, "newer")
    assert summary["rows"][0]["note"].startswith("edition 9999.1 is later than this build's")


@pytest.mark.parametrize(("name", "code"), [("audit", 4), ("tables", 4), ("judge", 130)])
def test_a_run_that_is_ended_while_it_loads_says_so(tmp_path, capsys, monkeypatch, name, code):
    """Ctrl-C before a verb has begun is told in a sentence, with the exit code of a run that was ended."""

    def ended(_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(
        import_module(VERBS[name] if name != "judge" else "replays.archive.lab.judge.verb"), "run", ended
    )
    assert main(["archive", name, str(tmp_path), "--out", str(tmp_path / "out")]) == code
    assert capsys.readouterr().err == f"archive {name}: ended before anything was done\n"
