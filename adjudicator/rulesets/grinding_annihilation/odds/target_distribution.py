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
    """Weights of stands over a whole; with a number counted along, each weight is packed."""

    weights: dict[Remaining, int]
    whole: int


class AllocationSteps(NamedTuple):
    """What one allocated attack does: from every stand its steps (to which stand, unsaved or not, weight)."""

    rows: dict[Remaining, tuple[tuple[Remaining, int, int], ...]]
    whole: int


class AttackLaw(NamedTuple):
    """What one attack comes to, by how many of its hits are allocated: bits that the number counted is up, weight."""

    rows: Rows
    whole: int


NO_TARGET = TargetDistribution({}, 1)


def added(clouds: Iterable[TargetDistribution]) -> TargetDistribution:
    """Add clouds up, over a whole that they share."""
    listed = list(clouds)
    whole = lcm(*(row.whole for row in listed))
    made: dict[Remaining, int] = {}
    for row in listed:
        for stand, weight in row.weights.items():
            made[stand] = made.get(stand, 0) + weight * (whole // row.whole)
    return TargetDistribution(made, whole)


def repeated_by_count(
    by_count: Mapping[int, TargetDistribution], rule: Callable[[Remaining], Distribution[Remaining]]
) -> TargetDistribution:
    """Let a rule follow as often as a cloud's number says, the greatest number first."""
    made = NO_TARGET
    for count in range(max(by_count), -1, -1):
        made = added((_follow(made, rule), by_count.get(count, NO_TARGET)))
    return made


def _follow(cloud: TargetDistribution, rule: Callable[[Remaining], Distribution[Remaining]]) -> TargetDistribution:
    steps = [(weight, rule(stand)) for stand, weight in cloud.weights.items()]
    return added(
        TargetDistribution({to: weight * row for to, row in step.weights.items()}, cloud.whole * step.whole)
        for weight, step in steps
    )


def after_attacks(
    cloud: TargetDistribution, counts: Distribution[int], law: AttackLaw, kernel: AllocationSteps, *, slot: int
) -> TargetDistribution:
    """Let a spread number of attacks follow, the greatest number first; `slot` is the width of unsaved ones, or 0."""
    step = law.whole * kernel.whole ** max(law.rows)
    most = max(counts.weights)
    made: dict[Remaining, int] = {}
    for count in range(most, -1, -1):
        made = _attack(made, law.rows, kernel, slot)
        if count in counts.weights:
            _add(made, cloud.weights, counts.weights[count] * step ** (most - count), 0)
    return TargetDistribution(made, cloud.whole * counts.whole * step**most)


def _attack(weights: Mapping[Remaining, int], law: Rows, kernel: AllocationSteps, slot: int) -> dict[Remaining, int]:
    """Let one attack follow: as many allocations as its law says, the most first."""
    made: dict[Remaining, int] = {}
    most = max(law)
    for due in range(most, -1, -1):
        made = _allocate(made, kernel, slot)
        for shift, weight in law.get(due, ()):
            _add(made, weights, weight * kernel.whole ** (most - due), shift)
    return made


def _allocate(weights: Mapping[Remaining, int], kernel: AllocationSteps, slot: int) -> dict[Remaining, int]:
    made: dict[Remaining, int] = {}
    for stand, weight in weights.items():
        for to, unsaved, chosen in kernel.rows[stand]:
            made[to] = made.get(to, 0) + (weight * chosen << unsaved * slot)
    return made


def _add(made: dict[Remaining, int], weights: Mapping[Remaining, int], factor: int, shift: int) -> None:
    for stand, weight in weights.items():
        made[stand] = made.get(stand, 0) + (weight * factor << shift)
