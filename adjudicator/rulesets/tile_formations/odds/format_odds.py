"""Chances as messages: exact fractions, and the same in parts of a million."""

from __future__ import annotations

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.distribution import Distribution
from adjudicator.kernel.messages import NumberChance


def number_chances(found: Distribution[int]) -> tuple[NumberChance, ...]:
    """Write how likely each number is, 0 always among them."""
    numbers = sorted({0, *found.weights})
    return tuple(NumberChance(number=number, chance=to_chance(found.chance(number))) for number in numbers)
