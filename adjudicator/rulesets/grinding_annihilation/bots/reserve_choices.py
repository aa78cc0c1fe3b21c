"""What a bot does with Reserves, transports and Aircraft: who gets in and out, where arrivals stand, how far to fly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, Pose, Rect, flat_gap_within, inside
from adjudicator.board.sines import FULL_TURN
from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Items, Offer, Places, Shape
from adjudicator.kernel.sampling import values_of, word_of
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AircraftMove,
    ArriveFromReserves,
    DisembarkFormation,
    DisembarkFromWreck,
    EmbarkFormation,
    Loan,
    MoveAircraft,
    ResolvePreBattleRule,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.rules.armies.reserves import COARSE, from_anywhere, from_edges
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import march
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    Ground,
    free_place,
    paths_of,
    way_is_open,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement_search
from adjudicator.rulesets.grinding_annihilation.rules.movement.placement import Rule
from adjudicator.rulesets.grinding_annihilation.rules.movement.transports import NEAR, near_rule
from adjudicator.rulesets.grinding_annihilation.rules.movement.wrecks import FAR
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import MovementMode
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft_moves import LEAST, straight

STAYS_IN = 8
GETS_IN = 3
WAITS = 4
Goal: TypeAlias = Callable[[str], tuple[int, int] | None]

PIVOTS = (0, 450, -450, 900, -900)

# -- places


def places(
    table: Table,
    formation: str,
    rule: Rule,
    points: Sequence[tuple[int, int]],
    wrecks: Sequence[Body] = (),
    *,
    height: int = 0,
) -> tuple[TroopPose, ...]:
    """Find places for as many troops of a formation as have room, at a height or on the ground."""
    row = table.formations[formation]
    taken = (*table.side(mine=True), *wrecks)
    enemies = tuple(table.side(mine=False))
    ground = Ground(table.rect, taken, (), enemies, table.shapes, MovementMode(walks=table.walks(formation)))

    def fits(body: Body) -> bool:
        return rule(body) is None and free_place(ground, body) and not any_threat((body,), enemies)

    kinds = [table.profiles[troop.id] for troop in row.troops]
    found: tuple[Pose, ...] = ()
    for level in dict.fromkeys((height, 0)):
        if len(found) < len(kinds):
            bodies = [Body(kind.base_size, kind.height, Pose(0, 0, level, 0)) for kind in kinds]
            found = max(found, placement_search.pack_troops(bodies, points, fits), key=len)
    return tuple(TroopPose(troop=troop.id, pose=pose) for troop, pose in zip(row.troops, found, strict=False))


def _all_placed(table: Table, formation: str, found: Sequence[TroopPose]) -> bool:
    return len(found) == len(table.formations[formation].troops)


# -- arrivals


def arrival(table: Table, offers: Sequence[Offer], chance: Generator, *, bound: bool) -> ArriveFromReserves | None:
    """Let the next formation arrive that has room; without need now and then none. `bound`: one has to arrive."""
    if not bound and chance.randrange(WAITS) == 0:
        return None
    for formation in [word_of(offer.fields, "formation") for offer in offers]:
        found = places(
            table, formation, _arrival_rule(table, formation), placement_search.grid_points(table.rect, COARSE)
        )
        if found and (_all_placed(table, formation, found) or (bound and len(offers) == 1)):
            losses = not _all_placed(table, formation, found)
            return ArriveFromReserves(formation=formation, troops=found, accept_losses=losses)
    return None


def _arrival_rule(table: Table, formation: str) -> Rule:
    enemies, options = table.side(mine=False), table.view.options
    if table.formations[formation].place == "reserves":
        apart = 0 if options is None else options.reserve_troop_distance
        return from_anywhere(enemies, apart or 0)
    banned = options is not None and table.view.round in options.reserve_zone_ban_rounds
    zones = [zone for zone in table.view.zones if zone.seat != table.seat] if banned else []
    barred = [Rect(zone.x0, zone.y0, zone.x1, zone.y1) for zone in zones]
    return from_edges(table.rect, barred, enemies, table.view.round)


# -- transports


def passengers(table: Table, offers: Sequence[Offer], chance: Generator) -> Struct | None:
    """Get formations out of their transports now and then, and into one more often than not."""
    for offer in offers:
        if offer.command == "EmbarkFormation" and chance.randrange(GETS_IN):
            return EmbarkFormation(
                formation=word_of(offer.fields, "formation"), transport=word_of(offer.fields, "transport")
            )
        if offer.command == "DisembarkFormation" and chance.randrange(STAYS_IN) == 0:
            chosen = way_out(table, offer)
            if chosen is not None:
                return chosen
    return None


def way_out(table: Table, offered: Offer) -> DisembarkFormation | None:
    """Get a formation out of its transport; None where there is no room for it."""
    formation, transport = word_of(offered.fields, "formation"), word_of(offered.fields, "transport")
    body = table.bodies[transport]
    points = placement_search.grid_points(placement_search.box_around(body, NEAR, table.rect))
    found = places(table, formation, near_rule(body, NEAR), points, height=body.pose.z)
    if not _all_placed(table, formation, found):
        return None
    return DisembarkFormation(formation=formation, transport=transport, troops=found)


def wreck(table: Table, offered: Offer) -> DisembarkFromWreck:
    """Get a formation out of a wreck: near it, or in an emergency as many as have room."""
    formation = word_of(offered.fields, "formation")
    lying = {row.formations: Body(row.base_size, row.height, row.pose) for row in table.view.wrecks}
    body = next(row for aboard, row in lying.items() if formation in aboard)
    found: tuple[TroopPose, ...] = ()
    for emergency, limit in ((False, NEAR), (True, FAR)):
        points = placement_search.grid_points(placement_search.box_around(body, limit, table.rect))
        found = places(table, formation, near_rule(body, limit), points, tuple(lying.values()), height=body.pose.z)
        if _all_placed(table, formation, found):
            return DisembarkFromWreck(formation=formation, troops=found, emergency=emergency)
    return DisembarkFromWreck(formation=formation, troops=found, emergency=True)


def loans(table: Table, offered: Offer) -> tuple[Loan, ...]:
    """Fire weapons of as many passengers as each transport may."""
    chosen: list[Loan] = []
    listed = values_of(offered.fields, "loans")
    for shape in (domain.values for domain in listed.of) if isinstance(listed, Items) else ():
        if isinstance(shape, Shape):
            parts = shape.parts
            transport, troop, weapon = (word_of(parts, name) for name in ("transport", "troop", "weapon"))
            loan = Loan(transport=transport, troop=troop, weapon=weapon)
            if sum(row.transport == loan.transport for row in chosen) < _deck(table, loan.transport):
                chosen.append(loan)
    return tuple(chosen)


def _deck(table: Table, troop: str) -> int:
    part = next(
        part
        for row in table.view.formations
        for part in row.parts
        for item in row.troops
        if item.id == troop and item.part == part.id
    )
    found = next((ability.x for ability in part.abilities if ability.name == "weapons_deck"), None)
    return 0 if found is None else found.plus


# -- before the battle


def scouts(table: Table, offers: Sequence[Offer], goal_of: Goal) -> ResolvePreBattleRule | None:
    """Move Scouts towards their goals as far as they go; None where they had better stay."""
    for offer in offers:
        places = (domain.values for domain in offer.fields if domain.field == "paths")
        reach = max((found.reach for found in places if isinstance(found, Places)), default=0)
        formation = word_of(offer.fields, "formation")
        goal = goal_of(formation)
        if reach and goal is not None:
            ends = march(table.mover(formation), reach, goal)
            paths = paths_of(table.bodies, ends)
            if paths and not _too_near(table, ends):
                return ResolvePreBattleRule(
                    formation=formation, rule=word_of(offer.fields, "rule"), paths=paths, embark_in=""
                )
    return None


def _too_near(table: Table, ends: Mapping[str, Pose]) -> bool:
    """GA-4.2-04 Tell whether somebody would end nearer to an enemy than the battle's options let Scouts."""
    options = table.view.options
    least = 0 if options is None else options.scouts_min_enemy_distance or 0
    bodies = [replace(table.bodies[key], pose=pose) for key, pose in ends.items()]
    return least > 0 and any(flat_gap_within(one, row, least) for one in bodies for row in table.side(mine=False))


