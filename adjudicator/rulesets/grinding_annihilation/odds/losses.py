"""What a formation loses by an attack or by mortal wounds, and what may still interfere with that."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.distribution import Distribution, mapped
from adjudicator.rulesets.grinding_annihilation.model.state import Game, ability_of, troops_of
from adjudicator.rulesets.grinding_annihilation.odds.answers import chance_message, distribution_message
from adjudicator.rulesets.grinding_annihilation.odds.attack_distributions import after_random_wounds
from adjudicator.rulesets.grinding_annihilation.odds.what_if import Remaining, remaining_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import Distribution as DistributionMessage
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimatedLosses

CHAIN = "GA-3.3-36"


def lost(before: Remaining, after: Distribution[Remaining]) -> tuple[DistributionMessage, DistributionMessage]:
    """Give the wounds and the troops that a formation loses."""
    wounds = mapped(after, lambda remaining: _wounds(before) - _wounds(remaining))
    troops = mapped(after, lambda remaining: len(before) - len(remaining))
    return distribution_message(wounds), distribution_message(troops)


def _wounds(remaining: Remaining) -> int:
    return sum(left for _, left, _ in remaining)


def demise_left_out(game: Game, fallen: Sequence[str], reached: Sequence[str]) -> tuple[str, ...]:
    """GA-3.3-36 Say that a Deadly Demise may interfere: somebody who may fall has one, and others may suffer by it."""
    troops = {troop.id for key in reached for troop in troops_of(game, key)}
    bombs = [troop for key in fallen for troop in troops_of(game, key) if ability_of(game, troop, "deadly_demise")]
    return (CHAIN,) if any(troops - {troop.id} for troop in bombs) else ()


def losses_of(game: Game, formation: str, wounds: Distribution[int], source: str) -> EstimatedLosses:
    """GA-3.3-29 GA-3.3-31 Work out what mortal wounds do to a formation."""
    before, after = remaining_of(game, formation), after_random_wounds(game, formation, wounds, source)
    damage, troops_lost = lost(before, after)
    return EstimatedLosses(
        formation=formation,
        mortal_wounds=distribution_message(wounds),
        damage=damage,
        troops_lost=troops_lost,
        destroyed=chance_message(after.weights.get((), 0), after.whole),
        left_out=demise_left_out(game, (formation,), (formation,)),
    )
