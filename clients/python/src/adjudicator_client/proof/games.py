"""A whole game verified from its records: keys of the log, signatures, the seed and every die."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from adjudicator_client.contract.wargame.v1 import protocol_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import place_of
from adjudicator_client.proof import dice
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.notes import Head, NoteInvalid, handed_on, verifies, verify_head
from adjudicator_client.proof.receipts import Kept
from adjudicator_client.proof.records import GENESIS_PREV, Record, signing_bytes
from adjudicator_client.proof.rewinds import StandingDice, void_entries

TERMS: Final = protocol_pb2.OpenGame.DESCRIPTOR
SEAT: Final = protocol_pb2.Seat.DESCRIPTOR


@dataclass(frozen=True)
class Proof:
    """What was verified: how many of each. Dice are verified once the game has revealed their secret.

    `void` is how many of the entries do not stand, since the game went back before them.
    """

    entries: int
    receipts: int
    signatures: int
    openings: int
    dice: int
    revealed: bool
    head: bytes
    void: int = 0


class LogKey(NamedTuple):
    """A verification key, and the entry from which on another is in force; 0 where none is."""

    line: str
    end: int


def verify_game(records: Sequence[Record], receipts: Sequence[Kept], log_key: str) -> Proof:
    """Verify the records of a game from the first to the last, and receipts against them.

    `log_key` is the key that the verifier has from elsewhere. A game that has not revealed its secret yet is verified
    but for its dice.

    Raises NotProven.
    """
    verify_chain(records)
    keys = log_keys(records, log_key)
    for row in receipts:
        _verify_receipt(records, keys, row)
    void = void_entries(records)
    revealed = any(record.kind == "Reveal" for record in records)
    return Proof(
        entries=len(records),
        receipts=len(receipts),
        signatures=sum(verify_signature(record, records[0]) for record in records),
        openings=sum(len(record.openings) for record in records),
        dice=verify_dice(records) if revealed else 0,
        revealed=revealed,
        head=records[-1].hash,
        void=len(void),
    )


def verify_chain(records: Sequence[Record]) -> None:
    """See to it that records follow each other without a gap, from the opening on.

    Raises NotProven.
    """
    prev, time = GENESIS_PREV, 0
    for seq, record in enumerate(records, 1):
        if record.seq != seq:
            raise NotProven("MISSING_ENTRY", record.game, seq, f"entry {seq}", f"entry {record.seq}")
        if record.prev != prev:
            raise NotProven("CHAIN_BREAK", record.game, seq, f"prev {prev.hex()}", record.prev.hex())
        if record.game != records[0].game:
            raise NotProven("WRONG_GAME", record.game, seq, records[0].game.hex(), record.game.hex())
        if record.time < time:
            raise NotProven("TIME_REGRESSION", record.game, seq, f"{time} or later", str(record.time))
        prev, time = record.hash, record.time
    if not records or records[0].kind != "OpenGame":
        game = records[0].game if records else b""
        raise NotProven("GENESIS_INVALID", game, 1, "OpenGame", records[0].kind if records else "nothing")


def log_keys(records: Sequence[Record], line: str) -> list[LogKey]:
    """List the keys that may sign heads: this one, and those to which it has handed on in the game."""
    keys = [LogKey(line, 0)]
    for record in records:
        if record.kind == "ChangeLogKey" and record.values[0] != keys[-1].line:
            following = handed_on(keys[-1].line, record.values[1])
            if len(following) > 1 and following[-1] == record.values[0]:
                keys[-1:] = [LogKey(keys[-1].line, record.seq), LogKey(following[-1], 0)]
    return keys


def _verify_receipt(records: Sequence[Record], keys: Sequence[LogKey], row: Kept) -> Head:
    """A head holds for a log of its size or longer, under the key in force at its size or a later one."""
    game = records[0].game
    good = [key.line for key in keys if not key.end or row.seq < key.end]
    try:
        head = verify_head(good, row.note)
    except NoteInvalid as error:
        raise NotProven("HEAD_SIGNATURE_INVALID", game, row.seq, good[0], str(error)) from None
    if (head.game, head.size, head.hash) != (game, row.seq, row.hash):
        raise NotProven("RECEIPT_MISMATCH", game, row.seq, row.hash.hex(), f"a note of entry {head.size}")
    if head.size > len(records):
        raise NotProven("TRUNCATED_LOG", game, head.size, f"{head.size} entries", f"{len(records)} entries")
    if records[head.size - 1].hash != head.hash:
        raise NotProven("HEAD_MISMATCH", game, head.size, head.hash.hex(), records[head.size - 1].hash.hex())
    return head


def verify_signature(record: Record, genesis: Record) -> bool:
    """Verify the signature of a seat's command under a key of its seat; False where there is none and none is needed.

    Raises NotProven.
    """
    if record.seat is None or (record.signature is None and not _term(genesis, "signed")):
        return False
    seats = _term(genesis, "seats")
    keys = seats[record.seat][place_of(SEAT, "keys")] if record.seat < len(seats) else []
    data = signing_bytes(record.game, record.actor, record.command)
    if not any(verifies(key, record.signature or b"", data) for key in keys):
        found = "none" if record.signature is None else record.signature.hex()
        expected = f"a signature of seat {record.seat}"
        raise NotProven("COMMAND_SIGNATURE_INVALID", record.game, record.seq, expected, found)
    return True


def verify_dice(records: Sequence[Record]) -> int:
    """Compute every die again from the secret that the game has revealed; gives how many, reported ones left out.

    Raises NotProven.
    """
    drawn = _Dice(*seed_of(records))
    count = 0
    for record in records:
        rows = record.all_dice()
        drawn.standing.enter(record, rows)
        count += sum(drawn.verify(record, row) for row in rows)
    return count


class _Dice:
    """Cursors and keys of all streams, entry after entry."""

    def __init__(self, secret: bytes, transcript: bytes) -> None:
        self.secret = secret
        self.transcript = transcript
        self.standing = StandingDice()
        self.cursors: dict[int, int] = {}
        self.keys: dict[int, bytes] = {}

    def verify(self, record: Record, row: list[Any]) -> int:
        """Verify one throw; gives how many dice were drawn again."""
        stream, epoch, index, sides, faces, why, _ = row
        following = self.cursors.get(stream, 0)
        if not self.standing.allows(row) and index != following:
            check = "DICE_REUSED" if index < following else "DICE_CURSOR_GAP"
            found = f"index {index} of stream {stream}"
            raise NotProven(check, record.game, record.seq, f"index {following}", found)
        self.cursors[stream] = max(following, index + len(faces))
        if stream == dice.REPORTED:
            return 0
        if epoch:
            raise NotProven("EPOCH_INVALID", record.game, record.seq, "epoch 0", f"epoch {epoch}")
        key = self.keys.setdefault(stream, dice.stream_key(self.secret, self.transcript, 0, stream))
        drawn = dice.draw(key, index, sides, len(faces))
        if drawn != faces:
            raise NotProven("DICE_NOT_FROM_SEED", record.game, record.seq, f"{why}: {drawn}", str(faces))
        return len(faces)


def seed_of(records: Sequence[Record]) -> tuple[bytes, bytes]:
    """Verify the seed, from the commitment to the transcript; gives secret and transcript.

    Raises NotProven.
    """
    genesis = records[0]
    reveal = next(iter(reversed(list(_of(records, "Reveal")))), None)
    if reveal is None:
        raise NotProven("SEED_NOT_REVEALED", genesis.game, len(records), "Reveal", "none")
    secret, commitment = reveal.values[0], _term(genesis, "commitment")
    found = dice.commit(genesis.game, secret)
    if found != commitment:
        raise NotProven("SEED_COMMIT_MISMATCH", genesis.game, reveal.seq, commitment.hex(), found.hex())
    transcript = dice.transcript(genesis.game, commitment, settings_digest(genesis.values), _contributions(records))
    _check_fixed(records, transcript)
    return secret, transcript


def settings_digest(opening: Sequence[Any]) -> bytes:
    """Digest the values of an opening without its commitment: R of the dice protocol.

    Of what stands after the commitment it leaves out, from the end, what says nothing: nil, 0 and false. Later editions
    append values there, and an opening from before has one digest for ever.
    """
    place = place_of(TERMS, "commitment")
    values = [None if at == place else value for at, value in enumerate(opening)]
    while len(values) > place + 1 and values[-1] in (None, 0):
        values.pop()
    return hashlib.sha256(encode(values)).digest()


def _contributions(records: Sequence[Record]) -> list[bytes | None]:
    slots: list[bytes | None] = [None] * len(_term(records[0], "seats"))
    promised = {record.seat: record.values[0] for record in _of(records, "CommitContribution")}
    for record in _of(records, "OpenContribution"):
        seat = record.seat if record.seat is not None else -1
        found = dice.seat_commit(record.game, seat, record.values[0])
        if promised.get(seat) != found:
            expected = promised.get(seat, b"").hex() or "a commitment before"
            raise NotProven("CONTRIBUTION_MISMATCH", record.game, record.seq, expected, found.hex())
        slots[seat] = record.values[0]
    return slots


def _check_fixed(records: Sequence[Record], transcript: bytes) -> None:
    """Compare the transcript with the one that the log fixed, where it says so."""
    for record in records:
        for (kind, *values), _ in record.events:
            if kind == "SeedFixed" and values[0] != transcript:
                raise NotProven("TRANSCRIPT_MISMATCH", record.game, record.seq, transcript.hex(), values[0].hex())


def _of(records: Sequence[Record], kind: str) -> Iterator[Record]:
    return (record for record in records if record.kind == kind)


def _term(genesis: Record, name: str) -> Any:
    return genesis.values[place_of(TERMS, name)]