# -- Aircraft


def aircraft_move(table: Table, chance: Generator) -> MoveAircraft | None:
    """Fly to anywhere that an Aircraft may stop, or off the warfield where it may stop nowhere."""
    action = table.view.action
    if action is None:
        return None
    row = table.formations[action.formation]
    flown = [_flight_to(table, row.id, troop.id, chance) for troop in row.troops]
    if len(flown) > 1 or not all(item.distance for item in flown):
        flown = [AircraftMove(troop=troop.id, distance=0, pivot=0) for troop in row.troops]
    return MoveAircraft(formation=row.id, troops=tuple(flown))


def _flight_to(table: Table, formation: str, troop: str, chance: Generator) -> AircraftMove:
    body = table.bodies[troop]
    found = list(_stops(table, formation, body))
    if not found:
        return AircraftMove(troop=troop, distance=0, pivot=0)
    distance, pivot = chance.choice(found)
    return AircraftMove(troop=troop, distance=distance, pivot=pivot)


def _stops(table: Table, formation: str, body: Body) -> Iterator[tuple[int, int]]:
    enemies = tuple(table.side(mine=False))
    friends = tuple(table.side(mine=True, but=formation))
    ground = Ground(table.rect, friends, (), enemies, table.shapes, MovementMode(flies=table.flies(formation)))
    for distance in range(LEAST, table.view.length + table.view.width, INCH):
        ahead = replace(body, pose=straight(body, distance))
        if not inside(ahead, table.rect):
            return
        avoid_enemies = not table.flies(formation)
        if not way_is_open(ground, body, (ahead.pose,), avoid_enemies=avoid_enemies, over=not avoid_enemies):
            continue
        for pivot in PIVOTS:
            end = replace(ahead, pose=replace(ahead.pose, facing=(ahead.pose.facing + pivot) % FULL_TURN))
            turned = (ahead.pose, end.pose) if pivot else (ahead.pose,)
            free = way_is_open(ground, body, turned, avoid_enemies=avoid_enemies, over=not avoid_enemies)
            if free and free_place(ground, end) and not any_threat((end,), enemies):
                yield distance, pivot
