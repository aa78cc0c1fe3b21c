"""Odds calculated with icepool: open-ended dice, armour, damage and assaults, without anything of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

DEEP = 14  # extra dice that are looked at: more than any sum of modifiers of these tests asks for
NEEDED = 5
ANGLES = ("front", "front_side_right", "back_side_right", "back", "back_side_left", "front_side_left")
CLOCKWISE = ("N", "NE", "SE", "S", "SW", "NW")
D6 = icepool.d6


def open_die() -> Any:
    """A d6; after a 6 each further die of 5 or 6 adds one and goes on."""
    more = icepool.Die([0])
    for _ in range(DEEP):
        more = icepool.Die([0, 0, 0, 0, 1 + more, 1 + more])
    return icepool.Die([1, 2, 3, 4, 5, 6 + more])


def chance(die: Any, wanted: Any) -> Fraction:
    return Fraction(sum(count for face, count in die.items() if wanted(face)), die.denominator())


def armour_die(value: int, penetration: int) -> Any:
    """Armour successes: penetration takes dice away, a negative one makes each easier."""
    dice = max(0, value - max(0, penetration))
    easy = max(1, 5 + min(0, penetration))
    return dice @ D6.map(lambda face: int(face >= easy)) if dice else icepool.Die([0])


def row_of(rows: Any, total: int) -> tuple[str, ...]:
    reached = [value for value in rows if value <= total]
    return rows[max(reached)] if reached else ()


def text_of_row(texts: Any) -> str:
    return ", ".join(texts) or "no_damage"


def regular_die(saves: Any, sides: int, plus: int, rows: Any) -> Any:
    """The row that a hit comes to, as its text."""

    def row(successes: int, face: int) -> str:
        return text_of_row(() if successes > 1 else row_of(rows, face + plus - 3 * successes))

    return icepool.map(row, saves, icepool.d(sides))


def distribution(die: Any) -> dict[Any, Fraction]:
    return {face: Fraction(count, die.denominator()) for face, count in die.items()}


def chances_of(chances: Any) -> dict[str, Fraction]:
    found = {row.outcome: Fraction(row.chance.ratio) for row in chances}
    for row in chances:
        assert row.chance.per_million == int(Fraction(row.chance.ratio) * 1_000_000)
    return {name: row for name, row in found.items() if row}
