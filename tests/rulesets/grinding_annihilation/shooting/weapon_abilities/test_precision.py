"""Precision (GA-8.3-16, -17): attacks, and by option mortal wounds, on a Character that is seen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    BeginAttackGroup,
    DamageInflicted,
    DeclareMeleeAttacks,
    DeclareTargets,
    DeclineReaction,
    DefenceRolled,
    HitsRolled,
    MeleeDeclared,
    MortalWoundsEnded,
    MortalWoundsHeld,
    MortalWoundsPending,
    MortalWoundSuffered,
    ReactionDeclined,
    ResolveAttackGroup,
    RollDamage,
    RollHit,
    RollWound,
    SelectToFight,
    SelectToShoot,
    Sight,
    TargetsDeclared,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts import line_of_sight
from tests.kit import Table
from tests.rulesets.grinding_annihilation.concepts.impossibility.steps import command_of_silence
from tests.rulesets.grinding_annihilation.fixtures import Member, ability, battle, blade, brawl, formation, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_on_led_formation, attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import (
    allocate,
    allocate_next_to,
    mortal_wound_on,
    precision_on,
    roll_hits_and_wounds,
    roll_save,
)
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fire,
    last_event,
    living,
    melee_attacks,
    sees,
    select,
    settle,
    shots,
    strike,
    wounds_left,
)
from tests.rulesets.grinding_annihilation.terrain.fixtures import GEOMETRIC

SNIPER = gun("sniper", "precision", rs=3)


@pytest.mark.rule("GA-8.3-16", "GA-4.2-09")
def test_precision_puts_an_attack_on_the_character():
    """An attack with Precision may go to a visible Character, and is saved with its Defence."""
    table = attack_on_led_formation(3, 4, 1, weapons=(SNIPER,), vigour=6, marked=("b-b.1",))
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    allocated = last_event(table, AttackAllocated)
    assert (allocated.troop, allocated.seat, allocated.precision) == ("b-chief.1", 0, True)
    assert last_event(table, WoundsRolled).vigour == 4
    assert last_event(table, DefenceRolled).needed.total == 2
    assert sorted(wounds_left(table, "b-b")) == [1, 1, 1, 3]


@pytest.mark.rule("GA-8.3-16")
def test_precision_needs_sight_of_the_character():
    """A Character that the troop does not see is allocated to by nobody's Precision."""
    table = attack_on_led_formation(3, 4, 1, weapons=(SNIPER,))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    found = [
        Sight(observers=("a-r.1",), troops=("b-b.1", "b-b.2", "b-b.3"), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-chief.1",), seen="none", fact=""),
    ]
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=found)).accepted()
    settle(table, AllocateAttack=precision_on("b-chief.1"))
    allocated = last_event(table, AttackAllocated)
    assert (allocated.troop, allocated.seat, allocated.precision) == ("b-b.1", 1, False)


@pytest.mark.rule("GA-8.3-16", "GA-8.3-17")
def test_precision_is_for_one_attack():
    """After a Precision attack ordinary ones still go to the Escort; Precision may also be declined."""
    table = attack_on_led_formation(3, 3, 4, 4, 1, 1, weapons=(gun("sniper", "precision", sw=2),))
    fire(table, until=("AllocateAttack",))
    group = table.view("red").group.id
    table.when("red", AllocateAttack(group=group, attack=1, troop="b-chief.1")).accepted()
    settle(table, "AllocateAttack")
    assert table.window is not None
    table.when("red", DeclineReaction(window=table.window.id)).asks("allocate", "blue")
    chief = AllocateAttack(group=group, attack=2, troop="b-chief.1")
    table.when("blue", chief).rejected("GA-4.2-10", "character-guarded")
    table.when("blue", replace(chief, troop="b-b.2")).accepted()
    settle(table)
    assert [(event.troop, event.seat, event.precision) for event in events_of(table, AttackAllocated)] == [
        ("b-chief.1", 0, True),
        ("b-b.2", 1, False),
    ]


