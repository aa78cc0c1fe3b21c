"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.rulesets.tile_formations.model.messages import SavesRolled, ToHitRolled

Throw: TypeAlias = tuple[int, int, int, bool]

HEADINGS = MappingProxyType({
    "TurnStarted": "Turn {turn}",
    "GameEnded": "The game ends: {reason}",
})  # fmt: skip
LENGTHS: frozenset[str] = frozenset()
SIDES, SURE = 6, 5


def luck(event: Struct) -> Iterator[Throw]:
    """Give every throw that succeeds or fails, as (seat, chances of success, out of, success).

    Tests of dangerous terrain are left out: their chances hang on the terrain. That the worst face always fails is the
    usual reading, and in games that read it otherwise a value of 6 is told as a little luckier than it was.
    """
    match event:
        case ToHitRolled() if event.faces:
            good = _chances(event.value.total)
            for number in range(len(event.faces)):
                yield _seat(event.unit), good, SIDES, number < event.hits
        case SavesRolled():
            for each in event.saves:
                if each.face:
                    yield _seat(event.unit), _chances(each.value.total), SIDES, each.saved


def _chances(value: int) -> int:
    """TF-GRID-04 TF-GRID-05 Count the faces that succeed."""
    return min(SURE, max(0, value))


def _seat(key: str) -> int:
    """Tell whose a unit is: ids begin with the letter of the seat."""
    return ord(key[0]) - ord("a")


LUCK = luck

__all__ = ["HEADINGS", "LENGTHS", "LUCK", "luck"]
