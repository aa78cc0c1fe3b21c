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
from adjudicator_client.proof.notes import Head, NoteInvalid, handed_on, verify_head
from adjudicator_client.proof.receipts import Kept
from adjudicator_client.proof.records import GENESIS_PREV, Record
from adjudicator_client.proof.rewinds import StandingDice, void_entries
from adjudicator_client.proof.signers import verify_signatures

TERMS: Final = protocol_pb2.OpenGame.DESCRIPTOR
REFEREE: Final = 254


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
        signatures=verify_signatures(records),
        openings=sum(len(record.openings) for record in records),
        dice=verify_dice(records) if revealed or _term(records[0], "stretches") else 0,
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


def verify_dice(records: Sequence[Record]) -> int:
    """Compute dice again from the secrets that the game has shown; gives how many, reported ones left out.

    After the reveal that are all; before it those of stretches that were shown.

    Raises NotProven.
    """
    drawn = _Dice(records)
    count = 0
    for record in records:
        rows = record.all_dice()
        drawn.standing.enter(record, rows)
        count += sum(drawn.verify(record, row) for row in rows)
        drawn.leave(record)
    return count


class _Dice:
    """Cursors and keys of all streams, entry after entry."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.secret = secret_of(records)
        if self.secret is None and not _term(records[0], "stretches"):
            raise NotProven("SEED_NOT_REVEALED", records[0].game, len(records), "Reveal", "none")
        self.stretches = Stretches(records, _term(records[0], "stretches"), self.secret)
        self.transcript = transcript_of(records) if self.secret is not None or self.stretches.secrets else b""
        self.standing = StandingDice()
        self.cursors: dict[int, int] = {}
        self.keys: dict[tuple[int, int], bytes] = {}

    def leave(self, record: Record) -> None:
        """Go on to the next entry."""
        self.stretches.leave(record)

    def verify(self, record: Record, row: list[Any]) -> int:
        """Verify one throw; gives how many dice were drawn again."""
        stream, epoch, index, sides, faces, why, _ = row
        following = self.cursors.get(stream, 0)
        stands = self.standing.allows(row)
        if not stands and index != following:
            check = "DICE_REUSED" if index < following else "DICE_CURSOR_GAP"
            found = f"index {index} of stream {stream}"
            raise NotProven(check, record.game, record.seq, f"index {following}", found)
        self.cursors[stream] = max(following, index + len(faces))
        if stream == dice.REPORTED:
            return 0
        due = self.stretches.present if stream == dice.PUBLIC else 0
        if epoch != due and not stands:
            raise NotProven("EPOCH_INVALID", record.game, record.seq, f"epoch {due}", f"epoch {epoch}")
        secret = self.stretches.secrets.get(epoch) if self.stretches.there and stream == dice.PUBLIC else self.secret
        if secret is None:
            return 0
        if (stream, epoch) not in self.keys:
            self.keys[stream, epoch] = dice.stream_key(secret, self.transcript, epoch, stream)
        drawn = dice.draw(self.keys[stream, epoch], index, sides, len(faces))
        if drawn != faces:
            raise NotProven("DICE_NOT_FROM_SEED", record.game, record.seq, f"{why}: {drawn}", str(faces))
        return len(faces)


class Stretches:
    """Which stretch open dice are of, and the secrets of those that are shown: of all, once the game's own is out."""

    def __init__(self, records: Sequence[Record], terms: list[Any] | None, secret: bytes | None) -> None:
        self.there = terms is not None
        self.present = 0
        self.secrets: dict[int, bytes] = {}
        if terms is None:
            return
        count, _, _, last = terms
        commitment = last
        for record in _of(records, "ShowStretch"):
            epoch, shown = record.values
            if epoch != len(self.secrets) or dice.stretch_before(record.game, epoch + 1, shown) != last:
                raise NotProven("EPOCH_INVALID", record.game, record.seq, "the secret of the next stretch", shown.hex())
            self.secrets[epoch] = last = shown
        if secret is not None:
            game, found = records[0].game, dice.stretch_end(secret, records[0].game)
            for number in range(count, 0, -1):
                self.secrets[number - 1] = found
                found = dice.stretch_before(game, number, found)
            if found != commitment:
                raise NotProven("EPOCH_INVALID", game, 1, commitment.hex(), found.hex())

    def leave(self, record: Record) -> None:
        """Go on to the next stretch after an entry that has shown one."""
        self.present += sum(event[0] == "StretchShown" for event, _ in record.events)


