"""What holds of every game after every entry."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of, units_by_tile
from adjudicator.rulesets.tile_formations.model.look_ups import (
    BROKEN,
    HELD_BACK,
    LEFT,
    NORMAL,
    OVERWATCH,
    WAITING,
    allied,
    units_on_board,
)
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game

STATES = (NORMAL, OVERWATCH, BROKEN)
WHOLE = (WAITING, HELD_BACK)


def invariants(game: Game) -> Iterator[str]:
    """Say in words what is broken."""
    if game.battlefield is None:
        return
    yield from _ground(game)
    for unit in game.units.values():
        if unit.id not in game.sheets:
            yield f"{unit.id} has no sheet"
            continue
        yield from _unit(game, unit)
    yield from _formations(game)
    yield from _crowds(game)
    yield from _under_way(game)
    yield from _fights(game)


def limits(game: Game) -> Iterator[str]:
    """Say what a ruling has set beyond what the rules know."""
    if game.turn < 0 or game.first not in game.sides:
        yield f"turn {game.turn}, first {game.first}"
    for row in game.formations.values():
        if row.acted < 0:
            yield f"{row.id} acted in turn {row.acted}"


def _ground(game: Game) -> Iterator[str]:
    field = board(game)
    for tile, cell in game.cells.items():
        if tile not in field:
            yield f"terrain lies in {tile}, off the battlefield"
        strange = [kind for kind in (cell.base, *cell.overlays) if kind not in game.kinds]
        if strange or cell.damage < 0:
            yield f"{tile} has {strange or cell.damage}"


def _unit(game: Game, unit: Unit) -> Iterator[str]:
    most = game.sheets[unit.id].integrity
    if unit.out:
        left = most if unit.out in WHOLE else unit.integrity if unit.out == LEFT else 0
        if unit.tile or unit.contacts or unit.integrity != left:
            yield f"{unit.id} is {unit.out} and has tile {unit.tile!r}, integrity {unit.integrity}, {unit.contacts}"
        return
    if not 0 < unit.integrity <= most:
        yield f"{unit.id} of integrity {most} has {unit.integrity}"
    tiles = tiles_of(game, unit.id) if unit.tile in board(game) else ()
    if not tiles:
        yield f"{unit.id} stands in {unit.tile!r}, off the battlefield"
    for other in unit.contacts:
        if other not in game.units or unit.id not in game.units[other].contacts:
            yield f"{unit.id} is in contact with {other}, and not the other way round"


def _formations(game: Game) -> Iterator[str]:
    for row in game.formations.values():
        if row.seat not in game.sides:
            yield f"{row.id} is of seat {row.seat}"
        if row.shock < 0 or row.state not in STATES or row.acted > game.turn:
            yield f"{row.id} has Shock {row.shock}, state {row.state}, acted in {row.acted}"
        strange = [item for item in row.units if item not in game.units or game.units[item].formation != row.id]
        if strange:
            yield f"{row.id} has units {strange}"
    lost = [unit.id for unit in game.units.values() if unit.id not in _listed(game, unit)]
    if lost:
        yield f"{lost} are of no formation"


def _listed(game: Game, unit: Unit) -> tuple[str, ...]:
    row = game.formations.get(unit.formation)
    return row.units if row else ()


def _crowds(game: Game) -> Iterator[str]:
    """TF-BLOCK-01 TF-BLOCK-05 No tile holds enemies, nor more units at rest than the options let it."""
    mover = game.unit_move.unit if game.unit_move else ""
    for tile, units in units_by_tile(game).items():
        names = ", ".join(unit.id for unit in units)
        if any(not allied(game, units[0].seat, unit.seat) for unit in units[1:]):
            yield f"{tile} holds enemies: {names}"
        if sum(unit.id != mover for unit in units) > game.options.stacking_limit:
            yield f"{tile} holds {names}"


def _under_way(game: Game) -> Iterator[str]:
    action, unit_move, test = game.action, game.unit_move, game.danger_test
    if action is not None and action.formation not in game.formations:
        yield f"{action.formation} acts"
    if action is None and unit_move is not None:
        yield f"{unit_move.unit} walks and nobody acts"
    if unit_move is not None and (game.units[unit_move.unit].out or not 0 <= unit_move.at <= len(unit_move.path)):
        yield f"{unit_move.unit} has gone {unit_move.at} tiles of {unit_move.path}"
    if test is not None and (game.units[test.unit].out or test.dice < 1):
        yield f"{test.unit} is tested with {test.dice} dice"
    if any(window.kind == "choose_action" for window in game.stack) and (action or unit_move or test or game.shooting):
        yield "an action is asked for while one is under way"


def _fights(game: Game) -> Iterator[str]:
    if sum(not row.over for row in game.assaults.values()) > 1:
        yield "several assaults are open"
    for row in game.assaults.values():
        if row.over and row.contacts:
            yield f"{row.id} is over and has contacts"
    for unit in units_on_board(game):
        if unit.zone_lost and (unit.zone_lost not in game.assaults or game.assaults[unit.zone_lost].over):
            yield f"{unit.id} has lost its zone in {unit.zone_lost}"
    shooting = game.shooting
    if shooting is not None and not {shooting.formation, shooting.target} <= set(game.formations):
        yield f"{shooting.formation} shoots at {shooting.target}"
    for key, hit in game.hits.items():
        if hit.unit and hit.unit not in game.units:
            yield f"hit {key} is on {hit.unit}"
