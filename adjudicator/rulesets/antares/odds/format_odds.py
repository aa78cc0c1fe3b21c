"""How chances are written down: as fractions and per million, by name."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.distribution import Distribution
from adjudicator.kernel.messages import NamedChance

K = TypeVar("K", bound=Hashable)


def to_chances(odds: Distribution[K], order: Iterable[K] | None = None) -> tuple[NamedChance, ...]:
    """Write every outcome down, in this order or ascending."""
    keys = sorted(odds.weights, key=_place) if order is None else [row for row in order if row in odds.weights]
    return tuple(NamedChance(outcome=str(key), chance=to_chance(odds.chance(key))) for key in keys)


def _place(key: Hashable) -> tuple[int, str]:
    return (key, "") if isinstance(key, int) else (0, str(key))