def seed_of(records: Sequence[Record]) -> tuple[bytes, bytes]:
    """Verify the seed, from the commitment to the transcript; gives secret and transcript.

    Raises NotProven.
    """
    secret = secret_of(records)
    if secret is None:
        raise NotProven("SEED_NOT_REVEALED", records[0].game, len(records), "Reveal", "none")
    return secret, transcript_of(records)


def secret_of(records: Sequence[Record]) -> bytes | None:
    """Give the secret that the game has revealed, None before that.

    Raises NotProven.
    """
    genesis = records[0]
    reveal = next(iter(reversed(list(_of(records, "Reveal")))), None)
    if reveal is None:
        return None
    secret, commitment = bytes(reveal.values[0]), _term(genesis, "commitment")
    found = dice.commit(genesis.game, secret)
    if found != commitment:
        raise NotProven("SEED_COMMIT_MISMATCH", genesis.game, reveal.seq, commitment.hex(), found.hex())
    return secret


def transcript_of(records: Sequence[Record]) -> bytes:
    """Compute what all dice are bound to, and compare it with what the log has fixed.

    Raises NotProven.
    """
    genesis = records[0]
    commitment, settings = _term(genesis, "commitment"), settings_digest(genesis.values)
    transcript = dice.transcript(genesis.game, commitment, settings, _contributions(records))
    _check_fixed(records, transcript)
    return transcript


def settings_digest(opening: Sequence[Any]) -> bytes:
    """Digest the values of an opening without its commitment: R of the dice protocol.

    Of what stands after the commitment it leaves out, from the end, what says nothing: nil, 0, false, no officials.
    Later editions append values there, and an opening from before has one digest for ever.
    """
    place = place_of(TERMS, "commitment")
    values = [None if at == place else value for at, value in enumerate(opening)]
    officials = place_of(TERMS, "officials")
    while len(values) > place + 1 and (values[-1] in (None, 0) or (values[-1] == [] and len(values) == officials + 1)):
        values.pop()
    return hashlib.sha256(encode(values)).digest()


def _contributions(records: Sequence[Record]) -> list[bytes | None]:
    parties = [
        *range(len(_term(records[0], "seats"))),
        *([REFEREE] if _term(records[0], "referee_contributes") else []),
    ]
    slots = dict[int, bytes | None].fromkeys(parties)
    promised = {record.actor[1]: record.values[0] for record in _of(records, "CommitContribution")}
    for record in _of(records, "OpenContribution"):
        party = record.actor[1]
        found = dice.seat_commit(record.game, party, record.values[0])
        if promised.get(party) != found or party not in slots:
            expected = promised.get(party, b"").hex() or "a commitment before"
            raise NotProven("CONTRIBUTION_MISMATCH", record.game, record.seq, expected, found.hex())
        slots[party] = record.values[0]
    return list(slots.values())


def _check_fixed(records: Sequence[Record], transcript: bytes) -> None:
    """Compare the transcript with the one that the log fixed, where it says so."""
    for record in records:
        for (kind, *values), _ in record.events:
            if kind == "SeedFixed" and values[0] != transcript:
                raise NotProven("TRANSCRIPT_MISMATCH", record.game, record.seq, transcript.hex(), values[0].hex())


def _of(records: Sequence[Record], kind: str) -> Iterator[Record]:
    return (record for record in records if record.kind == kind)


def _term(genesis: Record, name: str) -> Any:
    """Give a value of the opening; None where that is older than the field."""
    place = place_of(TERMS, name)
    return genesis.values[place] if place < len(genesis.values) else None
