"""What a referee rules about physical dice: throws that do not count, their source, sets out of use (WG-DICE-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import (
    ChangeDiceSource,
    DiceRetired,
    DiceSourceChanged,
    RetireDice,
    ThrowVoided,
    VoidThrow,
)
from adjudicator.kernel.protocol.dice_reports import DICE_WINDOWS, RULED, ask_report, is_retired, names_in_use
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule

SOURCES = ("seeded", "reported")


def void_throw(ruling: Ruling[Tables], command: VoidThrow) -> None:
    """WG-DICE-03 A throw that is awaited or reported does not count; it is made again."""
    require_grounds(ruling, command.grounds)
    ruling.require(ruling.game.suspended is not None, RULED, "no-throw-awaited")
    rule(ruling, command.grounds)
    throw_again(ruling)


def throw_again(ruling: Ruling[Tables]) -> None:
    """Forget what was reported, and ask for the throw under a new id."""
    ruling.record(ThrowVoided(), RULED)
    ruling.game.stack = tuple(row for row in ruling.game.stack if row.kind not in DICE_WINDOWS)
    ask_report(ruling)


def change_dice_source(ruling: Ruling[Tables], command: ChangeDiceSource) -> None:
    """WG-DICE-03 Open dice come from another source; a throw that is awaited is still made where it was asked for."""
    require_grounds(ruling, command.grounds)
    _require_play(ruling)
    present = SOURCES[ruling.protocol.reported]
    ruling.require(command.source in SOURCES, RULED, "source-missing", "source")
    ruling.require(command.source != present, RULED, "same-source", "source", source=present)
    rule(ruling, command.grounds)
    ruling.record(DiceSourceChanged(source=command.source), RULED)


def retire_dice(ruling: Ruling[Tables], command: RetireDice) -> None:
    """WG-DICE-03 A named set of dice is out of use: a report with it is refused."""
    require_grounds(ruling, command.grounds)
    _require_play(ruling)
    ruling.require(command.dice_set.strip(), RULED, "set-unnamed", "dice_set")
    known = is_retired(ruling.protocol, command.dice_set)
    ruling.require(not known, RULED, "retired-already", "dice_set")
    rule(ruling, command.grounds)
    ruling.record(DiceRetired(dice_set=command.dice_set), RULED)


def _require_play(ruling: Ruling[Tables]) -> None:
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")
    ruling.require(ruling.protocol.transcript is not None, RULED, "seed-open")
    ruling.require(ruling.game.result is None, RULED, "result-stands")


# -- offers


def _void_offers(_rules: Any, game: Tables, _protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    return [offer(VoidThrow, RULED, grounds=grounds_domain())] if game.suspended is not None else []


def _source_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    other = SOURCES[not protocol.reported]
    if not _played(game, protocol):
        return []
    return [offer(ChangeDiceSource, RULED, grounds=grounds_domain(), source=Choice((other,)))]


def _retire_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    """Offer names that are longer than those of all sets out of use; a ruling may give any other name too."""
    names = names_in_use(protocol)
    if not _played(game, protocol) or names is None:
        return []
    named = replace(names, least=max(names.least, 1))
    return [offer(RetireDice, RULED, grounds=grounds_domain(), dice_set=named)]


def _played(game: Tables, protocol: ProtocolState) -> bool:
    return bool(game.stack) and game.result is None and protocol.transcript is not None


# -- reducers


def throw_voided(game: Tables, _event: ThrowVoided) -> None:
    """Forget the reported faces."""
    if game.suspended is not None:
        game.suspended = replace(game.suspended, reported=None)


def dice_source_changed(_game: Tables, _event: DiceSourceChanged) -> None:
    """The docket keeps it."""


def dice_retired(_game: Tables, _event: DiceRetired) -> None:
    """The docket keeps it."""


TABLE_DICE = Part(
    handlers=handlers(void_throw, change_dice_source, retire_dice),
    reducers=reducers(throw_voided, dice_source_changed, dice_retired),
    anytime=frozenset({VoidThrow, ChangeDiceSource, RetireDice}),
    desk_offers={VoidThrow: _void_offers, ChangeDiceSource: _source_offers, RetireDice: _retire_offers},
)
