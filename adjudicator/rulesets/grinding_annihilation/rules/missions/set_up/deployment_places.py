"""Chapter 7.0, places of a set-up: what is wrong with one, and close ranks that find room in a zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect, flat_gap_within, inside, polygon_gap_within, rect_polygon
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPose
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, every_has, profile_of, rival
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import (
    bodies_on_warfield,
    body_in_pose,
    enemy_bodies,
    free_of,
    stands_fully,
    warfield_rect,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import inwards, rects_of, zone_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import standing_place_fault

APART_FROM_ENEMIES = 9 * INCH
GAP = INCH // 10
FILES = 5


class Ground(Struct, frozen=True):
    """What a set-up has to keep to: the zone, who stands on the warfield already, and the enemies among them.

    `shunned` are the enemy's zones, for Infiltrators; None where they are not.
    """

    zone: Rect
    taken: tuple[Body, ...]
    enemies: tuple[Body, ...]
    shunned: tuple[Rect, ...] | None = None


def ground_of(game: Game, row: Formation) -> Ground:
    """GA-7.0-12 GA-4.2-05 Gather what the set-up of a formation has to keep to."""
    taken, seat = tuple(body for _, body in bodies_on_warfield(game)), row.seat
    shunned = tuple(rects_of(game, rival(seat))) if every_has(game, row.id, "infiltrators") else None
    return Ground(zone_of(game, seat), taken, tuple(enemy_bodies(game, seat)), shunned)


def zone_fault(ground: Ground, body: Body, *, anywhere: bool) -> Fault | None:
    """GA-7.0-12 GA-4.2-05 Say why a troop may not be set up somewhere: zone, or distance of Infiltrators."""
    if not anywhere:
        return None if inside(body, ground.zone) else fault("GA-7.0-12", "outside-zone")
    if any(polygon_gap_within(body, rect_polygon(zone), APART_FROM_ENEMIES) for zone in ground.shunned or ()):
        return fault("GA-4.2-05", "near-enemy-zone")
    near = any(flat_gap_within(body, enemy, APART_FROM_ENEMIES) for enemy in ground.enemies)
    return fault("GA-4.2-05", "near-enemies") if near else None


def placement_fault(
    game: Game, row: Formation, troops: Sequence[TroopPose], ground: Ground | None = None
) -> Fault | None:
    """GA-7.0-12 Say what is wrong with a set-up of troops, or None."""
    here = ground or ground_of(game, row)
    bodies: list[Body] = []
    places = (body_in_pose(game, game.troops[troop.troop], troop.pose) for troop in troops)
    anywhere = here.shunned is not None and not all(inside(place, here.zone) for place in places)
    for n, troop in enumerate(troops):
        body, facts = (
            body_in_pose(game, game.troops[troop.troop], troop.pose),
            (("troop", troop.troop), ("apart", APART_FROM_ENEMIES)),
        )
        if not stands_fully(game, body):
            return Fault("GA-7.0-12", "outside-zone", f"troops[{n}].pose", facts)
        found_fault = zone_fault(here, body, anywhere=anywhere) or standing_place_fault(
            game, game.troops[troop.troop], body
        )
        if found_fault is not None:
            return replace(found_fault, path=f"troops[{n}].pose", facts=facts)
        if not free_of(body, (*here.taken, *bodies)):
            return Fault("GA-3.2-06", "on-another", f"troops[{n}].pose", facts)
        bodies.append(body)
    if any_threat(bodies, here.enemies):
        return Fault("GA-2.3-03", "set-up-in-threat", "troops")
    return None if cohesive(bodies) else Fault("GA-2.2-05", "not-cohesive", "troops")


def first_fit(game: Game, row: Formation) -> tuple[TroopPose, ...] | None:
    """Find a legal set-up of all troops, in close ranks; None where a grid of one inch has none."""
    return _fit(game, row, row.troops, _Openings(game, row))


def spread_fits(game: Game, row: Formation, apart: int) -> Iterator[tuple[TroopPose, ...]]:
    """Go through legal set-ups of all troops in ranks of five, the first troop of each so far from that of others.

    `apart` is in thousandths of an inch.
    """
    pitch, facing, zone = _pitch(game, row), inwards(game, row.seat), zone_of(game, row.seat)
    ground = ground_of(game, row)
    for x in range(zone.x0 + pitch // 2, zone.x1, apart):
        for y in range(zone.y0 + pitch // 2, zone.y1, apart):
            ranks = tuple(_ranks(row.troops, Pose(x, y, 0, facing), pitch, FILES))
            if placement_fault(game, row, ranks, ground) is None:
                yield ranks


def what_fits(game: Game, row: Formation) -> tuple[TroopPose, ...]:
    """GA-7.0-13 Find a set-up of as many troops as have room, those with the lowest numbers first."""
    openings = _Openings(game, row)
    fits = (_fit(game, row, row.troops[:count], openings) for count in range(len(row.troops), 0, -1))
    return next((fit for fit in fits if fit is not None), ())


def _fit(game: Game, row: Formation, troops: tuple[str, ...], openings: _Openings) -> tuple[TroopPose, ...] | None:
    ground, pitch = openings.ground, openings.pitch
    for files in sorted(range(1, len(troops) + 1), key=lambda found: abs(found - FILES)):
        for first in openings:
            ranks = tuple(_ranks(troops, first, pitch, files))
            if placement_fault(game, row, ranks, ground) is None:
                return ranks
    return None


class _Openings:
    """The places where the first troop of a formation may stand: every rank begins in one; each is looked at once.

    Infiltrators have the whole warfield besides their zone (GA-4.2-05).
    """

    def __init__(self, game: Game, row: Formation) -> None:
        self.ground = ground_of(game, row)
        self.pitch = _pitch(game, row)
        self._known: list[Pose] = []
        self._rest = self._search(game, row)

    def __iter__(self) -> Iterator[Pose]:
        yield from self._known
        yield from self._rest

    def _search(self, game: Game, row: Formation) -> Iterator[Pose]:
        facing = inwards(game, row.seat)
        where = (self.ground.zone,) if self.ground.shunned is None else (self.ground.zone, warfield_rect(game))
        for x, y in (anchor for rect in where for anchor in _anchors(rect, self.pitch)):
            pose = Pose(x, y, 0, facing)
            alone = (TroopPose(troop=row.troops[0], pose=pose),)
            if placement_fault(game, row, alone, self.ground) is None:
                self._known.append(pose)
                yield pose


def _pitch(game: Game, row: Formation) -> int:
    bases = (profile_of(game, game.troops[troop]).base_size for troop in row.troops)
    return max(max(base.length, base.width) for base in bases) + GAP


def _anchors(zone: Rect, pitch: int) -> Iterator[tuple[int, int]]:
    half = pitch // 2
    for x in range(zone.x0 + half, zone.x1 - half + 1, INCH):
        for y in range(zone.y0 + half, zone.y1 - half + 1, INCH):
            yield x, y


def _ranks(troops: tuple[str, ...], first: Pose, pitch: int, files: int) -> Iterator[TroopPose]:
    for n, troop in enumerate(troops):
        x, y = first.x + pitch * (n // files), first.y + pitch * (n % files)
        yield TroopPose(troop=troop, pose=Pose(x, y, first.z, first.facing))
