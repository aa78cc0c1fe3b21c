"""Records of the log `wglog/1` as bytes: hashes, sealed parts, what a signature covers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator_client.errors import NotProven
from adjudicator_client.proof.mpint import NotMpint, decode, encode

GENESIS_PREV: Final = bytes(32)
SIGNED: Final = b"wglog/1/cmd\0"  # before what the signature of a command covers
FIELDS: Final = 12
SEAT_ROLE: Final = 3
COMMAND_PART: Final = 0
REST_PART: Final = 1


@dataclass(frozen=True)
class Opening:
    """What opens one sealed part of an entry: whose it is, 0 for the command's secret fields or 1, salt and bytes."""

    owner: int
    part: int
    salt: bytes
    data: bytes


@dataclass(frozen=True)
class Record:
    """The record of an entry, read. `command` and `actor` are as they are signed; `values` the command's fields."""

    hash: bytes
    game: bytes
    seq: int
    prev: bytes
    time: int
    actor: list[Any]
    command: list[Any]
    signature: bytes | None
    dice: list[list[Any]]
    events: list[Any]
    sealed: list[list[Any]]
    openings: tuple[Opening, ...] = ()

    @property
    def id(self) -> bytes:
        """Id of the command."""
        return bytes(self.command[0])

    @property
    def kind(self) -> str:
        """Name of the command."""
        return str(self.command[2][0])

    @property
    def values(self) -> list[Any]:
        """Fields of the command."""
        return list(self.command[2][1:])

    @property
    def seat(self) -> int | None:
        """The seat that gave the command; None where none did."""
        return int(self.actor[1]) if self.actor[0] == SEAT_ROLE else None

    def commitment(self, owner: int, part: int) -> bytes | None:
        """What was promised of a sealed part."""
        if part == COMMAND_PART:
            return self.command[3] if owner == self.actor[1] else None
        return next((found for party, found in self.sealed if party == owner), None)

    def all_dice(self) -> list[list[Any]]:
        """Dice of the record and those of its open parts."""
        hidden = [row for opened in self.openings if opened.part == REST_PART for row in decode(opened.data)[2]]
        return [*self.dice, *hidden]


def entry_hash(record: bytes) -> bytes:
    """Hash the record of an entry."""
    return hashlib.sha256(b"wglog/1/entry\0" + record).digest()


def sealed_hash(game: bytes, owner: int, part: int, command_id: bytes, salt: bytes, data: bytes) -> bytes:
    """Commit to a sealed part."""
    head = b"wglog/1/sealed\0" + game + bytes((owner, part)) + command_id
    return hashlib.sha256(head + salt + data).digest()


def signing_bytes(game: bytes, actor: Sequence[Any], command: Sequence[Any]) -> bytes:
    """Give what the signature of a command covers."""
    return SIGNED + encode([game, list(actor), list(command)])


def state_hash(view: bytes) -> bytes:
    """Hash the public part of a state, given as MP-int."""
    return hashlib.sha256(b"wglog/1/state\0" + view).digest()


def read_record(data: bytes, game: bytes, seq: int, openings: Iterable[Opening] = ()) -> Record:
    """Read the record of an entry of this game, and check its open parts against what was promised.

    Raises NotProven.
    """
    try:
        fields = decode(data)
    except NotMpint as error:
        raise NotProven("NON_CANONICAL_ENTRY", game, seq, "canonical bytes", str(error)) from None
    if not _is_record(fields):
        raise NotProven("BUNDLE_MALFORMED", game, seq, "a record of format 1", "something else")
    _, own, number, prev, time, actor, command, signature, dice, events, sealed, _ = fields
    record = Record(
        entry_hash(data), own, number, prev, time, actor, command, signature, dice, events, sealed, tuple(openings)
    )
    if own != game:
        raise NotProven("WRONG_GAME", game, seq, game.hex(), own.hex())
    if number != seq:
        raise NotProven("MISSING_ENTRY", game, seq, f"entry {seq}", f"entry {number}")
    for opened in record.openings:
        _check_opening(record, opened)
    return record


def _is_record(fields: Any) -> bool:
    if not isinstance(fields, list) or len(fields) != FIELDS or fields[0] != 1:
        return False
    kinds: tuple[Any, ...] = (bytes, int, bytes, int, list, list, (bytes, type(None)), list, list, list)
    if not all(isinstance(value, kind) for value, kind in zip(fields[1:11], kinds, strict=True)):
        return False
    actor, command = fields[5], fields[6]
    shaped = len(actor) == 3 and len(command) == 4 and isinstance(command[2], list) and bool(command[2])  # noqa: PLR2004
    rows = all(isinstance(row, list) and len(row) == 7 for row in fields[8])  # noqa: PLR2004
    return shaped and rows and all(isinstance(row, list) and len(row) == 2 for row in fields[10])  # noqa: PLR2004


def _check_opening(record: Record, opened: Opening) -> None:
    promised = record.commitment(opened.owner, opened.part)
    found = sealed_hash(record.game, opened.owner, opened.part, record.id, opened.salt, opened.data)
    if promised != found:
        place = f"part {opened.part} of party {opened.owner}"
        expected = "none" if promised is None else promised.hex()
        raise NotProven("SEALED_OPENING_MISMATCH", record.game, record.seq, f"{place}: {expected}", found.hex())
