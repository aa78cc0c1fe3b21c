"""Chapter 6, moves: declared with their paths, then made as declared, halted where something comes between.

A declared move stands in the innermost action; the suspended window "moving" goes on with it (`go_on`) until it is
over. Agility tests are taken in agility_tests.py, Ambush Fire is opened in reactions/carrying_out.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares.model.messages import (
    ModelPath,
    ModelPose,
    MoveDeclared,
    MoveInterrupted,
    MoveStopped,
    MoveUnit,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.rows import Action, Move, Reaction
from adjudicator.rulesets.antares.model.state import Game, current_action, is_down, is_on_table, models_of
from adjudicator.rulesets.antares.model.subjects import TerrainTestSubject, UnitSubject
from adjudicator.rulesets.antares.rules.assault.fighters import other_fighter
from adjudicator.rulesets.antares.rules.movement import agility_tests, move_allowance, move_checks, move_progress
from adjudicator.rulesets.antares.rules.reactions import carrying_out, re_aiming, reaction_moves, reaction_windows
from adjudicator.rulesets.antares.rules.terrain import terrain_on_the_way

MOVING = "moving"
PARTING = ("consolidation", "break_off")
HALTING = ("down", "destroyed", "losses")
KIND_CLAUSES = {
    "advance": "AN-MOVE-01",
    "run": "AN-MOVE-02",
    "assault": "AN-ASSAULT-04",
    "dash_to_cover": "AN-REACT-17",
    "escape": "AN-REACT-19",
    "countercharge": "AN-REACT-21",
    "consolidation": "AN-CONS-01",
    "break_off": "AN-PBS-10",
}

# -- declaring


def move_unit(ruling: Ruling[Game], command: MoveUnit) -> None:
    """AN-MOVE-10 A unit's side declares its path, and whether it sprints, before it moves."""
    game, window = ruling.game, ruling.window
    action, asked = current_action(game), window.kind if window is not None else ""
    ruling.find(game.units, command.unit, "unit")
    ruling.require(command.unit == action.unit, "AN-TURN-13", "other-unit-moves", "unit", unit=action.unit)
    if asked == "assault_path":
        # who names no path goes nowhere, and so does not sprint
        sprint = action.move is not None and action.move.sprint and bool(command.paths)
        declare_move(ruling, "assault", action.unit, command.paths, sprint, "AN-REACT-33")
    elif asked == "reaction_move":
        sprint = reaction_moves.sprints(game)
        ruling.require(sprint or not command.sprint, "AN-REACT-31", "sprint-not-declared", "sprint", unit=action.unit)
        declare_move(ruling, reaction_moves.kind_of_move(game), action.unit, command.paths, sprint, "AN-REACT-33")
    else:
        declare_move(ruling, _ordered_kind(ruling, action), action.unit, command.paths, command.sprint, "AN-MOVE-10")
    ruling.answered()
    if asked == "action":
        reaction_windows.begin(ruling, "move")


def _ordered_kind(ruling: Ruling[Game], action: Action) -> str:
    """AN-ORDER-02 AN-ORDER-05 AN-ORDER-11 Name the kind of move that an order allows, or refuse it."""
    ruling.require(action.order != "fire", "AN-ORDER-02", "no-move-on-fire", unit=action.unit)
    ruling.require(action.order in ("advance", "run"), "AN-ORDER-11", "no-move-on-order", order=action.order)
    ruling.require(not action.shot, "AN-ORDER-05", "shot-already", unit=action.unit)
    ruling.require(not action.moved, "AN-MOVE-10", "moved-already", unit=action.unit)
    return action.order


