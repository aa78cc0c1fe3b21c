"""What a formation moves among, and the ways and places of one troop there: the basis of every search for a move.

Everything here is tried, never promised: what is found is legal as far as can be seen from bodies, or nothing.
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
from adjudicator.board.rounding import towards_zero
from adjudicator.board.sines import FULL_TURN, UNIT, cosine, sine
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.model.state import Game, enemies_of, on_warfield, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import (
    VERTICAL,
    bodies_of,
    body_of,
    free_of,
    warfield_rect,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import THREAT, in_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import BULKY
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import WALKERS, shapes_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import (
    MovementMode,
    Shape,
    standing_fault,
    way_fault,
)
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT, FLY

FAR = 1_000_000
SPARE = 3


class Mover(NamedTuple):
    """A formation that is to move, and who stands about it: the same row, whether made of a battle or of a view.

    `troops` are its bodies by troop, `stuck` its troops that can not move. `friends` and `enemies` are bodies by
    formation, in the order of ids; `bulky_friends` are those that Monstrous and Vehicle troops go around, and
    `aircraft` the enemy formations that are Aircraft.
    """

    troops: Mapping[str, Body]
    stuck: frozenset[str]
    keywords: frozenset[str]
    flies: bool
    walks: bool
    friends: Mapping[str, tuple[Body, ...]]
    bulky_friends: frozenset[str]
    enemies: Mapping[str, tuple[Body, ...]]
    aircraft: frozenset[str]
    shapes: tuple[Shape, ...]
    rect: Rect

    @property
    def bulky(self) -> bool:
        """GA-3.2-07 Tell whether it goes around others of its sort."""
        return is_bulky(self.keywords)

    @property
    def bodies(self) -> list[Body]:
        """List its bodies."""
        return list(self.troops.values())

    @property
    def enemy_troops(self) -> list[Body]:
        """GA-4.3-15 List the enemies that it closes in on: no Aircraft, unless it can Fly."""
        return [body for key, enemy in self.enemies.items() if self.flies or key not in self.aircraft for body in enemy]

    def all_enemies(self) -> list[Body]:
        """List the bodies of all enemies."""
        return [body for enemy in self.enemies.values() for body in enemy]


def is_bulky(keywords: Iterable[str]) -> bool:
    """GA-3.2-07 Tell whether a formation with these keywords goes around others of its sort."""
    return not frozenset(BULKY).isdisjoint(keywords)


def every_flies(parts: Iterable[Iterable[str]]) -> bool:
    """GA-3.2-26 Tell whether every part of a formation, given by its keywords, can Fly."""
    return all(FLY in part for part in parts)


def every_walks(parts: Iterable[Iterable[str]]) -> bool:
    """GA-6.6-01 Tell whether every part of a formation, given by its keywords, walks through ruins."""
    return all(not frozenset(WALKERS).isdisjoint(part) for part in parts)


def mover_of(game: Game, formation: str) -> Mover:
    """Take a formation of a battle as it stands."""
    row = game.formations[formation]
    troops = troops_of(game, formation)
    parts = [game.parts[key].keywords for key in row.parts if not game.parts[key].destroyed]
    friends = [item.id for item in on_warfield(game, row.seat) if item.id != formation]
    enemies = [enemy.id for enemy in enemies_of(game, row)]
    return Mover(
        troops={troop.id: body_of(game, troop) for troop in troops if troop.pose is not None},
        stuck=frozenset(troop.id for troop in troops if profile_of(game, troop).immovable),
        keywords=_keywords(game, formation),
        flies=every_flies(parts),
        walks=every_walks(parts),
        friends={key: tuple(bodies_of(game, key)) for key in friends},
        bulky_friends=frozenset(key for key in friends if is_bulky(_keywords(game, key))),
        enemies={key: tuple(bodies_of(game, key)) for key in enemies},
        aircraft=frozenset(key for key in enemies if AIRCRAFT in _keywords(game, key)),
        shapes=shapes_of(game),
        rect=warfield_rect(game),
    )


def _keywords(game: Game, formation: str) -> frozenset[str]:
    row = game.formations[formation]
    words = {word for key in row.parts for word in game.parts[key].keywords}
    return frozenset(words | {word for troop in troops_of(game, formation) for word in troop.keywords})


class Ground(NamedTuple):
    """What a formation moves among; `bulky_mates` are those that it must go around."""

    rect: Rect
    friends: tuple[Body, ...]
    bulky_mates: tuple[Body, ...]
    enemies: tuple[Body, ...]
    shapes: tuple[Shape, ...] = ()
    gait: MovementMode = MovementMode()


def ground_of(mover: Mover, *, low: bool = False) -> Ground:
    """Gather what stands about a formation; `low`: it moves in a way in which nobody flies."""
    friends = tuple(body for friend in mover.friends.values() for body in friend)
    bulky_mates: tuple[Body, ...] = ()
    if mover.bulky and (low or not mover.flies):
        bulky_mates = tuple(
            body for key, friend in mover.friends.items() if key in mover.bulky_friends for body in friend
        )
    gait = MovementMode(walks=mover.walks)
    return Ground(mover.rect, friends, bulky_mates, tuple(mover.all_enemies()), mover.shapes, gait)


def nearby_ground(ground: Ground, bodies: Sequence[Body], reach: int) -> Ground:
    """Leave out what nobody of some bodies can come to."""
    far = reach + 2 * THREAT

    def about(others: Iterable[Body]) -> tuple[Body, ...]:
        return tuple(other for other in others if any(flat_gap_within(body, other, far) for body in bodies))

    return ground._replace(
        friends=about(ground.friends), bulky_mates=about(ground.bulky_mates), enemies=about(ground.enemies)
    )


# -- one troop


def way_is_open(ground: Ground, body: Body, path: Path, *, avoid_enemies: bool, over: bool = False) -> bool:
    """Tell whether a troop may go this way: out of Threat Range to `avoid_enemies`, or `over` them."""
    if leaves(body, path, ground.rect) or any(crosses(body, path, heavy) for heavy in ground.bulky_mates):
        return False
    if way_fault(ground.shapes, body, path, ground.gait, "") is not None:
        return False
    if over:
        return True
    if avoid_enemies:
        return not any(sweeps_within(body, path, enemy, THREAT, VERTICAL) for enemy in ground.enemies)
    return not any(crosses(body, path, enemy) for enemy in ground.enemies)


def free_place(ground: Ground, body: Body, fellows: Iterable[Body] = ()) -> bool:
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


def vector(dx: int, dy: int, length: int, turn: int = 0) -> tuple[int, int]:
    """Make a vector of at most this length, turned by tenths of a degree."""
    whole = isqrt(dx * dx + dy * dy)
    if not whole:
        return 0, 0
    cos, sin = cosine(turn % FULL_TURN), sine(turn % FULL_TURN)
    x, y, below = dx * cos - dy * sin, dx * sin + dy * cos, (whole + 1) * UNIT
    return towards_zero(x * length, below), towards_zero(y * length, below)


def find_way(ground: Ground, body: Body, end: Pose, reach: int, *, over: bool = False) -> Path | None:
    """Find a way to a place, straight or around one corner; Threat Range is no matter on it."""
    if path_length(body, (end,)) > reach:
        return None
    if way_is_open(ground, body, (end,), avoid_enemies=False, over=over):
        return (end,)
    dx, dy = end.x - body.pose.x, end.y - body.pose.y
    for aside in (1500, 3000, 5000):
        for turn in (900, -900):
            x, y = vector(dx, dy, aside, turn)
            corner = replace(end, x=body.pose.x + dx // 2 + x, y=body.pose.y + dy // 2 + y)
            path = (corner, end)
            if path_length(body, path) <= reach and way_is_open(ground, body, path, avoid_enemies=False):
                return path
    return None


def squared_way(body: Body, pose: Pose) -> int:
    """Give the square of the straight way of a body to a pose."""
    return (body.pose.x - pose.x) ** 2 + (body.pose.y - pose.y) ** 2


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


# -- several troops


def centre(bodies: Sequence[Body]) -> tuple[int, int]:
    """Give the middle of some bodies."""
    return sum(body.pose.x for body in bodies) // len(bodies), sum(body.pose.y for body in bodies) // len(bodies)


def paths_of(bodies: Mapping[str, Body], ends: Mapping[str, Pose | Path]) -> tuple[TroopPath, ...]:
    """Write ways down; who stays is left out."""
    ways = {key: (end,) if isinstance(end, Pose) else end for key, end in ends.items()}
    return tuple(TroopPath(troop=key, path=way) for key, way in ways.items() if way[-1] != bodies[key].pose)


def closest(ones: Iterable[Body], others: Iterable[Body]) -> int:
    """Measure the least distance between some bodies and others."""
    rest = tuple(others)
    return min((flat_gap(one, other) for one in ones for other in rest), default=FAR)


def off_limits(ends: Iterable[Body], shunned: Sequence[Body]) -> bool:
    """Tell whether somebody ends within Threat Range of those to be kept clear of."""
    return any(in_threat(end, other) for end in ends for other in shunned)
