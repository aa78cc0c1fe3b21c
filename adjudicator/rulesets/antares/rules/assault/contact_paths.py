"""AN-ASSAULT-04, charges: ways into contact with a target, as they are offered and as bots take them.

Side by side and straight where that is legal; else each model goes round what stands in its own straight way
(detours.py). What has to go round more than that is not found, and may be made all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Body, Point, crosses, flat_gap
from adjudicator.rulesets.antares.model.distances import bodies_of, bodies_within, touches
from adjudicator.rulesets.antares.model.messages import ModelPath
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.rules.assault import detours, directness
from adjudicator.rulesets.antares.rules.movement import move_allowance, move_checks, straight_moves
from adjudicator.rulesets.antares.rules.movement.move_progress import Course
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import ground_at

TRIES = 4


def paths_into_contact(game: Game, unit: str, target: str, *, sprint: bool = False) -> tuple[ModelPath, ...]:
    """AN-ASSAULT-04 Lead a unit side by side into contact with its target; () where no way is found.

    Tried from the nearest pair of models on, straight; then each model goes round what stands between by itself.
    """
    most = move_allowance.allowance(game, unit, "assault", sprint=sprint)
    theirs = bodies_of(game, target)
    if not bodies_within(bodies_of(game, unit), theirs, most):
        return ()
    first: tuple[ModelPath, ...] = ()
    for a, b in _near_pairs(bodies_of(game, unit), theirs)[:TRIES]:
        paths = _into_contact(game, unit, (b.pose.x - a.pose.x, b.pose.y - a.pose.y), theirs, most)
        if paths and not move_checks.faults(game, unit, "assault", paths, sprint=sprint, target=target):
            return paths
        first = first or paths
    led = bent_round(game, unit, first, most)
    return () if move_checks.faults(game, unit, "assault", led, sprint=sprint, target=target) else led


def _near_pairs(bodies: Sequence[Body], others: Sequence[Body]) -> list[tuple[Body, Body]]:
    pairs = [(a, b) for a in bodies for b in others]
    return sorted(pairs, key=lambda pair: flat_gap(*pair))


def _into_contact(game: Game, unit: str, heading: Point, theirs: Sequence[Body], most: int) -> tuple[ModelPath, ...]:
    """Go in a direction until the first model stands against one of these bodies."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        plan = move_checks.plan_of(game, unit, straight_moves.side_by_side(game, unit, heading, middle))
        blocked = any(crosses(course.body, course.path, body) for course in plan.courses for body in theirs)
        low, high = (low, middle - 1) if blocked else (middle, high)
    paths = straight_moves.side_by_side(game, unit, heading, low)
    return paths if touches(move_checks.plan_of(game, unit, paths).after.values(), theirs) else ()


# -- round what stands between


def bent_round(game: Game, unit: str, paths: tuple[ModelPath, ...], most: int) -> tuple[ModelPath, ...]:
    """AN-ASSAULT-04 Bend straight ways round what stands in them; () where one can not be bent so."""
    stops, found = directness.barriers(game, unit), []
    for course in move_checks.plan_of(game, unit, paths).courses:
        led = detours.shortest_detour(course, stops, most)
        if led is None:
            return ()
        found.append(led)
    return _along(game, found)


def _along(game: Game, found: Sequence[Course]) -> tuple[ModelPath, ...]:
    poses_by_model = {row.model: (replace(p, z=ground_at(game, p.x, p.y)) for p in row.path) for row in found}
    return tuple(ModelPath(model=key, path=tuple(poses)) for key, poses in poses_by_model.items())
