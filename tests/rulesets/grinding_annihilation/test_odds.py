"""The odds of an attack are exact: they are reckoned a second time with icepool, which knows nothing of our rules."""

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
from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.decide.parties import SPECTATOR, TABLE
from adjudicator.kernel.dice.wgdice import Throw
from adjudicator.rulesets.grinding_annihilation import QUERIES, REASONS
from adjudicator.rulesets.grinding_annihilation.model.messages import Ability, BattleFormations, ResolveAttackGroup
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    AttackEstimate,
    Distribution,
    EstimateAttackRequest,
    EstimatedWeapon,
)
from adjudicator.rulesets.grinding_annihilation.state import Game, Side
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import battle, formation, trooper
from tests.rulesets.grinding_annihilation.ground import craters, with_terrain, woods
from tests.rulesets.grinding_annihilation.range_of_fire import Field, ability, kind, profile, weapon
from tests.rulesets.grinding_annihilation.reckoned import Case, Gun, Mark, reckon

GAME = bytes(16)
COUNTED = ("attacks", "hits", "wounds", "unsaved", "mortal_wounds", "damage", "troops_lost")
XS = {"rapid_fire": "1", "inferno": "1", "sustained_fire": "1", "anti": "4"}
ABILITIES = (
    "rapid_fire", "ignores_cover", "twin_weapon", "sidearm", "destructive", "bayonet", "indirect", "precision",
    "volatile", "inferno", "heavy", "hazard", "devastating", "annihilation", "sustained_fire", "extra_attacks", "anti",
    "emission", "storm",
)  # fmt: skip
RANGED: dict[str, Any] = {"near": True, "stationary": True, "assaulted": True, "cover": True}
FOUL: dict[str, Any] = {"seen": False, "stealth": True, "fatigued": True}
MELEE: dict[str, Any] = {"melee": True, "assaulted": True, "stationary": True}
FIVE = (Mark(defence=5),) * 5
TOUGH = (Mark(wounds=3, defence=3, invulnerable=5, health=5),) * 2
LED = (Mark(), Mark(), Mark(wounds=3, defence=3, invulnerable=4, leader=True))


# -- asking


def power(name: str, x: str) -> Ability:
    return ability(name, number(x) if x else None, "infantry" if name == "anti" else "")


def number(x: str) -> int | str:
    return int(x) if x.isdigit() else x


def field_of(*cases: Case) -> Field:
    """Put the situation of a case on the table: every troop of "a-guns" has "gun0", "gun1" ..., one a case."""
    case = cases[0]
    field = Field(
        roll_modifier_cap=case.cap, annihilation_5_always_hits=case.fives, devastating_spill=case.spill,
        precision_steers_mortals=case.steers,
    )  # fmt: skip
    names = tuple(f"gun{each}" for each in range(len(cases)))
    for name, each in zip(names, cases, strict=True):
        gun = each.gun
        made = profile(
            *(power(*one) for one in gun.abilities), swiftness=number(gun.swiftness), skill=gun.skill,
            strength=gun.strength, penetration=gun.penetration, damage=number(gun.damage),
            reach=0 if each.melee else 24,
        )  # fmt: skip
        field.weapons(weapon(name, made))
    field.formation("a-guns", case.copies, carry=names)
    return wall(field, case)


def wall(field: Field, case: Case) -> Field:
    """Put the target on the table."""
    plain = [mark for mark in case.target if not mark.leader]
    leader = next((mark for mark in case.target if mark.leader), None)
    powers = [ability("reinforced_health", plain[0].health)] if plain[0].health else []
    powers += [ability("stealth")] if case.stealth else []
    return field.formation(
        "b-wall", len(plain), kind=kind_of(plain[0], case.vigour), abilities=powers,
        keywords=("infantry",) if case.infantry else ("vehicle",),
        leader=kind_of(leader, 9, "boss") if leader else None,
    )  # fmt: skip


def kind_of(mark: Mark, vigour: int, name: str = "plain"):
    inv = (mark.invulnerable,) if mark.invulnerable else ()
    return kind(name, vigour=vigour, defence=mark.defence, wounds=mark.wounds, invulnerable=inv)


