"""Officials whose keys sign from an entry on (WG-OFFICIAL-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.officials import ROLES_OF
from adjudicator.kernel.messages import AdmitOfficial, OfficialAdmitted
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.seed import BYTES
from adjudicator.kernel.referee.grounds import require_open
from adjudicator.kernel.referee.seats import played_with

OFFICIAL: Final = "WG-OFFICIAL-01"
KEYS_MOST: Final = 8
TOKEN_MOST: Final = 40
SIGNATURE: Final = 64


def admit_official(ruling: Ruling[Tables], command: AdmitOfficial) -> None:
    """WG-OFFICIAL-01 An official signs from here on, by a warrant of the owner; a key of a seat signs for none.

    That the owner has signed the warrant is checked by whoever takes the command, and by the audit: the rules verify no
    signatures.
    """
    require_open(ruling)
    protocol = ruling.protocol
    ruling.require(command.office in ROLES_OF, OFFICIAL, "office-missing", "office")
    ruling.require(command.office == "owner" or protocol.referee, OFFICIAL, "no-referee-here", "office")
    ruling.require(len(command.token) <= TOKEN_MOST, OFFICIAL, "too-long", "token")
    ruling.require(not command.of_event or protocol.terms.event is not None, OFFICIAL, "no-event", "of_event")
    size = len(command.warrant)
    ruling.require(
        size == SIGNATURE, OFFICIAL, "wrong-length", "warrant", name="warrant", expected=SIGNATURE, found=size
    )
    most = len(command.keys) <= KEYS_MOST
    ruling.require(most, OFFICIAL, "too-many", "keys", found=len(command.keys), most=KEYS_MOST)
    for place, key in enumerate(command.keys):
        path = f"keys[{place}]"
        fits = len(key) == BYTES
        ruling.require(fits, OFFICIAL, "wrong-length", path, name="key", expected=BYTES, found=len(key))
        ruling.require(key not in played_with(protocol), OFFICIAL, "key-played-here", path)
    known = protocol.officials.get((command.office, command.token))
    last = known.number if known is not None else 0
    ruling.require(command.number > last, OFFICIAL, "warrant-used", "number", last=last)
    admitted = OfficialAdmitted(office=command.office, token=command.token, keys=command.keys, number=command.number)
    ruling.record(admitted, OFFICIAL)


def _no_offers(_rules: Any, _game: Tables, _protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    """Nobody is offered to admit officials: it needs a warrant."""
    return []


def official_admitted(_game: Tables, _event: OfficialAdmitted) -> None:
    """The docket keeps it."""


OFFICIALS = Part(
    handlers=handlers(admit_official),
    reducers=reducers(official_admitted),
    anytime=frozenset({AdmitOfficial}),
    desk_offers={AdmitOfficial: _no_offers},
)
