"""Notes of archived games, made anew from what the archive has of them where those of a backup are damaged or lost."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

from replays.bundle import BundleFault, read_bundle
from services.admin.judging import judge
from services.store.archive import Archived, entries_of

if TYPE_CHECKING:
    from pathlib import Path

    from replays.audit.audit import Find

# What the reason of an archiving is that nobody can read.
UNKNOWN: Final = "why it was archived could not be read when it was restored"


def by_proof(game: bytes, proof: Path) -> Archived | None:
    """Give the note of a forgotten game by its proof; None where that is not there or not of this game. OSError."""
    try:
        data = proof.read_bytes()
        told = json.loads(data)
        if told["game"] != game.hex():
            return None
        head, file = bytes.fromhex(told["hashes"][-1]), hashlib.sha256(data).digest()
        said = told["entries"], head, file, told["forgotten_ms"], told["by"], told["reason"]
        return Archived(*said, removed=True, forgotten=True)
    except (FileNotFoundError, ValueError, LookupError, TypeError, RecursionError):
        return None


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
