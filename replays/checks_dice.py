"""Levels L0 and L1 of the audit: the seed, every die, and the order of indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgpack

from adjudicator.kernel import dice
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.umpire import opening_digest
from replays.bundle import Bundle
from replays.entries import Raw
from replays.report import Findings

SIZE = 32


class Seed:
    """What the entries say of a game's seed."""

    def __init__(self, entries: Sequence[Raw], opening: OpenGame) -> None:
        self.opening = opening
        self.game = entries[0].game
        self.commitments: dict[int, tuple[int, bytes]] = {}
        self.contributions: dict[int, tuple[int, bytes]] = {}
        self.absent: set[int] = set()
        self.fixed: tuple[int, bytes] | None = None
        self.secret: tuple[int, bytes] | None = None
        self.finished: int | None = None
        for raw in entries:
            self._take(raw)

    def _take(self, raw: Raw) -> None:
        value = raw.arguments[0] if raw.arguments else None
        if raw.kind == "CommitContribution" and isinstance(value, bytes):
            self.commitments.setdefault(raw.party, (raw.seq, value))
        elif raw.kind == "OpenContribution" and isinstance(value, bytes):
            self.contributions.setdefault(raw.party, (raw.seq, value))
        elif raw.kind == "Reveal" and isinstance(value, bytes):
            self.secret = (raw.seq, value)
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "SeatAbsent" and fields:
                self.absent.add(fields[0])
            elif kind == "SeedFixed" and fields and isinstance(fields[0], bytes):
                self.fixed = (raw.seq, fields[0])
            elif kind == "Finished":
                self.finished = raw.seq

    def transcript(self) -> bytes:
        """Compute the transcript from the opening and the contributions."""
        slots = [self.contributions[seat][1] if seat in self.contributions else None for seat in self.seats]
        commitment = self.opening.commitment or bytes(SIZE)
        return dice.transcript(self.game, commitment, opening_digest(self.opening), slots)

    @property
    def seats(self) -> range:
        """Seats of the game."""
        return range(len(self.opening.seats))


def check_seed(entries: Sequence[Raw], opening: OpenGame, findings: Findings) -> bytes | None:
    """Checks 21 to 28: commitments, contributions and secret fit together and came in their order.

    Returns the secret where it is out and fits.
    """
    seed = Seed(entries, opening)
    if any(len(value) != SIZE for _, value in seed.contributions.values()):
        findings.add("CONTRIBUTION_MISMATCH", 0, "contributions of 32 bytes", "another size")
        return None
    _contributions(seed, findings)
    if seed.fixed is not None and seed.fixed[1] != seed.transcript():
        findings.add("CONTRIBUTION_MISMATCH", seed.fixed[0], seed.transcript(), seed.fixed[1])
    if seed.secret is None:
        if seed.finished is not None:
            findings.add("SEED_NOT_REVEALED", seed.finished, "the secret after the close", "none")
        return None
    seq, secret = seed.secret
    if len(secret) != SIZE or dice.commit(seed.game, secret) != opening.commitment:
        findings.add("SEED_COMMIT_MISMATCH", seq, opening.commitment or "", "another secret")
        return None
    if secret in dice.WELL_KNOWN_SECRETS and not opening.test:
        findings.add("TEST_SEED", seq, "a secret of its own", "a well known one")
    return secret


def _contributions(seed: Seed, findings: Findings) -> None:
    practice = seed.opening.profile == "P0"
    last_commit = max((seq for seq, _ in seed.commitments.values()), default=0)
    for seat in seed.seats:
        opened = seed.contributions.get(seat)
        if opened is None:
            if seed.fixed is not None and not practice and seat not in seed.absent:
                findings.add("CONTRIBUTION_MISSING", seed.fixed[0], f"seat {seat} opens or is absent", "neither")
            continue
        seq, value = opened
        committed = seed.commitments.get(seat)
        if committed is None or seq < last_commit:
            findings.add("CONTRIBUTION_ORDER", seq, "all commitments before any opening", f"seat {seat} opened before")
        if committed is not None and dice.seat_commit(seed.game, seat, value) != committed[1]:
            findings.add("CONTRIBUTION_MISMATCH", seq, committed[1], dice.seat_commit(seed.game, seat, value))
        others = [each for other, (_, each) in seed.contributions.items() if other != seat]
        if (len(set(value)) == 1 and not seed.opening.test) or value in others:
            findings.add("CONTRIBUTION_WEAK", seq, "32 random bytes", "constant or equal bytes")


def rows_of(raw: Raw, bundle: Bundle) -> Iterator[list[Any]]:
    """Give all rows of dice of an entry that the reader may see, hidden ones from their openings."""
    yield from raw.dice
    for _, part, _, data in bundle.openings(raw.seq):
        if part == 1:
            yield from msgpack.unpackb(data, raw=False)[2]


def check_dice(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, secret: bytes | None, findings: Findings
) -> None:
    """Checks 30 to 33 and 35: dice after the seed, from the seed, without gap and never twice, from their source."""
    fixed = next((raw.seq for raw in entries if "SeedFixed" in raw.event_kinds()), 1 << 53)
    transcript = Seed(entries, opening).transcript() if secret else b""
    cursors: dict[int, int] = {}
    keys: dict[int, bytes] = {}
    sealed = {each.seq: each for each in bundle.sealed}
    for raw in entries:
        rows = list(rows_of(raw, bundle)) if raw.seq in sealed else raw.dice
        for row in rows:
            if raw.seq < fixed:
                findings.add("DICE_BEFORE_SEED", raw.seq, "no die before the contributions are closed", row[5])
            _check_row(raw, row, opening, cursors, findings)
            if secret is not None:
                _check_faces(raw, row, (secret, transcript), keys, findings)


def _check_row(raw: Raw, row: list[Any], opening: OpenGame, cursors: dict[int, int], findings: Findings) -> None:
    stream, epoch, index, sides, faces = row[:5]
    if epoch != 0:
        findings.add("EPOCH_INVALID", raw.seq, 0, epoch)
    due = dice.REPORTED if opening.dice_mode == "reported" else dice.PUBLIC
    if stream in (dice.REPORTED, dice.PUBLIC) and stream != due:
        findings.add("DICE_SOURCE_VIOLATION", raw.seq, f"stream {due}", f"stream {stream}")
    cursor = cursors.get(stream, 0)
    if index > cursor:
        findings.add("DICE_CURSOR_GAP", raw.seq, f"index {cursor} of stream {stream}", f"index {index}")
    elif index < cursor:
        findings.add("DICE_REUSED", raw.seq, f"index {cursor} of stream {stream}", f"index {index}")
    cursors[stream] = max(cursor, index + len(faces))
    if not faces or not all(1 <= face <= sides for face in faces):
        findings.add("BUNDLE_MALFORMED", raw.seq, f"faces from 1 to {sides}", faces)


def _check_faces(
    raw: Raw, row: list[Any], seed: tuple[bytes, bytes], keys: dict[int, bytes], findings: Findings
) -> None:
    stream, _, index, sides, faces = row[:5]
    if stream == dice.REPORTED or not 1 <= sides < 2**32 or not 0 <= stream < dice.REPORTED or index + len(faces) > 2**32:
        return
    key = keys.get(stream) or keys.setdefault(stream, dice.stream_key(seed[0], seed[1], 0, stream))
    due = dice.draw(key, index, sides, len(faces)) if faces else ()
    if tuple(faces) != due:
        findings.add("DICE_NOT_FROM_SEED", raw.seq, f"faces {list(due)} at index {index}", f"faces {list(faces)}")


__all__ = ["Seed", "check_dice", "check_seed", "rows_of"]
