"""Odds written as messages of the contract."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.distribution import Distribution
from adjudicator.kernel.messages import NamedChance

K = TypeVar("K", bound=Hashable)


def named_chances(odds: Distribution[K], outcomes: Iterable[K]) -> tuple[NamedChance, ...]:
    """Write the chances of these outcomes down."""
    return tuple(NamedChance(outcome=str(outcome), chance=to_chance(odds.chance(outcome))) for outcome in outcomes)


def number_chances(odds: Distribution[int], *always: int) -> tuple[NamedChance, ...]:
    """Write the chances of numbers down, in order; those of `always` too where there is none."""
    return named_chances(odds, sorted({*always, *odds.weights}))


def word_chances(odds: Distribution[str], first: str) -> tuple[NamedChance, ...]:
    """Write the chances of words down: one first, the others in order."""
    return named_chances(odds, (*((first,) if first in odds.weights else ()), *sorted({*odds.weights} - {first})))
