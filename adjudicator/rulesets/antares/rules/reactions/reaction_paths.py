"""AN-REACT-16 to AN-REACT-21: paths that serve a Dash to Cover, an Escape or a Countercharge; straight where any do.

They are offered as they stand; others may be given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from adjudicator.board.inches import Point
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelPath, MoveUnit
from adjudicator.rulesets.antares.model.state import INCH, Game, current_action
from adjudicator.rulesets.antares.rules.assault import contact_paths
from adjudicator.rulesets.antares.rules.movement import straight_moves
from adjudicator.rulesets.antares.rules.movement.move_checks import each_fault
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


def serving_moves(game: Game) -> Iterator[MoveUnit]:
    """Give paths that serve the reaction that moves now, the likeliest first: straight ones, with corners without any.

    A Dash to Cover is looked for at the end of its reach and in the middles of what gives cover, and inch by inch where
    nothing there serves.
    """
    unit, sprint, kind = current_action(game).unit, reaction_moves.sprints(game), reaction_moves.kind_of_move(game)
    straight = (_headings, _inch_by_inch) if kind == triggers.DASH else (_headings,)
    searches = (*straight, _bent)
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


def _bent(game: Game, unit: str, kind: str) -> Iterator[tuple[ModelPath, ...]]:
    """AN-REACT-38 Go round what stands in a straight way, each model by itself, where no straight way serves."""
    enemy, sprint, reach = current_action(game).target, reaction_moves.sprints(game), reaction_moves.reach(game, unit)
    target = enemy if kind == triggers.COUNTERCHARGE else ""

    def is_legal(paths: tuple[ModelPath, ...]) -> bool:
        return next(each_fault(game, unit, kind, paths, sprint=sprint, target=target), None) is None

    for heading, far in _blocked_ways(game, unit, kind, reach):
        straight = straight_moves.side_by_side(game, unit, heading, far)
        paths = () if is_legal(straight) else contact_paths.bent_round(game, unit, straight, reach)
        if paths and is_legal(paths):
            yield paths


def _blocked_ways(game: Game, unit: str, kind: str, reach: int) -> Iterator[tuple[Point, int]]:
    """Give headings and distances that leave reach for going round: half way, off the enemy, or to cover."""
    x, y = _towards(game, unit, current_action(game).target)
    if kind == triggers.COUNTERCHARGE:
        yield (
            (x, y),
            distances.gap(game, unit, current_action(game).target)
            - reaction_moves.half_way(game, unit, current_action(game).target),
        )
        return
    middles = _cover_middles(game) if kind == triggers.DASH else ()
    own = distances.bodies_of(game, unit)[0].pose
    away = ((-x, -y), (-y, x), (y, -x), (-x - y, x - y), (y - x, -x - y))
    for heading in (*((spot[0] - own.x, spot[1] - own.y) for spot in middles), *away):
        yield from ((heading, far) for far in (3 * reach // 4, reach // 2, reach // 4) if any(heading))


def _towards(game: Game, unit: str, enemy: str) -> Point:
    own, other = (row.pose for row in distances.nearest_pair(game, unit, enemy))
    return (0, 0) if own is None or other is None else (other.x - own.x, other.y - own.y)


def _cover_middles(game: Game) -> Iterator[Point]:
    """Give the middles of the pieces that give cover."""
    for piece in pieces_of(game):
        if piece.cover != "clear" or piece.los != "clear":
            yield middle_of(piece)
