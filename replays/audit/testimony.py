"""Testimony: what in a log rests on people's word (reported dice, stated facts, rulings) and can not be checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.labels import Labels
from adjudicator.kernel.messages import ROLES, OpenGame
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, REFEREE_ROLE
from adjudicator.kernel.sentences import unmarked
from replays.audit.entries import RawEntry
from replays.memory import Memory

# what is said of events of the desk: how many fields it takes, and words with the fields, with who acted, and with the
# party that the first field names
SAID: Final[Mapping[str, tuple[int, str]]] = {
    "RefereeCalled": (2, "{party} calls the referee: {1}"),
    "CallClosed": (2, "the call of entry {0} is {1}"),
    "GameStopped": (1, "the game stands still: {0}"),
    "StopEnded": (2, "the {1} of entry {0} is over"),
    "ClockSet": (3, "the clock of {party} is set from {1} to {2} ms"),
    "OutageGivenBack": (2, "the operator says that the service was down from {0} to {1} ms, and no clock ran"),
    "ThrowDrawn": (2, "{party} is silent; the throw is drawn from the seed: {1}"),
    "ThrowVoided": (0, "{who} rules that a throw does not count and is made again"),
    "DiceSourceChanged": (1, "open dice are {0} from here on"),
    "DiceRetired": (1, "the dice {0} are out of use"),
    "AppealLodged": (2, "{party} appeals against entry {1}: {reason}"),
    "AppealOverturned": (2, "{who} overturns what is appealed against in entry {0}: entry {1}"),
    "AppealSettled": (2, "the appeal of entry {0} is {1}"),
    "AppealWaived": (1, "{party} will not appeal"),
    "DrawAllowed": (0, "{who} allows a draw"),
    "EditionAdopted": (2, "edition {1} of the rules code decides from here on, after edition {0}"),
    "GameRestarted": (1, "game {0} takes the place of this one"),
    "RefereeAccepted": (2, "{party} accepts the referee {1}"),
    "PrivateNoteAdded": (0, "{who} notes something for referees"),
    "Inspected": (1, "{who} looks at the hidden tables {0}"),
    "ClauseInterpreted": (2, "{who} says what clause {0} means: {1}"),
    "ProposalMade": (1, "{party} proposes a ruling"),
    "ProposalDeclined": (1, "{party} does not agree to the proposed ruling"),
    "CommandSealed": (1, "{party} seals its next command"),
    "SealedTaken": (4, "what entry {0} sealed is given: {2} {3}"),
    "SealedVoid": (2, "what entry {0} sealed is not given"),
    "SeatSubstituted": (2, "{1} plays {party} from here on"),
    "AbsenceOrdered": (1, "{party} is absent: silence is taken for it from here on"),
    "AbsenceEnded": (1, "{party} answers for itself again"),
}
# fields of a correction: who may know it, table, key, field, before, after
ITEM = 6
# fields of a result up to the entry that it rests on
RESULT = 8
# fields of a rewind up to what was learnt, and up to the command that is given once more
LEARNT, AGAIN = 4, 5
# who acts for the table by a command of a ruleset, and what the kernel has of commands
OFFICIALS: Final = (REFEREE_ROLE, HEAD_REFEREE_ROLE)
OF_THE_KERNEL: Final = frozenset(kind.__name__ for kind in ROLES)
RULINGS = ("SettleDispute", "DeclareAbsent", "EnforceDeadline", "Finish")


def testimony_of(entries: Sequence[RawEntry], terms: OpenGame, labels: Labels) -> list[str]:
    """List statements with who made them and who confirmed, disputed or ruled; facts in the words of the ruleset."""
    memory = Memory([seat.name for seat in terms.seats], labels)
    return [f"entry {raw.seq}: {unmarked(text)}" for raw in entries for text in _of_entry(raw, memory)]


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
    elif raw.kind == "CloseGame":
        yield f"the operator closes the game: {arguments}"
    elif raw.kind == "AnswerProposal" and raw.arguments[:1] == [True]:
        yield f"{who} agrees to the proposed ruling"
    elif raw.role in OFFICIALS and raw.kind not in OF_THE_KERNEL:
        yield f"{who} gives {raw.kind} {arguments}".rstrip()
    for kind, *fields in (event[0] for event in raw.events):
        yield from _of_event(kind, fields, who, memory)
        yield from _of_ruling(raw, kind, fields, who, memory)


def _of_event(kind: str, fields: list[object], who: str, memory: Memory) -> Iterator[str]:
    if kind == "FactStated" and len(fields) >= 4:  # noqa: PLR2004  (fact, kind, subjects, value)
        yield f"{who} states {fields[0]}: {_fact(fields, memory)}"
    elif kind in ("FactConfirmed", "FactDisputed", "FactSettled") and fields:
        verb = {"FactConfirmed": "confirms", "FactDisputed": "disputes", "FactSettled": "settles"}[kind]
        held = f" as {fields[1]}" if len(fields) > 1 else ""
        yield f"{who} {verb} {fields[0]}{held}"
    elif kind == "DeadlineEnforced" and len(fields) >= 3:  # noqa: PLR2004  (window, party, answer)
        party = memory.party(fields[1]) if isinstance(fields[1], int) else f"party {fields[1]}"
        yield f"{party} did not answer; {fields[2] or 'silence'} was taken as the answer"


def _of_ruling(raw: RawEntry, kind: str, fields: list[object], who: str, memory: Memory) -> Iterator[str]:
    """Say an act of the referee's desk; the words of the fields may be anything in an altered file."""
    if kind in SAID:
        least, words = SAID[kind]
        if len(fields) >= least:
            party = _party(fields[0], memory) if fields else ""
            reason = raw.arguments[0] if raw.arguments else ""
            yield words.format(*map(_listed, fields), who=who, party=party, reason=reason)
    elif kind == "RulingGiven" and len(fields) >= 3:  # noqa: PLR2004  (act, reason, clause, about)
        clause = f" under {fields[2]}" if fields[2] else ""
        yield f"{who} rules ({fields[0]}){clause}: {fields[1]}"
    elif kind == "Rewound" and len(fields) >= 3:  # noqa: PLR2004  (to, voids, dice)
        learnt = (
            f"; what entries {_listed(fields[3])} showed stays known" if len(fields) >= LEARNT and fields[3] else ""
        )
        yield f"{who} takes the game back: entries {_listed(fields[1])} are void; dice {fields[2]}{learnt}"
        again = fields[AGAIN - 1] if len(fields) >= AGAIN else None
        if isinstance(again, list) and len(again) >= 4:  # noqa: PLR2004  (entry, party, kind, fields)
            yield f"{_party(again[1], memory)} gives again what entry {again[0]} gave, as {again[2]} {again[3]}"
    elif kind == "Penalised" and len(fields) >= 4:  # noqa: PLR2004  (seat, kind, amount, rule)
        amount = f" of {fields[2]}" if fields[2] else ""
        why = f", as rule {fields[3]} of the terms says" if fields[3] else ""
        yield f"{_party(fields[0], memory)} is given {fields[1]}{amount}{why}"
    elif kind == "ResultReached" and len(fields) >= RESULT and fields[RESULT - 1]:
        winners = fields[0] if isinstance(fields[0], list) else ()
        named = " and ".join(_party(seat, memory) for seat in winners) or "nobody"
        yield f"the result rests on the ruling of entry {fields[RESULT - 1]}: {fields[2]}, won by {named}"
    elif kind == "OfficialAdmitted" and len(fields) >= 3:  # noqa: PLR2004  (office, token, keys)
        signs = "signs from here on" if fields[2] else "signs no more"
        yield f"the owner has warranted that {fields[0]} {fields[1]}".rstrip() + f" {signs}"
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
    if isinstance(values, bytes):
        return values.hex()
    return " ".join(str(value) for value in values) if isinstance(values, list) else str(values)
