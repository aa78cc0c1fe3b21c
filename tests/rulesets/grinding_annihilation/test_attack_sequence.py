"""Chapter 3.3, Making Attacks: from the Hit roll to the damage, with mortal wounds, health and demises."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AllocateMortalWound,
    AttackAllocated,
    AttackGroupBegun,
    AttackGroupEnded,
    AttacksCounted,
    BeginAttackGroup,
    ChooseOrder,
    DamageInflicted,
    DamageRolled,
    DeadlyDemiseRolled,
    DeclineReaction,
    DefenceRolled,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationRemainedStationary,
    HitsRolled,
    InflictDamage,
    MortalWoundsEnded,
    MortalWoundsPending,
    MortalWoundSuffered,
    RerollDie,
    ResolveAttackGroup,
    RollDefence,
    RollHit,
    RollWound,
    SelectToShoot,
    SetStandingChoices,
    ShootingEnded,
    Sight,
    TroopDestroyed,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    Answer,
    Member,
    Unit,
    aim,
    battle,
    duel,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    settle,
    shoot,
    shots,
    story,
    trooper,
    wounds_left,
)

TOUGH = trooper(w=9, de=7)
STEALTH = ("stealth",)


def group_of(table: Table) -> str:
    """Give the open group of attacks."""
    group = table.view("referee").group
    assert group is not None
    return str(group.id)


def allocate(table: Table, attack: int, troop: str) -> AllocateAttack:
    """Put an attack of the open group on a troop."""
    return AllocateAttack(group=group_of(table), attack=attack, troop=troop)


def allocate_to(troop: str) -> Answer:
    """Put the next attack on a troop, once."""
    return lambda table, _window, _party: allocate(table, due(table), troop)


def due(table: Table) -> int:
    """Give the number of the next attack of the open group."""
    group = table.view("referee").group
    assert group is not None
    wounding = [each for each in group.attacks if each.outcome in ("wound", "critical")]
    return min(int(each.attack) for each in wounding if each.status == "due")


def suffer(troop: str) -> Answer:
    """Put the next mortal wound on a troop."""
    return lambda table, _window, _party: AllocateMortalWound(pending=table.view("referee").pending[0].id, troop=troop)


def aimed(*dice: int, seen: str = "full", **rest: Any) -> Table:
    """Declare the shots of a duel and confirm what was said of sight: the first group is next."""
    table = duel(*dice, **rest)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen=seen)).accepted()
    return settle(table, "BeginAttackGroup")


def begin(table: Table, weapon: str = "rifle", target: str = "b-b") -> None:
    """Begin the next group."""
    view = table.view("red").declaration
    table.when("red", BeginAttackGroup(declaration=view.id, target=target, weapon=weapon, profile=0)).accepted()


# -- hits


@pytest.mark.rule("GA-3.3-15")
@pytest.mark.parametrize(("face", "hits"), [(4, 0), (5, 1)])
def test_stealth_of_every_troop_takes_one_off_the_hit_roll(face: int, hits: int):
    """Where every troop of the target has Stealth, ranged attacks on it have -1 to hit."""
    dice = (face, 1) if hits else (face,)
    table = shoot(*dice, gun=gun(rs=4), powers=STEALTH, troops=2, troop=TOUGH)
    assert last(table, HitsRolled).hits == hits
    assert last(table, HitsRolled).needed.total == 5


@pytest.mark.rule("GA-3.3-15")
def test_stealth_of_some_troops_is_nothing():
    """One troop without Stealth takes it from the formation."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(rs=4),))
    blue = formation("b-b", at=line(2, 20), weapons=(), only={1: Member(powers=STEALTH)})
    table = fire(battle(red, blue, dice=(4, 1)))
    assert last(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-3.3-16")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_hit_roll_reaches_the_skill(face: int, hits: int):
    """An attack hits if its die reaches the weapon's skill, and ends there if it does not."""
    table = shoot(*((face, 1) if hits else (face,)), gun=gun(rs=4))
    assert last(table, HitsRolled).hits == hits
    assert len(story(table, WoundsRolled)) == hits


@pytest.mark.rule("GA-3.3-17")
def test_six_hits_whatever_lowers_it():
    """An unmodified 6 is a Critical Hit and always hits."""
    weapon = gun("mortar", "indirect", rs=6)
    table = duel(6, 5, 1, gun=weapon, guns=2, powers=STEALTH, troop=TOUGH)
    fire(table, seen="none")
    hits = last(table, HitsRolled)
    assert [each.outcome for each in hits.results] == ["critical", "miss"]
    assert (hits.hits, hits.criticals) == (1, 1)


@pytest.mark.rule("GA-3.3-17")
def test_one_misses_whatever_raises_it():
    """An unmodified 1 always misses."""
    table = shoot(1, gun=gun("cannon", "heavy", rs=2), past={"move": [FormationRemainedStationary(formation="a-r")]})
    assert last(table, HitsRolled).hits == 0


@pytest.mark.rule("GA-3.3-18")
def test_weapon_without_skill_hits_without_a_roll():
    """RS N/A: every attack hits, none is critical, whatever the target's Stealth."""
    weapon = gun("flame", "sustained_fire 2", "destructive", sw=5, rs=0)
    table = shoot(1, 1, 1, 1, 1, gun=weapon, powers=STEALTH)
    hits = last(table, HitsRolled)
    assert (hits.faces, hits.hits, hits.criticals) == ((), 5, 0)


# -- wounds


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.parametrize(
    ("strength", "vigour", "needed"), [(8, 4, 2), (7, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (3, 5, 5), (4, 9, 6)]
)
def test_wound_roll_compares_strength_and_vigour(strength: int, vigour: int, needed: int):
    """Strength against Vigour names the face that wounds; double and half go before the rest."""
    table = shoot(3, 3, needed, needed - 1, 1, gun=gun(s=strength, sw=2), troop=trooper(v=vigour, w=9))
    wounds = last(table, WoundsRolled)
    assert wounds.needed.total == needed
    assert [each.outcome != "failed" for each in wounds.results] == [True, False]


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.parametrize(
    ("tough", "count", "fallen", "vigour"), [(2, 4, (), 6), (1, 3, (), 3), (2, 3, (), 6), (3, 5, ("b-b.1", "b-b.2"), 3)]
)
def test_mixed_vigour_is_that_of_most_troops(tough: int, count: int, fallen: tuple[str, ...], vigour: int):
    """Of mixed Vigour that of most living troops counts, the higher on a tie."""
    hard = Member(profile=trooper("hard", v=6))
    blue = formation("b-b", at=line(count, 20), troop=trooper(v=3), only=dict.fromkeys(range(1, tough + 1), hard))
    red = formation("a-r", at=[(10, 10)], weapons=(gun(rs=3),))
    table = fire(battle(red, blue, dice=(3, 1), fallen=fallen))
    assert last(table, WoundsRolled).vigour == vigour
    assert last(table, WoundsRolled).needed.total == {6: 5, 3: 3}[vigour]


@pytest.mark.rule("GA-3.3-20")
def test_one_never_wounds_and_six_always_does():
    """An unmodified 1 fails and an unmodified 6 wounds, whatever is added or taken off."""
    weapon = gun("beam", "emission", s=8, sw=2)
    table = shoot(3, 3, 1, 2, 1, gun=weapon, troop=trooper(v=4, w=9))
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["failed", "wound"]
    table = shoot(3, 6, 1, gun=gun(s=2), troop=trooper(v=40, w=9))
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["critical"]


# -- allocation


@pytest.mark.rule("GA-3.3-21")
def test_wounded_troop_takes_the_attack():
    """A troop that has lost wounds takes the next attack."""
    table = duel(3, 3, 4, 4, 1, 6, gun=gun(sw=2), troops=3, troop=trooper(w=2), wounds={"b-b.2": 1})
    fire(table, AllocateAttack=[allocate_to("b-b.3")])
    assert [each.troop for each in story(table, AttackAllocated)] == ["b-b.2", "b-b.3"]
    assert living(table, "b-b") == ["b-b.1", "b-b.3"]


@pytest.mark.rule("GA-3.3-21")
def test_marked_troop_takes_the_next_attack():
    """Who was allocated an attack this phase takes the next one too, saved or not."""
    table = duel(3, 3, 4, 4, 6, 6, gun=gun(sw=2), troops=3)
    fire(table, until=("AllocateAttack",))
    table.when("blue", allocate(table, 1, "b-b.2")).accepted()
    settle(table)
    assert [each.troop for each in story(table, AttackAllocated)] == ["b-b.2", "b-b.2"]


@pytest.mark.rule("GA-3.3-21")
def test_free_choice_of_an_unhurt_formation():
    """In an unhurt formation its player puts the attack on any troop, seen or not, in range or not."""
    table = duel(3, 4, 1, gun=gun(reach=12), troops=3)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    told = (
        Sight(observers=("a-r.1",), troops=("b-b.1", "b-b.2"), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.3",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=told)).accepted()
    settle(table, "AllocateAttack")
    table.when("red", allocate(table, 1, "b-b.1")).rejected("GA-3.3-21", "not-asked", asks="blue")
    table.when("blue", allocate(table, 1, "b-b.3")).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.3-22")
def test_owner_chooses_among_several_that_must():
    """Where several troops must take the attack their player chooses among them."""
    table = duel(3, 4, 1, troops=3, troop=trooper(w=2), wounds={"b-b.1": 1, "b-b.2": 1})
    fire(table, until=("AllocateAttack",))
    chosen = allocate(table, 1, "b-b.3")
    table.when("blue", chosen).rejected("GA-3.3-21", "bound-troop-first", may="b-b.1 b-b.2")
    table.when("blue", allocate(table, 1, "b-b.2")).accepted()
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
    table.when("blue", allocate(table, 1, "b-b.3")).accepted()
    settle(table)
    fire(table, "a-q")
    assert [each.troop for each in story(table, AttackAllocated)] == ["b-b.3", "b-b.3"]


# -- saves


@pytest.mark.rule("GA-3.3-23")
@pytest.mark.parametrize(("de", "ap", "face", "saved"), [(3, -1, 4, True), (3, -1, 3, False), (4, -3, 6, False)])
def test_defence_check_is_lowered_by_penetration(de: int, ap: int, face: int, *, saved: bool):
    """The save is a die lowered by AP that reaches Defence."""
    table = shoot(3, 4, face, gun=gun(ap=ap), troop=trooper(de=de, w=9))
    rolled = last(table, DefenceRolled)
    assert (rolled.save, rolled.face, rolled.saved) == ("armour", face, saved)


@pytest.mark.rule("GA-3.3-23")
def test_troop_without_defence_has_no_save():
    """A Defence of "-" is no armour save: nothing is rolled."""
    table = shoot(3, 4, troop=trooper(de=0, w=9))
    assert not any(each.saved or each.face for each in story(table, DefenceRolled))
    assert wounds_left(table, "b-b") == [8]


@pytest.mark.rule("GA-3.3-24")
@pytest.mark.parametrize(("face", "saved"), [(1, False), (3, True)])
def test_one_never_saves(face: int, *, saved: bool):
    """An unmodified 1 fails whatever is added to it."""
    table = duel(6, 4, face, gun=gun("mortar", "indirect"), troop=trooper(de=4, w=9))
    fire(table, seen="none")
    assert last(table, DefenceRolled).saved is saved


@pytest.mark.rule("GA-3.3-24")
def test_six_may_fail_to_save():
    """An unmodified 6 is no save by itself."""
    table = shoot(3, 4, 6, gun=gun(ap=-1), troop=trooper(de=6, w=9))
    assert not last(table, DefenceRolled).saved


@pytest.mark.rule("GA-3.3-24")
def test_one_fails_an_invulnerable_save():
    """An unmodified 1 fails an invulnerable save as well, were it good enough to hold on a 1."""
    table = shoot(3, 3, 4, 4, 1, 2, gun=gun(ap=-6, sw=2), troop=trooper(de=0, inv=(1,), w=9))
    told = [(each.save, each.face, each.saved) for each in story(table, DefenceRolled)]
    assert told == [("invulnerable", 1, False), ("invulnerable", 2, True)]


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.parametrize(
    ("save", "face", "saved"), [("invulnerable", 5, True), ("invulnerable", 4, False), ("armour", 5, False)]
)
def test_either_defence_or_invulnerable_save(save: str, face: int, *, saved: bool):
    """The target's player takes Defence or the Invulnerable Save, which AP never changes, and not both."""
    table = duel(3, 3, 4, 4, face, 5, gun=gun(ap=-3, sw=2), troop=trooper(de=3, inv=(5,), w=9))
    fire(table, until=("RollDefence",))
    check = RollDefence(group=group_of(table), attack=1, save=save)
    table.when("blue", check).then(DefenceRolled, save=save, face=face, saved=saved)
    table.when("blue", replace(check, save="armour")).rejected("GA-3.3-39", "other-attack", next=2)
    settle(table)
    assert wounds_left(table, "b-b") == [9 if saved else 8]


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.parametrize(("ap", "save"), [(-3, "invulnerable"), (0, "armour")])
def test_better_save_where_none_is_named(ap: int, save: str):
    """A save that is not named is the better one."""
    table = shoot(3, 4, 6, gun=gun(ap=ap), troop=trooper(de=3, inv=(5,), w=9))
    assert last(table, DefenceRolled).save == save


# -- damage


@pytest.mark.rule("GA-3.3-26")
def test_failed_save_costs_the_damage():
    """A failed save costs one wound for each point of damage."""
    table = shoot(3, 4, 1, gun=gun(d=2), troop=trooper(w=3))
    assert wounds_left(table, "b-b") == [1]
    assert last(table, DamageInflicted).lost == 2


@pytest.mark.rule("GA-3.3-26", "GA-2.5-02")
def test_random_damage_is_rolled_after_the_save():
    """A D3 of damage with a 5 costs three wounds, thrown after the failed save."""
    table = shoot(3, 4, 1, 5, gun=gun(d="D3"), troop=trooper(w=3), troops=2)
    assert last(table, DamageRolled).faces == (5,)
    assert last(table, DamageRolled).damage.total == 3
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-27")
def test_excess_damage_is_lost():
    """Damage beyond the troop's wounds is lost."""
    table = shoot(3, 4, 1, gun=gun(d=3), troops=5)
    assert len(story(table, TroopDestroyed)) == 1
    assert len(living(table, "b-b")) == 4


@pytest.mark.rule("GA-3.3-28")
def test_destroyed_troop_is_removed_and_the_next_attack_is_free():
    """A troop at 0 wounds is gone at once; the next attack goes to any unmarked, unhurt survivor."""
    table = duel(3, 3, 4, 4, 1, 1, gun=gun(sw=2), troops=3)
    fire(table, until=("AllocateAttack",))
    table.when("blue", allocate(table, 1, "b-b.1")).accepted()
    settle(table, "AllocateAttack")
    assert living(table, "b-b") == ["b-b.2", "b-b.3"]
    table.when("blue", allocate(table, 2, "b-b.1")).rejected("", "unknown-id")
    table.when("blue", allocate(table, 2, "b-b.3")).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.2"]


@pytest.mark.rule("GA-3.3-28", "GA-8.4-05")
def test_formation_is_destroyed_with_its_last_troop():
    """The last troop's end is the formation's end."""
    table = shoot(3, 4, 1)
    destroyed = last(table, FormationDestroyed)
    assert (destroyed.formation, destroyed.whole) == ("b-b", True)
    assert living(table, "b-b") == []


# -- mortal wounds

RAY = gun("ray", "devastating", d=3)


@pytest.mark.rule("GA-3.3-29")
def test_mortal_wounds_know_no_save():
    """Three mortal wounds are three wounds lost, one at a time, without dice."""
    table = shoot(3, 6, gun=RAY, troop=trooper(de=2, inv=(4,), w=5))
    assert wounds_left(table, "b-b") == [2]
    assert len(story(table, MortalWoundSuffered)) == 3
    assert story(table, DefenceRolled) == []


@pytest.mark.rule("GA-3.3-30")
@pytest.mark.parametrize(("damage", "left", "lost"), [(5, [1], 0), (9, [], 3)])
def test_mortal_wounds_go_on_to_other_troops(damage: int, left: list[int], lost: int):
    """What kills a troop goes on to the next until all are spent or nobody is left."""
    table = shoot(3, 6, gun=gun("ray", "devastating", d=damage), troop=trooper(w=2), troops=3)
    assert wounds_left(table, "b-b") == left
    assert last(table, MortalWoundsEnded).lost == lost


@pytest.mark.rule("GA-3.3-31")
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
    assert [each.troop for each in story(table, MortalWoundSuffered)] == ["b-b.2", "b-b.1", "b-b.4"]
    assert wounds_left(table, "b-b") == [2, 1]


@pytest.mark.rule("GA-3.3-31", "GA-4.2-10")
def test_leader_is_spared_mortal_wounds_while_an_escort_lives():
    """In an Attached formation a mortal wound goes to the Escort, though the Leader is wounded."""
    table = attached(3, 6, gun("ray", "devastating", d=1), troops=3, wounds={"b-chief.1": 2})
    fire(table, until=("AllocateMortalWound",))
    pending = table.view("blue").pending[0].id
    chosen = AllocateMortalWound(pending=pending, troop="b-chief.1")
    table.when("blue", chosen).rejected("GA-4.2-10", "character-guarded", may="b-b.1 b-b.2 b-b.3")
    table.when("blue", AllocateMortalWound(pending=pending, troop="b-b.2")).accepted()
    settle(table)
    assert sorted(living(table, "b-b")) == ["b-b.1", "b-b.3", "b-chief.1"]


def attached(*dice_and_gun: Any, troops: int, vigour: int = 4, **rest: Any) -> Table:
    """Let a shooter face an Escort with a Leader of four wounds."""
    *dice, weapon = dice_and_gun
    red = formation("a-r", at=[(10, 10)], weapons=(weapon,))
    blue = formation("b-b", at=line(troops, 20), weapons=(), troop=trooper(v=4))
    chief = formation(
        "b-chief", at=[(21.5, 10)], weapons=(), troop=trooper("chief", w=4, de=2, v=vigour), keywords=("character",),
        powers=("leader",), leads=("b",),
    )  # fmt: skip
    return battle(red, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


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
    begin(table, "ray")
    settle(table)
    assert [each.cause for each in story(table, TroopDestroyed)] == ["attack", "mortal_wound", "mortal_wound"]
    assert last(table, MortalWoundsPending).wounds == 2


@pytest.mark.rule("GA-3.3-33")
def test_save_does_not_stop_mortal_wounds():
    """A save stops the normal damage of one attack and no mortal wound of another."""
    ray = gun("ray", "devastating", d=1, sw=2)
    table = shoot(3, 3, 4, 6, 6, gun=ray, troop=trooper(w=4))
    assert last(table, DefenceRolled).saved
    assert wounds_left(table, "b-b") == [3]


# -- reinforced health


@pytest.mark.rule("GA-3.3-34")
def test_reinforced_health_ignores_wounds_one_by_one():
    """Each wound about to be lost is ignored on a die of x or more."""
    table = shoot(3, 4, 1, 5, 2, 6, gun=gun(d=3), troop=trooper(w=3), powers=("reinforced_health 5",))
    done = last(table, DamageInflicted)
    assert (done.health_faces, done.health_needed, done.ignored, done.lost, done.wounds_left) == ((5, 2, 6), 5, 2, 1, 2)


@pytest.mark.rule("GA-3.3-34", "GA-3.3-35")
def test_reinforced_health_ignores_mortal_wounds():
    """An ignored mortal wound is spent."""
    table = shoot(3, 6, 5, 1, gun=gun("ray", "devastating", d=2), troop=trooper(w=3), powers=("reinforced_health 5",))
    assert [each.ignored for each in story(table, MortalWoundSuffered)] == [True, False]
    assert wounds_left(table, "b-b") == [2]


@pytest.mark.rule("GA-3.3-35")
def test_reinforced_health_ends_with_the_troop():
    """Rolls are made wound by wound and stop with the troop."""
    table = shoot(3, 4, 1, 5, 3, gun=gun(d=3), powers=("reinforced_health 5",), troops=2)
    assert last(table, DamageInflicted).health_faces == (5, 3)
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-35")
def test_one_reinforced_health_for_each_wound():
    """Of several Reinforced Healths one is used for a wound, the lowest if nobody chooses."""
    powers = ("reinforced_health 6", "reinforced_health 5")
    table = shoot(3, 4, 1, 5, gun=gun(), troop=trooper(w=2), powers=powers)
    assert (last(table, DamageInflicted).health_needed, last(table, DamageInflicted).ignored) == (5, 1)


@pytest.mark.rule("GA-3.3-35")
def test_owner_may_choose_the_worse_reinforced_health():
    """Which of several Reinforced Healths is used is their owner's choice."""
    powers = ("reinforced_health 6", "reinforced_health 5")
    table = duel(3, 4, 1, 5, troop=trooper(w=2), powers=powers)
    fire(table, until=("InflictDamage",))
    chosen = InflictDamage(group=group_of(table), attack=1, reinforced_health=6)
    table.when("red", chosen).rejected("GA-3.3-26", "not-asked", asks="blue")
    table.when("blue", chosen).accepted()
    settle(table)
    assert (last(table, DamageInflicted).health_needed, last(table, DamageInflicted).ignored) == (6, 0)


# -- deadly demise


def bomb(*dice: int) -> Table:
    """Let a shooter face a bomb of one wound with the others about it."""
    return battle(*bombed("2"), dice=dice)


def bombed(x: str) -> list[Unit]:
    """Give a shooter and a bomb; own and other formations stand 5.9, 6 and 6.1 inches from the bomb."""
    return [
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), powers=(f"deadly_demise {x}",)),
        formation("a-near", at=[(20, 16.9)], weapons=(), troop=trooper(w=5)),
        formation("b-edge", at=[(27, 10)], weapons=(), troop=trooper(w=5)),
        formation("b-far", at=[(20, 2.9)], weapons=(), troop=trooper(w=5)),
    ]


@pytest.mark.rule("GA-3.3-36", "GA-2.1-04")
def test_deadly_demise_on_a_six():
    """On a 6 every formation within 6 inches suffers the mortal wounds, own and enemy."""
    table = fire(bomb(3, 4, 1, 6))
    assert [each.wounds for each in last(table, DeadlyDemiseRolled).results] == [2, 2]
    assert (wounds_left(table, "a-near"), wounds_left(table, "b-edge"), wounds_left(table, "b-far")) == ([3], [3], [5])


@pytest.mark.rule("GA-3.3-36")
def test_no_deadly_demise_on_a_five():
    """On 1 to 5 nothing happens."""
    table = fire(bomb(3, 4, 1, 5))
    assert last(table, DeadlyDemiseRolled).results == ()
    assert [wounds_left(table, each) for each in ("a-near", "b-edge", "b-far")] == [[5], [5], [5]]


@pytest.mark.rule("GA-3.3-37")
def test_random_deadly_demise_is_rolled_for_each_formation():
    """A random x is rolled for every formation: D6 of 5, 2 and 3 are 3, 1 and 2 mortal wounds."""
    third = formation("b-third", at=[(20, 12)], weapons=(), troop=trooper(w=5))
    table = fire(battle(*bombed("D3"), third, dice=(3, 4, 1, 6, 5, 2, 3)))
    results = last(table, DeadlyDemiseRolled).results
    assert [(each.faces, each.wounds) for each in results] == [((5,), 3), ((2,), 1), ((3,), 2)]
    assert [wounds_left(table, each.formation) for each in results] == [[2], [4], [3]]
    assert wounds_left(table, "b-far") == [5]


@pytest.mark.rule("GA-3.3-37")
def test_deadly_demise_strikes_its_own_survivors():
    """The troop's own formation suffers too, as far as it lives."""
    table = shoot(3, 4, 1, 6, 1, troops=3, powers=("deadly_demise 1",), troop=trooper(w=1))
    assert [each.formation for each in story(table, DeadlyDemiseRolled)[0].results] == ["b-b"]
    assert [each.cause for each in story(table, TroopDestroyed)] == ["attack", "mortal_wound"]
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-38")
def test_deadly_demise_comes_before_the_next_attack():
    """A demise is done before the next attack of the group is allocated."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(sw=2),))
    blue = formation("b-b", at=line(2, 20), weapons=(), powers=("deadly_demise 1",), troop=trooper(w=1))
    table = fire(battle(red, blue, dice=(3, 3, 4, 4, 1, 6, 5)))
    assert [each.cause for each in story(table, TroopDestroyed)] == ["attack", "mortal_wound"]
    assert last(table, AttackGroupEnded).lost == 1


@pytest.mark.rule("GA-3.3-38", "GA-2.5-09")
def test_demises_of_one_moment_are_ordered_by_the_player_in_turn():
    """Demises that one demise sets off wait until it is finished; whose turn it is orders them."""
    units = [
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), powers=("deadly_demise 1",)),
        formation("b-c", at=[(20, 14)], weapons=(), powers=("deadly_demise 1",)),
        formation("b-d", at=[(20, 6)], weapons=(), powers=("deadly_demise 1",)),
    ]
    table = battle(*units, dice=(3, 4, 1, 6, 1, 2))
    fire(table, until=("ChooseOrder",))
    assert table.window is not None
    assert sorted(each.troop for each in story(table, TroopDestroyed)) == ["b-b.1", "b-c.1", "b-d.1"]
    chosen = ChooseOrder(order=tuple(table.window.about))
    table.when("blue", chosen).rejected("GA-2.5-09", "not-asked", asks="red")
    table.when("red", ChooseOrder(order=("b-c.1",))).rejected("GA-2.5-09", "order-incomplete")
    table.when("red", ChooseOrder(order=tuple(reversed(table.window.about)))).accepted()
    settle(table)
    order = [each.troop for each in story(table, DeadlyDemiseRolled)]
    assert order[0] == "b-b.1"
    assert order[1:] == ["b-d.1", "b-c.1"]


# -- groups and who rolls


@pytest.mark.rule("GA-3.3-39")
def test_group_is_worked_off_step_by_step():
    """A group rolls its hits, its wounds in the order of the hits, then each wounding attack to its end."""
    table = aimed(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    begin(table)
    assert last(table, AttacksCounted).attacks == 3
    group = group_of(table)
    table.when("red", RollHit(group=group)).then(HitsRolled, faces=(5, 2, 4), hits=2)
    table.when("red", RollWound(group=group)).then(WoundsRolled, faces=(4, 3), wounds=1)
    settle(table)
    assert [(each.face, each.saved) for each in story(table, DefenceRolled)] == [(3, False)]
    assert wounds_left(table, "b-b") == [1]


@pytest.mark.rule("GA-3.3-39")
def test_whole_group_at_once_throws_the_same_dice():
    """ResolveAttackGroup throws the dice of the single steps in their order and does the same."""
    slow = aimed(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    begin(slow)
    slow.when("red", RollHit(group=group_of(slow))).accepted()
    slow.when("red", RollWound(group=group_of(slow))).accepted()
    settle(slow)
    fast = aimed(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    view = fast.view("red").declaration
    command = ResolveAttackGroup(declaration=view.id, target="b-b", weapon="rifle", profile=0, rerolls="")
    fast.when("red", command).accepted()
    settle(fast)
    for kind in (AttacksCounted, HitsRolled, WoundsRolled, AttackAllocated, DefenceRolled, DamageInflicted):
        told = [[replaced(each) for each in story(table, kind)] for table in (slow, fast)]
        assert told[0] == told[1] != []


def replaced(event: Struct) -> Struct:
    """Leave out the group's id, which tells the entry that opened it."""
    return replace(event, group="")


@pytest.mark.rule("GA-3.3-39")
def test_whole_group_needs_a_standing_choice_where_the_other_player_chooses():
    """A group goes at once only where its target's player has nothing to choose, or has said how."""
    table = aimed(3, 4, 1, troops=3)
    view = table.view("red").declaration
    command = ResolveAttackGroup(declaration=view.id, target="b-b", weapon="rifle", profile=0, rerolls="")
    table.when("red", command).rejected("GA-3.3-21", "casualties-open", troops="b-b.1 b-b.2 b-b.3")
    order = ("b-b.2", "b-b.1", "b-b.3")
    said = SetStandingChoices(casualty_order=order, save_preference="better", windows_declined=())
    table.when("blue", said).accepted()
    table.when("red", command).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.1", "b-b.3"]


@pytest.mark.rule("GA-3.3-40")
def test_attacker_rolls_to_hit_and_wound_and_the_target_saves():
    """Hits and wounds are the attacker's to roll, saves the other player's."""
    table = aimed(3, 4, 1)
    begin(table)
    group = group_of(table)
    table.when("blue", RollHit(group=group)).rejected("GA-3.3-16", "not-asked")
    table.when("red", RollHit(group=group)).accepted()
    table.when("blue", RollWound(group=group)).rejected("GA-3.3-19", "not-asked", asks="red")
    table.when("red", RollWound(group=group)).accepted()
    settle(table, "RollDefence")
    table.when("red", RollDefence(group=group, attack=1, save="")).rejected("GA-3.3-23", "not-asked", asks="blue")
    settle(table)


@pytest.mark.rule("GA-3.3-40")
def test_reroll_is_taken_or_declined_before_the_next_step():
    """While the attacker may re-roll wounds the target's player can not save yet."""
    table = aimed(3, 2, 5, 6, gun=gun("twin", "twin_weapon"), troop=trooper(w=3))
    begin(table, "twin")
    group = group_of(table)
    table.when("red", RollHit(group=group)).accepted()
    table.when("red", RollWound(group=group)).asks("reroll", "red")
    save = RollDefence(group=group, attack=1, save="")
    table.when("blue", save).rejected("GA-3.3-40", "not-asked", asks="red")
    reroll = RerollDie(roll="wound", group=group, attacks=(1,), ability="twin_weapon")
    table.when("blue", reroll).rejected("GA-3.3-40", "not-asked", asks="red")
    table.when("red", reroll).accepted()
    settle(table, "RollDefence")
    table.when("blue", save).then(DefenceRolled, face=6, saved=True)
    settle(table)
    assert wounds_left(table, "b-b") == [3]
    declined = aimed(3, 2, gun=gun("twin", "twin_weapon"), troop=trooper(w=3))
    begin(declined, "twin")
    settle(declined, "DeclineReaction")
    assert declined.window is not None
    declined.when("red", DeclineReaction(window=declined.window.id)).then(AttackGroupEnded)


@pytest.mark.rule("GA-3.3-41")
def test_declared_attacks_of_the_dead_are_resolved():
    """Attacks are resolved though the troop that makes them is gone."""
    arms = {1: Member(weapons=(gun("lance"),)), 2: Member(weapons=(gun("bolt"),))}
    red = formation("a-r", at=[(10, 10), (12, 10)], weapons=(), only=arms)
    bomb = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 1",))}
    blue = formation("b-b", at=[(17, 10), (17, 12)], weapons=(), troop=trooper(w=3), only=bomb)
    table = battle(red, blue, dice=(3, 4, 1, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    begin(table, "lance")
    settle(table, AllocateAttack=[allocate_to("b-b.1")], AllocateMortalWound=[suffer("a-r.2")])
    assert living(table, "a-r") == ["a-r.1"]
    assert len(story(table, HitsRolled)) == 2
    assert wounds_left(table, "b-b") == [1]


@pytest.mark.rule("GA-3.3-11")
def test_attacks_left_over_are_lost():
    """Attacks left when the target is gone are lost."""
    table = shoot(*[3] * 12, *[4] * 12, 6, 6, 1, gun=gun(sw=12))
    assert last(table, AttackGroupEnded).lost == 9
    assert len(story(table, DefenceRolled)) == 3


@pytest.mark.rule("GA-3.3-10")
def test_declared_attacks_go_on_when_nobody_is_in_sight_or_range():
    """Declared attacks stay valid when those who were seen or in range are gone, whoever of the rest takes them."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("pistol", reach=10)))
    blue = formation("b-b", at=[(20, 10), (22.5, 10)], weapons=(), troop=trooper(w=1))
    table = battle(red, blue, dice=(3, 4, 1, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    told = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=told)).accepted()
    settle(table, "BeginAttackGroup")
    begin(table, "lance")
    settle(table, "BeginAttackGroup", AllocateAttack=[allocate_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2"]
    begin(table, "pistol")
    settle(table)
    assert living(table, "b-b") == []


@pytest.mark.rule("GA-3.1-12")
@pytest.mark.parametrize(("face", "hits"), [(5, 0), (6, 1)])
def test_fatigue_makes_the_ranged_skill_six(face: int, hits: int):
    """While Battle-Fatigued every ranged weapon has RS 6+."""
    tired = FormationBattleFatigued(formation="a-r", until=2)
    table = shoot(*((face, 1) if hits else (face,)), gun=gun(rs=3), past={"manoeuvres": [tired]})
    assert last(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-3.3-19")
def test_vigour_is_kept_for_all_attacks_of_the_formation():
    """The Vigour of most troops at the declaration stays, though casualties shift it; the next formation looks anew."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one", d=2), gun("two")))
    hard = dict.fromkeys((1, 2), Member(profile=trooper("hard", v=8)))
    blue = formation("b-b", at=line(4, 20), weapons=(), troop=trooper(v=4), only=hard)
    table = battle(red, formation("a-q", at=[(10, 20)]), blue, dice=(3, 6, 1, 3, 4, 3, 3))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    begin(table, "one")
    settle(table, AllocateAttack=[allocate_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2", "b-b.3", "b-b.4"]
    fire(table, "a-q", "b-b")
    assert [(each.vigour, each.needed.total) for each in story(table, WoundsRolled)] == [(8, 6), (8, 6), (4, 4)]


@pytest.mark.rule("GA-3.3-31")
def test_mortal_wounds_follow_the_mark():
    """A mortal wound goes to the troop that was allocated an attack this phase, and sets no mark itself."""
    table = duel(3, 6, gun=gun("ray", "devastating"), troops=3, troop=trooper(w=2))
    table.put("troops", replace(table.game.troops["b-b.2"], marked=True))
    fire(table)
    assert [each.troop for each in story(table, MortalWoundSuffered)] == ["b-b.2"]
    table = shoot(3, 6, gun=gun("ray", "devastating"), troops=3, troop=trooper(w=2))
    marks = [troop.marked for each in table.view("red").formations if each.id == "b-b" for troop in each.troops]
    assert marks == [False, False, False]


@pytest.mark.rule("GA-3.3-37", "GA-4.2-07")
def test_attached_formation_suffers_a_demise_once():
    """Escort and Leader within reach are one formation, which suffers once."""
    bomb = formation("b-b", at=[(20, 10)], weapons=(), powers=("deadly_demise 1",))
    own = formation("b-c", at=[(20, 14), (20, 15.5)], weapons=(), troop=trooper(w=3))
    chief = formation(
        "b-chief", at=[(21.5, 14)], weapons=(), troop=trooper("chief", w=4), keywords=("character",), leads=("c",),
        powers=("leader",),
    )  # fmt: skip
    red = formation("a-r", at=[(10, 10)])
    table = fire(battle(red, bomb, own, chief, lead={"b-chief": "b-c"}, dice=(3, 4, 1, 6)))
    assert [(each.formation, each.wounds) for each in last(table, DeadlyDemiseRolled).results] == [("b-c", 1)]
    assert sorted(wounds_left(table, "b-c")) == [2, 3, 4]


@pytest.mark.rule("GA-3.3-36", "GA-3.3-38")
def test_demise_reaches_from_where_the_troop_stood():
    """A demise is measured from the place of the destroyed troop, not from its formation."""
    bombs = formation("b-b", at=[(20, 10), (20, 12.5)], weapons=(), powers=("deadly_demise 1",))
    near = formation("b-c", at=[(20, 19.4)], weapons=(), troop=trooper(w=3))
    red = formation("a-r", at=[(10, 10)])
    table = fire(battle(red, bombs, near, dice=(3, 4, 1, 6, 1)), AllocateAttack=[allocate_to("b-b.1")])
    assert [each.formation for each in story(table, DeadlyDemiseRolled)[0].results] == ["b-b"]
    table = fire(battle(red, bombs, near, dice=(3, 4, 1, 6, 1)), AllocateAttack=[allocate_to("b-b.2")])
    assert sorted(each.formation for each in story(table, DeadlyDemiseRolled)[0].results) == ["b-b", "b-c"]


@pytest.mark.rule("GA-3.3-05")
def test_each_copy_of_a_weapon_has_its_own_target():
    """A troop with two copies of a weapon fires each at its own target, and no third one."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(), gun()))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = battle(red, blue, green, dice=(1, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    one, other = shots(table, "a-r", "b-b")[0], shots(table, "a-r", "b-c")[0]
    command = aim(table, "a-r", one, one, other)
    table.when("red", command).rejected("GA-3.3-05", "weapon-split", weapon="rifle", copies=2)
    table.when("red", aim(table, "a-r", one, other)).accepted()
    settle(table)
    told = [(each.target, counted.attacks) for each, counted in
            zip(story(table, AttackGroupBegun), story(table, AttacksCounted), strict=True)]  # fmt: skip
    assert told == [("b-b", 1), ("b-c", 1)]


@pytest.mark.rule("GA-3.3-41", "GA-3.3-38")
def test_shooting_goes_on_when_the_shooter_is_gone():
    """A formation that was destroyed in the midst of its shooting has its declared attacks resolved."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two")))
    bombs = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 1",))}
    blue = formation("b-b", at=[(15, 10), (15, 12)], weapons=(), troop=trooper(w=5), only=bombs)
    table = battle(red, blue, dice=(3, 4, 1, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, AllocateAttack=[allocate_to("b-b.1")])
    assert (living(table, "a-r"), wounds_left(table, "b-b")) == ([], [3])
    assert last(table, ShootingEnded).formation == "a-r"


@pytest.mark.rule("GA-3.3-39", "GA-3.3-40")
@pytest.mark.parametrize("at_once", [False, True])
def test_dice_from_the_table_are_asked_for_one_throw_at_a_time(at_once: bool):
    """With reported dice every throw is asked of the player who makes it, in the order of the sequence."""
    table = aimed(gun=gun(sw=3), troop=trooper(w=2), reported=True)
    declared = table.view("red").declaration.id
    whole = ResolveAttackGroup(declaration=declared, target="b-b", weapon="rifle", profile=0, rerolls="")
    one = BeginAttackGroup(declaration=declared, target="b-b", weapon="rifle", profile=0)
    table.when("red", whole if at_once else one).accepted()
    throwers = []
    for faces in ((5, 2, 4), (4, 3), (3,)):
        settle(table, "ReportRoll")
        assert table.window is not None
        throwers.append(table.window.asks)
        table.thrown(*faces).accepted()
    settle(table)
    assert throwers == [(0,), (0,), (1,)]
    assert wounds_left(table, "b-b") == [1]
