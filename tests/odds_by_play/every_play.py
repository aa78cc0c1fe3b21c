"""Every way that the dice of a situation can fall, played once: exact chances, where there are few enough ways.

The dice follow a script of faces; the first die beyond its end shows 1. After a play the script is moved on like an
odometer: its last die shows the next face, dice that have shown all faces are taken away. So each sequence of faces
that the plays can ask for comes exactly once, and its chance is the product of those of its dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import prod

from adjudicator.kernel.dice.wgdice import Throw

FEW = 25  # plays after which it is judged whether all can be played
DEEP = 40  # dice of one play: ties that are rolled again have no end
FAR = 2  # how many times too many plays the first ones may promise


class TooDeepError(Exception):
    """A play throws more dice than are followed."""


class ScriptedFaces:
    """Dice that show the faces of a script, then 1, and remember what was thrown."""

    def __init__(self, script: list[tuple[int, int]]) -> None:
        self.script = script
        self.used = 0

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Show the next faces."""
        return tuple(self._next(ask.sides) for _ in range(ask.count))

    def _next(self, sides: int) -> int:
        if self.used == DEEP:
            raise TooDeepError
        if self.used == len(self.script):
            self.script.append((1, sides))
        face, expected = self.script[self.used]
        assert expected == sides, "the same faces led to another die: a play does not follow from its dice alone"
        self.used += 1
        return face


def every_play(play: Callable[[ScriptedFaces], Hashable], most: int) -> dict[Hashable, Fraction] | None:
    """Give the chance of each outcome by playing every way the dice can fall; None where there are more than `most`.

    Gives up early where the first plays, by their share of all, show that there are far too many. Raises
    AssertionError where a play does not follow from its dice alone.
    """
    chances: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
    script: list[tuple[int, int]] = []
    covered = Fraction(0)
    for count in range(1, most + 1):
        dice = ScriptedFaces(script)
        try:
            outcome = play(dice)
        except TooDeepError:
            return None
        assert dice.used == len(script), "a play threw fewer dice than the same faces led to before"
        share = Fraction(1, prod(sides for _, sides in script))
        chances[outcome] += share
        covered += share
        if not _moved_on(script):
            return dict(chances)
        if count % FEW == 0 and covered * most < count / FAR:
            return None
    return None


def _moved_on(script: list[tuple[int, int]]) -> bool:
    while script and script[-1][0] == script[-1][1]:
        script.pop()
    if script:
        face, sides = script[-1]
        script[-1] = (face + 1, sides)
    return bool(script)
