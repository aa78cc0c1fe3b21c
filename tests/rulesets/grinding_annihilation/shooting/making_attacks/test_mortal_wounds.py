"""Mortal wounds (GA-3.3-29 to -33), and Reinforced Health against them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    BeginAttackGroup,
    DefenceRolled,
    HitsRolled,
    MortalWoundsEnded,
    MortalWoundsPending,
    MortalWoundSuffered,
    SelectToShoot,
    TargetsDeclared,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import window_kind
from tests.rulesets.grinding_annihilation.fixtures import battle, duel, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_on_attached
from tests.rulesets.grinding_annihilation.shooting.steps import begin_group
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fire,
    last_event,
    living,
    settle,
    shoot,
    shots,
    wounds_left,
)

DEVASTATING_RAY = gun("ray", "devastating", d=3)


@pytest.mark.rule("GA-3.3-29")
def test_mortal_wounds_know_no_save():
    """Three mortal wounds are three wounds lost, one at a time, without dice."""
    table = shoot(3, 6, gun=DEVASTATING_RAY, troop=trooper(de=2, inv=(4,), w=5))
    assert wounds_left(table, "b-b") == [2]
    assert len(events_of(table, MortalWoundSuffered)) == 3
    assert events_of(table, DefenceRolled) == []


@pytest.mark.rule("GA-3.3-30")
@pytest.mark.parametrize(("damage", "left", "lost"), [(5, [1], 0), (9, [], 3)])
def test_mortal_wounds_go_on_to_other_troops(damage: int, left: list[int], lost: int):
    """What kills a troop goes on to the next until all are spent or nobody is left."""
    table = shoot(3, 6, gun=gun("ray", "devastating", d=damage), troop=trooper(w=2), troops=3)
    assert wounds_left(table, "b-b") == left
    assert last_event(table, MortalWoundsEnded).lost == lost


@pytest.mark.rule("GA-3.3-31")
@pytest.mark.ruling("GA-3.3-31.2")
def test_owner_puts_mortal_wounds_on_the_wounded_first():
    """Mortal wounds go to a wounded troop first, then where their owner likes."""
    hurt = {"b-b.1": 1, "b-b.2": 1}
    table = duel(3, 6, gun=gun("ray", "devastating", d=3), troop=trooper(w=2), troops=4, wounds=hurt)
    fire(table, until=("AllocateMortalWound",))
    chosen = AllocateMortalWound(pending=table.view("blue").pending[0].id, troop="b-b.3")
    table.when("blue", chosen).rejected("GA-3.3-21", "bound-troop-first", may="b-b.1 b-b.2")
    table.when("red", chosen).rejected("GA-3.3-31", "not-asked", asks="blue")
    table.when("blue", replace(chosen, troop="b-b.2")).accepted()
    settle(table, "AllocateMortalWound")
    table.when("blue", replace(chosen, troop="b-b.4")).accepted()
    settle(table)
    assert [event.troop for event in events_of(table, MortalWoundSuffered)] == ["b-b.2", "b-b.1", "b-b.4"]
    assert wounds_left(table, "b-b") == [2, 1]


@pytest.mark.rule("GA-3.3-31", "GA-4.2-10")
@pytest.mark.ruling("GA-3.3-31.2")
def test_leader_is_spared_mortal_wounds_while_an_escort_lives():
    """In an Attached formation a mortal wound goes to the Escort, though the Leader is wounded."""
    table = attack_on_attached(3, 6, gun("ray", "devastating", d=1), troops=3, wounds={"b-chief.1": 2})
    fire(table, until=("AllocateMortalWound",))
    pending = table.view("blue").pending[0].id
    chosen = AllocateMortalWound(pending=pending, troop="b-chief.1")
    table.when("blue", chosen).rejected("GA-4.2-10", "character-guarded", may="b-b.1 b-b.2 b-b.3")
    table.when("blue", AllocateMortalWound(pending=pending, troop="b-b.2")).accepted()
    settle(table)
    assert sorted(living(table, "b-b")) == ["b-b.1", "b-b.3", "b-chief.1"]


@pytest.mark.rule("GA-3.3-32", "GA-8.3-26")
def test_normal_damage_goes_before_mortal_wounds():
    """All normal damage on a target is done before mortal wounds of the same attacks."""
    ray, rifle = gun("ray", "devastating", d=2), gun()
    red = formation("a-r", at=[(10, 10)], weapons=(ray, rifle))
    blue = formation("b-b", at=line(3, 20), weapons=())
    table = battle(red, blue, dice=(3, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    begin_group(table, "ray")
    settle(table)
    assert [event.cause for event in events_of(table, TroopDestroyed)] == ["attack", "mortal_wound", "mortal_wound"]
    assert last_event(table, MortalWoundsPending).wounds == 2


@pytest.mark.rule("GA-3.3-33")
def test_save_does_not_stop_mortal_wounds():
    """A save stops the normal damage of one attack and no mortal wound of another."""
    ray = gun("ray", "devastating", d=1, sw=2)
    table = shoot(3, 3, 4, 6, 6, gun=ray, troop=trooper(w=4))
    assert last_event(table, DefenceRolled).saved
    assert wounds_left(table, "b-b") == [3]


@pytest.mark.rule("GA-3.3-31")
@pytest.mark.ruling("GA-3.3-22.2")
def test_mortal_wounds_follow_the_mark():
    """A mortal wound goes to the troop that was allocated an attack this phase, and sets no mark itself."""
    table = duel(3, 6, gun=gun("ray", "devastating"), troops=3, troop=trooper(w=2))
    table.put("troops", replace(table.game.troops["b-b.2"], marked=True))
    fire(table)
    assert [event.troop for event in events_of(table, MortalWoundSuffered)] == ["b-b.2"]
    table = shoot(3, 6, gun=gun("ray", "devastating"), troops=3, troop=trooper(w=2))
    marks = [troop.marked for row in table.view("red").formations if row.id == "b-b" for troop in row.troops]
    assert marks == [False, False, False]


@pytest.mark.rule("GA-3.3-34", "GA-3.3-35")
def test_reinforced_health_ignores_mortal_wounds():
    """An ignored mortal wound is spent."""
    table = shoot(3, 6, 5, 1, gun=gun("ray", "devastating", d=2), troop=trooper(w=3), powers=("reinforced_health 5",))
    assert [event.ignored for event in events_of(table, MortalWoundSuffered)] == [True, False]
    assert wounds_left(table, "b-b") == [2]


@pytest.mark.rule("GA-3.3-32", "GA-3.3-08")
@pytest.mark.ruling("GA-3.3-32.1")
def test_mortal_wounds_come_before_the_next_target():
    """Mortal wounds on one target are suffered before attacks on the next begin."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("ray", "devastating"), gun("lance")))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = battle(red, blue, green, dice=(3, 6, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fired = (*shots(table, "a-r", "b-b", "ray"), *shots(table, "a-r", "b-c", "lance"))
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="ray", profile=0)).accepted()
    settle(table, "BeginAttackGroup", "SelectToShoot")
    assert (window_kind(table), living(table, "b-b")) == ("attack_group", [])
    assert len(events_of(table, HitsRolled)) == 1
    settle(table)
    assert len(events_of(table, HitsRolled)) == 2


@pytest.mark.rule("GA-3.3-35", "GA-3.3-34")
def test_mortal_wounds_meet_the_lower_of_two_healths():
    """Of Reinforced Health 6+ and 5+ the 5+ is rolled for a mortal wound, once."""
    ray = gun("ray", "devastating", d=2)
    table = shoot(3, 6, 5, 4, gun=ray, troop=trooper(w=3), powers=("reinforced_health 6", "reinforced_health 5"))
    found = [(event.health_face, event.health_needed, event.ignored) for event in events_of(table, MortalWoundSuffered)]
    assert found == [(5, 5, True), (4, 5, False)]
    assert wounds_left(table, "b-b") == [2]
