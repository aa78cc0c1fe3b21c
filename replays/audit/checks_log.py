"""Level L0 of the audit, first half: genesis, numbers, chain, signed heads, signatures, seals."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import ChangeLogKey, OpenGame
from adjudicator.kernel.record.chain import read_head, sealed_hash
from adjudicator.kernel.record.record import COMMAND_PART, REST_PART
from adjudicator.kernel.ruleset import LoadedRuleset
from replays import key_changes, notes
from replays.audit.entries import ZERO, RawEntry, read_rest
from replays.audit.report import Findings
from replays.bundle import Bundle, OpenedPartRow, claimed_size

SALT = 32
KEYS_MOST = 64
TEXT_MOST = 400


def check_genesis(entries: Sequence[RawEntry], findings: Findings) -> OpenGame | None:
    """Check 3: the first entry opens a game with complete terms."""
    if not entries:
        findings.add("GENESIS_INVALID", 0, "an entry that opens a game", "no readable entry")
        return None
    first = entries[0]
    try:
        terms = msgspec.convert([first.kind, *first.arguments], OpenGame)
    except msgspec.ValidationError as error:
        findings.add("GENESIS_INVALID", first.seq, "OpenGame with all its fields", error)
        return None
    if _is_oversized(terms):
        # whatever is checked once for each entry would take as long as the file is large, squared
        findings.add("GENESIS_INVALID", first.seq, "terms of the size that a game has", "more seats, keys or text")
        return None
    for fault in _terms_faults(terms):
        findings.add("GENESIS_INVALID", first.seq, "complete terms", fault)
    if terms.commitment is None or len(terms.commitment) != len(ZERO):
        findings.add("SEED_COMMIT_LATE", first.seq, "a commitment to the seed in the terms", "none")
    return terms


def _is_oversized(terms: OpenGame) -> bool:
    keys = max((len(seat.keys) for seat in terms.seats), default=0)
    words = [terms.log_key, terms.ruleset, terms.edition, *(seat.name for seat in terms.seats)]
    return len(terms.seats) > SPECTATOR or keys > KEYS_MOST or max(map(len, words)) > TEXT_MOST


def _terms_faults(terms: OpenGame) -> list[str]:
    names = [seat.name for seat in terms.seats]
    faults = {
        "no seats, or more than a game has": not 1 <= len(names) < SPECTATOR,
        "two seats of one name": len(set(names)) != len(names),
        f"profile {terms.profile}": terms.profile not in ("P0", "P1"),
        f"{terms.dice_mode} dice": terms.dice_mode not in ("seeded", "reported"),
        f"pace {terms.pace}": terms.pace not in ("auto", "step"),
        "limits below 0": min(terms.response_limit, terms.appeal_window) < 0,
        "an engine digest of another size": len(terms.engine) != len(ZERO),
    }
    return [fault for fault, found in faults.items() if found]


def check_order(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Checks 4 to 7: one game, dense numbers, each once and in order."""
    highest = 0
    seen: set[int] = set()
    for raw in entries:
        if raw.game != entries[0].game:
            findings.add("WRONG_GAME", raw.seq, entries[0].game, raw.game)
        if raw.seq in seen:
            findings.add("DUPLICATE_ENTRY", raw.seq, "each number once", raw.seq)
        elif raw.seq < highest:
            findings.add("REORDERED_ENTRY", raw.seq, f"a number above {highest}", raw.seq)
        seen.add(raw.seq)
        highest = max(highest, raw.seq)
    missing = next((number for number in range(1, highest + 1) if number not in seen), None)
    if missing is not None:
        findings.add("MISSING_ENTRY", missing, f"entries 1 to {highest}", f"no entry {missing}")


