"""Chances as they are told: exact fractions, and the same in parts of a million."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.spreads import Spread
from adjudicator.rulesets.tile_formations.messages import Chance, NumberChance

MILLION = 1_000_000


def told(chance: Fraction) -> Chance:
    """Write a probability as a ratio and in parts of a million, rounded down."""
    parts = chance.numerator * MILLION // chance.denominator
    return Chance(ratio=f"{chance.numerator}/{chance.denominator}", per_million=parts)


def numbers(spread: Spread[int]) -> tuple[NumberChance, ...]:
    """Write how likely each number is, 0 always among them."""
    return tuple(NumberChance(number=each, chance=told(spread.chance(each))) for each in sorted({0, *spread.weights}))


__all__ = ["numbers", "told"]
