"""Levels L0 and L1 of the audit: the seed, every die, and the order of indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.seed import contributors, opening_digest
from adjudicator.kernel.record.record import REST_PART
from replays.audit.desk.checks_rewinds import StandingDice
from replays.audit.dice_source import DiceSource, Stretches
from replays.audit.entries import RawEntry, read_rest
from replays.audit.report import Findings
from replays.bundle import Bundle

SIZE = 32
NEVER = 1 << 53


class Seed:
    """The facts about a game's seed, from its entries."""

    def __init__(self, entries: Sequence[RawEntry], terms: OpenGame) -> None:
        self.terms = terms
        self.game = entries[0].game
        self.commitments: dict[int, tuple[int, bytes]] = {}
        self.contributions: dict[int, tuple[int, bytes]] = {}
        self.absent: set[int] = set()
        self.fixed: tuple[int, bytes] | None = None
        self.secret: tuple[int, bytes] | None = None
        self.finished: int | None = None
        self.confirmed: set[int] = set()
        self.drawn = next((raw.seq for raw in entries if raw.dice), NEVER)
        for raw in entries:
            self._take(raw)

    def _take(self, raw: RawEntry) -> None:
        value = raw.arguments[0] if raw.arguments else None
        if raw.kind == "CommitContribution" and isinstance(value, bytes):
            self.commitments.setdefault(raw.party, (raw.seq, value))
        elif raw.kind == "OpenContribution" and isinstance(value, bytes):
            self.contributions.setdefault(raw.party, (raw.seq, value))
        elif raw.kind == "Reveal" and isinstance(value, bytes):
            self.secret = (raw.seq, value)
        elif raw.kind == "ConfirmResult":
            self.confirmed.add(raw.party)
        for kind, *fields in (event[0] for event in raw.events):
            first = fields[0] if fields else None
            if kind == "SeatSubstituted" and isinstance(first, int) and first not in self.contributions:
                self.commitments.pop(first, None)  # who sits there now has committed to nothing yet
            if kind == "SeatAbsent" and isinstance(first, int):
                self.absent.add(first)
            elif kind == "SeedFixed" and isinstance(first, bytes):
                self.fixed = (raw.seq, first)
            elif kind == "Finished":
                self.finished = raw.seq

    def transcript(self) -> bytes:
        """Compute the transcript from the terms and the contributions."""
        slots = [self.contributions[party][1] if party in self.contributions else None for party in self.contributors]
        commitment = self.terms.commitment or bytes(SIZE)
        return wgdice.transcript(self.game, commitment, opening_digest(self.terms), slots)

    @property
    def seats(self) -> range:
        """Seats of the game."""
        return range(len(self.terms.seats))

    @property
    def contributors(self) -> tuple[int, ...]:
        """Who contributes to the seed: the seats, and the referee where the terms say so."""
        return contributors(self.terms)

    @property
    def unconfirmed(self) -> list[int]:
        """Seats that have not confirmed the result."""
        return [seat for seat in self.seats if seat not in self.confirmed]