@pytest.mark.rule("GA-8.3-17")
def test_precision_does_not_steer_mortal_wounds():
    """Mortal wounds of a Devastating attack with Precision go to the Escort."""
    table = attack_on_led_formation(3, 6, weapons=(gun("sniper", "precision", "devastating", d=2),))
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert "b-chief.1" not in [event.troop for event in events_of(table, MortalWoundSuffered)]
    assert len(living(table, "b-b")) == 2


@pytest.mark.rule("GA-8.3-16", "GA-3.3-27")
def test_precision_ends_with_the_character():
    """When the Character has fallen the other attacks with Precision are the target's player's to allocate."""
    table = attack_on_led_formation(*[3] * 3, *[4] * 3, 1, 1, 1, weapons=(gun("sniper", "precision", sw=3, d=4),))
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert [event.precision for event in events_of(table, AttackAllocated)] == [True, False, False]
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-8.3-16", "GA-8.3-17")
def test_precision():
    """The attacker may put a Precision attack on a Character that the shooter sees, or let it go its normal way."""
    field = attack_table(ability("precision"), swiftness=2).formation(
        "b-wall", 2, leader=troop_profile("boss", wounds=3)
    )
    roll_hits_and_wounds(field, 5, 5, 5, 5)
    assert field.window.kind == "precision"
    allocate(field, 1, "b-wall.1", "red").rejected("GA-8.3-16", "not-a-seen-character", may="b-wallboss.1")
    allocate(field, 1, "b-wallboss.1", "red").then(AttackAllocated, seat=0, precision=True)
    roll_save(field, 1, 1).then(DamageInflicted, troop="b-wallboss.1").asks("precision", "red")
    field.decline("red").asks("allocate", "blue")
    allocate(field, 2, "b-wallboss.1").rejected("GA-4.2-10", "character-guarded")
    allocate(field, 2, "b-wall.1").accepted()


@pytest.mark.rule("GA-8.3-16")
def test_precision_needs_sight():
    """Of a formation that the shooter does not see nobody is picked out."""
    field = attack_table(ability("precision"), ability("indirect")).formation("b-wall", 2, leader=troop_profile("boss"))
    field.shoot(("gun", 0, "b-wall"), seen="none").begin("b-wall", "gun")
    field.table.faces(5, 5)
    field.table.when("red", RollHit(group=field.open)).then(HitsRolled)
    assert field.game.group.hit_needed.total == 4
    field.table.when("red", RollWound(group=field.open)).asks("allocate", "blue")
    allocate(field, 1, "b-wall.1")
    roll_save(field, 1, 3).then(DefenceRolled, saved=True)


