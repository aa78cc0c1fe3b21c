"""Sides with army options, and the moments at which they are played."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.antares.model.messages import OptionEffect
from tests.kit import Table
from tests.rulesets.antares.fixtures import A, B, owning, stop_after_action, table, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import plain_squad

START, DRAW, ALLOCATION = ("turn_start",), ("dice_draw",), ("allocation",)


def option_effect(kind: str, number: int = 0, word: str = "") -> OptionEffect:
    """Make an effect of an option."""
    return OptionEffect(kind=kind, number=number, word=word)


def drawn_with_reprogram(dice: Any = (), *effects: OptionEffect, seat: int = 0) -> Table:
    """Let red's die be drawn and "a-x" have 3 pins; a side owns reprogram at allocation."""
    return stop_after_action(
        with_drawn_die(
            two_sides(dice, {"pins": 3}, owns=[owning("reprogram", *effects, moments=ALLOCATION, seat=seat)])
        )
    )


def two_squads_owning(dice: Any, *owns: Any, a: Any = None, **rest: Any) -> Table:
    """Set two squads up, with the options that their sides own."""
    rows = [("a-x", plain_squad(), A, a or {}), ("b-y", plain_squad(), B)]
    return table(dice, units=rows, owns=owns, **rest)


def table_of(dice: Any, *units: Any, **rest: Any) -> Table:
    """Set units up whose dice are all used."""
    return table(dice, units=units, **rest)
