"""Rulings that wait for others: the other seats where no referee is seated, a second referee where one may not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Flag, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.kernel.messages import AnswerProposal, ProposalDeclined, ProposalMade

CONSENT = "WG-BACK-04"
# carries out a command that all have agreed to
Carry = Callable[[Ruling[Any], Any], None]


def propose(ruling: Ruling[Any]) -> None:
    """WG-BACK-04 Ask others to agree to the command at work: the other seats, or a second referee."""
    ruling.require(ruling.protocol.docket.proposal is None, CONSENT, "proposal-open")
    if is_seat(ruling.actor):
        ruling.require(not ruling.protocol.referee, CONSENT, "referee-seated")
        ruling.require(len(ruling.protocol.seats) > 1, CONSENT, "no-other-seat")
    seats = tuple(seat for seat in range(len(ruling.protocol.seats)) if seat != ruling.actor)
    ruling.record(ProposalMade(by=ruling.actor), CONSENT)
    ruling.ask("consent", *(seats if is_seat(ruling.actor) else (REFEREE,)))


def answering(carried: Mapping[type[Struct], Carry]) -> Part:
    """Make the part that asks for agreement, and carries out what all have agreed to."""

    def answer_proposal(ruling: Ruling[Tables], command: AnswerProposal) -> None:
        """WG-BACK-04 A proposal stands once all that are asked have agreed; one who does not ends it."""
        proposal = ruling.docket.proposal
        assert proposal is not None  # noqa: S101  (the window asks for it; says so to the type checker)
        if ruling.by.party == REFEREE:
            ruling.require(proposal.key != ruling.by.key, CONSENT, "own-proposal")
        if not command.agree:
            ruling.record(ProposalDeclined(by=ruling.actor), CONSENT)
            ruling.answered_all()
            return
        ruling.answered()
        left = next((row.asks for row in ruling.game.stack if row.kind == "consent"), ())
        if not left:
            ruling.game.stack = tuple(row for row in ruling.game.stack if row.kind != "consent")
            carried[type(proposal.command)](ruling, proposal.command)

    return Part(
        handlers=handlers(answer_proposal),
        reducers=reducers(proposal_made, proposal_declined),
        windows=windows(
            WindowKind("consent", CONSENT, (AnswerProposal,), _answer_offers, always(AnswerProposal(agree=False)))
        ),
    )


def _answer_offers(_game: Tables, _window: Window, _party: Party) -> Sequence[Offer]:
    return [offer(AnswerProposal, CONSENT, agree=Flag())]


def proposal_made(_game: Tables, _event: ProposalMade) -> None:
    """The docket keeps it."""


def proposal_declined(_game: Tables, _event: ProposalDeclined) -> None:
    """The docket keeps it."""