def check_chain(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Check 8 and 40: each entry names the hash of the one before, each seen head is of an earlier entry."""
    before = ZERO
    earlier: set[bytes] = set()
    for raw in entries:
        if raw.prev != before:
            findings.add("CHAIN_BREAK", raw.seq, before, raw.prev)
        if raw.head is not None and raw.head not in earlier:
            findings.add("STALE_COMMAND", raw.seq, "a head of an earlier entry of this chain", raw.head)
        before = raw.hash
        earlier.add(before)


def required_heads(entries: Sequence[RawEntry]) -> list[int]:
    """List the sizes at which the log must be signed: first entry, contributions, each 32, close, reveal, end."""
    sizes = []
    for raw in entries:
        kinds = raw.event_kinds()
        mark = raw.seq == 1 or raw.seq % 32 == 0 or "SeedFixed" in kinds or "Finished" in kinds
        if mark or raw.kind == "Reveal" or raw is entries[-1]:
            sizes.append(raw.seq)
    return sizes


class LogKeys:
    """The keys of a log's heads: a head is signed with the key in force at its size, or with a later one."""

    def __init__(self, first: str) -> None:
        """Begin with the key of the terms, or with one that was pinned and that the log does not know."""
        self.known = [first]
        self._ends: list[int] = []

    def add(self, seq: int, key: str) -> None:
        """Take the key that an entry brings into force."""
        self.known.append(key)
        self._ends.append(seq)

    def verify_any(self, note: str) -> str:
        """Give the text of a note that any key of the log has signed; ValueError where none has."""
        for key in self.known[:-1]:
            with suppress(ValueError):
                return notes.verify(key, note)
        return notes.verify(self.known[-1], note)

    def verify(self, note: str) -> str:
        """Give the text of a signed head; ValueError where no key that may have signed it has."""
        size = claimed_size(note)
        for key, end in zip(self.known, self._ends, strict=False):
            if size < end:
                with suppress(ValueError):
                    return notes.verify(key, note)
        return notes.verify(self.known[-1], note)


def check_log_keys(entries: Sequence[RawEntry], terms: OpenGame, vkey: str | None, findings: Findings) -> LogKeys:
    """Check that each key of the heads was named by the one before it.

    Of a pinned key only those are believed that it has handed on to.
    """
    keys = LogKeys(terms.log_key)
    for raw in _key_changes(entries):
        try:
            command = msgspec.convert([raw.kind, *raw.arguments], ChangeLogKey)
        except msgspec.ValidationError:
            continue  # the rules say what is wrong with it
        before = keys.known[-1]
        if not key_changes.lead(before, command.log_key, command.changes):
            findings.add("LOG_KEY_UNPROVEN", raw.seq, f"a change signed with {before}", command.reason or "no reason")
            if vkey in keys.known:
                return keys
        keys.add(raw.seq, command.log_key)
    return keys if vkey is None or vkey in keys.known else LogKeys(vkey)


def _key_changes(entries: Sequence[RawEntry]) -> list[RawEntry]:
    return [raw for raw in entries if raw.kind == ChangeLogKey.__name__][: key_changes.CHANGES_MOST]


def check_heads(entries: Sequence[RawEntry], bundle: Bundle, keys: LogKeys, findings: Findings) -> None:
    """Checks 10 to 15: signed heads fit the chain, cover its end and do not contradict each other."""
    by_seq = {raw.seq: raw.hash for raw in entries}
    last = max(by_seq, default=0)
    sizes: dict[int, bytes] = {}
    for note in dict.fromkeys(bundle.heads):
        found = _head_of(note, keys, findings)
        if found is None:
            continue
        game, size, head = found
        if sizes.setdefault(size, head) != head:
            findings.add("FORKED_LOG", size, sizes[size], head)
        if entries and game != entries[0].game:
            findings.add("HEAD_MISMATCH", size, entries[0].game, game)
        elif size > last:
            findings.add("TRUNCATED_LOG", last + 1, f"{size} entries", f"{len(by_seq)} entries")
        elif by_seq.get(size) != head:
            findings.add("HEAD_MISMATCH", size, head, by_seq.get(size, b""))
    signed = max(sizes, default=0)
    if entries and signed < entries[-1].seq:
        findings.add("UNSIGNED_TAIL", signed + 1, "a signed head over the last entry", "none")
    for size in required_heads(entries) if entries else ():
        if size not in sizes:
            findings.add("HEAD_CADENCE", size, "a signed head of this size", "none")


def _head_of(note: str, keys: LogKeys, findings: Findings) -> tuple[bytes, int, bytes] | None:
    try:
        return read_head(keys.verify(note))
    except ValueError as error:
        findings.add("HEAD_SIGNATURE_INVALID", claimed_size(note), f"a note signed by {keys.known[-1]}", error)
        return None


def check_seals(
    entries: Sequence[RawEntry], bundle: Bundle, terms: OpenGame, rules: LoadedRuleset[Any] | None, findings: Findings
) -> None:
    """Check 47: every opening in the file fits its commitment, and sealed parts are there where their kind demands."""
    left = {sealed.seq for sealed in bundle.sealed}
    if len(left) != len(bundle.sealed):
        findings.add("SEALED_OPENING_MISMATCH", 0, "openings of an entry once", "twice")
    for raw in entries:
        left.discard(raw.seq)
        _check_openings(raw, bundle.openings(raw.seq), findings)
        if rules is not None:
            _check_parts(raw, len(terms.seats), rules, findings)
    for seq in sorted(left):
        findings.add("SEALED_OPENING_MISMATCH", seq, "an entry for these openings", "none")


def _check_openings(raw: RawEntry, openings: Sequence[OpenedPartRow], findings: Findings) -> None:
    due = {(owner, REST_PART): commitment for owner, commitment in raw.sealed}
    if raw.seal is not None:
        due[raw.party, COMMAND_PART] = raw.seal
    for owner, part, salt, data in openings:
        commitment = due.pop((owner, part), None)
        if commitment is None:
            findings.add("SEALED_OPENING_MISMATCH", raw.seq, "openings of this entry's own parts", f"{owner}, {part}")
            continue
        found = b"" if len(salt) != SALT else sealed_hash(raw.game, owner, part, raw.command_id, salt, data)
        if found != commitment:
            findings.add("SEALED_OPENING_MISMATCH", raw.seq, commitment, found)
        elif part == REST_PART:
            _check_rest(raw, owner, data, findings)


def _check_rest(raw: RawEntry, owner: int, data: bytes, findings: Findings) -> None:
    """What was sealed has the right form, and hidden dice are of their owner's own stream."""
    try:
        rolls = read_rest(data)[2]
    except ValueError as error:
        findings.add("BUNDLE_MALFORMED", raw.seq, f"a sealed part of party {owner}", error)
        return
    due = wgdice.hidden_stream(owner)
    for row in rolls:
        if row[0] != due:
            findings.add("DICE_SOURCE_VIOLATION", raw.seq, f"hidden dice of stream {due}", f"stream {row[0]}")


def _check_parts(raw: RawEntry, seats: int, rules: LoadedRuleset[Any], findings: Findings) -> None:
    kind = rules.logged_command(raw.kind)
    if kind is None:
        return
    if bool(rules.masks[kind].secret) != (raw.seal is not None):
        findings.add("SEALED_OPENING_MISMATCH", raw.seq, "a seal exactly where the command has secrets", raw.kind)
    owners = [owner for owner, _ in raw.sealed]
    for_referee = rules.referee_secrets or rules.masks[kind].seals_for_referee
    due = [*range(seats), *((REFEREE,) if for_referee else ())] if rules.seals(kind) else []
    if owners != due:
        findings.add("SEALED_OPENING_MISMATCH", raw.seq, f"sealed parts of parties {due}", f"parts of {owners}")
