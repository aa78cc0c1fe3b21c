"""Chances as they are told: exact fractions, and the same in parts of a million."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.distribution import Distribution, format_chance
from adjudicator.rulesets.tile_formations.reports.messages import Chance, NumberChance


def told(chance: Fraction) -> Chance:
    """Write a chance down."""
    ratio, per_million = format_chance(chance)
    return Chance(ratio=ratio, per_million=per_million)


def numbers(spread: Distribution[int]) -> tuple[NumberChance, ...]:
    """Write how likely each number is, 0 always among them."""
    return tuple(NumberChance(number=each, chance=told(spread.chance(each))) for each in sorted({0, *spread.weights}))


__all__ = ["numbers", "told"]
