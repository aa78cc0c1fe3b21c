"""Level L1 of the audit: times, authority, freshness, ids, reported dice, confirmation. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.windows import IDS_PER_ENTRY
from replays.checks_dice import Seed
from replays.entries import Raw
from replays.report import Findings

OWNER, REFEREE_ROLE, SEAT, SERVER = 1, 2, 3, 6
REFEREE, TABLE = 254, 255
CONFIRM_MS = 600_000


def check_times(entries: Sequence[Raw], findings: Findings) -> None:
    """Check 9: server time never goes back."""
    before = 0
    for raw in entries:
        if raw.time < before:
            findings.add("TIME_REGRESSION", raw.seq, f"at least {before}", raw.time)
        before = max(before, raw.time)


def check_ids(entries: Sequence[Raw], findings: Findings) -> None:
    """Check 41: a command id stands once."""
    seen: dict[bytes, int] = {}
    for raw in entries:
        if raw.command_id in seen:
            findings.add("COMMAND_ID_REUSED", raw.seq, "an id of its own", f"that of entry {seen[raw.command_id]}")
        seen.setdefault(raw.command_id, raw.seq)


def check_authority(
    entries: Sequence[Raw], opening: OpenGame, rules: Rules[Any] | None, findings: Findings
) -> None:
    """Check 37: the role may give this command, and role and party belong together."""
    for raw in entries:
        fit = {
            OWNER: raw.party == REFEREE, REFEREE_ROLE: raw.party == REFEREE and opening.referee,
            SEAT: raw.party < len(opening.seats), SERVER: raw.party == TABLE,
        }.get(raw.role, False)  # fmt: skip
        kind = rules.command(raw.kind) if rules is not None else None
        allowed = kind is None or rules is None or raw.role in rules.roles[kind]
        if not fit or not allowed:
            findings.add("UNAUTHORISED_ACTOR", raw.seq, f"a role that may give {raw.kind}", f"role {raw.role}, party {raw.party}")


def check_freshness(entries: Sequence[Raw], findings: Findings) -> None:
    """Check 40: a command was decided no earlier than the question it answers and its seat's own last entry."""
    places: dict[bytes, int] = {}
    last_by: dict[int, int] = {}
    stack: list[int] = []
    for raw in entries:
        opened = stack[-1] // IDS_PER_ENTRY if stack else 0
        seen = places.get(raw.head) if raw.head is not None else None
        if seen is not None and seen < max(opened, last_by.get(raw.party, 0)):
            findings.add("STALE_COMMAND", raw.seq, f"a head from entry {max(opened, last_by.get(raw.party, 0))} on", seen)
        asked = raw.event("Asked")
        if asked is not None and len(asked) == 2 and isinstance(asked[1], list):  # noqa: PLR2004
            stack = [*stack[: asked[0]], *(window[0] for window in asked[1])]
        places[raw.hash] = raw.seq
        last_by[raw.party] = raw.seq


def check_reports(entries: Sequence[Raw], opening: OpenGame, findings: Findings) -> None:
    """Checks 35 and 36: faces count only once acknowledged by another than their roller, and just those faces."""
    pending: tuple[int, int, list[int]] | None = None
    taken: list[list[int]] = []
    for raw in entries:
        if raw.kind == "ReportRoll":
            if opening.dice_mode != "reported":
                findings.add("DICE_SOURCE_VIOLATION", raw.seq, "no reports in a seeded game", raw.kind)
            pending = (raw.seq, raw.party, list(raw.arguments[0]) if raw.arguments else [])
        elif raw.kind == "DisputeRoll":
            pending = None
        elif raw.kind == "AcknowledgeRoll":
            if pending is None or pending[1] == raw.party:
                findings.add("REPORTED_ROLL_UNCONFIRMED", raw.seq, "an acknowledgement by another party", f"party {raw.party}")
            else:
                taken.append(pending[2])
            pending = None
        used = [list(row[4]) for row in raw.dice if row[0] == 0xFFFF]  # noqa: PLR2004
        if used:
            if used != taken:
                findings.add("REPORTED_ROLL_UNCONFIRMED", raw.seq, f"faces {taken}", f"faces {used}")
            taken = []
    if pending is not None and any(raw.event("Finished") is not None for raw in entries):
        findings.add("REPORTED_ROLL_UNCONFIRMED", pending[0], "an acknowledgement", "none")


def check_end(entries: Sequence[Raw], opening: OpenGame, findings: Findings) -> None:
    """Checks 55 and 56: seats confirmed the result, or ten minutes passed; deadlines were due."""
    seed = Seed(entries, opening)
    times = {raw.seq: raw.time for raw in entries}
    if seed.finished is not None and seed.secret is not None:
        confirmed = {raw.party for raw in entries if raw.kind == "ConfirmResult"}
        missing = [seat for seat in seed.seats if seat not in confirmed]
        if missing:
            findings.add("RESULT_UNCONFIRMED", seed.secret[0], f"confirmation by seats {missing}", "none")
        if missing and times.get(seed.secret[0], 0) - times.get(seed.finished, 0) < CONFIRM_MS:
            findings.add("CLOCK_MISMATCH", seed.secret[0], "ten minutes for the seats to confirm", "less")
    for raw in entries:
        if raw.kind == "EnforceDeadline" and raw.role == SERVER and raw.arguments:
            _deadline_due(raw, opening, times, findings)


def _deadline_due(raw: Raw, opening: OpenGame, times: dict[int, int], findings: Findings) -> None:
    opened = raw.arguments[0] // IDS_PER_ENTRY
    confirming = raw.event("Asked") is not None and opening.response_limit == 0
    limit = CONFIRM_MS if confirming else opening.response_limit * 1000
    if raw.time - times.get(opened, raw.time) < limit:
        findings.add("CLOCK_MISMATCH", raw.seq, f"{limit} ms after entry {opened}", f"{raw.time - times.get(opened, 0)} ms")


__all__ = ["check_authority", "check_end", "check_freshness", "check_ids", "check_reports", "check_times"]
