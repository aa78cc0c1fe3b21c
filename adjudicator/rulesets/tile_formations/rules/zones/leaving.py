"""Chapter TF-ZOC, leaving: units of the acting formation that have to leave, and what that asks of the others.

Refusals, offers, silence and the query Reach all ask here, so that they can not differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.rows import Action, Unit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of, units_of
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph, MoveMode
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd, path_ends
from adjudicator.rulesets.tile_formations.rules.movement.paths import move_mode, moves_to_leave
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import FREE, IN_TIME, WITHDRAW, LeaveDuty
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import CLEAR_OF_ZONES
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around

# -- one unit


class MoveChoices(NamedTuple):
    """A unit that is about to move: its course, all the ends of it, and what it must do."""

    course: MoveGraph
    found: Mapping[str, PathEnd]
    duty: LeaveDuty

    def fitting(self) -> list[PathEnd]:
        """TF-ZOC-10 List the ends that its duty allows."""
        return [each for each in self.found.values() if self.duty.fits(each.place, each.contacts)]


def move_choices(game: Game, unit: str, manner: MoveMode) -> MoveChoices:
    """Look where a unit may go in its move."""
    course = MoveGraph(game, unit, manner)
    found = path_ends(course)
    duty = LeaveDuty(course, found)
    if manner.cautious and not duty.allows(course, found):
        course = duty.course
        found = path_ends(course)
    return MoveChoices(course, found, duty)


def graph_and_duty(game: Game, unit: str, manner: MoveMode) -> tuple[MoveGraph, LeaveDuty]:
    """TF-ZOC-12 Give the course of a unit that moves now, and what it must do.

    Caution that was declared and has come to keep the unit inside since, when others moved, lapses.
    """
    course = MoveGraph(game, unit, manner)
    duty = LeaveDuty(course)
    lapses = manner.cautious and duty.must != FREE and not duty.allows(course, path_ends(course))
    return duty.course if lapses else course, duty


def too_slow(game: Game, unit: str, manner: MoveMode, known: LeaveDuty | None = None) -> LeaveDuty | None:
    """TF-ZOC-12 Give the duty that a unit could not do if it moved cautiously; None where caution does no harm.

    `known` is its duty, where that is known already.
    """
    if not manner.due:
        return None
    course = MoveGraph(game, unit, manner._replace(cautious=True))
    duty = known or LeaveDuty(course)
    harmless = duty.must == FREE or duty.stays() or duty.allows(course, path_ends(course))
    return None if harmless else duty


def duty_clause(duty: LeaveDuty) -> str:
    """Name the clause of a duty: who can leave leaves, who can not withdraws."""
    return "TF-ZOC-13" if duty.aim < CLEAR_OF_ZONES else "TF-ZOC-12"


def kept_on_road(game: Game, unit: Unit, moves: int) -> str:
    """TF-ZOC-12 TF-ZOC-13 Name the clause by which a unit that marches may not keep to the road; empty where it may.

    Off the road it could leave a zone, or get farther off, and on it not.
    """
    if not zones_around(game, unit.id):
        return ""
    manner = MoveMode("march", due=True, left=moves_to_leave(game, max(0, moves - 1)))
    free, bound = (LeaveDuty(MoveGraph(game, unit.id, manner._replace(road_march=road))) for road in (False, True))
    return duty_clause(free) if free.aim > bound.aim else ""


# -- the formation


def leave_duties(game: Game) -> list[tuple[str, LeaveDuty]]:
    """TF-ZOC-12 List units of the acting formation that have not moved and stand in zones, with what they must do."""
    action = action_of(game)
    return [
        (unit.id, LeaveDuty(MoveGraph(game, unit.id, move_mode(game, unit.id, action))))
        for unit in _bound(game, action)
    ]


def _bound(game: Game, action: Action) -> list[Unit]:
    return [
        unit for unit in units_of(game, action.formation)
        if not unit.moved and move_mode(game, unit.id, action).due and zones_around(game, unit.id)
    ]  # fmt: skip


class LeavingUnit(NamedTuple):
    """A unit that has not moved and has a way out that it must take: its course, and where that leads."""

    course: MoveGraph
    exits: tuple[PathEnd, ...]


def leaving_units(known: Iterable[tuple[str, LeaveDuty]]) -> list[LeavingUnit]:
    """TF-ZOC-12 List units that have to leave or charge in this move, and still can, of those with these duties.

    Who is beside an enemy that it may charge can not be hindered.
    """
    return [
        LeavingUnit(duty.course, tuple(each for each in duty.found.values() if duty.fits(each.place, each.contacts)))
        for _, duty in known
        if duty.must not in {FREE, IN_TIME, WITHDRAW} and not _beside(duty.course)
    ]  # fmt: skip


def _beside(course: MoveGraph) -> bool:
    return course.manner.engaging and bool(course.contacts(course.start))


def shut_in(course: MoveGraph, place: str, contacts: tuple[str, ...], others: Iterable[LeavingUnit]) -> str:
    """TF-ZOC-12 Name a unit that could leave no more if this one ended there; empty for none."""
    if place == course.start or place not in course.field:
        return ""
    taken = course.at(place).tiles
    for other in others:
        mate = other.course
        if mate.unit == course.unit or not all(_crosses(mate, each, taken) for each in other.exits):
            continue
        after = LeaveDuty(MoveGraph(_supposed(course, place, contacts), mate.unit, mate.manner))
        if after.must == WITHDRAW:
            return mate.unit
    return ""


def _crosses(course: MoveGraph, end: PathEnd, taken: tuple[str, ...]) -> bool:
    return any(tile in taken for place in end.path if place in course.field for tile in course.at(place).tiles)


def _supposed(course: MoveGraph, place: str, contacts: tuple[str, ...]) -> Game:
    """Suppose that a unit stood there, and those whom it contacts had lost their zones."""
    game = copy(course.game)
    changed = {enemy: replace(game.units[enemy], zone_lost="supposed") for enemy in contacts}
    mover = replace(game.units[course.unit], tile=place, moved=True, charged=bool(contacts))
    game.units = {**game.units, **changed, mover.id: mover}
    return game


def allowed_ends(start: MoveChoices, others: Iterable[LeavingUnit]) -> list[PathEnd]:
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
    "LeavingUnit",
    "MoveChoices",
    "allowed_ends",
    "duty_clause",
    "graph_and_duty",
    "kept_on_road",
    "leave_duties",
    "leaving_units",
    "move_choices",
    "shut_in",
    "too_slow",
]  # fmt: skip
