"""Bases of a game while the events of an entry are told, with the moves and volleys that are under way."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.board.bodies import FINE, hull_of
from adjudicator.board.inches import Body, Pose, gap
from adjudicator.kernel.scene import Point
from adjudicator.kernel.scene.inch_ground import Based, Board, Ground
from adjudicator.kernel.scene.inch_layout import Outline
from adjudicator.rulesets.antares.model.messages import FiredGroup
from adjudicator.rulesets.antares.reports.messages import View
from adjudicator.rulesets.antares.reports.scene.units import models_in

NOWHERE = Pose(0, 0, 0, 0)


def _outline(body: Body) -> Outline:
    hull = hull_of(body)
    return Outline(tuple((x // FINE, y // FINE) for x, y in hull.corners), hull.radius // FINE)


BOARD = Board(
    outline=_outline,
    place=lambda body: (body.pose.x, body.pose.y),
    gap=gap,
    moved=lambda body, pose: replace(body, pose=pose),
)


class Table(Ground[Body]):
    """The bases, the weapons in the game, and by model the way that its unit has declared."""

    def __init__(self, before: View, after: View) -> None:
        super().__init__(BOARD, _bases(before), _bases(after))
        self.weapons = {weapon.id: weapon for weapon in after.weapons}
        self.ways: dict[str, tuple[Point, ...]] = {}
        self.kinds: dict[str, str] = {}
        self.volleys = {row.id: row for view in (after, before) for row in view.volleys}.values()
        self.declared: dict[str, tuple[FiredGroup, ...]] = {}
        for action in before.actions:
            for path in action.paths:
                self.ways[path.model] = tuple((pose.x, pose.y) for pose in path.path)
            self.kinds[action.unit] = action.order


def _bases(view: View) -> Iterator[Based]:
    for row in models_in(view):
        pose = row.model.pose
        body = Body(row.kind.base_size, row.kind.height, pose or NOWHERE)
        place = (pose.x, pose.y) if pose is not None else None
        yield Based(row.model.id, row.unit.id, body, f"{row.path}.pose", place)
