"""Chapter 6, a declared move on its way: where its models are, what they meet, and where it has to stop.

Progress is counted in thousandths of an inch along the paths, pivots free: every model has gone so far, or to the end
of its own path where that is shorter. All of it follows from the move as declared and from the tests taken since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Pose, along, moved, path_length
from adjudicator.rulesets.antares.measure import bodies_on_table, free_of, placed
from adjudicator.rulesets.antares.model.messages import ModelPose, TerrainPiece
from adjudicator.rulesets.antares.rows import Action, Move
from adjudicator.rulesets.antares.state import INCH, Game, stat
from adjudicator.rulesets.antares.terrain import (
    DIFFICULT,
    OBSTACLE,
    covered,
    ground_at,
    lies_across,
    meets_at,
    met,
    near_edge,
    pieces_of,
)

SPRINT = "sprint"
ADVANCES = ("advance", "consolidation", "break_off")
PROBE = "probe"
STEP_BACK = INCH // 8


class Course(Struct, frozen=True):
    """The way of one model, in plan: its body at the start and the poses that it passes."""

    model: str
    body: Body
    path: Path

    @property
    def length(self) -> int:
        """How far it goes."""
        return path_length(self.body, self.path, pivots_free=True)


def flat(path: Iterable[Pose]) -> Path:
    """Lay a path down on the level on which everything is measured."""
    return tuple(replace(pose, z=0) for pose in path)


def courses_of(game: Game, move: Move) -> tuple[Course, ...]:
    """List the ways of the models of a move that are left, in the order of its paths."""
    starts = {each.model: each.pose for each in move.starts}
    return tuple(
        Course(each.model, placed(game, game.models[each.model], starts[each.model]), flat(each.path))
        for each in move.paths
        if each.model in game.models
    )


def length_of(game: Game, move: Move) -> int:
    """Measure how far the model goes that goes farthest."""
    return max((each.length for each in courses_of(game, move)), default=0)


def poses_at(game: Game, move: Move, progress: int) -> tuple[ModelPose, ...]:
    """AN-REACT-22 Give where the models of a move stand after so much of it, in order of its paths."""
    ends = {each.model: each.path[-1] for each in move.paths}
    found = []
    for each in courses_of(game, move):
        at = moved(each.body, along(each.body, each.path, progress)).pose
        whole = progress >= each.length
        level = ends[each.model].z if whole else ground_at(game, at.x, at.y)
        found.append(ModelPose(model=each.model, pose=replace(at, z=level)))
    return tuple(found)


# -- terrain on the way


def stops(game: Game, action: Action, move: Move) -> list[tuple[int, str]]:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-TERRAIN-11 List the tests that are still to be taken on the way.

    Each is how far the unit is when its first model meets the piece, and the piece's id; nearest first.
    """
    unit = game.units[action.unit]
    if game.sheets[unit.id].type == PROBE:
        return []
    courses = courses_of(game, move)
    found = []
    for piece in pieces_of(game):
        at = _met_at(piece, courses) if piece.id not in unit.tested and _needs(game, piece, move) else None
        if at is not None and not (piece.type == OBSTACLE and _from_behind(game, piece, move, at)):
            found.append((at, piece.id))
    return sorted(found)


def _needs(game: Game, piece: TerrainPiece, move: Move) -> bool:
    """AN-TERRAIN-02 AN-TERRAIN-06 AN-TERRAIN-25 Tell whether a kind of move is tested for a piece that it meets."""
    advance = move.kind in ADVANCES
    if piece.type == OBSTACLE:
        return not advance
    return piece.move == DIFFICULT and (not advance or game.how.difficult_test_on_advance)


def _met_at(piece: TerrainPiece, courses: Iterable[Course]) -> int | None:
    """Give how far the unit is when the first of its models meets a piece."""
    found = [at for each in courses if (at := _meets(piece, each)) is not None]
    return min(found, default=None)


