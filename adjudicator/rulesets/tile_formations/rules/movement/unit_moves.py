"""Chapter TF-MOVE, units: one unit on its path, from its declaration to where it ends, or is stopped by a test."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.look_ups import INFANTRY, LEFT
from adjudicator.rulesets.tile_formations.model.messages import (
    MoveDeclared,
    MoveResumed,
    MoveSuspended,
    MoveUnit,
    UnitLeftBattlefield,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.model.rows import Unit, UnitMove
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.model.subjects import UnitSubject
from adjudicator.rulesets.tile_formations.rules.assault import contacts
from adjudicator.rulesets.tile_formations.rules.danger.dangerous_terrain import ask_test
from adjudicator.rulesets.tile_formations.rules.danger.path_tests import DueTest, due_after
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.movers import find_mover
from adjudicator.rulesets.tile_formations.rules.movement.paths import LegalPath, judge_path
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, move_mode
from adjudicator.rulesets.tile_formations.rules.zones import leave_checks
from adjudicator.rulesets.tile_formations.rules.zones.leaving import graph_and_duty
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around

WALK = "walk"

# -- declared


def move_unit(ruling: Ruling[Game], command: MoveUnit) -> None:
    """TF-MOVE-02 A unit goes from tile to tile, each step of a path that is declared whole."""
    declare_path(ruling, find_mover(ruling, command.unit), command.path)


def declare_path(ruling: Ruling[Game], unit: Unit, tiles: Sequence[str], enemy: str = "") -> None:
    """TF-MOVE-07 TF-DANGER-13 Judge a path as a whole, and let the unit go along it, once in a move."""
    move = judge_move(ruling.game, unit.id, tiles, enemy)
    if isinstance(move, Fault):
        ruling.refuse_all([move])
        return
    graph, path = move
    declared = MoveDeclared(
        unit=unit.id,
        path=path.whole,
        speed=path.speed,
        cost=path.cost,
        cautious=graph.mode.cautious,
        charge=bool(path.contacts),
        enemy=enemy,
        zones=graph.owners,
    )
    ruling.record(declared, "TF-MOVE-02", *path.speed.clauses(), *path.cost.clauses(), *_grounds(graph, path))
    ruling.ask(WALK, subject=UnitSubject(unit.id))


def judge_move(game: Game, unit: str, tiles: Sequence[str], enemy: str = "") -> tuple[MoveGraph, LegalPath] | Fault:
    """TF-MOVE-07 TF-ZOC-10 Judge the move of a unit of the acting formation: how it goes, or why it may not."""
    if game.units[unit].moved:
        return fault("TF-MOVE-07", "already-moved", "unit", unit=unit)
    mode = move_mode(game, unit, action_of(game))
    graph, duty = graph_and_duty(game, unit, mode)
    path = judge_path(graph, tiles, enemy)
    if isinstance(path, Fault):
        return path
    wrong = leave_checks.exit_fault(graph, duty, path) or leave_checks.room_fault(game, graph, mode, path)
    return wrong or (graph, path)


def _grounds(graph: MoveGraph, path: LegalPath) -> tuple[str, ...]:
    """Name the clauses of what the path leads over and past: terrain, allies, zones."""
    placements = [graph.placement_at(tile) for tile in path.tiles]
    terrain = [graph.passage(tile).clause for placement in placements for tile in placement.tiles]
    passed = "TF-BLOCK-03" if graph.column == INFANTRY else "TF-BLOCK-02"
    allies = [passed] if any(map(graph.is_full, path.tiles)) else []
    engaging = ["TF-CHARGE-01", "TF-ZOC-05"] if path.contacts else ["TF-CHARGE-04"]
    charged = engaging if graph.mode.engaging else []
    left = ["TF-ZOC-12"] if graph.owners and path.tiles and not path.contacts else []
    return (*dict.fromkeys(terrain), *allies, *charged, *left)


def move_declared(game: Game, event: MoveDeclared) -> None:
    """Set the unit on its path; it has had its move, cautiously or, where that lapsed, not."""
    unit = game.units[event.unit]
    game.units[event.unit] = replace(unit, moved=True, cautious=event.cautious)
    game.unit_move = UnitMove(event.unit, unit.tile, event.path, owners=event.zones)
    game.settled_shots = {}


# -- on the way


def _continue_move(ruling: Ruling[Game], _window: Window) -> None:
    """TF-DANGER-13 Let the unit go on, up to the next test or the end of its path."""
    move = ruling.game.unit_move
    if move is None:
        return
    graph = MoveGraph(ruling.game, move.unit, MoveMode(action_of(ruling.game).action))
    if move.tested and not _tests_left(graph, move) and move.at < len(move.path):
        ruling.record(MoveResumed(unit=move.unit, rest=move.path[move.at :]), "TF-DANGER-13")
    if not _tests_left(graph, move):
        _go_to_next_test(ruling, graph, move)
    after = ruling.game.unit_move
    if after is not None:
        _suspend_for_test(ruling, graph, after)


def _due(graph: MoveGraph, move: UnitMove, at: int) -> tuple[DueTest, ...]:
    return due_after(graph, move.start, move.path, at)


def _tests_left(graph: MoveGraph, move: UnitMove) -> tuple[DueTest, ...]:
    return _due(graph, move, move.at)[move.tested :]


def _go_to_next_test(ruling: Ruling[Game], graph: MoveGraph, move: UnitMove) -> None:
    """Go up to the next tile with a test, or to the end."""
    at = move.at
    while at < len(move.path) and move.path[at] in graph.field:
        at += 1
        if _due(graph, move, at):
            break
    tested = bool(_due(graph, move, at)) and at > move.at
    leaves = at < len(move.path) and move.path[at] not in graph.field and not tested
    done = not tested and not leaves
    entered = move.path[move.at : at]
    if entered or done:
        ruling.record(UnitMoved(unit=move.unit, path=entered, tile=move.place(at), done=done), "TF-MOVE-02")
    if leaves:
        ruling.record(UnitLeftBattlefield(unit=move.unit, edge=move.path[at]), "TF-MOVE-09")
        contacts.end_contacts(ruling, move.unit)
    elif done:
        _arrive(ruling, move)


def _suspend_for_test(ruling: Ruling[Game], graph: MoveGraph, move: UnitMove) -> None:
    """TF-TERRAIN-04 TF-DANGER-13 Suspend the move for the test that is due."""
    kind, tile = _tests_left(graph, move)[0]
    rest = move.path[move.at :]
    ruling.record(MoveSuspended(unit=move.unit, tile=move.place(move.at), rest=rest), "TF-DANGER-13")
    ruling.ask(WALK, subject=UnitSubject(move.unit))
    ask_test(ruling, move.unit, tile, kind, starting=move.at == 0)


def unit_moved(game: Game, event: UnitMoved) -> None:
    """Put the unit where it is now."""
    game.units[event.unit] = replace(game.units[event.unit], tile=event.tile)
    move = game.unit_move
    if move is not None:
        game.unit_move = None if event.done else replace(move, at=move.at + len(event.path), tested=0)


def move_suspended(_game: Game, _event: MoveSuspended) -> None:
    """What is left of the path stands in the table already."""


def move_resumed(_game: Game, _event: MoveResumed) -> None:
    """The stretch that follows has an event of its own."""


def unit_left_battlefield(game: Game, event: UnitLeftBattlefield) -> None:
    """Take the unit off the board."""
    game.units[event.unit] = replace(game.units[event.unit], tile="", out=LEFT, contacts=())
    game.unit_move = None


# -- at the end


def _arrive(ruling: Ruling[Game], move: UnitMove) -> None:
    """TF-ZOC-07 TF-ZOC-12 Look what the end of a move means: zones left, contact made, no way out."""
    game, action = ruling.game, action_of(ruling.game)
    around = zones_around(game, move.unit)
    leave_checks.record_zone_left(ruling, move.unit, move.owners)
    mode = move_mode(game, move.unit, action)
    if mode.engaging:
        contacts.make_contact(ruling, move.unit)
        mode = move_mode(game, move.unit, action)
    if mode.due and not mode.left and move.owners and around and move.unit not in action.could_leave:
        leave_checks.record_trapped(ruling, move.unit, around)


PART = Part(
    handlers=handlers(move_unit),
    reducers=reducers(move_declared, unit_moved, move_suspended, move_resumed, unit_left_battlefield),
    windows=windows(WindowKind(WALK, "TF-DANGER-13", on_close=_continue_move, subject=UnitSubject)),
)
