"""Chapter 3.4, an Assault whose impossibilities the service finds itself: claims that hold, and what silence does.

Of the end states that search.py tries, each legal one falls short for some troops: they end no closer, or apart though
contact was owed. A claim for some troops holds where every end state that serves one of them falls short for somebody
else. So who makes the best of them, and claims for one troop after the other, always comes to a legal move. A claim for
several troops at once is tried harder, since they might take each other's places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import ClaimImpossible, MakeAssaultMove
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_checks import (
    assault_faults,
    living_targets,
    not_closer,
    reach_now,
    target_bodies,
)
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import contact_owed, in_contact
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import troop_claimed
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search import Ways, assault_moves_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import Plan, plan_of

CLOSER, CONTACT, ASSAULT = "closer", "contact", "assault"


class Shortfall(NamedTuple):
    """Troops that an end serves in one way, and those for which it falls short where nothing was claimed for them."""

    served: frozenset[str]
    short: frozenset[str]


class AssaultEnd(NamedTuple):
    """A legal end of an Assault move, and what it does for each troop."""

    paths: Ways
    closer: Shortfall
    contact: Shortfall

    def about(self, what: str) -> Shortfall:
        """GA-3.4-11 Give what it does in one way."""
        return self.closer if what == CLOSER else self.contact

    def lacks(self, what: str) -> frozenset[str]:
        """GA-2.4-13 Give those who give up their own for it: contact is nothing to who only has to get closer."""
        return self.closer.short if what == CLOSER else self.closer.short | self.contact.short


def ends_of(game: Game, formation: str, last: Collection[str] = ()) -> list[AssaultEnd]:
    """GA-3.4-08 List the legal ends that are found, the best first; who is in `last` takes what others leave."""
    plans = (plan_of(game, formation, paths) for paths in _tried(game, formation, last))
    found = [_end(game, plan) for plan in plans if not any(assault_faults(game, plan))]
    return sorted(found, key=lambda end: (len(end.closer.short), len(end.contact.short)))


def _tried(game: Game, formation: str, last: Collection[str]) -> Iterator[Ways]:
    """GA-3.4-11 Go through what may end well: who was claimed to get no closer does, or stays put."""
    troops = game.formations[formation].troops
    spared = [key for key in troops if troop_claimed(game, formation, key, CONTACT, CLOSER)]
    for paths in assault_moves_of(game, formation, living_targets(game), [*spared, *last]):
        idle = [key for key in not_closer(game, plan_of(game, formation, paths)) if key in spared]
        yield tuple(path for path in paths if path.troop not in idle)


def _end(game: Game, plan: Plan) -> AssaultEnd:
    formation, bodies = plan.formation, target_bodies(game)
    stuck = not_closer(game, plan)
    owed = contact_owed(game, plan, plan.before, bodies, reach_now(game))
    return AssaultEnd(
        plan.paths,
        Shortfall(
            frozenset(plan.before).difference(stuck),
            frozenset(key for key in stuck if not troop_claimed(game, formation, key, CLOSER)),
        ),
        Shortfall(
            frozenset(key for key, body in plan.after.items() if in_contact(body, bodies)),
            frozenset(key for key in owed if not troop_claimed(game, formation, key, CONTACT, CLOSER)),
        ),
    )


def against(game: Game, formation: str, what: str, claimed: Collection[str]) -> Ways | None:
    """GA-2.4-13 Give an end state that speaks against a claim, for some troops or for all; None where none is found."""
    named = frozenset(claimed or game.formations[formation].troops)
    ends = ends_of(game, formation)
    if what != ASSAULT and len(named) > 1:
        ends += ends_of(game, formation, named)
    return _against(ends, what, named)


def _against(ends: Collection[AssaultEnd], what: str, claimed: frozenset[str]) -> Ways | None:
    if what == ASSAULT:
        return next((end.paths for end in ends), None)
    speaking = (end.paths for end in ends if claimed & end.about(what).served and end.lacks(what) <= claimed)
    return next(speaking, None)


def claims_that_hold(game: Game, formation: str) -> dict[str, tuple[str, ...]]:
    """GA-2.4-13 Say what may be claimed now: the troops that "closer" and "contact" hold for, one by one."""
    ends = ends_of(game, formation)
    if not ends:
        return {ASSAULT: ()}
    return {what: troops for what in (CLOSER, CONTACT) if (troops := _holding(game, formation, ends, what))}


def _holding(game: Game, formation: str, ends: Collection[AssaultEnd], what: str) -> tuple[str, ...]:
    ways = (CLOSER,) if what == CLOSER else (CONTACT, CLOSER)
    free = (key for key in game.formations[formation].troops if not troop_claimed(game, formation, key, *ways))
    return tuple(key for key in free if _against(ends, what, frozenset((key,))) is None)


def default_command(game: Game, formation: str) -> Struct:
    """GA-2.4-13 Make the best move that is found, or claim what it falls short in, troop by troop."""
    best = next(iter(ends_of(game, formation)), None)
    if best is None:
        return ClaimImpossible(what=ASSAULT, formation=formation)
    for what in (CLOSER, CONTACT):
        if best.about(what).short:
            return ClaimImpossible(what=what, formation=formation, troops=(min(best.about(what).short),))
    return MakeAssaultMove(formation=formation, paths=best.paths)
