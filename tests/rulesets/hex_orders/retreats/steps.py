"""Retreats that are tried, decided and offered."""

from msgspec import Struct

from adjudicator.rulesets.hex_orders.model.messages import (
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    RetreatUnit,
)
from tests.kit import Table, party_of
from tests.rulesets.hex_orders.assault.steps import accepted_commands, retreats
from tests.rulesets.hex_orders.steps import innermost_window


def try_retreat(*units):
    """Let units try."""
    return AttemptPreAssaultRetreat(units=units)


def decide_retreat(unit, to="D6", turn="none", *, go=True):
    """Let a unit go, or stay."""
    return DecidePreAssaultRetreat(unit=unit, goes=go, hex=to if go else "", turn=turn if go else "")


def silent_answer(played: Table, who: str) -> Struct:
    """What a seat's silence stands for now."""
    window = innermost_window(played)
    otherwise = played.rules.windows[window.kind].default_command
    answer = otherwise(played.game, window, party_of(who)) if otherwise else None
    assert answer is not None
    return answer


def retreat_unit(unit, where="", turn="none"):
    return RetreatUnit(unit=unit, hex=where, turn=turn)


def open_hexes(played, who, id, *hexes):
    """Give those of these hexes into which a loser may go."""
    return [
        hex_
        for hex_, fine in zip(
            hexes, accepted_commands(played, who, *(retreats(id, hex_) for hex_ in hexes)), strict=True
        )
        if fine
    ]
