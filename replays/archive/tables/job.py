"""The work of one file's process: its rows, or why there are none."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from replays.archive.tables.rows import Unfit, rows_of
from replays.archive.work.kinds import GAME
from replays.archive.work.ready import load_rulesets

JOB: Final = "replays.archive.tables.job:read_bytes"


def prepare() -> None:
    """Load what every file needs."""
    load_rulesets()


class Made(Struct, frozen=True):
    """The rows of a file by table, or why there are none, and of what kind the file is.

    `marks` are the hashes of the first entries: of two files of one game, one has all of the other's.
    """

    rows: dict[str, list[list[Any]]] = {}
    why: str = ""
    marks: tuple[str, ...] = ()
    kind: str = GAME


class Given(Struct, frozen=True):
    """A file: name, SHA-256 and bytes."""

    file: str
    sha256: str
    data: bytes


def read_bytes(data: bytes) -> bytes:
    """Read a file that is Given as msgpack; gives what is Made of it as msgpack."""
    given = msgspec.msgpack.decode(data, type=Given)
    try:
        rows, marks = rows_of(given.data, given.file, given.sha256)
        made = Made(rows, marks=marks)
    except Unfit as fault:
        made = Made(why=str(fault), kind=fault.kind)
    return msgspec.msgpack.encode(made)
