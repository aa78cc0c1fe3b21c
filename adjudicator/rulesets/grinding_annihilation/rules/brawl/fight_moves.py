"""Chapter 3.5, what Close In and Consolidate have in common: limits, contact owed, claims and end states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.board.inches import Body
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.rulesets.grinding_annihilation.model.messages import ClaimImpossible, TroopPath
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, has_keyword, rival
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import (
    closer_to_nearest,
    contact_faults,
    contact_shown,
    in_contact,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_on_warfield, enemy_bodies
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import search
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import claimable, refuted
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import engages, in_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import end_faults, path_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    CLOSE_IN,
    CONSOLIDATE,
    MoveTerms,
    Plan,
    naming_faults,
    plan_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT, FLY, enemies_by_troop

REACH = 3 * INCH


def contact_owed_faults(game: Game, plan: Plan, clause: str) -> Iterator[Fault]:
    """GA-3.5-11 GA-3.5-20 GA-4.3-15 Who moves ends base to base if it can; Aircraft matter to those that can Fly."""
    enemy_troops = enemies_by_troop(game, plan.formation)
    for key in plan.moving:
        yield from contact_faults(game, plan, (key,), enemy_troops[key], REACH, clause)


def towards_enemy_faults(game: Game, plan: Plan, terms: MoveTerms, closer: str) -> Iterator[Fault]:
    """GA-3.5-10 GA-3.5-19 Find what is wrong with a short move towards the enemy."""
    enemy_troops = enemies_by_troop(game, plan.formation)
    yield from short_move_faults(game, plan, terms)
    yield from aircraft_faults(game, plan)
    if not any(engages(game, (body,), enemy_troops[key]) for key, body in plan.after.items()):
        yield Fault(terms.distance, "no-enemy-reached", "paths", (("formation", plan.formation),))
    for key in plan.moving:
        if not enemy_troops[key] or not closer_to_nearest(plan.before[key], plan.after[key], enemy_troops[key]):
            yield Fault(closer, "not-closer", "paths", (("troop", key),))


def aircraft_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-4.3-12 GA-4.3-15 Aircraft stay where they are, and who can not Fly ends clear of them."""
    flown = [(row, body) for row, body in _enemies_in_reach(game, plan) if has_keyword(game, row, AIRCRAFT)]
    for key in plan.moving:
        troop = game.troops[key]
        if has_keyword(game, troop, AIRCRAFT):
            yield Fault("GA-4.3-15", "aircraft-stays", "paths", (("troop", key),))
        for row, body in flown if not has_keyword(game, troop, FLY) else ():
            if in_threat(plan.after[key], body):
                yield Fault("GA-4.3-12", "ends-in-threat", "paths", (("troop", key), ("enemy", row.id)))


def _enemies_in_reach(game: Game, plan: Plan) -> list[tuple[Troop, Body]]:
    return list(bodies_on_warfield(game, rival(game.formations[plan.formation].seat)))


def short_move_faults(game: Game, plan: Plan, terms: MoveTerms) -> Iterator[Fault]:
    enemies = enemy_bodies(game, game.formations[plan.formation].seat)
    for key in plan.moving:
        if in_contact(plan.before[key], enemies):
            yield Fault(terms.distance, "in-contact", "paths", (("troop", key),))
    yield from path_faults(game, plan, terms, dict.fromkeys(plan.moving, REACH))
    yield from end_faults(game, plan, terms)


def _enemies(game: Game, plan: Plan) -> list[Body]:
    """GA-4.3-15 List the enemies that some troop of a formation closes in on."""
    return max(enemies_by_troop(game, plan.formation).values(), key=len)


# -- end states against claims


def fight_end_faults(
    game: Game, formation: str, what: str, claimed: Sequence[str], paths: Sequence[TroopPath]
) -> Iterator[Fault]:
    """GA-2.4-13 Find what is wrong with an end state that is held against a claim about a fight."""
    fault = list(naming_faults(game, formation, paths))
    yield from fault
    if fault:
        return
    plan = plan_of(game, formation, paths)
    closing = game.action is not None and game.action.step == "close_in"
    terms, closer = (CLOSE_IN, "GA-3.5-11") if closing else (CONSOLIDATE, "GA-3.5-20")
    yield from towards_enemy_faults(game, plan, terms, closer)
    if what == "contact":
        yield from contact_shown(game, plan, claimed, plan.moving, _enemies(game, plan), REACH)


def found_ways(game: Game, formation: str) -> list[tuple[TroopPath, ...]]:
    """GA-3.5-10 GA-3.5-19 List the short moves of everybody that are found, legal or not."""
    return [paths for paths in search.short_moves_of(game, formation, ()) if paths]


def found_end_state(game: Game, formation: str, what: str, claimed: Sequence[str]) -> tuple[TroopPath, ...] | None:
    """GA-2.4-13 Give an end state that the service finds against a claim about a fight; None where it finds none."""
    named = claimed or (game.formations[formation].troops if what == "contact" else ())
    ways = (
        paths
        for paths in search.short_moves_of(game, formation, named)
        if paths and not any(fight_end_faults(game, formation, what, claimed, paths))
    )
    return next(ways, None)


def claim_offers(game: Game, formation: str, able: Sequence[str], what: str) -> list[Offer]:
    """GA-2.4-13 Offer a claim; where the service judges it, only what holds, for one troop at a time."""
    named = {"what": Choice((what,)), "formation": Choice((formation,))}
    if what != "contact":
        alone = search.solves(game)
        found = found_end_state(game, formation, what, ()) if alone else refuted(game, formation, what)
        return [] if found else [offer(ClaimImpossible, "GA-2.4-13", **named)]
    some = _contact_claims(game, formation, able)
    return [] if some is None else [offer(ClaimImpossible, "GA-2.4-13", **named, troops=some)]


def _contact_claims(game: Game, formation: str, able: Sequence[str]) -> Some | None:
    if not search.solves(game):
        return claimable(game, formation, "contact", able)
    troops = tuple(key for key in able if found_end_state(game, formation, "contact", (key,)) is None)
    return Some(troops, 1, 1) if troops else None