def request(*cases: Case, **rest) -> EstimateAttackRequest:
    case = cases[0]
    given = {
        "half_range": case.near, "stationary": case.stationary, "assaulted": case.assaulted, "seen": case.seen,
        "cover": case.cover, "plunging": case.plunging, "fatigued": case.fatigued, "rerolls": case.rerolls,
        "manoeuvres": ("onslaught_overwatch",) if case.overwatch else (),
        "aim": "b-wallboss.1" if case.aimed else "",
    }  # fmt: skip
    return asked(*(EstimatedWeapon(weapon=f"gun{each}", profile=0) for each in range(len(cases))), **given | rest)


def asked(*weapons: EstimatedWeapon, formation="a-guns", target="b-wall", melee=False, rerolls="", aim="", **rest):
    return EstimateAttackRequest(
        game=GAME, formation=formation, target=target, weapons=weapons, melee=melee, rerolls=rerolls, aim=aim, **rest
    )


def ask(field: Field, asked: EstimateAttackRequest, party: int = 1) -> AttackEstimate:
    return QUERIES["EstimateAttack"](field.game, party, asked)


def fractions(told: Distribution) -> dict[int, Fraction]:
    return {each.value: Fraction(each.exact) for each in told.outcomes}


def check(*cases: Case) -> AttackEstimate:
    """Hold every distribution against the second reckoning, and its sum and mean against itself."""
    told, expected = ask(field_of(*cases), request(*cases)), reckon(*cases)
    for name in COUNTED:
        found = fractions(getattr(told, name))
        assert found == expected[name], name
        assert sum(found.values()) == 1
        assert Fraction(getattr(told, name).mean) == sum(value * each for value, each in found.items())
    assert Fraction(told.destroyed.exact) == expected["troops_lost"].get(len(cases[0].target), 0)
    return told


def armed(*names: str, **rest) -> Gun:
    return Gun(**{"skill": 4, "penetration": -1, **rest}, abilities=tuple((each, XS.get(each, "")) for each in names))


# -- against a second reckoning

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
    "attached and aimed at": Case(gun=armed("precision", swiftness="3", damage="D3"), target=LED, aimed=True),
    "attached, Devastating, aimed at": Case(gun=armed("precision", "devastating"), target=LED, aimed=True),
    "random extra hits": Case(gun=Gun(abilities=(("sustained_fire", "D3"),)), target=FIVE),
    "all abilities that add up": Case(
        gun=armed("heavy", "indirect", "emission", "bayonet"), seen=False, stealth=True, stationary=True,
        assaulted=True,
    ),
    "modifiers capped": Case(
        gun=armed("emission", "bayonet", "indirect"), seen=False, stealth=True, assaulted=True, cap=1
    ),
    "fives always hit": Case(gun=armed("annihilation", skill=6), fives=True),
    "fives miss": Case(gun=armed("annihilation", skill=6)),
    "fives of an overwatch": Case(gun=armed("annihilation"), overwatch=True, fives=True),
    "re-rolls of all but criticals": Case(gun=armed("twin_weapon", "devastating"), rerolls="non_criticals"),
    "no re-rolls": Case(gun=armed("twin_weapon"), rerolls="none"),
    "Devastating with random damage": Case(gun=armed("devastating", damage="D3"), target=TOUGH),
    "Devastating that stops": Case(gun=armed("devastating", damage="D3+1"), target=(Mark(wounds=2),) * 3, spill=False),
    "Devastating that stops, ignored": Case(gun=armed("devastating", damage="2"), target=TOUGH, spill=False),
    "Devastating, steered": Case(
        gun=armed("precision", "devastating", damage="D3+1"), target=LED, aimed=True, steers=True
    ),
    "Devastating, steered, that stops": Case(
        gun=armed("precision", "devastating", damage="2", swiftness="2"), target=LED, aimed=True, steers=True,
        spill=False,
    ),
    "Devastating, not aimed": Case(gun=armed("precision", "devastating"), target=LED, steers=True),
    "against vehicles": Case(gun=armed("anti", "emission"), infantry=False),
}  # fmt: skip


