"""Chapter TF-ZOC, leaving: what a unit must do that stands in an enemy zone of control when its time has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.course import Course
from adjudicator.rulesets.tile_formations.search import End, ends

FREE, LEAVE, CHARGE_OR_LEAVE, WITHDRAW = "", "leave", "charge_or_leave", "withdraw"


class Bounds(NamedTuple):
    """What a unit must do: nothing, leave, charge or leave, or end at least so far from the owners of the zones."""

    must: str
    depth: int = 0


def bounds(course: Course, found: Mapping[str, End]) -> Bounds:
    """TF-ZOC-10 TF-ZOC-13 Say what a unit must do, given all the ends that are open to it."""
    if not course.manner.due or not course.owners:
        return Bounds(FREE)
    if course.manner.engaging and (course.contacts(course.start) or any(end.contacts for end in found.values())):
        return Bounds(CHARGE_OR_LEAVE)
    if any(is_out(course, place) for place in found):
        return Bounds(LEAVE)
    return Bounds(WITHDRAW, max(depth(course, place) for place in (course.start, *found)))


def bounds_of(course: Course) -> Bounds:
    """Say what a unit must do; see `bounds`."""
    return bounds(course, ends(course)) if course.manner.due and course.owners else Bounds(FREE)


def is_out(course: Course, place: str) -> bool:
    """TF-ZOC-12 Tell whether a place is out of all enemy zones; an edge is."""
    return place not in course.field or not course.at(place).owners


def depth(course: Course, place: str) -> int:
    """TF-ZOC-13 Give the distance of a place from the nearest owner of the zones that the unit set out in."""
    return min(course.apart(place, owner) for owner in course.owners)


def fits(course: Course, limits: Bounds, place: str, contacts: tuple[str, ...]) -> bool:
    """TF-ZOC-10 Tell whether a unit may end there under what it must do."""
    if limits.must == FREE or is_out(course, place) or (contacts and course.manner.engaging):
        return True
    return limits.must == WITHDRAW and depth(course, place) >= limits.depth


__all__ = [
    "CHARGE_OR_LEAVE", "FREE", "LEAVE", "WITHDRAW", "Bounds", "bounds", "bounds_of", "depth", "fits", "is_out",
]  # fmt: skip
