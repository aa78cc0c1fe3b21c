"""Which step of the setup takes which unit, and which hexes it may be placed in (HX-SETUP-13, HX-SETUP-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.board_hexes import (
    board_of,
    order_of_hexes,
    row_of,
    rows_of_area,
    rows_of_no_mans_land,
)
from adjudicator.rulesets.hex_orders.model.messages import GameOptions, Load, Sheet
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, flies_at, on_board, other_seat, terms_of, units_in
from adjudicator.rulesets.hex_orders.model.terrain import NUMBERS, TERRAIN, height_of_hex, height_of_unit
from adjudicator.rulesets.hex_orders.rules.board.entering import may_stand
from adjudicator.rulesets.hex_orders.rules.board.line_of_sight import line_of_sight
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fault_of, has_room_for, occupants, sizes_of

STEPS = range(1, 7)
HUGE, SCOUTS, IN_SIGHT, OTHERS, MORE_SCOUTS, TOKENS = STEPS
AT_WILL = (SCOUTS, IN_SIGHT)
CLAUSE_OF = {step: f"HX-SETUP-0{step}" for step in STEPS}

# -- which step takes a unit


def is_hidden(sheet: Sheet) -> bool:
    """HX-SETUP-06 Tell whether a base is set up behind a token."""
    return sheet.hidden or "hidden" in sheet.types


def is_scout(sheet: Sheet) -> bool:
    """HX-SETUP-02 Tell whether a base is a scout."""
    return "scout" in sheet.types


def steps_of(options: GameOptions, sheet: Sheet) -> tuple[int, ...]:
    """HX-SETUP-15 List the steps that can take a base; the last one must. Huge comes first, hidden last."""
    if sheet.size == "huge":
        return (HUGE,)
    if is_scout(sheet):
        return (SCOUTS, MORE_SCOUTS, TOKENS) if is_hidden(sheet) else (SCOUTS, MORE_SCOUTS)
    if is_hidden(sheet):
        return (TOKENS,)
    return (OTHERS,) if options.scout_setup == "off" else (IN_SIGHT, OTHERS)


def unplaced(game: Game, seat: Party) -> tuple[ArmyUnit, ...]:
    """List what a side has not placed yet, by number; what is out of the game is not among it."""
    rows = (slot for slot in game.armies.values() if slot.seat == seat and not slot.unit and not slot.out)
    return tuple(sorted(rows, key=lambda slot: slot.number))


def units_for_step(game: Game, seat: Party, step: int) -> tuple[ArmyUnit, ...]:
    """List what a step can take of a side."""
    return tuple(slot for slot in unplaced(game, seat) if step in steps_of(game.options, slot.sheet))


def due_units(game: Game, seat: Party, step: int) -> tuple[ArmyUnit, ...]:
    """List what has to be placed in a step, for it is the last one that takes it."""
    return tuple(slot for slot in units_for_step(game, seat, step) if steps_of(game.options, slot.sheet)[-1] == step)


def placeable_units(game: Game, seat: Party, step: int) -> tuple[ArmyUnit, ...]:
    """List what a step can take of a side and has room for."""
    return tuple(slot for slot in units_for_step(game, seat, step) if _has_legal_hex(game, seat, slot.sheet, step))


def can_place(game: Game, seat: Party, step: int) -> bool:
    """Tell whether a step can take anything of a side that it has room for."""
    return any(_has_legal_hex(game, seat, slot.sheet, step) for slot in units_for_step(game, seat, step))


def may_show(game: Game, seat: Party, step: int) -> bool:
    """HX-SETUP-15, HX-GAP-09 Tell whether a side is asked in a step in which a hidden scout may be shown openly.

    It is while it has tokens to place at all, whatever they stand for: else being asked would tell of a scout.
    """
    tokens = (slot for slot in unplaced(game, seat) if steps_of(game.options, slot.sheet)[-1] == TOKENS)
    return step in (SCOUTS, MORE_SCOUTS) and any(True for _ in tokens)


# -- where a unit may be placed


def area_of(game: Game, seat: Party, sheet: Sheet) -> tuple[str, ...]:
    """HX-SETUP-13 List the hexes that a base may be placed in by its area, from the own edge, columns in order.

    The further rows of its data are counted from its own edge.
    """
    high, number = terms_of(game).rows, game.sides[seat].number
    scouts = is_scout(sheet) and game.options.scout_setup_area == "own_and_nomansland"
    return _area(terms_of(game).columns, high, number, sheet.setup_rows, scouts)


@lru_cache(maxsize=256)
def _area(columns: int, high: int, number: int, setup_rows: tuple[int, ...], scouts: bool) -> tuple[str, ...]:
    rows = {*rows_of_area(high, number), *(_row(high, number, row) for row in setup_rows)}
    if scouts:
        rows.update(rows_of_no_mans_land(high))
    return _sorted_from_edge(high, number, tuple(name for name in board_of(columns, high) if row_of(name) in rows))


def _row(high: int, number: int, row: int) -> int:
    return row if number == 1 else high + 1 - row


def from_edge(game: Game, seat: Party, names: tuple[str, ...]) -> tuple[str, ...]:
    """HX-GAP-08 Sort hexes from a side's own edge, columns in order."""
    return _sorted_from_edge(terms_of(game).rows, game.sides[seat].number, names)


