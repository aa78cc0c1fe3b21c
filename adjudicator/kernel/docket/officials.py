"""Officials in the docket: the keys that sign for the owner and the referees, and which seats accepted a referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import OfficialAdmitted, OpenGame, RefereeAccepted
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, OWNER_ROLE, REFEREE_ROLE

# words of the contract's enum Office
ROLES_OF: Final[Mapping[str, int]] = {"owner": OWNER_ROLE, "referee": REFEREE_ROLE, "head_referee": HEAD_REFEREE_ROLE}
OFFICES: Final[Mapping[int, str]] = {role: office for office, role in ROLES_OF.items()}
Place = tuple[str, str]


class Signer(Struct, frozen=True):
    """The keys of an official, and the number of the warrant that gave them; 0 for the opening."""

    keys: tuple[bytes, ...]
    number: int = 0


def opened(terms: OpenGame) -> dict[Place, Signer]:
    """Give the officials of an opening, by office and key id of the token."""
    return {(row.office, row.token): Signer(row.keys) for row in terms.officials}


def official_admitted(docket: Any, event: OfficialAdmitted, _heard: Heard) -> None:
    """Note the keys; those before sign no more."""
    place = event.office, event.token
    docket.officials = {**docket.officials, place: Signer(event.keys, event.number)}


def referee_accepted(docket: Any, event: RefereeAccepted, _heard: Heard) -> None:
    """Note the seat, by the key id of the referee's token."""
    seats = {*docket.accepted.get(event.key, ()), event.seat}
    docket.accepted = {**docket.accepted, event.key: tuple(sorted(seats))}


REDUCERS: DocketReducers = {OfficialAdmitted: official_admitted, RefereeAccepted: referee_accepted}
