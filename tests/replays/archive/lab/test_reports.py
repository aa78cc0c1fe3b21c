"""Reports before this one: what was looked at is noted, and said where it was less than this, or asked otherwise."""

import re
from unittest.mock import Mock

import pytest

from replays.archive.lab import job
from replays.archive.lab.plan import plan_of
from replays.archive.lab.playing import play_plan
from replays.archive.work.bounded import Outcome
from replays.archive.work.where import Where
from replays.files import Unusable
from tests.replays.archive.lab.plans import SMALL

pytestmark = pytest.mark.archive
SET = "The intervals and p-values are those of a number of games that was set before the first of them."
LOOKED = "Reports of these games were looked at before this one, after "
OTHERS = SMALL.partition("[[comparisons]]")[0]


@pytest.fixture
def folder(tmp_path):
    tmp_path.joinpath("plan.toml").write_text(SMALL)
    return tmp_path


def told(folder, games=None) -> str:
    """Play a plan so far, and give what its page says of looks; what the program prints says the same."""
    words = play_plan(folder / "plan.toml", folder / "out", Where(1), games_each=games, quiet=True).text
    page = folder.joinpath("out/report.html").read_text()
    found = re.search(rf"{LOOKED}([^.]*)\.", page)
    assert (found is None) == (SET in page) == ("<p>Intervals hold at 95 %" in page)
    assert (LOOKED in words) == (found is not None)
    return found[1] if found else ""


def test_looks_are_told(folder):
    """A report after fewer games is named in each one after it; the same report once more is no other look."""
    assert told(folder, 1) == ""
    assert told(folder, 1) == ""
    assert told(folder, 2) == "1 game of each setting"
    assert told(folder) == "1 game of each setting and 2 games of each setting"
    assert folder.joinpath("out/reports.jsonl").read_bytes().count(b"\n") == 4


def test_other_comparisons_and_intervals_are_told(folder):
    """The same games reported with other comparisons, another interval or confidence were looked at before, too."""
    assert told(folder, 1) == ""
    folder.joinpath("plan.toml").write_text(OTHERS)
    assert told(folder, 1) == "1 game of each setting with other comparisons"
    folder.joinpath("plan.toml").write_text(OTHERS.replace("games = 4", 'games = 4\ninterval = "exact"'))
    assert told(folder, 1) == (
        "1 game of each setting with other comparisons and other intervals and "
        "1 game of each setting with other intervals"
    )


def test_fewer_games_than_before_are_told(folder):
    """Who goes back to fewer games has seen more of them."""
    assert told(folder, 2) == ""
    assert told(folder, 1) == "2 games of each setting"


def test_a_run_without_a_report_is_no_look(folder, monkeypatch):
    """Games that were played and not reported, since the run was stopped, are nothing that was seen."""
    playing = "replays.archive.lab.playing"
    with monkeypatch.context() as patch:
        patch.setattr(f"{playing}.play_left", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            told(folder, 1)
    with monkeypatch.context() as patch:
        patch.setattr(f"{playing}.write_tables", Mock(side_effect=OSError(28, "No space left on device")))
        with pytest.raises(Unusable, match="No space left"):
            told(folder, 1)
    assert told(folder, 2) == ""


def test_games_that_were_not_decided_were_not_seen(folder, monkeypatch):
    """A report of games beyond their bounds is a look at the others alone: where there are none it is no look."""
    with monkeypatch.context() as patch:
        patch.setattr(job, "do_bounded", lambda *_, **__: Outcome("time", b""))
        assert told(folder, 1) == ""
    assert folder.joinpath("out/report.html").exists()
    assert told(folder, 2) == ""


def test_a_folder_of_an_earlier_release(folder):
    """Where a report was written before reports were noted, its table says of how many games it was."""
    assert told(folder, 1) == ""
    folder.joinpath("out/reports.jsonl").unlink()
    assert told(folder, 1) == ""
    folder.joinpath("out/reports.jsonl").unlink()
    assert told(folder, 2) == "1 game of each setting"
    assert told(folder, 3) == "1 game of each setting and 2 games of each setting"


def test_a_test_stated_beforehand_may_be_looked_at(folder):
    """With a sequential test looks are what it allows: its report says what was stated, and nothing of looks."""
    stop = "games = 4\nstop = { null = 0.5, alternative = 0.7 }"
    folder.joinpath("plan.toml").write_text(SMALL.replace("games = 4", stop))
    assert plan_of(folder.joinpath("plan.toml").read_bytes(), "").stop is not None
    for games in (1, 2):
        words = play_plan(folder / "plan.toml", folder / "out", Where(1), games_each=games, quiet=True).text
        page = folder.joinpath("out/report.html").read_text()
        assert "Stated beforehand: a sequential" in page
        assert LOOKED not in words + page
