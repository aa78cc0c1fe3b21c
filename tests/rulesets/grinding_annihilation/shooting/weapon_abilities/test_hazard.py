"""Hazard (GA-8.3-22 to -24): tests, bearers, Characters."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    BeginAttackGroup,
    ChooseHazardVictim,
    DeadlyDemiseRolled,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    FormationDestroyed,
    HazardResolved,
    HazardTested,
    MeleeEnded,
    MortalWoundsPending,
    MortalWoundSuffered,
    RollHit,
    SelectToShoot,
    ShootingEnded,
    TakeHazardTests,
    TargetsDeclared,
    TroopDestroyed,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use, window_kind
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    ability,
    battle,
    blade,
    clash,
    duel,
    formation,
    gun,
    line,
    trooper,
)
from tests.rulesets.grinding_annihilation.shooting.fixtures import (
    attack_table,
    melee_table,
    troop_profile,
    weapon,
    weapon_profile,
)
from tests.rulesets.grinding_annihilation.shooting.steps import melee_declaration, ones
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fire,
    last_event,
    living,
    select,
    settle,
    shoot,
    shots,
    strike,
    wounds_left,
)

RISKY = gun("risky", "hazard")


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
@pytest.mark.ruling("GA-8.3-23.2")
def test_hazard_tests_for_each_weapon_used():
    """Every Hazard weapon used is tested for after the attacks; each 1 destroys a bearer of its player's choice."""
    table = duel(*ones(3), 1, 4, 1, gun=RISKY, guns=3)
    victims = [ChooseHazardVictim(formation="a-r", troop=troop) for troop in ("a-r.3", "a-r.1")]
    fire(table, ChooseHazardVictim=victims)
    tested = last_event(table, HazardTested)
    assert (tested.faces, tested.failures) == ((1, 4, 1), 2)
    assert [event.troop for event in events_of(table, TroopDestroyed)] == ["a-r.3", "a-r.1"]
    assert living(table, "a-r") == ["a-r.2"]
    assert events_of(table, FormationDestroyed) == []


@pytest.mark.rule("GA-8.3-22")
def test_hazard_weapon_that_is_not_used_is_not_tested():
    """A Hazard weapon that is carried and not fired is not tested for."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY, gun()))
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,)), "a-r", "b-b", "rifle")
    assert events_of(table, HazardTested) == []


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
@pytest.mark.ruling("GA-3.3-11.2")
def test_hazard_tests_come_after_a_destroyed_target():
    """Hazard tests are due though the target is gone."""
    table = shoot(3, 4, 1, 6, gun=RISKY)
    assert (last_event(table, HazardTested).faces, last_event(table, HazardTested).failures) == ((6,), 0)


@pytest.mark.rule("GA-8.3-23")
@pytest.mark.ruling("GA-8.3-23.1")
def test_hazard_strikes_bearers_only():
    """A troop without a Hazard weapon is no victim; the victim has neither save nor Reinforced Health."""
    red = formation(
        "a-r", at=line(3, 10), weapons=(RISKY,), only={3: Member(weapons=(gun(),))}, powers=("reinforced_health 2",)
    )
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1, 6))
    fire(table, "a-r", "b-b", "risky", until=("ChooseHazardVictim",))
    victim = ChooseHazardVictim(formation="a-r", troop="a-r.3")
    table.when("red", victim).rejected("GA-8.3-23", "no-hazard-bearer")
    table.when("red", ChooseHazardVictim(formation="a-r", troop="a-r.2")).accepted()
    settle(table)
    assert living(table, "a-r") == ["a-r.1", "a-r.3"]


@pytest.mark.rule("GA-8.3-23")
@pytest.mark.ruling("GA-8.3-23.2")
def test_hazard_without_a_bearer_is_nothing():
    """A failure that finds no bearer is over."""
    red = formation("a-r", at=line(2, 10), weapons=(RISKY, RISKY), only={2: Member(weapons=(gun(),))})
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1, 1))
    fire(table, "a-r", "b-b", "risky")
    assert living(table, "a-r") == ["a-r.2"]
    assert [event.troop for event in events_of(table, HazardResolved)] == ["a-r.1", ""]
    assert last_event(table, HazardResolved).remaining == 0


@pytest.mark.rule("GA-8.3-24")
@pytest.mark.parametrize(
    ("keyword", "wounds", "left"), [("character", 4, [1]), ("vehicle", 10, [7]), ("monstrous", 3, [])]
)
def test_hazard_wounds_the_great(keyword: str, wounds: int, left: list[int]):
    """A Character, Monstrous or Vehicle bearer suffers three mortal wounds instead."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY,), keywords=(keyword,), troop=trooper(w=wounds))
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1)))
    assert wounds_left(table, "a-r") == left


@pytest.mark.rule("GA-8.3-24")
def test_hazard_wounds_may_be_ignored():
    """Reinforced Health works against the mortal wounds of a Hazard test."""
    red = formation(
        "a-r",
        at=[(10, 10)],
        weapons=(RISKY,),
        keywords=("vehicle",),
        troop=trooper(w=10),
        powers=("reinforced_health 5",),
    )
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 5, 6, 4)))
    assert wounds_left(table, "a-r") == [9]


