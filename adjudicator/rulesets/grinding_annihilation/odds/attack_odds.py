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
    aimed_at,
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
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import (
    mortal_wound_characters,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    Entry,
    declared,
    entries_of,
    hazards_of,
    opened,
)

ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL = "attacks", "hits", "wounds", "unsaved", "mortal"
HAZARDS, DEVASTATING_ATTACKS, NOTHING = "hazards", "devastating", "nothing"
COUNTED_OUTCOMES: Mapping[str, Callable[[AttackOutcome], int]] = MappingProxyType(
    {HITS: lambda outcome: outcome.hits, WOUNDS: lambda outcome: outcome.wounds, MORTAL: lambda outcome: outcome.mortal}
)
NOBODY_LEFT: Remaining = ()


class WeaponOdds(NamedTuple):
    """One copy of a weapon: its attacks, what each comes to, what allocated and Devastating ones do."""

    attacks: Distribution[int]
    outcomes: Distribution[AttackOutcome]
    allocation: AllocationSteps
    devastating_class: int


class DevastatingAttack(NamedTuple):
    """A class of Devastating attacks: their mortal wounds, and the Character they are put on (GA-8.3-17)."""

    wounds: Distribution[int]
    troop: str


class Odds:
    """Works out an attack that what_if.what_if_attack declared; `fixed` are attacks in place of Swiftness, by entry.

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
        self._known_weapons: dict[tuple[int, TargetNotes], tuple[WeaponOdds, ...]] = {}
        self._known_notes: dict[Remaining, TargetNotes] = {}
        self._devastating: list[DevastatingAttack] = []
        self._most: list[int] = []
        self._plain = self._run(NOTHING, 0)

    # -- what may be asked

    def distribution_of(self, what: str) -> Distribution[int]:
        """Spread a number that is counted along."""
        ignore_target = what != UNSAVED
        width = self._width(what, ignore_target=ignore_target)
        states = self._run(what, width, ignore_target=ignore_target)
        return from_weights(unpack(sum(states.weights.values()), width))

    def after(self) -> Distribution[Remaining]:
        """GA-3.3-32 Spread what is left of the target, once its mortal wounds are suffered."""
        if not self._devastating:
            return from_weights(self._plain.weights)
        return from_weights((self._after_sum() if self._summed else self._after_attacks_apart()).weights)

    def failures(self) -> Distribution[int]:
        """GA-8.3-22 Spread the failed Hazard tests."""
        return follow(self.distribution_of(HAZARDS), failed_hazard_tests)

    def attacker_after(self, failures: Distribution[int]) -> Distribution[Remaining]:
        """GA-8.3-23 Spread what failed Hazard tests leave of the attacker."""
        formation = self.declaration.formation
        known: list[Distribution[Remaining]] = [certain(remaining_of(self.game, formation))]
        for _ in range(max(failures.weights)):
            known.append(follow(known[-1], lambda remaining: after_hazard_failure(self.game, formation, remaining)))
        return follow(failures, lambda count: known[count])

    @property
    def work(self) -> int:
        """Measure the work of the passes to come: bits of a number, numbers counted, allocations, states."""
        each = [weapon_odds for weapons in self._known_weapons.values() for weapon_odds in weapons]
        due = sum(max(one.attacks.weights) * max(outcome.due for outcome in one.outcomes.weights) for one in each)
        mortal = sum(max(one.attacks.weights) * max(outcome.mortal for outcome in one.outcomes.weights) for one in each)
        slots = mortal if self._summed else self._class_weight(len(self._most))
        return self._plain.whole.bit_length() * (1 + max(due, slots)) * (1 + due) * len(self._plain.weights)

    @property
    def _summed(self) -> bool:
        """GA-8.3-25 Tell whether mortal wounds are added up: several classes that pass on from troop to troop."""
        steered = any(attack.troop for attack in self._devastating)
        return self.game.options.devastating_spill and len(self._devastating) > 1 and not steered

    # -- one pass

    def _width(self, what: str, *, ignore_target: bool = False) -> int:
        return self._run(what, 0, ignore_target=ignore_target).whole.bit_length() + 1

    def _run(self, what: str, width: int, *, ignore_target: bool = False) -> TargetDistribution:
        """Go through all groups; `blind` leaves out what the last of them does to the target."""
        states = TargetDistribution({self.start: 1}, 1)
        last = len(self.declaration.groups) - 1
        for number in range(last + 1):
            states = self._group(states, number, what, width, ignore_target=ignore_target and number == last)
        return states

    def _group(
        self, states: TargetDistribution, number: int, what: str, width: int, *, ignore_target: bool
    ) -> TargetDistribution:
        """GA-3.3-11 Work a group off where somebody is left; what it notes of its target it notes now."""
        by_notes: dict[TargetNotes, dict[Remaining, int]] = {}
        parts = []
        for remaining, weight in states.weights.items():
            if remaining == NOBODY_LEFT:
                parts.append(TargetDistribution({remaining: weight}, states.whole))
            else:
                by_notes.setdefault(self._notes_of(remaining), {})[remaining] = weight
        group = self.declaration.groups[number]
        shift = self._tests(group) * width if what == HAZARDS else 0
        for notes, weights in by_notes.items():
            weapons = self._weapons_of(number, notes, tuple(weights))
            part = TargetDistribution(
                {remaining: weight << shift for remaining, weight in weights.items()}, states.whole
            )
            if ignore_target:
                part, weapons = _without_target(part, weapons)
            for weapon_odds in weapons:
                part = self._fire_weapon(part, weapon_odds, what, width)
            parts.append(part)
        return added(parts)

    def _notes_of(self, remaining: Remaining) -> TargetNotes:
        if remaining not in self._known_notes:
            self._known_notes[remaining] = target_notes(with_remaining(self.game, self.target, remaining), self.target)
        return self._known_notes[remaining]

    def _tests(self, group: Group) -> int:
        """GA-8.3-22 Count the Hazard weapons of a group."""
        forked = with_open_group(self.game, group, self._notes_of(self.start))
        return hazards_of(forked, self.declaration, group, opened(forked).counts)

    def _fire_weapon(
        self, states: TargetDistribution, weapon_odds: WeaponOdds, what: str, width: int
    ) -> TargetDistribution:
        count = self._counted(weapon_odds, what)
        counted = mapped(weapon_odds.outcomes, lambda one: (one.due, count(one)))
        rows: dict[int, list[tuple[int, int]]] = {}
        for (due, value), weight in counted.weights.items():
            rows.setdefault(due, []).append((value * width, weight))
        weights = target_distribution.AttackWeights(rows, counted.whole)
        return target_distribution.after_attacks(
            states, weapon_odds.attacks, weights, weapon_odds.allocation, slot=width if what == UNSAVED else 0
        )

    def _counted(self, weapon_odds: WeaponOdds, what: str) -> Callable[[AttackOutcome], int]:
        """Say what one attack adds to the number that is counted along."""
        if what == ATTACKS:
            return lambda _: 1
        if what == DEVASTATING_ATTACKS:
            class_weight = self._class_weight(weapon_odds.devastating_class)
            return lambda outcome: outcome.devastating * class_weight
        return COUNTED_OUTCOMES.get(what, lambda _: 0)

    # -- what a weapon and its attacks do, worked out once

    def _weapons_of(self, number: int, notes: TargetNotes, starts: tuple[Remaining, ...]) -> tuple[WeaponOdds, ...]:
        key = number, notes
        if key not in self._known_weapons:
            self._known_weapons[key] = tuple(self._weapons_in_group(self.declaration.groups[number], notes, starts))
        return self._known_weapons[key]

    def _weapons_in_group(
        self, group: Group, notes: TargetNotes, starts: tuple[Remaining, ...]
    ) -> Iterator[WeaponOdds]:
        game = with_open_group(self.game, group, notes)
        known_odds: dict[tuple[object, ...], tuple[Distribution[AttackOutcome], AllocationSteps]] = {}
        for entry in entries_of(self.declaration, group):
            key = entry_key(game, entry)
            if key not in known_odds:
                known_odds[key] = (
                    outcome_of_attack(game, entry, self._rerolls),
                    self._allocation_steps(game, entry, starts),
                )
            outcomes, allocation = known_odds[key]
            attacks = attacks_distribution(game, entry, self._fixed[entry.troop, entry.weapon, entry.profile])
            yield WeaponOdds(
                attacks, outcomes, allocation, self._devastating_class(game, entry, outcomes, max(attacks.weights))
            )

    def _allocation_steps(self, game: Game, entry: Entry, starts: tuple[Remaining, ...]) -> AllocationSteps:
        """Follow an allocated attack from everything that can be left; nobody left takes none."""
        steps: dict[Remaining, Distribution[AfterAttack]] = {}
        unseen = list(starts)
        while unseen:
            remaining = unseen.pop()
            if remaining not in steps:
                steps[remaining] = (
                    certain(AfterAttack(remaining, 0))
                    if remaining == NOBODY_LEFT
                    else after_allocation(game, remaining, entry, self._covers)
                )
                unseen += [row.remaining for row in steps[remaining].weights]
        whole = lcm(*(step.whole for step in steps.values()))
        rows = {
            remaining: tuple(
                (to.remaining, to.unsaved, weight * (whole // step.whole)) for to, weight in step.weights.items()
            )
            for remaining, step in steps.items()
        }
        return AllocationSteps(rows, whole)

    # -- mortal wounds

    def _devastating_class(self, game: Game, entry: Entry, outcomes: Distribution[AttackOutcome], most: int) -> int:
        """GA-8.3-25 Number the classes of Devastating attacks: those in a row that are alike are of one class."""
        each = max(one.devastating for one in outcomes.weights)
        if not each:
            return 0
        attack = Attack(number=1, troop=entry.troop)
        first = next(iter(aimed_at(entry, mortal_wound_characters(game, attack))), "")
        devastating_class = DevastatingAttack(damage_distribution(game, attack), first)
        if not self._devastating or self._devastating[-1] != devastating_class:
            self._devastating.append(devastating_class)
            self._most.append(0)
        self._most[-1] += each * most
        return len(self._devastating) - 1

    def _class_weight(self, devastating_class: int) -> int:
        class_weight = 1
        for most in self._most[:devastating_class]:
            class_weight *= most + 1
        return class_weight

    def _by_number(self, what: str) -> dict[int, TargetDistribution]:
        found: dict[int, dict[Remaining, int]] = {}
        width = self._width(what)
        states = self._run(what, width)
        for remaining, packed in states.weights.items():
            for number, weight in unpack(packed, width).items():
                found.setdefault(number, {})[remaining] = weight
        return {number: TargetDistribution(weights, states.whole) for number, weights in found.items()}

    def _after_sum(self) -> TargetDistribution:
        """GA-8.3-25 Let mortal wounds be suffered one by one: where they pass on, their attack makes no difference."""
        return repeated_by_count(
            self._by_number(MORTAL), self._mortal_wound_rule(DevastatingAttack(certain(1), ""), spill=True)
        )

    def _after_attacks_apart(self) -> TargetDistribution:
        """GA-8.3-25 Let attack after attack be suffered, class by class; its wounds pass on or do not."""
        spill = self.game.options.devastating_spill
        by_number = self._by_number(DEVASTATING_ATTACKS)
        for attack, most in zip(self._devastating, self._most, strict=True):
            by_rest: dict[int, dict[int, TargetDistribution]] = {}
            for number, states in by_number.items():
                rest, count = divmod(number, most + 1)
                by_rest.setdefault(rest, {})[count] = states
            rule = self._mortal_wound_rule(attack, spill=spill)
            by_number = {rest: repeated_by_count(by_count, rule) for rest, by_count in by_rest.items()}
        return by_number[0]

    def _mortal_wound_rule(
        self, attack: DevastatingAttack, *, spill: bool
    ) -> Callable[[Remaining], Distribution[Remaining]]:
        known: dict[Remaining, Distribution[Remaining]] = {}

        def rule(remaining: Remaining) -> Distribution[Remaining]:
            if remaining not in known:
                suffer = partial(
                    after_mortal_wounds, self.game, self.target, remaining, spill=spill, troop=attack.troop
                )
                known[remaining] = follow(attack.wounds, suffer)
            return known[remaining]

        return rule


def _without_target(
    part: TargetDistribution, weapons: tuple[WeaponOdds, ...]
) -> tuple[TargetDistribution, tuple[WeaponOdds, ...]]:
    """Put everything that may be left together, and let attacks do nothing to them."""
    idle = AllocationSteps({NOBODY_LEFT: ((NOBODY_LEFT, 0, 1),)}, 1)
    total = TargetDistribution({NOBODY_LEFT: sum(part.weights.values())}, part.whole)
    return total, tuple(weapon_odds._replace(allocation=idle) for weapon_odds in weapons)
