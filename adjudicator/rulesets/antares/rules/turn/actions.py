"""Actions: what an order lets a unit do, and when it is over (AN-TURN-13, AN-TURN-03, AN-TURN-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Point
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Places, bare, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    ActionWaived,
    DeclareAssault,
    DeclareShooting,
    EndAction,
    MakeRetainedRun,
    ModelPath,
    MoveUnit,
    RetainedRunMade,
)
from adjudicator.rulesets.antares.model.rows import Action
from adjudicator.rulesets.antares.model.state import (
    Game,
    current_action,
    enemies_of,
    has_flag,
    is_down,
    is_on_table,
    models_of,
    on_table,
    terms_of,
)
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.assault import assaults, contact_paths
from adjudicator.rulesets.antares.rules.damage import break_tests
from adjudicator.rulesets.antares.rules.movement import move_allowance, move_checks, straight_moves
from adjudicator.rulesets.antares.rules.reactions import re_aiming
from adjudicator.rulesets.antares.rules.shooting import declarations

SIDES: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
ACTION, MORE, BEGIN, END, OVER = "action", "action_more", "action_begin", "action_end", "action_over"

# -- the course of an action


def begin(ruling: Ruling[Game], unit: str) -> None:
    """AN-TURN-13 Let a unit act on its order, once what is pushed above this is done."""
    ruling.ask(END, subject=UnitSubject(unit))
    ruling.ask(BEGIN, subject=UnitSubject(unit))


def _begun(ruling: Ruling[Game], window: Window) -> None:
    """AN-TURN-13 Ask for the action of an order that the unit obeys."""
    unit = subject_of(window, UnitSubject).unit
    if not current_action(ruling.game).failed and may_act(ruling.game):
        ask_action(ruling, unit)


def ask_action(ruling: Ruling[Game], unit: str) -> None:
    """AN-TURN-13 Ask a unit's side what it does, and again as long as its order allows more."""
    ruling.ask(MORE, subject=UnitSubject(unit))
    ruling.ask(ACTION, ruling.game.units[unit].seat, subject=UnitSubject(unit))


def _more(ruling: Ruling[Game], window: Window) -> None:
    """AN-ORDER-05 Ask again where the order allows more; a unit that is gone or Down does nothing more."""
    if may_act(ruling.game):
        ask_action(ruling, subject_of(window, UnitSubject).unit)


def may_act(game: Game) -> bool:
    """AN-TURN-13 AN-REACT-35 Tell whether the acting unit may still do something."""
    action = current_action(game)
    if action.halted or action.waived or not is_on_table(game, action.unit) or is_down(game, action.unit):
        return False
    return may_move(action) or may_shoot(action)


def may_move(action: Action) -> bool:
    """AN-ORDER-05 AN-ORDER-08 Tell whether an order allows a move now: before anything else is done."""
    return action.order in ("advance", "run") and not action.moved and not action.shot and action.move is None


def may_shoot(action: Action) -> bool:
    """AN-ORDER-02 AN-ORDER-05 Tell whether an order allows shooting now."""
    return action.order in ("fire", "advance") and not action.shot


def end_action(ruling: Ruling[Game], command: EndAction) -> None:
    """AN-TURN-13 Waive what the order still allows."""
    unit = ruling.subject(UnitSubject).unit
    ruling.require(command.unit == unit, "AN-TURN-13", "not-acting", "unit", unit=unit)
    if ruling.window is not None and ruling.window.kind == "assault_path":
        ruling.refuse_if(next(re_aiming.end_faults(ruling.game, (), ""), None))
    ruling.record(ActionWaived(unit=unit), "AN-TURN-13")
    ruling.answered()


def _ended(ruling: Ruling[Game], window: Window) -> None:
    """AN-BREAK-04 Settle what breaks at the end of an action."""
    ruling.ask(OVER, subject=subject_of(window, UnitSubject))
    break_tests.push_checks(ruling)


def _over(ruling: Ruling[Game], window: Window) -> None:
    """AN-TURN-13 The action is over."""
    ruling.record(ActionEnded(unit=subject_of(window, UnitSubject).unit), "AN-TURN-13")


# -- retained Runs


def retained_units(game: Game, seat: Party) -> tuple[str, ...]:
    """AN-TURN-04 List a side's units whose retained Run is outstanding, by id."""
    return tuple(row.id for row in on_table(game, seat) if row.retained_run)


def make_retained_run(ruling: Ruling[Game], command: MakeRetainedRun) -> None:
    """AN-TURN-03 Let a unit make the Run that it retained: without a test, and no pin comes off."""
    row = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(row.seat == ruling.actor, "AN-TURN-04", "wrong-side", "unit", unit=row.id)
    ruling.require(
        row.retained_run and is_on_table(ruling.game, row.id), "AN-TURN-03", "no-retained-run", "unit", unit=row.id
    )
    ruling.record(RetainedRunMade(unit=row.id), "AN-TURN-03", "AN-TURN-04")
    ruling.answered()
    begin(ruling, row.id)


# -- reducers


def action_waived(game: Game, event: ActionWaived) -> None:
    """Note it at the unit's action."""
    game.actions = tuple(
        replace(action, waived=True) if action.unit == event.unit else action for action in game.actions
    )


def action_ended(game: Game, _event: ActionEnded) -> None:
    """Clear away what belonged to the action."""
    game.actions, game.reactions = game.actions[:-1], ()
    game.units = {
        key: replace(row, terrain_tested=(), terrain_failed=(), sprint_tested=False, sprinting=False)
        if row.terrain_tested or row.sprint_tested or row.sprinting
        else row
        for key, row in game.units.items()
    }


