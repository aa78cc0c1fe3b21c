"""AN-REACT-29 to AN-REACT-32: who is asked for reactions, what is declared, and the tests.

For the chapters that halt an action: `begin` opens the window of a trigger, `open_ambush` lets an ambusher fire where
the mover stands, `lapse_rest` says that the mover came no farther.
"""

from __future__ import annotations

from adjudicator.kernel.ruling import Ruling
from adjudicator.rulesets.antares.state import Game


def begin(ruling: Ruling[Game], trigger: str) -> None:
    """AN-REACT-29 Ask the other side for its reactions to what the innermost action has just declared.

    `trigger`: "fire" or "advance" (shooting, its volleys are in game.volleys), "move" or "assault" (the path is in
    Action.move). Nothing is asked where nobody may react.
    """


def open_ambush(ruling: Ruling[Game], unit: str) -> None:
    """AN-REACT-22 Let an ambusher fire at the mover, the innermost action, where it stands now."""


def lapse_rest(ruling: Ruling[Game], reason: str = "no_target") -> None:
    """AN-REACT-38 The mover's path is over: Ambush Fire at points that it has not reached lapses."""
