"""Chapter TF-MOVE, actions: a formation begins its action, makes its moves one by one, and ends it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH, allied, units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionEnded,
    ActionTestFailed,
    ActionTestPassed,
    BeginAction,
    EndAction,
)
from adjudicator.rulesets.tile_formations.model.options import (
    ENGAGE,
    FAILED,
    MARCH,
    PASSED,
    actions_of,
    moves_of,
    takes_action_tests,
)
from adjudicator.rulesets.tile_formations.model.rows import Action, Formation
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject, StatedTestSubject
from adjudicator.rulesets.tile_formations.model.tile_terrain import road_at
from adjudicator.rulesets.tile_formations.rules.assault import assaults, contacts
from adjudicator.rulesets.tile_formations.rules.movement import action_offers, formation_moves
from adjudicator.rulesets.tile_formations.rules.movement.movers import require_acting
from adjudicator.rulesets.tile_formations.rules.play import game_end, turns
from adjudicator.rulesets.tile_formations.rules.play.outside_results import ask_to_confirm
from adjudicator.rulesets.tile_formations.rules.play.outside_values import held
from adjudicator.rulesets.tile_formations.rules.shooting import declaring, overwatch
from adjudicator.rulesets.tile_formations.rules.zones import action_choice, leave_checks
from adjudicator.rulesets.tile_formations.rules.zones.zones import units_in_zones

ACTION, INSTEAD, END, STATED = "action", "action_instead", "action_end", "stated_test"
ACTION_TEST = "action_test"

# -- beginning


def begin_action(ruling: Ruling[Game], command: BeginAction) -> None:
    """TF-MOVE-04 A formation takes an action, which fixes how many moves it has."""
    formation = _find_formation(ruling, command.formation)
    moves = _moves(ruling, command.action)
    _check_test(ruling, command)
    _check_target(ruling, formation, command)
    _check_road_march(ruling, formation, command)
    bound = units_in_zones(ruling.game, formation.id)
    ruling.refuse_if(action_choice.action_fault(ruling.game, bound, command.action, free=ruling.actor == REFEREE))
    for key in bound if command.road_march else ():
        ruling.refuse_if(leave_checks.road_fault(ruling.game, ruling.game.units[key], moves))
    _close_question(ruling)
    if command.test and not command.road_march and ruling.actor != REFEREE:
        _state_test(ruling, formation, command)
    else:
        _begin_tested(ruling, formation, command)


def _find_formation(ruling: Ruling[Game], key: str) -> Formation:
    """WG-TURN-01 TF-MOVE-10 A seat acts with its own formations, with each once in a turn where they take turns.

    After a failed test it is that formation, whoever says what it does.
    """
    formation = ruling.find(ruling.game.formations, key, "formation")
    instead = _formation_instead(ruling)
    mine = key == instead if instead else formation.seat == ruling.actor
    whose = "TF-MOVE-10" if instead else "WG-TURN-01"
    ruling.require(mine, whose, "not-your-formation", "formation", formation=key)
    ruling.require(units_of(ruling.game, key), "WG-TURN-01", "formation-gone", "formation", formation=key)
    acted = ruling.game.options.turn_order == turns.ALTERNATE and formation.acted == ruling.game.turn
    ruling.require(instead or not acted, "WG-TURN-01", "acted-already", "formation", formation=key)
    return formation


def _formation_instead(ruling: Ruling[Game]) -> str:
    """TF-MOVE-10 Name the formation of which a referee says what it does instead; empty for none."""
    window = ruling.window
    return subject_of(window, FormationSubject).formation if window is not None and window.kind == INSTEAD else ""


def _moves(ruling: Ruling[Game], action: str) -> int:
    moves = moves_of(ruling.game.options, action)
    known = " ".join(actions_of(ruling.game.options))
    ruling.require(moves is not None, "TF-MOVE-04", "no-such-action", "action", action=action[:40], known=known)
    return moves or 0


def _check_test(ruling: Ruling[Game], command: BeginAction) -> None:
    """TF-MOVE-10 TF-ROAD-05 Where action tests are taken outside, the result is stated; a road march needs none.

    What a referee begins after a failed test is what the outside rules prescribe, and needs none either.
    """
    ruling.require(command.test in {"", PASSED, FAILED}, "TF-MOVE-10", "no-such-result", "test", test=command.test[:40])
    tested = takes_action_tests(ruling.game.options)
    ruling.require(tested or not command.test, "TF-MOVE-10", "no-tests-here", "test")
    open_result = tested and not command.test and not command.road_march and ruling.actor != REFEREE
    ruling.require(not open_result, "TF-MOVE-10", "result-needed", "test", action=command.action)


def _check_target(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-CHARGE-03 An engage action names the enemy formation that it goes for."""
    engaging = command.action == ENGAGE
    ruling.require(engaging or not command.target, "TF-CHARGE-03", "no-target-here", "target", action=command.action)
    if not engaging or (not command.target and not ruling.game.options.engage_target_required):
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
            if not road_at(ruling.game, tile):
                ruling.refuse_if(fault("TF-ROAD-05", "unit-off-road", "road_march", unit=unit.id, tile=tile))
    ruling.require(not command.test, "TF-ROAD-05", "passes-untested", "test", test=command.test)


