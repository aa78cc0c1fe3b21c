"""What a natural 1 or 10 does besides, where the game's options say so (AN-GEN-02, AN-GEN-03)."""

from __future__ import annotations

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import TestEffect
from adjudicator.rulesets.antares.model.state import Game, is_on_table
from adjudicator.rulesets.antares.rules.damage import casualties, pins
from adjudicator.rulesets.antares.rules.tests.stat_tests import ALWAYS, NEVER


def apply_natural_result(ruling: Ruling[Game], unit: str, test: str, face: int) -> None:
    """AN-GEN-02 AN-GEN-03 Apply what a natural 1 or 10 does to a unit besides, by the kind of test.

    `test` is "order", "rally", "recovery", "sprint", "terrain", "reaction", "resist", "break" or "h2h". Nothing
    happens with other faces, without options that say so, or to a unit that is gone.
    """
    options = ruling.game.options
    if face == ALWAYS:
        _apply(ruling, unit, test, options.natural_one_bonus, "AN-GEN-02")
    elif face == NEVER:
        _apply(ruling, unit, test, options.natural_ten_penalty, "AN-GEN-03")


def _apply(ruling: Ruling[Game], unit: str, test: str, effects: tuple[TestEffect, ...], clause: str) -> None:
    for effect in effects:
        if effect.test != test or not is_on_table(ruling.game, unit):
            continue
        if effect.effect == "remove_pin":
            pins.remove_pins(ruling, unit, 1, "ruled", clause)
        elif effect.effect == "add_pin":
            pins.add_pins(ruling, unit, 1, "ruled", clause)
        else:
            casualties.destroy(ruling, unit, "losses", clause)
