"""Level L1 of the audit: appeals, the time for them, and rulings after the close. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket.appeals import APPEAL, LEAST_MS
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, SERVER_ROLE
from replays.audit.entries import RawEntry
from replays.audit.open_questions import stacks
from replays.audit.report import Findings

# places of fields in the events
SEAT, LODGED_ABOUT, LODGED_LEFT = range(3)
APPEALED, END, LEFT = range(3)
ABOUT = 1


class _Open:
    """An appeal that waits: its entry, and what it says."""

    def __init__(self, seq: int, fields: list[Any]) -> None:
        self.seq = seq
        self.seat, self.about, self.left = fields[SEAT], fields[LODGED_ABOUT], fields[LODGED_LEFT]


# Innermost windows that are looked at: after a result few are open, and a forged log may ask without end.
LOOKED_AT = 16


class _Appeals:
    """What is known of the entries so far."""

    def __init__(self, terms: OpenGame, findings: Findings) -> None:
        self.terms = terms
        self.findings = findings
        self.open: _Open | None = None
        self.matters: set[tuple[Any, Any]] = set()
        self.overturned: set[Any] = set()
        self.rulings: dict[int, str] = {}
        self.times: dict[int, int] = {}
        self.resumed: tuple[int, int] | None = None
        self.waived: set[int] = set()
        self.closed = False
        # ms that outages have taken so far, and up to each entry
        self.down = 0
        self.downs: dict[int, int] = {}

    def take(self, raw: RawEntry, stack: Sequence[Window]) -> None:
        """Check one entry; `stack` are the windows that were open before it."""
        self.times[raw.seq] = raw.time
        window = next((row for row in stack[-LOOKED_AT:] if row.kind == APPEAL), None)
        if self.closed and raw.event("RulingGiven") is not None:
            self.findings.add("LATE_RULING", raw.seq, "no ruling after the close", raw.kind)
        for kind, check in (
            ("AppealLodged", self._lodged),
            ("AppealSettled", self._settled),
            ("AppealOverturned", self._overturned),
        ):
            fields = raw.event(kind)
            if fields is not None:
                check(raw, fields, window)
        if raw.event("AppealWaived") is not None:
            self.waived.add(raw.party)
        if raw.event("Finished") is not None:
            self._finished(raw, window)
        if raw.event("RulingGiven") is not None:
            self.rulings[raw.seq] = raw.key
        if raw.event("ResultReached") is not None:
            self.waived = set()
        if raw.event("Rewound") is not None:
            self.waived, self.open = set(), None
        outage = raw.event("OutageGivenBack")
        if outage is not None and [type(value) for value in outage] == [int, int]:
            self.down += max(0, outage[1] - outage[0])
        self.downs[raw.seq] = self.down

    def _lodged(self, raw: RawEntry, fields: list[Any], window: Window | None) -> None:
        lodged = _Open(raw.seq, fields)
        if window is None or self.open is not None or lodged.seat in self.waived:
            self._invalid(raw, "an appeal while the time for it runs", raw.kind)
        elif (lodged.seat, lodged.about) in self.matters or lodged.about in self.overturned:
            self._invalid(raw, "a matter that the seat has not appealed about, nor was overturned", lodged.about)
        else:
            due = self._closes(window) - raw.time
            if due <= 0 or lodged.left != due:
                self.findings.add("CLOCK_MISMATCH", raw.seq, f"{due} ms left for appeals", lodged.left)
        self.matters.add((lodged.seat, lodged.about))
        self.open = lodged

    def _settled(self, raw: RawEntry, fields: list[Any], window: Window | None) -> None:
        lodged, end = self.open, fields[END]
        if lodged is None or window is None or fields[APPEALED] != lodged.seq:
            self._invalid(raw, "an appeal that waits", fields[APPEALED])
            return
        fits = {
            "withdrawn": raw.kind == "WithdrawAppeal" and raw.party == lodged.seat,
            "upheld": raw.kind == "UpholdRuling" and self._may_uphold(raw, lodged),
            "lapsed": raw.kind == "EnforceDeadline" and raw.role == SERVER_ROLE,
        }
        if not fits.get(end, False):
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, f"somebody who may end an appeal as {end}", raw.kind)
        whole = 1000 * self.terms.appeal_window
        due = max(whole if window.opened > lodged.seq else lodged.left, LEAST_MS)
        if fields[LEFT] != due:
            self.findings.add("CLOCK_MISMATCH", raw.seq, f"{due} ms left for appeals", fields[LEFT])
        self.open, self.resumed = None, (raw.seq, fields[LEFT])

    def _overturned(self, raw: RawEntry, fields: list[Any], _window: Window | None) -> None:
        lodged = self.open
        if lodged is None or [lodged.seq, lodged.about] != list(fields[: ABOUT + 1]):
            self._invalid(raw, "an appeal that waits", fields)
            return
        if lodged.about in self.overturned:
            self._invalid(raw, "a matter that was not overturned before", lodged.about)
        if self.rulings.get(lodged.about) == raw.key and not self._is_head(raw):
            self.findings.add("UNAUTHORISED_ACTOR", raw.seq, "another referee than the author of the ruling", raw.key)
        # what overturned it is final, too
        self.overturned |= {lodged.about, raw.seq}
        self.open = None

    def _may_uphold(self, raw: RawEntry, lodged: _Open) -> bool:
        alone = set(self.rulings.values()) <= {raw.key}
        return self.rulings.get(lodged.about) != raw.key or (self._is_head(raw) and alone)

    def _is_head(self, raw: RawEntry) -> bool:
        return raw.role == HEAD_REFEREE_ROLE or self.terms.event is None

    def _finished(self, raw: RawEntry, window: Window | None) -> None:
        self.closed = True
        if raw.kind == "CloseGame":
            return
        if self.open is not None:
            self.findings.add("APPEAL_UNRESOLVED", raw.seq, f"a ruling on the appeal of entry {self.open.seq}", "none")
        elif raw.kind == "WaiveAppeal":
            missing = sorted(set(range(len(self.terms.seats))) - self.waived)
            if missing:
                self._invalid(raw, "every seat to waive", f"nothing from seats {missing}")
        elif raw.kind == "Finish" and window is not None and TABLE in window.asks:
            due = self._closes(window)
            if raw.time < due:
                self.findings.add("CLOCK_MISMATCH", raw.seq, f"no close before {due}", raw.time)

    def _closes(self, window: Window) -> int:
        """Give the time at which the time for appeals is over: outages since it began make it later."""
        since, left = window.opened, 1000 * self.terms.appeal_window
        if self.resumed is not None and self.resumed[0] >= window.opened:
            since, left = self.resumed
        return self.times[since] + left + self.down - self.downs.get(since, self.down)

    def _invalid(self, raw: RawEntry, expected: str, found: object) -> None:
        self.findings.add("APPEAL_INVALID", raw.seq, expected, found)


def check_appeals(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Checks 51 and 54: no ruling after the close, no close over an appeal, and what appeals may be."""
    appeals = _Appeals(terms, findings)
    for raw, stack in stacks(entries):
        appeals.take(raw, stack)
