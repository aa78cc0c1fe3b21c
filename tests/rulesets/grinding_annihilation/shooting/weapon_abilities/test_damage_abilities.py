"""Inferno and Devastating (GA-8.3-20, -25, -26)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    AttackAllocated,
    AttackGroupEnded,
    BeginAttackGroup,
    DamageInflicted,
    DamageRolled,
    DefenceRolled,
    FormationDestroyed,
    MortalWoundsEnded,
    MortalWoundsHeld,
    MortalWoundsPending,
    MortalWoundSuffered,
    RollDamage,
    RollHit,
    RollWound,
    SelectToShoot,
    TargetsDeclared,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.fixtures import ability, battle, formation, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import allocate, roll_save
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    last_event,
    living,
    settle,
    shoot,
    shots,
    wounds_left,
)


@pytest.mark.rule("GA-8.3-20")
@pytest.mark.parametrize(("gap", "damage"), [(6, 5), (6.1, 3)])
def test_inferno_at_half_range(gap: float, damage: int):
    """Inferno adds its X to the damage within half range."""
    table = shoot(3, 4, 1, gun=gun("torch", "inferno 2", reach=12, d=3), gap=gap, troop=trooper(w=9))
    assert last_event(table, DamageInflicted).damage.total == damage
    assert wounds_left(table, "b-b") == [9 - damage]


@pytest.mark.rule("GA-8.3-20")
@pytest.mark.ruling("GA-8.3-20.2")
def test_inferno_adds_to_random_and_devastating_damage():
    """Inferno adds to a thrown damage and to the mortal wounds of a Devastating attack."""
    table = shoot(3, 4, 1, 4, gun=gun("torch", "inferno 2", reach=12, d="D6"), gap=6, troop=trooper(w=9))
    assert last_event(table, DamageRolled).damage.total == 6
    weapon = gun("torch", "inferno 2", "devastating", reach=12, d=3)
    table = shoot(3, 6, gun=weapon, gap=6, troop=trooper(w=9))
    assert wounds_left(table, "b-b") == [4]


@pytest.mark.rule("GA-8.3-25")
def test_devastating_critical_is_mortal():
    """A Critical Wound of a Devastating weapon is its damage in mortal wounds, without save or allocation."""
    table = shoot(3, 6, gun=gun("ray", "devastating", d=3), troop=trooper(inv=(4,)), troops=4)
    assert len(living(table, "b-b")) == 1
    assert (events_of(table, DefenceRolled), events_of(table, AttackAllocated)) == ([], [])
    table = shoot(3, 5, 4, gun=gun("ray", "devastating", d=3), troop=trooper(inv=(4,), de=0))
    assert last_event(table, DefenceRolled).saved


@pytest.mark.rule("GA-8.3-26")
def test_devastating_damage_is_rolled_for_each_attack():
    """A random damage is thrown for every Devastating attack."""
    table = shoot(3, 3, 6, 6, 5, 2, gun=gun("ray", "devastating", d="D3", sw=2), troop=trooper(w=9))
    assert wounds_left(table, "b-b") == [5]


@pytest.mark.rule("GA-8.3-25")
@pytest.mark.ruling("GA-8.3-25.1", "GA-8.3-25.2")
@pytest.mark.parametrize(("spill", "left"), [(True, 1), (False, 3)])
def test_devastating_wounds_beyond_death(spill: bool, left: int):
    """Devastating mortal wounds go on from troop to troop, or by option not beyond the first."""
    ray = gun("ray", "devastating", d=3)
    table = shoot(3, 6, gun=ray, troops=4, options={"devastating_spill": spill})
    assert len(living(table, "b-b")) == left


@pytest.mark.rule("GA-8.3-26", "GA-3.3-32", "GA-3.3-30")
def test_held_mortal_wounds_are_lost_with_the_target():
    """Mortal wounds that wait for normal damage find nobody when that destroyed the target."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("ray", "devastating", d=3), gun("lance")))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(3, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="ray", profile=0)).accepted()
    settle(table)
    assert [event.cause for event in events_of(table, TroopDestroyed)] == ["attack"]
    assert events_of(table, MortalWoundSuffered) == []


@pytest.mark.rule("GA-8.3-25", "GA-8.3-26", "GA-3.3-32", "GA-3.3-30")
def test_devastating_after_normal_damage():
    """A Devastating critical becomes mortal wounds after all normal damage; they pass from troop to troop."""
    field = attack_table(ability("devastating"), swiftness=2, damage=2).formation(
        "b-wall", 3, kind=troop_profile(invulnerable=(4,))
    )
    field.formation("b-far", at=(30_000, 30_000))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5, 6, 4)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).then(MortalWoundsHeld, attack=1).asks("allocate", "blue")
    allocate(field, 2, "b-wall.1")
    roll_save(field, 2, 1, kind="armour").then(AttackGroupEnded, MortalWoundsPending, wounds=2).asks(
        "mortal_wound", "blue"
    )
    pending = field.game.pending[0].id
    outcome = field.table.when("blue", AllocateMortalWound(pending=pending, troop="b-wall.3"))
    outcome.then(MortalWoundSuffered, TroopDestroyed, MortalWoundSuffered, FormationDestroyed, MortalWoundsEnded)


@pytest.mark.rule("GA-8.3-25")
def test_devastating_without_spill():
    """By the option devastating_spill the mortal wounds of one attack end with the troop that takes them."""
    field = attack_table(ability("devastating"), damage=3, _devastating_spill=False).formation("b-wall", 3)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 6)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).asks("mortal_wound", "blue")
    pending = field.game.pending[0].id
    outcome = field.table.when("blue", AllocateMortalWound(pending=pending, troop="b-wall.2"))
    outcome.then(TroopDestroyed, MortalWoundsEnded, lost=2)
    assert field.wounds("b-wall.1", "b-wall.2", "b-wall.3") == [1, 0, 1]


@pytest.mark.rule("GA-8.3-26", "GA-8.3-20")
def test_random_damage_of_a_devastating_attack():
    """A random Damage is thrown for per attack, also where it becomes mortal wounds; Inferno raises it."""
    field = attack_table(ability("devastating"), ability("inferno", 1), damage="D6", reach=24).formation("b-wall", 9)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 6)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).asks("damage_roll", "red")
    field.table.faces(2)
    thrown = field.table.when("red", RollDamage(group=field.open, attack=1))
    assert thrown.one(DamageRolled).damage.total == 3
    assert thrown.one(MortalWoundsHeld).wounds.total == 3
