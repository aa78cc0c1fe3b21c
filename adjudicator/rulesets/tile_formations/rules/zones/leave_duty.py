"""Chapter TF-ZOC, leaving: what a unit must do that stands in an enemy zone of control when its time has come.

What it could do is judged at full speed, whatever it declared, and over all moves that the action still has.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd, each_path_end, path_ends
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import (
    CLEAR_OF_ZONES,
    LookAhead,
    distance_from_owners,
    is_outside_zones,
)

FREE, LEAVE, CHARGE_OR_LEAVE, WITHDRAW, IN_TIME = "", "leave", "charge_or_leave", "withdraw", "leave_in_time"


class LeaveDuty:
    """What a unit must do in the move that is open, as everything else stands.

    `must` is nothing, leave, charge or leave, withdraw, or, with moves to come, end where leaving in time is still
    possible. `aim` is the best that it can still come to: `OUT`, or a distance from the owners of the zones. `course`
    is its course at full speed, `found` are all the ends of that in its last move.
    """

    __slots__ = ("_ahead", "aim", "course", "found", "left", "must")

    def __init__(self, course: MoveGraph, found: Mapping[str, PathEnd] | None = None) -> None:
        """Judge a course; `found` are all its ends, where they are known."""
        self.course, self.left = course, course.manner.left
        self._ahead: LookAhead | None = None
        self.found: Mapping[str, PathEnd] = {}
        self.aim, self.must = 0, FREE
        if not course.manner.due or not course.owners:
            return
        hurried = course.manner.cautious
        self.course = course.again(course.start) if hurried else course
        if self.left:
            self.must, self.aim = IN_TIME, CLEAR_OF_ZONES if self._at_once() else self._look().aim
        else:
            self.found = path_ends(self.course) if found is None or hurried else found
            self._now(self.found)

    def _at_once(self) -> bool:
        """Tell whether the unit could be out, or charge, with the move that is open alone."""
        course = self.course
        beside = course.manner.engaging and bool(course.contacts(course.start))
        return beside or any(each.contacts or is_outside_zones(course, each.place) for each in each_path_end(course))

    def _look(self) -> LookAhead:
        """Look at the moves to come, once it matters."""
        if self._ahead is None:
            self._ahead = LookAhead(self.course, self.left)
        return self._ahead

    def _now(self, found: Mapping[str, PathEnd]) -> None:
        """TF-ZOC-10 TF-ZOC-13 Say what a unit must do in its last move, given all the ends that are open to it."""
        course, self.aim = self.course, CLEAR_OF_ZONES
        if course.manner.engaging and (course.contacts(course.start) or any(each.contacts for each in found.values())):
            self.must = CHARGE_OR_LEAVE
        elif any(is_outside_zones(course, place) for place in found):
            self.must = LEAVE
        else:
            self.must = WITHDRAW
            self.aim = max(distance_from_owners(course, place) for place in (course.start, *found))

    def fits(self, place: str, contacts: tuple[str, ...]) -> bool:
        """TF-ZOC-10 Tell whether the unit may end there under what it must do."""
        if self.must == FREE or is_outside_zones(self.course, place) or (contacts and self.course.manner.engaging):
            return True
        if self.must == IN_TIME:
            waits = self._ahead is None and place == self.course.start
            return waits or place in self._look().kept
        return self.must == WITHDRAW and distance_from_owners(self.course, place) >= self.aim

    def stays(self) -> bool:
        """TF-ZOC-13 Tell whether the unit may be left where it is."""
        return self.fits(self.course.start, ())

    def allows(self, course: MoveGraph, found: Mapping[str, PathEnd]) -> bool:
        """Tell whether a unit that moves so has any way to do what it must; `found` are all the ends of that course."""
        beside = course.manner.engaging and bool(course.contacts(course.start))
        return beside or self.stays() or any(self.fits(each.place, each.contacts) for each in found.values())


__all__ = [
    "CHARGE_OR_LEAVE",
    "CLEAR_OF_ZONES",
    "FREE",
    "IN_TIME",
    "LEAVE",
    "WITHDRAW",
    "LeaveDuty",
    "distance_from_owners",
    "is_outside_zones",
]
