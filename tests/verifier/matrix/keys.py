"""What an attacker makes good again after he has altered a game, with the keys that he holds."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.chain import entry_hash
from replays import notes
from services.games.signing import public_key
from tests.replays.audit.steps import BODY, COMMAND, HEAD, PREV, Case
from tests.replays.fixtures import LOG_NAME
from tools.tampers.cells import ALL, NONE


def repaired(case: Case, sound: Case, keys: str) -> Case:
    """Make good what these keys can: numbers, hashes and heads with the log's; signatures and seen heads with all."""
    if keys == ALL:
        _seen_before(case, sound)
    if keys != NONE:
        own = {"heads": keys == ALL, "keys": keys == ALL}
        case.renumber()
        if case.bytes:
            _signed_again(case.chain(**own))
        else:
            case.operated(**own)
    return case


def _signed_again(case: Case) -> None:
    """Sign the heads of the same sizes over bytes that are no record."""
    sizes = [int(note.splitlines()[1]) for note in case.heads]
    case.heads = [case.note(size, entry_hash(case._pack(size - 1))) for size in sizes]


def _seen_before(case: Case, sound: Case) -> None:
    """Who saw an entry that is gone has seen the one before."""
    before = {entry.recorded: entry[PREV] for entry in sound.entries}
    there = {entry.recorded for entry in case.entries}
    for entry in case.entries:
        while entry[COMMAND][HEAD] in before and entry[COMMAND][HEAD] not in there:
            entry[COMMAND][HEAD] = before[entry[COMMAND][HEAD]]


def stranger(case: Case, *, log_key: bool) -> Case:
    """Write a game that somebody else has played: signed with his own keys, but for the log's where he has it."""
    case.recorder = recorder = copy.copy(case.recorder)
    recorder.keys = [_key(f"seat {seat}") for seat in range(2)]
    if not log_key:
        recorder.log_key = _key("log")
        terms = case.entries[0][COMMAND][BODY]
        terms[_place("log_key")] = notes.verify_key(LOG_NAME, public_key(recorder.log_key))
        for seat, key in zip(terms[_place("seats")], recorder.keys, strict=True):
            seat[1] = [public_key(key)]
    case.operated(heads=True, keys=True)
    return case


def _place(field: str) -> int:
    return OpenGame.__struct_fields__.index(field) + 1


def _key(name: Any) -> bytes:
    return hashlib.sha256(f"a stranger's {name}".encode()).digest()


__all__ = ["NONE", "repaired", "stranger"]
