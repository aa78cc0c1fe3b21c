"""Bases of a battle while the events of an entry are told, with what an Assault of it is on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.board.bodies import FINE, hull_of
from adjudicator.board.inches import Body, Pose, gap
from adjudicator.kernel.scene.inch_ground import Based, Board, Ground
from adjudicator.kernel.scene.inch_layout import Outline
from adjudicator.rulesets.grinding_annihilation.reports.messages import View
from adjudicator.rulesets.grinding_annihilation.reports.scene.units import troops_in

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


class Warfield(Ground[Body]):
    """The bases, the weapons of both armies, and the targets of the Assault that is under way."""

    def __init__(self, before: View, after: View) -> None:
        super().__init__(BOARD, _bases(before), _bases(after))
        self.weapons = {weapon.id: weapon for weapon in after.weapons}
        self.failure = ""  # what is said of an Assault that the entry lets fail
        self.assaulted = before.action.targets if before.action is not None else ()


def _bases(view: View) -> Iterator[Based]:
    for row in troops_in(view):
        pose = row.troop.pose
        body = Body(row.profile.base_size, row.profile.height, pose or NOWHERE)
        place = (pose.x, pose.y) if pose is not None else None
        yield Based(row.troop.id, row.formation.id, body, f"{row.path}.pose", place)