@pytest.mark.rule(
    "GA-3.3-16", "GA-3.3-19", "GA-3.3-21", "GA-3.3-23", "GA-3.3-25", "GA-3.3-26", "GA-3.3-27", "GA-3.3-34", "GA-8.3-02"
)
@pytest.mark.parametrize("case", PROFILES.values(), ids=PROFILES)
def test_profiles(case: Case):
    """Every distribution of a profile is what the second reckoning gives, to the last fraction."""
    check(case)


@pytest.mark.rule("GA-8.3-01", "GA-8.3-05")
@pytest.mark.parametrize("situation", [RANGED, FOUL, MELEE], ids=["ranged", "foul", "melee"])
@pytest.mark.parametrize("name", ABILITIES)
def test_every_ability_alone(name: str, situation: dict[str, Any]):
    """Every weapon ability does by itself what the second reckoning gives, in three situations."""
    check(Case(gun=armed(name), target=FIVE, **situation))


@pytest.mark.rule("GA-8.3-01", "GA-8.3-05")
@pytest.mark.parametrize("situation", [RANGED, MELEE], ids=["ranged", "melee"])
@pytest.mark.parametrize(("one", "other"), list(combinations(ABILITIES, 2)))
def test_abilities_in_pairs(one: str, other: str, situation: dict[str, Any]):
    """Two abilities of one weapon apply together as the second reckoning gives."""
    check(Case(gun=armed(one, other), target=FIVE, **situation))


# -- against the attack itself


class Tree:
    """Dice that follow one branch, and say where it needs to go on."""

    def __init__(self, branch: tuple[int, ...]) -> None:
        self.branch, self.used = branch, 0

    def throw(self, ask: Throw) -> tuple[int, ...]:
        faces = self.branch[self.used : self.used + ask.count]
        if len(faces) < ask.count:
            raise Short(ask.count - len(faces))
        self.used += ask.count
        return faces


class Short(Exception):
    """A branch ends before the dice do."""


def every_throw(field: Field, command: ResolveAttackGroup) -> Iterator[tuple[Fraction, Game]]:
    """Give what every possible throw of a group's dice leads to, and how likely it is."""
    open_: list[tuple[int, ...]] = [()]
    while open_:
        branch, table = open_.pop(), field.table
        try:
            ruling = adjudicate(table.rules, table.game, table.protocol, 0, command, Tree(branch))
        except Short as short:
            open_ += [(*branch, *faces) for faces in product(range(1, 7), repeat=short.args[0])]
        else:
            yield Fraction(1, 6 ** len(branch)), ruling.game


PLAYED = {
    "damage and health": Case(gun=Gun(skill=4, damage="D3"), copies=1, target=(Mark(wounds=2, health=5),)),
    "Devastating, extra hits": Case(
        gun=armed("devastating", "sustained_fire", "anti", damage="2"), copies=1, target=(Mark(wounds=2),) * 2
    ),
    "random attacks": Case(gun=Gun(skill=0, swiftness="D3"), copies=1, target=(Mark(),)),
    "Destructive twins": Case(gun=armed("destructive", "twin_weapon"), copies=1, target=(Mark(),)),
}  # fmt: skip


@pytest.mark.rule("GA-3.3-39")
@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED)
def test_every_throw_of_the_attack_itself(case: Case):
    """The odds are those of the attack: every possible throw of its dice is played, and the results are counted."""
    field = field_of(case)
    order = tuple(f"b-wall.{each}" for each in range(1, len(case.target) + 1))
    field.table.set(sides={**field.game.sides, 1: Side(seat=1, mustered=True, casualty_order=order)})
    told = ask(field, asked())
    field.shoot(("gun0", 0, "b-wall"))
    declared = field.game.declaration.id
    command = ResolveAttackGroup(declaration=declared, target="b-wall", weapon="gun0", profile=0, rerolls="failures")
    found: dict[int, Fraction] = {}
    full = sum(each.wounds for each in case.target)
    for chance, game in every_throw(field, command):
        lost = full - sum(troop.wounds_left for troop in game.troops.values() if troop.seat == 1)
        found[lost] = found.get(lost, Fraction(0)) + chance
    assert fractions(told.damage) == found


# -- several groups

