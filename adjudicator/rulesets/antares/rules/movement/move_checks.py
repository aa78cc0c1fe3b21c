"""All that can be wrong with the paths of a move (AN-MOVE-09).

The sheet says nothing of models in the way. Read here: friends may be passed through, enemies may not (AN-PBS-10 allows
it as an exception), nobody ends on top of anybody, and only an assault ends in contact with an enemy (AN-ASSAULT-01).
All is measured in plan, and pivots are free. How direct an assault has to be is said in assault/directness.py and
assault/detours.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from adjudicator.board.inches import Body, least_gap, leaves, moved
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.antares.model.distances import (
    bodies_of,
    bodies_within,
    body_of,
    free_of,
    gap,
    other_bodies,
    touches,
)
from adjudicator.rulesets.antares.model.messages import ModelPath
from adjudicator.rulesets.antares.model.state import INCH, Game, enemies_of, has_flag, models_of
from adjudicator.rulesets.antares.rules.assault import detours, directness
from adjudicator.rulesets.antares.rules.movement.coherency import coherent, widest
from adjudicator.rulesets.antares.rules.movement.move_allowance import ADVANCES, allowance, greatest_multiple, multiple
from adjudicator.rulesets.antares.rules.movement.move_progress import Course, flat
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import ground_at

LEGS = 64
LENGTH_CLAUSES = {"assault": "AN-ASSAULT-04", "consolidation": "AN-CONS-01", "break_off": "AN-PBS-10"}
CONTACT_CLAUSES = {"consolidation": "AN-CONS-05", "break_off": "AN-PBS-10"}
MULTIPLE_CLAUSES = ("", "AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-04")


class Plan(Struct, frozen=True):
    """A move as submitted: the ways of the models that move, and the whole unit before and after it, by model."""

    unit: str
    courses: tuple[Course, ...]
    before: Mapping[str, Body]
    after: Mapping[str, Body]


# -- what can be wrong


def faults(
    game: Game, unit: str, kind: str, paths: Sequence[ModelPath], *, sprint: bool = False, target: str = ""
) -> list[Fault]:
    """AN-MOVE-09 Find what is wrong with a move; nothing where it may be made. Who names no path stays, which it may.

    `kind` is as in MoveDeclared. `target` is the unit that may be touched in an assault or countercharge, and passed
    through in a break-off.
    """
    return list(each_fault(game, unit, kind, paths, sprint=sprint, target=target))


def each_fault(
    game: Game, unit: str, kind: str, paths: Sequence[ModelPath], *, sprint: bool = False, target: str = ""
) -> Iterator[Fault]:
    """AN-MOVE-09 Find what is wrong with a move one after the other, for whoever only asks whether it may be made."""
    wrong = [*_naming_faults(game, unit, paths), *_pace_faults(game, unit, kind, sprint=sprint, stays=not paths)]
    yield from wrong
    if wrong or not paths:
        return
    plan = plan_of(game, unit, paths)
    stops = directness.barriers(game, unit, (target,) if kind == "break_off" else ())
    legal = True
    for found in chain(
        _path_faults(game, plan, kind, stops, sprint=sprint, target=target),
        _end_faults(game, plan, kind, target),
        _coherency_faults(game, plan),
    ):
        legal = False
        yield found
    if legal and kind in directness.DIRECT:
        yield from _directness_faults(plan, stops)
        yield from _target_faults(game, plan, kind, target)


def plan_of(game: Game, unit: str, paths: Sequence[ModelPath]) -> Plan:
    """Work paths out whose models are named rightly."""
    named = {path.model: flat(path.path) for path in paths}
    before = {model.id: body_of(game, model) for model in models_of(game, unit)}
    after = {key: moved(body, named.get(key, ())) for key, body in before.items()}
    courses = tuple(Course(path.model, before[path.model], named[path.model]) for path in paths)
    return Plan(unit, courses, before, after)


def _naming_faults(game: Game, unit: str, paths: Sequence[ModelPath]) -> Iterator[Fault]:
    """AN-MOVE-09 A unit's player moves its own models, each once, and ends them on the ground."""
    own, named = game.units[unit].models, set()
    for number, path in enumerate(paths):
        where = f"paths[{number}]"
        if path.model not in own:
            yield fault("AN-MOVE-09", "not-of-unit", where, model=path.model, unit=unit)
        elif path.model in named:
            yield fault("AN-MOVE-09", "moved-twice", where, model=path.model)
        elif not 1 <= len(path.path) <= LEGS:
            yield fault("AN-MOVE-09", "path-legs", where, model=path.model, most=LEGS)
        elif path.path[-1].z != (ground := ground_at(game, path.path[-1].x, path.path[-1].y)):
            yield fault("AN-MOVE-09", "off-the-ground", where, model=path.model, ground=ground)
        named.add(path.model)


def _pace_faults(game: Game, unit: str, kind: str, *, sprint: bool, stays: bool) -> Iterator[Fault]:
    """AN-MOVE-05 AN-DMG-15 Who is immobilised stays, and only some may sprint, and only under a Run."""
    if not stays and not (game.sheets[unit].movement and greatest_multiple(game, unit)):
        yield fault("AN-DMG-15", "immobilised", "unit", unit=unit)
    if sprint and kind in ADVANCES:
        yield fault("AN-ORDER-09", "no-sprint-here", "sprint", unit=unit)
    elif sprint and not has_flag(game, unit, "can_sprint"):
        yield fault("AN-MOVE-05", "cannot-sprint", "sprint", unit=unit, unit_type=game.sheets[unit].unit_type)


