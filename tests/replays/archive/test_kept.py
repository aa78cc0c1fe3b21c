"""Rows that are kept while a run goes on: whatever the disk does, what was written stays."""

import resource
import sys
from pathlib import Path

import pytest

from replays.archive.work.kept import kept_at, kept_in
from replays.archive.work.progress import progress
from replays.files import Unusable

ROW = ["a row", "x" * 400]


@pytest.fixture
def room():
    """Let files grow by so many bytes at most, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_is_full_costs_no_row_that_was_written(tmp_path: Path, room) -> None:
    """A row that there is no room for is refused whole, and the rows before it are there for the next run."""
    path = tmp_path / "rows.jsonl"
    with kept_at(path, list[str]) as kept:
        kept.add(ROW)
        size = path.stat().st_size
        room(size + 100)
        with pytest.raises(Unusable, match=r"can not be written: .*; make room: the same command goes on"):
            kept.add(ROW)
        assert path.stat().st_size == size
        room(resource.RLIM_INFINITY)
        kept.add(["another"])
    with kept_at(path, list[str]) as kept:
        assert kept.rows == [ROW, ["another"]]


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A device in the place of the rows is refused, and not read: it has no end."""
    path = tmp_path / "rows.jsonl"
    path.symlink_to("/dev/zero")
    with pytest.raises(Unusable, match="is no file; take it away"), kept_at(path, list[str]):
        pytest.fail("a device was taken")


def test_nothing_is_kept_where_no_folder_is_named(tmp_path: Path) -> None:
    """Without a folder there are no rows; with one they are in it under the name that is given."""
    with kept_in(None, "rows.jsonl", list[str]) as kept:
        assert kept is None
    with kept_in(tmp_path / "out", "rows.jsonl", list[str]) as kept:
        kept.add(ROW)
    assert (tmp_path / "out/rows.jsonl").read_bytes().count(b"\n") == 1


class Left:
    """An error output that nobody reads any more."""

    def isatty(self) -> bool:
        return False

    def write(self, _text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize("stream", [Left(), None])
def test_progress_that_nobody_reads_ends_no_work(monkeypatch: pytest.MonkeyPatch, stream) -> None:
    """Work goes on where the error output is closed, from the beginning or since."""
    monkeypatch.setattr(sys, "stderr", stream)
    done = []
    with progress("done", 2) as step:
        for number in range(2):
            step()
            done.append(number)
    assert done == [0, 1]
