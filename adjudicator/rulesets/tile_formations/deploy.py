"""Chapter TF-PLAY, deployment: seat by seat in turn, a whole formation at a time, each in its own zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import turns
from adjudicator.rulesets.tile_formations.ground import effect, moved_over
from adjudicator.rulesets.tile_formations.kinds import IMPASSABLE, cell_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeploymentCompleted,
    DeployUnit,
    FormationHeldBack,
    HoldBack,
    UnitDeployed,
)
from adjudicator.rulesets.tile_formations.options import column_of
from adjudicator.rulesets.tile_formations.outside import answering
from adjudicator.rulesets.tile_formations.rows import Unit
from adjudicator.rulesets.tile_formations.state import (
    HELD_BACK,
    WAITING,
    Game,
    allied,
    board,
    ground_at,
    on_board,
    order_of_ids,
    span,
    tiles_of,
    units_of,
)

DEPLOY = "deploy"
NO_ENTRY = "no_entry"
Crowd: TypeAlias = Mapping[str, Sequence[Unit]]

# -- whose turn it is


def begin(ruling: Ruling[Game]) -> None:
    """TF-PLAY-01 Begin with the seat that acts first."""
    _next(ruling, ruling.game.how.first_seat - 1)


def _next(ruling: Ruling[Game], last: Party) -> None:
    """TF-PLAY-01 Ask the next seat for its next formation; when nothing waits, play begins."""
    seats = sorted(ruling.game.sides)
    for step in range(1, len(seats) + 1):
        seat = (last + step) % len(seats)
        key = next(_to_deploy(ruling.game, seat), None)
        if key is not None:
            ruling.ask(DEPLOY, seat, about=(key,))
            return
    ruling.record(DeploymentCompleted(), "TF-PLAY-01")
    turns.begin_play(ruling)


def _to_deploy(game: Game, seat: Party) -> Iterator[str]:
    """List the formations of a seat with units that wait, by number."""
    own = sorted((key for key, row in game.formations.items() if row.seat == seat), key=order_of_ids)
    return (key for key in own if waiting(game, key))


def waiting(game: Game, formation: str) -> tuple[str, ...]:
    """List the units of a formation that wait to be deployed, by number."""
    return tuple(unit for unit in game.formations[formation].units if game.units[unit].out == WAITING)


def _deployed(ruling: Ruling[Game], window: Window) -> None:
    """TF-PLAY-01 With a formation deployed, the next seat follows."""
    _next(ruling, ruling.game.formations[window.about[0]].seat)


def deployment_completed(game: Game, _event: DeploymentCompleted) -> None:
    """Note that everybody is there."""
    for seat, side in tuple(game.sides.items()):
        game.sides[seat] = replace(side, deployed=True)


# -- placing


def deploy_unit(ruling: Ruling[Game], command: DeployUnit) -> None:
    """TF-PLAY-01 A seat deploys the formation that it is asked for in its zone; a referee any unit, anywhere."""
    asked = answering(ruling, DEPLOY)
    unit = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(asked or ruling.actor == REFEREE, "TF-PLAY-01", "not-deploying", "unit", unit=unit.id)
    if asked and ruling.window is not None:
        formation = ruling.window.about[0]
        ruling.require(unit.formation == formation, "TF-PLAY-01", "other-formation", "unit", formation=formation)
    ruling.require(unit.out in {WAITING, HELD_BACK}, "TF-PLAY-01", "not-waiting", "unit", unit=unit.id)
    wrong = place_fault(ruling.game, unit, command.tile, free=ruling.actor == REFEREE)
    ruling.refuse_all(() if wrong is None else (wrong,))
    ruling.record(UnitDeployed(unit=unit.id, tile=command.tile), "TF-PLAY-01", "TF-GRID-02", "TF-BLOCK-05")
    _close(ruling, unit.formation)


def _close(ruling: Ruling[Game], formation: str) -> None:
    """Close the question of a formation that is deployed, whoever has deployed it."""
    top = ruling.game.stack[-1] if ruling.game.stack else None
    if top is not None and top.kind == DEPLOY and top.about == (formation,) and not waiting(ruling.game, formation):
        ruling.window = top
        ruling.answered_all()


def unit_deployed(game: Game, event: UnitDeployed) -> None:
    """Put the unit on the battlefield."""
    game.units[event.unit] = replace(game.units[event.unit], tile=event.tile, out="")
    _note_deployed(game, game.units[event.unit].seat)


def _note_deployed(game: Game, seat: Party) -> None:
    done = not any(unit.out == WAITING for unit in game.units.values() if unit.seat == seat)
    game.sides[seat] = replace(game.sides[seat], deployed=done)


def place_fault(game: Game, unit: Unit, tile: str, *, free: bool, crowd: Crowd | None = None) -> Fault | None:
    """Say why a unit may not be placed; with `free` zones and terrain do not matter (TF-TERRAIN-09).

    `crowd` are the units on the battlefield by tile, where they are known already.
    """
    tiles = ground_at(game, unit.id, tile) if tile in board(game) else ()
    if not tiles:
        return _fault("TF-GRID-02", "no-room-there", tile=tile[:20])
    zone = game.sides[unit.seat].zone
    outside = next((each for each in tiles if each not in zone), "")
    if outside and not free:
        return _fault("TF-PLAY-01", "outside-zone", tile=outside)
    full = _occupied(game, unit, tiles, _crowd(game) if crowd is None else crowd)
    return full or (None if free else _terrain(game, unit, tiles)) or _in_the_way(game, tiles)


def _fault(clause: str, reason: str, **facts: int | str) -> Fault:
    return Fault(clause, reason, "tile", tuple(facts.items()))


def _crowd(game: Game) -> Crowd:
    found: dict[str, list[Unit]] = {}
    for unit in on_board(game):
        for tile in tiles_of(game, unit.id):
            found.setdefault(tile, []).append(unit)
    return found


def _occupied(game: Game, unit: Unit, tiles: Iterable[str], crowd: Crowd) -> Fault | None:
    """TF-BLOCK-05 No tile holds units of two sides, nor more units than the options let it."""
    for tile in tiles:
        there = crowd.get(tile, ())
        if len(there) >= game.how.stacking_limit or any(not allied(game, unit.seat, each.seat) for each in there):
            return _fault("TF-BLOCK-05", "taken", tile=tile, unit=there[0].id)
    return None


def _terrain(game: Game, unit: Unit, tiles: Iterable[str]) -> Fault | None:
    """TF-TERRAIN-03 TF-TERRAIN-07 Impassable terrain is no place, unless it is a position that can be held."""
    sheet = game.sheets[unit.id]
    column = column_of(game.how, sheet.type)
    for tile in tiles:
        for kind in moved_over(game, tile):
            found, cell = effect(game, sheet, kind), cell_of(kind, column)
            held = bool(cell and cell.cover) and game.how.cover_and_impassable != NO_ENTRY
            if found.move == IMPASSABLE and not held:
                return _fault(found.clause, "no-place", tile=tile, terrain=kind.name, by=column)
    return None


def _in_the_way(game: Game, tiles: Iterable[str]) -> Fault | None:
    """TF-DANGER-13 What is left of a suspended path stays free, since the path can not be changed."""
    walk = game.walk
    if walk is None:
        return None
    ahead = {each for tile in walk.path[walk.at :] if tile in board(game) for each in ground_at(game, walk.unit, tile)}
    found = next((tile for tile in tiles if tile in ahead), "")
    return _fault("TF-DANGER-13", "path-leads-there", tile=found, unit=walk.unit) if found else None


# -- holding back


def hold_back(ruling: Ruling[Game], command: HoldBack) -> None:
    """TF-PLAY-01 What is not placed of a formation stays off the battlefield, until a referee deploys it."""
    formation = ruling.window.about[0] if ruling.window else ""
    ruling.require(
        command.formation in {"", formation}, "TF-PLAY-01", "other-formation", "formation", formation=formation
    )
    ruling.record(FormationHeldBack(formation=formation, units=waiting(ruling.game, formation)), "TF-PLAY-01")
    ruling.answered_all()


def formation_held_back(game: Game, event: FormationHeldBack) -> None:
    """Note that they are kept off."""
    for unit in event.units:
        game.units[unit] = replace(game.units[unit], out=HELD_BACK)
    _note_deployed(game, game.formations[event.formation].seat)


# -- offers and what silence stands for


def places(game: Game, unit: str) -> tuple[str, ...]:
    """List the tiles where a unit may be deployed by its owner, by column, then by row."""
    row, crowd = game.units[unit], _crowd(game)
    zone = game.sides[row.seat].zone
    return tuple(tile for tile in zone if place_fault(game, row, tile, free=False, crowd=crowd) is None)


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation = window.about[0]
    made = []
    for unit in waiting(game, formation):
        tiles = places(game, unit)
        if tiles:
            made.append(offer(DeployUnit, "TF-PLAY-01", unit=Choice((unit,)), tile=Choice(tiles)))
    return [*made, offer(HoldBack, "TF-PLAY-01", formation=Choice((formation,)))]


def _usual(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence place the first unit that has room, near its formation; without room all is held back."""
    formation = window.about[0]
    for unit in waiting(game, formation):
        tiles = places(game, unit)
        if tiles:
            return DeployUnit(unit=unit, tile=min(tiles, key=lambda tile: _lonely(game, formation, unit, tile)))
    return HoldBack(formation=formation)


def _lonely(game: Game, formation: str, unit: str, tile: str) -> tuple[int, tuple[int, int]]:
    there = ground_at(game, unit, tile)
    apart = (span(game, there, tiles_of(game, each.id)) for each in units_of(game, formation))
    return min(apart, default=0), board(game).order(tile)


CLAUSES = handlers(deploy_unit, hold_back)
REDUCERS = reducers(unit_deployed, formation_held_back, deployment_completed)
WINDOWS = windows(WindowKind(DEPLOY, "TF-PLAY-01", (DeployUnit, HoldBack), _offers, _usual, _deployed))

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "begin", "place_fault", "places", "waiting"]
