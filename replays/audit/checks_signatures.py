"""Checks 37 to 39 of the audit: signed commands verify under a key of who gave them, and warrants under the owner's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgpack

from adjudicator.kernel.docket.officials import OFFICES, opened
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import OWNER_ROLE, SEAT_ROLE
from adjudicator.kernel.record.chain import signing_bytes, warrant_bytes
from replays import notes
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

Holder = tuple[str, str]
Keys = tuple[bytes, ...]
# keys of one holder that are tried, and officials that are looked through: a forged file may name any number
KEYS_MOST: Final = 64
HOLDERS_MOST: Final = 512
SEAT: Final = "seat"
OFFICE, TOKEN, KEYS, NUMBER, OF_EVENT, WARRANT = range(6)


def check_signatures(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Check that what is signed verifies, that nothing is unsigned that has to be, and that the owner gave warrants."""
    signers = _Signers(entries, terms, findings)
    for raw in entries:
        signers.take(raw)
    _note_unsigned(entries, terms, findings)


def _note_unsigned(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Name what whoever has the log key could have written."""
    if not terms.signed:
        findings.add("UNSIGNED_GAME", 0, "commands signed by the seats", "a game in which nobody has to sign")
        return
    ruled = next((raw for raw in entries if _is_ruling(raw) and raw.signature is None), None)
    if ruled is not None and not terms.acts_signed:
        findings.add("UNSIGNED_ACTS", ruled.seq, "rulings signed by the referee", "a ruling without a signature")


def _is_ruling(raw: RawEntry) -> bool:
    return raw.role in OFFICES and raw.event("RulingGiven") is not None


class _Signers:
    """Whose keys sign for whom, entry after entry."""

    def __init__(self, entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
        self.findings = findings
        self.terms = terms
        self.held: dict[Holder, Keys] = {(SEAT, str(seat)): row.keys for seat, row in enumerate(terms.seats)}
        self.held |= {place: row.keys for place, row in list(opened(terms).items())[:HOLDERS_MOST]}
        self.numbers: dict[Holder, int] = {}
        self.ever = _ever(entries, self.held)

    def take(self, raw: RawEntry) -> None:
        """Check one entry; what it changes counts from the next one on."""
        if raw.seq > 1:
            self._check(raw)
        taken = raw.event("SeatSubstituted")
        if taken is not None:
            self.held[SEAT, str(taken[0])] = tuple(taken[2])
        if raw.kind == "AdmitOfficial":
            self._check_warrant(raw)
        admitted = raw.event("OfficialAdmitted")
        if admitted is not None and len(self.held) < HOLDERS_MOST:
            self.held[admitted[OFFICE], admitted[TOKEN]] = tuple(admitted[KEYS])

    def _check(self, raw: RawEntry) -> None:
        due = self.terms.signed if raw.role == SEAT_ROLE else self.terms.acts_signed and raw.role in OFFICES
        if raw.signature is None:
            if due:
                whose = "the seat" if raw.role == SEAT_ROLE else "the official"
                self.findings.add("COMMAND_SIGNATURE_INVALID", raw.seq, f"a signature by {whose}", "none")
            return
        own = _holders(raw)
        if self._verifies(raw, self.held, own):
            return
        code, expected = self._fault(raw, own)
        self.findings.add(code, raw.seq, expected, raw.signature)

    def _fault(self, raw: RawEntry, own: Sequence[Holder]) -> tuple[str, str]:
        """Say what a signature is that is not of a key in force: an earlier or later one, somebody else's, or none."""
        if not any(self.ever.get(holder) for holder in own):
            return "KEY_NOT_VALID", "a key of the actor in the terms, and a signature by it"
        if self._verifies(raw, self.ever, own):
            return "KEY_NOT_VALID", "a key of the actor that is in force at this entry"
        if raw.role in OFFICES and self._verifies(raw, self.ever, tuple(self.ever)):
            return "UNAUTHORISED_ACTOR", "a key of the official, and not of a seat or of another official"
        whose = "the seat" if raw.role == SEAT_ROLE else "the official"
        return "COMMAND_SIGNATURE_INVALID", f"a signature by {whose} over this command"

    def _verifies(self, raw: RawEntry, keys: Mapping[Holder, Keys], holders: Sequence[Holder]) -> bool:
        data, signature = signed_part(raw), raw.signature or b""
        found = [key for holder in holders for key in keys.get(holder, ())][: KEYS_MOST * 2]
        return any(notes.verifies(key, signature, data) for key in found)

    def _check_warrant(self, raw: RawEntry) -> None:
        """Check that the owner has admitted an official, by a warrant that was not used before."""
        row: Any = raw.arguments
        of_event = self.terms.event if row[OF_EVENT] else None
        scope = raw.game if of_event is None else of_event
        data = warrant_bytes(scope, row[OFFICE], row[TOKEN], row[KEYS], row[NUMBER])
        owners = [keys for (office, _), keys in self.held.items() if office == OFFICES[OWNER_ROLE]]
        signed = any(notes.verifies(key, row[WARRANT], data) for keys in owners for key in keys[:KEYS_MOST])
        if not signed or (row[OF_EVENT] and of_event is None):
            self.findings.add("KEY_NOT_VALID", raw.seq, "a warrant signed by the owner", row[WARRANT])
        last = self.numbers.get((row[OFFICE], row[TOKEN]), 0)
        if row[NUMBER] <= last:
            self.findings.add("KEY_NOT_VALID", raw.seq, f"a warrant of a number above {last}", row[NUMBER])
        self.numbers[row[OFFICE], row[TOKEN]] = row[NUMBER]


def _holders(raw: RawEntry) -> tuple[Holder, ...]:
    """Give whose keys sign for the actor of an entry."""
    if raw.role == SEAT_ROLE:
        return ((SEAT, str(raw.party)),)
    office = OFFICES.get(raw.role)
    return () if office is None else tuple(dict.fromkeys(((office, raw.key), (office, ""))))


def _ever(entries: Sequence[RawEntry], first: Mapping[Holder, Keys]) -> dict[Holder, Keys]:
    """Give the keys that anybody has ever had here."""
    found = {holder: list(keys[:KEYS_MOST]) for holder, keys in first.items()}
    for holder, keys in _changes(entries):
        if holder in found or len(found) < HOLDERS_MOST:
            rows = found.setdefault(holder, [])
            rows.extend(keys[: KEYS_MOST - len(rows)])
    return {holder: tuple(keys) for holder, keys in found.items()}


def _changes(entries: Sequence[RawEntry]) -> Iterator[tuple[Holder, Sequence[bytes]]]:
    for raw in entries:
        taken, admitted = raw.event("SeatSubstituted"), raw.event("OfficialAdmitted")
        if taken is not None:
            yield (SEAT, str(taken[0])), taken[2]
        if admitted is not None:
            yield (admitted[OFFICE], admitted[TOKEN]), admitted[KEYS]


def signed_part(raw: RawEntry) -> bytes:
    """Bytes that the actor signed: game, actor and command, as the log's format says."""
    return signing_bytes(msgpack.packb([raw.fields[1], raw.fields[5], raw.fields[6]], use_bin_type=True))
