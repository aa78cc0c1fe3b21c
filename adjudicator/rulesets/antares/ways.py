"""Chapter 6, ways: how far a unit may go, all that can be wrong with its paths, and straight ones that are right.

The sheet says nothing of models in the way. Read here: friends may be passed through, enemies may not (AN-PBS-10 allows
it as an exception), nobody ends on top of anybody, and only an assault ends in contact with an enemy (AN-ASSAULT-01).
All is measured in plan, and pivots are free. How direct an assault has to be is said in direct.py and around.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Point, flat_gap, hang_together, leaves, moved
from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.antares import around, direct
from adjudicator.rulesets.antares.courses import ADVANCES, Course, flat
from adjudicator.rulesets.antares.measure import (
    bodies_of,
    bodies_on_table,
    bodies_within,
    body_of,
    free_of,
    gap,
    least_gap,
    touches,
)
from adjudicator.rulesets.antares.model.messages import ModelPath
from adjudicator.rulesets.antares.state import INCH, Game, enemies_of, has_flag, models_of
from adjudicator.rulesets.antares.terrain import ground_at

LEGS = 64
GRAIN = INCH // 8
FINE = 1 << 20
RUN, RUSH = 2, 3
LENGTH_CLAUSES = {"assault": "AN-ASSAULT-04", "consolidation": "AN-CONS-01", "break_off": "AN-PBS-10"}
CONTACT_CLAUSES = {"consolidation": "AN-CONS-05", "break_off": "AN-PBS-10"}
MULTIPLE_CLAUSES = ("", "AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-04")


class Plan(Struct, frozen=True):
    """A move as submitted: the ways of the models that move, and the whole unit before and after it, by model."""

    unit: str
    courses: tuple[Course, ...]
    before: Mapping[str, Body]
    after: Mapping[str, Body]


# -- how far


def limit_of(game: Game, unit: str) -> int:
    """AN-DMG-15 Give the greatest multiple of M that a unit can use: 3 if it can sprint, else 2, less by damage."""
    limit = game.units[unit].move_limit
    if not has_flag(game, unit, "can_sprint"):
        return min(RUN, limit)
    whole = limit == RUN and not has_flag(game, unit, "uses_damage_chart")
    return RUSH if whole else limit


def multiple(kind: str, *, sprint: bool) -> int:
    """AN-MOVE-01 AN-MOVE-02 AN-MOVE-04 Give how many times M a kind of move goes."""
    if kind in ADVANCES:
        return 1
    return RUSH if sprint else RUN


def allowance(game: Game, unit: str, kind: str, *, sprint: bool = False) -> int:
    """AN-MOVE-01 AN-MOVE-02 AN-MOVE-04 AN-DMG-15 Give how far a unit may go in a kind of move."""
    return game.sheets[unit].move * min(multiple(kind, sprint=sprint), limit_of(game, unit))


def reach(game: Game, unit: str) -> int:
    """AN-ASSAULT-04 Give how far a unit can run at most, sprinting where it can."""
    sprint = has_flag(game, unit, "can_sprint")
    return allowance(game, unit, "run", sprint=sprint)


# -- what can be wrong


def faults(
    game: Game, unit: str, kind: str, paths: Sequence[ModelPath], *, sprint: bool = False, target: str = ""
) -> list[Fault]:
    """AN-MOVE-09 Find what is wrong with a move; nothing where it may be made. Who names no path stays, which it may.

    `kind` is as in MoveDeclared. `target` is the unit that may be touched in an assault or countercharge, and passed
    through in a break-off.
    """
    found = [*_naming(game, unit, paths), *_pace(game, unit, kind, sprint=sprint, stays=not paths)]
    if found or not paths:
        return found
    plan = plan_of(game, unit, paths)
    stops = direct.barriers(game, unit, (target,) if kind == "break_off" else ())
    found = [
        *_ways(game, plan, kind, stops, sprint=sprint, target=target),
        *_ends(game, plan, kind, target),
        *_coherency(game, plan),
    ]
    return found if found or kind not in direct.DIRECT else [*_direct(plan, stops), *_towards(game, plan, kind, target)]


def plan_of(game: Game, unit: str, paths: Sequence[ModelPath]) -> Plan:
    """Work paths out whose models are named rightly."""
    named = {each.model: flat(each.path) for each in paths}
    before = {each.id: body_of(game, each) for each in models_of(game, unit)}
    after = {key: moved(body, named.get(key, ())) for key, body in before.items()}
    courses = tuple(Course(each.model, before[each.model], named[each.model]) for each in paths)
    return Plan(unit, courses, before, after)


def _naming(game: Game, unit: str, paths: Sequence[ModelPath]) -> Iterator[Fault]:
    """AN-MOVE-09 A unit's player moves its own models, each once, and ends them on the ground."""
    own, named = game.units[unit].models, set()
    for number, each in enumerate(paths):
        where = f"paths[{number}]"
        if each.model not in own:
            yield Fault("AN-MOVE-09", "not-of-unit", where, (("model", each.model), ("unit", unit)))
        elif each.model in named:
            yield Fault("AN-MOVE-09", "moved-twice", where, (("model", each.model),))
        elif not 1 <= len(each.path) <= LEGS:
            yield Fault("AN-MOVE-09", "path-legs", where, (("model", each.model), ("most", LEGS)))
        elif each.path[-1].z != (ground := ground_at(game, each.path[-1].x, each.path[-1].y)):
            yield Fault("AN-MOVE-09", "off-the-ground", where, (("model", each.model), ("ground", ground)))
        named.add(each.model)


