"""The odds of an attack are exact: they are worked out a second time with icepool, which knows nothing of our rules."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.dice.wgdice import Throw
from adjudicator.rulesets.grinding_annihilation.model.messages import ResolveAttackGroup
from adjudicator.rulesets.grinding_annihilation.model.rows import Side
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimatedWeapon
from tests.rulesets.grinding_annihilation.fixtures import ability
from tests.rulesets.grinding_annihilation.odds.fixtures import (
    cases_on_table,
    estimate_request,
    gun_with,
    request_of_case,
    with_target,
)
from tests.rulesets.grinding_annihilation.odds.steps import ask_estimate, check_against_oracle, fractions
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, Gun, Mark
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable, troop_profile, weapon, weapon_profile

FIVE = (Mark(defence=5),) * 5

TOUGH = (Mark(wounds=3, defence=3, invulnerable=5, health=5),) * 2

LED = (Mark(), Mark(), Mark(wounds=3, defence=3, invulnerable=4, leader=True))


PROFILES = {
    "plain": Case(),
    "many attacks": Case(gun=Gun(swiftness="4"), copies=3),
    "random attacks": Case(gun=Gun(swiftness="D6"), copies=1),
    "two dice of attacks": Case(gun=Gun(swiftness="2D3+1"), copies=1),
    "sure hits": Case(gun=Gun(skill=0, swiftness="D3")),
    "sure hits of the tired": Case(gun=Gun(skill=0), fatigued=True),
    "poor shots": Case(gun=Gun(skill=6, swiftness="3")),
    "tired": Case(fatigued=True),
    "tired in melee": Case(fatigued=True, melee=True),
    "stealth": Case(stealth=True),
    "stealth in melee": Case(stealth=True, melee=True),
    "overwatch": Case(overwatch=True, gun=Gun(swiftness="3")),
    "weak": Case(gun=Gun(strength=2)),
    "weaker": Case(gun=Gun(strength=3)),
    "strong": Case(gun=Gun(strength=5)),
    "twice as strong": Case(gun=Gun(strength=8)),
    "piercing": Case(gun=Gun(penetration=-2)),
    "blunt": Case(gun=Gun(penetration=0), target=(Mark(defence=2),) * 2),
    "no save": Case(gun=Gun(penetration=-4), target=(Mark(defence=0),) * 3),
    "cover": Case(cover=True),
    "cover at the floor": Case(cover=True, target=(Mark(defence=3),) * 2),
    "cover in melee": Case(cover=True, melee=True),
    "plunging": Case(plunging=True),
    "plunging into cover": Case(plunging=True, cover=True, gun=Gun(penetration=-2)),
    "invulnerable": Case(gun=Gun(penetration=-3), target=(Mark(invulnerable=4),) * 2),
    "invulnerable, armour better": Case(target=(Mark(defence=3, invulnerable=5),) * 2),
    "wounds": Case(gun=Gun(swiftness="3"), target=(Mark(wounds=2),) * 2),
    "damage beyond a troop is lost": Case(gun=Gun(damage="3"), target=(Mark(wounds=2),) * 3),
    "random damage": Case(gun=Gun(damage="D6"), target=(Mark(wounds=4),) * 2),
    "damage of two dice": Case(gun=Gun(damage="2D3"), target=(Mark(wounds=5),) * 2),
    "damage with a constant": Case(gun=Gun(damage="D3+2"), target=(Mark(wounds=4),) * 2),
    "reinforced health": Case(gun=Gun(damage="2"), target=(Mark(wounds=3, health=5),) * 2),
    "reinforced health and all": Case(gun=Gun(damage="D6", swiftness="2", penetration=-1), target=TOUGH),
    "more wounds than troops": Case(gun=Gun(swiftness="5", strength=8), target=(Mark(defence=6),) * 2),
    "attached": Case(gun=Gun(swiftness="3", damage="2"), target=LED),
    "attached and aimed at": Case(gun=gun_with("precision", swiftness="3", damage="D3"), target=LED, aimed=True),
    "attached, Devastating, aimed at": Case(gun=gun_with("precision", "devastating"), target=LED, aimed=True),
    "random extra hits": Case(gun=Gun(abilities=(("sustained_fire", "D3"),)), target=FIVE),
    "all abilities that add up": Case(
        gun=gun_with("heavy", "indirect", "emission", "bayonet"),
        seen=False,
        stealth=True,
        stationary=True,
        assaulted=True,
    ),
    "modifiers capped": Case(
        gun=gun_with("emission", "bayonet", "indirect"), seen=False, stealth=True, assaulted=True, cap=1
    ),
    "fives always hit": Case(gun=gun_with("annihilation", skill=6), fives=True),
    "fives miss": Case(gun=gun_with("annihilation", skill=6)),
    "fives of an overwatch": Case(gun=gun_with("annihilation"), overwatch=True, fives=True),
    "re-rolls of all but criticals": Case(gun=gun_with("twin_weapon", "devastating"), rerolls="non_criticals"),
    "no re-rolls": Case(gun=gun_with("twin_weapon"), rerolls="none"),
    "Devastating with random damage": Case(gun=gun_with("devastating", damage="D3"), target=TOUGH),
    "Devastating that stops": Case(
        gun=gun_with("devastating", damage="D3+1"), target=(Mark(wounds=2),) * 3, spill=False
    ),
    "Devastating that stops, ignored": Case(gun=gun_with("devastating", damage="2"), target=TOUGH, spill=False),
    "Devastating, steered": Case(
        gun=gun_with("precision", "devastating", damage="D3+1"), target=LED, aimed=True, steers=True
    ),
    "Devastating, steered, that stops": Case(
        gun=gun_with("precision", "devastating", damage="2", swiftness="2"),
        target=LED,
        aimed=True,
        steers=True,
        spill=False,
    ),
    "Devastating, not aimed": Case(gun=gun_with("precision", "devastating"), target=LED, steers=True),
    "against vehicles": Case(gun=gun_with("anti", "emission"), infantry=False),
}


@pytest.mark.rule(
    "GA-3.3-16", "GA-3.3-19", "GA-3.3-21", "GA-3.3-23", "GA-3.3-25", "GA-3.3-26", "GA-3.3-27", "GA-3.3-34", "GA-8.3-02"
)
@pytest.mark.parametrize("case", PROFILES.values(), ids=PROFILES)
def test_profiles(case: Case):
    """Every distribution of a profile is what the second reckoning gives, to the last fraction."""
    check_against_oracle(case)


ABILITIES = (
    "rapid_fire",
    "ignores_cover",
    "twin_weapon",
    "sidearm",
    "destructive",
    "bayonet",
    "indirect",
    "precision",
    "volatile",
    "inferno",
    "heavy",
    "hazard",
    "devastating",
    "annihilation",
    "sustained_fire",
    "extra_attacks",
    "anti",
    "emission",
    "storm",
)

RANGED: dict[str, Any] = {"near": True, "stationary": True, "assaulted": True, "cover": True}

WORST: dict[str, Any] = {"seen": False, "stealth": True, "fatigued": True}

MELEE: dict[str, Any] = {"melee": True, "assaulted": True, "stationary": True}

RANGED_ALONE = {"rapid_fire", "ignores_cover", "inferno"}
"""Abilities that do nothing in melee."""


@pytest.mark.rule("GA-8.3-01", "GA-8.3-05")
@pytest.mark.parametrize("situation", [RANGED, WORST, MELEE], ids=["ranged", "foul", "melee"])
@pytest.mark.parametrize("name", ABILITIES)
def test_every_ability_alone(name: str, situation: dict[str, Any]):
    """Every weapon ability does by itself what the second reckoning gives, in three situations."""
    check_against_oracle(Case(gun=gun_with(name), target=FIVE, **situation))


@pytest.mark.rule("GA-8.3-01", "GA-8.3-05")
@pytest.mark.parametrize(
    ("one", "other", "situation"),
    [
        pytest.param(one, other, situation, id=f"{one}-{other}-{name}", marks=() if usual else pytest.mark.long)
        for number, (one, other) in enumerate(combinations(ABILITIES, 2))
        for name, situation, usual in (
            ("ranged", RANGED, {one, other} & RANGED_ALONE or number % 2),
            ("melee", MELEE, not {one, other} & RANGED_ALONE and number % 2 == 0),
        )
    ],
)
def test_abilities_in_pairs(one: str, other: str, situation: dict[str, Any]):
    """Two abilities of one weapon apply together as the second reckoning gives."""
    check_against_oracle(Case(gun=gun_with(one, other), target=FIVE, **situation))


class BranchEnded(Exception):
    """A branch ends before the dice do."""


class BranchDice:
    """Dice that follow one branch, and say where it needs to go on."""

    def __init__(self, branch: tuple[int, ...]) -> None:
        self.branch, self.used = branch, 0

    def throw(self, ask: Throw) -> tuple[int, ...]:
        faces = self.branch[self.used : self.used + ask.count]
        if len(faces) < ask.count:
            raise BranchEnded(ask.count - len(faces))
        self.used += ask.count
        return faces


def every_throw(field: AttackTable, command: ResolveAttackGroup) -> Iterator[tuple[Fraction, Game]]:
    """Give what every possible throw of a group's dice leads to, and how likely it is."""
    open_: list[tuple[int, ...]] = [()]
    while open_:
        branch, table = open_.pop(), field.table
        try:
            ruling = adjudicate(table.rules, table.game, table.protocol, 0, command, BranchDice(branch))
        except BranchEnded as short:
            open_ += [(*branch, *faces) for faces in product(range(1, 7), repeat=short.args[0])]
        else:
            yield Fraction(1, 6 ** len(branch)), ruling.game


