"""What attacks set off: mortal wounds, Deadly Demise, Hazard, the end of armies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    AttackGroupEnded,
    BattleEnded,
    ChooseHazardVictim,
    ChooseOrder,
    DamageRolled,
    DeadlyDemiseRolled,
    DeclareTargets,
    FormationDestroyed,
    HazardResolved,
    HazardTested,
    InflictDamage,
    MeleeEnded,
    MortalWoundsEnded,
    MortalWoundsHeld,
    MortalWoundsPending,
    MortalWoundSuffered,
    RollDamage,
    RollDeadlyDemise,
    RollHit,
    RollWound,
    ShootingEnded,
    TakeHazardTests,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.range_of_fire import (
    ability,
    allocate,
    battle,
    fight,
    kind,
    melee,
    profile,
    save,
    weapon,
    wounding,
)


@pytest.mark.rule("GA-3.3-11", "GA-3.3-28", "GA-7.0-17")
def test_attacks_on_nobody_are_lost():
    """When the target is gone the rest of the attacks is lost, and an army without troops has lost at once."""
    field = battle(swiftness=3).formation("b-wall")
    wounding(field, 5, 5, 5, 5, 5, 5)
    outcome = save(field, 1, 1)
    outcome.then(FormationDestroyed, AttackGroupEnded, lost=2).then(BattleEnded, reason="annihilation")


@pytest.mark.rule("GA-8.3-25", "GA-8.3-26", "GA-3.3-32", "GA-3.3-30")
def test_devastating_after_normal_damage():
    """A Devastating critical becomes mortal wounds after all normal damage; they pass from troop to troop."""
    field = battle(ability("devastating"), swiftness=2, damage=2).formation("b-wall", 3, kind=kind(invulnerable=(4,)))
    field.formation("b-far", at=(30_000, 30_000))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5, 6, 4)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).then(MortalWoundsHeld, attack=1).asks("allocate", "blue")
    allocate(field, 2, "b-wall.1")
    save(field, 2, 1, kind="armour").then(AttackGroupEnded, MortalWoundsPending, wounds=2).asks("mortal_wound", "blue")
    pending = field.game.pending[0].id
    outcome = field.table.when("blue", AllocateMortalWound(pending=pending, troop="b-wall.3"))
    outcome.then(MortalWoundSuffered, TroopDestroyed, MortalWoundSuffered, FormationDestroyed, MortalWoundsEnded)


@pytest.mark.rule("GA-8.3-25")
def test_devastating_without_spill():
    """By the option devastating_spill the mortal wounds of one attack end with the troop that takes them."""
    field = battle(ability("devastating"), damage=3, _devastating_spill=False).formation("b-wall", 3)
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
    field = battle(ability("devastating"), ability("inferno", 1), damage="D6", reach=24).formation("b-wall", 9)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 6)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).asks("damage_roll", "red")
    field.table.faces(2)
    thrown = field.table.when("red", RollDamage(group=field.open, attack=1))
    assert thrown.one(DamageRolled).damage.total == 3
    assert thrown.one(MortalWoundsHeld).wounds.total == 3


@pytest.mark.rule("GA-3.3-36", "GA-3.3-37", "GA-3.3-38", "GA-2.5-09")
def test_deadly_demise_and_its_chain():
    """On a 6 every formation within 6" suffers; what that kills waits, ordered by the player whose turn it is."""
    bomb = (ability("deadly_demise", "D3"),)
    field = battle().formation("b-wall", abilities=bomb)
    field.formation("b-bomb", abilities=bomb, at=(12_000, 23_000))
    field.formation("b-mine", abilities=bomb, at=(8_000, 23_000))
    field.formation("b-edge", 2, at=(10_000, 28_000), kind=kind(wounds=3)).formation("b-far", at=(10_000, 13_999))
    wounding(field, 5, 5)
    outcome = save(field, 1, 1, 6, 5, 2, 3)
    demise = outcome.one(DeadlyDemiseRolled)
    assert [(each.formation, each.wounds) for each in demise.results] == [("b-bomb", 3), ("b-edge", 1), ("b-mine", 2)]
    outcome.asks("mortal_wound", "blue")
    pending = field.game.pending[0].id
    allocated = field.table.when("blue", AllocateMortalWound(pending=pending, troop="b-edge.1"))
    allocated.asks("order", "red")
    field.table.faces(1, 1)
    ordered = field.table.when("red", ChooseOrder(order=("b-mine.1", "b-bomb.1")))
    rolled = [event.troop for event in ordered.events if isinstance(event, DeadlyDemiseRolled)]
    assert rolled == ["b-mine.1", "b-bomb.1"]
    ordered.then(AttackGroupEnded, ShootingEnded)


