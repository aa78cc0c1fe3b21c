"""Games of other editions of the rules code: they go on where theirs is served, or under ours by a ruling."""

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


class ServedElsewhere(Exception):
    """Another process serves this: the edition of a game, or new games where `edition` is None.

    `request` is what a stream that has begun goes on with there, instead of the request that it began with.
    """

    def __init__(self, ruleset: str, edition: str | None, game: bytes, request: bytes | None = None) -> None:
        super().__init__(f"edition {edition or 'of new games'} of {ruleset} is served by another process")
        self.ruleset = ruleset
        self.edition = edition
        self.game = game
        self.request = request
