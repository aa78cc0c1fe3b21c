"""Short moves towards the enemy as they are searched for: Close In and Consolidate, troop by troop."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Body, Path, Pose, flat_gap, flat_gap_within
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import LINK, cohesive
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
    shifted,
    squared_way,
    vector,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat, base_to_base
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT

CLOSE = 3 * INCH


def short_moves(mover: Mover, *, contact_only: bool, only: Collection[str] | None = None) -> dict[str, Path]:
    """Bring troops, or `only` these, closer to the enemy by up to 3", or into contact (GA-3.5-10, GA-3.5-19).

    Who can not keep cohesion stays; nobody moves where the whole would not end as it must.
    """
    now = dict(mover.troops)
    ground = nearby_ground(ground_of(mover, low=True), mover.bodies, CLOSE)
    ways: dict[str, Path] = {}
    if not ground.enemies or not cohesive(list(now.values())) or _about_aircraft(mover, ground):
        return ways
    able = now if only is None else [key for key in now if key in only]
    for key in sorted(able, key=lambda key: (closest((now[key],), ground.enemies), key)):
        body = now[key]
        if key in mover.stuck or any(base_to_base(body, enemy) for enemy in ground.enemies):
            continue
        rest = [other for mate, other in now.items() if mate != key]
        way = _way_into_reach(ground, body, rest, contact_only=contact_only)
        if way is not None:
            ways[key] = way
            now[key] = replace(body, pose=way[-1])
    return ways if any_threat(now.values(), ground.enemies) else {}


def _about_aircraft(mover: Mover, ground: Ground) -> bool:
    """GA-4.3-15 Tell whether Aircraft would have to be kept apart from the enemies to be closed in on."""
    enemy_troops = mover.enemy_troops
    return AIRCRAFT in mover.keywords or any(body not in enemy_troops for body in ground.enemies)


def _way_into_reach(ground: Ground, body: Body, rest: Sequence[Body], *, contact_only: bool) -> Path | None:
    first = min(ground.enemies, key=lambda row: (flat_gap(body, row), row.pose.x, row.pose.y))
    start = flat_gap(body, first)
    if start > CLOSE + LINK:
        return None
    for end in _places_in_reach(ground, body, first, start, contact_only=contact_only):
        there = replace(body, pose=end)
        if flat_gap(there, first) >= start or not free_place(ground, there, rest) or not cohesive([there, *rest]):
            continue
        way = find_way(ground, body, end, CLOSE)
        if way is not None:
            return way
    return None


def _places_in_reach(ground: Ground, body: Body, first: Body, start: int, *, contact_only: bool) -> list[Pose]:
    touching = [
        pose
        for enemy in ground.enemies
        if flat_gap_within(body, enemy, CLOSE)
        for pose in contacts(body, enemy)
        if squared_way(body, pose) <= CLOSE * CLOSE
    ]
    places = sorted(touching, key=lambda pose: (squared_way(body, pose), pose.x, pose.y))
    if contact_only:
        return places
    dx, dy = first.pose.x - body.pose.x, first.pose.y - body.pose.y
    lengths = (min(CLOSE, start) * share // 4 - SPARE for share in (4, 3, 2, 1))
    return places + [shifted(body, *vector(dx, dy, length)).pose for length in lengths if length > 0]
