"""Level L1 of the audit: who sits where, and silence that is taken for absent seats. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE
from replays.audit.entries import RawEntry
from replays.audit.open_questions import dockets, stacks
from replays.audit.report import Findings

# questions that are no part of play, and what may stand before the silence that is due
_BESIDE = ("consent", "confirm_result")
_BEFORE = ("AnswerAbsent", "GiveBackOutage", "AdoptEdition", "ChangeLogKey", "CloseGame")
_REFEREES = (REFEREE_ROLE, HEAD_REFEREE_ROLE)
# the commands that may record each event
_ORDERS = {"AbsenceOrdered": ("OrderAbsent",), "AbsenceEnded": ("RevokeAbsent", "Substitute")}


def check_absences(entries: Sequence[RawEntry], _terms: OpenGame, findings: Findings) -> None:
    """Silence is taken for absent seats at once and for no others, and referees alone order it."""
    for (raw, docket), (_, stack) in zip(dockets(entries), stacks(entries), strict=True):
        due = _due(docket, stack)
        if due is not None and raw.kind not in _BEFORE:
            findings.add("CLOCK_MISMATCH", raw.seq, f"AnswerAbsent for seat {due}", raw.kind)
        if raw.kind == "AnswerAbsent" and raw.arguments[:1] != [due]:
            expected = "nothing: no absent seat is asked" if due is None else f"AnswerAbsent for seat {due}"
            findings.add("CLOCK_MISMATCH", raw.seq, expected, f"AnswerAbsent for seat {raw.arguments[:1]}")
        _ordered(raw, docket, findings)


def _due(docket: Docket, stack: Sequence[Window]) -> int | None:
    """Give the first absent seat that the innermost question asks while the game goes on."""
    if not docket.absences or not stack or docket.clocks.over or docket.stopped or stack[-1].kind in _BESIDE:
        return None
    return next((party for party in stack[-1].asks if party in docket.absences), None)


def _ordered(raw: RawEntry, docket: Docket, findings: Findings) -> None:
    for kind, commands in _ORDERS.items():
        fields = raw.event(kind)
        if fields is None:
            continue
        stands = fields[0] in docket.absences
        if raw.kind not in commands or raw.role not in _REFEREES or stands != (kind == "AbsenceEnded"):
            findings.add("UNAUTHORISED_ACTOR", raw.seq, f"a ruling about seat {fields[0]} that may be given", raw.kind)
    taken = raw.event("SeatSubstituted")
    if taken is not None and taken[0] in docket.absences and raw.event("AbsenceEnded") is None:
        findings.add("UNAUTHORISED_ACTOR", raw.seq, f"the absence of seat {taken[0]} to end", raw.kind)
