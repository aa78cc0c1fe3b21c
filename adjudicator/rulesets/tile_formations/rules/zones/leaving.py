"""Chapter TF-ZOC, leaving: units of the acting formation that have to leave, and what that asks of the others.

Refusals, offers, silence and the query Reach all ask here, so that they can not differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.rows import Action, Unit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd, path_ends
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, move_mode
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate, SharedExits
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import FREE, IN_TIME, LeaveDuty
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
    if lapses(game, graph, duty, found):
        graph = duty.graph
        found = path_ends(graph)
    return MoveChoices(graph, found, duty)


def graph_and_duty(game: Game, unit: str, mode: MoveMode) -> tuple[MoveGraph, LeaveDuty]:
    """TF-ZOC-12 Give the steps of a unit that moves now, and what it must do.

    Caution that was declared and has come to keep the unit inside since, when others moved, lapses.
    """
    graph = MoveGraph(game, unit, mode)
    duty = LeaveDuty(graph)
    return (duty.graph if lapses(game, graph, duty) else graph), duty


def lapses(game: Game, graph: MoveGraph, duty: LeaveDuty, found: Mapping[str, PathEnd] | None = None) -> bool:
    """TF-ZOC-12 Tell whether caution lapses: it would keep the unit inside, or take another one's last way out."""
    if not graph.mode.cautious:
        return False
    if duty.keeps_inside(graph, found):
        return True
    return graph.mode.due and bool(shut_in_by_caution(graph, duty, other_mates(game, graph.unit, graph.mode)))


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


def mates_to_leave(known: Iterable[tuple[str, LeaveDuty]]) -> list[Mate]:
    """TF-ZOC-12 List the units that have to leave or charge in this move, of those with these duties."""
    return [Mate(unit, duty.graph.mode, duty) for unit, duty in known if duty.must not in {FREE, IN_TIME}]


def other_mates(game: Game, unit: str, mode: MoveMode) -> list[Mate]:
    """TF-ZOC-12 List the others that have to leave or charge in the move that is open."""
    action = game.action
    if mode.left or action is None or not action.moving or game.units[unit].formation != action.formation:
        return []
    return [mate for mate in mates_to_leave(leave_duties(game)) if mate.unit != unit]


def allowed_ends(choices: MoveChoices, mates: Sequence[Mate]) -> list[PathEnd]:
    """TF-ZOC-10 TF-ZOC-12 List the ends that a unit may choose: those its duty allows, which shut nobody in."""
    allowed = choices.allowed_by_duty()
    if not any(mate.unit != choices.graph.unit for mate in mates):
        return allowed
    return SharedExits(choices.graph, mates).allowed(allowed, may_stay=choices.may_stay())


def shut_in_by_caution(graph: MoveGraph, duty: LeaveDuty, mates: Sequence[Mate]) -> str:
    """TF-ZOC-12 Name a unit that could leave no more if this one moved cautiously; empty for none.

    Of the ends within its reach it takes one that leaves most others a way out, at full speed and cautiously alike.
    """
    stays = duty.must in {FREE, IN_TIME} or duty.may_stay() or graph.may_charge_from(graph.start)
    if graph is duty.graph or stays or not any(mate.unit != graph.unit for mate in mates):
        return ""
    slow = [end for end in path_ends(graph).values() if duty.allows_end(end.place, end.contacts)]
    fast = [end for end in duty.found.values() if duty.allows_end(end.place, end.contacts)]
    shared = SharedExits(duty.graph, mates)
    kept = {end.place for end in shared.allowed(fast, may_stay=False)}
    if not slow or any(end.place in kept for end in slow):
        return ""
    return next(filter(None, (shared.shut_in(end.place, end.contacts) for end in slow)), "")
