"""Notes: what a referee says about a game, which changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import AddNote, RulingGiven
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import RULE, grounds_domain, require_grounds, rule


def add_note(ruling: Ruling[Tables], command: AddNote) -> None:
    """WG-RULE-01 A referee says something about the game, for everybody."""
    require_grounds(ruling, command.grounds)
    rule(ruling, command.grounds)


def _note_offers(_rules: Any, _game: Any, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    return [offer(AddNote, RULE, grounds=grounds_domain())] if protocol.finished is None else []


def ruling_given(_game: Tables, _event: RulingGiven) -> None:
    """The docket keeps it."""


NOTES = Part(
    handlers=handlers(add_note),
    reducers=reducers(ruling_given),
    anytime=frozenset({AddNote}),
    desk_offers={AddNote: _note_offers},
)
