"""Stretches of dice: their secrets, which follow from a game's own, and when the service shows one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.messages import OpenGame, ShowStretch
from adjudicator.kernel.protocol.stretches import used_up_ms
from adjudicator.kernel.referee.dues import Due

if TYPE_CHECKING:
    from adjudicator.kernel.protocol.protocol_state import ProtocolState


@lru_cache(maxsize=256)
def _secret(secret: bytes, game: bytes, count: int, epoch: int) -> bytes:
    return wgdice.stretch_secret(wgdice.stretch_end(secret, game), game, count, epoch)


def stretches_commitment(secret: bytes, game: bytes, count: int) -> bytes:
    """Commit to the secrets of all stretches of a game."""
    return _secret(secret, game, count, -1)


def stretch_of(protocol: ProtocolState, secret: bytes, epoch: int) -> bytes:
    """Give the secret of a stretch of a game that has stretches."""
    return _secret(secret, protocol.game_id, _count(protocol.open_game), epoch)


def seeded_dice(protocol: ProtocolState, secret: bytes) -> SeededDice:
    """Give the dice of a game."""
    transcript = protocol.transcript or bytes(32)
    if not _count(protocol.open_game):
        return SeededDice(secret, transcript)
    return SeededDice(secret, transcript, lambda epoch: stretch_of(protocol, secret, epoch))


def stretch_due(protocol: ProtocolState, secret_of: Callable[[bytes], bytes]) -> Due | None:
    """Say when the present stretch of a game is shown, None where it lasts."""
    at = used_up_ms(protocol)
    if at is None:
        return None
    secret = stretch_of(protocol, secret_of(protocol.game_id), protocol.stretch)
    return Due(at, ShowStretch(epoch=protocol.stretch, secret=secret), f"stretch {protocol.stretch}")


def _count(terms: OpenGame | None) -> int:
    return terms.stretches.count if terms is not None and terms.stretches is not None else 0
