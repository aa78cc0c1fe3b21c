"""Receipts and the chain: what was signed and what was read must be one history."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudicator_client.errors import NotProven
from adjudicator_client.proof.notes import Head, NoteInvalid, handed_on, strange_head, verify_head
from adjudicator_client.proof.records import GENESIS_PREV, Record

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import record_pb2

FORMAT: Final = "adjudicator-receipts/1"


@dataclass(frozen=True)
class Kept:
    """A receipt; `command_id` is empty where it came with no command of one's own."""

    seq: int
    hash: bytes
    note: str
    command_id: bytes = b""


class Receipts:
    """The receipts of a game, each verified, and the hash of every entry that is known by receipt or by record.

    `log_keys` are the verification keys that may sign, in the order in which one handed on to the next.
    """

    def __init__(self, game: bytes, log_keys: Iterable[str]) -> None:
        self.game = game
        self.log_keys = list(log_keys)
        self.kept: dict[int, Kept] = {}
        self._hashes: dict[int, bytes] = {0: GENESIS_PREV}
        self._told: dict[int, bytes] = {}  # of entries that nobody here has read: no signature is under it

    def add(self, receipt: record_pb2.Receipt, command_id: bytes = b"") -> None:
        """Verify a receipt and keep it.

        Raises NotProven.
        """
        self.keep(Kept(receipt.seq, receipt.hash, receipt.note, command_id))

    def keep(self, row: Kept) -> None:
        """Verify a row and keep it; one that came with a command stays before one that did not.

        Raises NotProven.
        """
        head = self._signed(row)
        if (head.game, head.size, head.hash) != (self.game, row.seq, row.hash):
            told = f"entry {row.seq}, {row.hash.hex()}, of game {self.game.hex()}"
            signed = f"entry {head.size}, {head.hash.hex()}, of game {head.game.hex()}"
            raise NotProven("RECEIPT_MISMATCH", self.game, row.seq, f"a note of {told}", signed)
        self.note(row.seq, row.hash)
        if row.command_id or row.seq not in self.kept:
            self.kept[row.seq] = row

    def _signed(self, row: Kept) -> Head:
        try:
            return verify_head(self.log_keys, row.note)
        except NoteInvalid as error:
            raise NotProven("HEAD_SIGNATURE_INVALID", self.game, row.seq, self.log_keys[-1], str(error)) from None

    def has_signed(self, receipt: record_pb2.Receipt) -> bool:
        """Tell whether a known key has signed a receipt, whatever else is known."""
        try:
            head = verify_head(self.log_keys, receipt.note)
        except NoteInvalid:
            return False
        return (head.game, head.size, head.hash) == (self.game, receipt.seq, receipt.hash)

    def contradicts(self, receipt: record_pb2.Receipt) -> bool:
        """Tell whether a receipt that a key signed which is not known has another hash of an entry than is known."""
        head = strange_head(self.log_keys, receipt.note)
        if head is None or (head.game, head.size, head.hash) != (self.game, receipt.seq, receipt.hash):
            return False
        return self._hashes.get(head.size, head.hash) != head.hash

    def add_keys(self, changes: Iterable[str]) -> None:
        """Take over keys to which the last known one has handed on."""
        self.log_keys += handed_on(self.log_keys[-1], changes)[1:]

    def note(self, seq: int, found: bytes) -> None:
        """Note the hash of an entry.

        Raises NotProven where another is known.
        """
        self._check(seq, found)
        self._hashes[seq] = found

    def hear(self, seq: int, found: bytes) -> None:
        """Note what the service tells of an entry, to which whatever comes later is compared; it is not stated.

        Raises NotProven where another is known.
        """
        self._check(seq, found)
        self._told[seq] = found

    def _check(self, seq: int, found: bytes) -> None:
        for known in (self._hashes.get(seq, found), self._told.get(seq, found)):
            if known != found:
                raise NotProven("TWO_HEADS", self.game, seq, known.hex(), found.hex())

    def link(self, record: Record) -> None:
        """Note the hashes in a record: its own, and that of the entry before it.

        Raises NotProven.
        """
        for hashes in (self._hashes, self._told):
            before = hashes.get(record.seq - 1, record.prev)
            if before != record.prev:
                raise NotProven("CHAIN_BREAK", self.game, record.seq, f"prev {before.hex()}", record.prev.hex())
            known = hashes.get(record.seq, record.hash)
            if known != record.hash:
                raise NotProven("HEAD_MISMATCH", self.game, record.seq, known.hex(), record.hash.hex())
        self._hashes[record.seq - 1], self._hashes[record.seq] = record.prev, record.hash

    def hash_of(self, seq: int) -> bytes | None:
        """Give the hash of an entry, where it was signed or read."""
        return self._hashes.get(seq)

    def heard_of(self, seq: int) -> bytes | None:
        """Give the hash of an entry, where it was signed, read, or told."""
        return self._hashes.get(seq) or self._told.get(seq)

    def seq_of(self, digest: bytes) -> int:
        """Give the number of the entry with a hash; 0 where none is known."""
        return next((seq for seq, known in (*self._hashes.items(), *self._told.items()) if known == digest), 0)

    @property
    def last(self) -> tuple[int, bytes]:
        """Number and hash of the last entry that was signed or read; 0 and the hash before the first where none is."""
        size = max(self._hashes)
        return size, self._hashes[size]

    @property
    def last_told(self) -> int:
        """Number of the last entry of which the service has told, read or not; 0 where there is none."""
        return max(self._told, default=0)

    @property
    def head(self) -> bytes:
        """Hash of the last entry that was signed or read; empty where none was."""
        last = max(self._hashes)
        return self._hashes[last] if last else b""

    def save(self, path: Path | str) -> None:
        """Write all receipts to a file: whole, or the file stays as it was.

        Raises OSError.
        """
        rows = [
            {"seq": row.seq, "hash": row.hash.hex(), "note": row.note, "command_id": row.command_id.hex()}
            for row in sorted(self.kept.values(), key=lambda row: row.seq)
        ]
        whole = {"format": FORMAT, "game": self.game.hex(), "log_keys": self.log_keys, "receipts": rows}
        _write(Path(path), (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode())

    @classmethod
    def load(cls, path: Path | str) -> Receipts:
        """Read receipts from a file, and verify each.

        Raises OSError, ValueError where it is no such file, NotProven.
        """
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(f"{path} is no file of receipts ({FORMAT})")
        try:
            receipts = cls(bytes.fromhex(found["game"]), [str(line) for line in found["log_keys"]])
            rows = [
                Kept(int(row["seq"]), bytes.fromhex(row["hash"]), str(row["note"]), bytes.fromhex(row["command_id"]))
                for row in found["receipts"]
            ]
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} is no whole file of receipts: {error}") from None
        for row in rows:
            receipts.keep(row)
        return receipts


def _write(path: Path, data: bytes) -> None:
    """Write a file beside, and put it in the place of the other when it is on the disk."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    if os.name == "posix":  # the new name too has to be on the disk
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