def _sorted_from_edge(high: int, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (_row(high, number, row_of(name)), order_of_hexes(name))))


def placement_fault(game: Game, seat: Party, sheet: Sheet, name: str, step: int) -> Fault | None:
    """Say why a base can not be placed in a hex in a step, or None."""
    wrong = _unfit(game, seat, sheet, name)
    if wrong is not None or game.options.scout_setup == "off" or step not in (IN_SIGHT, OTHERS):
        return wrong
    seen = in_sight(game, seat, sheet, name)
    if step == IN_SIGHT:
        return None if seen else fault("HX-SETUP-03", "not-in-sight", "hex", hex=name)
    if seen and any(not in_sight(game, seat, sheet, row) for row in _fitting(game, seat, sheet)):
        return fault("HX-SETUP-04", "in-sight", "hex", hex=name)
    return None


def _unfit(game: Game, seat: Party, sheet: Sheet, name: str) -> Fault | None:
    """HX-SETUP-13 A base is placed inside its area, where terrain and stacking let it be."""
    if name not in game.hexes:
        return fault("HX-SETUP-13", "off-the-board", "hex", hex=name)
    if name not in area_of(game, seat, sheet):
        return fault("HX-SETUP-13", "outside-setup-area", "hex", hex=name)
    return _taken(game, seat, sheet, name)


def _taken(game: Game, seat: Party, sheet: Sheet, name: str) -> Fault | None:
    if not may_stand(game, sheet, name):
        return fault("HX-TERRAIN-23", "terrain-forbidden", "hex", hex=name, terrain=game.hexes[name].terrain)
    if any(unit.seat != seat for unit in units_in(game, name)):
        return fault("HX-SETUP-13", "enemy-there", "hex", hex=name)
    return None if _has_room(game, sheet, name) else fault(_crowded(game, sheet, name), "hex-full", "hex", hex=name)


def _has_room(game: Game, sheet: Sheet, name: str) -> bool:
    return has_room_for(game, name, sheet, flying=flies_at(sheet, sheet.initial_speed))


def _crowded(game: Game, sheet: Sheet, name: str) -> str:
    """HX-STACK-03 Name the clause by which a base finds no room."""
    flying = flies_at(sheet, sheet.initial_speed)
    there = occupants(game, name, flying=flying)
    sizes = (*sizes_of(game, (unit.id for unit in there)), sheet.size)
    return "HX-STACK-03" if flying else fault_of(sizes) or "HX-STACK-01"


def _fitting(game: Game, seat: Party, sheet: Sheet) -> Iterator[str]:
    return (name for name in area_of(game, seat, sheet) if _taken(game, seat, sheet, name) is None)


