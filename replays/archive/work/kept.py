"""A file of rows, one JSON object a line, which grows as results come; what was written is never lost again."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from replays.files import Unusable

T = TypeVar("T")


class Kept(Generic[T]):
    """Rows of one type: those that stood there, and more that are added."""

    def __init__(self, path: Path, file: FileIO, kind: Any) -> None:
        self._path, self._file = path, file
        self.rows: list[T] = list(_read(file, kind))

    def take_back(self, count: int) -> None:
        """Take the last of the rows that stood there away, before any is added.

        Raises Unusable where the disk does not take it.
        """
        self._file.seek(0)
        lines = self._file.readall().splitlines(keepends=True)
        try:
            self._file.truncate(sum(map(len, lines[: len(lines) - count])))
        except OSError as error:
            raise Unusable(f"{self._path} can not be written: {error.strerror}; name another --out") from error
        self.rows = self.rows[: len(self.rows) - count]

    def add(self, *rows: T) -> None:
        """Add rows, on disk before this returns.

        Raises Unusable where the disk does not take them; the rows before them stay, and no part of these.
        """
        try:
            append(self._file, msgspec.json.Encoder().encode_lines(rows))
        except OSError as error:
            message = f"{self._path} can not be written: {error.strerror}; make room: the same command goes on"
            raise Unusable(message) from error


def locked(path: Path) -> FileIO:
    """Open a file to read and to add to, for this run alone, or begin one.

    Raises Unusable where it can not be written or locked, or another run writes it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # unbuffered: what a full disk did not take must not be written once more when the file is closed
        file = FileIO(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666), "a+")
    except OSError as error:
        raise Unusable(f"{path} can not be written: {error.strerror}; name another --out") from error
    fault = ""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a device may have no end
        fault = f"{path} is no file; take it away, or name another --out"
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fault = f"{path} is being written by another run; wait for it, or name another --out"
        except OSError as error:  # as some network folders
            fault = f"{path} can not be locked: {error.strerror}; name another --out, on a disk that locks files"
    if fault:
        file.close()
        raise Unusable(fault)
    return file


@contextmanager
def kept_at(path: Path, kind: Any) -> Iterator[Kept[Any]]:
    """Open a file of rows, or begin one.

    Raises Unusable where it can not be written, or another run writes it.
    """
    with locked(path) as file:
        yield Kept(path, file, kind)


@contextmanager
def kept_in(folder: Path | None, name: str, kind: Any) -> Iterator[Kept[Any] | None]:
    """Open a file of rows in a folder, or begin one; None where no folder is named, and nothing is kept.

    Raises Unusable where it can not be written, or another run writes it.
    """
    if folder is None:
        yield None
        return
    with kept_at(folder / name, kind) as kept:
        yield kept


def append(file: FileIO, data: bytes) -> None:
    """Put all of it at the end of a file, on disk before this returns, or where the disk does not take it nothing.

    Raises OSError.
    """
    end = file.seek(0, os.SEEK_END)
    try:
        while data:  # a disk that is nearly full takes a part
            data = data[file.write(data) :]
        os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):  # the next run takes a part of a row away, too
            file.truncate(end)
        raise


def _read(file: FileIO, kind: Any) -> Iterator[Any]:
    """Read the rows; a last line that was cut off is taken away, and a line that is no such row passed over."""
    file.seek(0)
    data = file.readall()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        file.truncate(whole)
    decoder = msgspec.json.Decoder(kind)
    for line in data[:whole].splitlines():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue
