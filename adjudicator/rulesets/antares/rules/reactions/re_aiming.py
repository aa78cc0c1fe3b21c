"""AN-REACT-33: after an Escape or Countercharge the assaulter names its path anew, and ambushers their points on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Range, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    CarryOutReaction,
    EndAction,
    ModelPath,
    MoveDeclared,
    MoveUnit,
    ReactionLapsed,
)
from adjudicator.rulesets.antares.model.rows import Action
from adjudicator.rulesets.antares.model.state import Game, current_action, is_down, is_on_table, models_of
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.assault import contact_paths
from adjudicator.rulesets.antares.rules.assault.fighters import other_fighter
from adjudicator.rulesets.antares.rules.movement import move_checks, straight_moves
from adjudicator.rulesets.antares.rules.reactions import ambush_fire, lapsed_reactions, triggers


def _ask_new_path(ruling: Ruling[Game], _window: Window) -> None:
    """AN-REACT-33 Ask for the new path, then for the points on it; an assaulter that is stopped names none."""
    game, action = ruling.game, current_action(ruling.game)
    if action.halted or not is_on_table(game, action.unit) or is_down(game, action.unit):
        return
    for row in reversed(game.reactions):
        if row.reaction == triggers.AMBUSH_FIRE and row.stage == "passed":
            ruling.ask("ambush_anew", subject=UnitSubject(row.unit))
    ruling.ask("assault_path", action.seat, subject=UnitSubject(action.unit))


def _settle_new_path(ruling: Ruling[Game], _window: Window) -> None:
    """AN-ASSAULT-05 An assaulter that waives its new path stays where it is, and so does not sprint."""
    action = current_action(ruling.game)
    if action.waived and action.move is not None:
        event = MoveDeclared(unit=action.unit, paths=(), sprint=False, kind="assault", allowance=action.move.allowance)
        ruling.record(event, "AN-ASSAULT-05", "AN-REACT-33")


def _ask_point(ruling: Ruling[Game], window: Window) -> None:
    """AN-REACT-33 AN-REACT-38 Ask an ambusher for its point on the new path; where none serves it lapses."""
    unit = subject_of(window, UnitSubject).unit
    if next(ambush_fire.no_point_faults(ruling.game, unit, assault=True), None) is None:
        ruling.ask("ambush_point", ruling.game.units[unit].seat, subject=UnitSubject(unit))
    else:
        event = ReactionLapsed(unit=unit, reaction=triggers.AMBUSH_FIRE, reason="no_target")
        ruling.record(event, "AN-REACT-38", "AN-REACT-33")


def _path_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """Offer a straight way into contact, or towards the target where there is none, any other way, or none."""
    unit = subject_of(window, UnitSubject).unit
    clause = "AN-REACT-33"
    move = current_action(game).move
    legal = (
        row.paths
        for row in straight_assault_moves(game, current_action(game))
        if move is not None
        and not move_checks.faults(
            game, unit, "assault", row.paths, sprint=row.sprint, target=other_fighter(game, unit)
        )
        and not any(end_faults(game, row.paths, "paths"))
    )
    spots = tuple(bare(exact_items(paths)) for paths in legal)
    places = Places(game.units[unit].models, move.allowance if move is not None else 0, spots=spots)
    moves = [offer(MoveUnit, clause, unit=Choice((unit,)), paths=places)] if spots else []
    stay = [] if must_make_contact(game) else [offer(EndAction, "AN-ASSAULT-05", unit=Choice((unit,)))]
    return [*moves, *stay]


def must_make_contact(game: Game) -> bool:
    """AN-REACT-21 Tell whether an assault is bound to end in contact: a Countercharge comes, and there is a way.

    Ways are looked for as they are offered; what the service does not find binds nobody.
    """
    fight, move = game.assault, current_action(game).move
    if fight is None or move is None or not models_of(game, fight.target):
        return False
    row = triggers.row_of(game, fight.target)
    if row is None or row.reaction != triggers.COUNTERCHARGE:
        return False
    paths = contact_paths.paths_into_contact(game, fight.unit, fight.target, sprint=move.sprint)
    found = move_checks.faults(game, fight.unit, "assault", paths, sprint=move.sprint, target=fight.target)
    return bool(paths) and not found


def end_faults(game: Game, paths: Sequence[ModelPath], path: str) -> Iterator[Fault]:
    """AN-REACT-21 Say why a new path without contact, or none, is refused; `path` is the field that has it."""
    fight = game.assault
    if fight is None or not must_make_contact(game):
        return
    ends = move_checks.plan_of(game, fight.unit, paths).after.values()
    if not distances.touches(ends, distances.bodies_of(game, fight.target)):
        yield fault("AN-REACT-21", "countercharge-is-met", path, unit=fight.unit, target=fight.target)


def straight_assault_moves(game: Game, action: Action) -> Iterator[MoveUnit]:
    fight, move = game.assault, action.move
    if fight is None or move is None or not models_of(game, fight.target):
        return
    unit, target, sprint = action.unit, fight.target, move.sprint
    paths = contact_paths.paths_into_contact(game, unit, target, sprint=sprint)
    if not paths:
        pose = distances.nearest_pair(game, unit, target)[1].pose
        spot = (pose.x, pose.y) if pose is not None else (0, 0)
        paths = straight_moves.straight_paths(
            game, unit, spot, move.allowance, kind="assault", sprint=sprint, target=target
        )
    if paths:
        yield MoveUnit(unit=unit, paths=paths, sprint=sprint)


def _default_command(game: Game, window: Window, _party: Party) -> MoveUnit | EndAction:
    """AN-REACT-21 Let silence meet a Countercharge, and else stay."""
    straight = straight_assault_moves(game, current_action(game)) if must_make_contact(game) else iter(())
    return next(straight, None) or EndAction(unit=subject_of(window, UnitSubject).unit)


def _point_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = subject_of(window, UnitSubject).unit
    found = ambush_fire.serving_points(game, unit, assault=True)
    named = (offer(CarryOutReaction, "AN-REACT-33", unit=Choice((unit,)), point=Range(row, row)) for row in found)
    return [*named, *lapsed_reactions.offers(game, window)]


def _default_point(game: Game, window: Window, _party: Party) -> CarryOutReaction:
    """AN-REACT-38 Let silence name the point that was declared where it serves, else the first that does."""
    unit = subject_of(window, UnitSubject).unit
    found = ambush_fire.serving_points(game, unit, assault=True)
    row = triggers.row_of(game, unit)
    declared = row.point if row is not None else 0
    if next(ambush_fire.faults(game, unit, declared, assault=True), None) is None:
        found = (declared, *found)
    return CarryOutReaction(unit=unit, point=found[0], lapse=False) if found else lapsed_reactions.lapse(window)


PART = Part(
    windows=windows(
        WindowKind("assault_anew", "AN-REACT-33", on_close=_ask_new_path),
        WindowKind(
            "assault_path",
            "AN-REACT-33",
            (MoveUnit, EndAction),
            _path_offers,
            _default_command,
            _settle_new_path,
            subject=UnitSubject,
        ),
        WindowKind("ambush_anew", "AN-REACT-33", on_close=_ask_point, subject=UnitSubject),
        WindowKind(
            "ambush_point", "AN-REACT-33", (CarryOutReaction,), _point_offers, _default_point, subject=UnitSubject
        ),
    )
)
