"""What holds of every game after every entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS
from adjudicator.rulesets.hex_orders.model.messages import Sheet, Weapon
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, on_board, orders_key, weapon_of
from adjudicator.rulesets.hex_orders.rules.movement import stacking
from adjudicator.rulesets.hex_orders.rules.turn.turn_steps import STEPS, WRITING

POISONS = (4, 6, 8, 10, 12)
MOST_PINNED = 2


def invariants(game: Game) -> Iterator[str]:
    """Say in words what is broken."""
    for unit in game.units.values():
        if unit.id not in game.sheets:
            yield f"{unit.id} has no sheet"
            continue
        yield from _place(game, unit)
        yield from _models(game.sheets[unit.id], unit)
        yield from _tokens(game, unit)
        yield from _ammunition(game.sheets[unit.id], unit)
    yield from _orders(game)
    yield from _running(game)
    yield from _under_way(game)
    if game.stack and game.stack[-1].kind == WRITING:
        yield from _crowds(game)


def limits(game: Game) -> Iterator[str]:
    """Say what a ruling has set beyond what the rules and the sheets know."""
    if game.turn < 0:
        yield f"the turn is {game.turn}"
    for unit in game.units.values():
        yield from _known(game, unit)


def _place(game: Game, unit: Unit) -> Iterator[str]:
    if unit.out:
        return
    if unit.hex not in game.hexes:
        yield f"{unit.id} stands in {unit.hex}, off the board"
    if unit.facing not in FACINGS:
        yield f"{unit.id} faces {unit.facing}"
    if unit.speed not in {speed.speed for speed in game.sheets[unit.id].speeds}:
        yield f"{unit.id} has the speed {unit.speed}, which it does not know"


def _models(sheet: Sheet, unit: Unit) -> Iterator[str]:
    if len(set(unit.dead)) < len(unit.dead) or not set(unit.dead) <= set(range(1, len(sheet.models) + 1)):
        yield f"{unit.id} of {len(sheet.models)} models lost {unit.dead}"
    if not unit.out and len(unit.dead) == len(sheet.models):
        yield f"{unit.id} is on the board without models"


def _tokens(game: Game, unit: Unit) -> Iterator[str]:
    counts = (unit.pinned, unit.difficult, unit.acid, unit.minor_acid, unit.fire, unit.armour_loss)
    if min(counts) < 0:
        yield f"{unit.id} has fewer than no tokens: {counts}"
    if unit.pinned > MOST_PINNED and game.options.reshake != "add_two":
        yield f"{unit.id} has {unit.pinned} pinned tokens"
    if any(level not in POISONS for level in unit.poison):
        yield f"{unit.id} is poisoned by {unit.poison}"
    if bool(unit.difficult_hex) != bool(unit.difficult):
        yield f"{unit.id} has {unit.difficult} tokens for {unit.difficult_hex or 'no hex'}"


def _ammunition(sheet: Sheet, unit: Unit) -> Iterator[str]:
    for load in unit.loads:
        weapon = weapon_of(sheet, load.weapon)
        if weapon is None or not 0 <= load.count <= _capacity(weapon):
            yield f"{unit.id} has {load.count} loads for {load.weapon}"
    for use in unit.uses:
        weapon = weapon_of(sheet, use.weapon)
        if weapon is None or (weapon.limited_ammo and use.count > weapon.limited_ammo):
            yield f"{unit.id} has used {use.weapon} {use.count} times"


def _capacity(weapon: Weapon) -> int:
    """HX-GUNNERY-13 Give the most load tokens that any reading lets a weapon hold."""
    return max(weapon.load_capacity, weapon.load_per_order, weapon.burst, 1)


def _known(game: Game, unit: Unit) -> Iterator[str]:
    """What a unit is said to have is of its sheet, and what it aims at is there."""
    sheet = game.sheets[unit.id]
    if lost := [name for name in unit.lost_weapons if weapon_of(sheet, name) is None]:
        yield f"{unit.id} has lost {', '.join(lost)}, which it never had"
    if min(unit.stuck, unit.shaken_from, *(use.count for use in unit.uses)) < 0:
        yield f"{unit.id} is stuck {unit.stuck}, shaken from {unit.shaken_from}, has used {unit.uses}"
    if unit.difficult_hex and unit.difficult_hex not in game.hexes:
        yield f"{unit.id} has tokens for {unit.difficult_hex}, off the board"
    if any(count < 0 for count in unit.bleeding):
        yield f"{unit.id} bleeds {unit.bleeding}"


def _orders(game: Game) -> Iterator[str]:
    for key, row in game.orders.items():
        if key != orders_key(row.unit, row.turn) or row.unit not in game.units:
            yield f"orders {key} are for {row.unit} in turn {row.turn}"
        elif game.units[row.unit].seat != row.seat:
            yield f"orders {key} are of seat {row.seat}"
        if not order_codes.is_movement(row.movement) or not all(map(order_codes.is_gunnery, row.gunnery)):
            yield f"orders {key} read {row.movement} and {row.gunnery}"
        if row.shown and not row.final and not game.ended:
            yield f"orders {key} are shown and not final"


def _running(game: Game) -> Iterator[str]:
    if game.step not in STEPS or not game.running:
        return
    for unit in on_board(game):
        row = game.running.get(unit.id)
        if row is None:
            yield f"{unit.id} carries no orders out"
        elif len(row.movement) != order_codes.MOVEMENT_PARTS:
            yield f"{unit.id} carries out {row.movement}"


def _under_way(game: Game) -> Iterator[str]:
    for key, hit in game.hits.items():
        if hit.unit not in game.units or hit.target not in game.units:
            yield f"hit {key} is of {hit.unit} on {hit.target}"
    for key, fight in game.fights.items():
        if any(unit.unit not in game.units for unit in fight.units):
            yield f"fight {key} is of {', '.join(unit.unit for unit in fight.units)}"


def _crowds(game: Game) -> Iterator[str]:
    """HX-STACK-01, HX-STACK-03 Between turns no hex holds too much, nor ground units of both sides."""
    crowds: dict[str, list[Unit]] = {}
    for unit in on_board(game):
        crowds.setdefault(unit.hex, []).append(unit)
    for name, units in crowds.items():
        yield from crowd(game, name, units)


def crowd(game: Game, name: str, units: Sequence[Unit]) -> Iterator[str]:
    """HX-STACK-01, HX-STACK-03 Say what is too much in one hex."""
    if not stacking.fits_after_moves(game, [unit.id for unit in units]):
        yield f"{name} holds {', '.join(unit.id for unit in units)}"
    if len({unit.seat for unit in units if not is_flying(game, unit)}) > 1:
        yield f"{name} holds ground units of both sides"
