"""Chapter TF-ZOC, several moves: what a unit in enemy zones can come to by the last of them, and where it keeps to it.

Everything else stays where it stands. Ways are looked for from many places at once: forwards for what they come to,
backwards for where they can set out. What a step means depends on the zones that a move begins in, not on its tile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import NO_STEP, MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import SpeedLimit, each_path_end, speed_limits
from adjudicator.rulesets.tile_formations.rules.movement.paths import ZONE_OWNER, may_leave_by, road_from

CLEAR_OF_ZONES = 1000  # farther off than any battlefield is wide


def is_outside_zones(course: MoveGraph, place: str) -> bool:
    """TF-ZOC-12 Tell whether a place is out of all enemy zones; an edge is."""
    return place not in course.field or not course.at(place).owners


def distance_from_owners(course: MoveGraph, place: str) -> int:
    """TF-ZOC-13 Give the distance of a place from the nearest owner of the zones that the unit set out in."""
    return min(course.apart(place, owner) for owner in course.owners)


class LookAhead:
    """What a unit can come to in so many moves after this one.

    `aim` is the best of it: `OUT`, or a distance from the owners of the zones. `kept` are the places where the unit may
    end this move and can still come to that.
    """

    __slots__ = ("_courses", "_exits", "_values", "aim", "course", "kept")

    def __init__(self, course: MoveGraph, left: int) -> None:
        """Look ahead on a course at full speed."""
        self.course = course
        self._courses: dict[tuple[str, ...], MoveGraph] = {}
        self._exits: dict[str, None] = {}
        self._values = {course.start: self._value(course.start)}
        self.aim, self.kept = 0, {course.start: None}
        fresh = first = self._spread([course.start])
        for number in range(left + 1):
            fresh = self._spread(fresh) if number else fresh
            self.aim = max(self._values.values())
            if self.aim == CLEAR_OF_ZONES or number == left:
                self._keep(left)
            if self.aim == CLEAR_OF_ZONES and all(place in self.kept for place in (course.start, *first)):
                break

    def _value(self, place: str) -> int:
        course = self.course
        charged = course.manner.engaging and place in course.field and bool(course.contacts(place))
        return CLEAR_OF_ZONES if charged or is_outside_zones(course, place) else distance_from_owners(course, place)

    def _spread(self, starts: Sequence[str]) -> list[str]:
        """Note and list more places where a move ends, and edges; who is out of zones need not go on."""
        found = [end for course, members in self._inside(starts) for end in each_path_end(course, members)]
        left_by = (end.path[-2] for end in found if end.place not in self.course.field and len(end.path) > 1)
        self._exits.update(dict.fromkeys((*left_by, *(each for each in starts if _at_exit(self.course, each)))))
        fresh = [place for place in dict.fromkeys(end.place for end in found) if place not in self._values]
        self._values.update({place: self._value(place) for place in fresh})
        return fresh

    def _inside(self, places: Iterable[str]) -> Iterator[tuple[MoveGraph, list[str]]]:
        """Sort places to go on from by the zones that they lie in, each kind with a course that sets out in these."""
        kinds: dict[tuple[str, ...], list[str]] = {}
        for place in places:
            if self._values[place] < CLEAR_OF_ZONES or place == self.course.start:
                kinds.setdefault(self.course.at(place).owners, []).append(place)
        for owners, members in kinds.items():
            if owners not in self._courses:
                self._courses[owners] = self.course.again(members[0])
            yield self._courses[owners], members

    # -- backwards

    def _keep(self, left: int) -> None:
        """Find where the best that is known can be come to in so many moves."""
        self.kept = {place: None for place, value in self._values.items() if value >= self.aim}
        for _ in range(left):
            self.kept.update(dict.fromkeys(list(self._setting_out())))

    def _setting_out(self) -> Iterator[str]:
        """List the places inside from where one move leads to one that is kept."""
        kept = [place for place in self.kept if place in self.course.field]
        exits = self._exits if self.aim == CLEAR_OF_ZONES else ()
        for course, members in self._inside(place for place in self._values if place not in self.kept):
            charged = [place for place in kept if course.manner.engaging and course.contacts(place)]
            goals = [place for place in kept if place not in charged]
            for road in (False, True):
                for gait in speed_limits(course, road=road):
                    found = _back(course, gait, _plain(course, gait, goals, exits), charging=False)
                    found |= _back(course, gait, _charges(course, charged), charging=True)
                    yield from (each for each in members if each in found and (not road or road_from(course, each)))


Goal = tuple[int, str, bool]
"""What it costs to go on from there, the place, and whether the way there leads through no zone."""


def _at_exit(course: MoveGraph, place: str) -> bool:
    return any(may_leave_by(course, place, edge) for edge in course.game.how.exit_edges if place in course.field)


def _plain(course: MoveGraph, gait: SpeedLimit, goals: Iterable[str], exits: Iterable[str]) -> list[Goal]:
    """TF-MOVE-09 Make goals of places to end in, and of those from where an edge is left, for one point of speed."""
    found = [(0, place, False) for place in goals]
    if not gait.road and gait.limit >= 1:
        found += [(1, place, False) for place in exits if course.spot(place) is not None]
    return found


def _charges(course: MoveGraph, places: Iterable[str]) -> list[Goal]:
    """TF-ZOC-06 Make goals of places to charge to; who has to contact whose zone it entered may have to enter none."""
    owned = course.game.how.charge_contact == ZONE_OWNER
    return [(0, each, owned and not set(course.at(each).owners) & set(course.contacts(each))) for each in places]


def _back(course: MoveGraph, gait: SpeedLimit, goals: list[Goal], *, charging: bool) -> set[str]:
    """Spread from goals by the cost of what is left of a way; give the places from where it can be gone in one move."""
    found = {place for cost, place, _ in goals if cost}
    over = frozenset() if charging else frozenset(place for cost, place, _ in goals if not cost)
    waiting = [each for each in goals if not (each[0] and course.halts(each[1]))]
    heapify(waiting)
    done: set[tuple[str, bool]] = set()
    while waiting:
        cost, there, clear = heappop(waiting)
        if (there, clear) in done or (gait.road and not course.at(there).road) or (clear and course.at(there).owners):
            continue
        done.add((there, clear))
        for here, whole in _before(course, gait, there, cost, over, charging=charging):
            if whole <= gait.limit or (not cost and gait.limit >= 1):
                found.add(here)
            if whole < gait.limit and not course.halts(here):
                heappush(waiting, (whole, here, clear))
    return found


def _before(
    course: MoveGraph, gait: SpeedLimit, there: str, cost: int, over: Collection[str], *, charging: bool
) -> Iterator[tuple[str, int]]:
    """List the places that one step leads from, with the cost of the way from there; who is `over` need not go on."""
    for here in course.field.neighbours(there):
        link = course.link(here, there) if here not in over and course.spot(here) is not None else NO_STEP
        if (link.charging if charging else link.plainly) and not (link.impeded and gait.unimpeded):
            yield here, cost + link.cost


__all__ = ["CLEAR_OF_ZONES", "LookAhead", "distance_from_owners", "is_outside_zones"]