def _pace(game: Game, unit: str, kind: str, *, sprint: bool, stays: bool) -> Iterator[Fault]:
    """AN-MOVE-05 AN-DMG-15 Who is immobilised stays, and only some may sprint, and only under a Run."""
    if not stays and not (game.sheets[unit].move and limit_of(game, unit)):
        yield Fault("AN-DMG-15", "immobilised", "unit", (("unit", unit),))
    if sprint and kind in ADVANCES:
        yield Fault("AN-ORDER-09", "no-sprint-here", "sprint", (("unit", unit),))
    elif sprint and not has_flag(game, unit, "can_sprint"):
        yield Fault("AN-MOVE-05", "cannot-sprint", "sprint", (("unit", unit), ("type", game.sheets[unit].type)))


def _ways(
    game: Game, plan: Plan, kind: str, stops: direct.Barriers, *, sprint: bool, target: str
) -> Iterator[Fault]:  # fmt: skip
    """AN-MOVE-01 AN-TERRAIN-26 Ways are as long as the order allows, stay on the table, and keep clear of enemies."""
    most = allowance(game, plan.unit, kind, sprint=sprint)
    for number, each in enumerate(plan.courses):
        where, facts = f"paths[{number}]", (("model", each.model),)
        if each.length > most:
            clause = _length_clause(game, plan.unit, kind, sprint=sprint)
            yield Fault(clause, "too-far", where, (*facts, ("distance", each.length), ("limit", most)))
        if leaves(each.body, each.path, stops.table):
            yield Fault("AN-MOVE-09", "over-the-edge", where, facts)
        for met in stops.on(each.body, each.path):
            if isinstance(met.what, direct.Foe):
                clause = _contact_clause(kind, met.what.unit, target)
                yield Fault(clause, "crosses-enemy", where, (*facts, ("enemy", met.what.model)))
            else:
                yield Fault("AN-TERRAIN-26", "impassable", where, (*facts, ("terrain", met.what.id)))


def _contact_clause(kind: str, enemy: str, target: str) -> str:
    """Name the clause that keeps a move off an enemy: an assault goes up to its target and meets nobody else."""
    if kind in direct.DIRECT:
        return "AN-ASSAULT-04" if enemy == target else "AN-ASSAULT-07"
    return CONTACT_CLAUSES.get(kind, "AN-ASSAULT-01")


def _length_clause(game: Game, unit: str, kind: str, *, sprint: bool) -> str:
    times = multiple(kind, sprint=sprint)
    if limit_of(game, unit) < times:
        return "AN-DMG-15"
    return LENGTH_CLAUSES.get(kind, MULTIPLE_CLAUSES[times])


def _ends(game: Game, plan: Plan, kind: str, target: str) -> Iterator[Fault]:
    """AN-MOVE-09 AN-ASSAULT-07 Nobody ends on top of anybody, or against an enemy that it does not assault."""
    others = [body for _, body in bodies_on_table(game, without=(plan.unit,))]
    for each in plan.courses:
        fellows = [body for key, body in plan.after.items() if key != each.model]
        if not free_of(plan.after[each.model], [*others, *fellows]):
            yield Fault("AN-MOVE-09", "on-top", "paths", (("model", each.model),))
    moving = [plan.after[each.model] for each in plan.courses]
    ending = list(plan.after.values()) if kind == "consolidation" else moving
    for foe in enemies_of(game, plan.unit):
        bodies = bodies_of(game, foe.id)
        if foe.id == target and kind == "break_off":
            if bodies_within(plan.after.values(), bodies, INCH - 1):
                yield Fault("AN-PBS-10", "ends-too-near", "paths", (("unit", plan.unit), ("enemy", foe.id)))
        elif touches(ending, bodies) and (kind not in direct.DIRECT or foe.id != target):
            facts = (("unit", plan.unit), ("enemy", foe.id))
            yield Fault(_contact_clause(kind, foe.id, target), "ends-in-contact", "paths", facts)


