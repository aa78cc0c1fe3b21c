"""The ruling by which a game goes on under a later edition of the rules code."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from adjudicator.kernel.messages import AdoptEdition

if TYPE_CHECKING:
    from services.sessions.session import Session


def adoption(session: Session, engine: bytes) -> tuple[bytes, AdoptEdition]:
    """Make the command that brings a game under the edition of this build, and its id: the same in every process."""
    edition = session.rules.edition
    name = b"adjudicator/1/adopt\0" + session.game_id + edition.encode()
    return hashlib.sha256(name).digest()[:16], AdoptEdition(edition=edition, engine=engine)