DEADLY = Gun(skill=0, strength=8, penetration=-6)
GROUPS = {
    "the second may find nobody": (Case(gun=DEADLY), Case(gun=Gun(swiftness="2"))),
    "mortal wounds wait for both": (Case(gun=armed("devastating", damage="2"), target=TOUGH), Case(target=TOUGH)),
    "lots of two kinds pass on": (
        Case(gun=armed("devastating", damage="D3"), target=TOUGH, copies=1),
        Case(gun=armed("devastating", damage="2"), target=TOUGH, copies=1),
    ),
    "lots of two kinds stop": (
        Case(gun=armed("devastating", damage="D3"), target=TOUGH, copies=1, spill=False),
        Case(gun=armed("devastating", damage="2"), target=TOUGH, copies=1, spill=False),
    ),
    "a steered lot and another": (
        Case(gun=armed("precision", "devastating", damage="2"), target=LED, aimed=True, steers=True, copies=1),
        Case(gun=armed("devastating"), target=LED, aimed=True, steers=True, copies=1),
    ),
    "three guns": tuple(
        Case(gun=Gun(damage=damage), target=(Mark(wounds=2),) * 3, copies=1) for damage in ("1", "2", "D3")
    ),
}  # fmt: skip


@pytest.mark.rule("GA-3.3-11", "GA-3.3-32", "GA-3.3-39", "GA-8.3-25", "GA-8.3-26")
@pytest.mark.parametrize("cases", GROUPS.values(), ids=GROUPS)
def test_groups_one_after_the_other(cases: tuple[Case, ...]):
    """Groups follow one another while somebody is left, and mortal wounds come after them all."""
    check(*cases)


@pytest.mark.rule("GA-8.3-30", "GA-8.3-31")
def test_a_group_looks_at_its_target_when_it_begins():
    """Emission counts for the second group only if the one Infantry troop of the target outlived the first."""
    field = Field(attached_keywords="union")
    aimed = profile(ability("precision"), skill=0, strength=8, penetration=-6)
    field.weapons(weapon("gun0", aimed), weapon("gun1", profile(ability("emission"), skill=0)))
    field.formation("a-guns", carry=("gun0", "gun1"))
    field.formation("b-wall", 2, keywords=("vehicle",), leader=kind("boss"))
    guns = [EstimatedWeapon(weapon=each, profile=0) for each in ("gun0", "gun1")]
    told = fractions(ask(field, asked(*guns, aim="b-wallboss.1")).wounds)
    missed, struck = Fraction(1, 6), Fraction(5, 6)
    assert told == {
        0: missed * Fraction(1, 3), 1: missed * Fraction(2, 3) + struck * Fraction(1, 2), 2: struck * Fraction(1, 2)
    }  # fmt: skip


# -- Hazard


def binomial(count: int) -> dict[int, Fraction]:
    return {each: comb(count, each) * Fraction(1, 6) ** each * Fraction(5, 6) ** (count - each)
            for each in range(count + 1)}  # fmt: skip


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
def test_hazard_tests_are_a_distribution_of_their_own():
    """Each Hazard weapon used fails one time in six, and each failure destroys a bearer."""
    told = ask(field_of(Case(gun=armed("hazard"), copies=3)), request(Case(gun=armed("hazard"), copies=3)))
    assert fractions(told.hazard_failures) == binomial(3)
    assert fractions(told.own_troops_lost) == binomial(3)
    assert fractions(told.own_damage) == binomial(3)


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
def test_a_weapon_that_is_not_used_is_not_tested():
    """A Hazard weapon whose target was destroyed before its group began takes no test."""
    sure = Case(gun=DEADLY, copies=1, target=(Mark(),))
    told = ask(field_of(sure, replace(sure, gun=armed("hazard"))), request(sure, sure))
    used = Fraction(1, 6)  # the first attack did not wound
    assert fractions(told.hazard_failures) == {0: 1 - used / 6, 1: used / 6}


@pytest.mark.rule("GA-8.3-24", "GA-3.3-34")
def test_a_hardy_bearer_suffers_mortal_wounds():
    """A failed test gives a Vehicle three mortal wounds, which its Reinforced Health may ignore."""
    field = Field().weapons(weapon("gun0", profile(ability("hazard"))))
    field.formation(
        "a-guns", carry=("gun0",), kind=kind(wounds=5), keywords=("vehicle",),
        abilities=[ability("reinforced_health", 5)],
    )  # fmt: skip
    told = ask(wall(field, Case()), asked())
    dealt = {each: comb(3, each) * Fraction(2, 3) ** each * Fraction(1, 3) ** (3 - each) for each in range(4)}
    expected = {each: chance / 6 for each, chance in dealt.items()}
    expected[0] += Fraction(5, 6)
    assert fractions(told.own_damage) == expected
    assert fractions(told.own_troops_lost) == {0: 1}