def declare_move(
    ruling: Ruling[Game], kind: str, unit: str, paths: Sequence[ModelPath], sprint: bool, *cited: str, target: str = ""
) -> None:
    """AN-MOVE-09 AN-MOVE-10 Check a move, put it on record, and push "moving"; the caller answers its window.

    `kind` is as in MoveDeclared, `cited` further clauses. The unit that may be touched is `target`, or that of the
    assault under way; whether an assault leads to contact is for its own clause (move_checks.contact_faults).
    """
    game = ruling.game
    goal = target or other_fighter(game, unit)
    asked = ruling.window.kind if ruling.window is not None else ""
    # who stays makes a move of 0 inches, torn apart or in contact as it is
    found = move_checks.faults(game, unit, kind, paths, sprint=sprint, target=goal)
    if not found and asked == "reaction_move":
        found += reaction_moves.faults(game, paths)
    elif not found and asked == "assault_path":
        found += re_aiming.end_faults(game, paths, "paths")
    ruling.refuse_all(found)
    allowance = move_allowance.allowance(game, unit, kind, sprint=sprint)
    event = MoveDeclared(unit=unit, paths=tuple(paths), sprint=sprint, kind=kind, allowance=allowance)
    also = ("AN-MOVE-04", "AN-ORDER-09") if sprint else ()
    ruling.record(event, KIND_CLAUSES[kind], "AN-MOVE-09", *also, *cited)
    if asked != "assault_path":
        # a path named anew is gone along by the suspended "moving" of the one it replaces, once ambushers have answered
        ruling.ask(MOVING)


def move_declared(game: Game, event: MoveDeclared) -> None:
    """Note the move at the innermost action; a unit that parts acts by itself for so long."""
    models = models_of(game, event.unit)
    starts = tuple(ModelPose(model=model.id, pose=model.pose) for model in models if model.pose is not None)
    move = Move(kind=event.kind, paths=event.paths, starts=starts, sprint=event.sprint, allowance=event.allowance)
    row = game.units[event.unit]
    if event.kind in PARTING:
        game.actions = (*game.actions, Action(unit=row.id, seat=row.seat, order="advance", kind="parting", move=move))
        _parts(game, event.unit)
        return
    before = game.actions[-1].move
    game.actions = (*game.actions[:-1], replace(game.actions[-1], move=move, moved=True))
    if event.sprint:
        game.units[event.unit] = replace(row, sprinting=True, sprinted=game.turn)
    elif before is not None and before.sprint:
        game.units[event.unit] = replace(row, sprinting=False, sprinted=0)


def _parts(game: Game, unit: str) -> None:
    if game.assault is not None:
        left = tuple(row for row in game.assault.consolidating if row != unit)
        game.assault = replace(game.assault, consolidating=left)


# -- going


def continue_move(ruling: Ruling[Game]) -> None:
    """AN-MOVE-10 AN-REACT-35 Take the declared move to its next halt, or to its end.

    It halts for Ambush Fire, for terrain that has to be tested for, and for the test of a sprint.
    """
    game, action = ruling.game, current_action(ruling.game)
    move = action.move
    if move is None or move.finished:
        return
    if not is_on_table(game, action.unit) or game.units[action.unit].fleeing:
        _halt(ruling, action, move, "destroyed")
    elif _went_down(game, action):
        _halt(ruling, action, move, "down")
    else:
        _proceed(ruling, action, move)


def _went_down(game: Game, action: Action) -> bool:
    """AN-REACT-35 AN-CONS-01 Tell whether a unit went Down on its way; one that was Down before parts all the same."""
    sprinted = game.units[action.unit].sprint_tested
    return action.kind != "parting" and is_down(game, action.unit) and not sprinted


def _proceed(ruling: Ruling[Game], action: Action, move: Move) -> None:
    game, unit = ruling.game, ruling.game.units[action.unit]
    limit, reason = terrain_on_the_way.limit_of(game, action, move)
    test = next(iter(terrain_on_the_way.tests_due(game, action, move)), None)
    ambush = _next_ambush(game, action, limit if test is None else min(limit, test[0]))
    if ambush is not None:
        _fire_at(ruling, action, move, ambush)
    elif test is not None and test[0] <= limit:
        _go_to(ruling, move, test[0])
        ruling.ask(MOVING)
        ruling.ask(agility_tests.TERRAIN_TEST, TABLE, subject=TerrainTestSubject(unit.id, test[1]))
    elif _sprint_due(game, action, move, limit):
        _arrive(ruling, action, move, limit, reason, over=False)
        ruling.ask(MOVING)
        ruling.ask(agility_tests.SPRINT_TEST, TABLE, subject=UnitSubject(unit.id))
    else:
        _arrive(ruling, action, move, limit, reason, over=True)
        if action.kind not in ("reaction", "parting"):
            carrying_out.lapse_rest(ruling)


