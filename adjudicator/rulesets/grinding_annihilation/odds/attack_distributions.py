"""What single attacks, mortal wounds and Hazard tests may come to: the rules' own functions, asked about every face."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped, repeated, sum_of
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.grinding_annihilation.model.messages import HitResult, WeaponProfile
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, PendingWounds, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.odds import what_if
from adjudicator.rulesets.grinding_annihilation.odds.what_if import CoverLookup, Remaining, with_remaining
from adjudicator.rulesets.grinding_annihilation.rules.shooting import hazard_tests, weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.hazard_tests import hazard_bearers
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import precision_targets
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    Entry,
    counted,
    opened,
    profile_at,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.damage import damage_from
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import (
    may_take,
    standing_choice,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.hit_rolls import hit_needed, note_hits
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.hit_rolls import hit_outcome as hit_by
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    DEVASTATING,
    HAZARD,
    struck_first,
    wound_takers,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import (
    health_of,
    unspent,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.saves import preferred, saves_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.whole_groups import is_rerolled
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import wound_needed


class AttackOutcome(NamedTuple):
    """What one attack comes to before allocation: its hits, how many wound, how many go on to a troop, the rest.

    `devastating` of them are Devastating attacks, `mortal` the mortal wounds of all of them.
    """

    hits: int = 0
    wounds: int = 0
    due: int = 0
    devastating: int = 0
    mortal: int = 0

    def plus(self, other: AttackOutcome) -> AttackOutcome:
        """Add another attack up."""
        return AttackOutcome(*(one + more for one, more in zip(self, other, strict=True)))


# -- dice that are added up


def amount_distribution(amount: Amount) -> Distribution[int]:
    """GA-2.5-01 GA-2.5-02 Spread a number that is rolled for, die by die."""
    single = Amount(dice=1, sides=amount.sides, plus=0)
    one = die(lambda face: dice_outcomes.value(single, (face,)))
    return mapped(sum_of(amount.dice, one, 0, int.__add__), lambda dice: dice + dice_outcomes.value(amount, ()))


def attacks_distribution(game: Game, entry: Entry, fixed: int | None) -> Distribution[int]:
    """GA-3.3-07 Spread the attacks of one weapon."""
    profile = profile_at(game, entry.weapon, entry.profile)
    rolls = amount_distribution(profile.swiftness) if fixed is None else certain(fixed)
    return mapped(rolls, lambda number: counted(game, entry, (), number).attacks.total)


# -- up to the Wound roll


def outcome_of_attack(game: Game, entry: Entry, rerolls: str) -> Distribution[AttackOutcome]:
    """GA-3.3-16 GA-3.3-19 Spread what one attack of the open group comes to."""
    needed = hit_needed(game, opened(game), entry.troop).total
    wounding = _wound_distribution(game, entry, rerolls)
    if needed == 0:
        return _hit_distribution(game, entry, 0, 0, wounding)
    return follow(die(lambda face: face), lambda face: _hit_distribution(game, entry, face, needed, wounding))


def _hit_distribution(
    game: Game, entry: Entry, face: int, needed: int, wounding: Distribution[AttackOutcome]
) -> Distribution[AttackOutcome]:
    """GA-8.3-28 Follow one Hit die: extra hits are rolled for, every hit wounds by itself or rolls to wound."""
    hit = hit_by(game, opened(game), face, needed)
    extra = certain(0) if hit.extra is None else amount_distribution(hit.extra)

    def wound_all(more: int) -> Distribution[AttackOutcome]:
        known = HitResult(troop=entry.troop, face=face, outcome=hit.outcome, wounds=hit.wounds, extra=more)
        automatic = _automatic(game, known)
        rolled = sum_of(automatic.count(False), wounding, AttackOutcome(), AttackOutcome.plus)
        certain = automatic.count(True)
        return mapped(rolled, lambda outcome: outcome.plus(AttackOutcome(hits=certain, wounds=certain, due=certain)))

    return follow(extra, wound_all)


def _automatic(game: Game, known: HitResult) -> list[bool]:
    """GA-8.3-12 GA-8.3-28 Say of every hit of one die whether it wounds without a roll."""
    forked = game.fork()
    note_hits(forked, (known,))
    return [attack.automatic for attack in forked.attacks.values()]


def _wound_distribution(game: Game, entry: Entry, rerolls: str) -> Distribution[AttackOutcome]:
    """GA-3.3-20 GA-8.3-09 GA-8.3-25 Spread what one hit comes to that rolls to wound."""
    group = opened(game)
    profile = profile_at(game, group.weapon, group.profile)
    needed, critical = wound_needed(game, group).total, weapon_abilities.anti(profile, group.keywords)
    roll = die(lambda face: dice_outcomes.wound(face, needed, critical))
    if weapon_abilities.twin_weapon(profile):
        roll = follow(roll, lambda found: _after_reroll(roll, found, rerolls))
    attack = Attack(number=1, troop=entry.troop)
    return follow(roll, lambda found: _outcome_distribution(game, profile, attack, found))


def _after_reroll(roll: Distribution[str], found: str, rerolls: str) -> Distribution[str]:
    return roll if is_rerolled(rerolls, found) else certain(found)


def _outcome_distribution(
    game: Game, profile: WeaponProfile, attack: Attack, outcome: str
) -> Distribution[AttackOutcome]:
    if outcome == dice_outcomes.FAILED:
        return certain(AttackOutcome(hits=1))
    if not weapon_abilities.devastating(profile, outcome):
        return certain(AttackOutcome(hits=1, wounds=1, due=1))
    return mapped(
        damage_distribution(game, attack), lambda total: AttackOutcome(hits=1, wounds=1, devastating=1, mortal=total)
    )


def damage_distribution(game: Game, attack: Attack) -> Distribution[int]:
    """GA-3.3-26 GA-8.3-20 Spread the Damage of one attack."""
    group = opened(game)
    rolls = amount_distribution(profile_at(game, group.weapon, group.profile).damage)
    return mapped(rolls, lambda number: max(0, damage_from(game, attack, number).total))


# -- from allocation on


class AfterAttack(NamedTuple):
    """What is left of the target after one attack was put on it, and whether that was not saved."""

    remaining: Remaining
    unsaved: int


def allocated(game: Game, entry: Entry, covers: CoverLookup) -> Attack:
    """GA-3.3-21 GA-8.3-16 Put a wounding attack of the open group on the troop that takes it."""
    attack = Attack(number=1, troop=entry.troop, outcome=dice_outcomes.WOUND, status="due")
    row = game.formations[opened(game).target]
    legal = aimed_at(entry, precision_targets(game, attack)) or may_take(game, row)
    chosen = standing_choice(game, row.seat, legal) or legal[0]
    found = covers.of(game, game.troops[chosen], attack)
    return Attack(
        number=1, troop=entry.troop, outcome=dice_outcomes.WOUND, status="allocated", allocated=chosen, covers=found
    )


def aimed_at(entry: Entry, characters: Iterable[str]) -> list[str]:
    """GA-8.3-16 Keep of the Characters that the attacker may choose the one that is aimed at."""
    return [row for row in characters if row in entry.characters_visible]


def after_allocation(game: Game, remaining: Remaining, entry: Entry, covers: CoverLookup) -> Distribution[AfterAttack]:
    """GA-3.3-21 GA-3.3-23 GA-3.3-26 Spread what one wounding attack does to what is left of the target."""
    target = opened(game).target
    here = with_remaining(game, target, remaining)
    attack = allocated(here, entry, covers)
    troop, marked = here.troops[attack.allocated], what_if.after_wounds(here, attack.allocated, 0, mark=True)
    needed = saves_of(here, attack).get(preferred(here, attack))
    held = certain(False) if needed is None else die(lambda face: dice_outcomes.saved(face, needed.total))
    health = min(health_of(here, troop), default=0)
    damaged = follow(damage_distribution(here, attack), lambda wounds: wounds_lost(troop, wounds, health))
    after = mapped(damaged, lambda lost: AfterAttack(what_if.after_wounds(here, troop.id, lost, mark=True), 1))
    return follow(held, lambda saved: certain(AfterAttack(marked, 0)) if saved else after)


def wounds_lost(troop: Troop, wounds: int, health: int) -> Distribution[int]:
    """GA-3.3-27 GA-3.3-34 Spread the wounds that a troop loses of those it is dealt."""
    ignored = die(lambda face: dice_outcomes.ignored(face, health)) if health else certain(False)

    def one(count: tuple[int, int]) -> Distribution[tuple[int, int]]:
        if not unspent(wounds, troop.wounds_left, *count):
            return certain(count)
        return mapped(ignored, lambda kept: (count[0] + kept, count[1] + (not kept)))

    most = wounds if health else min(wounds, troop.wounds_left)
    return mapped(repeated(certain((0, 0)), one, most), lambda count: count[1])


# -- mortal wounds


def after_mortal_wounds(
    game: Game, formation: str, remaining: Remaining, wounds: int, *, spill: bool, troop: str = ""
) -> Distribution[Remaining]:
    """GA-3.3-30 GA-8.3-25 GA-8.3-17 Spread what some Devastating mortal wounds leave of a formation."""
    row = PendingWounds(id="", formation=formation, wounds=wounds, source=DEVASTATING, spill=spill, first=troop)
    return _suffer(game, remaining, row, certain(wounds))


def after_random_wounds(game: Game, formation: str, wounds: Distribution[int], source: str) -> Distribution[Remaining]:
    """GA-3.3-30 GA-3.3-31 Spread what a random number of mortal wounds leaves of a formation as it stands."""
    row = PendingWounds(id="", formation=formation, wounds=0, source=source)
    return _suffer(game, what_if.remaining_of(game, formation), row, wounds)


def _suffer(game: Game, remaining: Remaining, row: PendingWounds, wounds: Distribution[int]) -> Distribution[Remaining]:
    known = [certain((remaining, row))]
    for _ in range(max(wounds.weights)):
        known.append(follow(known[-1], lambda state: _mortal_wound(game, *state)))
    return mapped(follow(wounds, lambda count: known[count]), lambda state: state[0])


def _mortal_wound(
    game: Game, remaining: Remaining, row: PendingWounds
) -> Distribution[tuple[Remaining, PendingWounds]]:
    """GA-3.3-29 GA-3.3-31 Spread what one mortal wound leaves, and who may take the next."""
    here = with_remaining(game, row.formation, remaining)
    legal = wound_takers(here, row)
    if not legal:
        return certain((remaining, row))
    key = standing_choice(here, here.formations[row.formation].seat, legal) or legal[0]
    lost = wounds_lost(here.troops[key], 1, next(iter(health_of(here, here.troops[key])), 0))
    rest = replace(row, first=struck_first(row, key), begun=True)
    return mapped(lost, lambda found: (what_if.after_wounds(here, key, found), rest))


# -- Hazard tests


def failed_hazard_tests(count: int) -> Distribution[int]:
    """GA-8.3-22 Spread the failures of some Hazard tests."""
    return sum_of(count, die(lambda face: hazard_tests.failures((face,))), 0, int.__add__)


def after_hazard_failure(game: Game, formation: str, remaining: Remaining) -> Distribution[Remaining]:
    """GA-8.3-23 GA-8.3-24 Spread what one failed Hazard test leaves of the attacker."""
    here = with_remaining(game, formation, remaining)
    bearers = hazard_bearers(here, formation)
    if not bearers:
        return certain(remaining)
    troop = here.troops[bearers[0]]
    if not hazard_tests.suffers_wounds(here, troop):
        return certain(what_if.after_wounds(here, troop.id, troop.wounds_left))
    row = PendingWounds(
        id="",
        formation=formation,
        wounds=hazard_tests.WOUNDS,
        source=HAZARD,
        first=troop.id,
        spill=game.options.hazard_spill,
    )
    return _suffer(game, remaining, row, certain(row.wounds))