@pytest.mark.rule("GA-8.3-16", "GA-3.5-18", "GA-2.4-12")
@pytest.mark.parametrize(("seen", "struck"), [("full", "b-chief.1"), ("none", "b-b.1")])
def test_precision_in_melee_needs_sight_of_the_character(seen: str, struck: str):
    """Melee attacks with Precision go to a Character that the troop is said to see, and only then."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade("needle", "precision"),))
    blue = formation("b-b", at=[(21, 10)], weapons=())
    chief = formation(
        "b-chief",
        at=[(22.2, 10)],
        weapons=(),
        troop=trooper("chief", w=4),
        keywords=("character",),
        leads=("b",),
        powers=("leader",),
    )
    table = select(brawl(red, blue, chief, lead={"b-chief": "b-b"}, dice=(3, 4, 6)))
    sight = Sight(observers=("a-r.1",), troops=("b-chief.1",), seen=seen, fact="")
    attacks = (strike("a-r.1", "needle"),)
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=(sight,))).accepted()
    settle(table, "AllocateAttack", "SelectToFight")
    if seen == "full":
        group = table.view("red").group.id
        table.when("red", AllocateAttack(group=group, attack=1, troop="b-chief.1")).accepted()
        settle(table)
    assert last_event(table, AttackAllocated).troop == struck


@pytest.mark.rule("GA-8.3-16", "GA-2.4-08")
@pytest.mark.ruling("GA-2.4-08.3", "GA-2.4-10.1")
def test_a_character_behind_its_escort_is_not_picked_out():
    """Where sight is worked out, Precision asks whether the Character is seen by itself, its fellows in the way."""
    sniper = gun("sniper", "precision")
    red = formation("a-r", at=[(10, 10)], weapons=(sniper,))
    guard = formation("b-b", at=[(17, 10)], troop=trooper("guard", base=2), weapons=())
    low = replace(trooper("boss"), height=800)
    for y, chosen in ((10, ()), (12, ("b-boss.1",))):
        boss = formation(
            "b-boss", at=[(18.6, y)], troop=low, weapons=(), keywords=("infantry", "character"), leads=("b",)
        )
        table = battle(red, guard, boss, lead={"b-boss": "b-b"}, options=GEOMETRIC, dice=(1,))
        table.when("red", SelectToShoot(formation="a-r")).accepted()
        command = DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())
        table.when("red", command).accepted()
        assert last_event(table, TargetsDeclared).shots[0].characters_visible == chosen
        settle(table)


@pytest.mark.rule("GA-8.3-16")
def test_melee_precision_is_worked_out_too():
    """Melee states no sight where it is worked out."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade("rapier", "precision"),))
    blue = formation("b-b", at=[(21, 10), (22.5, 10)], weapons=())
    boss = formation("b-boss", at=[(21, 11.5)], weapons=(), keywords=("infantry", "character"), leads=("b",))
    table = brawl(red, blue, boss, lead={"b-boss": "b-b"}, options=GEOMETRIC, dice=(1,))
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "DeclareMeleeAttacks")
    sight = (sees(table, "a-r", "b-b"),)
    attacks = melee_attacks(table, "a-r", "b-b")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=sight)).rejected(
        "GA-2.4-12", "sight-worked-out"
    )
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    assert last_event(table, MeleeDeclared).attacks[0].characters_visible == ("b-boss.1",)
    settle(table)


@pytest.mark.rule("GA-8.3-16")
@pytest.mark.ruling("GA-8.3-16.2")
def test_precision_sees_what_is_to_be_seen_when_the_attack_is_allocated():
    """A Character whom a large Escort troop hid at the declaration may be picked out once that troop has fallen."""
    big = {1: Member(profile=replace(trooper("wall", base=6), height=3000))}
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("sniper", "precision")))
    blue = formation("b-b", at=[(18, 10), (22, 16)], weapons=(), only=big)
    chief = formation(
        "b-chief",
        at=[(24, 10)],
        weapons=(),
        troop=trooper("chief", w=4, de=2),
        keywords=("character",),
        powers=("leader",),
        leads=("b",),
    )
    table = battle(
        red, blue, chief, lead={"b-chief": "b-b"}, dice=(3, 4, 1, 3, 4, 1), options={"visibility_source": "geometric"}
    )
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())).accepted()
    settle(table, "BeginAttackGroup")
    found = table.game.declaration.shots
    assert [row.characters_visible for row in found] == [(), ()]
    declared = table.view("red").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table, "BeginAttackGroup", AllocateAttack=[allocate_next_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2", "b-chief.1"]
    sniper = table.game.troops["a-r.1"]
    assert line_of_sight.visibility_of(table.game, 0, sniper).alone("a-r.1", "b-chief.1") == "full"
    if table.window.kind == "attack_group":
        table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="sniper", profile=0)).accepted()
    settle(table, AllocateAttack=precision_on("b-chief.1"))
    assert len(events_of(table, AttackAllocated)) == 2
    assert last_event(table, AttackAllocated).troop == "b-chief.1"


