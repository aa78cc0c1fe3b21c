"""Exact distributions of what a number of throws come to, tails of them, and the correction for many looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import TypeVar

from msgspec import Struct

EXACT_LIMIT = 2000
BITS = 512
P = TypeVar("P", Fraction, float)


class Spread(Struct, frozen=True):
    """How likely each total is: weights of the totals from `least` on, of a whole."""

    least: int
    weights: tuple[int, ...]
    whole: int

    @property
    def most(self) -> int:
        """Give the greatest total."""
        return self.least + len(self.weights) - 1

    def mean(self) -> Fraction:
        """Give the total that is to be expected."""
        return Fraction(sum(total * weight for total, weight in enumerate(self.weights, self.least)), self.whole)

    def chance(self, total: int) -> Fraction:
        """Give how likely a total is."""
        inside = self.least <= total <= self.most
        return Fraction(self.weights[total - self.least], self.whole) if inside else Fraction()

    def at_most(self, total: int) -> Fraction:
        """Give the chance of so much or less."""
        return Fraction(sum(self.weights[: max(0, total + 1 - self.least)]), self.whole)

    def at_least(self, total: int) -> Fraction:
        """Give the chance of so much or more."""
        return Fraction(sum(self.weights[max(0, total - self.least) :]), self.whole)


def of_successes(chances: Iterable[Fraction]) -> Spread:
    """Give the distribution of the number of successes among throws of these chances (Poisson binomial).

    Exactly to EXACT_LIMIT throws; of more every weight is rounded down to BITS binary places, some 150 decimal ones.
    """
    groups = sorted(Counter(chances).items())
    rounded = sum(count for _, count in groups) > EXACT_LIMIT
    weights, whole = [1], 1
    for chance, count in groups:
        good, bad = chance.numerator, chance.denominator - chance.numerator
        added = [comb(count, n) * good**n * bad ** (count - n) for n in range(count + 1)]
        weights = _convolved(weights, _cut(added) if rounded else added)
        weights = _cut(weights) if rounded else weights
        whole *= chance.denominator**count
    return Spread(0, tuple(weights), sum(weights) if rounded else whole)


def of_places(results: Iterable[tuple[int, ...]]) -> Spread:
    """Give the distribution of the sum of places in orders, each with the weights of its places from 0 on.

    Of many throws weights are rounded as those of successes are.
    """
    groups = sorted(Counter(results).items())
    rounded = sum(count for _, count in groups) > EXACT_LIMIT
    weights, whole = [1], 1
    for places, count in groups:
        for _ in range(count):
            weights = _convolved(weights, places)
            weights = _cut(weights) if rounded else weights
        whole *= sum(places) ** count
    return Spread(0, tuple(weights), sum(weights) if rounded else whole)


def _cut(weights: list[int]) -> list[int]:
    spare = max(0, sum(weights).bit_length() - BITS)
    return [weight >> spare for weight in weights]


def of_sums(sides: Iterable[int]) -> Spread:
    """Give the distribution of the sum of dice of these sides."""
    weights, count, whole = [1], 0, 1
    for number in sides:
        weights = _convolved(weights, [1] * number)
        count, whole = count + 1, whole * number
    return Spread(count, tuple(weights), whole)


def _convolved(one: Sequence[int], other: Sequence[int]) -> list[int]:
    made = [0] * (len(one) + len(other) - 1)
    for place, weight in enumerate(one):
        if weight:
            for more, scale in enumerate(other, place):
                made[more] += weight * scale
    return made


def two_sided(at_most: P, at_least: P) -> P:
    """Give the chance of something as far out on either side: twice the smaller tail."""
    return min(2 * min(at_most, at_least), type(at_most)(1))


def holm(chances: Sequence[P]) -> list[P]:
    """Correct chances for the number of looks, by Holm: none falls below its own bound, however they hang together."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected = list(chances)
    for rank, place in enumerate(order):
        raised = min((len(order) - rank) * chances[place], type(chances[place])(1))
        corrected[place] = max(raised, corrected[order[rank - 1]]) if rank else raised
    return corrected
