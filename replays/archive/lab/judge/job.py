"""The work of one file's process: a game judged again under given options."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from replays.archive.lab.again import judge
from replays.archive.work.ready import load_rulesets

JOB: Final = "replays.archive.lab.judge.job:judge_bytes"


class Change(Struct, frozen=True):
    """What is changed: options by name, as they are written; and whether bots play on from a difference."""

    options: dict[str, str] = {}
    play_on: bool = False


class Given(Struct, frozen=True):
    """A file's bytes, and what is changed."""

    data: bytes
    change: Change


def prepare() -> None:
    """Load what every file needs."""
    load_rulesets()


def judge_bytes(data: bytes) -> bytes:
    """Judge a file again: Given as msgpack goes in, Judged comes out."""
    given = msgspec.msgpack.decode(data, type=Given)
    return msgspec.msgpack.encode(judge(given.data, given.change.options, play_on=given.change.play_on))
