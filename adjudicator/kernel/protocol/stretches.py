"""Stretches of open dice: each is checked when it is used up, while the game goes on (WG-STRETCH-01)."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame, ShowStretch, StretchShown
from adjudicator.kernel.protocol.protocol_state import ProtocolState

STRETCH: Final = "WG-STRETCH-01"
BYTES: Final = 32
COUNT_LEAST: Final = 2
COUNT_MOST: Final = 1_024
DICE_MOST: Final = 1_000_000
SECONDS_LEAST: Final = 60
SECONDS_MOST: Final = 366 * 24 * 3_600


def require_stretch_terms(ruling: Ruling[Any], opening: OpenGame) -> None:
    """WG-STRETCH-01 Stretches need dice of the seed, and an end: by number, by time or by both."""
    terms = opening.stretches
    if terms is None:
        return
    ruling.require(opening.dice_mode == "seeded", STRETCH, "stretches-need-seed", "stretches")
    ruling.require(len(terms.commitment) == BYTES, STRETCH, "wrong-length", "stretches.commitment")
    fits = COUNT_LEAST <= terms.count <= COUNT_MOST and terms.dice <= DICE_MOST
    timed = terms.time == 0 or SECONDS_LEAST <= terms.time <= SECONDS_MOST
    facts = {"least": COUNT_LEAST, "most": COUNT_MOST, "seconds": SECONDS_LEAST}
    ruling.require(fits and timed and (terms.dice or terms.time), STRETCH, "stretches-unfit", "stretches", **facts)


def used_up_ms(protocol: ProtocolState) -> int | None:
    """Give when (ms) the present stretch is used up; 0 where it has its dice, None where it lasts."""
    opening = protocol.open_game
    terms = opening.stretches if opening is not None else None
    if terms is None or not protocol.stretch_dice or protocol.stretch >= terms.count - 1:
        return None
    if protocol.finished is not None:
        return None
    if terms.dice and protocol.stretch_dice >= terms.dice:
        return 0
    return protocol.stretch_ms + 1000 * terms.time if terms.time else None


def show_stretch(ruling: Ruling[Tables], command: ShowStretch) -> None:
    """WG-STRETCH-01 The secret of a stretch is shown once it is used up; it must lead to what was committed."""
    protocol = ruling.protocol
    used_up = used_up_ms(protocol)
    ruling.require(ruling.actor == TABLE and used_up is not None, STRETCH, "stretch-lasts", "epoch")
    ruling.require((used_up or 0) <= ruling.time, STRETCH, "stretch-lasts", "epoch")
    ruling.require(command.epoch == protocol.stretch, STRETCH, "stretch-lasts", "epoch")
    ruling.require(len(command.secret) == BYTES, STRETCH, "wrong-length", "secret")
    ruling.require(leads_back(protocol.game_id, protocol.terms, command), STRETCH, "secret-mismatch", "secret")
    ruling.record(StretchShown(epoch=command.epoch), STRETCH)


def leads_back(game: bytes, opening: OpenGame, shown: ShowStretch) -> bool:
    """Whether a shown secret leads to the commitment of the opening."""
    terms = opening.stretches
    if terms is None or not 0 <= shown.epoch < min(terms.count, COUNT_MOST) or len(shown.secret) != BYTES:
        return False
    return wgdice.stretch_secret(shown.secret, game, shown.epoch + 1, -1) == terms.commitment


def stretch_shown(_game: Tables, _event: StretchShown) -> None:
    """The protocol state keeps it."""


STRETCHES = Part(handlers=handlers(show_stretch), reducers=reducers(stretch_shown), anytime=frozenset({ShowStretch}))
