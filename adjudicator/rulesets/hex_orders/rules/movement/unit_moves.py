"""What happens to one unit in a movement step: it turns, changes speed, works its way, moves."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import (
    DifficultTerrainTokenPlaced,
    DifficultTerrainTokensLost,
    MoveOverstacked,
    SpeedChanged,
    UnitMoved,
    UnitRotated,
)
from adjudicator.rulesets.hex_orders.model.order_codes import STEERS
from adjudicator.rulesets.hex_orders.model.state import Game, owner_if_hidden
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects
from adjudicator.rulesets.hex_orders.rules.orders import due_orders
from adjudicator.rulesets.hex_orders.rules.orders.flying import record_shift
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import Change, Plan, clause_of, number_of_step


def record_replaced_order(ruling: Ruling[Game], plan: Plan) -> None:
    """HX-ORDERS-34 Tell that something else is carried out than was ordered."""
    if plan.fault is not None:
        step, reason = number_of_step(ruling.game), plan.fault.reason
        because = ("HX-ORDERS-34", plan.fault.clause)
        due_orders.replace_order(ruling, plan.unit, "movement", step, plan.ordered, plan.part, reason, *because)


def carry_out(ruling: Ruling[Game], unit: str, change: Change) -> None:
    """HX-ORDERS-11 Turn a unit or change its speed; who turns in place gives up its way into difficult terrain."""
    game, owner, clause = ruling.game, owner_if_hidden(ruling.game, unit), clause_of(change.code)
    row = game.units[unit]
    if change.facing:
        if change.facing != row.facing:
            event = UnitRotated(owner=owner, unit=unit, facing=change.facing, code=change.code.name)
            ruling.record(event, clause)
        if change.code.name in STEERS:
            lose_tokens(ruling, unit)
        return
    if change.speed != row.speed:
        ruling.record(SpeedChanged(owner=owner, unit=unit, speed=change.speed, cause=str(change.code)), clause)
    record_shift(ruling, unit, row.speed)


def lose_tokens(ruling: Ruling[Game], unit: str) -> None:
    """HX-MOVE-05 Take a unit's difficult-terrain tokens away, if it has any."""
    game = ruling.game
    if game.units[unit].difficult:
        ruling.record(DifficultTerrainTokensLost(owner=owner_if_hidden(game, unit), unit=unit), "HX-MOVE-05")


def move(ruling: Ruling[Game], unit: str, goal: str, way: str, *because: str) -> None:
    """Put a unit into another hex; why stays with its owner while it is hidden (HX-GAP-09)."""
    owner = owner_if_hidden(ruling.game, unit)
    event = UnitMoved(unit=unit, origin=ruling.game.units[unit].hex, hex=goal, owner=owner, way=way)
    ruling.record(event, "HX-STACK-06", *(because if owner == EVERYONE else ()))


def speed_changed(game: Game, event: SpeedChanged) -> None:
    """It has another speed from now on."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], speed=event.speed or "")


def unit_rotated(game: Game, event: UnitRotated) -> None:
    """It faces another side."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], facing=event.facing or "")


def difficult_terrain_token_placed(game: Game, event: DifficultTerrainTokenPlaced) -> None:
    """It works its way into a hex."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], difficult_hex=event.hex or "", difficult=event.tokens or 0)


def difficult_terrain_tokens_lost(game: Game, event: DifficultTerrainTokensLost) -> None:
    """It has no tokens any more."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], difficult_hex="", difficult=0)


def unit_moved(game: Game, event: UnitMoved) -> None:
    """HX-MOVE-02 It is in another hex and has no tokens any more."""
    row = hex_effects.moved_into(game, game.units[event.unit], event.hex)
    game.units[event.unit] = replace(row, difficult_hex="", difficult=0)


def move_overstacked(_game: Game, _event: MoveOverstacked) -> None:
    """Change nothing: it stays where it is."""


PART = Part(
    reducers=reducers(
        speed_changed,
        unit_rotated,
        difficult_terrain_token_placed,
        difficult_terrain_tokens_lost,
        unit_moved,
        move_overstacked,
    )
)