def legal_hexes(game: Game, seat: Party, sheet: Sheet, step: int) -> tuple[str, ...]:
    """List the hexes that a base may be placed in in a step, from the own edge, columns in order."""
    fitting = tuple(_fitting(game, seat, sheet))
    if game.options.scout_setup == "off" or step not in (IN_SIGHT, OTHERS):
        return fitting
    seen = tuple(name for name in fitting if in_sight(game, seat, sheet, name))
    if step == IN_SIGHT:
        return seen
    return tuple(name for name in fitting if name not in seen) or seen


def _has_legal_hex(game: Game, seat: Party, sheet: Sheet, step: int) -> bool:
    """Tell whether `legal_hexes` lists any: who is out of sight everywhere or nowhere has all that fit."""
    only_seen = game.options.scout_setup != "off" and step == IN_SIGHT
    return any(not only_seen or in_sight(game, seat, sheet, name) for name in _fitting(game, seat, sheet))


def silent_token(game: Game, seat: Party, left: Sequence[ArmyUnit]) -> tuple[ArmyUnit, str]:
    """HX-GAP-08, HX-GAP-09 Say which token silence places, and where: the first of the hexes that take most kinds.

    The hex is the same whichever unit is whose number, so that it does not tell what stands there beyond what its
    terrain tells. Where few hexes take all of them, who can stand in the fewest goes first, and nobody is left out for
    want of the order; else the first by number, as then nothing shows in the order of tokens.
    """
    legal = {slot.number: legal_hexes(game, seat, slot.sheet, TOKENS) for slot in left}
    names = from_edge(game, seat, tuple({name: None for row in legal.values() for name in row}))
    name = min(names, key=lambda name: _limits_of_tokens(game, seat, name))
    fitting = [slot for slot in left if name in legal[slot.number]]
    common = sum(all(name in row for row in legal.values()) for name in names)
    few = common < len(left)
    return (min(fitting, key=lambda slot: len(legal[slot.number])) if few else fitting[0]), name


def _limits_of_tokens(game: Game, seat: Party, name: str) -> tuple[bool, bool, bool]:
    """HX-STACK-01, HX-SETUP-13, HX-TERRAIN-23 Say what keeps some kinds of base out, by what everybody sees.

    These are terrain that only some may enter, rows beyond the own area, and who is there: a base beside the token has
    to be seen, and not be large. Terrain keeps out most kinds, so it comes first.
    """
    there = units_in(game, name)
    sizes = sizes_of(game, (row.id for row in there))
    room = not there or (len(there) == 1 and not there[0].hidden and sizes[0] not in ("large", "huge"))
    own = row_of(name) in rows_of_area(terms_of(game).rows, game.sides[seat].number)
    return TERRAIN[game.hexes[name].terrain].only is not None, not own, not room


def enemy_scouts(game: Game, seat: Party) -> tuple[Unit, ...]:
    """HX-SETUP-03 List enemy scouts on the board, those of step 2; huge ones are none."""
    units = (unit for unit in on_board(game, other_seat(seat)) if not unit.hidden)
    return tuple(unit for unit in units if is_scout(game.sheets[unit.id]) and game.sheets[unit.id].size != "huge")


def in_sight(game: Game, seat: Party, sheet: Sheet, name: str) -> bool:
    """HX-SETUP-03 Tell whether a base would stand in sight of an enemy scout."""
    flying = flies_at(sheet, sheet.initial_speed)
    height = NUMBERS.flying.height.by if flying else height_of_hex(game, name)
    return any(
        line_of_sight(game, unit.hex, height_of_unit(game, unit.id), name, height) for unit in enemy_scouts(game, seat)
    )


# -- how a unit starts


def initial_loads(options: GameOptions, sheet: Sheet) -> tuple[Load, ...]:
    """HX-GUNNERY-14 Weapons start without load tokens; by option with as many as they hold."""
    if not options.weapons_start_loaded:
        return ()
    held = ((row.id, row.load_capacity) for row in sheet.weapons if not row.always_loaded)
    return tuple(Load(weapon=weapon, count=count) for weapon, count in held if count)


def towards_enemy(game: Game, seat: Party) -> str:
    """HX-GAP-08 Give the facing from a side's own edge to the other."""
    return "S" if game.sides[seat].number == 1 else "N"
