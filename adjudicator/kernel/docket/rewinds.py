"""Rewinds and proposals in the docket."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import ProposalDeclined, ProposalMade, Rewound


class Proposal(Struct, frozen=True):
    """A ruling that waits for others to agree, by the number of its entry; `key` is the credential of who gave it."""

    seq: int
    by: Party
    key: str
    command: Struct


def rewound(docket: Any, event: Rewound, heard: Heard) -> None:
    """Note where the path of the game leaves the entries."""
    docket.rewinds = {**docket.rewinds, heard.seq: event.to}
    docket.changed = heard.seq
    docket.proposal = None


def proposal_made(docket: Any, event: ProposalMade, heard: Heard) -> None:
    """Note the proposed command."""
    docket.proposal = Proposal(heard.seq, event.by, heard.actor.key, heard.command)


def proposal_declined(docket: Any, _event: ProposalDeclined, _heard: Heard) -> None:
    """Forget it."""
    docket.proposal = None


REDUCERS: DocketReducers = {Rewound: rewound, ProposalMade: proposal_made, ProposalDeclined: proposal_declined}
