"""AN-REACT-34: what a reaction that is carried out asks of its player: the path of its move, or its shots.

Straight paths that serve are offered as they stand; others may be given.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import Point
from adjudicator.kernel.answers import finished_all
from adjudicator.kernel.offers import Choice, Offer, Places, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.antares import dashes, measure, reacting, shooting, triggers, ways
from adjudicator.rulesets.antares.messages import CarryOutReaction, DeclareShooting, ModelPath, MoveUnit
from adjudicator.rulesets.antares.state import Game, acting, models_of
from adjudicator.rulesets.antares.terrain import pieces_of

ROUND: tuple[Point, ...] = (
    (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1),
    (-1, -2), (1, -2), (2, -1),
)  # fmt: skip
SHOWN = 4


def straight_moves(game: Game) -> Iterator[MoveUnit]:
    """Give straight paths that serve the reaction that moves now, the likeliest first."""
    unit, sprint = acting(game).unit, dashes.sprints(game)
    for paths in _tries(game, unit, dashes.kind_of_move(game)):
        if paths and next(dashes.faults(game, paths), None) is None:
            yield MoveUnit(unit=unit, paths=paths, sprint=sprint)


def _tries(game: Game, unit: str, kind: str) -> Iterator[tuple[ModelPath, ...]]:
    foe, sprint, reach = acting(game).target, dashes.sprints(game), dashes.reach(game, unit)
    if kind == triggers.COUNTERCHARGE:
        way = measure.gap(game, unit, foe) - dashes.half_way(game, unit, foe)
        yield ways.along_heading(game, unit, _towards(game, unit, foe), way, kind=kind, sprint=sprint, target=foe)
        return
    if kind == triggers.DASH:
        for spot in _covers(game):
            yield ways.straight(game, unit, spot, reach, kind=kind, sprint=sprint)
    x, y = _towards(game, unit, foe)
    for heading in ((-x, -y), *ROUND):
        yield ways.along_heading(game, unit, heading, reach, kind=kind, sprint=sprint)


def _towards(game: Game, unit: str, foe: str) -> Point:
    own, other = (each.pose for each in measure.nearest_pair(game, unit, foe))
    return (0, 0) if own is None or other is None else (other.x - own.x, other.y - own.y)


def _covers(game: Game) -> Iterator[Point]:
    """Give the middles of the pieces that give cover."""
    for piece in pieces_of(game):
        if piece.cover != "clear" or piece.los != "clear":
            count = len(piece.shape)
            yield sum(each.x for each in piece.shape) // count, sum(each.y for each in piece.shape) // count


def _moves(game: Game, window: Window, _party: Party) -> list[Offer]:
    clause = triggers.CLAUSE[dashes.kind_of_move(game)]
    found = [each for each, _ in zip(straight_moves(game), range(SHOWN), strict=False)]
    unit = window.about[0]
    places = Places(game.units[unit].models, dashes.reach(game, unit))
    own = offer(MoveUnit, clause, unit=Choice((unit,)), paths=places)
    return [*finished_all(found, clause), own, reacting.lapse_offer(window)]


def _shots(game: Game, window: Window, _party: Party) -> list[Offer]:
    return [*shooting.offers_of(game, window.about[0]), reacting.lapse_offer(window)]


def _shoot(game: Game, window: Window, _party: Party) -> DeclareShooting | CarryOutReaction:
    """AN-REACT-31 What was declared stands: silence fires everything that may be fired."""
    unit, target = window.about[0], acting(game).target
    if models_of(game, target):
        return DeclareShooting(unit=unit, target=target, weapons=())
    return reacting.lapse(game, window, _party)


WINDOWS = windows(
    Asks("reaction_move", "AN-REACT-34", (MoveUnit, CarryOutReaction), _moves, reacting.lapse),
    Asks("reaction_shot", "AN-REACT-34", (DeclareShooting, CarryOutReaction), _shots, _shoot),
)  # fmt: skip

__all__ = ["WINDOWS", "straight_moves"]
