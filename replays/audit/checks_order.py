"""Level L1 of the audit: times, authority, freshness, ids, reported dice, deadlines. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.parties import REFEREE, TABLE
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.wgdice import REPORTED
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.protocol.roles import (
    ADMIN_ROLE,
    HEAD_REFEREE_ROLE,
    OWNER_ROLE,
    REFEREE_ROLE,
    SEAT_ROLE,
    SERVER_ROLE,
)
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.checks_dice import Seed
from replays.audit.desk.followed import desks
from replays.audit.dice_source import DiceSource
from replays.audit.entries import RawEntry
from replays.audit.open_questions import stacks
from replays.audit.report import Findings

# commands by which silence is taken as an answer
BY_SILENCE = ("AnswerAbsent", "CallFlag", "EnforceDeadline")
# place of the field of a result that names its ruling
RULING = 7
# events that drop a command that waits for dice of the table: faces for it are dead
DROPS = ("ResultReached", "Rewound", "Corrected")


def check_times(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Check 9: server time never goes back."""
    before = 0
    for raw in entries:
        if raw.time < before:
            findings.add("TIME_REGRESSION", raw.seq, f"at least {before}", raw.time)
        before = max(before, raw.time)


def check_ids(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Check 41: a command id stands once."""
    seen: dict[bytes, int] = {}
    for raw in entries:
        if raw.command_id in seen:
            findings.add("COMMAND_ID_REUSED", raw.seq, "an id of its own", f"that of entry {seen[raw.command_id]}")
        seen.setdefault(raw.command_id, raw.seq)


def check_authority(
    entries: Sequence[RawEntry], terms: OpenGame, rules: LoadedRuleset[Any] | None, findings: Findings
) -> None:
    """Check 37: the role may give this command, and role and party belong together."""
    for raw in entries:
        fit = {
            OWNER_ROLE: raw.party == REFEREE,
            REFEREE_ROLE: raw.party == REFEREE and terms.referee,
            HEAD_REFEREE_ROLE: raw.party == REFEREE and terms.referee,
            SEAT_ROLE: raw.party < len(terms.seats),
            SERVER_ROLE: raw.party == TABLE,
            ADMIN_ROLE: raw.party == TABLE,
        }.get(raw.role, False)
        kind = rules.logged_command(raw.kind) if rules is not None else None
        allowed = kind is None or rules is None or raw.role in rules.given_by(kind)
        if not fit or not allowed:
            findings.add(
                "UNAUTHORISED_ACTOR", raw.seq, f"a role that may give {raw.kind}", f"role {raw.role}, party {raw.party}"
            )


def check_freshness(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Check 40: a command was decided on the game that stands.

    No earlier than the question it answers, its seat's own last entry, and the last ruling that changed the game.
    Rulings, and seats in games of an event, say on what.
    """
    places: dict[bytes, int] = {}
    last_by: dict[int, int] = {}
    changed = 0
    of_event = terms.event is not None
    for raw, stack in stacks(entries):
        due = max(stack[-1].opened if stack else 0, last_by.get(raw.party, 0), changed)
        seen = places.get(raw.head) if raw.head is not None else None
        if seen is not None and seen < due:
            findings.add("STALE_COMMAND", raw.seq, f"a head from entry {due} on", f"that of entry {seen}")
        if raw.head is None and (raw.event("RulingGiven") is not None or (of_event and raw.role == SEAT_ROLE)):
            findings.add("STALE_COMMAND", raw.seq, "the head that it was decided on", "none")
        if raw.event("Rewound") is not None or _is_ruled(raw.event("ResultReached")):
            changed = raw.seq
        places[raw.hash] = raw.seq
        last_by[raw.party] = raw.seq


def _is_ruled(result: list[Any] | None) -> bool:
    """Whether a result rests on a ruling, which its eighth field names; earlier editions did not say it."""
    return result is not None and len(result) > RULING and bool(result[RULING])


class _ReportedRolls:
    """The report that waits for its acknowledgement, and the faces acknowledged since the last use."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.pending: tuple[int, int, list[int]] | None = None
        self.taken: list[list[int]] = []

    def take(self, raw: RawEntry) -> None:
        """Check one entry."""
        if raw.kind == "ReportRoll":
            self.pending = (raw.seq, raw.party, raw.arguments[0] if raw.arguments else [])
        elif raw.kind == "DisputeRoll":
            self.pending = None
        elif raw.kind == "AcknowledgeRoll":
            self._acknowledge(raw.seq, raw.party)
        for kind, *fields in (event[0] for event in raw.events):
            if kind == "ThrowVoided":
                self.pending = None
            elif kind == "ThrowDrawn":
                self.pending = None
                self.taken.append(list(fields[1]))
            elif kind == "RollAcknowledged" and raw.kind in BY_SILENCE:
                self._acknowledge(raw.seq, fields[0])
        used = [row[4] for row in raw.dice if row[0] == REPORTED]
        if used:
            if used != self.taken:
                self._add_unconfirmed(raw.seq, f"the acknowledged faces {self.taken}", f"faces {used}")
            self.taken = []
        if any(raw.event(kind) is not None for kind in DROPS):
            self.pending, self.taken = None, []

    def _acknowledge(self, seq: int, party: int) -> None:
        if self.pending is None or self.pending[1] == party:
            self._add_unconfirmed(
                seq, "an acknowledgement by another party than the one who reported", f"party {party}"
            )
        else:
            self.taken.append(self.pending[2])
        self.pending = None

    def _add_unconfirmed(self, seq: int, expected: str, found: str) -> None:
        self.findings.add("REPORTED_ROLL_UNCONFIRMED", seq, expected, found)


def check_reports(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Checks 35 and 36: faces count only once acknowledged by another than who reported them, and just those faces.

    A report that the end of the game overtook has no effect and needs no acknowledgement.
    """
    reports, source = _ReportedRolls(findings), DiceSource(terms)
    for raw in entries:
        source.enter(raw)
        if raw.kind == "ReportRoll" and REPORTED not in source.allowed:
            findings.add("DICE_SOURCE_VIOLATION", raw.seq, "no reports in a seeded game", raw.kind)
        reports.take(raw)


def check_end(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Checks 55 and 56: seats confirmed the result; the service waited as long as it has to."""
    seed = Seed(entries, terms)
    closed = any(raw.kind == "CloseGame" for raw in entries)
    if seed.secret is not None and seed.unconfirmed and not closed:
        findings.add("RESULT_UNCONFIRMED", seed.secret[0], f"confirmation by seats {seed.unconfirmed}", "none")
    times = {raw.seq: raw.time for raw in entries}
    asked = 0
    for (raw, desk), (_, stack) in zip(desks(entries), stacks(entries), strict=True):
        if raw.role == SERVER_ROLE and raw.kind == "EnforceDeadline" and stack:
            # the time to answer runs from the entry that asked these questions
            since = max(stack[-1].opened, asked)
            stopped = desk.stopped_ms(since, raw.time)
            _waited(raw, stack[-1], since, (terms, times, stopped), findings)
        asked = raw.seq if raw.event("Asked") is not None else asked


def _waited(
    raw: RawEntry, window: Window, since: int, known: tuple[OpenGame, dict[int, int], int], findings: Findings
) -> None:
    terms, times, stopped = known
    limit = limit_ms(window, terms.response_limit, terms.event_terms)
    passed = raw.time - times.get(since, raw.time) - stopped
    if not limit:
        findings.add("CLOCK_MISMATCH", raw.seq, "a limit in the terms", "none, and the service ended the question")
    elif passed < limit:
        findings.add("CLOCK_MISMATCH", raw.seq, f"{limit} ms after entry {since}", f"{passed} ms")
