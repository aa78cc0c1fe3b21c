"""HX-ARMOUR: how many armour dice a hit lets through, what they need, and what they leave of it."""

from __future__ import annotations

from adjudicator.rulesets.hex_orders.model.angles import value_at
from adjudicator.rulesets.hex_orders.model.damage_numbers import ARMOUR
from adjudicator.rulesets.hex_orders.model.state import Game

STOPPED, REDUCED, THROUGH = "stopped", "reduced", "through"
_RULES = {0: "HX-ARMOUR-04", -1: "HX-ARMOUR-05", -2: "HX-ARMOUR-06", -3: "HX-ARMOUR-07", -4: "HX-ARMOUR-08"}
_OUTCOMES = {STOPPED: ARMOUR.stops.clause, REDUCED: ARMOUR.reduction.clause, THROUGH: "HX-ARMOUR-11"}


def armour_dice(armour: int, penetration: int) -> tuple[int, int]:
    """HX-ARMOUR-02 to 08 Give the number of armour dice, and the face that each needs."""
    if penetration >= 0:
        return max(armour - penetration, 0), ARMOUR.needed.by
    return max(armour, 0), max(ARMOUR.needed.by + penetration, ARMOUR.least.by)


def outcome_of_armour(successes: int) -> str:
    """HX-ARMOUR-09 to 11 Say what armour successes leave of a hit."""
    return STOPPED if successes >= ARMOUR.stops.by else REDUCED if successes else THROUGH


def armour_of(game: Game, unit: str, angle: str) -> int:
    """HX-ARMOUR-13 Give a base's armour at an angle, such as "front" or "back_side_left", less what it lost."""
    return max(value_at(game.sheets[unit].armour, angle) - game.units[unit].armour_loss, 0)


def clauses_of_armour(penetration: int, found: str) -> tuple[str, ...]:
    """List the clauses behind the dice and the outcome."""
    count = "HX-ARMOUR-02" if penetration >= 0 else "HX-ARMOUR-03"
    return count, _RULES[min(max(penetration, -4), 0)], "HX-ARMOUR-12", _OUTCOMES[found]
