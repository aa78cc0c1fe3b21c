"""What is left of a target, with exact integer weights over a common whole, attack after attack.

A number that is counted along (hits, unsaved attacks ...) stands in the weight itself: the weight of value v is v slots
of some width up, so that counting is shifting. Whoever counts takes a width in which the whole has room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.distribution import Distribution
from adjudicator.rulesets.grinding_annihilation.odds.what_if import Remaining

Rows: TypeAlias = Mapping[int, Sequence[tuple[int, int]]]


class TargetDistribution(NamedTuple):
    """Weights of what is left of the target, over a whole; with a number counted along, each weight is packed."""

    weights: dict[Remaining, int]
    whole: int


class AllocationSteps(NamedTuple):
    """What one allocated attack does: from what is left its steps (what is left then, unsaved or not, weight)."""

    rows: dict[Remaining, tuple[tuple[Remaining, int, int], ...]]
    whole: int


class AttackWeights(NamedTuple):
    """What one attack comes to, by how many of its hits are allocated: bits that the number counted is up, weight."""

    rows: Rows
    whole: int


NO_TARGET = TargetDistribution({}, 1)


def added(several_states: Iterable[TargetDistribution]) -> TargetDistribution:
    """Add distributions up, over a whole that they share."""
    listed = list(several_states)
    whole = lcm(*(row.whole for row in listed))
    total: dict[Remaining, int] = {}
    for row in listed:
        for remaining, weight in row.weights.items():
            total[remaining] = total.get(remaining, 0) + weight * (whole // row.whole)
    return TargetDistribution(total, whole)


def repeated_by_count(
    by_count: Mapping[int, TargetDistribution], rule: Callable[[Remaining], Distribution[Remaining]]
) -> TargetDistribution:
    """Let a rule follow as often as the number of a distribution says, the greatest number first."""
    total = NO_TARGET
    for count in range(max(by_count), -1, -1):
        total = added((_follow(total, rule), by_count.get(count, NO_TARGET)))
    return total


def _follow(states: TargetDistribution, rule: Callable[[Remaining], Distribution[Remaining]]) -> TargetDistribution:
    steps = [(weight, rule(remaining)) for remaining, weight in states.weights.items()]
    return added(
        TargetDistribution({to: weight * row for to, row in step.weights.items()}, states.whole * step.whole)
        for weight, step in steps
    )


def after_attacks(
    states: TargetDistribution,
    counts: Distribution[int],
    attack: AttackWeights,
    allocation: AllocationSteps,
    *,
    slot: int,
) -> TargetDistribution:
    """Let a spread number of attacks follow, the greatest number first; `slot` is the width of unsaved ones, or 0."""
    step = attack.whole * allocation.whole ** max(attack.rows)
    most = max(counts.weights)
    total: dict[Remaining, int] = {}
    for count in range(most, -1, -1):
        total = _attack(total, attack.rows, allocation, slot)
        if count in counts.weights:
            _add(total, states.weights, counts.weights[count] * step ** (most - count), 0)
    return TargetDistribution(total, states.whole * counts.whole * step**most)


def _attack(
    weights: Mapping[Remaining, int], rows: Rows, allocation: AllocationSteps, slot: int
) -> dict[Remaining, int]:
    """Let one attack follow: as many allocations as its weights say, the most first."""
    total: dict[Remaining, int] = {}
    most = max(rows)
    for due in range(most, -1, -1):
        total = _allocate(total, allocation, slot)
        for shift, weight in rows.get(due, ()):
            _add(total, weights, weight * allocation.whole ** (most - due), shift)
    return total


def _allocate(weights: Mapping[Remaining, int], allocation: AllocationSteps, slot: int) -> dict[Remaining, int]:
    total: dict[Remaining, int] = {}
    for remaining, weight in weights.items():
        for to, unsaved, chosen in allocation.rows[remaining]:
            total[to] = total.get(to, 0) + (weight * chosen << unsaved * slot)
    return total


def _add(total: dict[Remaining, int], weights: Mapping[Remaining, int], factor: int, shift: int) -> None:
    for remaining, weight in weights.items():
        total[remaining] = total.get(remaining, 0) + (weight * factor << shift)