PLAYED = {
    "damage and health": Case(gun=Gun(skill=4, damage="D3"), copies=1, target=(Mark(wounds=2, health=5),)),
    "Devastating, extra hits": Case(
        gun=gun_with("devastating", "sustained_fire", "anti", damage="2"), copies=1, target=(Mark(wounds=2),) * 2
    ),
    "random attacks": Case(gun=Gun(skill=0, swiftness="D3"), copies=1, target=(Mark(),)),
    "Destructive twins": Case(gun=gun_with("destructive", "twin_weapon"), copies=1, target=(Mark(),)),
}


@pytest.mark.rule("GA-3.3-39")
@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED)
def test_every_throw_of_the_attack_itself(case: Case):
    """The odds are those of the attack: every possible throw of its dice is played, and the results are counted."""
    field = cases_on_table(case)
    order = tuple(f"b-wall.{number}" for number in range(1, len(case.target) + 1))
    field.table.set(sides={**field.game.sides, 1: Side(seat=1, mustered=True, casualty_order=order)})
    answer = ask_estimate(field, estimate_request())
    field.shoot(("gun0", 0, "b-wall"))
    declared = field.game.declaration.id
    twin = any(row.name == "twin_weapon" for row in field.game.weapons["gun0"].profiles[0].abilities)
    rerolls = "failures" if twin else ""
    command = ResolveAttackGroup(declaration=declared, target="b-wall", weapon="gun0", profile=0, rerolls=rerolls)
    found: dict[int, Fraction] = {}
    full = sum(row.wounds for row in case.target)
    for chance, game in every_throw(field, command):
        lost = full - sum(troop.wounds_left for troop in game.troops.values() if troop.seat == 1)
        found[lost] = found.get(lost, Fraction(0)) + chance
    assert fractions(answer.damage) == found


