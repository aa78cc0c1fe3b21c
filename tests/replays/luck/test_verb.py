"""`replay stats`: one file or many, text and JSON, plots, and what it refuses."""

from __future__ import annotations

import argparse
import json
import shutil

import pytest

from replays.audit.audit import registered
from replays.luck import verb
from tests.replays.fixtures import bot_game, find, recorded


@pytest.fixture
def stats(capsys, tmp_path):
    """Run `replay stats` on files in a folder of its own; gives status, output and complaints."""

    def go(*words, knows=find):
        parser = argparse.ArgumentParser()
        verb.add(parser.add_subparsers())
        status = verb.run(parser.parse_args(["stats", *map(str, words)]), knows)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


@pytest.fixture
def event(tmp_path):
    """Give a folder as an event's export is: its log, and two games."""
    for number in (1, 2):
        tmp_path.joinpath(f"game-{number}.replay").write_bytes(recorded(number))
    tmp_path.joinpath("event.replay").write_bytes(b"the log of the event, which is no game")
    return tmp_path


def test_one_file(stats, event):
    """A game of a ruleset without odds: its dice are counted, and nothing is said of luck."""
    status, out, _ = stats(event / "game-1.replay")
    assert status == 0
    assert "9 dice without odds: " in out
    assert "no throw of these games has odds" in out
    assert "seeded dice\n" in out
    assert "the dice service, 9 dice drawn from the seeds of 1 game\n" in out


def test_a_folder_a_pattern_and_a_list_are_the_same(stats, event):
    """The export of an event is read without its log, as if each game had been named."""
    folder = stats(event)
    assert folder == stats(event / "game-1.replay", event / "game-2.replay")
    assert folder == stats(event / "game-*.replay")
    assert "seeds of 2 games" in folder[1]
    assert "seeded dice" not in folder[1]


def test_throws_and_numbers(stats, tmp_path):
    """A game with odds: every throw on demand, the same in JSON, as many as are counted."""
    path = tmp_path / "game.replay"
    path.write_bytes(bot_game("tile_formations"))
    status, out, _ = stats(path, "--throws", knows=registered)
    plain = json.loads(stats(path, "--json", knows=registered)[1])
    assert status == 0
    lines = [line for line in out.splitlines() if "; chance " in line]
    assert len(lines) == len(plain["throws"]) > 5
    judged = sum(row["throws"] for row in plain["luck"] if row["what"] != "everything")
    assert judged == len(plain["throws"])
    assert plain["service"]["dice"] == sum(sum(pool["counts"]) for pool in plain["pools"])
    assert plain["verdict"] in out
    for row in plain["luck"]:
        assert f"{row['who']}, {row['what']}: {row['words']}" in out
    assert not [line for line in stats(path, knows=registered)[1].splitlines() if "; chance " in line]


def test_plots(stats, event):
    """Two pictures are written into the folder that is named, which is made."""
    assert stats(event / "game-1.replay", "--svg", event / "plots")[0] == 0
    assert sorted(path.name for path in event.joinpath("plots").iterdir()) == ["distributions.svg", "luck.svg"]
    status, _, err = stats(event / "game-1.replay", "--svg", event / "game-2.replay")
    assert status == 4
    assert "name another folder" in err


def test_an_unknown_ruleset(stats, event):
    """Without the ruleset there are no odds, and the dice are tested all the same."""
    status, out, _ = stats(event / "game-1.replay", knows=lambda _: None)
    assert status == 0
    assert "its ruleset is not in this build" in out
    assert "the dice service, 9 dice" in out


def test_an_altered_file(stats, event):
    """An altered file is counted, and said to be altered."""
    path = event / "game-1.replay"
    path.write_bytes(path.read_bytes() + b"more")
    status, out, err = stats(path)
    assert (status, "the dice service" in out) == (2, True)
    assert f"{path}: altered" in err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("game-1.replay", "copy.replay"), "hold the same game"),
        (("empty",), "holds no replay files"),
        (("other-*.replay",), "no file is called"),
        (("event.replay",), "is no replay file"),
        (("missing.replay",), "can not be read"),
    ],
)
def test_refused(stats, event, words, why):
    """What can not be counted, or would be counted twice, is refused with its name."""
    shutil.copy(event / "game-1.replay", event / "copy.replay")
    event.joinpath("empty").mkdir()
    status, out, err = stats(*(event / word for word in words))
    assert (status, out) == (4, "")
    assert why in err
    assert words[-1] in err
