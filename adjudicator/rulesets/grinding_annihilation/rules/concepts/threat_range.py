"""Chapter 2.3, Threat Range and base-to-base contact: who threatens, and who can fight, whom.

Lengths are thousandths of an inch. Being across a barricade counts where chapter 6.2 says so.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.board.inches import Body, any_within_both, touching, within_both
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, WARFIELD, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.derived import derived_of, enemies_near
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import VERTICAL, bodies_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import ACROSS, fight_across

THREAT = INCH
TOUCH = 10
FARTHEST = max(THREAT, ACROSS)


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
    known = derived_of(game).threats
    if formation not in known:
        mine = bodies_of(game, formation)
        near = enemies_near(game, row, FARTHEST)
        known[formation] = tuple([enemy for enemy, bodies in near if threatens(game, mine, bodies)])
    return known[formation]


def threatens(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-2.3-02 GA-6.2-03 Tell whether some are within Threat Range of others; across barricades by option alone."""
    return counts_across(game, bodies, others) or any_threat(bodies, others)


def counts_across(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-6.2-03 Tell whether being across a barricade counts as Threat Range, by option, and some stand so."""
    return game.options.barricade_counts_as_tr and fight_across(game, bodies, others)


def engages(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-6.2-03 Tell whether some can fight others: within Threat Range, or within 2" across a barricade."""
    return any_threat(bodies, others) or fight_across(game, bodies, others)


def engaged_by(game: Game, formation: str) -> tuple[str, ...]:
    """GA-3.5-04 GA-6.2-03 Name the enemy formations that a formation can fight, by id."""
    row = game.formations[formation]
    if row.place != WARFIELD:
        return ()
    known = derived_of(game).foes
    if formation not in known:
        mine = bodies_of(game, formation)
        near = enemies_near(game, row, FARTHEST)
        known[formation] = tuple([enemy for enemy, bodies in near if engages(game, mine, bodies)])
    return known[formation]


def base_to_base(body: Body, other: Body) -> bool:
    """GA-2.3-05 Tell whether two troops stand base to base."""
    return touching(body, other, TOUCH)
