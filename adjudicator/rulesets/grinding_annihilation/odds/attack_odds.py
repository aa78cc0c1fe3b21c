"""The exact odds of a whole attack: groups in their order, attacks one by one, on what is left of the target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.kernel.distribution import Distribution, certain, follow, from_weights, mapped, unpack
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, Group
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.odds import target_distribution
from adjudicator.rulesets.grinding_annihilation.odds.attack_distributions import (
    AfterAttack,
    AttackOutcome,
    after_allocation,
    after_hazard_failure,
    after_mortal_wounds,
    attacks_distribution,
    damage_distribution,
    failed_hazard_tests,
    outcome_of_attack,
)
from adjudicator.rulesets.grinding_annihilation.odds.target_distribution import (
    AllocationSteps,
    TargetDistribution,
    added,
    repeated_by_count,
)
from adjudicator.rulesets.grinding_annihilation.odds.what_if import (
    CoverLookup,
    Remaining,
    TargetNotes,
    entry_key,
    remaining_of,
    target_notes,
    with_open_group,
    with_remaining,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import steers
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    Entry,
    declared,
    entries_of,
    hazards_of,
    opened,
)

ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL = "attacks", "hits", "wounds", "unsaved", "mortal"
HAZARDS, LOTS, NOTHING = "hazards", "lots", "nothing"
OF_LAW: Mapping[str, Callable[[AttackOutcome], int]] = MappingProxyType(
    {HITS: lambda law: law.hits, WOUNDS: lambda law: law.wounds, MORTAL: lambda law: law.mortal}
)
GONE: Remaining = ()


class Volley(NamedTuple):
    """One copy of a weapon: its attacks, what each comes to, what an allocated one does, the class of its lots."""

    attacks: Distribution[int]
    law: Distribution[AttackOutcome]
    kernel: AllocationSteps
    lot: int


class Lot(NamedTuple):
    """A class of lots of mortal wounds: how many, and the Character that Precision puts them on (GA-8.3-17)."""

    wounds: Distribution[int]
    troop: str


class Odds:
    """Works out an attack that supposed.suppose declared; `fixed` are attacks in place of Swiftness, by entry.

    A pass that counts is made twice: without any width it gives the whole, and by that the width that it needs.
    """

    def __init__(
        self, game: Game, fixed: Mapping[tuple[str, str, int], int | None], rerolls: str, *, covers: CoverLookup
    ) -> None:
        self.game = game
        self.declaration = declared(game)
        self.target = self.declaration.target
        self.start = remaining_of(game, self.target)
        self._fixed, self._rerolls, self._covers = fixed, rerolls, covers
        self._volleys: dict[tuple[int, TargetNotes], tuple[Volley, ...]] = {}
        self._terms: dict[Remaining, TargetNotes] = {}
        self._lots: list[Lot] = []
        self._most: list[int] = []
        self._plain = self._run(NOTHING, 0)

    # -- what may be asked

    def spread(self, what: str) -> Distribution[int]:
        """Spread a number that is counted along."""
        blind = what != UNSAVED
        width = self._width(what, blind=blind)
        cloud = self._run(what, width, blind=blind)
        return from_weights(unpack(sum(cloud.weights.values()), width))

    def after(self) -> Distribution[Remaining]:
        """GA-3.3-32 Spread what is left of the target, once its mortal wounds are suffered."""
        if not self._lots:
            return from_weights(self._plain.weights)
        return from_weights((self._after_sum() if self._summed else self._after_lots()).weights)

    def failures(self) -> Distribution[int]:
        """GA-8.3-22 Spread the failed Hazard tests."""
        return follow(self.spread(HAZARDS), failed_hazard_tests)

    def attacker_after(self, failures: Distribution[int]) -> Distribution[Remaining]:
        """GA-8.3-23 Spread what failed Hazard tests leave of the attacker."""
        formation = self.declaration.formation
        known: list[Distribution[Remaining]] = [certain(remaining_of(self.game, formation))]
        for _ in range(max(failures.weights)):
            known.append(follow(known[-1], lambda stand: after_hazard_failure(self.game, formation, stand)))
        return follow(failures, lambda count: known[count])

    @property
    def work(self) -> int:
        """Measure the work of the passes to come: bits of a number, numbers counted, allocations, stands."""
        each = [volley for volleys in self._volleys.values() for volley in volleys]
        due = sum(max(one.attacks.weights) * max(law.due for law in one.law.weights) for one in each)
        mortal = sum(max(one.attacks.weights) * max(law.mortal for law in one.law.weights) for one in each)
        slots = mortal if self._summed else self._radix(len(self._most))
        return self._plain.whole.bit_length() * (1 + max(due, slots)) * (1 + due) * len(self._plain.weights)

    @property
    def _summed(self) -> bool:
        """GA-8.3-25 Tell whether mortal wounds are added up: lots of several kinds that pass on from troop to troop."""
        steered = any(lot.troop for lot in self._lots)
        return self.game.options.devastating_spill and len(self._lots) > 1 and not steered

    # -- one pass

    def _width(self, what: str, *, blind: bool = False) -> int:
        return self._run(what, 0, blind=blind).whole.bit_length() + 1

    def _run(self, what: str, width: int, *, blind: bool = False) -> TargetDistribution:
        """Go through all groups; `blind` leaves out what the last of them does to the target."""
        cloud = TargetDistribution({self.start: 1}, 1)
        last = len(self.declaration.groups) - 1
        for number in range(last + 1):
            cloud = self._group(cloud, number, what, width, blind=blind and number == last)
        return cloud

    def _group(
        self, cloud: TargetDistribution, number: int, what: str, width: int, *, blind: bool
    ) -> TargetDistribution:
        """GA-3.3-11 Work a group off where somebody is left; what it notes of its target it notes now."""
        by_terms: dict[TargetNotes, dict[Remaining, int]] = {}
        parts = []
        for stand, weight in cloud.weights.items():
            if stand == GONE:
                parts.append(TargetDistribution({stand: weight}, cloud.whole))
            else:
                by_terms.setdefault(self._terms_of(stand), {})[stand] = weight
        group = self.declaration.groups[number]
        shift = self._tests(group) * width if what == HAZARDS else 0
        for noted, weights in by_terms.items():
            volleys = self._volleys_of(number, noted, tuple(weights))
            part = TargetDistribution({stand: weight << shift for stand, weight in weights.items()}, cloud.whole)
            if blind:
                part, volleys = _unseeing(part, volleys)
            for volley in volleys:
                part = self._volley(part, volley, what, width)
            parts.append(part)
        return added(parts)

    def _terms_of(self, stand: Remaining) -> TargetNotes:
        if stand not in self._terms:
            self._terms[stand] = target_notes(with_remaining(self.game, self.target, stand), self.target)
        return self._terms[stand]

    def _tests(self, group: Group) -> int:
        """GA-8.3-22 Count the Hazard weapons of a group."""
        made = with_open_group(self.game, group, self._terms_of(self.start))
        return hazards_of(made, self.declaration, group, opened(made).counts)

    def _volley(self, cloud: TargetDistribution, volley: Volley, what: str, width: int) -> TargetDistribution:
        count = self._counted(volley, what)
        counted = mapped(volley.law, lambda one: (one.due, count(one)))
        rows: dict[int, list[tuple[int, int]]] = {}
        for (due, value), weight in counted.weights.items():
            rows.setdefault(due, []).append((value * width, weight))
        law = target_distribution.AttackLaw(rows, counted.whole)
        return target_distribution.after_attacks(
            cloud, volley.attacks, law, volley.kernel, slot=width if what == UNSAVED else 0
        )

    def _counted(self, volley: Volley, what: str) -> Callable[[AttackOutcome], int]:
        """Say what one attack adds to the number that is counted along."""
        if what == ATTACKS:
            return lambda _: 1
        if what == LOTS:
            radix = self._radix(volley.lot)
            return lambda law: law.lots * radix
        return OF_LAW.get(what, lambda _: 0)

    # -- laws and kernels, worked out once

    def _volleys_of(self, number: int, noted: TargetNotes, stands: tuple[Remaining, ...]) -> tuple[Volley, ...]:
        key = number, noted
        if key not in self._volleys:
            self._volleys[key] = tuple(self._make(self.declaration.groups[number], noted, stands))
        return self._volleys[key]

    def _make(self, group: Group, noted: TargetNotes, stands: tuple[Remaining, ...]) -> Iterator[Volley]:
        game = with_open_group(self.game, group, noted)
        laws: dict[tuple[object, ...], tuple[Distribution[AttackOutcome], AllocationSteps]] = {}
        for entry in entries_of(self.declaration, group):
            key = entry_key(game, entry)
            if key not in laws:
                laws[key] = outcome_of_attack(game, entry, self._rerolls), self._kernel(game, entry, stands)
            law, kernel = laws[key]
            attacks = attacks_distribution(game, entry, self._fixed[entry.troop, entry.weapon, entry.profile])
            yield Volley(attacks, law, kernel, self._lot(game, entry, law, max(attacks.weights)))

    def _kernel(self, game: Game, entry: Entry, stands: tuple[Remaining, ...]) -> AllocationSteps:
        """Follow an allocated attack from every stand that can come about; nobody left takes none."""
        steps: dict[Remaining, Distribution[AfterAttack]] = {}
        unseen = list(stands)
        while unseen:
            stand = unseen.pop()
            if stand not in steps:
                steps[stand] = (
                    certain(AfterAttack(stand, 0))
                    if stand == GONE
                    else after_allocation(game, stand, entry, self._covers)
                )
                unseen += [row.stand for row in steps[stand].weights]
        whole = lcm(*(step.whole for step in steps.values()))
        rows = {
            stand: tuple((to.stand, to.unsaved, weight * (whole // step.whole)) for to, weight in step.weights.items())
            for stand, step in steps.items()
        }
        return AllocationSteps(rows, whole)

    # -- mortal wounds

    def _lot(self, game: Game, entry: Entry, law: Distribution[AttackOutcome], most: int) -> int:
        """GA-8.3-25 Number the classes of lots of mortal wounds: lots in a row that are alike are of one class."""
        each = max(one.lots for one in law.weights)
        if not each:
            return 0
        attack = Attack(number=1, troop=entry.troop)
        lot = Lot(damage_distribution(game, attack), next(iter(steers(game, attack)), ""))
        if not self._lots or self._lots[-1] != lot:
            self._lots.append(lot)
            self._most.append(0)
        self._most[-1] += each * most
        return len(self._lots) - 1

    def _radix(self, lot: int) -> int:
        radix = 1
        for most in self._most[:lot]:
            radix *= most + 1
        return radix

    def _by_number(self, what: str) -> dict[int, TargetDistribution]:
        found: dict[int, dict[Remaining, int]] = {}
        width = self._width(what)
        cloud = self._run(what, width)
        for stand, packed in cloud.weights.items():
            for number, weight in unpack(packed, width).items():
                found.setdefault(number, {})[stand] = weight
        return {number: TargetDistribution(weights, cloud.whole) for number, weights in found.items()}

    def _after_sum(self) -> TargetDistribution:
        """GA-8.3-25 Let mortal wounds be suffered one by one: where they pass on, lots make no difference."""
        return repeated_by_count(self._by_number(MORTAL), self._dealt(Lot(certain(1), ""), spill=True))

    def _after_lots(self) -> TargetDistribution:
        """GA-8.3-25 Let the lots be suffered one by one, class by class; they pass on from troop to troop or do not."""
        spill = self.game.options.devastating_spill
        by_number = self._by_number(LOTS)
        for lot, most in zip(self._lots, self._most, strict=True):
            by_rest: dict[int, dict[int, TargetDistribution]] = {}
            for number, cloud in by_number.items():
                rest, count = divmod(number, most + 1)
                by_rest.setdefault(rest, {})[count] = cloud
            rule = self._dealt(lot, spill=spill)
            by_number = {rest: repeated_by_count(by_count, rule) for rest, by_count in by_rest.items()}
        return by_number[0]

    def _dealt(self, lot: Lot, *, spill: bool) -> Callable[[Remaining], Distribution[Remaining]]:
        known: dict[Remaining, Distribution[Remaining]] = {}

        def rule(stand: Remaining) -> Distribution[Remaining]:
            if stand not in known:
                dealt = partial(after_mortal_wounds, self.game, self.target, stand, spill=spill, troop=lot.troop)
                known[stand] = follow(lot.wounds, dealt)
            return known[stand]

        return rule


def _unseeing(part: TargetDistribution, volleys: tuple[Volley, ...]) -> tuple[TargetDistribution, tuple[Volley, ...]]:
    """Throw all stands together, and let attacks do nothing to them."""
    idle = AllocationSteps({GONE: ((GONE, 0, 1),)}, 1)
    total = TargetDistribution({GONE: sum(part.weights.values())}, part.whole)
    return total, tuple(volley._replace(kernel=idle) for volley in volleys)
