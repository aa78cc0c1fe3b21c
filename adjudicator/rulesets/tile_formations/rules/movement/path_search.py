"""Where a unit can go: every end of a legal path, found by the same steps that a declared path is judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.paths import (
    HALVE,
    ROAD_BONUS,
    ZONE_OWNER,
    halved,
    may_leave_by,
    road_from,
    speed_of,
)


class PathEnd(NamedTuple):
    """A place where a legal path ends: the path with the fewest tests and then the lowest cost."""

    place: str
    cost: int
    tests: int
    path: tuple[str, ...]
    road: bool
    contacts: tuple[str, ...] = ()


class SpeedLimit(NamedTuple):
    """One way to spend speed: so many points, on roads alone, with or without terrain that slows down."""

    limit: int
    road: bool = False
    unimpeded: bool = False


class PartialPath(NamedTuple):
    """A partial path in the order in which partial paths are looked at.

    `met` are enemies whose zones it entered, kept where a charge has to contact one of them.
    """

    tests: int
    cost: int
    place: str
    path: tuple[str, ...]
    met: tuple[str, ...] = ()


def path_ends(course: MoveGraph) -> dict[str, PathEnd]:
    """List the places where the unit can end its move, its own place left out; in an engage action charges too.

    Edges that it can leave by are listed by their names. That it has to leave a zone is not looked at: see `reach`.
    """
    found: dict[str, PathEnd] = {}
    for end in each_path_end(course):
        known = found.get(end.place)
        if known is None or _rank(end) < _rank(known):
            found[end.place] = end
    return found


def each_path_end(course: MoveGraph, starts: Sequence[str] = ()) -> Iterator[PathEnd]:
    """Give the ends as they are found, the same place perhaps several times.

    `starts` are other places to set out from, all in the same zones. Then ways end at the first place out of zones that
    has room, and only where they lead and where they come from last is true of them.
    """
    for charging in (False, True) if course.manner.engaging else (False,):
        for road in (False, True):
            begun = [place for place in starts or (course.start,) if not road or road_from(course, place)]
            for gait in speed_limits(course, road=road) if begun else ():
                yield from _walk(course, gait, begun, charging=charging, far=not starts)


def _rank(end: PathEnd) -> tuple[bool, int, int, bool]:
    return not end.contacts, end.tests, end.cost, end.road


def speed_limits(course: MoveGraph, *, road: bool) -> Iterator[SpeedLimit]:
    """TF-MOVE-08 List the ways to spend speed; how fast a unit is may depend on the whole of its path."""
    charging = course.manner.engaging
    slowed = course.game.how.impeded_mode == HALVE
    limit = speed_of(course, charging=charging, road=road).total
    yield SpeedLimit(limit, road, unimpeded=slowed)
    if slowed:
        yield SpeedLimit(_halved(course, charging=charging, road=road), road)


def _halved(course: MoveGraph, *, charging: bool, road: bool) -> int:
    """TF-BARR-04 Give the speed of a move that terrain slows down as a whole."""
    base = course.sheet.speed * (course.game.how.charge_moves if charging else 1) + (ROAD_BONUS if road else 0)
    half = halved(base)
    return min(half, 1) if course.manner.cautious else half


def _walk(
    course: MoveGraph, gait: SpeedLimit, starts: Iterable[str], *, charging: bool, far: bool
) -> Iterator[PathEnd]:
    """Spread out from the starts by tests, then cost; a place is left again only by what is cheaper than before."""
    best: dict[tuple[str, tuple[str, ...]], int] = {}
    waiting = sorted(PartialPath(0, 0, place, ()) for place in starts)
    while waiting:
        label = heappop(waiting)
        if label.cost >= best.get((label.place, label.met), label.cost + 1):
            continue
        best[label.place, label.met] = label.cost
        if label.path:
            yield from _ending(course, label, gait, charging=charging)
            if label.cost >= gait.limit or course.halts(label.place):
                continue
            if not (far or course.manner.engaging or _in(course, label.place)):
                continue
        yield from _edges(course, label, gait, charging=charging)
        for there in course.field.neighbours(label.place):
            after = _onward(course, gait, label, there, charging=charging)
            if after is not None and after.cost < best.get((there, after.met), after.cost + 1):
                heappush(waiting, after)


def _in(course: MoveGraph, place: str) -> bool:
    """Tell whether a place is in an enemy zone, or has no room to end outside."""
    return bool(course.at(place).owners) or course.stay(place) is not None


def _onward(
    course: MoveGraph, gait: SpeedLimit, label: PartialPath, there: str, *, charging: bool
) -> PartialPath | None:
    """Take one more step, where it is allowed and can be paid for."""
    link = course.link(label.place, there)
    if not (link.charging if charging else link.plainly):
        return None
    cost = label.cost + link.cost
    alone = not label.path and gait.limit >= 1
    off_road = gait.road and not course.at(there).road
    if off_road or (link.impeded and gait.unimpeded) or (cost > gait.limit and not alone):
        return None
    met = _met(course, label.met, there) if charging else ()
    return PartialPath(label.tests + link.tests, cost, there, (*label.path, there), met)


def _met(course: MoveGraph, met: tuple[str, ...], there: str) -> tuple[str, ...]:
    """TF-ZOC-06 Note whose zones a charge has entered, where that decides whom it has to contact."""
    owners = course.at(there).owners if course.game.how.charge_contact == ZONE_OWNER else ()
    return tuple(sorted({*met, *owners})) if owners else met


def _ending(course: MoveGraph, label: PartialPath, gait: SpeedLimit, *, charging: bool) -> Iterator[PathEnd]:
    """TF-ZOC-06 End there, where there is room; a charge ends in contact."""
    if label.place == course.start or course.stay(label.place) is not None:
        return
    contacts = course.contacts(label.place) if course.manner.engaging else ()
    if (charging and not contacts) or (contacts and not _owner_met(course, label, contacts)):
        return
    yield PathEnd(label.place, label.cost, label.tests, label.path, gait.road, contacts)


def _owner_met(course: MoveGraph, label: PartialPath, contacts: tuple[str, ...]) -> bool:
    if course.game.how.charge_contact != ZONE_OWNER:
        return True
    owners = {owner for tile in label.path for owner in course.at(tile).owners}
    return not owners or bool(owners & set(contacts))


def _edges(course: MoveGraph, label: PartialPath, gait: SpeedLimit, *, charging: bool) -> Iterator[PathEnd]:
    """TF-MOVE-09 Leave the battlefield over an open edge, for one point of speed."""
    if charging or gait.road or (label.cost + 1 > gait.limit and label.path) or gait.limit < 1:
        return
    for edge in course.game.how.exit_edges:
        if may_leave_by(course, label.place, edge):
            yield PathEnd(edge, label.cost + 1, label.tests, (*label.path, edge), road=False)


__all__ = ["PathEnd", "SpeedLimit", "each_path_end", "path_ends", "speed_limits"]