def _meets(piece: TerrainPiece, course: Course) -> int | None:
    """AN-TERRAIN-03 Give where a model meets a piece; who stands across an obstacle crosses it with its middle."""
    at = meets_at(piece, course.body, course.path)
    if at == 0 and piece.type == OBSTACLE and met(piece, course.body, ()):
        points = [(each.x, each.y) for each in (course.body.pose, *course.path)]
        return 0 if any(lies_across(piece, a, b) for a, b in pairwise(points)) else None
    return at


def _from_behind(game: Game, piece: TerrainPiece, move: Move, at: int) -> bool:
    """AN-TERRAIN-04 Tell whether the unit starts in a Defended Position behind the obstacle that it crosses.

    Behind is the side from which the first model crosses it, and it takes more than half of the models (AN-TERRAIN-01).
    """
    starts = {each.model: each.pose for each in move.starts}
    first = next(each for each in courses_of(game, move) if _meets(piece, each) == at).body.pose
    bodies = [placed(game, game.models[key], pose) for key, pose in starts.items() if key in game.models]
    behind = sum(
        near_edge(piece, each) and not lies_across(piece, (each.pose.x, each.pose.y), (first.x, first.y))
        for each in bodies
    )
    return 2 * behind > len(bodies)


# -- what failed tests do


def limit_of(game: Game, action: Action, move: Move) -> tuple[int, str]:
    """AN-TERRAIN-08 AN-TERRAIN-09 Give how far the unit comes, and what stops it before its end.

    "obstacle", "difficult", or "" where nothing does.
    """
    courses = courses_of(game, move)
    end = max((each.length for each in courses), default=0)
    failed = [each for each in pieces_of(game) if each.id in game.units[action.unit].failed]
    found = [(end, "")]
    for piece in failed:
        at = _met_at(piece, courses)
        if at is not None and piece.type == OBSTACLE:
            found.append((at, "obstacle"))
        elif at is not None and game.how.difficult_fail_mode == "whole_move":
            found.append((max(at, move.allowance // 2), "difficult"))
    areas = [each for each in failed if each.type != OBSTACLE]
    if areas and game.how.difficult_fail_mode == "terrain_only":
        found += ((_slowed(each, areas, move.allowance), "difficult") for each in courses)
    limit, reason = min(found, key=lambda each: each[0])
    return (limit, reason) if limit < end else (end, "")


def _slowed(course: Course, areas: Iterable[TerrainPiece], allowance: int) -> int:
    """AN-TERRAIN-08 Give how far a model comes where every inch within these areas costs two."""
    gone, spent = 0, 0
    for low, high in _joined(each for piece in areas for each in covered(piece, course.body, course.path)):
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


def room_at(game: Game, action: Action, move: Move, progress: int) -> int:
    """AN-MOVE-10 Give the farthest progress, up to this one, at which nobody of the unit stands on somebody else.

    A move that is cut short stops there; at its start it always has room.
    """
    others = [body for _, body in bodies_on_table(game, without=(action.unit,))]
    still = [
        placed(game, game.models[key], pose)
        for key in game.units[action.unit].models
        if key not in {each.model for each in move.paths} and (pose := game.models[key].pose) is not None
    ]
    while progress > 0 and not _free(game, poses_at(game, move, progress), [*others, *still]):
        progress = max(0, progress - STEP_BACK)
    return progress


def _free(game: Game, poses: Iterable[ModelPose], others: list[Body]) -> bool:
    bodies = [placed(game, game.models[each.model], each.pose) for each in poses]
    return all(free_of(each, others) and free_of(each, bodies[:number]) for number, each in enumerate(bodies))


def agility_of(game: Game, unit: str) -> int:
    """AN-TERRAIN-03 Give the Ag that a unit tests against; one that has none fails all but a 1."""
    return stat(game, unit, "agility") or 0


__all__ = [
    "ADVANCES", "SPRINT", "Course", "agility_of", "courses_of", "flat", "length_of", "limit_of", "poses_at",
    "room_at", "stops",
]  # fmt: skip
