"""Level L1 of the audit: what a ruling does stands in an entry of its own command. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

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


def check_acts(entries: Sequence[RawEntry], findings: Findings) -> None:
    """Find what an entry does that is not its command's to do: a note that sets a clock, say."""
    for raw in entries:
        for kind in dict.fromkeys(event[0][0] for event in raw.events):
            due = ACTS.get(kind)
            if due is not None and raw.kind not in due:
                findings.add("CORRECTION_UNDECLARED", raw.seq, f"{kind} by {' or '.join(due)}", raw.kind)
