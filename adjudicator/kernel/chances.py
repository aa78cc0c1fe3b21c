"""Chances as queries answer them."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.distribution import format_chance
from adjudicator.kernel.messages import Chance


def to_chance(chance: Fraction) -> Chance:
    """Write a chance as a ratio and in parts of a million."""
    ratio, per_million = format_chance(chance)
    return Chance(ratio=ratio, per_million=per_million)
