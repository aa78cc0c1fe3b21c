"""Chapters 3.2 and 8.2, setting a formation up in the middle of a battle: what is wrong with it, and where it has room.

A site says what a place has to be like besides: near a transport, near an edge, far from enemies. It gives clause and
reason for a body that stands wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect, inside
from adjudicator.kernel.ruling import Fault, Ruling
from adjudicator.rulesets.grinding_annihilation import rooms
from adjudicator.rulesets.grinding_annihilation.footing import stand_fault
from adjudicator.rulesets.grinding_annihilation.measure import (
    any_threat,
    bodies_on_warfield,
    cohesive,
    enemy_bodies,
    field,
    free_of,
    placed,
)
from adjudicator.rulesets.grinding_annihilation.messages import TroopPose
from adjudicator.rulesets.grinding_annihilation.state import Formation, Game, Troop, troops_of

Wrong: TypeAlias = tuple[str, str]
Facts: TypeAlias = tuple[tuple[str, int | str], ...]
Rule: TypeAlias = Callable[[Body], Wrong | None]


class Site(Struct, frozen=True):
    """Where a formation may be set up: who is there already, and the rule of its arrival; `facts` are its distances.

    `levels` are the heights at which places are looked for, the likeliest first.
    """

    taken: tuple[Body, ...]
    enemies: tuple[Body, ...]
    rule: Rule
    region: Rect
    step: int = rooms.STEP
    facts: Facts = ()
    levels: tuple[int, ...] = (0,)


def site_of(
    game: Game, seat: int, rule: Rule, region: Rect | None = None, *,
    step: int = rooms.STEP, wrecks: Iterable[Body] = (), facts: Facts = (), height: int = 0,
) -> Site:  # fmt: skip
    """Gather what a set-up of a player's formation has to keep to; wrecks are in the way until they are removed.

    `height` is where what it is set up beside stands: there is room there, or on the ground.
    """
    taken = (*(body for _, body in bodies_on_warfield(game)), *wrecks)
    levels = tuple(dict.fromkeys((height, 0)))
    return Site(taken, tuple(enemy_bodies(game, seat)), rule, region or field(game), step, facts, levels)


def name_faults(row: Formation, troops: Sequence[TroopPose], *, whole: bool) -> Iterator[Fault]:
    """GA-2.2-06 A set-up names troops of the formation, each once; the whole of it names all."""
    named = [each.troop for each in troops]
    if len(set(named)) < len(named) or not set(named) <= set(row.troops):
        yield Fault("GA-2.2-06", "strange-troops", "troops", (("formation", row.id),))
    elif whole and len(named) < len(row.troops):
        yield Fault("GA-2.2-06", "troops-left-out", "troops", (("formation", row.id),))


def place_faults(game: Game, site: Site, troops: Sequence[TroopPose]) -> Iterator[Fault]:
    """GA-2.2-05 GA-2.3-03 Find what is wrong with the places of troops that are named rightly."""
    bodies: list[Body] = []
    for number, each in enumerate(troops):
        troop = game.troops[each.troop]
        body = placed(game, troop, each.pose)
        facts: Facts = (("troop", troop.id), *site.facts)
        wrong = _wrong(game, site, (troop,), body)
        if wrong is not None:
            yield Fault(*wrong, f"troops[{number}].pose", facts)
        elif not free_of(body, bodies):
            yield Fault("GA-3.2-06", "on-another", f"troops[{number}].pose", facts)
        bodies.append(body)
    if any_threat(bodies, site.enemies):
        yield Fault("GA-2.3-03", "set-up-in-threat", "troops")
    if not cohesive(bodies):
        yield Fault("GA-2.2-05", "not-cohesive", "troops")


def _wrong(game: Game, site: Site, troops: Iterable[Troop], body: Body) -> Wrong | None:
    """Say why troops of one size can not stand somewhere, whoever else is set up with them."""
    if not inside(body, field(game)):
        return "GA-2.4-07", "off-board"
    ground = next(filter(None, (stand_fault(game, troop, body) for troop in troops)), None)
    wrong = ground or site.rule(body)
    if wrong is None and not free_of(body, site.taken):
        return "GA-3.2-06", "on-another"
    return wrong


def check(ruling: Ruling[Game], row: Formation, site: Site, troops: Sequence[TroopPose], *, whole: bool) -> None:
    """Refuse a set-up with everything that is wrong with it."""
    ruling.refuse_all(list(name_faults(row, troops, whole=whole)))
    ruling.refuse_all(list(place_faults(ruling.game, site, troops)) if troops else [])


def room(game: Game, row: Formation, site: Site) -> tuple[TroopPose, ...]:
    """Find places for as many troops of a formation as have room, the first ones first, on a grid."""
    troops = troops_of(game, row.id)
    kinds = tuple({troop.part: troop for troop in troops}.values())
    points = rooms.grid(site.region, site.step)

    def fits(body: Body) -> bool:
        return _wrong(game, site, kinds, body) is None and not any_threat((body,), site.enemies)

    best: tuple[Pose, ...] = ()
    for level in site.levels:
        found = rooms.pack([placed(game, troop, Pose(0, 0, level, 0)) for troop in troops], points, fits)
        best = max(best, found, key=len)
        if len(best) == len(troops):
            break
    return tuple(TroopPose(troop=troop.id, pose=pose) for troop, pose in zip(troops, best, strict=False))


def stand(game: Game, troops: Iterable[TroopPose]) -> None:
    """Stand troops where they were set up; for reducers."""
    for each in troops:
        game.troops[each.troop] = _at(game.troops[each.troop], each.pose)


def take_off(game: Game, row: Formation) -> None:
    """Take a formation's troops off the warfield; for reducers."""
    for key in row.troops:
        game.troops[key] = _at(game.troops[key], None)


def _at(troop: Troop, pose: Pose | None) -> Troop:
    return replace(troop, pose=pose)


__all__ = [
    "Facts", "Rule", "Site", "Wrong", "check", "name_faults", "place_faults", "room", "site_of", "stand", "take_off",
]  # fmt: skip
