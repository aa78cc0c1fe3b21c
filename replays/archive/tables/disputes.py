"""What was disputed in a game: stated facts, reported throws, results and rulings, with the clauses they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.kernel.messages import (
    AppealLodged,
    AppealOverturned,
    AppealSettled,
    FactDisputed,
    FactSettled,
    FactStated,
    ResultReached,
    RollDisputed,
    RulingGiven,
)
from adjudicator.kernel.record.record import OpenedRecord
from replays.audit.entries import RawEntry
from replays.party_names import party_name


@dataclass(slots=True)
class _Stated:
    """What may be disputed: its entry, its clauses, and what it says."""

    seq: int
    clauses: tuple[str, ...]
    text: str


@dataclass(slots=True)
class _Dispute:
    seq: int
    how: str
    party: str
    about: _Stated
    held: str
    settled: int | None = field(default=None)
    stands: str = ""


class Disputes:
    """Follows a game, entry by entry."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._facts: dict[str, _Stated] = {}
        self._rulings: dict[int, _Stated] = {}
        self._open: dict[str | int, _Dispute] = {}
        self._all: list[_Dispute] = []

    def take(self, raw: RawEntry, opened: OpenedRecord) -> None:
        """Read the next entry."""
        who = party_name(raw.party, self._names)
        for event, clauses in opened.events:
            if isinstance(event, FactStated):
                self._facts[event.fact] = _Stated(raw.seq, clauses, event.value)
            elif isinstance(event, RulingGiven):
                self._rulings[raw.seq] = _Stated(raw.seq, (event.clause,) if event.clause else clauses, event.act)
            elif isinstance(event, ResultReached):
                self._rulings[raw.seq] = _Stated(raw.seq, clauses, event.outcome)
            elif isinstance(event, FactDisputed):
                about = self._facts.get(event.fact) or _Stated(raw.seq, clauses, "")
                self._begin(event.fact, _Dispute(raw.seq, "fact", who, about, event.value))
            elif isinstance(event, RollDisputed):
                self._begin(-1, _Dispute(raw.seq, "throw", who, _Stated(raw.seq, clauses, ""), ""))
            elif isinstance(event, AppealLodged):
                about = self._rulings.get(event.about) or _Stated(event.about, clauses, "")
                self._begin(raw.seq, _Dispute(raw.seq, "appeal", who, about, ""))
            else:
                self._end(raw.seq, event)

    def _begin(self, key: str | int, dispute: _Dispute) -> None:
        self._open[key] = dispute
        self._all.append(dispute)

    def _end(self, seq: int, event: Any) -> None:
        if isinstance(event, FactSettled):
            self._settle(event.fact, seq, event.value)
        elif isinstance(event, AppealSettled):
            self._settle(event.appeal, seq, event.end)
        elif isinstance(event, AppealOverturned):
            self._settle(event.appeal, seq, "overturned")

    def _settle(self, key: str | int, seq: int, stands: str) -> None:
        dispute = self._open.pop(key, None)
        if dispute is not None:
            dispute.settled, dispute.stands = seq, stands

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Give a row for each clause of each dispute, without file and game."""
        for one in self._all:
            for clause in one.about.clauses or ("",):
                found = (one.seq, one.how, one.party, one.about.seq, clause, one.about.text, one.held)
                yield *found, one.settled, one.stands