DEADLY = Gun(skill=0, strength=8, penetration=-6)


GROUPS = {
    "the second may find nobody": (Case(gun=DEADLY), Case(gun=Gun(swiftness="2"))),
    "mortal wounds wait for both": (Case(gun=gun_with("devastating", damage="2"), target=TOUGH), Case(target=TOUGH)),
    "lots of two kinds pass on": (
        Case(gun=gun_with("devastating", damage="D3"), target=TOUGH, copies=1),
        Case(gun=gun_with("devastating", damage="2"), target=TOUGH, copies=1),
    ),
    "lots of two kinds stop": (
        Case(gun=gun_with("devastating", damage="D3"), target=TOUGH, copies=1, spill=False),
        Case(gun=gun_with("devastating", damage="2"), target=TOUGH, copies=1, spill=False),
    ),
    "a steered lot and another": (
        Case(gun=gun_with("precision", "devastating", damage="2"), target=LED, aimed=True, steers=True, copies=1),
        Case(gun=gun_with("devastating"), target=LED, aimed=True, steers=True, copies=1),
    ),
    "three guns": tuple(
        Case(gun=Gun(damage=damage), target=(Mark(wounds=2),) * 3, copies=1) for damage in ("1", "2", "D3")
    ),
}


@pytest.mark.rule("GA-3.3-11", "GA-3.3-32", "GA-3.3-39", "GA-8.3-25", "GA-8.3-26")
@pytest.mark.parametrize("cases", GROUPS.values(), ids=GROUPS)
def test_groups_one_after_the_other(cases: tuple[Case, ...]):
    """Groups follow one another while somebody is left, and mortal wounds come after them all."""
    check_against_oracle(*cases)


