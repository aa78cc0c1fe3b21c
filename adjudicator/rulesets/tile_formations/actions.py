"""Chapter TF-MOVE, actions: a formation begins its action, makes its moves one by one, and ends it."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import (
    assaults,
    choices,
    cohesion,
    contacts,
    endings,
    leaving,
    moving,
    overwatch,
    shooting,
    turns,
)
from adjudicator.rulesets.tile_formations.bounds import FREE, IN_TIME, WITHDRAW, Duty
from adjudicator.rulesets.tile_formations.course import ENGAGE
from adjudicator.rulesets.tile_formations.ground import road_at
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionEnded,
    ActionTestFailed,
    ActionTestPassed,
    BeginAction,
    Charge,
    DeclareCautious,
    EndAction,
    EndFormationMove,
    EnteredOverwatch,
    EnterOverwatch,
    FormationMoveBegun,
    FormationMoveEnded,
    MoveUnit,
    OverwatchEnded,
)
from adjudicator.rulesets.tile_formations.options import NO_ONE, actions_of, moves_of
from adjudicator.rulesets.tile_formations.rows import Action, Formation
from adjudicator.rulesets.tile_formations.state import (
    NORMAL,
    OVERWATCH,
    Game,
    action_of,
    allied,
    tiles_of,
    units_of,
)
from adjudicator.rulesets.tile_formations.zones import zones_around

ACTION, CHOOSE, INSTEAD = "action", "choose_action", "action_instead"
MARCH = "march"
PASSED, FAILED = "passed", "failed"
ALTERNATE = "alternate"

# -- beginning


def begin_action(ruling: Ruling[Game], command: BeginAction) -> None:
    """TF-MOVE-04 A formation takes an action, which fixes how many moves it has."""
    formation = _own(ruling, command.formation)
    moves = _moves(ruling, command.action)
    _check_test(ruling, command)
    _check_target(ruling, formation, command)
    _check_road_march(ruling, formation, command)
    bound = _bound(ruling.game, formation.id)
    if command.test == FAILED and not command.road_march:
        _test_failed(ruling, formation, command)
        return
    _require_way_out(ruling, bound, moves)
    _require_way_off_road(ruling, bound, command, moves)
    if command.test or command.road_march:
        passed = ActionTestPassed(formation=formation.id, action=command.action, automatic=command.road_march)
        ruling.record(passed, "TF-ROAD-05" if command.road_march else "TF-MOVE-04")
    _begin(ruling, formation, command, bound)


def _own(ruling: Ruling[Game], key: str) -> Formation:
    """TF-PLAY-02 A seat acts with its own formations, with each once in a turn where they take turns."""
    formation = ruling.find(ruling.game.formations, key, "formation")
    instead = ruling.window is not None and ruling.window.kind == INSTEAD
    mine = key in ruling.window.about if ruling.window and instead else formation.seat == ruling.actor
    ruling.require(mine, "TF-MOVE-04", "not-your-formation", "formation", formation=key)
    ruling.require(units_of(ruling.game, key), "TF-MOVE-04", "formation-gone", "formation", formation=key)
    acted = ruling.game.how.turn_order == ALTERNATE and formation.acted == ruling.game.turn
    ruling.require(instead or not acted, "TF-PLAY-02", "acted-already", "formation", formation=key)
    return formation


def _moves(ruling: Ruling[Game], action: str) -> int:
    moves = moves_of(ruling.game.how, action)
    known = " ".join(actions_of(ruling.game.how))
    ruling.require(moves is not None, "TF-MOVE-04", "no-such-action", "action", action=action[:40], known=known)
    return moves or 0


def _check_test(ruling: Ruling[Game], command: BeginAction) -> None:
    """TF-MOVE-10 The result of an action test comes from outside, where the options have one."""
    ruling.require(command.test in {"", PASSED, FAILED}, "TF-MOVE-10", "no-such-result", "test", test=command.test[:40])
    tested = command.test and ruling.game.how.action_test == NO_ONE
    ruling.require(not tested, "TF-MOVE-10", "no-tests-here", "test")


def _check_target(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-CHARGE-03 An engage action names the enemy formation that it goes for."""
    engaging = command.action == ENGAGE
    ruling.require(engaging or not command.target, "TF-CHARGE-03", "no-target-here", "target", action=command.action)
    if not engaging or (not command.target and not ruling.game.how.engage_target_required):
        return
    ruling.require(command.target, "TF-CHARGE-03", "target-needed", "target")
    target = ruling.find(ruling.game.formations, command.target, "target")
    hostile = not allied(ruling.game, formation.seat, target.seat) and units_of(ruling.game, target.id)
    ruling.require(hostile, "TF-CHARGE-03", "not-an-enemy", "target", enemy=target.id)


