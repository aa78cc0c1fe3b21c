"""Testimony: what in a log rests on people's word (reported dice, stated facts, rulings) and can not be checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.labels import Labels
from adjudicator.kernel.messages import OpenGame
from replays.audit.entries import RawEntry
from replays.memory import Memory

# what is said of these, by their fields in order; `party` is the first, where that is one
_STOPS = {
    "RefereeCalled": "{party} calls the referee: {1}",
    "CallClosed": "the call of entry {0} is {1}",
    "GameStopped": "the game stands still: {0}",
    "StopEnded": "the {1} of entry {0} is over",
    "ClockSet": "the clock of {party} is set from {1} to {2} ms",
    "OutageGivenBack": "the operator says that the service was down from {0} to {1} ms, and no clock ran",
    "ThrowDrawn": "{party} is silent; the throw is drawn from the seed: {1}",
}
# fields of a correction: who may know it, table, key, field, before, after
ITEM = 6
RULINGS = ("SettleDispute", "DeclareAbsent", "EnforceDeadline", "Finish")


# events of the referee's desk whose first field says it all
APPEALS = {"AppealLodged": "appeals against", "AppealOverturned": "overturns what is appealed against in"}
DESK = {
    "DrawAllowed": "allows a draw",
    "PrivateNoteAdded": "notes something for referees",
    "Inspected": "looks at the hidden tables",
    "ClauseInterpreted": "says what a clause means:",
}

SEATS = {
    "AbsenceOrdered": "{} is absent: silence is taken for it from here on",
    "AbsenceEnded": "{} answers for itself again",
}


def testimony_of(entries: Sequence[RawEntry], terms: OpenGame, labels: Labels) -> list[str]:
    """List statements with who made them and who confirmed, disputed or ruled; facts in the words of the ruleset."""
    memory = Memory([seat.name for seat in terms.seats], labels)
    return [f"entry {raw.seq}: {text}" for raw in entries for text in _of_entry(raw, memory)]


def _of_entry(raw: RawEntry, memory: Memory) -> Iterator[str]:
    who = memory.party(raw.party)
    arguments = " ".join(str(argument) for argument in raw.arguments)
    if raw.kind == "ReportRoll":
        yield f"{who} reports faces {_listed(raw.arguments[0] if raw.arguments else ())}"
    elif raw.kind == "AcknowledgeRoll":
        yield f"{who} acknowledges the reported faces"
    elif raw.kind == "DisputeRoll":
        yield f"{who} does not accept the reported faces: {arguments}"
    elif raw.party == REFEREE and raw.kind in RULINGS:
        yield f"the referee rules: {raw.kind} {arguments}".rstrip()
    for kind, *fields in (event[0] for event in raw.events):
        yield from _of_event(kind, fields, who, memory)
        yield from _of_ruling(kind, fields, who, memory)


def _of_event(kind: str, fields: list[object], who: str, memory: Memory) -> Iterator[str]:
    if kind == "FactStated" and len(fields) >= 4:  # noqa: PLR2004  (fact, kind, subjects, value)
        yield f"{who} states {fields[0]}: {_fact(fields, memory)}"
    elif kind in ("FactConfirmed", "FactDisputed", "FactSettled") and fields:
        verb = {"FactConfirmed": "confirms", "FactDisputed": "disputes", "FactSettled": "settles"}[kind]
        held = f" as {fields[1]}" if len(fields) > 1 else ""
        yield f"{who} {verb} {fields[0]}{held}"
    elif kind in SEATS and fields:
        yield SEATS[kind].format(_party(fields[0], memory))
    elif kind == "DeadlineEnforced" and len(fields) >= 3:  # noqa: PLR2004  (window, party, answer)
        party = memory.party(fields[1]) if isinstance(fields[1], int) else f"party {fields[1]}"
        yield f"{party} did not answer; {fields[2] or 'silence'} was taken as the answer"


def _of_ruling(kind: str, fields: list[object], who: str, memory: Memory) -> Iterator[str]:
    """Say an act of the referee's desk; the words of the fields may be anything in an altered file."""
    if kind == "RulingGiven" and len(fields) >= 3:  # noqa: PLR2004  (act, reason, clause, about)
        clause = f" under {fields[2]}" if fields[2] else ""
        yield f"{who} rules ({fields[0]}){clause}: {fields[1]}"
    elif kind == "Rewound" and len(fields) >= 3:  # noqa: PLR2004  (to, voids, dice)
        yield f"{who} takes the game back: entries {_listed(fields[1])} are void; dice {fields[2]}"
    elif kind in _STOPS and len(fields) >= 2:  # noqa: PLR2004  (the first two fields of each)
        party = memory.party(fields[0]) if isinstance(fields[0], int) else str(fields[0])
        yield _STOPS[kind].format(*fields, party=party)
    elif kind == "Penalised" and len(fields) >= 4:  # noqa: PLR2004  (seat, kind, amount, rule)
        amount = f" of {fields[2]}" if fields[2] else ""
        why = f", as rule {fields[3]} of the terms says" if fields[3] else ""
        yield f"{_party(fields[0], memory)} is given {fields[1]}{amount}{why}"
    elif kind == "AppealSettled" and len(fields) >= 2:  # noqa: PLR2004  (appeal, end)
        yield f"the appeal of entry {fields[0]} is {fields[1]}"
    elif kind in APPEALS and fields:
        yield f"{who} {APPEALS[kind]} entry {fields[1] if kind == 'AppealLodged' else fields[0]}"
    elif kind == "RefereeAccepted" and len(fields) >= 2:  # noqa: PLR2004  (seat, key)
        yield f"{_party(fields[0], memory)} accepts the referee {fields[1]}"
    elif kind in DESK:
        yield f"{who} {DESK[kind]} {_listed(fields[0]) if fields else ''}".rstrip()
    elif kind == "ProposalMade" and fields:
        party = memory.party(fields[0]) if isinstance(fields[0], int) else str(fields[0])
        yield f"{party} proposes a ruling"
    elif kind == "SeatSubstituted" and len(fields) >= 2:  # noqa: PLR2004  (seat, name, keys)
        seat = memory.party(fields[0]) if isinstance(fields[0], int) else str(fields[0])
        yield f"{fields[1]} plays {seat} from here on"
    elif kind == "Corrected" and len(fields) >= ITEM:
        yield _correction(fields, memory)


def _correction(fields: list[object], memory: Memory) -> str:
    """Say what a ruling has set; of a value that only a seat knows, that it has."""
    known_to, table, key, field, before, after = fields[:ITEM]
    if table is None:
        seat = memory.party(known_to) if isinstance(known_to, int) else f"party {known_to}"
        return f"by ruling a value is set that only {seat} knows"
    place = " ".join(str(word) for word in (table, key, field) if word)
    return f"by ruling {place} is set from {before} to {after}"


def _fact(fields: list[object], memory: Memory) -> str:
    """Say a stated fact, which an altered file may have written in any way."""
    kind, subjects, value = fields[1:4]
    if isinstance(kind, str) and isinstance(value, str) and isinstance(subjects, list):
        named = [subject for subject in subjects if isinstance(subject, str)]
        said = memory.labels.fact(kind, named, value, memory) if memory.labels.fact is not None and named else None
        if said is not None and len(named) == len(subjects):
            return said
    return f"{kind} of {_listed(subjects)} is {value}"


def _party(value: object, memory: Memory) -> str:
    return memory.party(value) if isinstance(value, int) else str(value)


def _listed(values: object) -> str:
    return " ".join(str(value) for value in values) if isinstance(values, list) else str(values)
