"""Level L1 of the audit: who sits at which seat, and silence for absent seats. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE, SEAT_ROLE
from adjudicator.kernel.referee.seats import same_name
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


def check_substitutes(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Check 39 for substitutes: neither their keys nor their tokens are of who plays, or refereed, here otherwise."""
    seats = _Seats(terms, findings)
    for raw in entries:
        seats.take(raw)


class _Seats:
    """Whose keys and tokens were used for which party, entry after entry."""

    def __init__(self, terms: OpenGame, findings: Findings) -> None:
        self.findings = findings
        self.signed_with = {key for seat in terms.seats for key in seat.keys}
        self.names = list(enumerate(seat.name for seat in terms.seats))
        self.used: dict[int, set[str]] = {}
        self.left: dict[int, frozenset[str]] = {}

    def take(self, raw: RawEntry) -> None:
        """Check one entry, and note what it was given with."""
        if raw.role == SEAT_ROLE and raw.party in self.left and raw.key:
            others = [party for party, keys in self.used.items() if party != raw.party and raw.key in keys]
            if others or raw.key in self.left[raw.party]:
                expected = f"a token of who plays seat {raw.party} now"
                self.findings.add("KEY_NOT_VALID", raw.seq, expected, f"{raw.key}, which was used for another person")
        if raw.key:
            self.used.setdefault(raw.party, set()).add(raw.key)
        taken = raw.event("SeatSubstituted")
        if taken is not None:
            self._substituted(raw, taken[0], str(taken[1]), taken[2])

    def _substituted(self, raw: RawEntry, seat: int, person: str, keys: Sequence[bytes]) -> None:
        for key in keys:
            if key in self.signed_with:
                self.findings.add("KEY_NOT_VALID", raw.seq, "keys that nobody has played with here", key)
        if any(place != seat and same_name(name, person) for place, name in self.names):
            self.findings.add("KEY_NOT_VALID", raw.seq, "a person who plays no other seat here", person)
        self.signed_with.update(keys)
        self.names.append((seat, person))
        # whoever comes back later plays again: only who left just now is out
        self.left[seat] = frozenset(self.used.pop(seat, ()))


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
