"""Files to work through: folders, patterns and files by name, or whatever else gives names and bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from replays.bundle import file_bytes
from replays.files import Unusable

SUFFIX: Final = ".replay"
# The log of an event, which lies beside its games: `replay event` audits it with them.
EVENT_FILE: Final = "event.replay"


class Source(Struct, frozen=True):
    """A file under its name; `read` gives its bytes, and raises Unusable where it can not."""

    name: str
    read: Callable[[], bytes]


class Sources(Struct, frozen=True):
    """What there is to do, by name and each once, and the files of the folders that are no replay files by name."""

    files: tuple[Source, ...]
    others: tuple[str, ...] = ()


def sources_of(words: Sequence[str]) -> Sources:
    """Find files: those that are named, all that fit a pattern, and in folders, at any depth, those named *.replay.

    Raises Unusable where a word names nothing.
    """
    files: dict[str, Path] = {}
    others: dict[str, None] = {}
    for word in words:
        for path, named in _found(word):
            if named or (path.suffix == SUFFIX and path.name != EVENT_FILE):
                files[_name(path)] = path
            else:
                others[_name(path)] = None
    return Sources(tuple(Source(name, _reader(files[name])) for name in sorted(files)), tuple(sorted(others)))


def _found(word: str) -> list[tuple[Path, bool]]:
    """Give what a word names, with whether it was named itself."""
    path = Path(word)
    try:
        return _inside(word, path)
    except OSError as fault:
        raise Unusable(f"{_name(path)}: {fault.strerror}; name replay files, patterns or folders of them") from None


def _inside(word: str, path: Path) -> list[tuple[Path, bool]]:
    if path.is_dir():
        inside = _below(path)
        if not any(named or one.suffix == SUFFIX for one, named in inside):
            raise Unusable(f"{word} holds no file named *{SUFFIX}; name a folder of replay files")
        return inside
    if any(sign in word for sign in "*?[") and not path.exists():
        fitting = sorted(Path(path.anchor or ".").glob(word.removeprefix(path.anchor)))
        if not fitting:
            raise Unusable(f"no file is called {word}; name replay files")
        return [(one, True) for one in fitting if not one.is_dir()]
    if not path.exists():
        raise Unusable(f"{word} does not exist; name replay files, patterns or folders of them")
    return [(path, True)]


def _below(folder: Path) -> list[tuple[Path, bool]]:
    """Give what lies in a folder at any depth: files, links to folders, which are not followed, and closed folders.

    A folder below that can not be searched counts as named, so that nobody takes its files for audited.
    """
    inside: list[Path] = []
    closed: list[Path] = []
    waiting = [folder]
    while waiting:  # and no call for each level: folders can be deeper than calls
        place = waiting.pop()
        try:
            with os.scandir(place) as found:
                entries = [(Path(entry.path), entry.is_dir(follow_symlinks=False)) for entry in found]
        except OSError:
            if place == folder:
                raise
            closed.append(place)
            continue
        waiting += [path for path, is_folder in entries if is_folder]
        inside += [path for path, is_folder in entries if not is_folder]
    return [*((one, False) for one in inside), *((one, True) for one in closed)]


def _name(path: Path) -> str:
    """Write a path as text that can be kept and printed, whatever bytes are in it."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _folder_words(path: Path) -> str:
    if path.is_symlink():
        return "a link to a folder, which is not followed; name the folder"
    return "a folder that can not be searched; give its rights, or leave it out"


def _reader(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            if path.is_dir():
                raise Unusable(f"{_name(path)} is {_folder_words(path)}")
            if not path.is_file():  # a pipe would never end
                raise Unusable(f"{_name(path)} is no file; name replay files")
            return file_bytes(path)
        except OSError as fault:
            raise Unusable(f"{_name(path)} can not be read: {fault.strerror}; name a replay file") from fault

    return read
