"""Chapter 2.4, bodies and distances of a battle.

Lengths are thousandths of an inch. What is decided (`..._within`) is decided exactly; what is measured (`distance`,
`troop_distance`) is rounded down. Only formations on the warfield are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.board.inches import Body, Pose, Rect, inside, least_gap, overlaps_any, within
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    INCH,
    WARFIELD,
    Game,
    on_warfield,
    profile_of,
    rival,
    troops_of,
)

VERTICAL = 5 * INCH


# -- bodies


def warfield_rect(game: Game) -> Rect:
    """GA-2.4-07 Give the warfield as a rectangle."""
    return Rect(0, 0, game.battle.length, game.battle.width)


def body_in_pose(game: Game, troop: Troop, pose: Pose) -> Body:
    """GA-2.4-02 Give a troop's body as it would stand in a pose."""
    profile = profile_of(game, troop)
    return Body(profile.base_size, profile.height, pose)


def body_of(game: Game, troop: Troop) -> Body:
    """Give the body of a troop where it stands."""
    if troop.pose is None:
        message = f"troop {troop.id} is measured and does not stand on the warfield"
        raise AssertionError(message)
    return body_in_pose(game, troop, troop.pose)


def bodies_of(game: Game, formation: str) -> list[Body]:
    """List the bodies of a formation's troops; none where it is not on the warfield (GA-2.1-07)."""
    row = game.formations[formation]
    if row.place != WARFIELD:
        return []
    troops, profiles = [game.troops[key] for key in row.troops], game.profiles
    # as `body_of`, written out: no other list is asked for as often
    return [
        body_of(game, troop) if troop.pose is None else Body(profile.base_size, profile.height, troop.pose)
        for troop, profile in [(item, profiles[item.kind]) for item in troops]
    ]


def bodies_on_warfield(game: Game, seat: int | None = None) -> Iterator[tuple[Troop, Body]]:
    """Go through the troops on the warfield, of one player or of both, by formation."""
    for row in on_warfield(game, seat):
        for troop in troops_of(game, row.id):
            yield troop, body_of(game, troop)


def stands_fully(game: Game, body: Body) -> bool:
    """GA-2.4-07 Tell whether a body stands wholly on the warfield; movement_on_terrain.py says on what."""
    return inside(body, warfield_rect(game))


def free_of(body: Body, others: Iterable[Body]) -> bool:
    """GA-3.2-06 Tell whether a body stands on top of nobody."""
    return not overlaps_any(body, others)


# -- distances


def distance(game: Game, formation: str, other: str) -> int:
    """GA-2.4-06 Measure the smallest distance of two formations, rounded down."""
    return least_gap(bodies_of(game, formation), bodies_of(game, other))


def formations_within(game: Game, formation: str, other: str, limit: int) -> bool:
    """GA-2.4-06 Decide whether two formations are within a distance."""
    theirs = bodies_of(game, other)
    return any(within(a, b, limit) for a in bodies_of(game, formation) for b in theirs)


def troop_distance(game: Game, troop: Troop, formation: str) -> int:
    """GA-2.4-06 Measure the distance from a troop to the closest troop of a formation, rounded down."""
    return nearest(body_of(game, troop), bodies_of(game, formation))


def troop_within(game: Game, troop: Troop, formation: str, limit: int) -> bool:
    """GA-2.4-06 Decide whether some troop of a formation is within a distance of a troop."""
    body = body_of(game, troop)
    return any(within(body, other, limit) for other in bodies_of(game, formation))


def nearest(body: Body, others: Iterable[Body]) -> int:
    """Measure the distance from a body to the closest of some others, rounded down."""
    return least_gap((body,), tuple(others))


def enemy_bodies(game: Game, seat: int) -> list[Body]:
    """List the bodies of every troop that is an enemy of a player."""
    return [body for _, body in bodies_on_warfield(game, rival(seat))]
