"""Reading the chances of an answer."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.messages import NumberChance


def ratios(chances: tuple[NumberChance, ...]) -> dict[int, Fraction]:
    """Read chances as fractions."""
    found = {row.number: Fraction(row.chance.ratio) for row in chances}
    assert sum(found.values()) == 1
    return {number: chance for number, chance in found.items() if chance}
