"""Rapid Fire, Volatile, Sustained Fire and Extra Attacks (GA-8.3-07, -18, -19, -28, -29)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    DeclareMeleeAttacks,
    HitsRolled,
    RollHit,
    RollWound,
    SelectToShoot,
    TargetsDeclared,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.fixtures import ability, battle, blade, brawl, clash, formation, gun, line
from tests.rulesets.grinding_annihilation.shooting.fixtures import (
    attack_on_led_formation,
    attack_table,
    melee_table,
    shooter_in_threat_range,
)
from tests.rulesets.grinding_annihilation.shooting.steps import (
    attack_count,
    attack_counts,
    declare_sidearms,
    melee_declaration,
    ones,
)
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fight,
    fire,
    last_event,
    living,
    select,
    settle,
    shoot,
    shots,
    strike,
)
from tests.rulesets.grinding_annihilation.terrain.fixtures import barricade, with_terrain


@pytest.mark.rule("GA-8.3-07")
@pytest.mark.parametrize(("gap", "attacks"), [(12, 3), (12.1, 2)])
def test_rapid_fire_at_half_range(gap: float, attacks: int):
    """Rapid Fire adds its X to the Swiftness within half range."""
    table = shoot(*ones(attacks), gun=gun("rifle", "rapid_fire 1", sw=2), gap=gap)
    assert attack_count(table) == attacks


@pytest.mark.rule("GA-8.3-07")
def test_rapid_fire_adds_to_a_random_number():
    """Two attacks thrown and Rapid Fire 2 are four."""
    table = shoot(3, *ones(4), gun=gun("rifle", "rapid_fire 2", sw="D3"), gap=12)
    assert attack_count(table) == 4
    assert last_event(table, AttacksCounted).counts[0].faces == (3,)


@pytest.mark.rule("GA-8.3-18")
@pytest.mark.parametrize(("troops", "attacks"), [(4, 3), (5, 4), (9, 4), (10, 5), (11, 5)])
def test_volatile_counts_troops_by_fives(troops: int, attacks: int):
    """Volatile adds an attack for every five troops of the target."""
    table = shoot(*ones(attacks), gun=gun("bomb", "volatile", sw=3), troops=troops)
    assert attack_count(table) == attacks


@pytest.mark.rule("GA-8.3-18", "GA-4.2-07")
def test_volatile_counts_leader_and_escort():
    """An Attached formation of four and a Leader counts five."""
    table = fire(attack_on_led_formation(*ones(4), weapons=(gun("bomb", "volatile", sw=3),), escorts=4))
    assert attack_count(table) == 4


@pytest.mark.rule("GA-8.3-18")
def test_volatile_counts_at_the_declaration():
    """Casualties after the declaration take no Volatile attack away."""
    weapons = (gun("lance"), gun("bomb", "volatile", sw=3))
    red = formation("a-r", at=[(10, 10)], weapons=weapons)
    table = battle(red, formation("b-b", at=line(5, 20), weapons=()), dice=(3, 4, 1, *ones(4)))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert len(living(table, "b-b")) == 4
    assert attack_count(table) == 4


@pytest.mark.rule("GA-8.3-19")
def test_volatile_never_at_those_within_threat_range():
    """A Volatile weapon does not attack what is within Threat Range of its own army."""
    table = shooter_in_threat_range(1, weapons=(gun("bomb", "volatile"), gun()), keywords=("monstrous",))
    bomb = declare_sidearms(table, "b-b", "bomb", sidearms=False)
    table.when("red", bomb).rejected("GA-8.3-19", "volatile-near-friends", target="b-b")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)
    table = shooter_in_threat_range(weapons=(gun("bomb", "volatile", "sidearm"),))
    table.when("red", declare_sidearms(table, "b-b", "bomb")).rejected("GA-8.3-19", "volatile-near-friends")


@pytest.mark.rule("GA-8.3-28")
def test_sustained_fire_adds_hits():
    """A Critical Hit scores X hits more, which are rolled for and never critical."""
    table = shoot(6, 4, 1, *ones(4), gun=gun("gun", "sustained_fire 2", sw=3))
    assert (last_event(table, HitsRolled).hits, last_event(table, HitsRolled).criticals) == (4, 1)
    table = shoot(6, 4, 1, *ones(3), 6, gun=gun("gun", "sustained_fire 2", "destructive", sw=3))
    assert (last_event(table, WoundsRolled).faces, last_event(table, WoundsRolled).wounds) == ((1, 1, 1), 1)


@pytest.mark.rule("GA-8.3-28")
def test_random_sustained_fire_is_thrown():
    """A random X is thrown for the Critical Hit."""
    table = shoot(6, 5, *ones(4), gun=gun("gun", "sustained_fire D3"))
    assert last_event(table, HitsRolled).hits == 4
    assert last_event(table, HitsRolled).results[0].extra_faces == (5,)


SWORD = blade("sword", sw=4)

HORNS = blade("horns", "extra_attacks", sw=2)


@pytest.mark.rule("GA-8.3-29")
def test_extra_attacks_come_besides_the_chosen_weapon():
    """A weapon with Extra Attacks strikes besides the weapon that the troop chose."""
    table = clash(*ones(6), weapons=(SWORD, HORNS))
    fight(table)
    assert sorted(event.attacks for event in events_of(table, AttacksCounted)) == [2, 4]


@pytest.mark.rule("GA-8.3-29", "GA-3.5-13")
def test_extra_attacks_as_the_main_weapon():
    """Chosen as the main weapon they strike their own number."""
    table = clash(*ones(2), weapons=(SWORD, HORNS))
    fight(table, "a-r", "b-b", "horns")
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [2]
    table = clash(weapons=(SWORD, blade("axe")))
    select(table)
    both = (strike("a-r.1", "sword"), strike("a-r.1", "axe"))
    command = DeclareMeleeAttacks(formation="a-r", attacks=both, sights=())
    table.when("red", command).rejected("GA-3.5-13", "one-weapon")


@pytest.mark.rule("GA-8.3-28", "GA-8.3-12")
def test_sustained_fire_and_destructive():
    """The critical wounds by itself, its extra hits roll; a random number of them is thrown for."""
    field = attack_table(ability("sustained_fire", "D3"), ability("destructive"), swiftness=3).formation("b-wall", 9)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(6, 4, 1, 5)
    field.table.when("red", RollHit(group=field.open)).then(HitsRolled, hits=5, criticals=1)
    field.table.faces(1, 2, 3, 4)
    rolled = field.table.when("red", RollWound(group=field.open)).one(WoundsRolled)
    assert [(result.face, result.outcome) for result in rolled.results] == [
        (0, "wound"),
        (1, "failed"),
        (2, "failed"),
        (3, "failed"),
        (4, "wound"),
    ]


@pytest.mark.rule("GA-8.3-19")
def test_volatile_in_melee():
    """Volatile weapons attack nobody within Threat Range of their own army, in melee neither."""
    field = melee_table(ability("volatile"))
    field.table.when("red", melee_declaration(("b-wall", 0))).rejected(
        "GA-8.3-19", "volatile-near-friends", target="b-wall"
    )


@pytest.mark.rule("GA-8.3-19", "GA-3.3-14")
@pytest.mark.parametrize(("friend", "accepted"), [(22, False), (22.001, True)])
def test_volatile_never_into_a_friends_fight(friend: float, *, accepted: bool):
    """A Monstrous enemy in a fight with a friend may be shot at, but by no Volatile weapon until the friend is off."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("bomb", "volatile"), gun()))
    blue = formation("b-b", at=[(20, 10)], weapons=(), keywords=("monstrous",))
    table = battle(red, formation("a-f", at=[(friend, 10)], weapons=()), blue, dice=(1,))
    bomb = declare_sidearms(table, "b-b", "bomb", sidearms=False)
    if accepted:
        table.when("red", bomb).accepted()
    else:
        table.when("red", bomb).rejected("GA-8.3-19", "volatile-near-friends")
        table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)


