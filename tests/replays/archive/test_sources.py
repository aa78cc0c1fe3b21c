"""What a folder, a pattern or a name stands for, whatever lies there and whatever it is called."""

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.archive.work.sources import sources_of
from replays.files import Unusable


def names(found: list[str]) -> list[str]:
    """Take the names without their folder."""
    return [name.rpartition("/")[2] for name in found]


def test_any_name_can_be_kept_and_printed(tmp_path: Path) -> None:
    """A name that is no UTF-8 has its bytes written out; names with quotes and line ends stay as they are."""
    for name in (b"bad\xff.replay", b'a"b\n.replay', "ü.replay".encode()):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(name)
    found = {source.name: source.read() for source in sources_of([str(tmp_path)]).files}
    assert {name.rpartition("/")[2]: data for name, data in found.items()} == {
        "bad\\xff.replay": b"bad\xff.replay",
        'a"b\n.replay': b'a"b\n.replay',
        "ü.replay": "ü.replay".encode(),
    }
    assert all(name.encode() for name in found)


def test_what_can_not_be_read_is_named_and_stops_nobody(tmp_path: Path) -> None:
    """Broken links and pipes named as replay files are among the files, and are refused where they are read."""
    (tmp_path / "good.replay").write_bytes(b"good")
    (tmp_path / "link.replay").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.replay")
    (tmp_path / "notes.txt").write_bytes(b"notes")
    sources = sources_of([str(tmp_path)])
    assert names([source.name for source in sources.files]) == ["good.replay", "link.replay", "pipe.replay"]
    assert names(list(sources.others)) == ["notes.txt"]
    good, *bad = sources.files
    assert good.read() == b"good"
    for source in bad:
        with pytest.raises(Unusable, match="is no file; name replay files"):
            source.read()


def test_a_word_that_can_be_no_name_is_refused(tmp_path: Path) -> None:
    """A name longer than the system takes is refused with the system's reason."""
    with pytest.raises(Unusable, match="name replay files"):
        sources_of([str(tmp_path / ("a" * 300))])
    with pytest.raises(Unusable, match="does not exist"):
        sources_of([str(tmp_path / "missing.replay")])


def test_a_folder_that_can_not_be_searched_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed folder below the one that is named counts as a file that can not be read; a closed one is refused."""
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "game.replay").write_bytes(b"unseen")
    (tmp_path / "game.replay").write_bytes(b"seen")
    search = os.scandir

    def refuse(path: str) -> object:
        if os.fspath(path) == str(closed):
            raise PermissionError(errno.EACCES, "Permission denied", str(closed))
        return search(path)

    monkeypatch.setattr(os, "scandir", refuse)
    folder, game = sources_of([str(tmp_path)]).files
    assert (folder.name, game.read()) == (str(closed), b"seen")
    with pytest.raises(Unusable, match="closed is a folder that can not be searched"):
        folder.read()
    with pytest.raises(Unusable, match="Permission denied"):
        sources_of([str(closed)])


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    """A folder that holds a link to itself has an end, and the link is among what is left alone."""
    (tmp_path / "game.replay").write_bytes(b"game")
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "link.replay").symlink_to(tmp_path)
    sources = sources_of([str(tmp_path)])
    assert names([source.name for source in sources.files]) == ["game.replay", "link.replay"]
    assert names(list(sources.others)) == ["again"]
    with pytest.raises(Unusable, match="is a link to a folder, which is not followed; name the folder"):
        sources.files[1].read()


@pytest.fixture
def deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make folders below each other that nest deeper than calls may, and longer than a path may be."""
    monkeypatch.chdir(tmp_path)
    for name in (*["d"] * 1100, *["e" * 250] * 10):
        Path(name).mkdir()
        os.chdir(name)
        if name == "d":
            Path("game.replay").write_bytes(b"game")
    os.chdir(tmp_path)
    yield tmp_path / "d"
    subprocess.run(["rm", "-r", "d"], cwd=tmp_path, check=True)  # which nests no calls


def test_folders_may_be_deeper_than_calls(deep: Path) -> None:
    """All files of nested folders are found, however deep; a folder whose path is too long is told of."""
    *games, folder = sorted(sources_of([str(deep)]).files, key=lambda source: len(source.name))
    assert len(games) == 1100
    assert games[-1].read() == b"game"
    with pytest.raises(Unusable, match="can not be read: File name too long"):
        folder.read()
