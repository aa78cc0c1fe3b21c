"""What every estimate has in common: refusals, formations that are asked about, and distributions as messages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.distribution import Distribution
from adjudicator.kernel.messages import Chance, NumberChance
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, living, rival
from adjudicator.rulesets.grinding_annihilation.reports.messages import Distribution as DistributionMessage

MOST_BITS = 14_000  # what can be written as text
MILLION = 1_000_000
THOUSAND = 1_000


def refuse(clause: str, reason: str, path: str, **facts: str | int) -> NoReturn:
    """Refuse to estimate."""
    raise Rejected(Fault(clause, reason, path, tuple(facts.items())))


def raise_any(faults: Sequence[Fault]) -> None:
    """Refuse to estimate for all of these.

    Raises Rejected where there are any.
    """
    if faults:
        raise Rejected(*faults)


def formation_of_id(game: Game, key: str, path: str) -> Formation:
    """Find a formation. Raises Unknown for an id that does not exist."""
    row = game.formations.get(key)
    if row is None:
        raise Unknown(Fault("", "unknown-id", path))
    return row


def check_sides(game: Game, row: Formation, target: Formation, path: str, clause: str) -> None:
    """GA-2.1-07 Both have to stand on the warfield, on different sides, as `clause` says."""
    if target.seat != rival(row.seat):
        refuse(clause, "not-an-enemy", path, target=target.id)
    if not living(game, row.id):
        refuse("GA-2.1-07", "attacker-off-field", "formation", formation=row.id)
    if not living(game, target.id):
        refuse("GA-2.1-07", "target-off-field", path, target=target.id)


# -- messages


def distribution_message(distribution: Distribution[int]) -> DistributionMessage:
    """Give every number with its chance, and the mean."""
    weighed = sum(value * weight for value, weight in distribution.weights.items())
    outcomes = tuple(
        NumberChance(number=value, chance=chance_message(distribution.weights[value], distribution.whole))
        for value in sorted(distribution.weights)
    )
    return DistributionMessage(
        outcomes=outcomes,
        mean=_format_fraction(weighed, distribution.whole),
        mean_per_thousand=_rounded(weighed * THOUSAND, distribution.whole),
    )


def chance_message(weight: int, whole: int) -> Chance:
    """Give a chance exactly, and in parts of a million, rounded down."""
    return Chance(ratio=_format_fraction(weight, whole), per_million=weight * MILLION // whole)


def _format_fraction(numerator: int, denominator: int) -> str:
    ratio = Fraction(numerator, denominator)
    if ratio.denominator.bit_length() > MOST_BITS:
        refuse("WG-ODDS-01", "odds-too-large", "weapons")
    return f"{ratio.numerator}/{ratio.denominator}"


def _rounded(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
