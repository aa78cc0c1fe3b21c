"""Damage, Reinforced Health and destroyed troops (GA-3.3-26 to -28, -34, -35)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DamageInflicted,
    DamageRolled,
    FormationDestroyed,
    InflictDamage,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.fixtures import ability, duel, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import (
    allocate,
    allocate_command,
    roll_hits_and_wounds,
    roll_save,
)
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, living, settle, shoot, wounds_left


@pytest.mark.rule("GA-3.3-26")
@pytest.mark.ruling("GA-3.3-26.1")
def test_failed_save_costs_the_damage():
    """A failed save costs one wound for each point of damage."""
    table = shoot(3, 4, 1, gun=gun(d=2), troop=trooper(w=3))
    assert wounds_left(table, "b-b") == [1]
    assert last_event(table, DamageInflicted).lost == 2


@pytest.mark.rule("GA-3.3-26", "GA-2.5-02")
@pytest.mark.ruling("GA-2.5-02.1", "GA-3.3-26.2")
def test_random_damage_is_rolled_after_the_save():
    """A D3 of damage with a 5 costs three wounds, thrown after the failed save."""
    table = shoot(3, 4, 1, 5, gun=gun(d="D3"), troop=trooper(w=3), troops=2)
    assert last_event(table, DamageRolled).faces == (5,)
    assert last_event(table, DamageRolled).damage.total == 3
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-27")
def test_excess_damage_is_lost():
    """Damage beyond the troop's wounds is lost."""
    table = shoot(3, 4, 1, gun=gun(d=3), troops=5)
    assert len(events_of(table, TroopDestroyed)) == 1
    assert len(living(table, "b-b")) == 4


@pytest.mark.rule("GA-3.3-28")
def test_destroyed_troop_is_removed_and_the_next_attack_is_free():
    """A troop at 0 wounds is gone at once; the next attack goes to any unmarked, unhurt survivor."""
    table = duel(3, 3, 4, 4, 1, 1, gun=gun(sw=2), troops=3)
    fire(table, until=("AllocateAttack",))
    table.when("blue", allocate_command(table, 1, "b-b.1")).accepted()
    settle(table, "AllocateAttack")
    assert living(table, "b-b") == ["b-b.2", "b-b.3"]
    table.when("blue", allocate_command(table, 2, "b-b.1")).rejected("", "unknown-id")
    table.when("blue", allocate_command(table, 2, "b-b.3")).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.2"]


@pytest.mark.rule("GA-3.3-28", "GA-8.4-05")
def test_formation_is_destroyed_with_its_last_troop():
    """The last troop's end is the formation's end."""
    table = shoot(3, 4, 1)
    destroyed = last_event(table, FormationDestroyed)
    assert (destroyed.formation, destroyed.whole) == ("b-b", True)
    assert living(table, "b-b") == []


@pytest.mark.rule("GA-3.3-35")
def test_reinforced_health_ends_with_the_troop():
    """Rolls are made wound by wound and stop with the troop."""
    table = shoot(3, 4, 1, 5, 3, gun=gun(d=3), powers=("reinforced_health 5",), troops=2)
    assert last_event(table, DamageInflicted).health_faces == (5, 3)
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-35")
def test_one_reinforced_health_for_each_wound():
    """Of several Reinforced Healths one is used for a wound, the lowest if nobody chooses."""
    powers = ("reinforced_health 6", "reinforced_health 5")
    table = shoot(3, 4, 1, 5, gun=gun(), troop=trooper(w=2), powers=powers)
    assert (last_event(table, DamageInflicted).health_needed, last_event(table, DamageInflicted).ignored) == (5, 1)


@pytest.mark.rule("GA-3.3-26", "GA-3.3-27", "GA-3.3-34", "GA-3.3-35")
def test_damage_and_reinforced_health():
    """Damage is lost wound by wound; each may be ignored, and what exceeds the troop is not rolled for."""
    field = attack_table(damage=3, swiftness=2).formation(
        "b-wall", 2, kind=troop_profile(wounds=3), abilities=(ability("reinforced_health", 5),)
    )
    roll_hits_and_wounds(field, 5, 5, 5, 5)
    allocate(field, 1, "b-wall.1")
    outcome = roll_save(field, 1, 1, 5, 2, 6).one(DamageInflicted)
    assert (outcome.health_faces, outcome.health_needed, outcome.ignored) == ((5, 2, 6), 5, 2)
    assert (outcome.lost, outcome.wounds_left) == (1, 2)
    outcome = roll_save(field, 2, 1, 5, 3, 3).one(DamageInflicted)
    assert (outcome.health_faces, outcome.lost, outcome.wounds_left) == ((5, 3, 3), 2, 0)


@pytest.mark.rule("GA-3.3-35")
@pytest.mark.ruling("GA-3.3-35.1")
def test_several_healths_are_a_choice():
    """The owner picks one of several Reinforced Health abilities; the lowest where he says nothing."""
    two = (ability("reinforced_health", 6), ability("reinforced_health", 5))
    field = attack_table(swiftness=2).formation("b-wall", kind=troop_profile(wounds=3), abilities=two)
    roll_hits_and_wounds(field, 5, 5, 5, 5)
    roll_save(field, 1, 1).asks("inflict", "blue")
    choice = InflictDamage(group=field.open, attack=1, reinforced_health=4)
    field.table.when("blue", choice).rejected("GA-3.3-35", "no-such-health", faces="5 6")
    field.table.when("red", replace(choice, reinforced_health=6)).rejected("GA-3.3-26", "not-asked", asks="blue")
    field.table.faces(5)
    field.table.when("blue", InflictDamage(group=field.open, attack=1, reinforced_health=6)).then(
        DamageInflicted, health_needed=6, ignored=0
    )
    roll_save(field, 2, 1)
    field.table.faces(5)
    field.table.when("blue", InflictDamage(group=field.open, attack=2, reinforced_health=0)).then(
        DamageInflicted, health_needed=5, ignored=1
    )
