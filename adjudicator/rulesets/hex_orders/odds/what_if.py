"""What the rules do with every face that their next dice may show: on forks of the game, without a record."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar, cast

from msgspec import Struct

from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.distribution import Distribution, from_weights
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.rules.handlers import RULES

K = TypeVar("K", bound=Hashable)
NO_GAME = bytes(16)


class FaceNeeded(Exception):
    """A die of so many sides is rolled whose face is not supposed yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class EnoughThrows(Exception):
    """A throw comes after the last one that is asked about."""


class WhatIf(Ruling[Game]):
    """A ruling on a fork of the game whose dice show supposed faces; `more` says that it would have gone on rolling."""

    def __init__(self, game: Game, faces: Iterable[int], throws: int) -> None:
        super().__init__(cast("Any", RULES), game.fork(), ProtocolState(NO_GAME), TABLE, cast("Any", None), 0)
        self.faces = list(faces)
        self.throws = throws
        self.more = False

    def roll(
        self, count: int, sides: int, why: str, by: Party | None = None, *, hidden: bool = False
    ) -> tuple[int, ...]:
        """Give the faces that are supposed.

        Raises FaceNeeded where one is missing, EnoughThrows for a throw too many.
        """
        del why, by, hidden
        if not self.throws:
            raise EnoughThrows
        if len(self.faces) < count:
            raise FaceNeeded(sides)
        self.throws -= 1
        shown, self.faces = tuple(self.faces[:count]), self.faces[count:]
        return shown

    def record(self, event: Struct, *clauses: str) -> None:
        """Let the event count on the fork."""
        RULES.part.reducers[type(event)](self.game, event)
        self.events.append((event, clauses))

    def happened(self, kind: type[K]) -> list[K]:
        """List the events of a kind."""
        return [event for event, _ in self.events if isinstance(event, kind)]


def branches(game: Game, act: Callable[[WhatIf], None], throws: int = 1) -> Iterator[tuple[Fraction, WhatIf]]:
    """Let rules act with every face of their next throws; each branch with its chance."""
    open_ones: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_ones:
        faces, chance = open_ones.pop()
        ruling = WhatIf(game, faces, throws)
        try:
            act(ruling)
        except FaceNeeded as found:
            share = chance / found.sides
            open_ones += [((*faces, face), share) for face in range(found.sides, 0, -1)]
            continue
        except EnoughThrows:
            ruling.more = True
        yield chance, ruling


def spread(rows: Iterable[tuple[Fraction, K]]) -> Distribution[K]:
    """Add the chances of like outcomes up."""
    chances: dict[K, Fraction] = {}
    for chance, outcome in rows:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return from_weights({key: int(chance * whole) for key, chance in chances.items()})
