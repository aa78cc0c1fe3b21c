"""`archive judge`: under a changed option a game differs at the entry where it does by hand; no more is claimed."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.kernel.record.record import OpenedPart, decoder, open_record
from adjudicator.registry import rules_of
from replays.archive.lab.again import Judged, judge
from replays.archive.lab.games import replay_of
from replays.archive.lab.judge import running, telling
from replays.archive.lab.judge.job import Change
from replays.archive.lab.judge.options import options_of
from replays.archive.lab.judge.running import Result, judge_files
from replays.archive.lab.judge.telling import outcome_of, require_edition, summary
from replays.archive.lab.prepared import Prepared
from replays.archive.work import bounded
from replays.archive.work import program as work_program
from replays.archive.work.bounded import Outcome
from replays.archive.work.kept import kept_at
from replays.archive.work.sources import sources_of
from replays.archive.work.where import Where
from replays.audit.checks_rules import LoggedStreams
from replays.bundle import read_bundle, write_bundle
from replays.files import Unusable
from tests.replays.archive.clusters import cluster
from tests.replays.archive.files import damages, rewritten
from tests.replays.archive.lab.plans import plan

pytestmark = pytest.mark.archive
RULES = rules_of("tile_formations")
SHORTER = Change({"turn_limit": "1"})
HISTORY = Path(__file__).parents[2] / "history"


@pytest.fixture(scope="module")
def replay() -> bytes:
    """Give a game of two turns."""
    return replay_of(Prepared(plan()), 1)


def entries(data: bytes):
    """Read the entries of a file: number, command and events."""
    bundle = read_bundle(data)
    for seq, row in enumerate(bundle.records, 1):
        opened = open_record(RULES, decoder(RULES).decode(row), [OpenedPart(*part) for part in bundle.openings(seq)])
        yield seq, opened.command, [event for event, _ in opened.events]


def first_tested(data: bytes) -> int:
    """Find the entry of the first action that states the result of an action test."""
    return next(seq for seq, command, _ in entries(data) if named([command], "BeginAction") and command.test)


def named(values, name):
    return [value for value in values if type(value).__name__ == name]


def test_unchanged_rules_change_nothing(replay):
    """Judged again under the rules that it was played by, a game has no difference, and its result stands."""
    found = judge(replay, {})
    assert (found.state, found.difference, found.stands) == ("judged", None, True)
    assert found.winners == tuple(named_winners(replay))


def named_winners(replay):
    for _, _, events in entries(replay):
        for event in named(events, "ResultReached"):
            yield from (("red", "blue")[seat] for seat in event.winners)


def test_other_events_at_the_entry_by_hand(replay):
    """With one turn in place of two the game ends where the second turn began: at that very entry, and no later."""
    due = next(seq for seq, _, events in entries(replay) for row in named(events, "TurnStarted") if row.turn == 2)
    found = judge(replay, {"turn_limit": "1"})
    assert (found.difference.entry, found.difference.kind) == (due, "other events")
    assert "GameEnded" in found.difference.what
    assert "TurnStarted(turn=2" in found.difference.what
    assert not found.stands


def test_refused_at_the_entry_by_hand(replay):
    """Without action tests the first action that states the result of one is refused, by its clause."""
    due = first_tested(replay)
    found = judge(replay, {"action_test": "none"})
    assert (found.difference.entry, found.difference.kind) == (due, "refused now")
    assert found.difference.what.endswith("(TF-MOVE-10)")


def test_an_option_that_no_entry_feels(replay):
    """How far crossfire reaches changes nothing in a game in which players say whether there is any."""
    assert judge(replay, {"crossfire_range": "11"}).difference is None


def test_other_dice_are_told(replay, monkeypatch):
    """Where the rules throw dice that the log does not have, that is the difference."""
    due = next(seq for seq, _, _ in entries(replay) if _throws(replay, seq))
    nothing = lambda _rolls, cursors: LoggedStreams((), cursors)  # noqa: E731
    monkeypatch.setattr("replays.archive.lab.again.LoggedStreams", nothing)
    found = judge(replay, {})
    assert (found.difference.entry, found.difference.kind) == (due, "other dice")


def _throws(data: bytes, seq: int):
    return decoder(RULES).decode(read_bundle(data).records[seq - 1]).dice


def test_bots_play_on_only_where_they_are_asked(replay):
    """What comes after a difference is told of bots that were asked to go on, in words that say so."""
    assert judge(replay, {"turn_limit": "1"}).played_on == ""
    told = judge(replay, {"turn_limit": "1"}, play_on=True).played_on
    assert told.startswith("with bots playing on, and the game's own dice going on, ")
    refused = judge(replay, {"action_test": "none"}, play_on=True).played_on
    assert refused.startswith("with bots playing on")
    assert refused == judge(replay, {"action_test": "none"}, play_on=True).played_on


def test_a_forged_game_is_left_alone(replay):
    """A game that differs under its own rules too says nothing about the change."""
    bundle = read_bundle(replay)
    due = first_tested(replay)
    words = [b"passed", b"failed"]
    words.sort(key=lambda word: word not in bundle.records[due - 1])
    records = [row.replace(words[0], words[1], 1) if seq == due else row for seq, row in enumerate(bundle.records, 1)]
    names = (bundle.manifest["ruleset"], bundle.manifest["edition"], bytes.fromhex(bundle.manifest["engine"]))
    forged = write_bundle(*names, records, bundle.heads, bundle.sealed)
    assert forged != replay
    found = judge(forged, {"turn_limit": "1"})
    assert (found.state, found.why) == ("altered", "it differs under its own rules too: see replay audit")


@pytest.fixture
def archive(tmp_path, replay):
    """Give a folder with a game and with files of each kind that can not be judged."""
    inside = tmp_path / "season"
    inside.mkdir()
    files = {
        "game.replay": replay,
        "cut.replay": replay[:-200],
        "letter.replay": b"no replay",
        "zipped.replay": damages(replay)["other-zip"],
        "later.replay": damages(replay)["newer-format"],
        "flipped.replay": replay.replace(b"northern", b"Northern") if b"northern" in replay else _flipped(replay),
        "chess.replay": rewritten(replay, ruleset="tile_formatioms"),
        "newer.replay": rewritten(replay, edition="2099.1"),
    }
    for name, data in files.items():
        inside.joinpath(name).write_bytes(data)
    return inside


def files_in(path):
    return sources_of([str(path)]).files


def _flipped(data: bytes) -> bytes:
    place = data.index(b"red")
    return data[:place] + b"rad" + data[place + 3 :]


def test_an_archive(archive):
    """Each file has its verdict; what is foreign, torn, altered or newer is named, counted, and left as it is."""
    before = {path: hashlib.sha256(path.read_bytes()).digest() for path in archive.iterdir()}
    found = judge_files(files_in(archive), SHORTER, Where(1))
    assert {Path(name).name: row.state for name, row in found} == {
        "game.replay": "judged",
        "cut.replay": "torn",
        "letter.replay": "foreign",
        "zipped.replay": "foreign",
        "later.replay": "newer",
        "flipped.replay": "altered",
        "chess.replay": "newer",
        "newer.replay": "newer",
    }
    assert {path: hashlib.sha256(path.read_bytes()).digest() for path in archive.iterdir()} == before
    outcome = outcome_of(found)
    text = list(summary(outcome, {"turn_limit": "1"}))
    assert text[0] == "8 files: 1 game judged, 1 altered, 2 foreign, 3 newer, 1 torn."
    assert text[1] == (
        "Under turn_limit = 1: 1 game of 1 differ; of 1 result 0 would stand, 1 come after a difference "
        "and are not claimed."
    )
    assert "entry " in text[2]
    assert "newer.replay: left alone, newer: edition 2099.1 is later than this build's, " in "\n".join(text)
    told = json.loads(telling.as_json(outcome))
    assert told["states"] == {"altered": 1, "foreign": 2, "judged": 1, "newer": 3, "torn": 1}
    assert [row["file"] for row in told["rows"]] == [name for name, _ in found]


@pytest.fixture
def handed_out(monkeypatch):
    """List the files, by their sizes, that workers of this process had bounded processes judge."""
    given, do = [], bounded.do_bounded

    def done(job, data, bounds):
        given.append(len(data))
        return do(job, data, bounds)

    monkeypatch.setattr(running, "do_bounded", done)
    return given


def stopping_after(number):
    """Stop the run, as somebody at the keyboard does, once so many files are done."""
    left = iter(range(number - 1))

    def step():
        if next(left, None) is None:
            raise KeyboardInterrupt

    return step


def test_stopped_and_gone_on_with(archive, tmp_path, handed_out):
    """A run that was stopped twice says at its end what one says that was not, and judges no kept file again."""
    paths = files_in(archive)
    whole = judge_files(paths, SHORTER, Where(1))
    assert len(handed_out) == 8
    for _ in range(2):  # of results that came while one was told of some are kept, but of eight never all
        with kept_at(tmp_path / "judged.jsonl", Result) as kept, pytest.raises(KeyboardInterrupt):
            judge_files(paths, SHORTER, Where(2), kept=kept, step=stopping_after(2))
    handed_out.clear()
    with kept_at(tmp_path / "judged.jsonl", Result) as kept:
        assert len(kept.rows) >= 4
        found = judge_files(paths, SHORTER, Where(2), kept=kept)
        assert len(handed_out) == 8 - len(kept.rows)
    assert found == whole


def test_what_is_kept_is_of_the_same_file_change_and_program(archive, tmp_path, handed_out, monkeypatch):
    """Another change, other bytes under the same name and another program are judged anew."""
    paths = files_in(archive / "game.replay")

    def run(change=SHORTER):
        handed_out.clear()
        with kept_at(tmp_path / "judged.jsonl", Result) as kept:
            [(_, found)] = judge_files(paths, change, Where(1), kept=kept)
        return found, len(handed_out)

    first, _ = run()
    assert run() == (first, 0)
    other, new = run(Change({"action_test": "none"}))
    assert new == 1
    assert other.difference != first.difference
    assert run(Change({"turn_limit": "1"}, play_on=True))[1] == 1
    assert run() == (first, 0)
    archive.joinpath("game.replay").write_bytes(b"no replay")
    assert run()[0].state == "foreign"
    for module in (running, work_program):
        monkeypatch.setattr(module, "program", lambda: "another")
    assert run()[1] == 1


def test_a_cluster_judges_what_one_process_does(archive):
    """On a cluster of two workers every file has the outcome that it has here."""
    paths = files_in(archive)
    with cluster() as found:
        there = judge_files(paths, SHORTER, Where(dask=found.address))
    assert there == judge_files(paths, SHORTER, Where(2))


@pytest.mark.parametrize(
    ("end", "state", "why"),
    [
        ("time", "beyond its time", "it took more than 300 s; raise --seconds"),
        ("memory", "beyond its memory", "it took more than 2048 MiB; raise --memory"),
        ("SIGKILL", "crashed", "its process ended by SIGKILL"),
    ],
)
def test_a_file_beyond_its_bounds_stops_nobody(archive, tmp_path, monkeypatch, end, state, why):
    """What ends its process is named and left alone, the others are judged; the next run tries it again."""
    paths = files_in(archive)
    do = bounded.do_bounded
    poison = archive.joinpath("letter.replay").read_bytes()

    def done(job, data, bounds):
        return Outcome(end, b"") if poison in data else do(job, data, bounds)

    with monkeypatch.context() as patch, kept_at(tmp_path / "judged.jsonl", Result) as kept:
        patch.setattr(running, "do_bounded", done)
        found = dict(judge_files(paths, SHORTER, Where(1), kept=kept))
    assert found[str(archive / "letter.replay")] == Judged(state, why)
    assert found[str(archive / "game.replay")].state == "judged"
    assert telling.exit_code(outcome_of(list(found.items()))) == 3
    with kept_at(tmp_path / "judged.jsonl", Result) as kept:
        again = dict(judge_files(paths, SHORTER, Where(1), kept=kept))
    letter = str(archive / "letter.replay")
    assert again == {**found, letter: again[letter]}
    assert again[letter].state == "foreign"


def test_the_verb_keeps_and_goes_on(archive, tmp_path):
    """`archive judge --out` says the same when it is given again, writes it for machines, and judges nothing twice."""
    out = tmp_path / "out"
    words = ("archive", "judge", str(archive), "--option", "turn_limit=1", "--out", str(out), "--quiet")
    command = [sys.executable, "-m", "services.cli", *words]
    first = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (first.returncode, first.stderr) == (3, "")
    lines = out.joinpath("judged.jsonl").read_bytes()
    assert len(lines.splitlines()) == 8
    again = subprocess.run([*command, "--jobs", "1"], check=False, capture_output=True, text=True)
    assert (again.stdout, again.returncode) == (first.stdout, 3)
    assert out.joinpath("judged.jsonl").read_bytes() == lines
    assert json.loads(out.joinpath("judged.json").read_text())["files"] == 8


def test_names_of_any_bytes_and_broken_links(archive, replay):
    """A file whose name is no text, and a link to nothing, are named and stop nobody."""
    archive.joinpath(os.fsdecode(b"g\xff.replay")).write_bytes(replay)
    archive.joinpath("gone.replay").symlink_to(archive / "nowhere")
    found = judge_files(files_in(archive), SHORTER, Where(1))
    text = "\n".join(summary(outcome_of(found), SHORTER.options)) + telling.as_json(outcome_of(found))
    assert text.encode().count(b"g\\xff.replay: entry ") == 1
    assert "gone.replay: left alone, unreadable: " in text


def test_arguments_that_can_not_be_used():
    """Options and editions that there are not are refused with those that there are."""
    for words, told in (
        (["zoc"], "write a name and a value"),
        (["zoc=1"], "no ruleset has it; there are antares: "),
        (["zoc_radius=x"], "write it as TOML has it"),
        (["crossfire_geometry=1"], "1 is no bool"),
        (["zoc_radius=3\nturn_limit = 1"], "has more than one line; write it in one, and each option alone"),
    ):
        with pytest.raises(Unusable, match=told):
            options_of(words)
    keywords = 'locked_exception_keywords=["monstrous"]'
    assert options_of([keywords]) == {"locked_exception_keywords": '["monstrous"]'}  # a list is written as TOML has it
    assert options_of(["zoc_radius=3", "hit_allocation=owner"]) == {"zoc_radius": "3", "hit_allocation": "owner"}
    with pytest.raises(Unusable, match="this build has antares "):
        require_edition("1999.1")


def test_a_game_of_another_ruleset_is_not_concerned(replay):
    """A game whose ruleset does not have the option is counted apart."""
    assert judge(replay, {"roll_modifier_cap": "1"}).state == "without the option"


@pytest.mark.parametrize(
    ("name", "entry", "what"),
    [
        ("antares-2026.4", 0, ""),
        ("hex_orders-2026.2", 129, "No aim of b6 counts for these dice. Fire without one. (HX-HEXFX-17)"),
        ("hex_orders-2026.3", 108, "events[1]: (DrawDeclined(seat=1), ('WG-END-07',)); the log has nothing"),
        ("tile_formations-2026.3", 21, "The action advance has a test, and nobody has said how it went."),
    ],
)
def test_games_of_earlier_editions(name, entry, what):
    """What was corrected since is found where it was: four games with what came of them, by hand.

    An aim for dice that no aim counts for is refused; an offer of a draw is declined by playing on; the result of a
    test has to be said; and what an older log could not say is no difference.
    """
    data = gzip.decompress(HISTORY.joinpath(f"{name}.replay.gz").read_bytes())
    found = judge(data, {})
    assert found.state == "judged"
    assert (found.difference.entry if found.difference is not None else 0) == entry
    assert found.stands == (entry == 0)
    assert what in (found.difference.what if found.difference is not None else "")
