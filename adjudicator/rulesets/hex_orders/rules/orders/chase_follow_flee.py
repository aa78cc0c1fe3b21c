"""Where the codes Chase, Follow and Flee may lead: neighbouring hexes, clockwise from N (HX-ORDERS-26 to -32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.rulesets.hex_orders.model.board_hexes import distance, neighbours_on_board
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, other_seat, units_in
from adjudicator.rulesets.hex_orders.rules.board.entering import may_stand
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits, has_room_for, occupants

SMALLEST = "small"


class Destination(NamedTuple):
    """A hex that a code may lead to, and the units it is chosen for; the own hex where it leads nowhere."""

    hex: str
    others: tuple[str, ...] = ()


class Destinations(NamedTuple):
    """All that a code leaves open, with the clause that says so; without courses the code is not allowed.

    `enemy` says that the enemy chooses (HX-ORDERS-32).
    """

    found: tuple[Destination, ...]
    clause: str
    enemy: bool = False


def destinations(game: Game, unit: Unit, code: str, *, flying: bool) -> Destinations:
    """List where Chase, Follow or Flee may take a unit that flies or does not."""
    return {"Chase": chase, "Follow": follow, "Flee": flee}[code](game, unit, flying=flying)


def seen_enemies(game: Game, unit: Unit) -> tuple[Unit, ...]:
    """List the enemy units on the board that are face up, by id."""
    return tuple(row for row in on_board(game, other_seat(unit.seat)) if not row.hidden)


def chase(game: Game, unit: Unit, *, flying: bool) -> Destinations:
    """HX-ORDERS-26 List the hexes that are nearer to a nearest enemy that is face up."""
    ranges = [(distance(unit.hex, seen_enemy.hex), seen_enemy) for seen_enemy in seen_enemies(game, unit)]
    least = min((far for far, _ in ranges), default=0)
    quarries = [row for far, row in ranges if far == least]
    found = _merge_destinations(
        game, unit, ((quarry.id, _nearer_hexes(game, unit, quarry.hex, flying)) for quarry in quarries)
    )
    return Destinations(found, "HX-ORDERS-26")


def follow(game: Game, unit: Unit, *, flying: bool) -> Destinations:
    """HX-ORDERS-27, HX-ORDERS-28 List the hexes that are nearer to a leader, and the own hex where it has to wait."""
    leaders = [row for row in on_board(game, unit.seat) if game.sheets[row.id].leader_follow and row.id != unit.id]
    several = sum(not leader.hidden for leader in leaders) > 1
    found = _merge_destinations(
        game, unit, ((leader.id, _beside_leader(game, unit, leader, flying)) for leader in leaders)
    )
    return Destinations(found, "HX-ORDERS-28" if several else "HX-ORDERS-27")


def flee(game: Game, unit: Unit, *, flying: bool) -> Destinations:
    """HX-ORDERS-30, HX-ORDERS-31, HX-ORDERS-32 List the hexes of the first resort that has any.

    In the third one a hidden unit takes the first hex: to ask the enemy for it would tell its order (HX-GAP-09).
    """
    enemies = [seen_enemy.hex for seen_enemy in seen_enemies(game, unit)]
    if not enemies:
        return Destinations((), "HX-ORDERS-30")
    here = _range(unit.hex, enemies)
    free = [name for name in _free_of_enemies(game, unit, flying) if _has_room(game, unit, name, flying)]
    farther = tuple(Destination(name) for name in free if _range(name, enemies) > here)
    if farther:
        return Destinations(farther, "HX-ORDERS-30")
    level = tuple(Destination(name) for name in free if _range(name, enemies) == here)
    if level:
        return Destinations(level, "HX-ORDERS-31")
    closer = [name for name in _free_of_enemies(game, unit, flying) if _range(name, enemies) < here]
    seen = tuple(Destination(name) for name in closer if _seems_open(game, unit, name, flying))
    return Destinations(seen[:1] if unit.hidden else seen, "HX-ORDERS-32", enemy=not unit.hidden)


def _range(name: str, enemies: Iterable[str]) -> int:
    return min(distance(name, enemy) for enemy in enemies)


def _enterable(game: Game, unit: Unit, flying: bool) -> Iterator[str]:
    sheet = game.sheets[unit.id]
    return (name for _, name in neighbours_on_board(game, unit.hex) if may_stand(game, sheet, name, flying=flying))


def _nearer_hexes(game: Game, unit: Unit, to: str, flying: bool) -> tuple[str, ...]:
    here = distance(unit.hex, to)
    return tuple(name for name in _enterable(game, unit, flying) if distance(name, to) < here)


def _beside_leader(game: Game, unit: Unit, leader: Unit, flying: bool) -> tuple[str, ...]:
    """HX-ORDERS-27 Next to its leader a unit enters its hex only if stacking allows; otherwise it stays."""
    if unit.hex == leader.hex:
        return (unit.hex,)
    nearer = _nearer_hexes(game, unit, leader.hex, flying)
    return tuple(name if name != leader.hex or _has_room(game, unit, name, flying) else unit.hex for name in nearer)


def _free_of_enemies(game: Game, unit: Unit, flying: bool) -> Iterator[str]:
    enemy = other_seat(unit.seat)
    return (name for name in _enterable(game, unit, flying) if all(row.seat != enemy for row in units_in(game, name)))


def _has_room(game: Game, unit: Unit, name: str, flying: bool) -> bool:
    return has_room_for(game, name, game.sheets[unit.id], flying=flying, seat=unit.seat)


def _seems_open(game: Game, unit: Unit, name: str, flying: bool) -> bool:
    """HX-GAP-09 Tell whether the enemy, who knows no hidden unit's size or height, thinks that there is room."""
    seen = (occupant for occupant in occupants(game, name, flying=flying, seat=unit.seat) if not occupant.hidden)
    tokens = (SMALLEST for row in units_in(game, name) if row.hidden and row.seat == unit.seat)
    return fits((*(game.sheets[row.id].size for row in seen), *tokens, game.sheets[unit.id].size))


def _merge_destinations(game: Game, unit: Unit, found: Iterable[tuple[str, Sequence[str]]]) -> tuple[Destination, ...]:
    """Join the hexes of several units, clockwise from N, the own one last."""
    listed = [(other, tuple(names)) for other, names in found]
    order = [*(name for _, name in neighbours_on_board(game, unit.hex)), unit.hex]
    names = sorted({name for _, row in listed for name in row}, key=order.index)
    return tuple(Destination(name, tuple(other for other, row in listed if name in row)) for name in names)
