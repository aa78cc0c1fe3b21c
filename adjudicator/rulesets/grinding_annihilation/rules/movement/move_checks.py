"""Chapter 3.2, all that can be wrong with the paths of a move, and with its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from adjudicator.board.inches import Body, leaves, near_box, sweeps_within, way_box
from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, rival
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import (
    VERTICAL,
    bodies_on_warfield,
    free_of,
    warfield_rect,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import THREAT, counts_across, in_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import MoveTerms, Plan, flies
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import (
    crosses_over,
    standing_place_fault,
    way_lengths,
    way_on_terrain_fault,
)
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT

BULKY = ("monstrous", "vehicle")


def path_faults(game: Game, plan: Plan, terms: MoveTerms, reaches: Mapping[str, int]) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-08 Find what is wrong with the ways of a plan; `reaches` by troop, in thousandths."""
    row = game.formations[plan.formation]
    enemies = list(bodies_on_warfield(game, rival(row.seat)))
    friends = [item for item in bodies_on_warfield(game, row.seat) if item[0].formation != row.id]
    for number, path in enumerate(plan.paths):
        troop, body = game.troops[path.troop], plan.before[path.troop]
        fellows = _fellows(game, plan, number) if bulky(game, troop) else []
        for fault in (
            *_ground_faults(game, terms, troop, body, path),
            *_length_faults(game, terms, troop, body, path, reaches.get(path.troop, 0)),
            *_enemy_faults(game, terms, troop, body, path, enemies),
            *_bulk_faults(game, terms, troop, body, path, [*friends, *fellows]),
        ):
            yield Fault(fault.clause, fault.reason, f"paths[{number}]", (("troop", troop.id), *fault.facts))


def _fellows(game: Game, plan: Plan, number: int) -> list[tuple[Troop, Body]]:
    """GA-3.2-04 Give the formation's other troops as they stand when the troop of this path moves."""
    moved = frozenset(plan.moving[:number])
    at = {key: plan.after[key] if key in moved else body for key, body in plan.before.items()}
    return [(game.troops[key], body) for key, body in at.items() if key != plan.moving[number]]


def _ground_faults(game: Game, terms: MoveTerms, troop: Troop, body: Body, way: TroopPath) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-22 GA-3.2-24 A path stays on the warfield and goes over terrain, never through it."""
    found_fault = way_on_terrain_fault(
        game, troop, body, way.path, terms.through, flies=terms.flies and flies(game, troop)
    )
    if found_fault is not None:
        yield found_fault
    if leaves(body, way.path, warfield_rect(game)):
        yield Fault(terms.crossing, "over-the-edge")


def _length_faults(
    game: Game, terms: MoveTerms, troop: Troop, body: Body, way: TroopPath, reach: int
) -> Iterator[Fault]:
    """GA-3.2-08 GA-3.2-23 GA-3.2-28 The way may be as long as the reach, with what is climbed on it."""
    length, flat = way_lengths(game, body, way.path, flies=terms.flies and flies(game, troop))
    if length > reach:
        clause = terms.distance if flat > reach else "GA-3.2-23"
        yield Fault(clause, "too-far", facts=(("distance", length), ("limit", reach)))


def _enemy_faults(
    game: Game, terms: MoveTerms, troop: Troop, body: Body, way: TroopPath, enemies: Iterable[tuple[Troop, Body]]
) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-11 GA-3.2-26 Enemies are kept clear of, by whoever does not fly over them."""
    flying = terms.flies and flies(game, troop)
    around = way_box(body, way.path, THREAT)
    for enemy, other in enemies:
        if not near_box(other, around):
            continue
        if has_keyword(game, enemy, AIRCRAFT):  # crossed as if absent (GA-4.3-12)
            continue
        facts = (("enemy", enemy.id),)
        if not flying and not terms.over_enemies and crosses_over(body, way.path, other):
            yield Fault(terms.crossing, "crosses-enemy", facts=facts)
        if terms.passing and not flying and sweeps_within(body, way.path, other, THREAT, VERTICAL):
            yield Fault(terms.passing, "passes-threat", facts=facts)


def _bulk_faults(
    game: Game, terms: MoveTerms, troop: Troop, body: Body, way: TroopPath, friends: Iterable[tuple[Troop, Body]]
) -> Iterator[Fault]:
    """GA-3.2-07 Monstrous and Vehicle troops go round one another."""
    if not bulky(game, troop) or (terms.flies and flies(game, troop)):
        return
    for friend, other in friends:
        if bulky(game, friend) and crosses_over(body, way.path, other):
            yield Fault("GA-3.2-07", "crosses-friend", facts=(("friend", friend.id),))


def bulky(game: Game, troop: Troop) -> bool:
    """GA-3.2-07 Tell whether a troop is Monstrous or a Vehicle."""
    return any(has_keyword(game, troop, keyword) for keyword in BULKY)


def crosses_any(body: Body, way: TroopPath, others: Iterable[Body]) -> bool:
    """GA-3.2-18 Tell whether a path goes across some of these troops."""
    return any(crosses_over(body, way.path, other) for other in others)


def end_faults(game: Game, plan: Plan, terms: MoveTerms) -> Iterator[Fault]:
    """GA-2.2-05 GA-3.2-06 GA-3.2-24 A move ends in cohesion, on top of nobody, and not in mid-climb."""
    others = [body for troop, body in bodies_on_warfield(game) if troop.formation != plan.formation]
    for key in plan.moving:
        found_fault = standing_place_fault(game, game.troops[key], plan.after[key])
        if found_fault is not None:
            yield replace(found_fault, path="paths", facts=(("troop", key),))
        fellows = [body for other, body in plan.after.items() if other != key]
        if not free_of(plan.after[key], [*others, *fellows]):
            yield Fault("GA-3.2-06", "on-top", "paths", (("troop", key),))
    if not cohesive(list(plan.after.values())):
        yield Fault(terms.end, "not-cohesive", "paths", (("formation", plan.formation),))


def threat_faults(
    game: Game, plan: Plan, clause: str, *, spared: Iterable[str] = (), fliers: bool = False
) -> Iterator[Fault]:
    """GA-2.3-01 Find troops that would end within Threat Range of enemies, those of `spared` formations left out."""
    seat, out = game.formations[plan.formation].seat, frozenset(spared)
    enemies = [row for row in bodies_on_warfield(game, rival(seat)) if row[0].formation not in out]
    for key, body in plan.after.items():
        walks = fliers and not flies(game, game.troops[key])
        for enemy, other in enemies:
            flown = has_keyword(game, enemy, AIRCRAFT)
            if walks and not flown:
                continue
            if in_threat(body, other) or counts_across(game, (body,), (other,)):
                facts = (("troop", key), ("enemy", enemy.id))
                yield Fault("GA-4.3-12" if flown else clause, "ends-in-threat", "paths", facts)
