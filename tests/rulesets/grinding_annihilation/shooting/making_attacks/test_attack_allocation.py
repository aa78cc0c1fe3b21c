"""Whom an attack is allocated to (GA-3.3-21, -22)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackAllocated,
    AttackGroupEnded,
    DamageInflicted,
    DefenceRolled,
    InflictDamage,
    SelectToShoot,
    ShootingEnded,
    Sight,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, duel, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import (
    allocate,
    allocate_command,
    allocate_next_to,
    roll_hits_and_wounds,
    roll_save,
)
from tests.rulesets.grinding_annihilation.steps import aim, events_of, fire, living, settle, shots


@pytest.mark.rule("GA-3.3-21")
def test_wounded_troop_takes_the_attack():
    """A troop that has lost wounds takes the next attack."""
    table = duel(3, 3, 4, 4, 1, 6, gun=gun(sw=2), troops=3, troop=trooper(w=2), wounds={"b-b.2": 1})
    fire(table, AllocateAttack=[allocate_next_to("b-b.3")])
    assert [event.troop for event in events_of(table, AttackAllocated)] == ["b-b.2", "b-b.3"]
    assert living(table, "b-b") == ["b-b.1", "b-b.3"]


@pytest.mark.rule("GA-3.3-21")
def test_free_choice_of_an_unhurt_formation():
    """In an unhurt formation its player puts the attack on any troop, seen or not, in range or not."""
    table = duel(3, 4, 1, gun=gun(reach=12), troops=3)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    found = (
        Sight(observers=("a-r.1",), troops=("b-b.1", "b-b.2"), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.3",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=found)).accepted()
    settle(table, "AllocateAttack")
    table.when("red", allocate_command(table, 1, "b-b.1")).rejected("GA-3.3-21", "not-asked", asks="blue")
    table.when("blue", allocate_command(table, 1, "b-b.3")).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.3-22")
def test_owner_chooses_among_several_that_must():
    """Where several troops must take the attack their player chooses among them."""
    table = duel(3, 4, 1, troops=3, troop=trooper(w=2), wounds={"b-b.1": 1, "b-b.2": 1})
    fire(table, until=("AllocateAttack",))
    chosen = allocate_command(table, 1, "b-b.3")
    table.when("blue", chosen).rejected("GA-3.3-21", "bound-troop-first", may="b-b.1 b-b.2")
    table.when("blue", allocate_command(table, 1, "b-b.2")).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.1", "b-b.3"]


@pytest.mark.rule("GA-3.3-22", "GA-3.0-06")
def test_mark_lasts_for_the_phase_whoever_attacks():
    """The mark of allocated attacks binds the attacks of the next formation in the same phase."""
    first = formation("a-r", at=[(10, 10)])
    second = formation("a-q", at=[(10, 20)])
    blue = formation("b-b", at=line(3, 20), weapons=())
    table = battle(first, second, blue, dice=(3, 4, 6, 3, 4, 6))
    fire(table, until=("AllocateAttack",))
    table.when("blue", allocate_command(table, 1, "b-b.3")).accepted()
    settle(table)
    fire(table, "a-q")
    assert [event.troop for event in events_of(table, AttackAllocated)] == ["b-b.3", "b-b.3"]


@pytest.mark.rule("GA-3.3-21", "GA-3.3-22", "GA-3.3-28")
def test_wounded_and_marked_troops_come_first():
    """Whoever lost wounds or had an attack in this phase takes the next one; with its end the others are free again."""
    field = attack_table(swiftness=4).formation("b-wall", 3, kind=troop_profile(wounds=2))
    roll_hits_and_wounds(field, 5, 5, 5, 5, 5, 5, 5, 5)
    allocate(field, 1, "b-wall.2").asks("defence", "blue")
    roll_save(field, 1, 6).then(DefenceRolled, saved=True)
    assert field.window.subject == (field.open, "2")
    assert field.game.attacks[2].allocated == "b-wall.2"
    roll_save(field, 2, 1).then(DamageInflicted, AttackAllocated, troop="b-wall.2")
    roll_save(field, 3, 2).then(TroopDestroyed).asks("allocate", "blue")
    allocate(field, 4, "b-wall.2").rejected("", "unknown-id")
    allocate(field, 4, "b-wall.3").accepted()
    roll_save(field, 4, 5).then(AttackGroupEnded, ShootingEnded)


@pytest.mark.rule("GA-3.3-21")
def test_step_pace_asks_for_forced_choices():
    """Where nothing happens by itself every allocation is asked for, and an illegal one refused with its clause."""
    field = attack_table(pace="step").formation("b-wall", 3, kind=troop_profile(wounds=2))
    field.change("troops", "b-wall.3", wounds_left=1)
    roll_hits_and_wounds(field, 5, 5)
    allocate(field, 1, "b-wall.1").rejected("GA-3.3-21", "bound-troop-first", may="b-wall.3")
    allocate(field, 1, "a-guns.1").rejected("GA-3.3-21", "not-of-target")
    allocate(field, 1, "b-wall.3").asks("defence", "blue")
    roll_save(field, 1, 1).asks("inflict", "table")
    done = field.table.when("red", InflictDamage(group=field.open, attack=1, reinforced_health=0))
    done.then(TroopDestroyed, troop="b-wall.3")
