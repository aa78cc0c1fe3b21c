"""AN-REACT-16 to AN-REACT-21: straight paths that serve a Dash to Cover, an Escape or a Countercharge.

They are offered as they stand; others may be given.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import Point
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelPath, MoveUnit
from adjudicator.rulesets.antares.model.state import Game, acting
from adjudicator.rulesets.antares.rules.movement import straight_moves
from adjudicator.rulesets.antares.rules.reactions import reaction_moves, triggers
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import middle_of, pieces_of

ROUND: tuple[Point, ...] = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
)


def straight_reaction_moves(game: Game) -> Iterator[MoveUnit]:
    """Give straight paths that serve the reaction that moves now, the likeliest first."""
    unit, sprint = acting(game).unit, reaction_moves.sprints(game)
    for paths in _tries(game, unit, reaction_moves.kind_of_move(game)):
        if paths and next(reaction_moves.faults(game, paths), None) is None:
            yield MoveUnit(unit=unit, paths=paths, sprint=sprint)


def _tries(game: Game, unit: str, kind: str) -> Iterator[tuple[ModelPath, ...]]:
    foe, sprint, reach = acting(game).target, reaction_moves.sprints(game), reaction_moves.reach(game, unit)
    if kind == triggers.COUNTERCHARGE:
        way = distances.gap(game, unit, foe) - reaction_moves.half_way(game, unit, foe)
        yield straight_moves.along_heading(
            game, unit, _towards(game, unit, foe), way, kind=kind, sprint=sprint, target=foe
        )
        return
    if kind == triggers.DASH:
        for spot in _covers(game):
            yield straight_moves.straight(game, unit, spot, reach, kind=kind, sprint=sprint)
    x, y = _towards(game, unit, foe)
    for heading in ((-x, -y), *ROUND):
        yield straight_moves.along_heading(game, unit, heading, reach, kind=kind, sprint=sprint)


def _towards(game: Game, unit: str, foe: str) -> Point:
    own, other = (row.pose for row in distances.nearest_pair(game, unit, foe))
    return (0, 0) if own is None or other is None else (other.x - own.x, other.y - own.y)


def _covers(game: Game) -> Iterator[Point]:
    """Give the middles of the pieces that give cover."""
    for piece in pieces_of(game):
        if piece.cover != "clear" or piece.los != "clear":
            yield middle_of(piece)
