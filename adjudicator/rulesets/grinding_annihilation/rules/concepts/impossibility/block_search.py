"""Moves of a formation as one block: a march towards a point, and ways to retreat."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from adjudicator.board.inches import Body, Pose, flat_gap_within
from adjudicator.board.sines import FULL_TURN
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    SPARE,
    Ground,
    Mover,
    centre,
    free_place,
    ground_of,
    nearby_ground,
    shifted,
    vector,
    way_is_open,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat

TURNS = (0, 250, -250, 500, -500, 750, -750)
SHARES = (8, 6, 4, 2, 1)
DIRECTIONS = 16
COMPASS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEARBY = 2 * INCH
FLIGHT = 30 * INCH


def march(mover: Mover, reach: int, goal: tuple[int, int], *, retreat: bool = False) -> dict[str, Pose]:
    """Move a formation as one block towards a point, as near as goes; nobody where nothing goes.

    A march keeps clear of Threat Range all the way, a retreat at its end.
    """
    bodies = mover.bodies
    if not cohesive(bodies):
        return {}
    ground = nearby_ground(ground_of(mover), bodies, reach)
    flies = mover.flies
    cx, cy = centre(bodies)
    dx, dy = goal[0] - cx, goal[1] - cy
    far = isqrt(dx * dx + dy * dy)
    for x, y in _steps(dx, dy, min(reach, far) - SPARE, wide=retreat):
        if (cx + x - goal[0]) ** 2 + (cy + y - goal[1]) ** 2 >= far * far:
            continue
        if all(
            _may_move(ground, body, shifted(body, x, y), avoid_enemies=not (retreat or flies), over=flies)
            for body in bodies
        ):
            return {key: shifted(body, x, y).pose for key, body in mover.troops.items()}
    return {}


def escapes(mover: Mover, reach: int) -> Iterator[dict[str, Pose]]:
    """Go through retreats of a formation as one block: away from the enemies about it, then any way at all."""
    bodies = mover.bodies
    about = [
        all_enemy
        for all_enemy in mover.all_enemies()
        if any(flat_gap_within(body, all_enemy, NEARBY) for body in bodies)
    ]
    (x, y), (ex, ey) = centre(bodies), centre(about or bodies)
    away = (_sign(x - ex), _sign(y - ey))
    for dx, dy in (away, *COMPASS):
        yield march(mover, reach, (x + FLIGHT * dx, y + FLIGHT * dy), retreat=True)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _steps(dx: int, dy: int, reach: int, *, wide: bool) -> list[tuple[int, int]]:
    turns = range(0, FULL_TURN, FULL_TURN // DIRECTIONS) if wide else TURNS
    steps = (
        [vector(dx, dy, reach * share // SHARES[0], turn) for share in SHARES for turn in turns] if reach > 0 else []
    )
    return sorted((step for step in steps if step != (0, 0)), key=lambda step: _left(step, dx, dy))


def _left(step: tuple[int, int], dx: int, dy: int) -> tuple[int, int, int]:
    return (dx - step[0]) ** 2 + (dy - step[1]) ** 2, step[0], step[1]


def _may_move(ground: Ground, body: Body, end: Body, *, avoid_enemies: bool, over: bool) -> bool:
    return (
        free_place(ground, end)
        and not any_threat((end,), ground.enemies)
        and way_is_open(ground, body, (end.pose,), avoid_enemies=avoid_enemies, over=over)
    )