def _next_ambush(game: Game, action: Action, limit: int) -> Reaction | None:
    """AN-REACT-22 AN-REACT-33 Find the next Ambush Fire on the way, by point and then in order of declaration."""
    if action.kind in ("reaction", "parting"):
        return None
    waiting = (
        reaction for reaction in game.reactions if reaction.stage == "passed" and reaction.reaction == "ambush_fire"
    )
    return min((row for row in waiting if row.point <= limit), key=lambda row: row.point, default=None)


def _fire_at(ruling: Ruling[Game], action: Action, move: Move, row: Reaction) -> None:
    """AN-REACT-22 Halt at the point that an ambusher named, and let it fire."""
    point = max(row.point, move.progress)
    _go_to(ruling, move, point)
    ruling.record(MoveInterrupted(unit=action.unit, by=row.unit, progress=point), "AN-REACT-22")
    ruling.ask(MOVING)
    carrying_out.open_ambush(ruling, row.unit)


def _sprint_due(game: Game, action: Action, move: Move, limit: int) -> bool:
    """AN-MOVE-06 Tell whether the sprint test is due: once the move is made; by option only beyond 2M."""
    if not move.sprint or game.units[action.unit].sprint_tested:
        return False
    return (
        not game.options.sprint_test_only_beyond_run or limit > move_allowance.RUN * game.sheets[action.unit].movement
    )


def _go_to(ruling: Ruling[Game], move: Move, progress: int) -> None:
    """Let the models go on; nothing is noted where they stand there already."""
    if progress > move.progress:
        _record(ruling, move, progress, over=False)


def _arrive(ruling: Ruling[Game], action: Action, move: Move, limit: int, reason: str, *, over: bool) -> None:
    """AN-MOVE-10 Come to the end of the way, or to where it is cut short (AN-TERRAIN-08, AN-TERRAIN-09)."""
    if not reason:
        at = limit
    else:
        at = move_progress.room_at(ruling.game, action, move, limit) if move.limit is None else move.limit
    if reason and move.limit is None:
        clause = "AN-TERRAIN-09" if reason == "obstacle" else "AN-TERRAIN-08"
        ruling.record(MoveStopped(unit=action.unit, reason=reason, progress=at), clause)
    if over or at != move.progress:
        _record(ruling, move, at, over=over)


def _halt(ruling: Ruling[Game], action: Action, move: Move, reason: str) -> None:
    """AN-REACT-35 End the move on the spot, where there is room for whoever is left."""
    at = move.progress
    if is_on_table(ruling.game, action.unit):
        at = move_progress.room_at(ruling.game, action, move, at)
    if at != move.progress:
        _record(ruling, move, at, over=False)
    ruling.record(MoveStopped(unit=action.unit, reason=reason, progress=at), "AN-REACT-35")
    carrying_out.lapse_rest(ruling)


def _record(ruling: Ruling[Game], move: Move, progress: int, *, over: bool) -> None:
    unit = current_action(ruling.game).unit
    poses = move_progress.poses_at(ruling.game, move, progress)
    event = UnitMoved(unit=unit, models=poses, progress=progress, over=over)
    ruling.record(event, KIND_CLAUSES[move.kind], "AN-MOVE-10")


def _moving(ruling: Ruling[Game], _window: Window) -> None:
    continue_move(ruling)


# -- what has moved


def unit_moved(game: Game, event: UnitMoved) -> None:
    """Put the models where they went; a unit that has parted is done."""
    for model in event.models:
        game.models[model.model] = replace(game.models[model.model], pose=model.pose)
    action = game.actions[-1]
    if action.move is None:
        return
    if event.over and action.kind == "parting":
        game.actions = game.actions[:-1]
        return
    move = replace(action.move, progress=event.progress, finished=event.over)
    game.actions = (*game.actions[:-1], replace(action, move=move))


def move_stopped(game: Game, event: MoveStopped) -> None:
    """Note where it ends; a unit that is gone or Down does nothing more."""
    action = game.actions[-1]
    if action.move is None:
        return
    halted = event.reason in HALTING
    move = replace(action.move, limit=event.progress, finished=halted)
    game.actions = (*game.actions[:-1], replace(action, move=move, halted=halted))


def move_interrupted(_game: Game, _event: MoveInterrupted) -> None:
    """It goes on after the fire."""


PART = Part(
    handlers=handlers(move_unit),
    reducers=reducers(move_declared, unit_moved, move_stopped, move_interrupted),
    windows=windows(WindowKind(MOVING, "AN-MOVE-10", on_close=_moving)),
)
