"""Chapter TF-ZOC, leaving: units of the acting formation that have to leave, and what that asks of the others.

Refusals, offers, silence and the query Reach all ask here, so that they can not differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.bounds import FREE, IN_TIME, OUT, WITHDRAW, Duty
from adjudicator.rulesets.tile_formations.course import Course, Manner
from adjudicator.rulesets.tile_formations.paths import manner_of, moves_to_leave
from adjudicator.rulesets.tile_formations.rows import Action, Unit
from adjudicator.rulesets.tile_formations.search import End, ends
from adjudicator.rulesets.tile_formations.state import Game, action_of, units_of
from adjudicator.rulesets.tile_formations.zones import zones_around

# -- one unit


class Outset(NamedTuple):
    """A unit that is about to move: its course, all the ends of it, and what it must do."""

    course: Course
    found: Mapping[str, End]
    duty: Duty

    def fitting(self) -> list[End]:
        """TF-ZOC-10 List the ends that its duty allows."""
        return [each for each in self.found.values() if self.duty.fits(each.place, each.contacts)]


def outset(game: Game, unit: str, manner: Manner) -> Outset:
    """Look where a unit may go in its move."""
    course = Course(game, unit, manner)
    found = ends(course)
    duty = Duty(course, found)
    if manner.cautious and not duty.allows(course, found):
        course = duty.course
        found = ends(course)
    return Outset(course, found, duty)


def course_of(game: Game, unit: str, manner: Manner) -> tuple[Course, Duty]:
    """TF-ZOC-12 Give the course of a unit that moves now, and what it must do.

    Caution that was declared and has come to keep the unit inside since, when others moved, lapses.
    """
    course = Course(game, unit, manner)
    duty = Duty(course)
    lapses = manner.cautious and duty.must != FREE and not duty.allows(course, ends(course))
    return duty.course if lapses else course, duty


def too_slow(game: Game, unit: str, manner: Manner, known: Duty | None = None) -> Duty | None:
    """TF-ZOC-12 Give the duty that a unit could not do if it moved cautiously; None where caution does no harm.

    `known` is its duty, where that is known already.
    """
    if not manner.due:
        return None
    course = Course(game, unit, manner._replace(cautious=True))
    duty = known or Duty(course)
    harmless = duty.must == FREE or duty.stays() or duty.allows(course, ends(course))
    return None if harmless else duty


def clause_of(duty: Duty) -> str:
    """Name the clause of a duty: who can leave leaves, who can not withdraws."""
    return "TF-ZOC-13" if duty.aim < OUT else "TF-ZOC-12"


def kept_on_road(game: Game, unit: Unit, moves: int) -> str:
    """TF-ZOC-12 TF-ZOC-13 Name the clause by which a unit that marches may not keep to the road; empty where it may.

    Off the road it could leave a zone, or get farther off, and on it not.
    """
    if not zones_around(game, unit.id):
        return ""
    manner = Manner("march", due=True, left=moves_to_leave(game, max(0, moves - 1)))
    free, bound = (Duty(Course(game, unit.id, manner._replace(road_march=road))) for road in (False, True))
    return clause_of(free) if free.aim > bound.aim else ""


# -- the formation


def duties(game: Game) -> list[tuple[str, Duty]]:
    """TF-ZOC-12 List units of the acting formation that have not moved and stand in zones, with what they must do."""
    action = action_of(game)
    return [(unit.id, Duty(Course(game, unit.id, manner_of(game, unit.id, action)))) for unit in _bound(game, action)]


def _bound(game: Game, action: Action) -> list[Unit]:
    return [
        unit for unit in units_of(game, action.formation)
        if not unit.moved and manner_of(game, unit.id, action).due and zones_around(game, unit.id)
    ]  # fmt: skip


class Leaver(NamedTuple):
    """A unit that has not moved and has a way out that it must take: its course, and where that leads."""

    course: Course
    exits: tuple[End, ...]


def leavers(known: Iterable[tuple[str, Duty]]) -> list[Leaver]:
    """TF-ZOC-12 List units that have to leave or charge in this move, and still can, of those with these duties.

    Who is beside an enemy that it may charge can not be hindered.
    """
    return [
        Leaver(duty.course, tuple(each for each in duty.found.values() if duty.fits(each.place, each.contacts)))
        for _, duty in known
        if duty.must not in {FREE, IN_TIME, WITHDRAW} and not _beside(duty.course)
    ]  # fmt: skip


def _beside(course: Course) -> bool:
    return course.manner.engaging and bool(course.contacts(course.start))


def shut_in(course: Course, place: str, contacts: tuple[str, ...], others: Iterable[Leaver]) -> str:
    """TF-ZOC-12 Name a unit that could leave no more if this one ended there; empty for none."""
    if place == course.start or place not in course.field:
        return ""
    taken = course.at(place).tiles
    for other in others:
        mate = other.course
        if mate.unit == course.unit or not all(_crosses(mate, each, taken) for each in other.exits):
            continue
        after = Duty(Course(_supposed(course, place, contacts), mate.unit, mate.manner))
        if after.must == WITHDRAW:
            return mate.unit
    return ""


def _crosses(course: Course, end: End, taken: tuple[str, ...]) -> bool:
    return any(tile in taken for place in end.path if place in course.field for tile in course.at(place).tiles)


def _supposed(course: Course, place: str, contacts: tuple[str, ...]) -> Game:
    """Suppose that a unit stood there, and those whom it contacts had lost their zones."""
    game = copy(course.game)
    changed = {enemy: replace(game.units[enemy], zone_lost="supposed") for enemy in contacts}
    mover = replace(game.units[course.unit], tile=place, moved=True, charged=bool(contacts))
    game.units = {**game.units, **changed, mover.id: mover}
    return game


def allowed(start: Outset, others: Iterable[Leaver]) -> list[End]:
    """TF-ZOC-10 TF-ZOC-12 List the ends that a unit may choose.

    It shuts nobody in, unless it has to go itself and every way does.
    """
    fitting, waiting = start.fitting(), list(others)
    if not waiting:
        return fitting
    harmless = [each for each in fitting if not shut_in(start.course, each.place, each.contacts, waiting)]
    free = harmless or start.duty.stays() or _beside(start.course)
    return harmless if free else fitting


__all__ = [
    "Leaver", "Outset", "allowed", "clause_of", "course_of", "duties", "kept_on_road", "leavers", "outset",
    "shut_in", "too_slow",
]  # fmt: skip
