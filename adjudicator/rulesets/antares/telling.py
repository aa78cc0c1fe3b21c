"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.rulesets.antares.gathering import LISTS
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakTested,
    OrderTested,
    ReactionTested,
    RecoveryTested,
    ResistRolled,
)
from adjudicator.rulesets.antares.stat_tests import D10, passes

Throw: TypeAlias = tuple[int, int, int, bool]

HEADINGS = MappingProxyType({
    "DeploymentEnded": "The armies stand",
    "TurnStarted": "Turn {turn}",
    "GameEnded": "The game ends: {reason}",
})  # fmt: skip
LENGTHS: frozenset[str] = frozenset({
    "allowance", "distances", "length", "point", "progress", "range", "width", "x", "y",
})  # fmt: skip


def luck(event: Struct) -> Iterator[Throw]:
    """Give every test that succeeds or fails, as (seat, faces that pass, out of, passed)."""
    match event:
        case OrderTested() | RecoveryTested() | AgilityTested() | BreakTested():
            yield _of(event.unit, event.needed.total, passed=event.passed)
        case ReactionTested() if event.needed is not None:
            yield _of(event.unit, event.needed.total, passed=event.passed)
        case ResistRolled():
            for each in event.tests:
                yield _of(event.unit, each.needed.total, passed=each.saved)


def _of(unit: str, needed: int, *, passed: bool) -> Throw:
    return _seat(unit), _faces(needed), D10, passed


def _faces(needed: int) -> int:
    """AN-GEN-01 Count the faces that pass a test."""
    return sum(passes(face, needed) for face in range(1, D10 + 1))


def _seat(unit: str) -> int:
    """Tell whose a unit is: ids begin with the letter of the seat."""
    return ord(unit[0]) - ord("a")


LUCK = luck

__all__ = ["HEADINGS", "LENGTHS", "LISTS", "LUCK", "luck"]