def _path_faults(
    game: Game, plan: Plan, kind: str, stops: directness.Barriers, *, sprint: bool, target: str
) -> Iterator[Fault]:
    """AN-MOVE-01 AN-TERRAIN-26 Ways are as long as the order allows, stay on the table, and keep clear of enemies."""
    most = allowance(game, plan.unit, kind, sprint=sprint)
    for number, course in enumerate(plan.courses):
        where, model = f"paths[{number}]", course.model
        if course.length > most:
            clause = _length_clause(game, plan.unit, kind, sprint=sprint)
            yield fault(clause, "too-far", where, model=model, distance=course.length, limit=most)
        if leaves(course.body, course.path, stops.table):
            yield fault("AN-MOVE-09", "over-the-edge", where, model=model)
        for met in stops.on(course.body, course.path):
            if isinstance(met.what, directness.EnemyModel):
                clause = _contact_clause(kind, met.what.unit, target)
                yield fault(clause, "crosses-enemy", where, model=model, enemy=met.what.model)
            else:
                yield fault("AN-TERRAIN-26", "impassable", where, model=model, terrain=met.what.id)


def _contact_clause(kind: str, enemy: str, target: str) -> str:
    """Name the clause that keeps a move off an enemy: an assault goes up to its target and meets nobody else."""
    if kind in directness.DIRECT:
        return "AN-ASSAULT-04" if enemy == target else "AN-ASSAULT-07"
    return CONTACT_CLAUSES.get(kind, "AN-ASSAULT-01")


def _length_clause(game: Game, unit: str, kind: str, *, sprint: bool) -> str:
    times = multiple(kind, sprint=sprint)
    if greatest_multiple(game, unit) < times:
        return "AN-DMG-15"
    return LENGTH_CLAUSES.get(kind, MULTIPLE_CLAUSES[times])


def _end_faults(game: Game, plan: Plan, kind: str, target: str) -> Iterator[Fault]:
    """AN-MOVE-09 AN-ASSAULT-07 Nobody ends on top of anybody, or against an enemy that it does not assault."""
    others = other_bodies(game, plan.unit)
    for course in plan.courses:
        fellows = [body for key, body in plan.after.items() if key != course.model]
        if not free_of(plan.after[course.model], [*others, *fellows]):
            yield fault("AN-MOVE-09", "on-top", "paths", model=course.model)
    moving = [plan.after[course.model] for course in plan.courses]
    ending = list(plan.after.values()) if kind == "consolidation" else moving
    for enemy in enemies_of(game, plan.unit):
        bodies = bodies_of(game, enemy.id)
        if enemy.id == target and kind == "break_off":
            if bodies_within(plan.after.values(), bodies, INCH - 1):
                yield fault("AN-PBS-10", "ends-too-near", "paths", unit=plan.unit, enemy=enemy.id)
        elif touches(ending, bodies) and (kind not in directness.DIRECT or enemy.id != target):
            clause = _contact_clause(kind, enemy.id, target)
            yield fault(clause, "ends-in-contact", "paths", unit=plan.unit, enemy=enemy.id)


def _coherency_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """AN-MOVE-09 Models end within the coherency distance of each other; a unit that was torn apart has to close up."""
    limit = game.options.coherency
    if limit and not coherent(tuple(plan.after.values()), limit):
        before, after = (widest(tuple(row.values())) for row in (plan.before, plan.after))
        if before <= limit or after >= before:
            yield fault("AN-MOVE-09", "not-coherent", "paths", unit=plan.unit, gap=after, limit=limit)


def _directness_faults(plan: Plan, stops: directness.Barriers) -> Iterator[Fault]:
    """AN-ASSAULT-04 Each model of an assault goes the most direct legal way to where it ends."""
    for number, course in enumerate(plan.courses):
        where, model = f"paths[{number}]", course.model
        found = directness.detour(course, stops)
        if found is not None:
            place = f"{where}.path[{found.corner}]"
            yield fault("AN-ASSAULT-04", found.reason, place, model=model, corner=found.corner + 1, saved=found.saved)
        elif (other := detours.shorter_path(course, stops)) is not None:
            corners = "; ".join(f"{pose.x}, {pose.y}" for pose in other.path[:-1])
            lengths = {"length": course.length, "shorter": other.length}
            yield fault("AN-ASSAULT-04", "shorter-way", where, model=model, **lengths, corners=corners)


def _target_faults(game: Game, plan: Plan, kind: str, target: str) -> Iterator[Fault]:
    """AN-ASSAULT-04 An assault leads to its target: who can not reach it any more ends nearer to it than before."""
    enemies = bodies_of(game, target) if kind == "assault" and target else ()
    if not enemies:
        return
    before, after = (least_gap(row.values(), enemies) for row in (plan.before, plan.after))
    if after >= before and not touches(plan.after.values(), enemies):
        gaps = {"before": before, "after": after}
        yield fault("AN-ASSAULT-04", "assault-leads-away", "paths", unit=plan.unit, target=target, **gaps)


def contact_faults(game: Game, unit: str, target: str, paths: Sequence[ModelPath], *, sprint: bool) -> Iterator[Fault]:
    """AN-ASSAULT-04 An assault is declared along a path that ends in base contact with its target."""
    wrong = list(_naming_faults(game, unit, paths))
    if wrong:
        yield from wrong
        return
    distance, most = gap(game, unit, target), allowance(game, unit, "assault", sprint=sprint)
    if distance > most:
        yield fault("AN-ASSAULT-04", "out-of-reach", "target", unit=unit, target=target, distance=distance, limit=most)
    elif not touches(plan_of(game, unit, paths).after.values(), bodies_of(game, target)):
        yield fault("AN-ASSAULT-04", "no-contact", "paths", unit=unit, target=target)
