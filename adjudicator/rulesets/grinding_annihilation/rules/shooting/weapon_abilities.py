"""Weapon abilities (chapter 8.3): one function each, called by name at the fixed points of the attack sequence.

All are pure. A function says what its ability does in a given situation: a modifier, extra attacks, a truth. Where a
weapon does not have the ability, it does nothing. The abilities that lift or set limits on targets (Storm, SideArm,
Indirect, Volatile) are asked for by the shooting chapter, the others by the attack sequence.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.kernel.dice.tally import doubled_mean
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.grinding_annihilation.model.messages import Ability, WeaponProfile

CRITICAL = 6
VOLATILE_TROOPS = 5
AUTOMATIC_FROM = 5

# -- finding abilities


def find(profile: WeaponProfile, name: str) -> Ability | None:
    """GA-8.3-01 Find an ability of a profile; where it stands twice, the better one counts."""
    found = [ability for ability in profile.abilities if ability.name == name]
    return max(found, key=_worth) if found else None


def has(profile: WeaponProfile, name: str) -> bool:
    """Tell whether a profile has an ability."""
    return any(ability.name == name for ability in profile.abilities)


def _worth(ability: Ability) -> int:
    """Twice the mean of X: two expressions are compared by what they give on average."""
    return 0 if ability.x is None else doubled_mean(ability.x)


def _number(profile: WeaponProfile, name: str) -> int:
    ability = find(profile, name)
    return 0 if ability is None or ability.x is None else ability.x.plus


# -- who may shoot at what


def storm(profile: WeaponProfile) -> bool:
    """GA-8.3-06 It may be shot after an Advance."""
    return has(profile, "storm")


def sidearm(profile: WeaponProfile) -> bool:
    """GA-8.3-10 It may be shot within Threat Range."""
    return has(profile, "sidearm")


def indirect(profile: WeaponProfile) -> bool:
    """GA-8.3-14 It needs no sight of its target."""
    return has(profile, "indirect")


def volatile(profile: WeaponProfile) -> bool:
    """GA-8.3-19 It can not be used against a formation within Threat Range of the attacker's army."""
    return has(profile, "volatile")


def precision(profile: WeaponProfile) -> bool:
    """GA-8.3-16 The attacker may put its wounding attacks on a visible Character of an Attached formation."""
    return has(profile, "precision")


def hazard(profile: WeaponProfile) -> bool:
    """GA-8.3-22 It calls for a Hazard test."""
    return has(profile, "hazard")


def extra_attacks(profile: WeaponProfile, *, melee: bool) -> bool:
    """GA-8.3-29 Its Swiftness can not be modified; on a ranged weapon the ability has no effect."""
    return melee and has(profile, "extra_attacks")


# -- number of attacks


def rapid_fire(profile: WeaponProfile, *, half_range: bool) -> int:
    """GA-8.3-07 Attacks added within half range."""
    return _number(profile, "rapid_fire") if half_range else 0


def volatile_attacks(profile: WeaponProfile, troops: int) -> int:
    """GA-8.3-18 Attacks added for every five troops of the target."""
    return troops // VOLATILE_TROOPS if volatile(profile) else 0


# -- Hit roll


def heavy(profile: WeaponProfile, *, stationary: bool) -> int:
    """GA-8.3-21 Added to the Hit roll of a formation that Remained Stationary."""
    return int(stationary and has(profile, "heavy"))


def unseen(profile: WeaponProfile, *, seen: bool) -> int:
    """GA-8.3-15 Added to the Hit roll of an Indirect attack on a formation that nobody saw."""
    return -int(indirect(profile) and not seen)


def destructive(profile: WeaponProfile, outcome: str) -> bool:
    """GA-8.3-12 A Critical Hit wounds without a roll."""
    return outcome == "critical" and has(profile, "destructive")


def annihilation(profile: WeaponProfile, face: int) -> bool:
    """GA-8.3-27 A hit with an unmodified 5 or 6 wounds without a roll."""
    return face >= AUTOMATIC_FROM and has(profile, "annihilation")


def sustained_fire(profile: WeaponProfile, outcome: str) -> Amount | None:
    """GA-8.3-28 Hits added to a Critical Hit."""
    ability = find(profile, "sustained_fire") if outcome == "critical" else None
    return None if ability is None else ability.x


# -- Wound roll


def bayonet(profile: WeaponProfile, *, assaulted: bool) -> int:
    """GA-8.3-13 Added to the Wound roll after an Assault move."""
    return int(assaulted and has(profile, "bayonet"))


def emission(profile: WeaponProfile, keywords: Collection[str]) -> int:
    """GA-8.3-31 Added to the Wound roll against Infantry."""
    return int("infantry" in keywords and has(profile, "emission"))


def anti(profile: WeaponProfile, keywords: Collection[str]) -> int:
    """GA-8.3-30 Give the least face of a Critical Wound against a target with these keywords."""
    faces = [
        ability.x.plus
        for ability in profile.abilities
        if ability.name == "anti" and ability.x and ability.keyword.lower() in keywords
    ]
    return min([CRITICAL, *faces])


def twin_weapon(profile: WeaponProfile) -> bool:
    """GA-8.3-09 Its Wound rolls may be thrown again."""
    return has(profile, "twin_weapon")


def wounds_unrolled(profile: WeaponProfile) -> bool:
    """GA-8.3-12 GA-8.3-27 Some of its hits may wound without a Wound roll."""
    return has(profile, "destructive") or has(profile, "annihilation")


def devastating(profile: WeaponProfile, outcome: str) -> bool:
    """GA-8.3-25 A Critical Wound becomes mortal wounds."""
    return outcome == "critical" and has(profile, "devastating")


# -- save and damage


def ignores_cover(profile: WeaponProfile) -> bool:
    """GA-8.3-08 No cover counts against it."""
    return has(profile, "ignores_cover")


def unseen_cover(profile: WeaponProfile, *, seen: bool) -> bool:
    """GA-8.3-15 Tell whether the target has cover, because nobody saw it; against Indirect attacks alone."""
    return indirect(profile) and not seen and not ignores_cover(profile)


def inferno(profile: WeaponProfile, *, half_range: bool) -> int:
    """GA-8.3-20 Damage added within half range."""
    return _number(profile, "inferno") if half_range else 0