def _check_road_march(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-ROAD-05 A road march is a march of units that all stand on roads."""
    if not command.road_march:
        return
    ruling.require(command.action == MARCH, "TF-ROAD-05", "not-a-march", "road_march", action=command.action)
    for unit in units_of(ruling.game, formation.id):
        for tile in tiles_of(ruling.game, unit.id):
            on_road = road_at(ruling.game, tile)
            ruling.require(on_road, "TF-ROAD-05", "unit-off-road", "road_march", unit=unit.id, tile=tile)


def _bound(game: Game, formation: str) -> tuple[str, ...]:
    """TF-ZOC-10 List the units of a formation that stand in enemy zones of control."""
    return tuple(unit.id for unit in units_of(game, formation) if zones_around(game, unit.id))


def _require_way_out(ruling: Ruling[Game], bound: tuple[str, ...], moves: int) -> None:
    """TF-ZOC-11 A formation with a unit in an enemy zone takes an action with a move."""
    stuck = next(iter(bound), "") if moves == 0 else ""
    ruling.require(not stuck, "TF-ZOC-11", "in-enemy-zone", "action", unit=stuck)


def _require_way_off_road(ruling: Ruling[Game], bound: tuple[str, ...], command: BeginAction, moves: int) -> None:
    """TF-ZOC-12 TF-ZOC-13 A formation does not march on the road alone where that keeps a unit in an enemy zone."""
    for key in bound if command.road_march else ():
        clause = leaving.kept_on_road(ruling.game, ruling.game.units[key], moves)
        ruling.require(not clause, clause, "road-keeps-inside", "road_march", unit=key)


def _test_failed(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-MOVE-10 The action is not begun; another may be, where the options name one that can be."""
    game, instead = ruling.game, ruling.game.how.failed_action
    bound, moves = _bound(game, formation.id), moves_of(game.how, instead)
    possible = moves is not None and (moves > 0 or not bound) and instead != ENGAGE
    failed = ActionTestFailed(formation=formation.id, action=command.action, instead=instead if possible else "")
    ruling.record(failed, "TF-MOVE-10")
    if possible:
        _begin(ruling, formation, replace(command, action=instead, target=""), bound)
        return
    _answered(ruling)
    if ruling.protocol.referee:
        ruling.ask(INSTEAD, REFEREE, about=(formation.id,))


def _begin(ruling: Ruling[Game], formation: Formation, command: BeginAction, bound: tuple[str, ...]) -> None:
    how = ruling.game.how
    if formation.state == OVERWATCH:
        ruling.record(OverwatchEnded(formation=formation.id), "TF-OW-03")
    begun = ActionBegun(
        formation=formation.id, action=command.action, moves=moves_of(how, command.action) or 0,
        target=command.target, road_march=command.road_march, shoots=command.action in how.shooting_actions,
        bound=bound,
    )  # fmt: skip
    ruling.record(begun, "TF-MOVE-04", *(["TF-ZOC-10"] if bound else []))
    _answered(ruling)
    if command.action == OVERWATCH:
        ruling.ask("enter_overwatch", formation.seat, about=(formation.id,))


def _answered(ruling: Ruling[Game]) -> None:
    """Close the question; beneath what is asked instead after a failed test the action waits already."""
    ruling.answered_all()
    if ruling.window is None or ruling.window.kind != INSTEAD:
        ruling.ask(ACTION)


def action_begun(game: Game, event: ActionBegun) -> None:
    """Note the action; the formation has acted in this turn."""
    formation = game.formations[event.formation]
    game.formations[event.formation] = replace(formation, acted=game.turn)
    game.active = formation.seat
    game.action = Action(
        event.formation, formation.seat, event.action, event.moves, event.target, event.road_march, event.shoots,
        event.bound,
    )  # fmt: skip
    _refresh(game, event.formation)


def _refresh(game: Game, formation: str, *, charged: bool = False) -> None:
    """Let the units of a formation be fresh for a move; whether they have charged holds for the action."""
    for unit in units_of(game, formation):
        kept = unit.charged if charged else False
        game.units[unit.id] = replace(unit, moved=False, cautious=False, charged=kept)


def action_test_passed(_game: Game, _event: ActionTestPassed) -> None:
    """The action that begins has an event of its own."""


def action_test_failed(game: Game, event: ActionTestFailed) -> None:
    """Where nothing is begun instead, the formation has acted all the same."""
    formation = game.formations[event.formation]
    game.active = formation.seat
    if not event.instead:
        game.formations[event.formation] = replace(formation, acted=game.turn)


def overwatch_ended(game: Game, event: OverwatchEnded) -> None:
    """Take the formation out of Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=NORMAL)


# -- the course of an action


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """TF-MOVE-05 Go on with the next move, then the assault, then the shooting, then the end of the action."""
    action = ruling.game.action
    if endings.check(ruling):
        return
    if action is None:
        turns.next_actor(ruling)
        return
    alive, assault = units_of(ruling.game, action.formation), contacts.open_assault(ruling.game)
    ruling.ask(ACTION)
    if action.left and alive:
        begun = FormationMoveBegun(formation=action.formation, move=action.move + 1, left=action.left - 1)
        ruling.record(begun, "TF-MOVE-05")
        ruling.ask("formation_move", action.seat, about=(action.formation,))
    elif assault is not None:
        assaults.ask_assault(ruling, assault)
    elif action.shoots and alive:
        shooting.begin(ruling, action.formation)
    else:
        ruling.ask("action_end", action.seat, about=(action.formation,))


def formation_move_begun(game: Game, event: FormationMoveBegun) -> None:
    """Open the move; every unit may move in it."""
    action = action_of(game)
    game.action = replace(action, move=event.move, left=event.left, moving=True)
    _refresh(game, event.formation, charged=True)


def end_formation_move(ruling: Ruling[Game], command: EndFormationMove) -> None:
    """TF-MOVE-05 TF-COHESION-05 TF-COHESION-06 A move is complete with its check; who was left unmoved stays."""
    game, action = ruling.game, action_of(ruling.game)
    _require_acting(ruling, command.formation)
    trapped = _trapped(ruling)
    checked = action.action != ENGAGE or game.how.cohesion_after_charge
    kept = cohesion.body_kept(ruling, action.formation, command.keep) if checked else ()
    ruling.record(FormationMoveEnded(formation=action.formation, move=action.move), "TF-MOVE-05", "TF-COHESION-05")
    if checked:
        cohesion.leave_behind(ruling, action.formation, kept)
    for unit in trapped:
        if not ruling.game.units[unit].out:
            moving.no_exit(ruling, unit, zones_around(ruling.game, unit))
    ruling.answered_all()
    overwatch.open_windows(ruling, action.formation)


def _require_acting(ruling: Ruling[Game], formation: str) -> None:
    acting = action_of(ruling.game).formation
    ruling.require(formation in {"", acting}, "TF-MOVE-05", "not-acting", "formation", formation=acting)


def _trapped(ruling: Ruling[Game]) -> list[str]:
    """TF-ZOC-12 TF-ZOC-13 Refuse where an unmoved unit has to leave a zone; list those that can not leave in time."""
    found = []
    for unit, duty in leaving.duties(ruling.game):
        if not duty.stays():
            ruling.reject(*_kept_back(duty), "formation", unit=unit)
        if duty.must not in {FREE, IN_TIME}:
            found.append(unit)
    return found


def _kept_back(duty: Duty) -> tuple[str, str]:
    """Give clause and reason why a unit can not be left where it is."""
    reasons = {WITHDRAW: "unit-must-withdraw", IN_TIME: "unit-must-set-out"}
    return leaving.clause_of(duty), reasons.get(duty.must, "unit-in-zone")


def formation_move_ended(game: Game, event: FormationMoveEnded) -> None:
    """Close the move; cautious movement was for this move."""
    game.action = replace(action_of(game), moving=False)
    _refresh(game, event.formation, charged=True)


def enter_overwatch(ruling: Ruling[Game], command: EnterOverwatch) -> None:
    """TF-OW-01 Overwatch is an action without movement that puts the formation into that state."""
    _require_acting(ruling, command.formation)
    ruling.record(EnteredOverwatch(formation=action_of(ruling.game).formation), "TF-OW-01")
    ruling.answered_all()


def entered_overwatch(game: Game, event: EnteredOverwatch) -> None:
    """Put the formation into Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=OVERWATCH)