def _state_test(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-MOVE-10 WG-FACT-03 What a seat states of a test is a fact; the action waits until it stands."""
    fact = ruling.state_fact(ACTION_TEST, (formation.id, command.action), command.test, "TF-MOVE-10")
    ruling.ask(STATED, subject=StatedTestSubject(formation.id, command.action, command.target, command.test, fact))
    ask_to_confirm(ruling, fact)


def _judge_test(ruling: Ruling[Game], _fact: Fact, value: str) -> None:
    """TF-MOVE-10 A test is passed or failed, whoever says so; an empty value says that it is not so."""
    known = (PASSED, FAILED)
    ruling.require(
        not value or value in known, "TF-MOVE-10", "not-among", "value", found=value[:40], known=" ".join(known)
    )


def _test_stands(ruling: Ruling[Game], window: Window) -> None:
    """TF-MOVE-10 Go on with the result that stands; an action that is possible no more is chosen anew."""
    game, subject = ruling.game, subject_of(window, StatedTestSubject)
    bound = units_in_zones(game, subject.formation)
    lost = not units_of(game, subject.formation) or (subject.target and not units_of(game, subject.target))
    if game.ended or lost or action_choice.action_fault(game, bound, subject.action) is not None:
        return
    command = BeginAction(
        formation=subject.formation,
        action=subject.action,
        test=game.facts[subject.fact].value or (FAILED if subject.stated == PASSED else PASSED),
        target=subject.target,
        road_march=False,
    )
    _begin_tested(ruling, game.formations[subject.formation], command)


def _begin_tested(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-MOVE-10 TF-ROAD-05 Begin the action if its test is passed; a road march passes it without rolling."""
    if command.test == FAILED and not command.road_march:
        _test_failed(ruling, formation, command)
        return
    if command.test or command.road_march:
        passed = ActionTestPassed(formation=formation.id, action=command.action, automatic=command.road_march)
        ruling.record(passed, "TF-ROAD-05" if command.road_march else "TF-MOVE-04")
    _begin(ruling, formation, command, units_in_zones(ruling.game, formation.id))


def _test_failed(ruling: Ruling[Game], formation: Formation, command: BeginAction) -> None:
    """TF-MOVE-10 The action is not begun; another may be, where the options name one that can be."""
    game, instead = ruling.game, ruling.game.options.failed_action
    bound, moves = units_in_zones(game, formation.id), moves_of(game.options, instead)
    possible = moves is not None and (moves > 0 or not bound) and instead != ENGAGE
    failed = ActionTestFailed(formation=formation.id, action=command.action, instead=instead if possible else "")
    ruling.record(failed, "TF-MOVE-10")
    if possible:
        _begin(ruling, formation, replace(command, action=instead, target=""), bound)
        return
    if ruling.protocol.referee:
        ruling.ask(INSTEAD, REFEREE, subject=FormationSubject(formation.id))


def _begin(ruling: Ruling[Game], formation: Formation, command: BeginAction, bound: tuple[str, ...]) -> None:
    options = ruling.game.options
    overwatch.end_overwatch(ruling, formation)
    begun = ActionBegun(
        formation=formation.id,
        action=command.action,
        moves=moves_of(options, command.action) or 0,
        target=command.target,
        road_march=command.road_march,
        shoots=command.action in options.shooting_actions,
        bound=bound,
        could_leave=action_choice.could_leave(ruling.game, bound, command.action),
    )
    ruling.record(begun, "TF-MOVE-04", *(["TF-ZOC-10"] if bound else []))
    if command.action == OVERWATCH:
        overwatch.ask_to_enter(ruling, formation)


def _close_question(ruling: Ruling[Game]) -> None:
    """Close the question; beneath what is asked instead after a failed test the action waits already."""
    ruling.answered_all()
    if not _formation_instead(ruling):
        ruling.ask(ACTION)


def action_begun(game: Game, event: ActionBegun) -> None:
    """Note the action; the formation has acted in this turn."""
    formation = game.formations[event.formation]
    game.formations[event.formation] = replace(formation, acted=game.turn)
    game.active = formation.seat
    game.action = Action(
        event.formation,
        formation.seat,
        event.action,
        event.moves,
        event.target,
        event.road_march,
        event.shoots,
        event.bound,
        could_leave=event.could_leave,
    )
    formation_moves.ready_units(game, event.formation, forget_charges=True)


def action_test_passed(_game: Game, _event: ActionTestPassed) -> None:
    """The action that begins has an event of its own."""


def action_test_failed(game: Game, event: ActionTestFailed) -> None:
    """Where nothing is begun instead, the formation has acted all the same."""
    formation = game.formations[event.formation]
    game.active = formation.seat
    if not event.instead:
        game.formations[event.formation] = replace(formation, acted=game.turn)


# -- the course of an action


def _next_step(ruling: Ruling[Game], _window: Window) -> None:
    """TF-MOVE-05 Go on with the next move, then the assault, then the shooting, then the end of the action."""
    action = ruling.game.action
    if game_end.end_if_decided(ruling):
        return
    if action is None:
        turns.ask_next_action(ruling)
        return
    alive, assault = units_of(ruling.game, action.formation), contacts.assault_under_way(ruling.game)
    ruling.ask(ACTION)
    if action.left and alive:
        formation_moves.begin_move(ruling, action)
    elif assault is not None:
        assaults.ask_assault(ruling, assault)
    elif action.shoots and alive:
        declaring.ask_to_shoot(ruling, action.formation)
    else:
        ruling.ask(END, action.seat, subject=FormationSubject(action.formation))


def end_action(ruling: Ruling[Game], command: EndAction) -> None:
    """TF-MOVE-06 When nothing is left to do, the action ends; what was not used of it is lost.

    A referee who is asked what is begun after a failed test says so that nothing is (TF-MOVE-10); a seat that is asked
    for an action and has nobody left who could take one lets the game go on (WG-TURN-01).
    """
    action = ruling.game.action
    if action is None:
        idle = not any(turns.formations_ready(ruling.game, seat) for seat in _asked(ruling))
        ruling.require(idle, "WG-TURN-01", "can-act", "formation")
        _close_question(ruling)
        return
    require_acting(ruling, command.formation)
    ruling.record(ActionEnded(formation=action.formation, action=action.action), "TF-MOVE-04", "TF-MOVE-06")
    ruling.answered_all()


def _asked(ruling: Ruling[Game]) -> tuple[Party, ...]:
    window = ruling.window
    return window.asks if window is not None and window.kind == turns.CHOOSE_ACTION else ()


def action_ended(game: Game, event: ActionEnded) -> None:
    """Clear the action away."""
    game.action = None
    game.settled_shots = {}
    formation_moves.ready_units(game, event.formation, forget_charges=True)


def _whose_turn(game: Game, event: ActionEnded) -> Sequence[Party]:
    """TF-MOVE-04 The action of a formation is the turn of its seat."""
    return (game.formations[event.formation].seat,)


def _lost_turn(game: Game, event: ActionTestFailed) -> Sequence[Party]:
    """TF-MOVE-10 Where nothing is begun instead of what failed the formation has acted."""
    asked = any(window.kind == INSTEAD for window in game.stack)
    return () if event.instead or asked else (game.formations[event.formation].seat,)


PART = Part(
    handlers=handlers(begin_action, end_action),
    turns={ActionEnded: _whose_turn, ActionTestFailed: _lost_turn},
    reducers=reducers(action_begun, action_test_passed, action_test_failed, action_ended),
    windows=windows(
        WindowKind(ACTION, "TF-MOVE-05", on_close=_next_step, turn=True),
        WindowKind(STATED, "TF-MOVE-10", on_close=_test_stands, subject=StatedTestSubject),
        WindowKind(
            turns.CHOOSE_ACTION,
            "TF-MOVE-04",
            (BeginAction, EndAction),
            action_offers.action_offers,
            action_offers.silence,
            silence_passes=True,
        ),
        WindowKind(
            INSTEAD,
            "TF-MOVE-10",
            (BeginAction, EndAction),
            action_offers.offers_instead,
            action_offers.default_end,
            subject=FormationSubject,
        ),
        WindowKind(
            END,
            "TF-MOVE-06",
            (EndAction,),
            action_offers.end_offers,
            action_offers.default_end,
            subject=FormationSubject,
        ),
    ),
    judges={ACTION_TEST: _judge_test},
    disputes={ACTION_TEST: held(PASSED, FAILED)},
)