# -- as they stand


def mean(told: Distribution) -> Fraction:
    return Fraction(told.mean)


@pytest.mark.rule("GA-8.3-03", "GA-8.3-07", "GA-8.3-21", "GA-3.1-12")
def test_what_is_not_supposed_is_as_it_stands():
    """Distance, move and fatigue are taken from the battle where nothing else is supposed."""
    gun = profile(ability("rapid_fire", 1), ability("heavy"), skill=4, reach=22)
    field = wall(Field().weapons(weapon("gun0", gun)).formation("a-guns", carry=("gun0",)), Case())
    assert fractions(ask(field, asked()).attacks) == {2: 1}
    assert fractions(ask(field, asked(half_range=False)).attacks) == {1: 1}
    assert mean(ask(field, asked()).hits) == Fraction(2, 2)
    field.change("formations", "a-guns", move="remained_stationary")
    assert mean(ask(field, asked()).hits) == Fraction(4, 3)
    assert mean(ask(field, asked(stationary=False)).hits) == Fraction(2, 2)
    field.change("formations", "a-guns", fatigued=2)
    assert mean(ask(field, asked()).hits) == Fraction(2, 3)
    assert mean(ask(field, asked(fatigued=False)).hits) == Fraction(4, 3)


@pytest.mark.rule("GA-6.0-02", "GA-6.0-06", "GA-6.1-01")
def test_terrain_covers_the_troops_that_stand_in_it():
    """The troop in the open saves on a 5, the one behind it in a crater on a 4, unless cover is supposed."""
    troops = trooper(de=5)
    blue = formation("b-b", at=[(20, 10), (20, 14)], troop=troops, weapons=())
    table = battle(formation("a-r", at=[(10, 10), (10, 12)]), blue)
    with_terrain(table, craters(18, 12.5, 22, 16))
    weapon_ = EstimatedWeapon(weapon="rifle", profile=0, attacks=2)
    told = estimate(table, weapon_)
    expected = reckon(Case(gun=Gun(swiftness="2"), target=(Mark(defence=5), Mark(defence=4))))
    assert fractions(told.damage) == expected["damage"]
    assert fractions(told.unsaved) == expected["unsaved"]
    for cover in (True, False):
        case = Case(gun=Gun(swiftness="2"), target=(Mark(defence=5),) * 2, cover=cover)
        assert fractions(estimate(table, weapon_, cover=cover).damage) == reckon(case)["damage"]


@pytest.mark.rule("GA-6.5-04")
@pytest.mark.parametrize("source", ["declared", "geometric"])
def test_sight_is_what_terrain_allows(source):
    """Before sight is stated, a wood between the two lets nobody be fully seen, and so gives cover."""
    table = battle(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)], troop=trooper(de=5), weapons=()),
        options={"visibility_source": source},
    )  # fmt: skip
    with_terrain(table, woods(14, 5, 16, 15))
    assert estimate(table).groups[0].save_needed.total == 4
    assert estimate(table, cover=False).groups[0].save_needed.total == 5


def estimate(table: Table, *weapons: EstimatedWeapon, **rest: Any) -> AttackEstimate:
    return QUERIES["EstimateAttack"](table.game, 0, asked(*weapons, formation="a-r", target="b-b", **rest))


@pytest.mark.rule("GA-5.8-01", "GA-5.9-01", "GA-5.7-05")
def test_manoeuvres_may_be_supposed():
    """Smokescreen hides and covers, Find Cover! saves on a 5, an Overwatch hits on 6 alone: before any is paid for."""
    case = Case(copies=1, gun=Gun(penetration=-1), target=(Mark(defence=6),))
    field = field_of(case)
    names = "smokescreen", "find_cover", "onslaught_overwatch"
    told = {each: ask(field, asked(manoeuvres=(each,))) for each in names}
    assert told["smokescreen"].groups[0].hit_needed.total == 4
    assert told["smokescreen"].groups[0].save_needed.total == 6
    assert (told["find_cover"].groups[0].save, told["find_cover"].groups[0].save_needed.total) == ("invulnerable", 5)
    assert mean(told["onslaught_overwatch"].hits) == Fraction(1, 6)
    assert ask(field, asked()).groups[0].save_needed.total == 7


