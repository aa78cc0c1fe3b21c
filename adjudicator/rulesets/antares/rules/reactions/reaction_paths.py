"""AN-REACT-16 to AN-REACT-21: straight paths that serve a Dash to Cover, an Escape or a Countercharge.

They are offered as they stand; others may be given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from adjudicator.board.inches import Point
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelPath, MoveUnit
from adjudicator.rulesets.antares.model.state import INCH, Game, current_action
from adjudicator.rulesets.antares.rules.movement import straight_moves
from adjudicator.rulesets.antares.rules.reactions import reaction_moves, triggers
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import middle_of, pieces_of

DIRECTIONS: tuple[Point, ...] = (
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
    """Give straight paths that serve the reaction that moves now, the likeliest first.

    A Dash to Cover is looked for at the end of its reach and in the middles of what gives cover, and inch by inch where
    nothing there serves.
    """
    unit, sprint, kind = current_action(game).unit, reaction_moves.sprints(game), reaction_moves.kind_of_move(game)
    searches = (_headings, _inch_by_inch) if kind == triggers.DASH else (_headings,)
    against = cache(partial(reaction_moves.judge, game))
    for search in searches:
        found = False
        for paths in search(game, unit, kind):
            if paths and next(against()(paths), None) is None:
                found = True
                yield MoveUnit(unit=unit, paths=paths, sprint=sprint)
        if found:
            return


def _headings(game: Game, unit: str, kind: str) -> Iterator[tuple[ModelPath, ...]]:
    enemy, sprint, reach = current_action(game).target, reaction_moves.sprints(game), reaction_moves.reach(game, unit)
    if kind == triggers.COUNTERCHARGE:
        way = distances.gap(game, unit, enemy) - reaction_moves.half_way(game, unit, enemy)
        yield straight_moves.paths_along_heading(
            game, unit, _towards(game, unit, enemy), way, kind=kind, sprint=sprint, target=enemy
        )
        return
    if kind == triggers.DASH:
        for spot in _cover_middles(game):
            yield straight_moves.straight_paths(game, unit, spot, reach, kind=kind, sprint=sprint)
    x, y = _towards(game, unit, enemy)
    for heading in ((-x, -y), *DIRECTIONS):
        yield straight_moves.paths_along_heading(game, unit, heading, reach, kind=kind, sprint=sprint)


def _inch_by_inch(game: Game, unit: str, kind: str) -> Iterator[tuple[ModelPath, ...]]:
    """Go from every inch of every direction to the next, as far as the unit may go there."""
    sprint, reach = reaction_moves.sprints(game), reaction_moves.reach(game, unit)
    x, y = _towards(game, unit, current_action(game).target)
    for heading in ((-x, -y), *DIRECTIONS):
        before: tuple[ModelPath, ...] = ()
        for far in range(INCH, reach, INCH):
            paths = straight_moves.paths_along_heading(game, unit, heading, far, kind=kind, sprint=sprint)
            if paths == before:
                break
            yield paths
            before = paths


def _towards(game: Game, unit: str, enemy: str) -> Point:
    own, other = (row.pose for row in distances.nearest_pair(game, unit, enemy))
    return (0, 0) if own is None or other is None else (other.x - own.x, other.y - own.y)


def _cover_middles(game: Game) -> Iterator[Point]:
    """Give the middles of the pieces that give cover."""
    for piece in pieces_of(game):
        if piece.cover != "clear" or piece.los != "clear":
            yield middle_of(piece)
