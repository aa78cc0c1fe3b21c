"""A file of rows, one JSON object a line, which grows as results come; what was written is never lost again."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from replays.files import Unusable

T = TypeVar("T")


class Kept(Generic[T]):
    """Rows of one type: those that stood there, and more that are added."""

    def __init__(self, file: BinaryIO, kind: Any) -> None:
        self._file = file
        self.rows: list[T] = list(_read(file, kind))

    def add(self, row: T) -> None:
        """Add a row, on disk before this returns."""
        self._file.write(msgspec.json.encode(row) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


@contextmanager
def kept_at(path: Path, kind: Any) -> Iterator[Kept[Any]]:
    """Open a file of rows, or begin one.

    Raises Unusable where it can not be written, or another run writes it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise Unusable(f"{path} can not be written: {error.strerror}; name another --out") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Unusable(f"{path} is being written by another run; wait for it, or name another --out") from error
        yield Kept(file, kind)


def _read(file: BinaryIO, kind: Any) -> Iterator[Any]:
    """Read the rows; a last line that was cut off is taken away, and a line that is no such row passed over."""
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        file.truncate(whole)
    decoder = msgspec.json.Decoder(kind)
    for line in data[:whole].splitlines():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue
    file.seek(0, os.SEEK_END)
