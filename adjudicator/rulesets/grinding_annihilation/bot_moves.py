"""Moves of a bot: a formation that marches as one block, and troops that go each to a place of their own.

Everything here is tried, never promised: what comes back is legal as far as the bot can see, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.board.inches import (
    Body,
    Path,
    Pose,
    Rect,
    crosses,
    flat_gap,
    flat_gap_within,
    inside,
    leaves,
    path_length,
    sweeps_within,
)
from adjudicator.board.sines import FULL_TURN, UNIT, cosine, sine
from adjudicator.rulesets.grinding_annihilation.bot_table import Table
from adjudicator.rulesets.grinding_annihilation.features import Gait, Shape, standing_fault, way_fault
from adjudicator.rulesets.grinding_annihilation.measure import (
    THREAT,
    VERTICAL,
    any_threat,
    cohesive,
    free_of,
    in_threat,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.state import INCH

TURNS = (0, 250, -250, 500, -500, 750, -750)
SHARES = (8, 6, 4, 2, 1)
DIRECTIONS = 16
COMPASS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEARBY = 2 * INCH
FLIGHT = 30 * INCH
SPARE = 3


class Ground(NamedTuple):
    """What a formation moves among; `heavies` are those that it must go around."""

    rect: Rect
    friends: tuple[Body, ...]
    heavies: tuple[Body, ...]
    enemies: tuple[Body, ...]
    shapes: tuple[Shape, ...] = ()
    gait: Gait = Gait()


def ground_of(table: Table, formation: str, *, low: bool = False) -> Ground:
    """Gather what stands about a formation; `low`: it moves in a way in which nobody flies."""
    friends = tuple(table.side(mine=True, but=formation))
    heavies: tuple[Body, ...] = ()
    if table.heavy(formation) and (low or not table.flies(formation)):
        rows = [each.id for each in table.standing(mine=True) if each.id != formation and table.heavy(each.id)]
        heavies = tuple(body for key in rows for body in table.bodies_of(key))
    gait = Gait(walks=table.walks(formation))
    return Ground(table.rect, friends, heavies, tuple(table.side(mine=False)), table.shapes, gait)


def near(ground: Ground, bodies: Sequence[Body], reach: int) -> Ground:
    """Leave out what nobody of some bodies can come to."""
    far = reach + 2 * THREAT

    def about(others: Iterable[Body]) -> tuple[Body, ...]:
        return tuple(each for each in others if any(flat_gap_within(body, each, far) for body in bodies))

    return ground._replace(friends=about(ground.friends), heavies=about(ground.heavies), enemies=about(ground.enemies))


# -- one troop


def open_way(ground: Ground, body: Body, path: Path, *, shy: bool, over: bool = False) -> bool:
    """Tell whether a troop may go this way: `shy` of Threat Range, or `over` enemies."""
    if leaves(body, path, ground.rect) or any(crosses(body, path, each) for each in ground.heavies):
        return False
    if way_fault(ground.shapes, body, path, ground.gait, "") is not None:
        return False
    if over:
        return True
    if shy:
        return not any(sweeps_within(body, path, each, THREAT, VERTICAL) for each in ground.enemies)
    return not any(crosses(body, path, each) for each in ground.enemies)


def room(ground: Ground, body: Body, fellows: Iterable[Body] = ()) -> bool:
    """Tell whether there is room for a troop to stand."""
    return (
        inside(body, ground.rect)
        and standing_fault(ground.shapes, body, ground.gait) is None
        and free_of(body, ground.enemies)
        and free_of(body, ground.friends)
        and free_of(body, fellows)
    )


def shifted(body: Body, dx: int, dy: int) -> Body:
    """Put a body a little elsewhere."""
    pose = body.pose
    return replace(body, pose=Pose(pose.x + dx, pose.y + dy, pose.z, pose.facing))


def arrow(dx: int, dy: int, length: int, turn: int = 0) -> tuple[int, int]:
    """Make a vector of at most this length, turned by tenths of a degree."""
    whole = isqrt(dx * dx + dy * dy)
    if not whole:
        return 0, 0
    cos, sin = cosine(turn % FULL_TURN), sine(turn % FULL_TURN)
    x, y, below = dx * cos - dy * sin, dx * sin + dy * cos, (whole + 1) * UNIT
    return _short(x * length, below), _short(y * length, below)


def _short(number: int, below: int) -> int:
    return number // below if number >= 0 else -(-number // below)


def way_to(ground: Ground, body: Body, end: Pose, reach: int, *, over: bool = False) -> Path | None:
    """Find a way to a place, straight or around one corner; Threat Range is no matter on it."""
    if path_length(body, (end,)) > reach:
        return None
    if open_way(ground, body, (end,), shy=False, over=over):
        return (end,)
    dx, dy = end.x - body.pose.x, end.y - body.pose.y
    for aside in (1500, 3000, 5000):
        for turn in (900, -900):
            x, y = arrow(dx, dy, aside, turn)
            corner = replace(end, x=body.pose.x + dx // 2 + x, y=body.pose.y + dy // 2 + y)
            path = (corner, end)
            if path_length(body, path) <= reach and open_way(ground, body, path, shy=False):
                return path
    return None


# -- places in contact


def contacts(body: Body, other: Body, apart: int = SPARE) -> Iterator[Pose]:
    """Go through places all around another troop: base to base with it, or so far apart."""
    for k in range(0, FULL_TURN, FULL_TURN // 24):
        pose = against(body, other, k, apart)
        if pose is not None:
            yield pose


def against(body: Body, other: Body, angle: int, apart: int = SPARE) -> Pose | None:
    """Put a body against another, or so far apart, seen from it at an angle; the facing stays as it is."""
    return _against(replace(body, pose=Pose(0, 0, 0, body.pose.facing)), other, angle, apart)


@lru_cache(maxsize=1 << 14)
def _against(body: Body, other: Body, angle: int, apart: int) -> Pose | None:
    """Find the place for all bodies alike, wherever they stand."""
    if body.base.round and other.base.round:
        return _off(body, other, angle, (body.base.length + other.base.length) // 2 + apart)
    low, high = 0, apart + body.base.length + body.base.width + other.base.length + other.base.width
    while high - low > 1:
        middle = (low + high) // 2
        if flat_gap(replace(body, pose=_off(body, other, angle, middle)), other) < apart:
            low = middle
        else:
            high = middle
    pose = _off(body, other, angle, high)
    return pose if flat_gap(replace(body, pose=pose), other) <= apart + SPARE else None


def _off(body: Body, other: Body, angle: int, distance: int) -> Pose:
    x, y = distance * cosine(angle) // UNIT, distance * sine(angle) // UNIT
    return Pose(other.pose.x + x, other.pose.y + y, other.pose.z, body.pose.facing)


# -- a block


def march(table: Table, formation: str, reach: int, goal: tuple[int, int], *, retreat: bool = False) -> dict[str, Pose]:
    """Move a formation as one block towards a point, as near as goes; nobody where nothing goes.

    A march keeps clear of Threat Range all the way, a retreat at its end.
    """
    troops = [each.id for each in table.formations[formation].troops if each.id in table.bodies]
    bodies = [table.bodies[key] for key in troops]
    if not cohesive(bodies):
        return {}
    ground = near(ground_of(table, formation), bodies, reach)
    flies = table.flies(formation)
    cx, cy = centre(bodies)
    dx, dy = goal[0] - cx, goal[1] - cy
    far = isqrt(dx * dx + dy * dy)
    for x, y in _steps(dx, dy, min(reach, far) - SPARE, wide=retreat):
        if (cx + x - goal[0]) ** 2 + (cy + y - goal[1]) ** 2 >= far * far:
            continue
        if all(_marches(ground, body, shifted(body, x, y), shy=not (retreat or flies), over=flies) for body in bodies):
            return {key: shifted(body, x, y).pose for key, body in zip(troops, bodies, strict=True)}
    return {}


def escapes(table: Table, formation: str, reach: int) -> Iterator[dict[str, Pose]]:
    """Go through retreats of a formation as one block: away from the enemies about it, then any way at all."""
    bodies = table.bodies_of(formation)
    about = [each for each in table.side(mine=False) if any(flat_gap_within(body, each, NEARBY) for body in bodies)]
    (x, y), (ex, ey) = centre(bodies), centre(about or bodies)
    away = (_sign(x - ex), _sign(y - ey))
    for dx, dy in (away, *COMPASS):
        yield march(table, formation, reach, (x + FLIGHT * dx, y + FLIGHT * dy), retreat=True)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _steps(dx: int, dy: int, reach: int, *, wide: bool) -> list[tuple[int, int]]:
    turns = range(0, FULL_TURN, FULL_TURN // DIRECTIONS) if wide else TURNS
    steps = [arrow(dx, dy, reach * share // SHARES[0], turn) for share in SHARES for turn in turns] if reach > 0 else []
    return sorted((step for step in steps if step != (0, 0)), key=lambda step: _left(step, dx, dy))


def _left(step: tuple[int, int], dx: int, dy: int) -> tuple[int, int, int]:
    return (dx - step[0]) ** 2 + (dy - step[1]) ** 2, step[0], step[1]


def _marches(ground: Ground, body: Body, end: Body, *, shy: bool, over: bool) -> bool:
    return (
        room(ground, end)
        and not any_threat((end,), ground.enemies)
        and open_way(ground, body, (end.pose,), shy=shy, over=over)
    )


def centre(bodies: Sequence[Body]) -> tuple[int, int]:
    """Give the middle of some bodies."""
    return sum(each.pose.x for each in bodies) // len(bodies), sum(each.pose.y for each in bodies) // len(bodies)


def paths_of(table: Table, ends: Mapping[str, Pose | Path]) -> tuple[TroopPath, ...]:
    """Write ways down; who stays is left out."""
    ways = {key: (end,) if isinstance(end, Pose) else end for key, end in ends.items()}
    return tuple(TroopPath(troop=key, path=way) for key, way in ways.items() if way[-1] != table.bodies[key].pose)


def off_limits(ends: Iterable[Body], shunned: Sequence[Body]) -> bool:
    """Tell whether somebody ends within Threat Range of those to be kept clear of."""
    return any(in_threat(end, other) for end in ends for other in shunned)


__all__ = [
    "SPARE", "Ground", "against", "arrow", "centre", "contacts", "escapes", "ground_of", "march", "near", "off_limits",
    "open_way", "paths_of", "room", "shifted", "way_to",
]  # fmt: skip
