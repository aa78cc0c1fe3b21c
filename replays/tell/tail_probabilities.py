"""Tail probabilities: chi-square, exact multinomial, evidence that grows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

PRIOR = 200.0
TIE = 1e-9


def chi_square_tail(value: float, freedom: int) -> float:
    """Chance that chi-square of so many degrees of freedom (1 or more) is at least `value`."""
    half = value / 2
    if half <= 0:
        return 1.0
    order = 0.5 if freedom % 2 else 1.0
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while order < freedom / 2:
        tail += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return min(tail, 1.0)


def normal_tail(z: float) -> float:
    """Chance that a standard normal value is at least `z`."""
    return math.erfc(z / math.sqrt(2)) / 2


def multinomial_tail(counts: Sequence[int]) -> float:
    """Chance that fair dice give counts that are no likelier than these, by enumerating all counts."""
    count, sides = sum(counts), len(counts)
    logs = [math.lgamma(number + 1) for number in range(count + 1)]
    base = logs[count] - count * math.log(sides)
    limit = base - sum(logs[found] for found in counts) + TIE
    chances = (base - sum(logs[part] for part in parts) for parts in _splits(count, sides))
    return min(math.fsum(math.exp(chance) for chance in chances if chance <= limit), 1.0)


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in _splits(count - first, parts - 1):
            yield (first, *rest)


def log_evidence(counts: Sequence[int], prior: float = PRIOR) -> float:
    """Natural logarithm of the evidence against fair dice.

    It may be read after every roll: with fair dice it ever reaches log(1/alpha) with a chance of alpha at most.
    """
    count, sides = sum(counts), len(counts)
    share = prior / sides
    found = sum(math.lgamma(share + faces) - math.lgamma(share) for faces in counts)
    return math.lgamma(prior) - math.lgamma(prior + count) + found + count * math.log(sides)
