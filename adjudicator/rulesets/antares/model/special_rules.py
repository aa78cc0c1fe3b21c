"""Special rules of units, by their hooks (AN-OPT-09, AN-REACT-26)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulesets.antares.model.messages import SpecialRule
from adjudicator.rulesets.antares.model.state import Game


def rules_with(game: Game, unit: str, hook: str) -> Iterator[SpecialRule]:
    """AN-OPT-09 Give a unit's rules with a hook that work with the models it has left."""
    count = len(game.units[unit].models)
    return (rule for rule in game.sheets[unit].rules if rule.hook == hook and rule.models <= count)


def order_test_modifier(game: Game, unit: str) -> int:
    """AN-OPT-09 Add up what a unit's rules add to its order tests."""
    return sum(rule.number for rule in rules_with(game, unit, "order_test_modifier"))


def skips_order_test(game: Game, unit: str) -> bool:
    """AN-OPT-09 Tell whether a rule exempts a unit from order tests."""
    return any(True for _ in rules_with(game, unit, "skips_order_test"))