@pytest.mark.rule("GA-3.3-21", "GA-3.3-22")
def test_who_takes_attacks_is_as_the_battle_says():
    """A wounded troop takes the first attack; among whole ones the standing choice of the player goes first."""
    case = Case(gun=DEADLY, copies=1, target=(Mark(wounds=2),) * 3)
    field = field_of(case)
    assert ask(field, asked()).groups[0].first_taker == "b-wall.1"
    field.table.set(sides={**field.game.sides, 1: Side(seat=1, mustered=True, casualty_order=("b-wall.3",))})
    assert ask(field, asked()).groups[0].first_taker == "b-wall.3"
    field.change("troops", "b-wall.2", wounds_left=1)
    told = ask(field, asked())
    assert told.groups[0].first_taker == "b-wall.2"
    assert fractions(told.troops_lost) == {0: Fraction(1, 6), 1: Fraction(5, 6)}


@pytest.mark.rule("GA-3.3-07")
def test_attacks_may_be_supposed_and_troops_chosen():
    """A number stands in place of Swiftness, abilities add to it; of several bearers those named attack."""
    case = Case(gun=armed("rapid_fire", swiftness="D6"), copies=3, near=True)
    field = field_of(case)
    chosen = EstimatedWeapon(weapon="gun0", profile=0, troops=("a-guns.1", "a-guns.3"), attacks=2)
    told = ask(field, asked(chosen, half_range=True))
    assert fractions(told.attacks) == {6: 1}
    assert told.groups[0].copies == 2


@pytest.mark.rule("GA-3.3-20", "GA-3.3-23")
def test_what_dice_need_is_told_with_its_reasons():
    """The faces needed are told as tallies that name their clauses."""
    case = Case(gun=armed("heavy", "anti"), stationary=True, cover=True, target=FIVE)
    group = ask(field_of(case), request(case)).groups[0]
    assert (group.hit_needed.total, group.wound_needed.total, group.critical) == (3, 4, 4)
    assert "GA-8.3-21" in group.hit_needed.clauses()
    assert (group.save, group.save_needed.total) == ("armour", 5)
    assert "GA-6.0-02" in group.save_needed.clauses()


@pytest.mark.rule("GA-8.3-29", "GA-3.5-13")
def test_weapons_not_named_are_those_that_would_be_used():
    """Without names a troop fights with its first melee weapon and all Extra Attacks, and shoots what reaches."""
    field = Field().weapons(
        weapon("blade", profile(reach=0, swiftness=2)), weapon("axe", profile(reach=0)),
        weapon("tail", profile(ability("extra_attacks"), reach=0)), weapon("rifle", profile()),
        weapon("pistol", profile(ability("sidearm"))), weapon("stub", profile(reach=5)),
    )  # fmt: skip
    field.formation("a-guns", carry=("blade", "axe", "tail", "rifle", "pistol", "stub"))
    wall(field, Case())
    assert [each.weapon for each in ask(field, asked(melee=True)).groups] == ["blade", "tail"]
    assert [each.weapon for each in ask(field, asked()).groups] == ["rifle"]


# -- what it does not do


def test_asking_changes_nothing_and_tells_everybody_the_same():
    """Whoever asks is told the same, no die is thrown, and the battle is as before."""
    case = Case(gun=armed("devastating", "hazard", swiftness="D3"), target=TOUGH)
    field = field_of(case)
    before, entries = repr(field.game.dump()), len(field.table.log)
    answers = [ask(field, request(case), party) for party in (0, 1, TABLE, SPECTATOR)]
    assert all(each == answers[0] for each in answers)
    assert (repr(field.game.dump()), len(field.table.log)) == (before, entries)


