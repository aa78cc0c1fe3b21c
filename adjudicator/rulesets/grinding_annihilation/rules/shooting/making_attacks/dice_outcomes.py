"""What a die means in the attack sequence (chapters 2.5, 3.3, 6.0, 8.3): pure functions of a face and a situation.

The attack sequence and the odds are computed by the same functions. A target number is a tally: a modifier to a roll
stands in it with its sign turned round, since +1 to a die is the same as one less needed. What depends on the
unmodified face is decided before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.grinding_annihilation.model.messages import WeaponProfile
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities

Modifier: TypeAlias = tuple[int, str]

SIDES = 6
MISS, HIT, CRITICAL = "miss", "hit", "critical"
FAILED, WOUND = "failed", "wound"
ARMOUR, INVULNERABLE, NONE = "armour", "invulnerable", "none"
COVER_FLOOR = 3
FATIGUED_SKILL = 6


class Hit(Struct, frozen=True):
    """What a Hit die gives; `extra` are the hits that Sustained Fire adds."""

    outcome: str
    wounds: bool = False
    extra: Amount | None = None


# -- numbers that are thrown for


def value(amount: Amount, faces: Iterable[int]) -> int:
    """GA-2.5-01 GA-2.5-02 Add dice and fixed part up; a D3 stands as the D6 that was thrown for it."""
    halved = amount.sides != SIDES
    return sum((face + 1) // 2 if halved else face for face in faces) + amount.plus


def most_of(amount: Amount) -> int:
    """GA-2.5-01 Give the most that a number may come to."""
    return amount.plus + amount.dice * amount.sides


def half_range(profile: WeaponProfile) -> int:
    """GA-8.3-03 Give half the range of a weapon."""
    return profile.weapon_range // 2


# -- number of attacks


def attacks(profile: WeaponProfile, thrown: int, *, melee: bool, near: bool, troops: int) -> Tally:
    """GA-3.3-07 Count the attacks of one weapon; `thrown` is its Swiftness, `near` within half range."""
    total = Tally.base(thrown, "GA-3.5-14" if melee else "GA-3.3-07")
    if weapon_abilities.extra_attacks(profile, melee=melee):
        return total
    added = total.add(weapon_abilities.rapid_fire(profile, half_range=near and not melee), "GA-8.3-07")
    return added.add(weapon_abilities.volatile_attacks(profile, troops), "GA-8.3-18").at_least(0, "GA-3.3-07")


# -- Hit roll


def needed_to_hit(skill: Tally, modifiers: Iterable[Modifier], cap: int) -> Tally:
    """GA-3.3-16 Give the face that hits."""
    return _modified(skill, modifiers, cap)


def skill(profile: WeaponProfile, *, melee: bool, fatigued: bool, worsen_automatic: bool) -> Tally:
    """GA-3.3-16 GA-3.1-12 Give RS or MS; 0 hits without a roll."""
    printed = Tally.base(profile.skill, "GA-3.3-16" if profile.skill else "GA-3.3-18")
    if melee or not fatigued or not (profile.skill or worsen_automatic):
        return printed
    return printed.set(FATIGUED_SKILL, "GA-3.1-12")


def overwatch(skill: Tally) -> Tally:
    """GA-5.7-05 Give what hits in an Overwatch: an unmodified 6, whatever the skill and the modifiers."""
    return skill.set(SIDES, "GA-5.7-05")


def hit_modifiers(
    profile: WeaponProfile, *, melee: bool, stationary: bool, stealth: bool, seen: bool
) -> tuple[Modifier, ...]:
    """List what is added to a Hit roll; Stealth and sight play no part in melee (GA-3.5-18)."""
    return (
        (weapon_abilities.heavy(profile, stationary=stationary), "GA-8.3-21"),
        (-int(stealth and not melee), "GA-3.3-15"),
        (weapon_abilities.unseen(profile, seen=seen or melee), "GA-8.3-15"),
    )


def hit(face: int, needed: int, profile: WeaponProfile, *, fives: bool = False) -> Hit:
    """GA-8.3-05 Say what a Hit die gives; `fives` is the option that a 5 of Annihilation always hits."""
    always = fives and face == weapon_abilities.AUTOMATIC_FROM and weapon_abilities.has(profile, "annihilation")
    if face == 1 or (face < SIDES and face < needed and not always):
        return Hit(MISS)
    outcome = CRITICAL if face == SIDES else HIT
    wounds = weapon_abilities.annihilation(profile, face) or weapon_abilities.destructive(profile, outcome)
    return Hit(outcome, wounds, weapon_abilities.sustained_fire(profile, outcome))


# -- Wound roll


def strength_against(strength: int, vigour: int) -> int:
    """GA-3.3-19 Give the face of the table; its extreme rows come first."""
    if strength >= 2 * vigour:
        return 2
    if 2 * strength <= vigour:
        return 6
    return 4 + (strength < vigour) - (strength > vigour)


def needed_to_wound(strength: int, vigour: int, modifiers: Iterable[Modifier], cap: int) -> Tally:
    """GA-3.3-19 Give the face that wounds."""
    return _modified(Tally.base(strength_against(strength, vigour), "GA-3.3-19"), modifiers, cap)


def wound_modifiers(profile: WeaponProfile, *, assaulted: bool, keywords: Collection[str]) -> tuple[Modifier, ...]:
    """List what is added to a Wound roll."""
    return (
        (weapon_abilities.bayonet(profile, assaulted=assaulted), "GA-8.3-13"),
        (weapon_abilities.emission(profile, keywords), "GA-8.3-31"),
    )


def wound(face: int, needed: int, critical: int) -> str:
    """GA-3.3-20 GA-8.3-30 Say what a Wound die gives."""
    if face == 1:
        return FAILED
    if face >= critical:
        return CRITICAL
    return WOUND if face >= needed else FAILED


# -- save


def needed_to_save(defence: int, penetration: int, *, cover: bool, cap: str, plunging: bool = False) -> Tally:
    """GA-3.3-23 GA-6.0-02 GA-6.0-04 GA-6.6-06 Give the face of an armour save."""
    without = Tally.base(defence, "GA-3.3-23").add(-penetration, "GA-3.3-23").add(int(plunging), "GA-6.6-06")
    capped = defence if cap == "statistic" else without.total
    return without.add(-1, "GA-6.0-02") if cover and capped > COVER_FLOOR else without


def saved(face: int, needed: int) -> bool:
    """GA-3.3-24 Say whether a Defense Check holds; an unmodified 1 never does."""
    return face != 1 and face >= needed


def chance(needed: int) -> int:
    """Count the faces that save."""
    return sum(saved(face, needed) for face in range(1, SIDES + 1))


def better_save(armour: Tally | None, invulnerable: Tally | None) -> str:
    """GA-3.3-25 Name the save with the better chance, armour where they are equal."""
    if armour is None:
        return NONE if invulnerable is None else INVULNERABLE
    if invulnerable is None:
        return ARMOUR
    return INVULNERABLE if chance(invulnerable.total) > chance(armour.total) else ARMOUR


# -- damage


def damage(profile: WeaponProfile, thrown: int, *, near: bool) -> Tally:
    """GA-3.3-26 GA-8.3-20 Give the Damage of an attack; `near` within half range."""
    return Tally.base(thrown, "GA-3.3-26").add(weapon_abilities.inferno(profile, half_range=near), "GA-8.3-20")


def ignored(face: int, health: int) -> bool:
    """GA-3.3-34 Say whether Reinforced Health ignores a wound."""
    return health > 0 and face >= health


def _modified(base: Tally, modifiers: Iterable[Modifier], cap: int) -> Tally:
    """GA-2.5-07 GA-8.3-02 Turn modifiers to a die into modifiers of the face needed, added up and capped."""
    total = base
    listed: Sequence[Modifier] = tuple(modifiers)
    for amount, clause in listed:
        total = total.add(-amount, clause)
    added = sum(amount for amount, _ in listed)
    within = max(-cap, min(cap, added)) if cap else added
    return total.add(added - within, "GA-8.3-02")
