"""AN-REACT-33: after an Escape or Countercharge the assaulter names its path anew, and ambushers their points on it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares import ambushes, charging, measure, triggers, waiving, ways
from adjudicator.rulesets.antares.model.messages import (
    CarryOutReaction,
    EndAction,
    MoveDeclared,
    MoveUnit,
    ReactionLapsed,
)
from adjudicator.rulesets.antares.rows import Action
from adjudicator.rulesets.antares.state import Game, acting, is_down, models_of, standing


def _anew(ruling: Ruling[Game], _window: Window) -> None:
    """AN-REACT-33 Ask for the new path, then for the points on it; an assaulter that is stopped names none."""
    game, action = ruling.game, acting(ruling.game)
    if action.halted or not standing(game, action.unit) or is_down(game, action.unit):
        return
    for row in reversed(game.reactions):
        if row.reaction == triggers.AMBUSH_FIRE and row.stage == "passed":
            ruling.ask("ambush_anew", about=(row.unit,))
    ruling.ask("assault_path", action.seat, about=(action.unit,))


def _named(ruling: Ruling[Game], _window: Window) -> None:
    """AN-ASSAULT-05 An assaulter that waives its new path stays where it is."""
    action = acting(ruling.game)
    if action.waived and action.move is not None:
        event = MoveDeclared(
            unit=action.unit, paths=(), sprint=action.move.sprint, kind="assault", allowance=action.move.allowance,
        )  # fmt: skip
        ruling.record(event, "AN-ASSAULT-05", "AN-REACT-33")


def _point(ruling: Ruling[Game], window: Window) -> None:
    """AN-REACT-33 AN-REACT-38 Ask an ambusher for its point on the new path; where none serves it lapses."""
    unit = window.about[0]
    if next(ambushes.never(ruling.game, unit, assault=True), None) is None:
        ruling.ask("ambush_point", ruling.game.units[unit].seat, about=(unit,))
    else:
        event = ReactionLapsed(unit=unit, reaction=triggers.AMBUSH_FIRE, reason="no_target")
        ruling.record(event, "AN-REACT-38", "AN-REACT-33")


def _paths(game: Game, window: Window, _party: Party) -> list[Offer]:
    """Offer a straight way into contact, or towards the target where there is none, any other way, or none."""
    unit = window.about[0]
    clause = "AN-REACT-33"
    move = acting(game).move
    places = Places(game.units[unit].models, move.allowance if move is not None else 0)
    own = offer(MoveUnit, clause, unit=Choice((unit,)), paths=places)
    stay = offer(EndAction, "AN-ASSAULT-05", unit=Choice((unit,)))
    return [*exact_offers(straight_moves(game, acting(game)), clause), own, stay]


def straight_moves(game: Game, action: Action) -> Iterator[MoveUnit]:
    fight, move = game.assault, action.move
    if fight is None or move is None or not models_of(game, fight.target):
        return
    unit, target, sprint = action.unit, fight.target, move.sprint
    paths = charging.charge(game, unit, target, sprint=sprint)
    if not paths:
        pose = measure.nearest_pair(game, unit, target)[1].pose
        spot = (pose.x, pose.y) if pose is not None else (0, 0)
        paths = ways.straight(game, unit, spot, move.allowance, kind="assault", sprint=sprint, target=target)
    if paths:
        yield MoveUnit(unit=unit, paths=paths, sprint=sprint)


def _stay(_game: Game, window: Window, _party: Party) -> EndAction:
    return EndAction(unit=window.about[0])


def _points(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = window.about[0]
    found = ambushes.points(game, unit, assault=True)
    named = (offer(CarryOutReaction, "AN-REACT-33", unit=Choice((unit,)), point=Range(each, each)) for each in found)
    return [*named, *waiving.offers(game, window)]


def _first_point(game: Game, window: Window, _party: Party) -> CarryOutReaction:
    """AN-REACT-38 Let silence name the point that was declared where it serves, else the first that does."""
    unit = window.about[0]
    found = ambushes.points(game, unit, assault=True)
    row = triggers.row_of(game, unit)
    declared = row.point if row is not None else 0
    if next(ambushes.faults(game, unit, declared, assault=True), None) is None:
        found = (declared, *found)
    return CarryOutReaction(unit=unit, point=found[0], lapse=False) if found else waiving.lapse(window)


WINDOWS = windows(
    WindowKind("assault_anew", "AN-REACT-33", on_close=_anew),
    WindowKind("assault_path", "AN-REACT-33", (MoveUnit, EndAction), _paths, _stay, _named),
    WindowKind("ambush_anew", "AN-REACT-33", on_close=_point),
    WindowKind("ambush_point", "AN-REACT-33", (CarryOutReaction,), _points, _first_point),
)  # fmt: skip

__all__ = ["WINDOWS", "straight_moves"]