@pytest.mark.rule("GA-8.3-30", "GA-8.3-31")
@pytest.mark.ruling("GA-8.3-30.2")
def test_a_group_looks_at_its_target_when_it_begins():
    """Emission counts for the second group only if the one Infantry troop of the target outlived the first."""
    field = AttackTable(attached_keywords="union")
    aimed = weapon_profile(ability("precision"), skill=0, strength=8, penetration=-6)
    field.weapons(weapon("gun0", aimed), weapon("gun1", weapon_profile(ability("emission"), skill=0)))
    field.formation("a-guns", carry=("gun0", "gun1"))
    field.formation("b-wall", 2, keywords=("vehicle",), leader=troop_profile("boss"))
    guns = [EstimatedWeapon(weapon=row, profile=0) for row in ("gun0", "gun1")]
    answer = fractions(ask_estimate(field, estimate_request(*guns, aim="b-wallboss.1")).wounds)
    missed, struck = Fraction(1, 6), Fraction(5, 6)
    assert answer == {
        0: missed * Fraction(1, 3),
        1: missed * Fraction(2, 3) + struck * Fraction(1, 2),
        2: struck * Fraction(1, 2),
    }


def binomial(count: int) -> dict[int, Fraction]:
    return {
        number: comb(count, number) * Fraction(1, 6) ** number * Fraction(5, 6) ** (count - number)
        for number in range(count + 1)
    }


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
def test_hazard_tests_are_a_distribution_of_their_own():
    """Each Hazard weapon used fails one time in six, and each failure destroys a bearer."""
    answer = ask_estimate(
        cases_on_table(Case(gun=gun_with("hazard"), copies=3)), request_of_case(Case(gun=gun_with("hazard"), copies=3))
    )
    assert fractions(answer.hazard_failures) == binomial(3)
    assert fractions(answer.own_troops_lost) == binomial(3)
    assert fractions(answer.own_damage) == binomial(3)


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
def test_a_weapon_that_is_not_used_is_not_tested():
    """A Hazard weapon whose target was destroyed before its group began takes no test."""
    sure = Case(gun=DEADLY, copies=1, target=(Mark(),))
    answer = ask_estimate(cases_on_table(sure, replace(sure, gun=gun_with("hazard"))), request_of_case(sure, sure))
    used = Fraction(1, 6)  # the first attack did not wound
    assert fractions(answer.hazard_failures) == {0: 1 - used / 6, 1: used / 6}


@pytest.mark.rule("GA-8.3-24", "GA-3.3-34")
def test_a_hardy_bearer_suffers_mortal_wounds():
    """A failed test gives a Vehicle three mortal wounds, which its Reinforced Health may ignore."""
    field = AttackTable().weapons(weapon("gun0", weapon_profile(ability("hazard"))))
    field.formation(
        "a-guns",
        carry=("gun0",),
        kind=troop_profile(wounds=5),
        keywords=("vehicle",),
        abilities=[ability("reinforced_health", 5)],
    )
    answer = ask_estimate(with_target(field, Case()), estimate_request())
    dealt = {number: comb(3, number) * Fraction(2, 3) ** number * Fraction(1, 3) ** (3 - number) for number in range(4)}
    expected = {key: chance / 6 for key, chance in dealt.items()}
    expected[0] += Fraction(5, 6)
    assert fractions(answer.own_damage) == expected
    assert fractions(answer.own_troops_lost) == {0: 1}


def test_twenty_attacks_are_worked_out_at_once():
    """Twenty attacks with everything that makes them hard take well under a second of a machine's time."""
    gun = gun_with("sustained_fire", "devastating", "twin_weapon", swiftness="2", damage="D3")
    case = Case(gun=gun, copies=10, target=TOUGH * 5, rerolls="failures")
    field = cases_on_table(case)
    begun = time.process_time()
    answer = ask_estimate(field, request_of_case(case))
    assert time.process_time() - begun < 1
    assert sum(fractions(answer.damage).values()) == 1
