"""Order dice: what lies in the bag, and how a die gets from there to a unit (AN-TURN-05, AN-TURN-06, AN-ORDER-26)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import OrderDieTaken, OrderTurned
from adjudicator.rulesets.antares.model.rows import Unit
from adjudicator.rulesets.antares.model.state import SEATS, TABLE_PLACE, Game, on_table


def all_dice_in_bag(game: Game) -> int:
    """AN-TURN-06 Count the dice in the bag: those of both sides and special ones."""
    return sum(game.sides[seat].bag for seat in SEATS) + len(game.special_dice)


def dice_supply(game: Game, seat: Party) -> int:
    """AN-TURN-05 AN-TURNEND-13 Count the dice that a side has: those of its units, less what the enemy claimed."""
    side = game.sides[seat]
    dice = sum(row.dice for row in on_table(game, seat))
    return max(0, dice + side.dice_gained - side.dice_taken - in_custody(game, seat))


def in_custody(game: Game, seat: Party) -> int:
    """AN-TURNEND-13 Count the dice of a side that the other one holds in custody."""
    return sum(contest.held and contest.owner == seat for contest in game.contested_dice)


def dice_in_bag(game: Game, unit: str) -> int:
    """AN-TURNEND-16 Count the dice of a unit that lie in the bag: those it has not used, as far as any are there."""
    row = game.units[unit]
    return min(row.unused_dice, game.sides[row.seat].bag)


def may_take(game: Game, unit: str) -> bool:
    """AN-REACT-01 AN-ORDER-27 Tell whether a unit has an unused die, and its side a die in the bag for it."""
    return not game.units[unit].down_without_die and dice_in_bag(game, unit) > 0


def can_get_order(game: Game, row: Unit) -> bool:
    """AN-TURN-08 AN-TURN-09 Tell whether a unit can be given an order: it holds an unused die that is not missing."""
    return row.place == TABLE_PLACE and row.unused_dice > 0 and not row.down_without_die


def eligible_units(game: Game, seat: Party) -> tuple[str, ...]:
    """AN-TURN-08 List a side's units that can be given an order, by id."""
    return tuple(
        key for key in sorted(game.units) if game.units[key].seat == seat and can_get_order(game, game.units[key])
    )


def take_die(ruling: Ruling[Game], unit: str, order: str, *clauses: str) -> None:
    """AN-REACT-11 Take one of its dice out of the bag for a unit, showing an order."""
    ruling.record(OrderDieTaken(unit=unit, order=order), *clauses)


def turn_die(ruling: Ruling[Game], unit: str, order: str, *clauses: str) -> None:
    """AN-REACT-02 Turn the die of a unit to another order."""
    ruling.record(OrderTurned(unit=unit, order=order), *clauses)


# -- reducers


def order_die_taken(game: Game, event: OrderDieTaken) -> None:
    """Use a die of the bag up."""
    move_bag(game, game.units[event.unit].seat, -1)
    show_order(game, event.unit, event.order)


def order_turned(game: Game, event: OrderTurned) -> None:
    """Turn the die."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, order=event.order, die_kept=False, retained_run=False)


def move_bag(game: Game, seat: Party, count: int) -> None:
    """Put dice of a side into the bag, or take them out where the count is negative; for reducers."""
    row = game.sides[seat]
    game.sides[seat] = replace(row, bag=max(0, row.bag + count))


def show_order(game: Game, unit: str, order: str, **fields: Any) -> None:
    """Let a unit use a die up, which shows an order now; for reducers."""
    row = game.units[unit]
    changed = replace(
        row,
        order=order,
        unused_dice=max(0, row.unused_dice - 1),
        die_kept=False,
        down_without_die=False,
        retained_run=False,
    )
    game.units[unit] = replace(changed, **fields)


PART = Part(reducers=reducers(order_die_taken, order_turned))
