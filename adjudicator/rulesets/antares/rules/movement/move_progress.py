"""A declared move on its way: where its models are after so much of it, and where they have room.

Progress is counted in thousandths of an inch along the paths, pivots free: every model has gone so far, or to the end
of its own path where that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Pose, along, moved, path_length
from adjudicator.rulesets.antares.model.distances import body_at, free_of, other_bodies
from adjudicator.rulesets.antares.model.messages import ModelPose
from adjudicator.rulesets.antares.model.rows import Action, Move
from adjudicator.rulesets.antares.model.state import INCH, Game
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import ground_at

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
    starts = {start.model: start.pose for start in move.starts}
    return tuple(
        Course(path.model, body_at(game, game.models[path.model], starts[path.model]), flat(path.path))
        for path in move.paths
        if path.model in game.models
    )


def length_of(game: Game, move: Move) -> int:
    """Measure how far the model goes that goes farthest."""
    return max((course.length for course in courses_of(game, move)), default=0)


def poses_at(game: Game, move: Move, progress: int) -> tuple[ModelPose, ...]:
    """AN-REACT-22 Give where the models of a move stand after so much of it, in order of its paths."""
    ends = {path.model: path.path[-1] for path in move.paths}
    found = []
    for course in courses_of(game, move):
        at = moved(course.body, along(course.body, course.path, progress)).pose
        whole = progress >= course.length
        level = ends[course.model].z if whole else ground_at(game, at.x, at.y)
        found.append(ModelPose(model=course.model, pose=replace(at, z=level)))
    return tuple(found)


def room_at(game: Game, action: Action, move: Move, progress: int) -> int:
    """AN-MOVE-10 Give the farthest progress, up to this one, at which nobody of the unit stands on somebody else.

    A move that is cut short stops there; at its start it always has room.
    """
    others = other_bodies(game, action.unit)
    still = [
        body_at(game, game.models[key], pose)
        for key in game.units[action.unit].models
        if key not in {path.model for path in move.paths} and (pose := game.models[key].pose) is not None
    ]
    while progress > 0 and not _free(game, poses_at(game, move, progress), [*others, *still]):
        progress = max(0, progress - STEP_BACK)
    return progress


def _free(game: Game, poses: Iterable[ModelPose], others: list[Body]) -> bool:
    bodies = [body_at(game, game.models[pose.model], pose.pose) for pose in poses]
    return all(free_of(body, others) and free_of(body, bodies[:number]) for number, body in enumerate(bodies))
