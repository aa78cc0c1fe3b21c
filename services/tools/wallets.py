"""Wallets of players in our own programs: what they are given and give, kept as the clients keep it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import grpc
import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import decode, encode
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.record.visibility import Masks, values_at
from replays.register.opening import check_opening, read_opening
from replays.wallet.disk import Begun, DiskThread
from replays.wallet.writing import OWN, WalletFile, in_base64
from services.games.signing import signed_bytes
from services.rpc.access.statuses import read_status
from wargame.v1 import record_pb2

COMMAND: Final = b"wglog/1/cmd\0"
ROLES: Final = {"owner": 1, "referee": 2, "seat": 3}


class NotProven(Exception):
    """The service gave something that does not fit what it gave before: the text says what."""


class KeptWallet:
    """The wallet of one party of one game."""

    def __init__(self, path: Path, opened: Any, token: str, party: Party, masks: Masks, key: bytes) -> None:
        """Begin a wallet with what the opening of a game has given; `key` is the seat's public one.

        Raises OSError, ValueError where the file is another's.
        """
        self.path = path
        self._game: bytes = opened.game
        self._masks = masks
        self._behind = DiskThread()
        _, role, kid, *_ = token.split("_")
        self._actor = Actor(ROLES[role], party, kid)
        self._file = WalletFile(path, opened.game)
        self._file.add("seat", seat=party, token_id=kid, key=key)
        self._file.add("opening", commitment=opened.commitment)
        self.receipt(opened.receipt)

    def terms(self, terms: Any) -> None:
        """Keep the key that signs the log, and those with which the seats sign."""
        self._file.add("log_key", key=terms.log_key)
        for seat, row in enumerate(terms.seats):
            for key in row.keys:
                self._file.add("player", seat=seat, key=key)

    def registered(self, given: Any, log_key: str, record: bytes) -> None:
        """Verify that the game stands in the register as its first entry opens it, and keep the proof.

        Raises NotProven: nobody should contribute to such a game.
        """
        if not given.leaf:
            raise NotProven("the service proves no place of the game in a register: sit --unregistered does without")
        try:
            opening = msgspec.convert(decode(record)[6][2], OpenGame)
            check_opening(self._game, opening, read_opening(log_key, given.key, given.leaf, given.proof))
        except (ValueError, IndexError, TypeError) as fault:
            raise NotProven(f"game {self._game.hex()} is not registered as it was opened: {fault}") from fault
        leaf, proof, key = in_base64(given.leaf), given.proof, given.key
        self._file.add("inclusion", durable=True, register=given.register, leaf=leaf, proof=proof, key=key)

    def contribution(self, seat: Party, contribution: bytes, commitment: bytes) -> None:
        """Keep a contribution before it is committed to."""
        self._file.add("contribution", durable=True, seat=seat, contribution=contribution, commitment=commitment)

    def command(self, command: Struct, header: Any, covered: bytes = b"") -> None:
        """Keep a command before it is sent; who gives it has it on the disk before he gives its answer on.

        `covered` are the bytes that its signature covers, where they are at hand.
        """
        salt, head = header.salt or None, header.head or None
        covered = covered or signed_bytes(self._masks, self._game, self._actor, header.command_id, head, command, salt)
        secret = self._masks[type(command)].secret
        self._file.add(
            "command",
            command=in_base64(covered.removeprefix(COMMAND)),
            signature=header.signature,
            salt=header.salt if secret else b"",
            secret=in_base64(encode(values_at(command, secret))) if secret else "",
        )

    def receipt(self, receipt: Any, command_id: bytes = b"", record: bytes = b"") -> None:
        """Keep a receipt, with the record of its entry where that is at hand.

        Raises NotProven where the record is not the one that was signed.
        """
        seq, digest, note = receipt.seq, receipt.hash, receipt.note
        own = record if record and entry_hash(record) == digest else b""
        self._file.add("receipt", seq=seq, hash=digest, note=note, command_id=command_id, record=in_base64(own))
        if record and not own:
            raise _another(self._game, seq)

    def head(self, seq: int, head: bytes) -> None:
        """Keep the hash of an entry as it was seen."""
        self._file.add("head", seq=seq, hash=head)

    def refused(self, fault: grpc.aio.AioRpcError) -> None:
        """Keep a refusal, where it was signed."""
        signed = record_pb2.SignedRefusal()
        if any(detail.Unpack(signed) for detail in read_status(fault).details):
            refusal, signature, key = in_base64(signed.refusal), signed.signature, signed.log_key
            self._file.add("refusal", durable=True, refusal=refusal, signature=signature, log_key=key)

    def put_on_disk(self) -> None:
        """Put what was written so far on the disk, on any thread.

        Raises OSError.
        """
        self._file.put_on_disk()

    def begin_put_on_disk(self) -> Begun:
        """Put what was written so far on the disk while something else is done: `disk.done` waits for it."""
        return self._behind.begin(self.put_on_disk)

    def close(self) -> None:
        """Put everything on the disk, and close."""
        self._file.close()


def require_signed(game: bytes, receipt: Any, record: bytes) -> None:
    """See to it that a record is the one that a receipt is about.

    Raises NotProven.
    """
    if entry_hash(record) != receipt.hash:
        raise _another(game, receipt.seq)


def _another(game: bytes, seq: int) -> NotProven:
    return NotProven(f"entry {seq} of game {game.hex()} is not the one that was signed")


def write_private(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file that nobody else may read.

    Raises FileExistsError where it is to be a `new` one: a key is never written over.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_EXCL if new else os.O_TRUNC), OWN)
    with os.fdopen(file, "wb") as out:
        os.fchmod(file, OWN)
        out.write(data)
