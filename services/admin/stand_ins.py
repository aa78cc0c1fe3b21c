"""Notes of archived games, made anew from what the archive has of them where those of a backup are damaged or lost."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import msgspec

from replays.bundle import BundleFault, read_bundle
from services.admin.judging import judge
from services.store.archive import Archived, entries_of
from services.store.redis_keys import Time

if TYPE_CHECKING:
    from pathlib import Path

    from replays.audit.audit import Find

# What the reason of an archiving is that nobody can read.
UNKNOWN: Final = "why it was archived could not be read when it was restored"


class _Proof(msgspec.Struct):
    """What the note of a forgotten game takes from its proof."""

    game: str
    entries: int
    hashes: list[str]
    forgotten_ms: Time
    by: str
    reason: str


def by_proof(game: bytes, proof: Path) -> Archived | None:
    """Give the note of a forgotten game by its proof; None where that is not there or not of this game. OSError."""
    try:
        data = proof.read_bytes()
        told = msgspec.json.decode(data, type=_Proof)
        head = bytes.fromhex(told.hashes[-1])
    except (FileNotFoundError, ValueError, IndexError, RecursionError):
        return None
    if (told.game, told.entries) != (game.hex(), len(told.hashes)):
        return None
    file = hashlib.sha256(data).digest()
    return Archived(told.entries, head, file, told.forgotten_ms, told.by, told.reason, removed=True, forgotten=True)


def by_file(file: Path, find: Find, time: int, *, removed: bool) -> Archived | None:
    """Give the note of a game by its replay file, archived at this time; None where that fails its audit. OSError."""
    try:
        data = file.read_bytes()
        bundle = read_bundle(data)
    except (FileNotFoundError, BundleFault):
        return None
    if judge(data, find, None, signed=bool(bundle.heads)):
        return None
    entries = entries_of(bundle)
    return Archived(len(entries), entries[-1].hash, hashlib.sha256(data).digest(), time, "", UNKNOWN, removed=removed)