def _coherency(game: Game, plan: Plan) -> Iterator[Fault]:
    """AN-MOVE-09 Models end within the coherency distance of each other; a unit that was torn apart has to close up."""
    limit = game.how.coherency
    if limit and not coherent(tuple(plan.after.values()), limit):
        before, after = (widest(tuple(each.values())) for each in (plan.before, plan.after))
        if before <= limit or after >= before:
            yield Fault("AN-MOVE-09", "not-coherent", "paths", (("unit", plan.unit), ("gap", after), ("limit", limit)))


def _direct(plan: Plan, stops: direct.Barriers) -> Iterator[Fault]:
    """AN-ASSAULT-04 Each model of an assault goes the most direct legal way to where it ends."""
    for number, each in enumerate(plan.courses):
        where, model = f"paths[{number}]", ("model", each.model)
        found = direct.detour(each, stops)
        if found is not None:
            corner, saved = ("corner", found.corner + 1), ("saved", found.saved)
            yield Fault("AN-ASSAULT-04", found.reason, f"{where}.path[{found.corner}]", (model, corner, saved))
        elif (other := around.shorter(each, stops)) is not None:
            corners = "; ".join(f"{pose.x}, {pose.y}" for pose in other.path[:-1])
            facts = (model, ("length", each.length), ("shorter", other.length), ("corners", corners))
            yield Fault("AN-ASSAULT-04", "shorter-way", where, facts)


def _towards(game: Game, plan: Plan, kind: str, target: str) -> Iterator[Fault]:
    """AN-ASSAULT-04 An assault leads to its target: who can not reach it any more ends nearer to it than before."""
    foes = bodies_of(game, target) if kind == "assault" and target else ()
    if not foes:
        return
    before, after = (least_gap(each.values(), foes) for each in (plan.before, plan.after))
    if after >= before and not touches(plan.after.values(), foes):
        facts = (("unit", plan.unit), ("target", target), ("before", before), ("after", after))
        yield Fault("AN-ASSAULT-04", "assault-leads-away", "paths", facts)


def coherent(bodies: Sequence[Body], limit: int) -> bool:
    """AN-MOVE-09 Tell whether models hang together by gaps of at most so much."""
    return len(bodies) <= 1 or hang_together(bodies, limit, 0, 1)


def widest(bodies: Sequence[Body]) -> int:
    """Measure the least distance by which these models would hang together, rounded down."""
    near = {number: flat_gap(bodies[0], body) for number, body in enumerate(bodies) if number}
    most = 0
    while near:
        number = min(near, key=lambda each: near[each])
        most = max(most, near.pop(number))
        near = {each: min(far, flat_gap(bodies[number], bodies[each])) for each, far in near.items()}
    return most


def contact_faults(game: Game, unit: str, target: str, paths: Sequence[ModelPath], *, sprint: bool) -> Iterator[Fault]:
    """AN-ASSAULT-04 An assault is declared along a path that ends in base contact with its target."""
    wrong = list(_naming(game, unit, paths))
    if wrong:
        yield from wrong
        return
    distance, most = gap(game, unit, target), allowance(game, unit, "assault", sprint=sprint)
    facts = (("unit", unit), ("target", target), ("distance", distance), ("limit", most))
    if distance > most:
        yield Fault("AN-ASSAULT-04", "out-of-reach", "target", facts)
    elif not touches(plan_of(game, unit, paths).after.values(), bodies_of(game, target)):
        yield Fault("AN-ASSAULT-04", "no-contact", "paths", facts[:2])


# -- straight ways


def straight(
    game: Game, unit: str, towards: Point, allowance: int, *, kind: str = "run", sprint: bool = False, target: str = ""
) -> tuple[ModelPath, ...]:
    """AN-MOVE-09 Lead a unit straight towards a point, side by side, as far as it may go; () where it may not at all.

    The model that is nearest to the point goes there, at most so far. What is given passes `faults`, which the further
    arguments are for; where something stands in the way the unit stops short of it.
    """
    bodies = bodies_of(game, unit)
    lead = min(bodies, key=lambda each: _square(each, towards), default=None)
    if lead is None:
        return ()
    heading = towards[0] - lead.pose.x, towards[1] - lead.pose.y
    most = min(allowance, isqrt(heading[0] ** 2 + heading[1] ** 2))
    return along_heading(game, unit, heading, most, kind=kind, sprint=sprint, target=target)


