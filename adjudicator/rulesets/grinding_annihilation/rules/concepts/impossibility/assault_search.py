"""Assault moves as they are searched for, troop by troop (GA-3.4-08, GA-3.4-11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Pose, flat_gap, flat_gap_within, within_both
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import LINK, cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import VERTICAL
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    SPARE,
    Ground,
    Mover,
    closest,
    contacts,
    find_way,
    free_place,
    ground_of,
    nearby_ground,
    off_limits,
    shifted,
    squared_way,
    vector,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat, base_to_base

CROWD = 7
TRIES = 60
NEARLY = INCH - INCH // 10
TURNS = (0, 150, -150, 300, -300, 450, -450)


class Charge(NamedTuple):
    """An Assault move: ways by troop, and who ends apart from every target or no closer to any."""

    ways: dict[str, Path]
    apart: tuple[str, ...]
    stuck: tuple[str, ...]


class _AssaultSearch(NamedTuple):
    """What an Assault move has to keep to."""

    ground: Ground
    targets: tuple[Body, ...]
    shunned: tuple[Body, ...]
    links: int
    reach: int
    over: bool


def charges(mover: Mover, targets: Sequence[str], reach: int, last: Collection[str] = ()) -> Iterator[Charge]:
    """Go through Assault moves (GA-3.4-08, GA-3.4-11); who is in `last` is placed after all others.

    Who of them gets no closer to any target stays where he is.
    """
    start = dict(mover.troops)
    target_bodies = tuple(body for key in targets for body in mover.enemies.get(key, ()))
    shunned = tuple(body for key, enemy in mover.enemies.items() if key not in targets for body in enemy)
    ground = nearby_ground(ground_of(mover), mover.bodies, reach)
    links = 0 if len(start) == 1 else 2 if len(start) >= CROWD else 1
    terms = _AssaultSearch(ground, target_bodies, shunned, links, reach, mover.flies)
    order = sorted(start, key=lambda key: (key in last, closest((start[key],), terms.targets), key))
    back = sorted(start, key=lambda key: (key in last, -closest((start[key],), terms.targets), key))
    for search, queue in ((_place_one_by_one, order), (_move_as_block, order), (_place_one_by_one, back)):
        ways = search(terms, start, queue)
        found = None if ways is None else _judged(mover, targets, terms, ways, start)
        idle = [] if found is None else [key for key in found.stuck if key in last]
        if found is not None and idle:
            stays = {key: (start[key].pose,) for key in idle}
            found = _judged(mover, targets, terms, found.ways | stays, start)
        if found is not None:
            yield found


def _place_one_by_one(
    terms: _AssaultSearch, bodies: Mapping[str, Body], order: Sequence[str]
) -> dict[str, Path] | None:
    """Place the first in order first; each next one links up with those that are placed."""
    ways: dict[str, Path] = {}
    placed: list[Body] = []
    for key in order:
        body = bodies[key]
        way = _best(terms, body, placed)
        if way is None:
            return None
        ways[key] = way
        placed.append(replace(body, pose=way[-1]))
    return ways


def _move_as_block(terms: _AssaultSearch, bodies: Mapping[str, Body], order: Sequence[str]) -> dict[str, Path] | None:
    """Go forward as one block, then let those who can step aside into contact."""
    front = bodies[min(order, key=lambda key: (closest((bodies[key],), terms.targets), key))]
    goal = min(terms.targets, key=lambda row: (flat_gap(front, row), row.pose.x, row.pose.y))
    dx, dy = goal.pose.x - front.pose.x, goal.pose.y - front.pose.y
    far = min(terms.reach - SPARE, flat_gap(front, goal) - SPARE)
    for turn in TURNS:
        for short in (0, INCH // 2, INCH):
            step = vector(dx, dy, max(0, far - short), turn)
            ends = {key: shifted(body, *step) for key, body in bodies.items()}
            ways = _block(terms, bodies, ends)
            if ways is not None:
                return _step_into_contact(terms, bodies, ways, order)
    return None


def _block(terms: _AssaultSearch, bodies: Mapping[str, Body], ends: Mapping[str, Body]) -> dict[str, Path] | None:
    if not any_threat(ends.values(), terms.targets) or off_limits(ends.values(), terms.shunned):
        return None
    ways: dict[str, Path] = {}
    for key, body in bodies.items():
        end = ends[key]
        way = (
            find_way(terms.ground, body, end.pose, terms.reach, over=terms.over)
            if free_place(terms.ground, end)
            else None
        )
        if way is None or closest((end,), terms.targets) >= closest((body,), terms.targets):
            return None
        ways[key] = way
    return ways


def _step_into_contact(
    terms: _AssaultSearch, bodies: Mapping[str, Body], ways: dict[str, Path], order: Sequence[str]
) -> dict[str, Path]:
    """Let each troop of a block go into contact instead, where the others hold together."""
    now = {key: replace(bodies[key], pose=way[-1]) for key, way in ways.items()}
    for key in order:
        rest = [body for mate, body in now.items() if mate != key]
        if any(base_to_base(now[key], target) for target in terms.targets):
            continue
        for end in _contact_places(terms, bodies[key]):
            there = replace(bodies[key], pose=end)
            way = _allowed(terms._replace(links=0), bodies[key], end, rest) if cohesive([there, *rest]) else None
            if way is not None:
                ways[key], now[key] = way, there
                break
    return ways


def _best(terms: _AssaultSearch, body: Body, placed: Sequence[Body]) -> Path | None:
    """Give a way into contact, else one that ends as near as may be, else that of standing still."""
    start = closest((body,), terms.targets)
    for end in _contact_places(terms, body):
        way = _allowed(terms, body, end, placed)
        if way is not None:
            return way
    places = [(_gap(terms, body, end), end) for end in _nearer_places(terms, body, placed)]
    nearer = sorted((row for row in places if row[0] < start), key=lambda row: (row[0], row[1].x, row[1].y))
    for _, end in nearer[:TRIES]:
        way = _allowed(terms, body, end, placed)
        if way is not None:
            return way
    return _allowed(terms, body, body.pose, placed)


def _allowed(terms: _AssaultSearch, body: Body, end: Pose, placed: Sequence[Body]) -> Path | None:
    there = replace(body, pose=end)
    if not _linked(terms, there, placed) or not free_place(terms.ground, there, placed):
        return None
    if off_limits((there,), terms.shunned):
        return None
    return (end,) if end == body.pose else find_way(terms.ground, body, end, terms.reach, over=terms.over)


def _linked(terms: _AssaultSearch, there: Body, placed: Sequence[Body]) -> bool:
    due = min(terms.links, len(placed))
    return due == 0 or sum(within_both(there, row, LINK, VERTICAL) for row in placed) >= due


def _contact_places(terms: _AssaultSearch, body: Body) -> list[Pose]:
    found = [
        pose
        for target in terms.targets
        if flat_gap_within(body, target, terms.reach)
        for pose in contacts(body, target)
        if squared_way(body, pose) <= terms.reach * terms.reach
    ]
    return sorted(found, key=lambda pose: (squared_way(body, pose), pose.x, pose.y))


def _gap(terms: _AssaultSearch, body: Body, end: Pose) -> int:
    return closest((replace(body, pose=end),), terms.targets)


def _nearer_places(terms: _AssaultSearch, body: Body, placed: Sequence[Body]) -> Iterator[Pose]:
    """Go through places on the straight line to the nearest target, and close to those placed before."""
    goal = min(terms.targets, key=lambda row: (flat_gap(body, row), row.pose.x, row.pose.y)).pose
    dx, dy = goal.x - body.pose.x, goal.y - body.pose.y
    for share in range(8, 0, -1):
        yield shifted(body, *vector(dx, dy, (terms.reach - SPARE) * share // 8)).pose
    for target in () if placed else terms.targets:
        if flat_gap_within(body, target, terms.reach + INCH):
            yield from (pose for pose in contacts(body, target, NEARLY) if squared_way(body, pose) <= terms.reach**2)
    for fellow in placed:
        for pose in contacts(body, fellow):
            if squared_way(body, pose) <= terms.reach * terms.reach:
                yield pose


def _judged(
    mover: Mover, targets: Sequence[str], terms: _AssaultSearch, ways: dict[str, Path], bodies: Mapping[str, Body]
) -> Charge | None:
    """Check the whole: every target within Threat Range, cohesion; and name who falls short."""
    ends = {key: replace(bodies[key], pose=way[-1]) for key, way in ways.items()}
    reached = all(any_threat(ends.values(), mover.enemies.get(key, ())) for key in targets)
    if not reached or not cohesive(list(ends.values())):
        return None
    apart = tuple(key for key, end in ends.items() if not any(base_to_base(end, target) for target in terms.targets))
    stuck = tuple(key for key in apart if not _closer(mover, targets, bodies[key], ends[key]))
    return Charge(ways, apart, stuck)


def _closer(mover: Mover, targets: Sequence[str], start: Body, end: Body) -> bool:
    target_bodies = [mover.enemies.get(key, ()) for key in targets]
    return any(closest((end,), aim) < closest((start,), aim) for aim in target_bodies)
