"""Editions of the rules code: which is the later, and the ruling by which a game goes on under a later one."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from adjudicator.kernel.messages import AdoptEdition

if TYPE_CHECKING:
    from services.sessions.session import Session


def later_edition(edition: str, than: str) -> bool:
    """Whether an edition is later than another: number by number, as 2026.10 is later than 2026.9."""
    return _numbers(edition) > _numbers(than)


def adoption(session: Session, engine: bytes) -> tuple[bytes, AdoptEdition]:
    """Make the command that brings a game under the edition of this build, and its id: the same in every process."""
    edition = session.rules.edition
    name = b"adjudicator/1/adopt\0" + session.game_id + edition.encode()
    return hashlib.sha256(name).digest()[:16], AdoptEdition(edition=edition, engine=engine)


def _numbers(edition: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", edition))
