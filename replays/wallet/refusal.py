"""Signed refusals: the bytes by which a service answers for not taking a command."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.messages import TOLD_AS
from adjudicator.kernel.record.mpint import MAX_INTEGER, decode, encode

FORMAT: Final = 1
# What is signed: these, a zero byte, and the refusal.
DOMAIN: Final = b"wglog/1/refusal\0"
# Characters of a text that an answer has: a status goes out in headers.
TEXT_MOST: Final = 200
# Bytes of a refusal, for the same reason; what does not fit is counted and left out.
BYTES_MOST: Final = 1_500
WORD: Final = re.compile(r"\w+")
_FIELDS: Final = 8
_ID, _HASH = 16, 32


class Refusal(Struct, frozen=True):
    """What was refused, on which head, and why.

    `command` is the hash of the command as it is signed, `time` the server's in ms, `left` how many faults did not fit.
    """

    game: bytes
    seq: int
    head: bytes
    time: int
    command: bytes
    faults: tuple[Fault, ...]
    left: int = 0


def command_hash(signed: bytes) -> bytes:
    """Hash the bytes that a command's signature covers, whose secrets are under their seal."""
    return hashlib.sha256(signed).digest()


def as_answered(fault: Fault) -> Fault:
    """Give a fault as an answer has it: fields as the contract names them, and texts that a caller made long cut."""
    path = told(fault.path)
    facts = ((name, path if name == "field" and value == fault.path else _cut(value)) for name, value in fault.facts)
    return Fault(fault.clause, fault.reason, path, tuple(facts))


def told(path: str) -> str:
    """Give the path of a field as the contract has it: times have another name there than as milliseconds."""
    return WORD.sub(lambda found: TOLD_AS.get(found[0], found[0]), path) if "_ms" in path else path


def _cut(value: int | str) -> int | str:
    return f"{value[:TEXT_MOST]}..." if isinstance(value, str) and len(value) > TEXT_MOST else value


def write_refusal(refusal: Refusal) -> bytes:
    """Write a refusal as MP-int: the first fault, and as many of the others as fit."""
    faults = [_plain(as_answered(fault)) for fault in refusal.faults]
    left = refusal.left
    while True:
        data = encode([FORMAT, refusal.game, refusal.seq, refusal.head, refusal.time, refusal.command, faults, left])
        if len(data) <= BYTES_MOST or len(faults) < 2:  # noqa: PLR2004  (the first stays)
            return data
        faults.pop()
        left += 1


def _plain(fault: Fault) -> list[Any]:
    facts = [[name, _fitting(value)] for name, value in fault.facts]
    return [fault.clause, fault.reason, fault.path, facts]


def _fitting(value: int | str) -> int | str:
    if isinstance(value, str):
        return value
    return int(value) if -MAX_INTEGER <= value <= MAX_INTEGER else str(value)


def read_refusal(data: bytes) -> Refusal:
    """Read a refusal; ValueError where it is not one, or not as it is written."""
    fields = decode(data)
    if not isinstance(fields, list) or len(fields) != _FIELDS or fields[0] != FORMAT:
        raise ValueError("no refusal of format 1")
    _, game, seq, head, time, command, faults, left = fields
    sized = isinstance(game, bytes) and isinstance(head, bytes) and isinstance(command, bytes)
    if not sized or (len(game), len(head), len(command)) != (_ID, _HASH, _HASH):
        raise ValueError("a refusal names a game, a head and a command")
    if not all(type(number) is int and number >= 0 for number in (seq, time, left)):
        raise ValueError("a refusal has the number of an entry and a time")
    if not isinstance(faults, list) or not faults or encode(fields) != data:
        raise ValueError("a refusal has a fault, in the shortest encoding")
    return Refusal(game, seq, head, time, command, tuple(map(_read_fault, faults)), left)


def _read_fault(row: Any) -> Fault:
    if not isinstance(row, list) or len(row) != 4:  # noqa: PLR2004  (clause, reason, path, facts)
        raise ValueError("a fault is clause, reason, path and facts")
    clause, reason, path, facts = row
    texts = all(isinstance(text, str) for text in (clause, reason, path))
    if not texts or not isinstance(facts, list) or not all(map(_is_fact, facts)):
        raise ValueError("a fault is clause, reason, path and facts")
    return Fault(clause, reason, path, tuple((name, value) for name, value in facts))


def _is_fact(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 2:  # noqa: PLR2004  (name and value)
        return False
    return isinstance(row[0], str) and type(row[1]) in (int, str)


def difference(signed: Sequence[Fault], due: Sequence[Fault]) -> tuple[str, object, object] | None:
    """Name the first field of the first fault that differs, as it is due and as it was signed; None where none does."""
    found, first = signed[0], as_answered(due[0])
    for name in ("clause", "reason", "path"):
        if getattr(found, name) != getattr(first, name):
            return f"faults[0].{name}", getattr(first, name), getattr(found, name)
    told = [[name, _fitting(value)] for name, value in first.facts]
    if told != [[name, value] for name, value in found.facts]:
        return "faults[0].facts", dict(first.facts), dict(found.facts)
    return None
