"""Chapter TF-ZOC, leaving: units of the acting formation that have to leave, and what that asks of the others.

Refusals, offers, silence and the query Reach all ask here, so that they can not differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.rows import Action, Unit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd, path_ends
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, move_mode
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import FREE, IN_TIME, WITHDRAW, LeaveDuty
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around

# -- one unit


class MoveChoices(NamedTuple):
    """A unit that is about to move: its steps, all the ends of these, and what it must do."""

    graph: MoveGraph
    found: Mapping[str, PathEnd]
    duty: LeaveDuty

    def allowed_by_duty(self) -> list[PathEnd]:
        """TF-ZOC-10 List the ends that its duty allows."""
        return [end for end in self.found.values() if self.duty.allows_end(end.place, end.contacts)]

    def may_stay(self) -> bool:
        """TF-ZOC-13 Tell whether the unit may be left where it is, or charge without a step."""
        return self.duty.may_stay() or self.graph.may_charge_from(self.graph.start)


def move_choices(game: Game, unit: str, mode: MoveMode) -> MoveChoices:
    """Look where a unit may go in its move."""
    graph = MoveGraph(game, unit, mode)
    found = path_ends(graph)
    duty = LeaveDuty(graph, found)
    if duty.keeps_inside(graph, found):
        graph = duty.graph
        found = path_ends(graph)
    return MoveChoices(graph, found, duty)


def graph_and_duty(game: Game, unit: str, mode: MoveMode) -> tuple[MoveGraph, LeaveDuty]:
    """TF-ZOC-12 Give the steps of a unit that moves now, and what it must do.

    Caution that was declared and has come to keep the unit inside since, when others moved, lapses.
    """
    graph = MoveGraph(game, unit, mode)
    duty = LeaveDuty(graph)
    return (duty.graph if duty.keeps_inside(graph) else graph), duty


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
        unit
        for unit in units_of(game, action.formation)
        if not unit.moved and move_mode(game, unit.id, action).due and zones_around(game, unit.id)
    ]


class LeavingUnit(NamedTuple):
    """A unit that has not moved and has a way out that it must take: its steps, and where they lead out."""

    graph: MoveGraph
    exits: tuple[PathEnd, ...]


def leaving_units(known: Iterable[tuple[str, LeaveDuty]]) -> list[LeavingUnit]:
    """TF-ZOC-12 List units that have to leave or charge in this move, and still can, of those with these duties.

    Who is beside an enemy that it may charge can not be hindered.
    """
    return [
        LeavingUnit(duty.graph, tuple(end for end in duty.found.values() if duty.allows_end(end.place, end.contacts)))
        for _, duty in known
        if duty.must not in {FREE, IN_TIME, WITHDRAW} and not duty.graph.may_charge_from(duty.graph.start)
    ]


def unit_shut_in(graph: MoveGraph, place: str, contacts: tuple[str, ...], others: Iterable[LeavingUnit]) -> str:
    """TF-ZOC-12 Name a unit that could leave no more if this one ended there; empty for none."""
    if place == graph.start or place not in graph.field:
        return ""
    taken = graph.placement_at(place).tiles
    for other in others:
        mate = other.graph
        if mate.unit == graph.unit or not all(_leads_over(mate, end, taken) for end in other.exits):
            continue
        after = LeaveDuty(MoveGraph(_with_unit_at(graph, place, contacts), mate.unit, mate.mode))
        if after.must == WITHDRAW:
            return mate.unit
    return ""


def _leads_over(graph: MoveGraph, end: PathEnd, taken: tuple[str, ...]) -> bool:
    return any(tile in taken for place in end.path if place in graph.field for tile in graph.placement_at(place).tiles)


def _with_unit_at(graph: MoveGraph, place: str, contacts: tuple[str, ...]) -> Game:
    """Suppose that a unit stood there, and those whom it contacts had lost their zones."""
    game = copy(graph.game)
    changed = {enemy: replace(game.units[enemy], zone_lost="supposed") for enemy in contacts}
    mover = replace(game.units[graph.unit], tile=place, moved=True, charged=bool(contacts))
    game.units = {**game.units, **changed, mover.id: mover}
    return game


def allowed_ends(choices: MoveChoices, others: Iterable[LeavingUnit]) -> list[PathEnd]:
    """TF-ZOC-10 TF-ZOC-12 List the ends that a unit may choose.

    It shuts nobody in, unless it has to go itself and every way does.
    """
    allowed_by_duty, waiting = choices.allowed_by_duty(), list(others)
    if not waiting:
        return allowed_by_duty
    harmless = [end for end in allowed_by_duty if not unit_shut_in(choices.graph, end.place, end.contacts, waiting)]
    return harmless if harmless or choices.may_stay() else allowed_by_duty