def check_seed(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> bytes | None:
    """Checks 21 to 28: commitments, contributions and secret fit together and came in their order.

    Returns the secret where it is out and fits. While seats still have to confirm the result it is not due yet.
    """
    seed = Seed(entries, terms)
    if any(len(value) != SIZE for _, value in seed.contributions.values()):
        findings.add("CONTRIBUTION_MISMATCH", 0, "contributions of 32 bytes", "another size")
        return None
    _contributions(seed, findings)
    if seed.fixed is not None and seed.fixed[1] != seed.transcript():
        findings.add("CONTRIBUTION_MISMATCH", seed.fixed[0], seed.transcript(), seed.fixed[1])
    if seed.secret is None:
        if seed.finished is not None and not seed.unconfirmed:
            findings.add("SEED_NOT_REVEALED", seed.finished, "the secret after the close", "none")
        return None
    seq, secret = seed.secret
    if len(secret) != SIZE or wgdice.commit(seed.game, secret) != terms.commitment:
        findings.add("SEED_COMMIT_MISMATCH", seq, terms.commitment or "", "another secret")
        return None
    if secret in wgdice.WELL_KNOWN_SECRETS and not terms.test:
        findings.add("TEST_SEED", seq, "a secret of its own", "a well known one")
    return secret


def _contributions(seed: Seed, findings: Findings) -> None:
    practice = seed.terms.profile == "P0"
    last_commit = max((seq for seq, _ in seed.commitments.values()), default=0)
    for seat in seed.contributors:
        opened = seed.contributions.get(seat)
        if opened is None:
            if seed.fixed is not None and not practice and seat not in seed.absent:
                findings.add("CONTRIBUTION_MISSING", seed.fixed[0], f"seat {seat} opens or is absent", "neither")
            continue
        seq, value = opened
        committed = seed.commitments.get(seat)
        if committed is None or seq < last_commit:
            findings.add("CONTRIBUTION_ORDER", seq, "all commitments before any opening", f"seat {seat} opened before")
        if seq > seed.drawn:
            findings.add(
                "CONTRIBUTION_ORDER", seq, f"openings before the first die (entry {seed.drawn})", f"seat {seat}"
            )
        if committed is not None and wgdice.seat_commit(seed.game, seat, value) != committed[1]:
            findings.add("CONTRIBUTION_MISMATCH", seq, committed[1], wgdice.seat_commit(seed.game, seat, value))
        others = [value_of_other for other, (_, value_of_other) in seed.contributions.items() if other != seat]
        if (len(set(value)) == 1 and not seed.terms.test) or value in others:
            findings.add("CONTRIBUTION_WEAK", seq, "32 random bytes", "constant or equal bytes")


def check_dice(
    entries: Sequence[RawEntry], bundle: Bundle, terms: OpenGame, secret: bytes | None, findings: Findings
) -> None:
    """Checks 29 to 33 and 35: dice after the seed, from the seed, without gap and never twice, from their source."""
    seed = Seed(entries, terms)
    audit = _Dice(seed, Stretches(entries, terms, secret, findings), _closed(entries, bundle), findings)
    for raw in entries:
        rows = [*raw.dice, *hidden_rows(raw, bundle)]
        audit.begin(raw, rows)
        if rows and (seed.fixed is None or raw.seq <= seed.fixed[0]):
            findings.add("DICE_BEFORE_SEED", raw.seq, "no die before the contributions are closed", rows[0][5])
        for row in rows:
            audit.take(raw, row)
        audit.stretches.leave(raw)


def hidden_rows(raw: RawEntry, bundle: Bundle) -> Iterator[list[Any]]:
    """Give the hidden rows of dice of an entry that the reader may see; what can not be read is no row."""
    for _, part, _, data in bundle.openings(raw.seq):
        if part == REST_PART:
            with suppress(ValueError):
                yield from read_rest(data)[2]


def _closed(entries: Sequence[RawEntry], bundle: Bundle) -> set[int]:
    """Streams of which some rows may be missing in this file, since a part of their owner is not opened."""
    closed: set[int] = set()
    for raw in entries:
        opened = {owner for owner, part, _, _ in bundle.openings(raw.seq) if part == REST_PART}
        closed.update(owner for owner, _ in raw.sealed if owner not in opened)
    return {wgdice.hidden_stream(owner) for owner in closed}


class _Dice:
    """Cursors and keys of all streams, entry after entry."""

    def __init__(self, seed: Seed, stretches: Stretches, closed: set[int], findings: Findings) -> None:
        self.source = DiceSource(seed.terms)
        self.stretches = stretches
        self.transcript = seed.transcript()
        self.closed = closed
        self.findings = findings
        self.cursors: dict[int, int] = {}
        self.keys: dict[tuple[int, int], bytes] = {}
        self.standing = StandingDice()

    def begin(self, raw: RawEntry, rows: list[list[Any]]) -> None:
        """Go on to the next entry."""
        self.source.enter(raw)
        self.standing.enter(raw, rows)
        self.stretches.begin(raw)

    def take(self, raw: RawEntry, row: list[Any]) -> None:
        """Check one row; where its faces can not be checked yet, they are once their secret is out."""
        seq = raw.seq
        stream, epoch, index, sides, faces = row[:5]
        stands = stream not in self.closed and self.standing.allows(row)
        if not stands:
            self.stretches.take(raw, row)
        if not self.source.allows(row):
            self.findings.add("DICE_SOURCE_VIOLATION", seq, f"stream {self.source.stream}", f"stream {stream}")
        if stream not in self.closed:
            if not stands:
                self._place(seq, stream, index)
            self.cursors[stream] = max(self.cursors.get(stream, 0), index + len(faces))
        if stream != wgdice.REPORTED:
            self._faces(seq, (stream, epoch, index, sides), tuple(faces))

    def _place(self, seq: int, stream: int, index: int) -> None:
        cursor = self.cursors.get(stream, 0)
        if index != cursor:
            code = "DICE_CURSOR_GAP" if index > cursor else "DICE_REUSED"
            self.findings.add(code, seq, f"index {cursor} of stream {stream}", f"index {index}")

    def _faces(self, seq: int, place: tuple[int, int, int, int], faces: tuple[int, ...]) -> None:
        stream, epoch, index, sides = place
        secret = self.stretches.secret_of(stream, epoch)
        if secret is None:
            return
        if (stream, epoch) not in self.keys:
            self.keys[stream, epoch] = wgdice.stream_key(secret, self.transcript, epoch, stream)
        due = wgdice.draw(self.keys[stream, epoch], index, sides, len(faces))
        if faces != due:
            self.findings.add("DICE_NOT_FROM_SEED", seq, f"faces {list(due)} at index {index}", f"faces {list(faces)}")