@pytest.mark.rule("GA-3.3-41")
@pytest.mark.ruling("GA-3.3-41.2")
@pytest.mark.parametrize(("hidden", "taker"), [(False, "b-chief.1"), (True, "b-b.2")])
def test_the_dead_pick_out_whom_they_saw_at_the_declaration(hidden: bool, taker: str):
    """An attack whose maker has fallen may be put on a Character that was seen when it was declared; on no other."""
    red = formation(
        "a-r",
        at=[(10, 10), (12, 10)],
        weapons=(),
        only={1: Member(weapons=(gun("lance"),)), 2: Member(weapons=(gun("sniper", "precision"),))},
    )
    wall = Member(profile=replace(trooper("wall", base=6), height=3000), powers=("deadly_demise 1",))
    bomb = Member(profile=trooper("bomb"), powers=("deadly_demise 1",))
    at = [(20, 10), (24, 16)] if hidden else [(17, 12), (24, 16)]
    blue = formation("b-b", at=at, weapons=(), troop=trooper(w=3), only={1: wall if hidden else bomb})
    chief = formation(
        "b-chief",
        at=[(26, 10)],
        weapons=(),
        troop=trooper("chief", w=4, de=2),
        keywords=("character",),
        powers=("leader",),
        leads=("b",),
    )
    table = battle(
        red,
        blue,
        chief,
        lead={"b-chief": "b-b"},
        dice=(3, 4, 1, 6, 3, 4, 1),
        options={"visibility_source": "geometric"},
    )
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())).accepted()
    settle(table, "BeginAttackGroup")
    assert [shot.characters_visible for shot in table.game.declaration.shots][1] == (() if hidden else ("b-chief.1",))
    declared = table.view("referee").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(
        table,
        "BeginAttackGroup",
        AllocateAttack=[allocate_next_to("b-b.1")],
        AllocateMortalWound=[mortal_wound_on("a-r.2")],
    )
    assert living(table, "a-r") == ["a-r.1"]
    if table.window.kind == "attack_group":
        table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="sniper", profile=0)).accepted()
    settle(table, AllocateAttack=precision_on("b-chief.1"))
    assert last_event(table, AttackAllocated).troop == taker


def sniper(sw: int = 1, d: Any = 2, **rest: Any) -> Any:
    return gun("sniper", "precision", "devastating", sw=sw, d=d, **rest)


def mortal_wounds_suffered(table: Table) -> list[tuple[str, int]]:
    """List who took mortal wounds, and what was left of them."""
    return [(event.troop, event.wounds_left) for event in events_of(table, MortalWoundSuffered)]


@pytest.mark.rule("GA-8.3-17")
@pytest.mark.ruling("GA-8.3-17.2", "GA-8.3-17.3")
def test_by_default_precision_does_not_steer_mortal_wounds():
    """A Devastating critical ends the sequence before allocation: the attacker is asked nothing."""
    table = attack_on_led_formation(3, 6, weapons=(sniper(),))
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert mortal_wounds_suffered(table) == [("b-b.1", 0), ("b-b.2", 0)]
    assert last_event(table, MortalWoundsHeld).troop is None
    assert events_of(table, ReactionDeclined) == []


STEERING = {"precision_steers_mortals": True}


@pytest.mark.rule("GA-8.3-17")
@pytest.mark.ruling("GA-8.3-17.3")
def test_by_option_precision_puts_mortal_wounds_on_the_character():
    """The attacker names the Character; the mortal wounds are put on it though no attack is allocated."""
    table = attack_on_led_formation(3, 6, weapons=(sniper(),), options=STEERING)
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert last_event(table, MortalWoundsHeld).troop == "b-chief.1"
    assert last_event(table, MortalWoundsPending).first == "b-chief.1"
    assert mortal_wounds_suffered(table) == [("b-chief.1", 3), ("b-chief.1", 2)]
    assert events_of(table, AttackAllocated) == []
    assert not table.game.troops["b-chief.1"].marked