def retained_run_made(game: Game, event: RetainedRunMade) -> None:
    """Let the unit act on the die that it kept."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, retained_run=False)
    game.actions = (*game.actions, Action(unit=row.id, seat=row.seat, order="run", kind="retained"))
    game.answered = (*game.answered, row.id)


# -- what may be said


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = subject_of(window, UnitSubject).unit
    action, one = current_action(game), Choice((unit,))
    offers: list[Offer] = []
    if may_move(action):
        offers += _move_offers(game, action)
    if may_move(action) and _may_assault(game, action):
        offers += [
            item for target in assaults.reachable_targets(game, unit) for item in _assault_offers(game, unit, target)
        ]
    if may_shoot(action):
        offers += declarations.offers_of(game, unit)
    return [*offers, offer(EndAction, "AN-TURN-13", unit=one)]


def _move_offers(game: Game, action: Action) -> list[Offer]:
    """AN-ORDER-05 AN-ORDER-08 AN-ORDER-09 Offer an Advance, a Run, and a sprint where the unit is able to."""
    unit, names = action.unit, game.units[action.unit].models
    kind, clause = ("run", "AN-ORDER-08") if action.order == "run" else ("advance", "AN-ORDER-05")
    paces = ((False, clause),) if kind == "advance" else ((False, clause), (True, "AN-ORDER-09"))
    found = ((sprint, why, move_allowance.allowance(game, unit, kind, sprint=sprint)) for sprint, why in paces)
    return [
        offer(
            MoveUnit,
            why,
            unit=Choice((unit,)),
            paths=optional(Places(names, far, spots=_ways(game, unit, kind, far, sprint=sprint))),
            sprint=Choice((str(sprint).lower(),)),
        )
        for sprint, why, far in found
        if far and (not sprint or has_flag(game, unit, "can_sprint"))
    ]


def _ways(game: Game, unit: str, kind: str, far: int, *, sprint: bool) -> tuple[Domain, ...]:
    """AN-MOVE-09 Find straight ways of a unit to the nearest enemy, objective and sides; else it stays where it is."""
    bodies = distances.bodies_of(game, unit)
    x, y = bodies[0].pose.x, bodies[0].pose.y
    spots = [(item.x, item.y) for item in terms_of(game).terms.objectives]
    spots += [
        (body.pose.x, body.pose.y) for row in enemies_of(game, unit) for body in distances.bodies_of(game, row.id)[:1]
    ]
    nearest = sorted(spots, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)[:2]
    tried = [
        *(straight_moves.straight_paths(game, unit, spot, far, kind=kind, sprint=sprint) for spot in nearest),
        *(straight_moves.paths_along_heading(game, unit, way, far, kind=kind, sprint=sprint) for way in SIDES),
    ]
    found = [paths for paths in dict.fromkeys(tried) if paths] or [_stay(game, unit)]
    return tuple(bare(exact_items(paths)) for paths in found)


def _stay(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """Name a move of no length."""
    return tuple(
        ModelPath(model=model.id, path=(model.pose,)) for model in models_of(game, unit) if model.pose is not None
    )


def _assault_offers(game: Game, unit: str, target: str) -> Iterator[Offer]:
    """AN-ASSAULT-04 Offer the ways into contact with a target that are found, at a run and at a sprint."""
    for sprint in (False, True) if has_flag(game, unit, "can_sprint") else (False,):
        paths = contact_paths.paths_into_contact(game, unit, target, sprint=sprint)
        if paths and not any(move_checks.contact_faults(game, unit, target, paths, sprint=sprint)):
            places = Places(
                game.units[unit].models, move_allowance.reach(game, unit), spots=(bare(exact_items(paths)),)
            )
            named = {"unit": Choice((unit,)), "target": Choice((target,)), "sprint": Choice((str(sprint).lower(),))}
            yield offer(DeclareAssault, "AN-ASSAULT-01", **named, paths=places)


def _may_assault(game: Game, action: Action) -> bool:
    allowed = action.kind != "retained" or game.options.retained_run_may_assault
    return action.order == "run" and allowed and has_flag(game, action.unit, "can_assault")


def _default_command(_game: Game, window: Window, _party: Party) -> Struct:
    return EndAction(unit=subject_of(window, UnitSubject).unit)


def _run_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    return [offer(MakeRetainedRun, "AN-TURN-03", unit=Choice(retained_units(game, party)))]


def _default_run(game: Game, _window: Window, party: Party) -> Struct:
    return MakeRetainedRun(unit=retained_units(game, party)[0])


def _whose_turn(game: Game, event: ActionEnded) -> Sequence[Party]:
    """AN-TURN-13 An order that is carried out is the turn of its side."""
    return (game.units[event.unit].seat,)


PART = Part(
    handlers=handlers(end_action, make_retained_run),
    turns={ActionEnded: _whose_turn},
    reducers=reducers(action_waived, action_ended, retained_run_made),
    windows=windows(
        WindowKind(
            ACTION,
            "AN-TURN-13",
            (MoveUnit, DeclareShooting, DeclareAssault, EndAction),
            _offers,
            _default_command,
            subject=UnitSubject,
        ),
        WindowKind(MORE, "AN-TURN-13", on_close=_more, subject=UnitSubject),
        WindowKind(BEGIN, "AN-TURN-13", on_close=_begun, subject=UnitSubject),
        WindowKind(END, "AN-BREAK-04", on_close=_ended, subject=UnitSubject),
        WindowKind(OVER, "AN-TURN-13", on_close=_over, subject=UnitSubject),
        WindowKind("retained_runs", "AN-TURN-04", (MakeRetainedRun,), _run_offers, _default_run),
    ),
)