def test_nothing_secret_is_read():
    """What the other player wrote down in secret makes no difference to the odds."""
    field = field_of(Case())
    told = ask(field, request(Case()))
    hidden = Side(seat=1, mustered=True, committed=True, written=BattleFormations(), entry=3)
    field.table.set(sides={**field.game.sides, 1: hidden})
    assert ask(field, request(Case())) == told


UNKNOWN = {
    "formation": asked(formation="a-nobody"),
    "target": asked(target="b-nobody"),
    "weapon": asked(EstimatedWeapon(weapon="spoon", profile=0)),
    "troop": asked(EstimatedWeapon(weapon="gun0", profile=0, troops=("a-guns.9",))),
    "aim": asked(aim="b-nobody.1"),
}  # fmt: skip


@pytest.mark.parametrize("request_", UNKNOWN.values(), ids=UNKNOWN)
def test_unknown_ids_are_refused(request_):
    """An id that does not exist is refused as one, with its place."""
    with pytest.raises(Unknown) as refusal:
        ask(field_of(Case()), request_)
    assert [each.reason for each in refusal.value.faults] == ["unknown-id"]
    assert refusal.value.faults[0].path


FIELDS = EstimateAttackRequest.__struct_fields__
REFUSED = {
    "not-an-enemy": asked(target="a-guns"),
    "attacker-off-field": asked(formation="a-away"),
    "target-off-field": asked(target="b-away"),
    "unknown-rerolls": asked(rerolls="sixes"),
    "no-supposed-manoeuvre": asked(manoeuvres=("grenades",)),
    "not-a-seen-character": asked(aim="b-wall.1"),
    "no-such-profile": asked(EstimatedWeapon(weapon="gun0", profile=1)),
    "not-a-shooter": asked(EstimatedWeapon(weapon="gun0", profile=0, troops=("b-wall.1",))),
    "no-such-weapon": asked(EstimatedWeapon(weapon="fist", profile=0, troops=("a-guns.1",))),
    "weapon-split": asked(*[EstimatedWeapon(weapon="gun0", profile=0)] * 2),
    "weapons-mixed": asked(EstimatedWeapon(weapon="gun0", profile=0), EstimatedWeapon(weapon="claw", profile=0)),
    "one-weapon": asked(
        EstimatedWeapon(weapon="claw", profile=0, troops=("a-guns.1",)), EstimatedWeapon(weapon="horn", profile=0),
    ),
    "no-weapons": asked(formation="a-bare"),
    "too-many-attacks": asked(EstimatedWeapon(weapon="gun0", profile=0, attacks=10**9)),
    "odds-too-large": asked(EstimatedWeapon(weapon="burst", profile=0, attacks=60)),
}  # fmt: skip


@pytest.mark.parametrize(("reason", "request_"), REFUSED.items(), ids=REFUSED)
def test_what_can_not_be_asked_is_refused(reason, request_):
    """A question that makes no sense is refused with a reason that has a sentence."""
    field = Field().weapons(
        weapon("gun0", profile()), weapon("claw", profile(reach=0)), weapon("horn", profile(reach=0)),
        weapon("fist", profile(reach=0)),
        weapon("burst", profile(ability("sustained_fire", "D6"), ability("devastating"), damage="2D6")),
    )  # fmt: skip
    field.formation("a-guns", 2, carry=("gun0", "claw", "horn", "burst")).formation("a-bare")
    for key in ("a-away", "b-away"):
        field.formation(key).change("formations", key, place="reserves")
    wall(field, Case(target=TOUGH))
    with pytest.raises(Rejected) as refusal:
        ask(field, request_)
    assert {each.reason for each in refusal.value.faults} == {reason}
    assert all(each.path.split("[")[0] in FIELDS for each in refusal.value.faults)
    assert REASONS[reason]


def test_twenty_attacks_are_worked_out_at_once():
    """Twenty attacks with everything that makes them hard take well under a second of a machine's time."""
    gun = armed("sustained_fire", "devastating", "twin_weapon", swiftness="2", damage="D3")
    case = Case(gun=gun, copies=10, target=TOUGH * 5, rerolls="failures")
    field = field_of(case)
    begun = time.process_time()
    told = ask(field, request(case))
    assert time.process_time() - begun < 1
    assert sum(fractions(told.damage).values()) == 1
