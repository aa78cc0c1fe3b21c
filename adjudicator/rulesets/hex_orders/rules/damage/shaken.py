"""HX-SHAKEN: units become shaken, and hold pinned tokens for it."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import UnitShaken
from adjudicator.rulesets.hex_orders.model.state import Game, is_shaken, owner_if_hidden

TOKENS = 2


def make_shaken(ruling: Ruling[Game], unit: str, cause: str, *clauses: str, later: bool = False) -> None:
    """HX-SHAKEN-01, HX-SHAKEN-05 Make a unit shaken, from the next turn on if `later` (HX-STACK-04).

    Nothing is recorded where the terms say that a shaken unit is not shaken again.
    """
    game = ruling.game
    row = game.units[unit]
    if is_shaken(game, row) and game.options.reshake == "ignore":
        return
    more = row.pinned if game.options.reshake == "add_two" else 0
    start = game.turn + 1 if later else game.turn
    event = UnitShaken(
        owner=owner_if_hidden(game, unit),
        unit=unit,
        tokens=TOKENS + more,
        from_turn=min(start, row.shaken_from) if row.pinned else start,
        cause=cause,
    )
    ruling.record(event, "HX-SHAKEN-01", *(("HX-SHAKEN-05",) if row.pinned else ()), *clauses)


def unit_shaken(game: Game, event: UnitShaken) -> None:
    """Put the tokens down."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, pinned=event.tokens or 0, shaken_from=event.from_turn or 0)


PART = Part(reducers=reducers(unit_shaken))
