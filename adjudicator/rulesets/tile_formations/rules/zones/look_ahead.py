"""Chapter TF-ZOC, several moves: what a unit in enemy zones can come to by the last of them, and where it keeps to it.

Everything else stays where it stands. Ways are looked for from many places at once: forwards for what they come to,
backwards for where they can set out. What a step means depends on the zones that a move begins in, not on its tile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import iter_path_ends, limits_of
from adjudicator.rulesets.tile_formations.rules.movement.paths import may_leave_by
from adjudicator.rulesets.tile_formations.rules.movement.speed import SpeedLimit
from adjudicator.rulesets.tile_formations.rules.zones.zone_steps import ZONE_OWNER

CLEAR_OF_ZONES = 1000  # farther off than any battlefield is wide


def is_outside_zones(graph: MoveGraph, place: str) -> bool:
    """TF-ZOC-12 Tell whether a place is out of all enemy zones; an edge is."""
    return place not in graph.field or not graph.placement_at(place).owners


def distance_from_owners(graph: MoveGraph, place: str) -> int:
    """TF-ZOC-13 Give the distance of a place from the nearest owner of the zones that the unit set out in."""
    return min(graph.distance_to(place, owner) for owner in graph.owners)


class LookAhead:
    """What a unit can come to in so many moves after this one.

    `aim` is the best of it: `CLEAR_OF_ZONES`,
    or a distance from the owners of the zones. `kept` are the places where the unit may
    end this move and can still come to that.
    """

    __slots__ = ("_exits", "_graphs", "_values", "aim", "graph", "kept")

    def __init__(self, graph: MoveGraph, left: int) -> None:
        """Look ahead on a graph at full speed."""
        self.graph = graph
        self._graphs: dict[tuple[str, ...], MoveGraph] = {}
        self._exits: dict[str, None] = {}
        self._values = {graph.start: self._value(graph.start)}
        self.aim, self.kept = 0, {graph.start: None}
        fresh = first = self._add_ends([graph.start])
        for number in range(left + 1):
            fresh = self._add_ends(fresh) if number else fresh
            self.aim = max(self._values.values())
            if self.aim == CLEAR_OF_ZONES or number == left:
                self._find_kept(left)
            if self.aim == CLEAR_OF_ZONES and all(place in self.kept for place in (graph.start, *first)):
                break

    def _value(self, place: str) -> int:
        graph = self.graph
        charged = place in graph.field and graph.may_charge_from(place)
        return CLEAR_OF_ZONES if charged or is_outside_zones(graph, place) else distance_from_owners(graph, place)

    def _add_ends(self, starts: Sequence[str]) -> list[str]:
        """Note and list more places where a move ends, and edges; who is out of zones need not go on."""
        found = [end for graph, members in self._inside(starts) for end in iter_path_ends(graph, members)]
        left_by = (end.path[-2] for end in found if end.place not in self.graph.field and len(end.path) > 1)
        self._exits.update(dict.fromkeys((*left_by, *(start for start in starts if _at_exit(self.graph, start)))))
        fresh = [place for place in dict.fromkeys(end.place for end in found) if place not in self._values]
        self._values.update({place: self._value(place) for place in fresh})
        return fresh

    def _inside(self, places: Iterable[str]) -> Iterator[tuple[MoveGraph, list[str]]]:
        """Sort places to go on from by the zones that they lie in, each kind with a graph that sets out in these."""
        kinds: dict[tuple[str, ...], list[str]] = {}
        for place in places:
            if self._values[place] < CLEAR_OF_ZONES or place == self.graph.start:
                kinds.setdefault(self.graph.placement_at(place).owners, []).append(place)
        for owners, members in kinds.items():
            if owners not in self._graphs:
                self._graphs[owners] = self.graph.from_place(members[0])
            yield self._graphs[owners], members

    # -- backwards

    def _find_kept(self, left: int) -> None:
        """Find where the best that is known can be come to in so many moves."""
        self.kept = {place: None for place, value in self._values.items() if value >= self.aim}
        for _ in range(left):
            self.kept.update(dict.fromkeys(list(self._setting_out())))

    def _setting_out(self) -> Iterator[str]:
        """List the places inside from where one move leads to one that is kept."""
        kept = [place for place in self.kept if place in self.graph.field]
        exits = self._exits if self.aim == CLEAR_OF_ZONES else ()
        for graph, members in self._inside(place for place in self._values if place not in self.kept):
            charged = [place for place in kept if graph.may_charge_from(place)]
            goals = [place for place in kept if place not in charged]
            for road in (False, True):
                for limit in limits_of(graph, road=road):
                    found = _search_back(graph, limit, _move_goals(graph, limit, goals, exits), charging=False)
                    found |= _search_back(graph, limit, _charge_goals(graph, charged), charging=True)
                    yield from (
                        member for member in members if member in found and (not road or graph.may_use_road(member))
                    )


class Goal(NamedTuple):
    """What it costs to go on from a place, and whether the way there leads through no zone."""

    cost: int
    place: str
    clear: bool


def _at_exit(graph: MoveGraph, place: str) -> bool:
    return any(may_leave_by(graph, place, edge) for edge in graph.game.options.exit_edges if place in graph.field)


def _move_goals(graph: MoveGraph, limit: SpeedLimit, places: Iterable[str], exits: Iterable[str]) -> list[Goal]:
    """TF-MOVE-09 Make goals of places to end in, and of those from where an edge is left, for one point of speed."""
    found = [Goal(0, place, clear=False) for place in places]
    if not limit.road and limit.points >= 1:
        found += [Goal(1, place, clear=False) for place in exits if graph.placement(place) is not None]
    return found


def _charge_goals(graph: MoveGraph, places: Iterable[str]) -> list[Goal]:
    """TF-ZOC-06 Make goals of places to charge to; who has to contact whose zone it entered may have to enter none."""
    owned = graph.game.options.charge_contact == ZONE_OWNER
    return [
        Goal(0, place, clear=owned and not set(graph.placement_at(place).owners) & set(graph.contacts(place)))
        for place in places
    ]


def _search_back(graph: MoveGraph, limit: SpeedLimit, goals: list[Goal], *, charging: bool) -> set[str]:
    """Spread from goals by the cost of what is left of a way; give the places from where it can be gone in one move."""
    found = {goal.place for goal in goals if goal.cost}
    over = frozenset() if charging else frozenset(goal.place for goal in goals if not goal.cost)
    waiting = [goal for goal in goals if not (goal.cost and graph.must_stop(goal.place))]
    heapify(waiting)
    settled: set[tuple[str, bool]] = set()
    while waiting:
        goal = heappop(waiting)
        cost, there, clear = goal
        if (there, clear) in settled or not _may_lead_to(graph, limit, goal):
            continue
        settled.add((there, clear))
        for here, total in _steps_to(graph, limit, goal, over, charging=charging):
            if limit.pays(total, single=not cost):
                found.add(here)
            if total < limit.points and not graph.must_stop(here):
                heappush(waiting, Goal(total, here, clear))
    return found


def _may_lead_to(graph: MoveGraph, limit: SpeedLimit, goal: Goal) -> bool:
    """Tell whether a way of this kind may lead to a place: on roads alone, or through no zone."""
    placement = graph.placement_at(goal.place)
    return not (limit.road and not placement.road) and not (goal.clear and placement.owners)


def _steps_to(
    graph: MoveGraph, limit: SpeedLimit, goal: Goal, over: Collection[str], *, charging: bool
) -> Iterator[tuple[str, int]]:
    """List the places that one step leads from, with the cost of the way from there; who is `over` need not go on."""
    for here in graph.field.neighbours(goal.place):
        if here in over or graph.placement(here) is None:
            continue
        step = graph.steps_from(here, charging=charging).get(goal.place)
        if step is not None and not (step.impeded and limit.unimpeded):
            yield here, goal.cost + step.cost
