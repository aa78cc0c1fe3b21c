"""AN-ASSAULT-04, charges: ways into contact with a target, as they are offered and as bots take them.

Side by side and straight where that is legal; else each model goes round what stands in its own straight way, past
places beside it. What has to go round more than that is not found, and may be made all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Point, Pose, crosses, flat_gap, path_length
from adjudicator.rulesets.antares import direct, ways
from adjudicator.rulesets.antares.courses import Course
from adjudicator.rulesets.antares.measure import bodies_of, bodies_within, touches
from adjudicator.rulesets.antares.messages import ModelPath
from adjudicator.rulesets.antares.state import INCH, Game
from adjudicator.rulesets.antares.terrain import ground_at, ground_of

TRIES = 4
COMPASS: tuple[Point, ...] = (
    (100, 0), (92, 38), (71, 71), (38, 92), (0, 100), (-38, 92), (-71, 71), (-92, 38), (-100, 0), (-92, -38),
    (-71, -71), (-38, -92), (0, -100), (38, -92), (71, -71), (92, -38),
)  # fmt: skip
WIDER = 103
CLEAR_OF = INCH // 100


def charge(game: Game, unit: str, target: str, *, sprint: bool = False) -> tuple[ModelPath, ...]:
    """AN-ASSAULT-04 Lead a unit side by side into contact with its target; () where no way is found.

    Tried from the nearest pair of models on, straight; then each model goes round what stands between by itself.
    """
    most = ways.allowance(game, unit, "assault", sprint=sprint)
    theirs = bodies_of(game, target)
    if not bodies_within(bodies_of(game, unit), theirs, most):
        return ()
    first: tuple[ModelPath, ...] = ()
    for a, b in _near_pairs(bodies_of(game, unit), theirs)[:TRIES]:
        paths = _into_contact(game, unit, (b.pose.x - a.pose.x, b.pose.y - a.pose.y), theirs, most)
        if paths and not ways.faults(game, unit, "assault", paths, sprint=sprint, target=target):
            return paths
        first = first or paths
    led = _led_round(game, unit, first, most)
    return () if ways.faults(game, unit, "assault", led, sprint=sprint, target=target) else led


def _near_pairs(bodies: Sequence[Body], others: Sequence[Body]) -> list[tuple[Body, Body]]:
    pairs = [(a, b) for a in bodies for b in others]
    return sorted(pairs, key=lambda pair: flat_gap(*pair))


def _into_contact(game: Game, unit: str, heading: Point, theirs: Sequence[Body], most: int) -> tuple[ModelPath, ...]:
    """Go in a direction until the first model stands against one of these bodies."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        plan = ways.plan_of(game, unit, ways.side_by_side(game, unit, heading, middle))
        blocked = any(crosses(each.body, each.path, body) for each in plan.courses for body in theirs)
        low, high = (low, middle - 1) if blocked else (middle, high)
    paths = ways.side_by_side(game, unit, heading, low)
    return paths if touches(ways.plan_of(game, unit, paths).after.values(), theirs) else ()


# -- round what stands between


def _led_round(game: Game, unit: str, paths: tuple[ModelPath, ...], most: int) -> tuple[ModelPath, ...]:
    """AN-ASSAULT-04 Bend straight ways round what stands in them; () where one can not be bent so."""
    stops, found = direct.barriers(game, unit), []
    for each in ways.plan_of(game, unit, paths).courses:
        led = bent(each, stops, most)
        if led is None:
            return ()
        found.append(led)
    return _along(game, found)


def _along(game: Game, found: Sequence[Course]) -> tuple[ModelPath, ...]:
    made = {each.model: (replace(p, z=ground_at(game, p.x, p.y)) for p in each.path) for each in found}
    return tuple(ModelPath(model=key, path=tuple(poses)) for key, poses in made.items())


def bent(course: Course, stops: direct.Barriers, most: int) -> Course | None:
    """AN-ASSAULT-04 Lead a model to its end by the shortest way past places beside what is in its straight way.

    None where there is none so short, or where it would not be direct. Legs are looked at when their turn comes.
    """
    if stops.clear(course.body, course.path):
        return course
    end = course.path[-1]
    places, reached = (end, *_spots(course, stops)), set[Pose]()
    waiting: list[tuple[int, int, Path]] = [(0, 0, (course.body.pose,))]
    count = 0
    while waiting:
        _, _, way = heappop(waiting)
        at = way[-1]
        if at in reached or (len(way) > 1 and not stops.clear(replace(course.body, pose=way[-2]), (at,))):
            continue
        reached.add(at)
        if at == end:
            made = replace(course, path=way[1:])
            return made if direct.detour(made, stops) is None else None
        for each in places:
            bound = path_length(course.body, (*way[1:], each, end), pivots_free=True)
            if bound <= most and each not in reached:
                count += 1
                heappush(waiting, (bound, count, (*way, each)))
    return None


def _spots(course: Course, stops: direct.Barriers) -> Iterator[Pose]:
    """List places beside what stands in the straight way, where a model may turn a corner."""
    own = _reach(course.body)
    for each in stops.on(course.body, course.path):
        if isinstance(each, direct.Foe):
            yield from _ring(course.body.pose, (each.body.pose.x, each.body.pose.y), own + _reach(each.body))
        else:
            for corner in ground_of(each):
                yield from _ring(course.body.pose, corner, own)


def _ring(pose: Pose, at: Point, reach: int) -> Iterator[Pose]:
    """Give places round a point, so far from it that one can go straight from each to the next."""
    far = reach * WIDER // 100 + CLEAR_OF
    for dx, dy in COMPASS:
        yield replace(pose, x=at[0] + dx * far // 100, y=at[1] + dy * far // 100)


def _reach(body: Body) -> int:
    """Give how far a base reaches from its centre at most."""
    length, width = body.base.length, body.base.width
    return (max(length, width) if body.base.round else length + width) // 2 + 1


__all__ = ["bent", "charge"]
