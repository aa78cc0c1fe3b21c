"""Chapters 2.2 to 2.4: cohesion, Threat Range, distances, and how long a statement of sight lasts.

Lengths are thousandths of an inch. What is decided (`..._within`, `in_threat`, `cohesive`) is decided exactly; what is
measured (`distance`, `troop_distance`) is rounded down. Only formations on the warfield are measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from adjudicator.board.inches import (
    Body,
    Pose,
    Rect,
    any_within_both,
    hang_together,
    inside,
    least_gap,
    overlaps_any,
    touching,
    within,
    within_both,
)
from adjudicator.rulesets.grinding_annihilation.barricades import grips_across
from adjudicator.rulesets.grinding_annihilation.state import (
    INCH,
    WARFIELD,
    Game,
    Troop,
    enemies_of,
    on_warfield,
    profile_of,
    rival,
    troops_of,
)

LINK = 2 * INCH
LINKS_NEEDED_FROM = 7
THREAT = INCH
VERTICAL = 5 * INCH
TOUCH = 10
SIGHT = "sight"
UNSEEN, UNDER_HALF, VISIBLE, FULL = "none", "under_half", "visible", "full"

# -- bodies


def field(game: Game) -> Rect:
    """GA-2.4-07 Give the warfield as a rectangle."""
    return Rect(0, 0, game.battle.length, game.battle.width)


def placed(game: Game, troop: Troop, pose: Pose) -> Body:
    """GA-2.4-02 Give a troop's body as it would stand in a pose."""
    profile = profile_of(game, troop)
    return Body(profile.base, profile.height, pose)


def body_of(game: Game, troop: Troop) -> Body:
    """Give the body of a troop where it stands."""
    if troop.pose is None:
        message = f"troop {troop.id} is measured and does not stand on the warfield"
        raise AssertionError(message)
    return placed(game, troop, troop.pose)


def bodies_of(game: Game, formation: str) -> list[Body]:
    """List the bodies of a formation's troops; none where it is not on the warfield (GA-2.1-07)."""
    row = game.formations[formation]
    if row.place != WARFIELD:
        return []
    troops, profiles = [game.troops[key] for key in row.troops], game.profiles
    # as `body_of`, written out: no other list is asked for as often
    return [
        body_of(game, troop) if troop.pose is None else Body(profile.base, profile.height, troop.pose)
        for troop, profile in [(each, profiles[each.kind]) for each in troops]
    ]


def bodies_on_warfield(game: Game, seat: int | None = None) -> Iterator[tuple[Troop, Body]]:
    """Go through the troops on the warfield, of one player or of both, by formation."""
    for row in on_warfield(game, seat):
        for troop in troops_of(game, row.id):
            yield troop, body_of(game, troop)


def stands_fully(game: Game, body: Body) -> bool:
    """GA-2.4-07 Tell whether a body stands wholly on the warfield; footing.py says on what."""
    return inside(body, field(game))


def free_of(body: Body, others: Iterable[Body]) -> bool:
    """GA-3.2-06 Tell whether a body stands on top of nobody."""
    return not overlaps_any(body, others)


# -- cohesion


def cohesive(bodies: Sequence[Body]) -> bool:
    """GA-2.2-02 GA-2.2-03 GA-2.2-04 Tell whether troops in these places are one cohesive group."""
    return len(bodies) <= 1 or _linked(tuple(bodies))


@lru_cache(maxsize=512)
def _linked(bodies: tuple[Body, ...]) -> bool:
    needed = 2 if len(bodies) >= LINKS_NEEDED_FROM else 1
    return hang_together(bodies, LINK, VERTICAL, needed)


def in_cohesion(game: Game, formation: str) -> bool:
    """GA-2.2-02 Tell whether a formation is in cohesion where it stands."""
    return cohesive(bodies_of(game, formation))


# -- Threat Range and contact


def in_threat(body: Body, other: Body) -> bool:
    """GA-2.3-01 Tell whether two troops are within Threat Range of each other."""
    return within_both(body, other, THREAT, VERTICAL)


def any_threat(bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-2.3-02 Tell whether some body is within Threat Range of some other."""
    return any_within_both(bodies, others, THREAT, VERTICAL)


def threatened_by(game: Game, formation: str) -> tuple[str, ...]:
    """GA-2.3-02 Name the enemy formations within Threat Range of a formation, by id."""
    row = game.formations[formation]
    if row.place != WARFIELD:
        return ()
    mine = bodies_of(game, formation)
    return tuple(each.id for each in enemies_of(game, row) if threatens(game, mine, bodies_of(game, each.id)))


def threatens(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-2.3-02 GA-6.2-03 Tell whether some are within Threat Range of others; across barricades by option alone."""
    return grips(game, bodies, others) or any_threat(bodies, others)


def grips(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-6.2-03 Tell whether being across a barricade counts as Threat Range, by option, and some stand so."""
    return game.how.barricade_counts_as_tr and grips_across(game, bodies, others)


def engages(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-6.2-03 Tell whether some can fight others: within Threat Range, or within 2" across a barricade."""
    return any_threat(bodies, others) or grips_across(game, bodies, others)


def engaged_by(game: Game, formation: str) -> tuple[str, ...]:
    """GA-3.5-04 GA-6.2-03 Name the enemy formations that a formation can fight, by id."""
    row = game.formations[formation]
    if row.place != WARFIELD:
        return ()
    mine = bodies_of(game, formation)
    return tuple(each.id for each in enemies_of(game, row) if engages(game, mine, bodies_of(game, each.id)))


def base_to_base(body: Body, other: Body) -> bool:
    """GA-2.3-05 Tell whether two troops stand base to base."""
    return touching(body, other, TOUCH)


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


# -- sight as stated


def forget_sights(game: Game, moved: Iterable[str]) -> None:
    """GA-2.5-11 Drop what was stated about the sight of troops that have moved since."""
    gone = frozenset(moved)
    stale = [key for key, fact in game.facts.items() if fact.kind == SIGHT and not gone.isdisjoint(fact.subjects)]
    for key in stale:
        del game.facts[key]


__all__ = [
    "FULL", "LINK", "SIGHT", "THREAT", "TOUCH", "UNDER_HALF", "UNSEEN", "VERTICAL", "VISIBLE", "any_threat",
    "base_to_base", "bodies_of", "bodies_on_warfield", "body_of", "cohesive", "distance", "enemy_bodies",
    "engaged_by", "engages", "field", "forget_sights", "formations_within", "free_of", "grips", "in_cohesion",
    "in_threat", "nearest", "placed", "stands_fully", "threatened_by", "threatens", "troop_distance", "troop_within",
]  # fmt: skip
