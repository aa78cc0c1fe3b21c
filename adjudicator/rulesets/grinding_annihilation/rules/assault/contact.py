"""Chapters 3.4 and 3.5, what moves towards an enemy ask of each troop: to end closer, and base to base if it can.

That a troop could end base to base is never worked out: a troop farther away than it may move cannot, and for every
other that does not, its player claims "contact" (GA-2.4-13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.board.inches import Body, flat_gap_within, gap
from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of, enemy_bodies, nearest
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import troop_claimed
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import TOUCH, base_to_base
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import Plan
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import assault_across
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT


def in_contact(body: Body, others: Iterable[Body]) -> bool:
    """GA-2.3-05 Tell whether a body stands base to base with some of these."""
    return any(base_to_base(body, other) for other in others)


def reachable(game: Game, body: Body, others: Iterable[Body], reach: int) -> bool:
    """GA-3.4-11 Tell whether contact with some of these lies within reach in a straight line."""
    free = 0 if body.base.round or game.options.pivot_cost != "free" else body.base.length + body.base.width
    return any(flat_gap_within(body, other, reach + free + TOUCH) for other in others)


def closer_to_nearest(before: Body, after: Body, others: Sequence[Body]) -> bool:
    """GA-3.5-11 Tell whether a body ends closer to what was closest to it when it began."""
    began = nearest(before, others)
    return any(gap(after, other) < began for other in others if gap(before, other) == began)


def contact_owed(game: Game, plan: Plan, troops: Iterable[str], others: Sequence[Body], reach: int) -> list[str]:
    """GA-3.4-11 GA-3.5-20 List the troops that end apart from all of these though they might reach them.

    Who is close up to a barricade with one of them behind it can come no closer (GA-6.2-02).
    """
    return [
        key
        for key in troops
        if not in_contact(plan.after[key], others)
        and reachable(game, plan.before[key], others, reach)
        and not assault_across(game, (plan.after[key],), others)
    ]


def contact_faults(
    game: Game, plan: Plan, troops: Iterable[str], others: Sequence[Body], reach: int, clause: str
) -> Iterator[Fault]:
    """GA-3.4-11 GA-3.5-20 Who can end base to base does; that somebody cannot has to be claimed."""
    for key in contact_owed(game, plan, troops, others, reach):
        if not troop_claimed(game, plan.formation, key, "contact", "closer"):
            yield Fault(clause, "contact-owed", "paths", (("troop", key),))


def contact_shown(
    game: Game, plan: Plan, claimed: Sequence[str], troops: Iterable[str], others: Sequence[Body], reach: int
) -> Iterator[Fault]:
    """GA-2.4-13 An end state speaks against a claim when a troop of it is in contact and no other gives its own up."""
    named = claimed or tuple(plan.before)
    rest = [key for key in troops if key not in named]
    yield from contact_faults(game, plan, rest, others, reach, "GA-2.4-13")
    if not any(in_contact(plan.after[key], others) for key in named if key in plan.after):
        yield Fault("GA-2.4-13", "shows-nothing", "value", (("troops", " ".join(named)),))


def free_to_move(game: Game, formation: str) -> list[str]:
    """GA-3.5-10 GA-3.5-19 GA-4.3-15 List who may Close In or Consolidate: no Aircraft, nobody in contact."""
    enemies = enemy_bodies(game, game.formations[formation].seat)
    return [
        troop.id
        for troop in troops_of(game, formation)
        if not (profile_of(game, troop).immovable or has_keyword(game, troop, AIRCRAFT))
        and not in_contact(body_of(game, troop), enemies)
    ]
