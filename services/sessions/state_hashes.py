"""State hashes of an entry: each sixteenth has them, and the last."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import Finished
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.mpint import pack


def state_hashes(
    rules: Any, ruling: Ruling[Any], secret: bytes, transcript: bytes | None
) -> tuple[bytes, bytes | None] | None:
    """Give the hash of what is public after a ruling and, where there are secrets, the keyed one of all of it."""
    final = any(isinstance(event, Finished) for event, _ in ruling.events)
    if ruling.seq % chain.STATE_EVERY and not final:
        return None
    public = chain.state_hash(pack(rules.public(ruling.game)))
    if not rules.sealing or transcript is None:
        return public, None
    key = wgdice.state_key(secret, transcript)
    return public, chain.full_state_hash(key, pack(ruling.game.dump()))