@pytest.mark.rule("GA-8.3-17", "GA-8.3-25")
@pytest.mark.parametrize(("spill", "troops"), [(True, ["b-chief.1", "b-b.1", "b-b.2"]), (False, ["b-chief.1"])])
def test_what_is_left_of_steered_wounds_goes_the_usual_way(troops: list[str], *, spill: bool):
    """With the Character gone the other wounds pass on to the Escort, or are lost where they do not pass on."""
    options = {**STEERING, "devastating_spill": spill}
    table = attack_on_led_formation(3, 6, weapons=(sniper(d=3),), wounds=1, options=options)
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert [troop for troop, _ in mortal_wounds_suffered(table)] == troops
    assert last_event(table, MortalWoundsEnded).lost == (0 if spill else 2)


@pytest.mark.rule("GA-8.3-17")
def test_steering_may_be_declined_attack_by_attack():
    """Declined for the first of two Devastating attacks, the second may still be steered; each lot goes its way."""
    table = attack_on_led_formation(3, 3, 6, 6, weapons=(sniper(sw=2, d=1),), options=STEERING)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "AllocateAttack")
    table.when("red", command_of_silence(table)).then(ReactionDeclined, window="precision", attack=1)
    group = table.game.group.id
    chosen = AllocateAttack(group=group, attack=2, troop="b-chief.1")
    table.when("red", AllocateAttack(group=group, attack=2, troop="b-b.1")).rejected(
        "GA-8.3-16", "not-a-seen-character"
    )
    table.when("red", chosen).then(MortalWoundsHeld, troop="b-chief.1").cites("GA-8.3-17")
    settle(table)
    assert mortal_wounds_suffered(table) == [("b-b.1", 0), ("b-chief.1", 3)]


@pytest.mark.rule("GA-8.3-17", "GA-8.3-25")
def test_random_damage_is_thrown_before_it_is_steered():
    """The attacker knows the Damage when he names the Character."""
    table = attack_on_led_formation(3, 6, 5, weapons=(sniper(d="D3"),), options=STEERING)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "RollDamage")
    table.when("red", RollDamage(group=table.game.group.id, attack=1)).asks("precision", "red")
    chosen = AllocateAttack(group=table.game.group.id, attack=1, troop="b-chief.1")
    table.when("red", chosen).accepted()
    settle(table)
    assert mortal_wounds_suffered(table) == [("b-chief.1", 3), ("b-chief.1", 2), ("b-chief.1", 1)]


@pytest.mark.rule("GA-8.3-17", "GA-3.3-32")
@pytest.mark.parametrize("spill", [True, False])
def test_a_character_that_fell_meanwhile_takes_nothing(*, spill: bool):
    """Normal damage comes first: where it destroys the Character, what was steered to it goes the usual way."""
    options = {**STEERING, "devastating_spill": spill}
    table = attack_on_led_formation(3, 3, 6, 4, 1, weapons=(sniper(sw=2, d=2),), wounds=1, options=options)
    fire(table, AllocateAttack=precision_on("b-chief.1"))
    assert "b-chief.1" not in living(table, "b-b")
    assert mortal_wounds_suffered(table) == ([("b-b.1", 0), ("b-b.2", 0)] if spill else [("b-b.1", 0)])


@pytest.mark.rule("GA-8.3-17", "GA-3.3-39")
def test_a_group_with_precision_is_not_worked_off_at_once():
    """Where mortal wounds may be steered the group is resolved step by step, unless Precision was declined ahead."""
    table = attack_on_led_formation(weapons=(sniper(),), options=STEERING)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    command = ResolveAttackGroup(
        declaration=table.game.declaration.id, target="b-b", weapon="sniper", profile=0, rerolls="none"
    )
    table.when("red", command).rejected("GA-8.3-16", "precision-open")
    begun = BeginAttackGroup(declaration=table.game.declaration.id, target="b-b", weapon="sniper", profile=0)
    table.when("red", begun).asks("hit_roll", "red")
    assert wounds_left(table, "b-b") == [1, 1, 1, 4]
