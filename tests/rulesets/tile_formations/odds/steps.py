"""Reading the chances of an answer."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.rulesets.tile_formations.reports.messages import NumberChance


def ratios(chances: tuple[NumberChance, ...]) -> dict[int, Fraction]:
    """Read chances as fractions."""
    found = {each.number: Fraction(each.chance.ratio) for each in chances}
    assert sum(found.values()) == 1
    return {number: chance for number, chance in found.items() if chance}