def along_heading(
    game: Game, unit: str, heading: Point, most: int, *, kind: str = "run", sprint: bool = False, target: str = ""
) -> tuple[ModelPath, ...]:
    """AN-MOVE-09 Lead a unit in a direction, as `straight` does."""
    own = allowance(game, unit, kind, sprint=sprint)

    def legal(distance: int) -> tuple[ModelPath, ...]:
        paths = side_by_side(game, unit, heading, distance)
        return () if faults(game, unit, kind, paths, sprint=sprint, target=target) else paths

    low, high = 0, min(most, own)
    found = legal(high) if high > 0 and any(heading) else ()
    while not found and high - low > GRAIN:
        middle = (low + high) // 2
        paths = legal(middle)
        low, high = (middle, high) if paths else (low, middle)
    return found or (legal(low) if low else ())


def side_by_side(game: Game, unit: str, heading: Point, distance: int) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far in a direction, to whole thousandths and not farther; facings stay.

    A unit that was torn apart closes up to the model that is foremost (AN-MOVE-09).
    """
    starts = {each.id: body_of(game, each) for each in models_of(game, unit) if each.pose is not None}
    ends = {key: _shifted(body, *_parts(heading, distance)) for key, body in starts.items()}
    if game.how.coherency and not coherent(tuple(ends.values()), game.how.coherency):
        ends = _closed_up(ends, heading, game.how.coherency)
    return _paths(game, ends)


def shift(game: Game, unit: str, heading: Point, distance: int) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far in a direction, wherever that leaves it."""
    models = [each for each in models_of(game, unit) if each.pose is not None]
    return _paths(game, {each.id: _shifted(body_of(game, each), *_parts(heading, distance)) for each in models})


def _paths(game: Game, ends: Mapping[str, Body]) -> tuple[ModelPath, ...]:
    poses = {key: replace(body.pose, z=ground_at(game, body.pose.x, body.pose.y)) for key, body in ends.items()}
    return tuple(ModelPath(model=key, path=(pose,)) for key, pose in poses.items())


def _parts(heading: Point, distance: int) -> Point:
    """Give how far a distance along a heading goes on either axis, to whole thousandths and not farther."""
    length = root_above(heading)
    return _part(heading[0] * distance * FINE, length), _part(heading[1] * distance * FINE, length)


def root_above(heading: Point) -> int:
    """Take the length of a heading in parts of FINE, rounded up; exact where it is a whole number."""
    square = (heading[0] ** 2 + heading[1] ** 2) * FINE * FINE
    root = isqrt(square)
    return max(1, root + (root * root < square))


def _part(numerator: int, denominator: int) -> int:
    """Divide towards 0, so that no way becomes longer."""
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)


def _shifted(body: Body, dx: int, dy: int) -> Body:
    return replace(body, pose=replace(body.pose, x=body.pose.x + dx, y=body.pose.y + dy))


def _closed_up(ends: Mapping[str, Body], heading: Point, limit: int) -> dict[str, Body]:
    """Draw models in, one after the other, to the nearest that stands already."""
    waiting = dict(ends)
    first = max(waiting, key=lambda key: _ahead(waiting[key], heading))
    placed = {first: waiting.pop(first)}
    while waiting:
        pairs = [(key, other) for key in waiting for other in placed]
        key, by = min(pairs, key=lambda pair: flat_gap(ends[pair[0]], placed[pair[1]]))
        placed[key] = _drawn_in(waiting.pop(key), placed[by], limit)
    return {key: placed[key] for key in ends}


def _ahead(body: Body, heading: Point) -> int:
    return body.pose.x * heading[0] + body.pose.y * heading[1]


def _drawn_in(body: Body, other: Body, limit: int) -> Body:
    """Bring a body so near to another that they keep a gap; one that does stays."""
    over = flat_gap(body, other) + 2 - limit
    if flat_gap(body, other) <= limit - 2:
        return body
    away = other.pose.x - body.pose.x, other.pose.y - body.pose.y
    return _shifted(body, *_parts(away, over))


def _square(body: Body, point: Point) -> int:
    return (body.pose.x - point[0]) ** 2 + (body.pose.y - point[1]) ** 2


__all__ = [
    "Plan", "allowance", "along_heading", "coherent", "contact_faults", "faults", "limit_of", "multiple",
    "plan_of", "reach", "root_above", "shift", "side_by_side", "straight",
    "widest",
]  # fmt: skip
