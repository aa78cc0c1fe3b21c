"""Level L1 of the audit: who sits at which seat, and silence for absent seats. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE, SEAT_ROLE
from adjudicator.kernel.referee.seats import same_name
from replays.audit.entries import RawEntry
from replays.audit.open_questions import stacks
from replays.audit.report import Findings

# questions that are no part of play, and what may stand before the silence that is due
_BESIDE = ("consent", "confirm_result")
_BEFORE = ("AnswerAbsent", "GiveBackOutage", "AdoptEdition", "ChangeLogKey", "CloseGame")
_REFEREES = (REFEREE_ROLE, HEAD_REFEREE_ROLE)
# place of the time until which a call stops the clocks
_UNTIL: Final = 3
# the commands that may record each event
_ORDERS = {"AbsenceOrdered": ("OrderAbsent",), "AbsenceEnded": ("RevokeAbsent", "Substitute")}


def check_absences(entries: Sequence[RawEntry], _terms: OpenGame, findings: Findings) -> None:
    """Silence is taken for absent seats at once and for no others, and referees alone order it."""
    orders = _Orders(findings)
    for raw, stack in stacks(entries):
        orders.take(raw, stack)


class _Orders:
    """Which seats are absent, and whether the game goes on, entry after entry."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.absent: set[int] = set()
        self.stops: dict[int, str] = {}
        self.shelved: tuple[int, dict[int, str]] | None = None
        self.over = False
        # whether there was a result after every entry: a rewind goes back to one of them
        self.overs: list[bool] = []

    def take(self, raw: RawEntry, stack: Sequence[Window]) -> None:
        """Check one entry, and take it; `stack` are the questions before it."""
        due = self._due(stack)
        if due is not None and raw.kind not in _BEFORE:
            self.findings.add("CLOCK_MISMATCH", raw.seq, f"AnswerAbsent for seat {due}", raw.kind)
        if raw.kind == "AnswerAbsent" and raw.arguments[:1] != [due]:
            expected = "nothing: no absent seat is asked" if due is None else f"AnswerAbsent for seat {due}"
            self.findings.add("CLOCK_MISMATCH", raw.seq, expected, f"AnswerAbsent for seat {raw.arguments[:1]}")
        for kind, *fields in (event[0] for event in raw.events):
            self._hear(raw, kind, fields)
        self.overs.append(self.over)

    def _due(self, stack: Sequence[Window]) -> int | None:
        """Give the first absent seat that the innermost question asks while the game goes on."""
        if not self.absent or not stack or self.over or self.stops or stack[-1].kind in _BESIDE:
            return None
        return next((party for party in stack[-1].asks if party in self.absent), None)

    def _hear(self, raw: RawEntry, kind: str, fields: Sequence[Any]) -> None:
        if kind in _ORDERS:
            self._ordered(raw, kind, fields[0])
        elif kind == "SeatSubstituted" and fields[0] in self.absent and raw.event("AbsenceEnded") is None:
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, f"the absence of seat {fields[0]} to end", raw.kind)
        elif kind == "RefereeCalled" and fields[_UNTIL]:
            self.stops[raw.seq] = "call"
        elif kind == "GameStopped":
            self.stops[raw.seq] = fields[0]
        elif kind in ("CallClosed", "StopEnded"):
            self.stops.pop(fields[0], None)
        elif kind == "ResultReached":
            self.over = True
            self.shelved = raw.seq, {seq: stop for seq, stop in self.stops.items() if stop == "adjournment"}
            self.stops = {}
        elif kind == "Rewound":
            self._rewound(fields[0])

    def _rewound(self, to: int) -> None:
        self.over = self.overs[to - 2] if 1 < to <= len(self.overs) + 1 else False
        if self.shelved is not None and to <= self.shelved[0]:
            self.stops.update({seq: stop for seq, stop in self.shelved[1].items() if seq < to})
            self.shelved = None

    def _ordered(self, raw: RawEntry, kind: str, seat: int) -> None:
        stands = seat in self.absent
        if raw.kind not in _ORDERS[kind] or raw.role not in _REFEREES or stands != (kind == "AbsenceEnded"):
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, f"a ruling about seat {seat} that may be given", raw.kind)
        self.absent = self.absent | {seat} if kind == "AbsenceOrdered" else self.absent - {seat}


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
