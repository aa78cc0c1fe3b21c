"""Level L1 of the audit: a ruling says why, and what it does stands in an entry of its own command.

Needs no rules engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from adjudicator.kernel.messages import ROLES
from replays.audit.entries import RawEntry
from replays.audit.report import Findings

# the commands that record an event; what any command may bring about is not here
ACTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "AppealLodged": ("Appeal",),
        "AppealOverturned": ("Award", "Correct", "RestartGame", "Rewind"),
        "AppealWaived": ("WaiveAppeal",),
        "CallClosed": ("AnswerCall", "EndStop", "WithdrawCall"),
        "ClauseInterpreted": ("Interpret",),
        "ClockSet": ("AnswerProposal", "Rewind", "SetClock", "TakeBack"),
        "CommandSealed": ("SealNext",),
        "DiceRetired": ("RetireDice",),
        "DiceSourceChanged": ("ChangeDiceSource",),
        "DrawAllowed": ("AllowDraw",),
        "EditionAdopted": ("AdoptEdition",),
        "FlagFell": ("CallFlag",),
        "GameRestarted": ("RestartGame",),
        "GameStopped": ("AdjournGame", "PauseGame"),
        "Inspected": ("Inspect",),
        "OutageGivenBack": ("GiveBackOutage",),
        "Penalised": ("Penalise",),
        "PrivateNoteAdded": ("AddPrivateNote",),
        "RefereeAccepted": ("AcceptReferee",),
        "RefereeCalled": ("CallReferee",),
        "Rewound": ("AnswerProposal", "Rewind", "TakeBack"),
        "SeatSubstituted": ("Substitute",),
        "SeatsMissing": ("CallNoShow",),
        "ThrowVoided": ("ResumeGame", "VoidThrow"),
        "TimeCalled": ("CallTime",),
    }
)

# commands of a ruling: their first field is its grounds, which the first event of their entry says again
RULED: Final[frozenset[str]] = frozenset(kind.__name__ for kind in ROLES if kind.__struct_fields__[:1] == ("grounds",))
# reason, clause, entries that it is about
GROUNDS: Final = 3


def check_rulings(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Find rulings that do not say why, or say in the log otherwise than the command that was given."""
    for raw in entries:
        given = raw.event("RulingGiven")
        if given is None:
            # what is grave is proposed to others, and ruled by the one who agrees last
            if raw.kind in RULED and raw.event("ProposalMade") is None:
                findings.add("RULING_INCOMPLETE", raw.seq, "a ruling with its grounds", "none")
            continue
        act, *grounds = given
        for what in _lacking(raw, act, _padded(grounds)):
            findings.add("RULING_INCOMPLETE", raw.seq, *what)


def _lacking(raw: RawEntry, act: object, grounds: list[Any]) -> Iterator[tuple[str, object]]:
    reason, _, about = grounds
    if not reason.strip():
        yield "a reason", "none"
    if not all(0 < seq < raw.seq for seq in about):
        yield "entries before it that it is about", about
    # a proposal that all have agreed to says its own act
    if raw.kind in RULED and act != raw.kind:
        yield f"the act {raw.kind}", act
    if raw.kind in RULED and _padded(list(raw.arguments[0])) != grounds:
        yield "the grounds that were given", grounds


def _padded(grounds: list[Any]) -> list[Any]:
    """Give all of them, where a record is from before the last of them was added."""
    return [*grounds, *["", "", []][len(grounds) : GROUNDS]]


def check_acts(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Find what an entry does that is not its command's to do: a note that sets a clock, say."""
    for raw in entries:
        for kind in dict.fromkeys(event[0][0] for event in raw.events):
            due = ACTS.get(kind)
            if due is not None and raw.kind not in due:
                findings.add("CORRECTION_UNDECLARED", raw.seq, f"{kind} by {' or '.join(due)}", raw.kind)
