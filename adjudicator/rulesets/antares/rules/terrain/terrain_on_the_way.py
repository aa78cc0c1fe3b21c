"""Terrain that a declared move meets: the tests that are due, and where failed ones stop it (AN-TERRAIN-02 to -11).

All of it follows from the move as declared and from the tests taken since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from adjudicator.rulesets.antares.model.distances import body_at
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.rows import Action, Move
from adjudicator.rulesets.antares.model.state import Game, is_probe
from adjudicator.rulesets.antares.rules.movement.move_allowance import ADVANCES
from adjudicator.rulesets.antares.rules.movement.move_progress import Course, courses_of
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import (
    DIFFICULT,
    OBSTACLE,
    covered_stretches,
    is_met,
    lies_across,
    meets_at,
    near_edge,
    pieces_of,
)
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority


def tests_due(game: Game, action: Action, move: Move) -> list[tuple[int, str]]:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-TERRAIN-11 List the tests that are still to be taken on the way.

    Each is how far the unit is when its first model meets the piece, and the piece's id; nearest first.
    """
    unit = game.units[action.unit]
    if is_probe(game, unit.id):
        return []
    courses = courses_of(game, move)
    found = []
    for piece in pieces_of(game):
        at = _met_at(piece, courses) if piece.id not in unit.terrain_tested and _needs(game, piece, move) else None
        if at is not None and not (piece.terrain_type == OBSTACLE and _from_behind(game, piece, move, at)):
            found.append((at, piece.id))
    return sorted(found)


def _needs(game: Game, piece: TerrainPiece, move: Move) -> bool:
    """AN-TERRAIN-02 AN-TERRAIN-06 AN-TERRAIN-25 Tell whether a kind of move is tested for a piece that it meets."""
    advance = move.kind in ADVANCES
    if piece.terrain_type == OBSTACLE:
        return not advance
    return piece.movement == DIFFICULT and (not advance or game.options.difficult_test_on_advance)


def _met_at(piece: TerrainPiece, courses: Iterable[Course]) -> int | None:
    """Give how far the unit is when the first of its models meets a piece."""
    found = [at for course in courses if (at := _meets(piece, course)) is not None]
    return min(found, default=None)


def _meets(piece: TerrainPiece, course: Course) -> int | None:
    """AN-TERRAIN-03 Give where a model meets a piece; who stands across an obstacle crosses it with its middle."""
    at = meets_at(piece, course.body, course.path)
    if at == 0 and piece.terrain_type == OBSTACLE and is_met(piece, course.body, ()):
        points = [(row.x, row.y) for row in (course.body.pose, *course.path)]
        return 0 if any(lies_across(piece, a, b) for a, b in pairwise(points)) else None
    return at


def _from_behind(game: Game, piece: TerrainPiece, move: Move, at: int) -> bool:
    """AN-TERRAIN-04 Tell whether the unit starts in a Defended Position behind the obstacle that it crosses.

    Behind is the side from which the first model crosses it, and it takes more than half of the models (AN-TERRAIN-01).
    """
    starts = {start.model: start.pose for start in move.starts}
    first = next(course for course in courses_of(game, move) if _meets(piece, course) == at).body.pose
    bodies = [body_at(game, game.models[key], pose) for key, pose in starts.items() if key in game.models]
    behind = sum(
        near_edge(piece, body) and not lies_across(piece, (body.pose.x, body.pose.y), (first.x, first.y))
        for body in bodies
    )
    return is_majority(behind, len(bodies))


def limit_of(game: Game, action: Action, move: Move) -> tuple[int, str]:
    """AN-TERRAIN-08 AN-TERRAIN-09 Give how far the unit comes, and what stops it before its end.

    "obstacle", "difficult", or "" where nothing does.
    """
    courses = courses_of(game, move)
    end = max((course.length for course in courses), default=0)
    failed = [row for row in pieces_of(game) if row.id in game.units[action.unit].terrain_failed]
    found = [(end, "")]
    for piece in failed:
        at = _met_at(piece, courses)
        if at is not None and piece.terrain_type == OBSTACLE:
            found.append((at, "obstacle"))
        elif at is not None and game.options.difficult_fail_mode == "whole_move":
            found.append((max(at, move.allowance // 2), "difficult"))
    areas = [row for row in failed if row.terrain_type != OBSTACLE]
    if areas and game.options.difficult_fail_mode == "terrain_only":
        found += ((_slowed(course, areas, move.allowance), "difficult") for course in courses)
    limit, reason = min(found, key=lambda row: row[0])
    return (limit, reason) if limit < end else (end, "")


def _slowed(course: Course, areas: Iterable[TerrainPiece], allowance: int) -> int:
    """AN-TERRAIN-08 Give how far a model comes where every inch within these areas costs two."""
    gone, spent = 0, 0
    for low, high in _joined(row for piece in areas for row in covered_stretches(piece, course.body, course.path)):
        if spent + low - gone >= allowance:
            break
        gone, spent = low, spent + low - gone
        inside = min(high - low, (allowance - spent) // 2)
        gone, spent = gone + inside, spent + 2 * inside
        if gone < high:
            return gone
    return gone + allowance - spent


def _joined(found: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join stretches that meet, so that ground that several pieces share counts once."""
    reached: tuple[int, int] | None = None
    for low, high in sorted(found):
        if reached is not None and low <= reached[1]:
            reached = reached[0], max(high, reached[1])
            continue
        if reached is not None:
            yield reached
        reached = low, high
    if reached is not None:
        yield reached
