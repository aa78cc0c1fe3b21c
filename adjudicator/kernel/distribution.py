"""Exact distributions in integers: what may come out, each with its weight of a whole.

Nothing here knows a rule, and no dice are in reach: a die is its faces, each of the same weight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from msgspec import Struct

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)
M = TypeVar("M", bound=Hashable)
MILLION = 1_000_000


class Distribution(Struct, Generic[K], frozen=True):
    """Outcomes with weights above zero that add up to `whole`."""

    weights: dict[K, int]
    whole: int

    def chance(self, outcome: K) -> Fraction:
        """Give how likely an outcome is."""
        return Fraction(self.weights.get(outcome, 0), self.whole)


def format_chance(chance: Fraction) -> tuple[str, int]:
    """Write a chance as a ratio and in parts of a million, rounded down."""
    return f"{chance.numerator}/{chance.denominator}", chance.numerator * MILLION // chance.denominator


# -- making


def certain(outcome: K) -> Distribution[K]:
    """Give what is certain."""
    return Distribution({outcome: 1}, 1)


def from_weights(weights: Mapping[K, int]) -> Distribution[K]:
    """Give a distribution in lowest terms; the weights are its whole."""
    shared = gcd(*weights.values())
    kept = {key: weight // shared for key, weight in weights.items() if weight}
    return Distribution(kept, sum(kept.values()))


def die(rule: Callable[[int], K], faces: int = 6) -> Distribution[K]:
    """Ask a rule about every face of a die."""
    counted: dict[K, int] = {}
    for face in range(1, faces + 1):
        found = rule(face)
        counted[found] = counted.get(found, 0) + 1
    return from_weights(counted)


# -- going on


def follow(first: Distribution[K], rule: Callable[[K], Distribution[L]]) -> Distribution[L]:
    """Let something else follow from every outcome."""
    nexts = [(row, rule(key)) for key, row in first.weights.items()]
    whole = lcm(*(follows.whole for _, follows in nexts))
    made: dict[L, int] = {}
    for row, follows in nexts:
        scale = row * (whole // follows.whole)
        for key, weight in follows.weights.items():
            made[key] = made.get(key, 0) + scale * weight
    return from_weights(made)


def mapped(first: Distribution[K], rule: Callable[[K], L]) -> Distribution[L]:
    """Look at every outcome in another way."""
    return follow(first, lambda key: certain(rule(key)))


def combined(first: Distribution[K], other: Distribution[L], join: Callable[[K, L], M]) -> Distribution[M]:
    """Put two together that know nothing of each other."""
    made: dict[M, int] = {}
    for one, weight in first.weights.items():
        for more, scale in other.weights.items():
            key = join(one, more)
            made[key] = made.get(key, 0) + weight * scale
    return from_weights(made)


def repeated(first: Distribution[K], rule: Callable[[K], Distribution[K]], times: int) -> Distribution[K]:
    """Let the same follow so many times."""
    for _ in range(times):
        first = follow(first, rule)
    return first


def sum_of(count: int, one: Distribution[K], nothing: K, add: Callable[[K, K], K]) -> Distribution[K]:
    """Add up so many of the same kind."""
    added = certain(nothing)
    for _ in range(count):
        added = combined(added, one, add)
    return added


# -- many numbers in one: the weight of value v stands v slots of `width` bits up


def unpack(packed: int, width: int) -> dict[int, int]:
    """Give the weights above zero by value."""
    found: dict[int, int] = {}
    mask, value = (1 << width) - 1, 0
    while packed:
        if packed & mask:
            found[value] = packed & mask
        packed >>= width
        value += 1
    return found
