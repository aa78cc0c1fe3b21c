"""Exact chains: what stands of a target, weighed in integers over a common whole, attack after attack.

A number that is counted along (hits, unsaved attacks ...) stands in the weight itself: the weight of value v is v slots
of some width up, so that counting is shifting. Whoever counts takes a width in which the whole has room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.distribution import Distribution
from adjudicator.rulesets.grinding_annihilation.supposed import Stand

Rows: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]


class Cloud(NamedTuple):
    """Weights of stands over a whole; with a number counted along, each weight is packed."""

    weights: dict[Stand, int]
    whole: int


class Kernel(NamedTuple):
    """What one allocated attack does: from every stand its steps (to which stand, unsaved or not, weight)."""

    rows: dict[Stand, tuple[tuple[Stand, int, int], ...]]
    whole: int


class Law(NamedTuple):
    """What one attack comes to, by how many of its hits are allocated: bits that the number counted is up, weight."""

    rows: Rows
    whole: int


EMPTY = Cloud({}, 1)


def together(clouds: Iterable[Cloud]) -> Cloud:
    """Add clouds up, over a whole that they share."""
    listed = list(clouds)
    whole = lcm(*(each.whole for each in listed))
    made: dict[Stand, int] = {}
    for each in listed:
        for stand, weight in each.weights.items():
            made[stand] = made.get(stand, 0) + weight * (whole // each.whole)
    return Cloud(made, whole)


def repeated(by_count: Mapping[int, Cloud], rule: Callable[[Stand], Distribution[Stand]]) -> Cloud:
    """Let a rule follow as often as a cloud's number says, the greatest number first."""
    made = EMPTY
    for count in range(max(by_count), -1, -1):
        made = together((_follow(made, rule), by_count.get(count, EMPTY)))
    return made


def _follow(cloud: Cloud, rule: Callable[[Stand], Distribution[Stand]]) -> Cloud:
    steps = [(weight, rule(stand)) for stand, weight in cloud.weights.items()]
    return together(
        Cloud({to: weight * each for to, each in step.weights.items()}, cloud.whole * step.whole)
        for weight, step in steps
    )


def volley(cloud: Cloud, counts: Distribution[int], law: Law, kernel: Kernel, *, slot: int) -> Cloud:
    """Let a spread number of attacks follow, the greatest number first; `slot` is the width of unsaved ones, or 0."""
    step = law.whole * kernel.whole ** max(law.rows)
    most = max(counts.weights)
    made: dict[Stand, int] = {}
    for count in range(most, -1, -1):
        made = _attack(made, law.rows, kernel, slot)
        if count in counts.weights:
            _add(made, cloud.weights, counts.weights[count] * step ** (most - count), 0)
    return Cloud(made, cloud.whole * counts.whole * step**most)


def _attack(weights: Mapping[Stand, int], law: Rows, kernel: Kernel, slot: int) -> dict[Stand, int]:
    """Let one attack follow: as many allocations as its law says, the most first."""
    made: dict[Stand, int] = {}
    most = max(law)
    for due in range(most, -1, -1):
        made = _allocate(made, kernel, slot)
        for shift, weight in law.get(due, ()):
            _add(made, weights, weight * kernel.whole ** (most - due), shift)
    return made


def _allocate(weights: Mapping[Stand, int], kernel: Kernel, slot: int) -> dict[Stand, int]:
    made: dict[Stand, int] = {}
    for stand, weight in weights.items():
        for to, unsaved, chosen in kernel.rows[stand]:
            made[to] = made.get(to, 0) + (weight * chosen << unsaved * slot)
    return made


def _add(made: dict[Stand, int], weights: Mapping[Stand, int], factor: int, shift: int) -> None:
    for stand, weight in weights.items():
        made[stand] = made.get(stand, 0) + (weight * factor << shift)


__all__ = ["Cloud", "Kernel", "Law", "repeated", "together", "volley"]