def end_action(ruling: Ruling[Game], command: EndAction) -> None:
    """TF-MOVE-06 When nothing is left to do, the action ends; what was not used of it is lost.

    A referee who is asked what is begun after a failed test says so that nothing is (TF-MOVE-10); a seat that is asked
    for an action and has nobody left who could take one lets the game go on (TF-PLAY-02).
    """
    action = ruling.game.action
    if action is None:
        idle = not any(turns.ready(ruling.game, seat) for seat in _asked(ruling))
        ruling.require(idle, "TF-PLAY-02", "can-act", "formation")
        _answered(ruling)
        return
    _require_acting(ruling, command.formation)
    ruling.record(ActionEnded(formation=action.formation, action=action.action), "TF-MOVE-04", "TF-MOVE-06")
    ruling.answered_all()


def _asked(ruling: Ruling[Game]) -> tuple[Party, ...]:
    window = ruling.window
    return window.asks if window is not None and window.kind == CHOOSE else ()


def action_ended(game: Game, event: ActionEnded) -> None:
    """Clear the action away."""
    game.action = None
    _refresh(game, event.formation)


CLAUSES = handlers(begin_action, end_formation_move, enter_overwatch, end_action)
REDUCERS = reducers(
    action_begun, action_test_passed, action_test_failed, overwatch_ended, formation_move_begun, formation_move_ended,
    entered_overwatch, action_ended,
)  # fmt: skip
WINDOWS = windows(
    WindowKind(ACTION, "TF-MOVE-05", on_close=_go_on),
    WindowKind(CHOOSE, "TF-MOVE-04", (BeginAction, EndAction), choices.actions, choices.usual_action),
    WindowKind(INSTEAD, "TF-MOVE-10", (BeginAction, EndAction), choices.instead, choices.end),
    WindowKind("enter_overwatch", "TF-OW-01", (EnterOverwatch,), choices.overwatches, choices.overwatch),
    WindowKind(
        "formation_move", "TF-MOVE-05", (DeclareCautious, MoveUnit, Charge, EndFormationMove), choices.moves,
        choices.usual_move,
    ),
    WindowKind("action_end", "TF-MOVE-06", (EndAction,), choices.ends_offered, choices.end),
)  # fmt: skip

__all__ = ["ACTION", "CLAUSES", "REDUCERS", "WINDOWS"]
