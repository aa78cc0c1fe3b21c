"""Level L1 of the audit: what rewinds void, who may give them, and dice that stand. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.parties import is_seat
from adjudicator.kernel.docket.clocks import LEAST_MS
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, SEAT_ROLE
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

TO, VOIDS, DICE, LEARNT, AGAIN = range(5)
# place of the kind of a command that is given once more
KIND = 2
# what silence gives in the place of who is asked
SILENCE = ("EnforceDeadline", "CallFlag", "AnswerAbsent")
# events of an entry at which dice of the real table may lie open, as they are asked for before they are thrown
ON_THE_TABLE = ("RollRequested", "RollReported")


def rewinds_of(entries: Sequence[RawEntry]) -> dict[int, int]:
    """Give the first void entry by the entry that went back."""
    found = {}
    for raw in entries:
        fields = raw.event("Rewound")
        if fields is not None and fields and isinstance(fields[TO], int):
            found[raw.seq] = fields[TO]
    return found


class _Rewinds:
    """What is known of the entries so far."""

    def __init__(self, entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
        self.entries = {raw.seq: raw for raw in entries}
        self.terms = terms
        self.findings = findings
        self.rewinds = rewinds_of(entries)
        self.fixed = next((raw.seq for raw in entries if raw.event("SeedFixed") is not None), 0)
        self.finished = next((raw.seq for raw in entries if raw.event("Finished") is not None), None)
        # the earliest of what each entry opened
        self.opened = {raw.seq: min(sealed) for raw in entries if (sealed := _opened_by(raw))}
        self.proposed: RawEntry | None = None
        self.agreed: set[tuple[int, str]] = set()
        clock = terms.event_terms.clock if terms.event_terms is not None else None
        self.least = (clock.least_ms if clock is not None else 0) or LEAST_MS
        # seats by the entries at which their flags fell, and the last entry that set the clock of each
        self.falls: dict[int, int] = {}
        self.set: dict[int, int] = {}

    def follow(self, raw: RawEntry) -> None:
        """Go on to the next entry: note what is proposed, and who has agreed to it."""
        if raw.event("ProposalMade") is not None:
            self.proposed, self.agreed = raw, set()
        elif raw.kind == "AnswerProposal" and raw.arguments[:1] == [True]:
            self.agreed.add((raw.party, raw.key))

    def leave(self, raw: RawEntry) -> None:
        """Note what an entry does to the clocks."""
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "FlagFell" and _integers(fields[:1]):
                self.falls[raw.seq] = fields[0]
            elif kind == "ClockSet" and _integers(fields[:1]):
                self.set[fields[0]] = raw.seq

    def check(self, raw: RawEntry, fields: list[Any]) -> None:
        """Check one rewind, in a time that grows with what it names alone."""
        to, named = fields[TO], _integers(fields[VOIDS])
        voids = self._voids(raw.seq - 1, to, len(named) + 1)
        stands = bool(voids) and voids[0] == to
        if not stands or to <= self.fixed or (self.finished is not None and raw.seq > self.finished):
            self._invalid(raw, f"an entry that stands, after entry {self.fixed} and before the close", to)
            return
        if named != voids:
            self._invalid(raw, f"entries {voids} to be void", fields[VOIDS])
        split = next((seq for seq in voids if self.opened.get(seq, to) < to), None)
        if split is not None:
            self._invalid(raw, f"all of what entry {split} opened to be void", to)
        shown = [seq for seq in voids if self._opens(seq)]
        if not set(shown) <= set(_integers(fields[LEARNT])):
            self._invalid(raw, f"entries {shown} to be named as learnt", fields[LEARNT])
        self._authority(raw, voids)
        self._flags(raw, voids)

    def _flags(self, raw: RawEntry, voids: Sequence[int]) -> None:
        """Whose fall is void has the least time of the terms."""
        fallen = {self.falls[seq] for seq in voids if seq in self.falls and seq > self.set.get(self.falls[seq], 0)}
        rows = [event[0] for event in raw.events if event[0][0] == "ClockSet" and len(_integers(event[0][1:4])) == 3]  # noqa: PLR2004  (seat, old, new)
        given = {seat for _, seat, _, new in rows if new >= self.least}
        short = sorted(fallen - given)
        if short:
            self._invalid(raw, f"{self.least} ms at least for seats {short}, whose flags had fallen", rows)

    def _voids(self, seq: int, to: int, most: int) -> list[int]:
        """List the entries from `to` on that stood at an entry; no more than so many, the last ones."""
        found: list[int] = []
        while seq >= max(to, 1) and len(found) < most:
            found.append(seq)
            seq = min(self.rewinds.get(seq, seq), seq) - 1
        return found[::-1]

    def _authority(self, raw: RawEntry, voids: Sequence[int]) -> None:
        # what a sealed entry threw or showed is nobody's to know: the rules say at L2 who may rule on it
        learnt = [seq for seq in voids if self._throws(seq) or self._opens(seq)]
        if raw.kind == "TakeBack":
            foreign = [seq for seq in voids if not self._is_own(seq, raw.party)]
            if learnt or foreign:
                self.findings.add(
                    "UNDO_AFTER_INFORMATION",
                    raw.seq,
                    "own entries without dice or reveals",
                    sorted({*learnt, *foreign}),
                )
        elif raw.kind == "AnswerProposal":
            self._agreed(raw)
        elif raw.kind == "Rewind" and is_seat(raw.party):
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, "the agreement of the other seats", raw.kind)
        elif learnt and self.terms.event is not None and raw.role != HEAD_REFEREE_ROLE:
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, "a head referee, or two referees", f"role {raw.role}")

    def _agreed(self, raw: RawEntry) -> None:
        """A proposal was made, and everybody else has agreed to it."""
        proposed, agreed = self.proposed, self.agreed
        self.proposed, self.agreed = None, set()
        if proposed is None:
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, "a proposal that was agreed to", "none")
        elif is_seat(proposed.party):
            missing = set(range(len(self.terms.seats))) - {proposed.party} - {party for party, _ in agreed}
            if missing:
                self.findings.add("UNAUTHORISED_ACTOR", raw.seq, f"the agreement of seats {sorted(missing)}", "none")
        elif not any(key != proposed.key for _, key in agreed):
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, "the agreement of a second referee", "none")

    def _is_own(self, seq: int, party: int) -> bool:
        raw = self.entries[seq]
        return raw.role == SEAT_ROLE and raw.party == party and raw.event("RulingGiven") is None

    def _throws(self, seq: int) -> bool:
        """Tell whether dice were thrown in an entry, or asked for or reported on the real table."""
        raw = self.entries[seq]
        return bool(raw.dice) or any(raw.event(kind) is not None for kind in ON_THE_TABLE)

    def _opens(self, seq: int) -> bool:
        return self.entries[seq].event("Unsealed") is not None

    def _invalid(self, raw: RawEntry, due: str, found: object) -> None:
        self.findings.add("REWIND_INVALID", raw.seq, due, found)


def _integers(values: object) -> list[int]:
    return [value for value in values if isinstance(value, int)] if isinstance(values, list) else []


def _opened_by(raw: RawEntry) -> list[int]:
    """List the sealed entries that an entry opened."""
    return _integers((raw.event("Unsealed") or [()])[0])


def check_rewinds(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Checks 37, 45 and 46: what stands is made void, by whom it may; a take-back stops where something shows."""
    known = _Rewinds(entries, terms, findings)
    for raw in entries:
        known.follow(raw)
        fields = raw.event("Rewound")
        if fields is not None and (len(fields) <= LEARNT or not isinstance(fields[TO], int)):
            findings.add("REWIND_INVALID", raw.seq, "a rewind that can be read", fields)
        elif fields is not None:
            known.check(raw, fields)
        known.leave(raw)