@pytest.mark.rule("GA-3.3-36")
def test_deadly_demise_is_a_step_of_its_own():
    """Where nothing happens by itself anybody at the table may let the Deadly Demise be rolled."""
    field = battle(pace="step").formation("b-far", at=(40_000, 40_000))
    field.formation("b-wall", abilities=(ability("deadly_demise", 1),))
    wounding(field, 5, 5)
    allocate(field, 1, "b-wall.1")
    save(field, 1, 1)
    inflict = InflictDamage(group=field.open, attack=1, reinforced_health=0)
    field.table.when("blue", inflict).asks("demise", "table")
    field.table.when("red", RollDeadlyDemise(troop="b-far.1")).rejected("GA-3.3-38", "other-demise", next="b-wall.1")
    field.table.faces(5)
    field.table.when("red", RollDeadlyDemise(troop="b-wall.1")).then(DeadlyDemiseRolled, results=())


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
def test_hazard_destroys_bearers():
    """One test for each Hazard weapon used; each failure destroys a bearer that its player picks."""
    field = battle(ability("hazard"), shooters=3).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(1, 1, 1)
    field.table.when("red", RollHit(group=field.open)).asks("hazard", "red")
    field.table.faces(1, 4, 1)
    field.table.when("red", TakeHazardTests(formation="a-guns")).then(HazardTested, failures=2)
    victim = ChooseHazardVictim(formation="a-guns", troop="b-wall.1")
    field.table.when("red", victim).rejected("GA-8.3-23", "no-hazard-bearer")
    for number in (2, 1):
        victim = ChooseHazardVictim(formation="a-guns", troop=f"a-guns.{number}")
        outcome = field.table.when("red", victim).then(TroopDestroyed, cause="hazard")
    outcome.then(ShootingEnded)


@pytest.mark.rule("GA-8.3-24", "GA-3.3-30")
def test_hazard_of_a_character():
    """A Character takes three mortal wounds first; what is too much passes to another troop."""
    field = battle().weapons(weapon("gun", profile(ability("hazard"))))
    field.formation("a-guns", 2, leader=kind("boss", wounds=2), leader_carry=("gun",)).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(1, 1)
    field.table.play(("red", RollHit(group=field.open)), ("red", TakeHazardTests(formation="a-guns")))
    outcome = field.table.when("red", ChooseHazardVictim(formation="a-guns", troop="a-gunsboss.1"))
    outcome.then(HazardResolved, MortalWoundsPending, FormationDestroyed, part="a-gunsboss").asks("mortal_wound", "red")
    pending = field.game.pending[0].id
    field.table.when("red", AllocateMortalWound(pending=pending, troop="a-guns.2")).then(TroopDestroyed, ShootingEnded)


@pytest.mark.rule("GA-8.3-23")
def test_hazard_without_bearers():
    """A failed test finds nobody where no bearer is left."""
    field = battle(ability("hazard"), shooters=1).formation("a-rest", at=(30_000, 5_000)).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(1)
    field.table.play(("red", RollHit(group=field.open)))
    field.change("troops", "a-guns.1", weapons=())
    field.table.faces(1)
    field.table.when("red", TakeHazardTests(formation="a-guns")).then(HazardResolved, troop="", remaining=0)


@pytest.mark.rule("GA-8.3-22")
def test_a_split_hazard_weapon_is_tested_once():
    """A Hazard weapon whose attacks were split takes one test."""
    field = fight(ability("hazard"), swiftness=2)
    field.table.when("red", melee(("b-wall", 1), ("b-next", 1))).accepted()
    for target in ("b-wall", "b-next"):
        field.begin(target, "gun").accepted()
        field.table.faces(1)
        field.table.when("red", RollHit(group=field.open)).accepted()
    field.table.faces(6)
    field.table.when("red", TakeHazardTests(formation="a-guns")).then(HazardTested, faces=(6,)).then(MeleeEnded)


@pytest.mark.rule("GA-7.0-17")
def test_an_army_that_falls_by_its_own_attack():
    """A Deadly Demise that ends the attackers' army ends the battle before their other attacks."""
    field = battle(swiftness=2).formation("b-far", at=(40_000, 40_000))
    field.change("troops", "a-guns.1", pose=Pose(10_000, 16_000, 0, 0))
    field.formation("b-wall", 2, kind=kind(wounds=2), abilities=(ability("deadly_demise", 1),))
    field.change("troops", "b-wall.1", wounds_left=1)
    wounding(field, 5, 5, 5, 5)
    ended = save(field, 1, 1, 6)
    ended.then(DeadlyDemiseRolled, TroopDestroyed, FormationDestroyed, BattleEnded, reason="annihilation")
    ended.without(AttackGroupEnded)
    assert field.wounds("b-wall.1", "b-wall.2") == [0, 1]


@pytest.mark.rule("GA-3.3-11")
def test_groups_on_a_destroyed_target_are_lost():
    """What was declared at a formation that is gone may not be begun, nor sent elsewhere."""
    field = battle().weapons(weapon("late", profile(strength=9))).formation("b-far", at=(20_000, 21_000))
    field.formation("a-guns", carry=("gun", "late")).formation("b-wall")
    field.select()
    first, second = field.shots("a-guns", ("gun", 0, "b-wall"), ("late", 0, "b-wall"))
    third = replace(second, weapon="gun", target="b-far")
    field.change("troops", "a-guns.1", weapons=("gun", "gun", "late"))
    command = DeclareTargets(
        formation="a-guns", shots=(first, second, third), sights=field.sights("a-guns", "b-wall", "b-far")
    )
    field.table.play(("red", command))
    field.decline("blue").accepted()
    field.begin("b-wall", "gun").accepted()
    field.table.faces(5, 5)
    field.table.play(("red", RollHit(group=field.open)), ("red", RollWound(group=field.open)))
    save(field, 1, 1).then(FormationDestroyed, AttackGroupEnded, lost=0).asks("attack_group", "red")
    field.begin("b-wall", "late").rejected("GA-3.3-11", "target-destroyed", target="b-wall")
    assert [each.status for each in field.game.declaration.groups] == ["done", "lost", "waiting"]
