"""Chapters 3.2 and 8.2, setting a formation up in the middle of a battle: what is wrong with it, and where it has room.

A site says what a place has to be like besides: near a transport, near an edge, far from enemies. Its rule gives the
fault of a body that stands wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect, core_of, inside
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPose
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import (
    bodies_on_warfield,
    body_in_pose,
    enemy_bodies,
    free_of,
    warfield_rect,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement_search
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import (
    movement_mode_of,
    shapes_of,
    standing_place_fault,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import standing_fault

Facts: TypeAlias = tuple[tuple[str, int | str], ...]
Rule: TypeAlias = Callable[[Body], Fault | None]


class PlacementSite(Struct, frozen=True):
    """Where a formation may be set up: who is there already, and the rule of its arrival; `facts` are its distances.

    `levels` are the heights at which places are looked for, the likeliest first. `apart` is a distance from every
    enemy that the rule asks for: it refuses whoever has his centre nearer to an enemy's.
    """

    taken: tuple[Body, ...]
    enemies: tuple[Body, ...]
    rule: Rule
    region: Rect
    step: int = placement_search.STEP
    facts: Facts = ()
    levels: tuple[int, ...] = (0,)
    apart: int = 0


def placement_site(  # noqa: PLR0913  (what a place may depend on)
    game: Game,
    seat: int,
    rule: Rule,
    region: Rect | None = None,
    *,
    step: int = placement_search.STEP,
    wrecks: Iterable[Body] = (),
    facts: Facts = (),
    height: int = 0,
    apart: int = 0,
) -> PlacementSite:
    """Gather what a set-up of a player's formation has to keep to; wrecks are in the way until they are removed.

    `height` is where what it is set up beside stands: there is room there, or on the ground.
    """
    taken = (*(body for _, body in bodies_on_warfield(game)), *wrecks)
    levels = tuple(dict.fromkeys((height, 0)))
    return PlacementSite(
        taken, tuple(enemy_bodies(game, seat)), rule, region or warfield_rect(game), step, facts, levels, apart
    )


def name_faults(row: Formation, troops: Sequence[TroopPose], *, whole: bool) -> Iterator[Fault]:
    """GA-2.2-06 A set-up names troops of the formation, each once; the whole of it names all."""
    named = [troop.troop for troop in troops]
    if len(set(named)) < len(named) or not set(named) <= set(row.troops):
        yield Fault("GA-2.2-06", "strange-troops", "troops", (("formation", row.id),))
    elif whole and len(named) < len(row.troops):
        yield Fault("GA-2.2-06", "troops-left-out", "troops", (("formation", row.id),))


def place_faults(game: Game, site: PlacementSite, troops: Sequence[TroopPose]) -> Iterator[Fault]:
    """GA-2.2-05 GA-2.3-03 Find what is wrong with the places of troops that are named rightly."""
    bodies: list[Body] = []
    for number, row in enumerate(troops):
        troop = game.troops[row.troop]
        body = body_in_pose(game, troop, row.pose)
        facts: Facts = (("troop", troop.id), *site.facts)
        found_fault = _place_fault(game, site, troop, body)
        if found_fault is not None:
            yield replace(found_fault, path=f"troops[{number}].pose", facts=facts)
        elif not free_of(body, bodies):
            yield Fault("GA-3.2-06", "on-another", f"troops[{number}].pose", facts)
        bodies.append(body)
    if any_threat(bodies, site.enemies):
        yield Fault("GA-2.3-03", "set-up-in-threat", "troops")
    if not cohesive(bodies):
        yield Fault("GA-2.2-05", "not-cohesive", "troops")


def _place_fault(game: Game, site: PlacementSite, troop: Troop, body: Body) -> Fault | None:
    """Say why a troop can not stand somewhere, whoever else is set up with it."""
    if not inside(body, warfield_rect(game)):
        return fault("GA-2.4-07", "off-board")
    found_fault = standing_place_fault(game, troop, body) or site.rule(body)
    if found_fault is None and not free_of(body, site.taken):
        return fault("GA-3.2-06", "on-another")
    return found_fault


def require_placement(
    ruling: Ruling[Game], row: Formation, site: PlacementSite, troops: Sequence[TroopPose], *, whole: bool
) -> None:
    """Refuse a set-up with everything that is wrong with it."""
    ruling.refuse_all(list(name_faults(row, troops, whole=whole)))
    ruling.refuse_all(list(place_faults(ruling.game, site, troops)) if troops else [])


def find_places(game: Game, row: Formation, site: PlacementSite) -> tuple[TroopPose, ...]:
    """Find places for as many troops of a formation as have room, the first ones first, on a grid."""
    troops = troops_of(game, row.id)
    search = _Search(game, site, troops)
    best: tuple[Pose, ...] = ()
    for level in site.levels:
        found = placement_search.pack_troops(search.bodies(level), search.points, search.fits, search.bars)
        best = max(best, found, key=len)
        if len(best) == len(troops):
            break
    return tuple(TroopPose(troop=troop.id, pose=pose) for troop, pose in zip(troops, best, strict=False))


def any_place(game: Game, row: Formation, site: PlacementSite) -> bool:
    """Tell whether `room` would find a place for anybody."""
    search = _Search(game, site, troops_of(game, row.id))
    return any(
        placement_search.any_point_fits(search.bodies(level), search.points, search.fits, search.bars)
        for level in site.levels
    )


def _around(body: Body, apart: int) -> tuple[int, int, int]:
    """Give the centre of a body, and the square of a distance from it that is no farther than `apart` from its base."""
    far = apart + core_of(body.base)
    return body.pose.x, body.pose.y, far * far


class _Search:
    """What a search for room asks of thousands of places, worked out once."""

    def __init__(self, game: Game, site: PlacementSite, troops: Sequence[Troop]) -> None:
        self.game, self.site, self.troops = game, site, troops
        self.points = placement_search.grid_points(site.region, site.step)
        self.whole = warfield_rect(game)
        self.shapes = shapes_of(game)
        parts = {troop.part: troop for troop in troops}.values()
        self.gaits = tuple(dict.fromkeys(movement_mode_of(game, troop) for troop in parts))
        own = min((core_of(profile_of(game, troop).base_size) for troop in troops), default=0)
        self.around = [_around(body, site.apart + own) for body in site.enemies] if site.apart > 0 else []

    def bodies(self, level: int) -> list[Body]:
        """Give the troops as bodies at a height."""
        pose = Pose(0, 0, level, 0)
        return [body_in_pose(self.game, troop, pose) for troop in self.troops]

    def bars(self, x: int, y: int) -> bool:
        """Tell whether a point is so near to an enemy that no base may be centred on it."""
        for to_x, to_y, square in self.around:
            dx, dy = x - to_x, y - to_y
            if dx * dx + dy * dy < square:
                return True
        return False

    def fits(self, body: Body) -> bool:
        """Tell whether troops of one size may stand somewhere: what costs least is asked first."""
        site = self.site
        if not inside(body, self.whole) or site.rule(body) is not None:
            return False
        if any(standing_fault(self.shapes, body, gait) is not None for gait in self.gaits):
            return False
        return free_of(body, site.taken) and not any_threat((body,), site.enemies)


def stand_troops(game: Game, troops: Iterable[TroopPose]) -> None:
    """Stand troops where they were set up; for reducers."""
    for troop in troops:
        game.troops[troop.troop] = _at(game.troops[troop.troop], troop.pose)


def take_off_warfield(game: Game, row: Formation) -> None:
    """Take a formation's troops off the warfield; for reducers."""
    for key in row.troops:
        game.troops[key] = _at(game.troops[key], None)


def _at(troop: Troop, pose: Pose | None) -> Troop:
    return replace(troop, pose=pose)
