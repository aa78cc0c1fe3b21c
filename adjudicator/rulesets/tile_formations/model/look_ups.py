"""Look-ups: seats and their sides, units and formations that are on the battlefield."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.options import column_of
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game

INFANTRY = "infantry"
FLYING = "AC"
OVERWATCH, BROKEN, NORMAL = "overwatch", "broken", "normal"
WAITING, HELD_BACK, LEFT = "waiting", "held_back", "left"


def allied(game: Game, a: Party, b: Party) -> bool:
    """TF-BLOCK-06 Tell whether two seats are one army, or armies of one side."""
    return a == b or game.sides[a].side == game.sides[b].side


def enemy_seats(game: Game, seat: Party) -> tuple[Party, ...]:
    """List the seats of other sides."""
    return tuple(side for side in sorted(game.sides) if not allied(game, seat, side))


def unit_type(game: Game, unit: str) -> str:
    """Give the type of a unit."""
    return game.sheets[unit].unit_type


def terrain_class(game: Game, unit: str) -> str:
    """TF-GRID-03 Give the column of the terrain table that a unit uses, "none" for aircraft."""
    return column_of(game.options, game.sheets[unit].unit_type)


def is_infantry(game: Game, unit: str) -> bool:
    """Tell whether a unit is infantry."""
    return terrain_class(game, unit) == INFANTRY


def units_on_board(game: Game, seat: Party | None = None) -> tuple[Unit, ...]:
    """List units on the battlefield by id: all, or those of a seat."""
    found = (unit for unit in game.units.values() if not unit.out and seat in (None, unit.seat))
    return tuple(sorted(found, key=_place))


def _place(unit: Unit) -> tuple[str, int, int]:
    return id_order(unit.id)


def units_of(game: Game, formation: str) -> tuple[Unit, ...]:
    """List the units of a formation that are on the battlefield, by number."""
    rows = (game.units[row] for row in game.formations[formation].units)
    return tuple(unit for unit in rows if not unit.out)


def enemy_units(game: Game, seat: Party) -> tuple[Unit, ...]:
    """List units on the battlefield that are enemies of a seat, by id."""
    return tuple(unit for unit in units_on_board(game) if not allied(game, seat, unit.seat))


def enemy_formations(game: Game, seat: Party) -> tuple[str, ...]:
    """List the formations of other sides that are on the battlefield, by id."""
    seats = enemy_seats(game, seat)
    found = (row.id for row in game.formations.values() if row.seat in seats and units_of(game, row.id))
    return tuple(sorted(found, key=id_order))
