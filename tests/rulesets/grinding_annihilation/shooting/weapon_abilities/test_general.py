"""Weapon abilities in general (GA-8.3-01 to -05): sums, half range, the order in a roll."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttacksCounted,
    BeginAttackGroup,
    DieRerolled,
    FormationRemainedStationary,
    HitsRolled,
    SelectToShoot,
    TargetsDeclared,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    assaulted,
    battle,
    blade,
    clash,
    duel,
    formation,
    gun,
    modes,
    trooper,
)
from tests.rulesets.grinding_annihilation.shooting.steps import attack_count, ones, reroll_wounds
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fight,
    fire,
    last_event,
    living,
    settle,
    shoot,
    shots,
)


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.parametrize(("profile", "rerolls"), [(0, 1), (1, 0)])
def test_ability_belongs_to_its_profile(profile: int, rerolls: int):
    """An ability works for the profile that has it and no other."""
    weapon = modes("caster", gun("twin", "twin_weapon"), gun("plain"))
    table = duel(3, 2, *ones(rerolls), gun=weapon)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    shot = replace(shots(table, "a-r", "b-b")[0], profile=profile)
    table.when("red", aim(table, "a-r", shot)).accepted()
    settle(table, RerollDie=lambda t, w, _p: reroll_wounds(t) if w.kind == "reroll" else None)
    assert len(events_of(table, DieRerolled)) == rerolls


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.ruling("GA-8.3-01.2")
def test_same_ability_twice_is_the_better_one():
    """An ability that a weapon has twice counts once, with the better X."""
    table = shoot(*ones(3), gun=gun("rifle", "rapid_fire 1", "rapid_fire 2"), gap=6)
    assert attack_count(table) == 3


@pytest.mark.rule("GA-8.3-02", "GA-2.5-07")
@pytest.mark.ruling("GA-2.5-07.2", "GA-8.3-02.2")
def test_penalties_to_hit_add_up():
    """Stealth and Indirect together lower a Hit roll by two; a 6 hits all the same."""
    weapon = gun("mortar", "indirect", rs=4, sw=2)
    table = fire(duel(5, 6, 1, gun=weapon, powers=("stealth",)), seen="none")
    assert [result.outcome for result in last_event(table, HitsRolled).results] == ["miss", "critical"]
    assert last_event(table, HitsRolled).needed.total == 6


@pytest.mark.rule("GA-8.3-02")
def test_bonuses_to_wound_add_up():
    """Bayonet and Emission together: Strength against like Vigour wounds on 2+, a 1 never."""
    weapon = blade("pike", "bayonet", "emission", sw=2)
    table = clash(3, 3, 2, 1, 1, weapons=(weapon,), troop=trooper(w=9), past={"assault": assaulted("a-r", "b-b")})
    fight(table)
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["wound", "failed"]


@pytest.mark.rule("GA-8.3-02", "GA-2.5-07")
@pytest.mark.ruling("GA-2.5-07.3", "GA-8.3-02.3")
def test_cap_on_modifiers_is_an_option():
    """With a cap of one, two penalties to hit are one."""
    weapon = gun("mortar", "indirect", rs=4)
    table = duel(5, 1, gun=weapon, powers=("stealth",), options={"roll_modifier_cap": 1})
    fire(table, seen="none")
    assert last_event(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-8.3-03")
@pytest.mark.parametrize(("gap", "attacks"), [(7.5, 2), (7.6, 1)])
def test_half_range_is_not_rounded(gap: float, attacks: int):
    """Half of 15 inches is 7.5."""
    table = shoot(*ones(attacks), gun=gun("rifle", "rapid_fire 1", reach=15), gap=gap)
    assert attack_count(table) == attacks


@pytest.mark.rule("GA-8.3-03")
@pytest.mark.ruling("GA-8.3-03.2")
def test_half_range_holds_from_the_declaration():
    """Half range is measured when targets are declared and stays, though the closest troop is gone."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("carbine", "rapid_fire 1", reach=20)))
    blue = formation("b-b", at=[(20, 10), (22.5, 10)], weapons=())
    table = battle(red, blue, dice=(3, 4, 1, 1, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.2"]
    assert attack_count(table) == 2


STATIONARY = {"move": [FormationRemainedStationary(formation="a-r")]}


@pytest.mark.rule("GA-8.3-04")
@pytest.mark.ruling("GA-8.3-04.2", "GA-3.0-04.2")
def test_heavy_and_bayonet_last_for_the_round():
    """Standing still and assaulting in one round give nothing in the next."""
    table = shoot(3, 1, gun=gun("cannon", "heavy", rs=4), past=STATIONARY)
    assert last_event(table, HitsRolled).hits == 1
    table = shoot(3, gun=gun("cannon", "heavy", rs=4), number=2, before=STATIONARY["move"])
    assert last_event(table, HitsRolled).hits == 0
    pike = (blade("pike", "bayonet"),)
    table = fight(clash(3, 3, 1, weapons=pike, past={"assault": assaulted("a-r", "b-b")}))
    assert last_event(table, WoundsRolled).wounds == 1
    table = fight(clash(3, 3, weapons=pike, number=2, before=assaulted("a-r", "b-b")))
    assert last_event(table, WoundsRolled).wounds == 0


@pytest.mark.rule("GA-8.3-05")
@pytest.mark.ruling("GA-8.3-05.2")
def test_order_of_what_a_hit_roll_sets_off():
    """A 6 wounds and adds a hit, a 5 wounds, a 3 is a hit to roll for, a 2 nothing."""
    weapon = gun("ray", "sustained_fire 1", "destructive", "annihilation", sw=4, rs=3)
    table = shoot(6, 5, 3, 2, 1, 1, 6, 6, gun=weapon, troop=trooper(w=9))
    hits, wounds = last_event(table, HitsRolled), last_event(table, WoundsRolled)
    assert hits.hits == 4
    assert [(result.outcome, result.wounds, result.extra) for result in hits.results] == [
        ("critical", True, 1),
        ("hit", True, 0),
        ("hit", False, 0),
        ("miss", False, 0),
    ]
    assert (wounds.faces, wounds.wounds) == ((1, 1), 2)


@pytest.mark.rule("GA-8.3-03", "GA-8.3-07")
@pytest.mark.ruling("GA-8.3-03.2")
def test_half_range_is_measured_for_each_troop():
    """Of two troops the one 12" away has an attack more with Rapid Fire 1, the one 13.5" away has not."""
    red = formation("a-r", at=[(10, 10), (8.5, 10)], weapons=(gun("carbine", "rapid_fire 1"),))
    table = fire(battle(red, formation("b-b", at=[(23, 10)], weapons=()), dice=(1, 1, 1)))
    event = [(count.troop, count.attacks.total) for count in last_event(table, AttacksCounted).counts]
    assert event == [("a-r.1", 2), ("a-r.2", 1)]