@pytest.mark.rule("GA-8.3-24")
@pytest.mark.ruling("GA-3.3-31.3", "GA-8.3-24.2")
def test_hazard_wounds_go_on_from_the_chosen_character():
    """A chosen Character suffers first, though another troop is wounded; what is left goes on."""
    red = formation("a-r", at=line(2, 10), weapons=(), troop=trooper(w=3))
    hero = formation(
        "a-hero",
        at=[(11.5, 10)],
        weapons=(RISKY,),
        troop=trooper("hero", w=2),
        keywords=("character",),
        leads=("r",),
        powers=("leader",),
    )
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = battle(red, hero, blue, lead={"a-hero": "a-r"}, dice=(1, 1), wounds={"a-r.2": 2})
    fire(table)
    assert [event.troop for event in events_of(table, MortalWoundSuffered)] == ["a-hero.1", "a-hero.1", "a-r.2"]


@pytest.mark.rule("GA-8.3-22")
def test_hazard_in_melee_precedes_consolidating():
    """In melee the Hazard tests come before Consolidate."""
    table = clash(1, 2, weapons=(blade("risky", "hazard"),))
    select(table)
    swing = DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.1", "risky"),), sights=())
    table.when("red", swing).accepted()
    settle(table, "TakeHazardTests", "Consolidate")
    assert (window_kind(table), events_of(table, HazardTested)) == ("hazard", [])
    table.when("red", TakeHazardTests(formation="a-r")).then(HazardTested, faces=(2,), failures=0)
    settle(table, "Consolidate")
    assert window_kind(table) == "consolidate"
    settle(table)


@pytest.mark.rule("GA-8.3-24")
@pytest.mark.ruling("GA-8.3-24.2", "GA-8.3-24.4")
@pytest.mark.parametrize(("spill", "left"), [(True, [2]), (False, [3])])
def test_hazard_wounds_beyond_death(spill: bool, left: list[int]):
    """What is left of Hazard mortal wounds when the bearer dies goes on to another troop, or is lost by option."""
    only = {1: Member(profile=trooper("hero", w=2), weapons=(RISKY,), keywords=("character",))}
    red = formation("a-r", at=line(2, 10), weapons=(), troop=trooper(w=3), only=only)
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1), options={"hazard_spill": spill})
    fire(table)
    assert wounds_left(table, "a-r") == left


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
def test_hazard_weapon_that_never_fired_is_not_tested():
    """A declared Hazard weapon whose attacks are lost was not used."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), RISKY))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert events_of(table, HazardTested) == []


@pytest.mark.rule("GA-8.3-23", "GA-3.3-36")
def test_hazard_sets_off_a_deadly_demise():
    """A bearer that a Hazard test destroys is destroyed like any other."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY,), powers=("deadly_demise 1",))
    near = formation("a-q", at=[(10, 14)], weapons=(), troop=trooper(w=3))
    table = fire(battle(red, near, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 6)))
    assert last_event(table, DeadlyDemiseRolled).troop == "a-r.1"
    assert wounds_left(table, "a-q") == [2]


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
def test_hazard_destroys_bearers():
    """One test for each Hazard weapon used; each failure destroys a bearer that its player picks."""
    field = attack_table(ability("hazard"), shooters=3).formation("b-wall", 2)
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
    field = attack_table().weapons(weapon("gun", weapon_profile(ability("hazard"))))
    field.formation("a-guns", 2, leader=troop_profile("boss", wounds=2), leader_carry=("gun",)).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(1, 1)
    field.table.play(("red", RollHit(group=field.open)), ("red", TakeHazardTests(formation="a-guns")))
    outcome = field.table.when("red", ChooseHazardVictim(formation="a-guns", troop="a-gunsboss.1"))
    outcome.then(HazardResolved, MortalWoundsPending, FormationDestroyed, part="a-gunsboss").asks("mortal_wound", "red")
    pending = field.game.pending[0].id
    field.table.when("red", AllocateMortalWound(pending=pending, troop="a-guns.2")).then(TroopDestroyed, ShootingEnded)


@pytest.mark.rule("GA-8.3-22")
def test_a_split_hazard_weapon_is_tested_once():
    """A Hazard weapon whose attacks were split takes one test."""
    field = melee_table(ability("hazard"), swiftness=2)
    field.table.when("red", melee_declaration(("b-wall", 1), ("b-next", 1))).accepted()
    for target in ("b-wall", "b-next"):
        field.begin(target, "gun").accepted()
        field.table.faces(1)
        field.table.when("red", RollHit(group=field.open)).accepted()
    field.table.faces(6)
    field.table.when("red", TakeHazardTests(formation="a-guns")).then(HazardTested, faces=(6,)).then(MeleeEnded)


@pytest.mark.rule("GA-8.3-22")
def test_shots_of_an_overwatch_are_tested_for_hazard():
    """A Hazard weapon fired in an Overwatch is tested for, and on a 1 its bearer is destroyed."""
    red = formation("a-r", at=[(30, 10)], weapons=())
    blue = formation("b-b", at=line(2, 20), weapons=(gun("risky", "hazard"),))
    table = prepared_battle(red, blue, phase="move", blue=("onslaught_overwatch",), dice=(5, 5, 1, 2))
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "MakeNormalMove", "ChooseHazardVictim")
    assert (last_event(table, HazardTested).faces, last_event(table, HazardTested).failures) == ((1, 2), 1)
    table.when("blue", ChooseHazardVictim(formation="b-b", troop="b-b.2")).then(TroopDestroyed, cause="hazard")
    assert living(table, "b-b") == ["b-b.1"]
