"""The work of one file's process: its rows, or why there are none."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.tables.rows import Unfit, rows_of

JOB: Final = "replays.archive.tables.job:read_bytes"


def prepare() -> None:
    """Load nothing that an audit does not load."""


class Made(Struct, frozen=True):
    """The rows of a file by table, or why there are none.

    `mark` is the same for files of the same game: the hash of an early entry, or of the last of a shorter log.
    """

    rows: dict[str, list[list[Any]]] = {}
    why: str = ""
    mark: str = ""


class Given(Struct, frozen=True):
    """A file: name, SHA-256 and bytes."""

    file: str
    sha256: str
    data: bytes


def read_bytes(data: bytes) -> bytes:
    """Read a file that is Given as msgpack; gives what is Made of it as msgpack."""
    given = msgspec.msgpack.decode(data, type=Given)
    try:
        rows, mark = rows_of(given.data, given.file, given.sha256)
        made = Made(rows, mark=mark)
    except Unfit as fault:
        made = Made(why=str(fault))
    return msgspec.msgpack.encode(made)