@pytest.mark.rule("GA-8.3-29")
def test_extra_attacks_have_their_own_target():
    """The sword strikes at one formation with its four and the horns at another with their two."""
    arms = (blade("sword", sw=4), blade("horns", "extra_attacks", sw=2))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    table = brawl(formation("a-r", at=[(20, 10)], weapons=arms), *near, dice=(1,) * 6)
    select(table)
    both = (strike("a-r.1", "sword"), strike("a-r.1", "horns", "b-c"))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=both, sights=())).accepted()
    settle(table)
    found = [(event.target, event.weapon) for event in events_of(table, AttackGroupBegun)]
    assert sorted(zip(found, (row.attacks for row in attack_counts(table)), strict=True)) == [
        (("b-b", "sword"), 4),
        (("b-c", "horns"), 2),
    ]


@pytest.mark.rule("GA-8.3-29", "GA-8.3-18")
def test_what_adds_an_attack_adds_none_to_extra_attacks():
    """One attack more for five troops makes five of a sword's four, and leaves the horns their two."""
    arms = (blade("sword", "volatile", sw=4), blade("horns", "extra_attacks", "volatile", sw=2))
    red = formation("a-r", at=[(20, 10)], weapons=arms)
    blue = formation("b-b", at=line(5, 22.8), weapons=())
    # across a barricade they fight and are not within Threat Range, where Volatile could not be used (GA-8.3-19)
    table = with_terrain(brawl(red, blue, dice=(1,) * 7), barricade(20.6, 5, 21.6, 20))
    fight(table)
    assert sorted((row.weapon, row.attacks) for row in attack_counts(table)) == [("horns", 2), ("sword", 5)]
