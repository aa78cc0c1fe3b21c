"""Rows that are kept while a run goes on: whatever the disk does, what was written stays."""

import errno
import os
import resource
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from replays.archive.work.kept import kept_at, kept_in
from replays.archive.work.progress import progress
from replays.files import Unusable
from services.cli import main
from tests.replays.archive.files import game, written

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


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EAGAIN, "is being written by another run; wait for it"),
        (errno.ENOLCK, "can not be locked: No locks available; name another --out"),
    ],
)
def test_a_file_that_can_not_be_locked_is_told_from_one_that_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    """Only where another run has the file is somebody told to wait for one."""

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("replays.archive.work.kept.fcntl.flock", refuse)
    with pytest.raises(Unusable, match=told), kept_at(tmp_path / "rows.jsonl", list[str]):
        pytest.fail("a file was taken that is not locked")


def test_rows_are_taken_back(tmp_path: Path) -> None:
    """The last rows are taken away from the file, too, and others can follow."""
    path = tmp_path / "rows.jsonl"
    with kept_at(path, list[str]) as kept:
        kept.add(ROW, ["one"], ["two"])
    with kept_at(path, list[str]) as kept:
        kept.take_back(2)
        assert kept.rows == [ROW]
        kept.add(["three"])
    with kept_at(path, list[str]) as kept:
        assert kept.rows == [ROW, ["three"]]


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


@pytest.fixture
def shown(monkeypatch):
    """List what progress each run was said to have: the files, those done before, and the steps."""
    runs = []

    @contextmanager
    def recorded(_what, total, *, done=0, **_):
        runs.append([total, done, 0])

        def step():
            runs[-1][2] += 1

        yield step

    monkeypatch.setattr("replays.archive.work.progress.progress", recorded)
    return runs


@pytest.mark.archive
@pytest.mark.parametrize("verb", ["audit", "judge", "tables"])
def test_what_is_known_is_done_before_the_first_step(tmp_path: Path, capsys, shown, verb: str) -> None:
    """Files whose results are kept count from the beginning and not again, and every run ends at all of its files."""
    folder = written(tmp_path / "files", {"one": game()})
    words = ["archive", verb, str(folder), "--out", str(tmp_path / "out"), "--jobs", "1"]
    main(words)
    written(folder, {"two": game(seed=2)})
    main(words)
    written(folder, {"one": b"no replay"})  # under a name that is known, but to be worked on
    main(words)
    capsys.readouterr()
    assert shown == [[1, 0, 1], [2, 1, 1], [2, 2, 0]]