class StandingDice:
    """The throws of a void entry that a ruling lets stand: each may be used once more by the command that it names."""

    def __init__(self) -> None:
        self._kind = ""
        self._waiting: list[list[Any]] = []
        self._rows: list[list[Any]] = []
        self._thrown: dict[int, list[list[Any]]] = {}

    def enter(self, raw: RawEntry, rows: Sequence[list[Any]]) -> None:
        """Go on to an entry with these throws."""
        self._thrown[raw.seq] = list(rows)
        self._rows = []
        if rows:
            self._rows, self._waiting = self._waiting if raw.kind in (self._kind, *SILENCE) else [], []
        if raw.event("Corrected") is not None or raw.event("ResultReached") is not None:
            self._waiting = []
        fields = raw.event("Rewound")
        if fields is not None:
            self._let_stand(fields[AGAIN] if len(fields) > AGAIN else None)

    def _let_stand(self, again: object) -> None:
        """Take the command that is given once more: its entry, party, kind and fields; None where there is none."""
        named = isinstance(again, list) and len(again) > KIND
        entry, self._kind = (again[0], again[KIND]) if named and isinstance(again, list) else (None, "")
        self._waiting = list(self._thrown.get(entry, ())) if isinstance(entry, int) else []

    def allows(self, row: list[Any]) -> bool:
        """Whether a throw is the next of its stream that stands; from the first that is not, none stands any more."""
        standing = next((found for found in self._rows if found[0] == row[0]), None)
        if standing is not None and standing == row:
            self._rows.remove(standing)
            return True
        self._rows = []
        return False
