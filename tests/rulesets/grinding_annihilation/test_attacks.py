"""The attack sequence, roll by roll and choice by choice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.messages import DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackAllocated,
    AttackGroupBegun,
    AttackGroupEnded,
    AttacksCounted,
    DamageInflicted,
    DeclarationWithdrawn,
    DeclareTargets,
    DefenceRolled,
    DieRerolled,
    FormationDestroyed,
    HitsRolled,
    InflictDamage,
    MeleeEnded,
    RerollDie,
    RollHit,
    RollWound,
    ShootingEnded,
    Sight,
    TroopDestroyed,
    WoundsRolled,
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


@pytest.mark.rule("GA-3.3-21", "GA-3.3-22", "GA-3.3-28")
def test_wounded_and_marked_troops_come_first():
    """Whoever lost wounds or had an attack in this phase takes the next one; with its end the others are free again."""
    field = battle(swiftness=4).formation("b-wall", 3, kind=kind(wounds=2))
    wounding(field, 5, 5, 5, 5, 5, 5, 5, 5)
    allocate(field, 1, "b-wall.2").asks("defence", "blue")
    save(field, 1, 6).then(DefenceRolled, saved=True)
    assert field.window.about == (field.open, "2")
    assert field.game.attacks[2].allocated == "b-wall.2"
    save(field, 2, 1).then(DamageInflicted, AttackAllocated, troop="b-wall.2")
    save(field, 3, 2).then(TroopDestroyed).asks("allocate", "blue")
    allocate(field, 4, "b-wall.2").rejected("", "unknown-id")
    allocate(field, 4, "b-wall.3").accepted()
    save(field, 4, 5).then(AttackGroupEnded, ShootingEnded)


@pytest.mark.rule("GA-3.3-21")
def test_step_pace_asks_for_forced_choices():
    """Where nothing happens by itself every allocation is asked for, and an illegal one refused with its clause."""
    field = battle(pace="step").formation("b-wall", 3, kind=kind(wounds=2))
    field.change("troops", "b-wall.3", wounds_left=1)
    wounding(field, 5, 5)
    allocate(field, 1, "b-wall.1").rejected("GA-3.3-21", "bound-troop-first", may="b-wall.3")
    allocate(field, 1, "a-guns.1").rejected("GA-3.3-21", "not-of-target")
    allocate(field, 1, "b-wall.3").asks("defence", "blue")
    save(field, 1, 1).asks("inflict", "table")
    done = field.table.when("red", InflictDamage(group=field.open, attack=1, reinforced_health=0))
    done.then(TroopDestroyed, troop="b-wall.3")


@pytest.mark.rule("GA-3.3-25", "GA-3.3-23")
def test_choice_of_save():
    """Armour or invulnerable save is chosen before the roll; without a choice the better chance is taken."""
    field = battle(penetration=-3, swiftness=3).formation("b-wall", kind=kind(defence=3, wounds=4, invulnerable=(5,)))
    wounding(field, 5, 5, 5, 5, 5, 5)
    save(field, 1, 5).then(DefenceRolled, save="invulnerable", saved=True)
    save(field, 2, 6, kind="armour").then(DefenceRolled, save="armour", saved=True)
    save(field, 3, kind="shield").rejected("GA-3.3-25", "no-such-save", saves="armour invulnerable")
    save(field, 3, 4, kind="invulnerable").then(DefenceRolled, saved=False)


@pytest.mark.rule("GA-3.3-23")
def test_no_save_rolls_nothing():
    """A troop without any save takes the damage at once."""
    field = battle().formation("b-wall", kind=kind(defence=0))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5)
    field.table.play(("red", RollHit(group=field.open)))
    outcome = field.table.when("red", RollWound(group=field.open))
    outcome.then(WoundsRolled, AttackAllocated, DefenceRolled, DamageInflicted, TroopDestroyed, FormationDestroyed)
    assert outcome.one(DefenceRolled).save == "none"


@pytest.mark.rule("GA-3.3-26", "GA-3.3-27", "GA-3.3-34", "GA-3.3-35")
def test_damage_and_reinforced_health():
    """Damage is lost wound by wound; each may be ignored, and what exceeds the troop is not rolled for."""
    field = battle(damage=3, swiftness=2).formation(
        "b-wall", 2, kind=kind(wounds=3), abilities=(ability("reinforced_health", 5),)
    )
    wounding(field, 5, 5, 5, 5)
    allocate(field, 1, "b-wall.1")
    outcome = save(field, 1, 1, 5, 2, 6).one(DamageInflicted)
    assert (outcome.health_faces, outcome.ignored, outcome.lost, outcome.wounds_left) == ((5, 2, 6), 2, 1, 2)
    outcome = save(field, 2, 1, 5, 3, 3).one(DamageInflicted)
    assert (outcome.health_faces, outcome.lost, outcome.wounds_left) == ((5, 3, 3), 2, 0)


@pytest.mark.rule("GA-3.3-35")
def test_several_healths_are_a_choice():
    """The owner picks one of several Reinforced Health abilities; the lowest where he says nothing."""
    two = (ability("reinforced_health", 6), ability("reinforced_health", 5))
    field = battle(swiftness=2).formation("b-wall", kind=kind(wounds=3), abilities=two)
    wounding(field, 5, 5, 5, 5)
    save(field, 1, 1).asks("inflict", "blue")
    choice = InflictDamage(group=field.open, attack=1, reinforced_health=4)
    field.table.when("blue", choice).rejected("GA-3.3-35", "no-such-health", faces="5 6")
    field.table.faces(5)
    field.table.when("blue", InflictDamage(group=field.open, attack=1, reinforced_health=6)).then(
        DamageInflicted, health_needed=6, ignored=0
    )
    save(field, 2, 1)
    field.table.faces(5)
    field.table.when("blue", InflictDamage(group=field.open, attack=2, reinforced_health=0)).then(
        DamageInflicted, health_needed=5, ignored=1
    )


@pytest.mark.rule("GA-3.3-18")
def test_weapons_that_hit_by_themselves():
    """Without RS there is no Hit roll and no Critical Hit."""
    field = battle(ability("sustained_fire", 2), ability("destructive"), skill=0, swiftness="D6").formation("b-wall", 9)
    field.shoot(("gun", 0, "b-wall"))
    field.table.faces(5)
    outcome = field.begin("b-wall", "gun").then(AttacksCounted, HitsRolled, hits=5, criticals=0, faces=())
    assert [roll.why for roll in outcome.rolls] == ["attacks"]
    outcome.asks("wound_roll", "red")


@pytest.mark.rule("GA-8.3-28", "GA-8.3-12")
def test_sustained_fire_and_destructive():
    """The critical wounds by itself, its extra hits roll; a random number of them is thrown for."""
    field = battle(ability("sustained_fire", "D3"), ability("destructive"), swiftness=3).formation("b-wall", 9)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(6, 4, 1, 5)
    field.table.when("red", RollHit(group=field.open)).then(HitsRolled, hits=5, criticals=1)
    field.table.faces(1, 2, 3, 4)
    rolled = field.table.when("red", RollWound(group=field.open)).one(WoundsRolled)
    assert [(each.face, each.outcome) for each in rolled.results] == [
        (0, "wound"), (1, "failed"), (2, "failed"), (3, "failed"), (4, "wound")
    ]  # fmt: skip


@pytest.mark.rule("GA-8.3-12")
def test_only_automatic_wounds():
    """Where every hit wounds by itself no Wound roll is asked for."""
    field = battle(ability("destructive"), strength=3).formation("b-wall", 2, kind=kind(vigour=12))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(6)
    field.table.when("red", RollHit(group=field.open)).then(WoundsRolled, faces=(), wounds=1).asks("allocate", "blue")


@pytest.mark.rule("GA-2.5-05", "GA-8.3-09", "GA-3.3-40")
def test_twin_weapons():
    """Each Wound die may be thrown again once before anything else goes on."""
    field = battle(ability("twin_weapon"), swiftness=3).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5, 5, 2, 4, 3)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).asks("reroll", "red")
    again = RerollDie(roll="wound", group=field.open, attacks=(1,), ability="twin_weapon")
    allocate(field, 2, "b-wall.1").rejected("GA-3.3-40", "not-asked")
    field.table.faces(5)
    field.table.when("red", again).then(DieRerolled).asks("reroll", "red")
    field.table.when("red", again).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    field.decline("red").asks("allocate", "blue")
    assert [each.outcome for each in field.game.attacks.values()] == ["wound", "wound", "failed"]


@pytest.mark.rule("GA-3.3-08", "GA-3.3-09")
def test_order_of_groups():
    """One target is finished before the next, and weapons of one profile before another."""
    field = battle()
    same, other = profile(name="same"), profile(strength=9)
    field.weapons(weapon("twin", same), weapon("cannon", other))
    field.formation("a-guns", carry=("gun", "twin", "cannon", "cannon"))
    field.formation("b-wall").formation("b-far", at=(20_000, 21_000))
    field.select()
    shots = field.shots("a-guns", ("gun", 0, "b-wall"), ("twin", 0, "b-wall"), ("cannon", 0, "b-wall"))
    shots = (*shots[:-1], replace(shots[-1], target="b-far"))
    sights = field.sights("a-guns", "b-wall", "b-far")
    field.table.play(("red", DeclareTargets(formation="a-guns", shots=shots, sights=sights)))
    field.decline("blue").asks("attack_group", "red")
    field.table.faces(1)
    field.begin("b-wall", "gun").accepted()
    field.table.play(("red", RollHit(group=field.open)))
    field.begin("b-far", "cannon").rejected("GA-3.3-08", "target-unfinished", open="b-wall")
    field.begin("b-wall", "cannon").rejected("GA-3.3-09", "profile-unfinished", open="twin")
    field.begin("b-wall", "gun").rejected("GA-3.3-39", "no-such-group")
    field.begin("b-wall", "twin").accepted()
    field.table.faces(1)
    field.table.play(("red", RollHit(group=field.open)))
    (weapon_left,) = [each.values for each in field.table.offers("red")[0].fields if each.field == "weapon"]
    assert weapon_left == Choice(("cannon",))


@pytest.mark.rule("GA-4.2-10", "GA-4.2-11", "GA-4.2-08", "GA-8.4-05")
def test_leaders_are_guarded():
    """A Character takes no attacks while an Escort troop lives; afterwards with his own save. Parts fall one by one."""
    field = battle(swiftness=3, pace="step").formation(
        "b-wall", 2, leader=kind("boss", defence=2, wounds=3), keywords=("infantry",)
    )
    wounding(field, 5, 5, 5, 5, 5, 5)
    boss = "b-wallboss.1"
    field.change("troops", boss, wounds_left=2)
    allocate(field, 1, boss).rejected("GA-4.2-10", "character-guarded", may="b-wall.1 b-wall.2")
    for number, troop in ((1, "b-wall.1"), (2, "b-wall.2")):
        allocate(field, number, troop).accepted()
        save(field, number, 1)
        done = field.table.when("red", InflictDamage(group=field.open, attack=number, reinforced_health=0))
    done.then(FormationDestroyed, formation="b-wall", part="b-wall", whole=False)
    allocate(field, 3, boss).accepted()
    save(field, 3, 2).then(DefenceRolled, saved=True)


@pytest.mark.rule("GA-8.3-16", "GA-8.3-17")
def test_precision():
    """The attacker may put a Precision attack on a Character that the shooter sees, or let it go its normal way."""
    field = battle(ability("precision"), swiftness=2).formation("b-wall", 2, leader=kind("boss", wounds=3))
    wounding(field, 5, 5, 5, 5)
    assert field.window.kind == "precision"
    allocate(field, 1, "b-wall.1", "red").rejected("GA-8.3-16", "not-a-seen-character", may="b-wallboss.1")
    allocate(field, 1, "b-wallboss.1", "red").then(AttackAllocated, seat=0, precision=True)
    save(field, 1, 1).then(DamageInflicted, troop="b-wallboss.1").asks("precision", "red")
    field.decline("red").asks("allocate", "blue")
    allocate(field, 2, "b-wallboss.1").rejected("GA-4.2-10", "character-guarded")
    allocate(field, 2, "b-wall.1").accepted()


@pytest.mark.rule("GA-8.3-16")
def test_precision_needs_sight():
    """Of a formation that the shooter does not see nobody is picked out."""
    field = battle(ability("precision"), ability("indirect")).formation("b-wall", 2, leader=kind("boss"))
    field.shoot(("gun", 0, "b-wall"), seen="none").begin("b-wall", "gun")
    field.table.faces(5, 5)
    field.table.when("red", RollHit(group=field.open)).then(HitsRolled)
    assert field.game.group.hit_needed.total == 4
    field.table.when("red", RollWound(group=field.open)).asks("allocate", "blue")
    allocate(field, 1, "b-wall.1")
    save(field, 1, 3).then(DefenceRolled, saved=True)


@pytest.mark.rule("GA-3.3-15", "GA-8.3-30")
def test_what_holds_for_the_whole_group():
    """Stealth needs every troop, and keywords are those of all troops of an Attached formation, or of its Escort."""
    for option, words in (("union", ("character", "infantry", "walker")), ("escort", ("walker",))):
        field = battle(_attached_keywords=option)
        stealth = (ability("stealth"),)
        field.formation("b-wall", 2, leader=kind("boss"), keywords=("walker",), abilities=stealth)
        begun = field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun").one(AttackGroupBegun)
        assert (begun.keywords, begun.stealth) == (words, False)
    field = battle().formation("b-wall", 2, abilities=stealth)
    assert field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun").one(AttackGroupBegun).stealth
    assert field.window.kind == "hit_roll"


@pytest.mark.rule("GA-3.5-15", "GA-3.3-07")
@pytest.mark.parametrize(("first", "counted"), [("b-wall", (2, 3)), ("b-next", (3, 2))])
def test_a_split_weapon_throws_once(first, counted):
    """Attacks of one melee weapon that are split between targets come from one throw for its Swiftness."""
    field = fight(swiftness="D6")
    field.table.when("red", melee(("b-wall", 2), ("b-next", 0))).asks("attack_group", "red")
    field.table.faces(5)
    other = "b-next" if first == "b-wall" else "b-wall"
    for target, attacks in zip((first, other), counted, strict=True):
        assert field.begin(target, "gun").one(AttacksCounted).attacks == attacks
        field.table.faces(*(1,) * attacks)
        done = field.table.when("red", RollHit(group=field.open))
    done.then(MeleeEnded)


@pytest.mark.rule("GA-8.3-19")
def test_volatile_in_melee():
    """Volatile weapons attack nobody within Threat Range of their own army, in melee neither."""
    field = fight(ability("volatile"))
    field.table.when("red", melee(("b-wall", 0))).rejected("GA-8.3-19", "volatile-near-friends", target="b-wall")


@pytest.mark.rule("GA-8.3-16", "GA-2.5-11")
def test_sight_in_melee_may_be_disputed():
    """Sight of a Character, stated for Precision, may be disputed; the declaration then falls and is made anew."""
    field = fight(ability("precision"), swiftness=1)
    sight = Sight(observers=("a-guns.1",), troops=("b-nextboss.1",), seen="visible", fact="")
    field.table.when("red", melee(("b-next", 0), sights=(sight,))).asks("targets_selected", "blue")
    (fact,) = field.window.about
    field.table.faces(1, 2)
    disputed = field.table.when("blue", DisputeFact(fact=fact, value="none"))
    disputed.then(DeclarationWithdrawn).asks("declare_melee", "red")
    field.table.when("red", melee(("b-next", 0), sights=(sight,))).rejected("GA-2.5-11", "sight-settled")
    field.table.when("red", melee(("b-next", 0))).asks("attack_group", "red")
