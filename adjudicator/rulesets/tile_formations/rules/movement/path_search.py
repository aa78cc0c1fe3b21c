"""Where a unit can go: every end of a legal path, found by the same steps that a declared path is judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.paths import may_leave_by
from adjudicator.rulesets.tile_formations.rules.movement.speed import SpeedLimit, speed_limits
from adjudicator.rulesets.tile_formations.rules.zones.zone_steps import (
    contacts_decided_by_zones,
    owner_missed,
    owners_met,
)


class PathEnd(NamedTuple):
    """A place where a legal path ends: the path with the fewest tests and then the lowest cost."""

    place: str
    cost: int
    tests: int
    path: tuple[str, ...]
    road: bool
    contacts: tuple[str, ...] = ()


PartialPath: TypeAlias = tuple[int, int, str, tuple[str, ...], tuple[str, ...]]
"""A path so far: tests, cost, place, path, and enemies whose zones it entered, which a charge may have to contact.

Paths are looked at in the order of these; a plain tuple, since there is nothing of which a game makes more.
"""


_Ways: TypeAlias = dict[tuple[str, tuple[str, ...]], tuple[int, int, tuple[str, ...]]]
"""Tests, cost and path of the last way that waits to be looked at, by where it leads and whom it met."""


def path_ends(graph: MoveGraph) -> dict[str, PathEnd]:
    """List the places where the unit can end its move, its own place left out; in an engage action charges too.

    Edges that it can leave by are listed by their names. That it has to leave a zone is not looked at.
    """
    key = graph.search_key()
    kept: dict[str, PathEnd] | None = graph.known.ends.get(key)
    if kept is None:
        kept = graph.known.ends[key] = _best_ends(graph)
    return kept.copy()


def _best_ends(graph: MoveGraph) -> dict[str, PathEnd]:
    found: dict[str, PathEnd] = {}
    for end in iter_path_ends(graph):
        known = found.get(end.place)
        if known is None or _rank(end) < _rank(known):
            found[end.place] = end
    return found


def iter_path_ends(graph: MoveGraph, starts: Sequence[str] = ()) -> Iterator[PathEnd]:
    """Give the ends as they are found, the same place perhaps several times.

    `starts` are other places to set out from, all in the same zones. Then ways end at the first place out of zones that
    has room, and only where they lead and where they come from last is true of them.
    """
    for charging in (False, True) if graph.mode.engaging else (False,):
        for road in (False, True):
            begun = [place for place in starts or (graph.start,) if not road or graph.may_use_road(place)]
            for limit in limits_of(graph, road=road) if begun else ():
                yield from _spread(graph, limit, begun, charging=charging, far=not starts)


def _rank(end: PathEnd) -> tuple[bool, int, int, bool]:
    return not end.contacts, end.tests, end.cost, end.road


def limits_of(graph: MoveGraph, *, road: bool) -> Iterator[SpeedLimit]:
    """List the ways in which the unit may spend its speed."""
    return speed_limits(graph.game, graph.unit, graph.mode, road=road)


def _spread(
    graph: MoveGraph, limit: SpeedLimit, starts: Iterable[str], *, charging: bool, far: bool
) -> Iterator[PathEnd]:
    """Spread out from the starts by tests, then cost; a place is left again only by what is cheaper than before."""
    best: dict[tuple[str, tuple[str, ...]], int] = {}
    waiting: list[PartialPath] = [(0, 0, place, (), ()) for place in sorted(starts)]
    known: _Ways = {(place, ()): (0, 0, ()) for place in starts}
    edges = not charging and not limit.road and bool(graph.game.options.exit_edges)
    while waiting:
        so_far = heappop(waiting)
        _, cost, place, path, met = so_far
        if cost >= best.get((place, met), cost + 1):
            continue
        best[place, met] = cost
        if path:
            end = _ending(graph, so_far, limit, charging=charging)
            if end is not None:
                yield end
            if cost >= limit.points or graph.must_stop(place):
                continue
            if not (far or graph.mode.engaging or _goes_on(graph, place)):
                continue
        if edges:
            yield from _edges(graph, so_far, limit)
        for after in _onward(graph, limit, so_far, known, charging=charging):
            heappush(waiting, after)


def _goes_on(graph: MoveGraph, place: str) -> bool:
    """Tell whether a place is in an enemy zone, or has no room to end outside."""
    return bool(graph.placement_at(place).owners) or graph.stay_fault(place) is not None


def _onward(
    graph: MoveGraph, limit: SpeedLimit, so_far: PartialPath, known: _Ways, *, charging: bool
) -> Iterator[PartialPath]:
    """Take every step on that is allowed and can be paid for.

    Left out is what is looked at later than another way to the same end that costs no more: nothing comes of it.
    """
    tests, cost, place, path, met = so_far
    most, on_road, unimpeded = limit.most(single=not path), limit.road, limit.unimpeded
    noted = charging and contacts_decided_by_zones(graph)
    for there, step in graph.steps_from(place, charging=charging).items():
        after = cost + step.cost
        if after > most or (unimpeded and step.impeded) or (on_road and not step.road):
            continue
        whose = _met(graph, met, there) if noted else ()
        way, other = (tests + step.tests, after, (*path, there)), known.get((there, whose))
        if other is None or after < other[1] or way < other:
            known[there, whose] = way
            yield way[0], after, there, way[2], whose


def _met(graph: MoveGraph, met: tuple[str, ...], there: str) -> tuple[str, ...]:
    """TF-ZOC-06 Note whose zones a charge has entered, where that decides whom it has to contact."""
    owners = owners_met(graph, (there,))
    return tuple(sorted({*met, *owners})) if owners else met


def _ending(graph: MoveGraph, so_far: PartialPath, limit: SpeedLimit, *, charging: bool) -> PathEnd | None:
    """TF-ZOC-06 End there, where there is room; a charge ends in contact."""
    tests, cost, place, path, _ = so_far
    if place == graph.start or graph.stay_fault(place) is not None:
        return None
    contacts = graph.contacts(place) if graph.mode.engaging else ()
    if (charging and not contacts) or (contacts and owner_missed(graph, path, contacts)):
        return None
    return PathEnd(place, cost, tests, path, limit.road, contacts)


def _edges(graph: MoveGraph, so_far: PartialPath, limit: SpeedLimit) -> Iterator[PathEnd]:
    """TF-MOVE-09 Leave the battlefield over an open edge, for one point of speed."""
    tests, cost, place, path, _ = so_far
    if not limit.pays(cost + 1, single=not path):
        return
    for edge in graph.game.options.exit_edges:
        if may_leave_by(graph, place, edge):
            yield PathEnd(edge, cost + 1, tests, (*path, edge), road=False)
