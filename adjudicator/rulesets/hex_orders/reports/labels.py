"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultDiceRolled,
    DeflectionDiceRolled,
    DiceGroup,
    HitRolled,
    PreAssaultRetreatRolled,
    StuckRolled,
)

Throw: TypeAlias = tuple[int, int, int, bool]

HEADINGS = MappingProxyType({
    "SetupStepBegan": "Setup, step {step}",
    "TurnStarted": "Turn {turn}",
    "StepStarted": "Turn {turn}: {step}",
    "GameEnded": "The game ends: {reason}",
})  # fmt: skip
LENGTHS: frozenset[str] = frozenset()
SIDES = 6
HITS = 5
GOES_ON = 3
UNSTUCK = 4


def luck(event: Struct) -> Iterator[Throw]:
    """Give every throw that succeeds or fails, as (seat, chances of success, out of, success).

    What everybody sees is told: throws for hidden units are left out, and so are those that only count.
    """
    match event:
        case HitRolled():
            yield _seat(event.unit), *_open_ended(HITS - event.modifiers.total), event.hit
        case PreAssaultRetreatRolled():
            yield _seat(event.unit), _at_least(event.needed), SIDES, event.succeeded
        case StuckRolled() if event.unit is not None:
            yield _seat(event.unit), UNSTUCK, SIDES, not event.stuck
        case AssaultDiceRolled() | DeflectionDiceRolled():
            for group in event.groups:
                yield from _dice(group)


def _dice(group: DiceGroup) -> Iterator[Throw]:
    for face in group.faces:
        yield group.seat, _at_least(group.to_hit), SIDES, face >= group.to_hit


def _open_ended(needed: int) -> tuple[int, int]:
    """HX-OPEN-02 Give the chance of an open-ended die: past 6 each step more needs a 5 or 6."""
    if needed <= SIDES:
        return _at_least(needed), SIDES
    more: int = GOES_ON ** (needed - SIDES)
    return 1, SIDES * more


def _at_least(needed: int) -> int:
    """Count the faces of a die that reach a number."""
    return min(SIDES, max(0, SIDES + 1 - needed))


def _seat(key: str) -> int:
    """Tell whose a unit is: ids begin with the letter of the seat."""
    return ord(key[0]) - ord("a")


LUCK = luck

__all__ = ["HEADINGS", "LENGTHS", "LUCK", "luck"]
