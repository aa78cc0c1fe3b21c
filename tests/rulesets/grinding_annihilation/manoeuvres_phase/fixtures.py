"""Formations that have lost troops as a Manoeuvres turn begins."""

from __future__ import annotations

from typing import Any

from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, line, trooper
from tests.rulesets.grinding_annihilation.steps import first_troops


def thinned(left: int, *dice: int, **rest: Any) -> Table:
    """Let "a-r" have so many troops left of ten in red's Manoeuvres turn."""
    red = formation("a-r", at=line(10, 10, 5), troop=trooper(he=7))
    return battle(red, phase="manoeuvres", fallen=first_troops(10 - left), dice=dice, **rest)
